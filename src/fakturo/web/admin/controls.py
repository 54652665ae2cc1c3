"""Switches: the breaker, pauses, which versions of mappings are for whom, sessions and keys."""

from http import HTTPStatus
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.convert.mapping import UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.keys import KeyState
from fakturo.domain.releases import Release
from fakturo.http.problems import Problem
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.web.admin.entry import AdminRoute, Operator, admin_of, require_operator
from fakturo.web.admin.overview import done_text
from fakturo.web.deps import deps_of
from fakturo.web.page.forms import fields_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page

MOST_OWNERS = 100
MAX_WHY = 200
BY_HAND = mark("By hand.")
DONE_TO_BREAKER = {"close": "closed", "open": "opened"}
SHARES = (100, 50, 25, 10, 5, 1)

By = Annotated[Operator, Depends(require_operator)]
router = APIRouter(include_in_schema=False, route_class=AdminRoute)


@router.post("/admin/breaker/{pipeline}/{action}")
async def breaker(request: Request, operator: By, pipeline: str, action: Literal["probe", "close", "open"]) -> Response:
    deps, admin = deps_of(request), admin_of(request)
    if pipeline not in {each.pipeline for each in (await deps.check_health()).breakers}:
        raise Problem(ErrorCode.NOT_FOUND)
    if action == "probe":
        changed, done = await admin.operations.probe_now(pipeline), "probed"
    else:
        changed, done = await admin.switch_breaker(pipeline, action == "open"), DONE_TO_BREAKER[action]
    if changed:
        await admin.operations.record(operator.name, f"breaker {action}", pipeline)
        deps.notifier.call(WORK_IS_WAITING)
    return _back("/admin", done if changed else "changed")


@router.post("/admin/pauses/{what}/{action}")
async def pause(
    request: Request, operator: By, what: Literal["claims", "uploads"], action: Literal["pause", "resume"]
) -> Response:
    deps, admin, form = deps_of(request), admin_of(request), await fields_of(request)
    if action == "pause":
        why = form.get("why", "")[:MAX_WHY] or preferences_of(request).language.gettext(BY_HAND)
        await admin.operations.pause(what, who=operator.name, why=why)
    else:
        await admin.operations.resume(what)
        deps.notifier.call(WORK_IS_WAITING)
    await admin.operations.record(operator.name, action, what)
    return _back("/admin", "paused" if action == "pause" else "resumed")


@router.get("/admin/mappings")
async def mappings(request: Request, operator: By, done: Annotated[str, Query(max_length=200)] = "") -> Response:
    admin, known = admin_of(request), deps_of(request).offer.mappings
    said = {(each.mapping, each.version): each for each in await admin.releases.all()}
    rows = [
        (known.find(name, version), said.get((name, version)))
        for name in known.names
        for version in sorted(known.versions(name), reverse=True)
    ]
    return page(
        request, "admin_mappings.html", operator=operator, rows=rows, shares=SHARES, done=done_text(request, done)
    )


@router.post("/admin/mappings/{name}/{version}")
async def release(request: Request, operator: By, name: str, version: int) -> Response:
    """For a share of the owners, or for nobody."""
    admin, form = admin_of(request), await fields_of(request)
    share = form.get("share", "")
    try:
        mapping = deps_of(request).offer.mappings.find(name, version)
    except UnknownMapping:
        raise Problem(ErrorCode.NOT_FOUND) from None
    if share == "0":
        await admin.releases.withdraw(mapping.name, mapping.version)
    elif share.isdecimal() and int(share) in SHARES:
        await admin.releases.enable(Release(mapping.name, mapping.version, int(share)))
    else:
        raise Problem(ErrorCode.INVALID_REQUEST)
    await admin.operations.record(operator.name, "mapping", mapping.full_name, share_percent=int(share))
    return _back("/admin/mappings", "released")


@router.get("/admin/owners")
async def owners(request: Request, operator: By, done: Annotated[str, Query(max_length=200)] = "") -> Response:
    keys = [key for key in await deps_of(request).keys.list() if key.state is KeyState.ACTIVE]
    return page(
        request,
        "admin_owners.html",
        operator=operator,
        owners=await admin_of(request).operations.owners(limit=MOST_OWNERS),
        keys=keys,
        done=done_text(request, done),
    )


@router.post("/admin/owners/end")
async def end_session(request: Request, operator: By) -> Response:
    """Whoever has that cookie begins anew, and a person signs in again; the keys that it made are revoked."""
    owner_key, operations = (await fields_of(request)).get("owner", ""), admin_of(request).operations
    if owner_key.startswith("session:"):
        revoked = await operations.end_session(owner_key)
    elif owner_key.startswith("account:"):
        revoked = await operations.end_account_sessions(owner_key)
    else:
        raise Problem(ErrorCode.INVALID_REQUEST)
    await operations.record(operator.name, "end session", owner_key, keys=revoked)
    return _back("/admin/owners", f"ended:{revoked}")


@router.post("/admin/keys/{key_id}/revoke")
async def revoke_key(request: Request, operator: By, key_id: UUID) -> Response:
    if not await deps_of(request).keys.revoke(key_id):
        raise Problem(ErrorCode.NOT_FOUND)
    await admin_of(request).operations.record(operator.name, "revoke key", str(key_id))
    return _back("/admin/owners", "revoked")


def _back(where: str, done: str) -> Response:
    return RedirectResponse(f"{where}?done={done}", status_code=HTTPStatus.SEE_OTHER)
