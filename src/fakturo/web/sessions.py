"""Who is asking: a browser's session, known by a random cookie. The database holds only its fingerprint."""

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Owner
from fakturo.http.problems import Problem

COOKIE = "owner_session_id"
MAX_AGE_SECONDS = 30 * 24 * 3600
RANDOM_BYTES = 32
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{43}")
_SCOPE_KEY = "fakturo.owner"
_WITHOUT_SESSION = ("/static/", "/api/healthz")
_READING = {"GET", "HEAD", "OPTIONS"}
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Sessions:
    """Middleware: gives each request an owner, and each answer the cookie, renewed."""

    def __init__(self, app: ASGIApp, *, public_url: str) -> None:
        self.app = app
        self._public_url = public_url
        self._secure = public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_WITHOUT_SESSION):
            await self.app(scope, receive, send)
            return
        if _comes_from_elsewhere(Request(scope), self._public_url):
            answer = Problem(ErrorCode.FORBIDDEN, "Another web site sent this request, so it was not carried out.")
            await answer.response(Request(scope))(scope, receive, send)
            return
        session = _session_of(Request(scope)) or secrets.token_urlsafe(RANDOM_BYTES)
        scope[_SCOPE_KEY] = owner_of_session(session)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"set-cookie", self._cookie(session).encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def _cookie(self, session: str) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={session}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"


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


def _session_of(request: Request) -> str | None:
    session = request.cookies.get(COOKIE, "")
    return session if _WELL_FORMED.fullmatch(session) else None


def owner_of_session(session: str) -> Owner:
    fingerprint = hashlib.sha256(session.encode()).hexdigest()
    return Owner(key=f"session:{fingerprint}", session_id=fingerprint)


def owner_of(request: Request) -> Owner:
    owner = request.scope[_SCOPE_KEY]
    assert isinstance(owner, Owner)
    return owner
