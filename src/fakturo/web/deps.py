"""What the routes work with, made in wiring and carried by the app."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from starlette.requests import Request

from fakturo.blobs.base import Blobs
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.jobs import Jobs
from fakturo.store.pauses import UPLOADS, Pauses
from fakturo.store.signals import Notifier
from fakturo.web.health import Health
from fakturo.web.offer import Offer
from fakturo.web.receive import Reception

RETRY_AFTER_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Deps:
    jobs: Jobs
    blobs: Blobs
    notifier: Notifier
    pauses: Pauses
    offer: Offer
    reception: Reception
    max_attempts: int
    check_health: Callable[[], Awaitable[Health]]
    merge_limit: int
    """Most invoices of one merged file."""
    links_last: timedelta
    """Of downloads straight from the storage; none, if they pass through us."""


def deps_of(request: Request) -> Deps:
    deps = request.app.state.deps
    assert isinstance(deps, Deps)
    return deps


async def refuse_while_paused(deps: Deps) -> None:
    """Before the body is read: nobody sends fifty megabytes only to hear that."""
    for pause in await deps.pauses.active():
        if pause.what == UPLOADS:
            detail = f"Uploads are paused: {pause.why} Try again in a moment; nothing was taken."
            raise Problem(ErrorCode.PAUSED, detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
