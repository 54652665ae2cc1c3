"""What each route needs of whoever asks. A key is refused by every route that is not named here."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from fakturo.domain.accounts import may_review
from fakturo.domain.errors import ErrorCode
from fakturo.domain.keys import Scope
from fakturo.http.problems import Problem
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.callers import CHALLENGE, Caller, caller_of
from fakturo.web.guards.limits import Limited


@dataclass(frozen=True, slots=True)
class Access:
    scope: Scope | None
    """None: for sessions alone."""
    spends: Limited | None = None
    """What is limited beyond requests as such."""
    reviews: bool = False
    """For reviewers alone, where there are any."""
    strangers: bool = False
    """Also for those who are not signed in, where everybody else has to be."""


READ, SUBMIT, MANAGE, KEYS = (Access(scope) for scope in Scope)
UPLOAD, RETRY = Access(Scope.SUBMIT, Limited.UPLOADS), Access(Scope.SUBMIT, Limited.RETRIES)
REVIEW = Access(Scope.SUBMIT, reviews=True)
PAGE, DOOR = Access(None), Access(None, strangers=True)
SIGN_IN_FIRST = "Sign in first, or show an API key."
NO_REVIEWER = "Only reviewers may save and approve here, and you are none. Ask whoever runs this service."

ACCESS: dict[str, Access] = {
    "GET /api/jobs": READ,
    "GET /api/jobs/{job_id}": READ,
    "GET /api/estimates": READ,
    "GET /api/jobs/{job_id}/events": READ,
    "GET /api/jobs/{job_id}/download": READ,
    "GET /api/jobs/{job_id}/document": READ,
    "GET /api/jobs/{job_id}/pdf": READ,
    "GET /api/jobs/{job_id}/pages": READ,
    "GET /api/jobs/{job_id}/pages/{number}.png": READ,
    "GET /api/jobs/{job_id}/pages/{number}/words": READ,
    "POST /api/jobs/{job_id}/document/check": SUBMIT,
    "PUT /api/jobs/{job_id}/document": REVIEW,
    "POST /api/jobs/{job_id}/approve": REVIEW,
    "POST /api/jobs/{job_id}/split": Access(Scope.SUBMIT, Limited.UPLOADS, reviews=True),
    "GET /api/jobs/{job_id}/raw": READ,
    "GET /api/live": READ,
    "GET /api/mappings": READ,
    "POST /api/jobs/download": READ,
    "POST /api/upload": UPLOAD,
    "POST /api/jobs/{job_id}/retry": RETRY,
    "POST /api/jobs/retry": RETRY,
    "POST /api/jobs/{job_id}/convert": RETRY,
    "POST /api/jobs/convert": RETRY,
    "DELETE /api/jobs/{job_id}": MANAGE,
    "POST /api/jobs/delete": MANAGE,
    "GET /api/keys": KEYS,
    "POST /api/keys": KEYS,
    "DELETE /api/keys/{key_id}": KEYS,
    "GET /api/webhooks": READ,
    "POST /api/webhooks": MANAGE,
    "GET /api/webhooks/{webhook_id}": READ,
    "PATCH /api/webhooks/{webhook_id}": MANAGE,
    "DELETE /api/webhooks/{webhook_id}": MANAGE,
    "POST /api/webhooks/{webhook_id}/rotate": MANAGE,
    "POST /api/webhooks/{webhook_id}/test": MANAGE,
    "GET /api/webhooks/{webhook_id}/deliveries": READ,
    "POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": MANAGE,
    "POST /api/jobs/{job_id}/teach": Access(Scope.MANAGE, Limited.RETRIES, reviews=True),
    "POST /api/jobs/{job_id}/teach/directory": Access(Scope.MANAGE, reviews=True),
    "GET /api/templates": READ,
    "GET /api/templates/export": READ,
    "POST /api/templates/import": MANAGE,
    "GET /api/templates/{name}": READ,
    "GET /api/templates/{name}/file": READ,
    "PUT /api/templates/{name}": MANAGE,
    "PATCH /api/templates/{name}": MANAGE,
    "DELETE /api/templates/{name}": MANAGE,
    "GET /api/settle": READ,
    "POST /api/settle": RETRY,
    "GET /api/codes/{kind}": READ,
    "GET /api/parties/candidates": READ,
    "POST /api/parties/merge": MANAGE,
    **{
        f"{call} /api/{title}{rest}": access
        for title in ("parties", "units", "goods")
        for call, rest, access in (
            ("GET", "", READ),
            ("POST", "", MANAGE),
            ("GET", "/export", READ),
            ("POST", "/import", MANAGE),
            ("PUT", "/{entry_id:path}", MANAGE),
            ("DELETE", "/{entry_id:path}", MANAGE),
        )
    },
    "GET /": PAGE,
    "GET /review": PAGE,
    "GET /review/{job_id}": PAGE,
    "GET /queue": PAGE,
    "GET /queue/rows": PAGE,
    "GET /queue/changes": PAGE,
    "GET /queue/row/{job_id}": PAGE,
    "POST /queue": PAGE,
    "GET /queue/{job_id}": PAGE,
    "GET /queue/{job_id}/details": PAGE,
    "POST /queue/{job_id}/retry": PAGE,
    "POST /queue/{job_id}/convert": PAGE,
    "POST /queue/{job_id}/delete": PAGE,
    "GET /parties": PAGE,
    "POST /parties/{title}/save": PAGE,
    "POST /parties/{title}/delete": PAGE,
    "POST /parties/{title}/import": PAGE,
    "POST /parties/merge": PAGE,
    "POST /parties/settle": PAGE,
    "GET /settings": PAGE,
    "POST /settings": PAGE,
    "POST /settings/language": DOOR,
    "POST /settings/seller": PAGE,
    "POST /settings/link": PAGE,
    "POST /settings/keys": PAGE,
    "POST /settings/keys/{key_id}/revoke": PAGE,
    "GET /account/login": DOOR,
    "GET /account/callback": DOOR,
    "POST /account/logout": DOOR,
    "GET /account/signed-out": DOOR,
    "POST /account/ways-in": PAGE,
    "GET /admin": DOOR,
    "GET /admin/login": DOOR,
    "POST /admin/login": DOOR,
    "POST /admin/logout": DOOR,
    "GET /admin/figures": DOOR,
    "GET /admin/jobs": DOOR,
    "GET /admin/jobs/{job_id}": DOOR,
    "POST /admin/jobs/{job_id}/recheck": DOOR,
    "POST /admin/jobs/{job_id}/{action}": DOOR,
    "POST /admin/requeue": DOOR,
    "POST /admin/breaker/{pipeline}/{action}": DOOR,
    "POST /admin/pauses/{what}/{action}": DOOR,
    "GET /admin/mappings": DOOR,
    "POST /admin/mappings/{name}/{version}": DOOR,
    "GET /admin/owners": DOOR,
    "POST /admin/owners/end": DOOR,
    "POST /admin/keys/{key_id}/revoke": DOOR,
    "GET /link/{secret}": PAGE,
    "POST /link/{secret}": PAGE,
}
OPEN = {"/api/healthz", "/openapi.json", "/docs", "/static"}
"""Nobody's data: whoever asks is not even looked at."""


