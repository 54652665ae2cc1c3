"""The settings page: how this browser likes the page, who the seller is, and the queue on another device."""

from http import HTTPStatus
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.domain.errors import ErrorCode
from fakturo.domain.keys import KeyState, Scope
from fakturo.http.problems import Problem
from fakturo.store.keys import NewKey
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import owner_of, session_of, use_session
from fakturo.web.page import languages
from fakturo.web.page.deps import BadSeller, Seller
from fakturo.web.page.forms import fields_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import MAPPING, THEME, THEMES, preferences_of, remember
from fakturo.web.page.render import page
from fakturo.web.page.trouble import PageRoute

MAX_KEY_NAME = 100
ENOUGH_KEYS = mark("You have too many keys already. Revoke those that you do not need.")
SIGN_OUT_FIRST = mark("You are signed in, so this browser shows your account. Sign out to open another queue here.")
LINK_GONE = mark("This link was used already, or is older than ten minutes. Make another one where your queue is.")
Secret = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{43}$")]
SCOPES = {
    Scope.READ: mark("see files and fetch results"),
    Scope.SUBMIT: mark("send PDFs"),
    Scope.MANAGE: mark("delete files"),
    Scope.KEYS: mark("make keys"),
}
CHOICES = {
    "read submit": mark("Send PDFs, see files and fetch results"),
    "read": mark("See files and fetch results"),
    "read submit manage": mark("Send PDFs, fetch results, delete files"),
}
PLACES_TO_RETURN = ("/queue", "/parties", "/settings")

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/settings")
async def settings(request: Request, saved: Annotated[bool, Query()] = False) -> Response:
    return await _settings_page(request, saved=saved)


@router.post("/settings")
async def save(request: Request) -> Response:
    form, deps = await fields_of(request), deps_of(request)
    offered = await deps.offer.all_for(owner_of(request))
    known = {
        languages.COOKIE: set(languages.NAMES),
        THEME: set(THEMES) - {"system"},
        MAPPING: {each.name for each in offered},
    }
    answer = _back("/settings?saved=true")
    for name, values in known.items():
        remember(answer, name, form[name] if form.get(name) in values else None, secure=deps.page.secure)
    return answer


@router.post("/settings/language")
async def speak(request: Request) -> Response:
    form = await fields_of(request)
    back, chosen = form.get("back"), form.get("language")
    answer = _back(back if back in PLACES_TO_RETURN else "/queue")
    known = chosen if chosen in languages.NAMES else None
    remember(answer, languages.COOKIE, known, secure=deps_of(request).page.secure)
    return answer


@router.post("/settings/seller")
async def save_seller(request: Request) -> Response:
    form = await fields_of(request)
    seller = Seller(form.get("name", ""), form.get("tin") or None, form.get("nitku") or None)
    try:
        await deps_of(request).page.sellers.save(owner_of(request), seller)
    except BadSeller as bad:
        return await _settings_page(request, problem=str(bad), seller=seller, status=HTTPStatus.BAD_REQUEST)
    return _back("/queue" if form.get("back") == "/queue" else "/settings?saved=true")


@router.post("/settings/link")
async def make_link(request: Request) -> Response:
    _require_session(request)
    secret = await deps_of(request).page.links.make(session_of(request))
    return await _settings_page(request, link=f"{_address(request)}/link/{secret}")


@router.post("/settings/keys")
async def make_key(request: Request) -> Response:
    form, owner = await fields_of(request), owner_of(request)
    name, scopes = form.get("name", "")[:MAX_KEY_NAME], form.get("scopes", "")
    if not name or scopes not in CHOICES:
        raise Problem(ErrorCode.INVALID_REQUEST)
    made = await deps_of(request).keys.create(NewKey(owner, name, frozenset(map(Scope, scopes.split()))))
    if made is None:
        return await _settings_page(request, problem=preferences_of(request).language.gettext(ENOUGH_KEYS))
    return await _settings_page(request, secret=made[1])


@router.post("/settings/keys/{key_id}/revoke")
async def revoke_key(request: Request, key_id: UUID) -> Response:
    if not await deps_of(request).keys.revoke(key_id, owner_of(request)):
        raise Problem(ErrorCode.NOT_FOUND)
    return _back("/settings?saved=true")


@router.get("/link/{secret}")
async def link(request: Request, secret: Secret) -> Response:
    """Opens nothing by itself: whoever looks ahead at addresses in a message must not use it up."""
    _require_session(request)
    deps = deps_of(request)
    if not await deps.page.links.is_good(secret):
        raise _gone(request)
    own = await deps.jobs.overview(owner_of(request))
    return page(request, "link.html", secret=secret, own_count=own.all)


@router.post("/link/{secret}")
async def redeem(request: Request, secret: Secret) -> Response:
    _require_session(request)
    session = await deps_of(request).page.links.redeem(secret)
    if session is None:
        raise _gone(request)
    use_session(request, session)
    return _back("/queue")


def _require_session(request: Request) -> None:
    """Links carry sessions. Somebody's account is opened elsewhere by signing in there."""
    if caller_of(request).person:
        raise Problem(ErrorCode.CONFLICT, preferences_of(request).language.gettext(SIGN_OUT_FIRST))


def _gone(request: Request) -> Problem:
    return Problem(ErrorCode.CONFLICT, preferences_of(request).language.gettext(LINK_GONE), status=HTTPStatus.GONE)


async def _settings_page(
    request: Request,
    *,
    seller: Seller | None = None,
    link: str | None = None,
    secret: str | None = None,
    problem: str | None = None,
    saved: bool = False,
    status: int = HTTPStatus.OK,
) -> Response:
    deps, owner, preferences = deps_of(request), owner_of(request), preferences_of(request)
    offered = await deps.offer.all_for(owner)
    everybodys = deps.page.sellers.of_settings()
    is_person = deps.accounts is not None and caller_of(request).person is not None
    return page(
        request,
        "settings.html",
        status,
        problem=problem,
        saved=saved,
        link=link,
        secret=secret,
        keys=[key for key in await deps.keys.list(owner) if key.state is KeyState.ACTIVE],
        ways_in=await deps.accounts.store.ways_in(owner) if deps.accounts and is_person else (),
        scopes=SCOPES,
        scope_choices=CHOICES,
        mappings=offered,
        chosen=preferences.mapping_among(offered, deps.reception.default_mapping),
        chosen_language=request.cookies.get(languages.COOKIE),
        seller=seller or await deps.page.sellers.own(owner),
        seller_of_settings=everybodys.name if everybodys else None,
    )


def _address(request: Request) -> str:
    """Where this page is reached: as the browser asked for it, unless a public address is set."""
    public = deps_of(request).page.public_url
    return public or f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


def _back(where: str) -> Response:
    return RedirectResponse(where, status_code=HTTPStatus.SEE_OTHER)
