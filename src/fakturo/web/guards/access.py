"""What each route needs of whoever asks. A key is refused by every route that is not named here."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from fakturo.domain.errors import ErrorCode
from fakturo.domain.keys import Scope
from fakturo.http.problems import Problem
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.limits import Limited


@dataclass(frozen=True, slots=True)
class Access:
    scope: Scope | None
    """None: for sessions alone."""
    spends: Limited | None = None
    """What is limited beyond requests as such."""


READ, SUBMIT, MANAGE, KEYS = (Access(scope) for scope in Scope)
UPLOAD, RETRY = Access(Scope.SUBMIT, Limited.UPLOADS), Access(Scope.SUBMIT, Limited.RETRIES)
PAGE = Access(None)

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
    "PUT /api/jobs/{job_id}/document": SUBMIT,
    "POST /api/jobs/{job_id}/approve": SUBMIT,
    "POST /api/jobs/{job_id}/split": UPLOAD,
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
    "POST /api/jobs/{job_id}/teach": Access(Scope.MANAGE, Limited.RETRIES),
    "POST /api/jobs/{job_id}/teach/directory": MANAGE,
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
    "POST /settings/language": PAGE,
    "POST /settings/seller": PAGE,
    "POST /settings/link": PAGE,
    "POST /settings/keys": PAGE,
    "POST /settings/keys/{key_id}/revoke": PAGE,
    "GET /admin": PAGE,
    "GET /admin/login": PAGE,
    "POST /admin/login": PAGE,
    "POST /admin/logout": PAGE,
    "GET /admin/figures": PAGE,
    "GET /admin/jobs": PAGE,
    "GET /admin/jobs/{job_id}": PAGE,
    "POST /admin/jobs/{job_id}/recheck": PAGE,
    "POST /admin/jobs/{job_id}/{action}": PAGE,
    "POST /admin/requeue": PAGE,
    "POST /admin/breaker/{pipeline}/{action}": PAGE,
    "POST /admin/pauses/{what}/{action}": PAGE,
    "GET /admin/mappings": PAGE,
    "POST /admin/mappings/{name}/{version}": PAGE,
    "GET /admin/owners": PAGE,
    "POST /admin/owners/end": PAGE,
    "POST /admin/keys/{key_id}/revoke": PAGE,
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
    if access.spends:
        await deps_of(request).limiter.spend(request, caller, access.spends)