async def check_access(request: Request) -> None:
    """Before the body is read."""
    route: Any = request.scope["route"]
    if route.path in OPEN:
        return
    access = ACCESS.get(f"{request.method} {route.path}", PAGE)
    caller = caller_of(request)
    if access.scope:
        caller.require(access.scope)
    elif caller.key:
        raise Problem(ErrorCode.FORBIDDEN, "This is for people with a browser; API keys are for the API.")
    deps = deps_of(request)
    if deps.accounts and deps.accounts.login_required and caller.is_anonymous and not access.strangers:
        raise Problem(ErrorCode.UNAUTHORIZED, SIGN_IN_FIRST, headers={CHALLENGE: "Bearer"})
    if access.reviews and not await lets_review(deps, caller):
        raise Problem(ErrorCode.FORBIDDEN, NO_REVIEWER)
    if access.spends:
        await deps.limiter.spend(request, caller, access.spends)


async def lets_review(deps: Deps, caller: Caller) -> bool:
    """A key of an account may do no more than its person."""
    if deps.accounts is None:
        return True
    if caller.person or caller.is_anonymous:
        roles = caller.person.roles if caller.person else frozenset()
    else:
        roles = await deps.accounts.store.roles_of(caller.owner)
    return may_review(deps.accounts.rules, caller.key, roles)
