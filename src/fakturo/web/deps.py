"""What the routes work with, made in wiring and carried by the app."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from starlette.requests import Request

from fakturo.blobs.base import Blobs
from fakturo.directory.own import OwnDirectory
from fakturo.domain.webhooks import Reach
from fakturo.store.jobs import Jobs
from fakturo.store.keys import Keys
from fakturo.store.operations import EndedSessions
from fakturo.store.pauses import Pauses
from fakturo.store.reviews import Reviews
from fakturo.store.signals import Notifier
from fakturo.store.standing import Standings
from fakturo.store.templates import TemplateVersions
from fakturo.store.webhooks import Webhooks
from fakturo.web.accounts.deps import AccountDeps
from fakturo.web.admin.deps import AdminDeps
from fakturo.web.converter import Converter
from fakturo.web.guards.limits import Limiter
from fakturo.web.health import Health
from fakturo.web.jobs.estimates import Estimates
from fakturo.web.jobs.offer import Offer
from fakturo.web.jobs.receive import Reception
from fakturo.web.jobs.today import Today
from fakturo.web.live.changes import Changes
from fakturo.web.live.streams import Streams
from fakturo.web.page.deps import PageDeps


@dataclass(frozen=True, slots=True)
class Deps:
    jobs: Jobs
    keys: Keys
    limiter: Limiter
    blobs: Blobs
    notifier: Notifier
    changes: Changes
    streams: Streams
    webhooks: Webhooks
    webhook_reach: Reach
    pauses: Pauses
    standings: Standings
    offer: Offer
    today: Today
    templates: TemplateVersions
    directory: OwnDirectory
    estimates: Estimates
    reviews: Reviews
    converter: Converter
    reception: Reception
    max_attempts: int
    check_health: Callable[[], Awaitable[Health]]
    merge_limit: int
    """Most invoices of one merged file."""
    page: PageDeps
    admin: AdminDeps
    accounts: AccountDeps | None
    """None: nobody signs in; each browser has a session."""
    ended_sessions: EndedSessions
    links_last: timedelta
    """Of downloads straight from the storage; none, if they pass through us."""


def deps_of(request: Request) -> Deps:
    deps = request.app.state.deps
    assert isinstance(deps, Deps)
    return deps
