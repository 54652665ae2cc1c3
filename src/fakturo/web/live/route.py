"""`GET /api/live`: changes of an owner's jobs as server-sent events."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Header, Query, Request
from fastapi.responses import Response, StreamingResponse

from fakturo.domain.keys import KeyState
from fakturo.web.answers import api_router
from fakturo.web.cursors import read_followed
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of, secret_shown
from fakturo.web.guards.sessions import account_secret, owner_of
from fakturo.web.live.streams import Stream

EXAMPLE = """retry: 2000

event: job
id: WyJldmVudCIsIjU0Y2E1YzQ5IiwxXQ
data: {"id": "0b8f6f2e-3c1d-4f3e-9d1c-2f5a7b9c0d1e", "status": "complete", "…": "as in the list"}

event: deleted
id: WyJldmVudCIsIjU0Y2E1YzQ5IiwyXQ
data: {"id": "6d9a1c7e-5b2f-4a8e-8c3d-1e2f3a4b5c6d"}

event: active
id: WyJldmVudCIsIjU0Y2E1YzQ5IiwzXQ
data: {"active_count": 2}

: keep-alive
"""
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events until one of us hangs up: `job` (one that is new or has changed, as in the list), "
        "`deleted`, `active` (how many are under way), and `reset` (the service was restored from a backup: read the "
        "list anew). Each has an id to go on from.",
        "content": {"text/event-stream": {"schema": {"type": "string"}, "example": EXAMPLE}},
    }
}

router = api_router()


@router.get("/live", summary="Changes of your jobs as they happen", responses=STREAM, response_class=StreamingResponse)
async def live(
    request: Request,
    since: Annotated[
        str | None, Query(max_length=300, description="`next_since` of a list: begin with what changed after it.")
    ] = None,
    last_event_id: Annotated[
        str | None, Header(max_length=300, description="The last event's id, to go on after it. Browsers send it.")
    ] = None,
) -> Response:
    """Server-sent events. Without `since` or `Last-Event-ID`, changes from now on. A job may come twice, never too
    seldom. Where a stream can't be had, ask `GET /api/jobs?since=` every few seconds instead."""
    deps, owner = deps_of(request), owner_of(request)
    start = read_followed(last_event_id, "Last-Event-ID") if last_event_id else None
    start = start or (read_followed(since, "since") if since else None)
    return deps.streams.open(Stream(deps.jobs, deps.changes, owner, start, _welcome(request)))


def _welcome(request: Request) -> Callable[[], Awaitable[bool]]:
    """Asked before anything is told: a key may be revoked, and a session ended, while its stream is open."""
    deps, owner, secret = deps_of(request), owner_of(request), secret_shown(request)
    signed_in = account_secret(request) if caller_of(request).person else None

    async def is_welcome() -> bool:
        if signed_in is not None:
            return deps.accounts is not None and await deps.accounts.store.person(signed_in) is not None
        if secret is None:
            return owner.key not in deps.ended_sessions
        key = await deps.keys.use(secret)
        return key is not None and key.state is KeyState.ACTIVE

    return is_welcome
