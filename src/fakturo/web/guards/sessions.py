"""Who is asking: a browser's session, known by a random cookie, a person who signed in, or a program with an API key.
The database holds only fingerprints of all three."""

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Container
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo.domain.accounts import Person
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Owner
from fakturo.domain.keys import ApiKey
from fakturo.http.problems import Problem
from fakturo.web.guards.callers import (
    CALLER,
    CHALLENGE,
    SHOWN_WRONGLY,
    Caller,
    caller_of,
    caller_with,
    key_elsewhere,
    secret_shown,
)

COOKIE = "owner_session_id"
ACCOUNT_COOKIE = "fakturo_account"
MAX_AGE_SECONDS = 30 * 24 * 3600
RANDOM_BYTES = 32
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{43}")
_WITHOUT_SESSION = ("/static/", "/api/healthz")
_SESSION = "fakturo.session"
_READING = {"GET", "HEAD", "OPTIONS"}
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Sessions:
    """Middleware: gives each request an owner, and each answer the cookie, renewed; with a key, or for a person who is
    signed in, there is no such cookie."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        public_url: str,
        find_key: Callable[[str], Awaitable[ApiKey | None]],
        count_stranger: Callable[[Request], Awaitable[None]],
        ended: Container[str] = (),
        find_person: Callable[[str], Awaitable[Person | None]] | None = None,
    ) -> None:
        self.app = app
        self._find_person = find_person
        self._ended = ended
        self._count_stranger = count_stranger
        self._find_key = find_key
        self._public_url = public_url
        self._secure = public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_WITHOUT_SESSION):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if (secret := secret_shown(request)) is not None:  # no other site knows it, and no browser adds it by itself
            await self._with_key(secret, request, receive, send)
        elif key_elsewhere(request):
            answer = Problem(ErrorCode.UNAUTHORIZED, SHOWN_WRONGLY, headers={CHALLENGE: "Bearer"})
            await answer.response(request)(scope, receive, send)
        elif _comes_from_elsewhere(request, self._public_url):
            answer = Problem(ErrorCode.FORBIDDEN, "Another web site sent this request, so it was not carried out.")
            await answer.response(request)(scope, receive, send)
        else:
            await self._with_cookie(request, receive, send)

    async def _with_key(self, secret: str, request: Request, receive: Receive, send: Send) -> None:
        key = await self._find_key(secret)
        try:
            if key is None:
                await self._count_stranger(request)  # who tries many keys has to be slow about it
            request.scope[CALLER] = caller_with(key)
        except Problem as problem:
            await problem.response(request)(request.scope, receive, send)
            return
        await self.app(request.scope, receive, send)

    async def _with_cookie(self, request: Request, receive: Receive, send: Send) -> None:
        known, person = self._session_of(request), await self._person_of(request)
        if person:
            request.scope[_SESSION], request.scope[CALLER] = known, Caller(person.owner, person=person)
        else:
            use_session(request, known or secrets.token_urlsafe(RANDOM_BYTES), is_newcomer=known is None)

        async def send_with_cookie(message: Message) -> None:
            cookie = self._cookie_after(request) if message["type"] == "http.response.start" else None
            if cookie:
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(request.scope, receive, send_with_cookie)

    async def _person_of(self, request: Request) -> Person | None:
        secret = account_secret(request) if self._find_person else None
        return await self._find_person(secret) if self._find_person and secret else None

    def _cookie_after(self, request: Request) -> str | None:
        """Who is signed in keeps what cookie there was, unless it has served its time."""
        session = request.scope[_SESSION]
        if session is None:
            return self._cookie("", max_age=0) if COOKIE in request.cookies else None
        return None if caller_of(request).person else self._cookie(session)

    def _session_of(self, request: Request) -> str | None:
        """None for somebody new, and for a session that an operator ended: whoever had it begins anew."""
        session = request.cookies.get(COOKIE, "")
        if not _WELL_FORMED.fullmatch(session) or owner_of_session(session).key in self._ended:
            return None
        return session

    def _cookie(self, session: str, max_age: int = MAX_AGE_SECONDS) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={session}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"


def _comes_from_elsewhere(request: Request, public_url: str) -> bool:
    """A form or script of another site in a browser. Its cookie stays away, so it must not be given a new one either.

    A browser says so in one header or two, and no page can change them; a program sends neither.
    """
    if request.method in _READING:
        return False
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site == "same-origin":
        return False  # our page keeps its address to itself, so the origin of its forms may be "null"
    return site not in {None, "none"} or (origin is not None and not _is_ours(origin, request, public_url))


def _is_ours(origin: str, request: Request, public_url: str) -> bool:
    """Behind a proxy, which may ask us by another name, the public address counts."""
    try:
        asked = request.headers.get("host", "").lower()
        return _site(origin) == _site(public_url) or (asked != "" and urlsplit(origin).netloc.lower() == asked)
    except ValueError:
        return False


def _site(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme)


def use_session(request: Request, session: str, *, is_newcomer: bool = False) -> None:
    """From here on the request speaks for it, and so does the browser that gets the answer."""
    request.scope[_SESSION] = session
    request.scope[CALLER] = Caller(owner_of_session(session), is_newcomer=is_newcomer)


def session_of(request: Request) -> str:
    """The cookie itself: never to be kept or shown."""
    session = request.scope[_SESSION]
    assert isinstance(session, str)
    return session


def earlier_session(request: Request) -> Owner | None:
    """The session without an account that this browser came with, whether or not somebody is signed in now."""
    session = request.scope[_SESSION]
    return owner_of_session(session) if session is not None and not caller_of(request).is_newcomer else None


def forget_session(request: Request) -> None:
    """The browser that gets the answer has none any more."""
    request.scope[_SESSION] = None


def account_secret(request: Request) -> str | None:
    """What a browser shows that somebody signed in with; never to be kept or shown."""
    secret = request.cookies.get(ACCOUNT_COOKIE, "")
    return secret if _WELL_FORMED.fullmatch(secret) else None


def owner_of_session(session: str) -> Owner:
    fingerprint = hashlib.sha256(session.encode()).hexdigest()
    return Owner(key=f"session:{fingerprint}", session_id=fingerprint)


def owner_of(request: Request) -> Owner:
    return caller_of(request).owner
