"""The web process."""

import contextlib
import socket
from collections.abc import AsyncIterator
from datetime import timedelta

import structlog

from fakturo.directory.own import OwnDirectory
from fakturo.domain.addresses import networks
from fakturo.domain.limits import Rate
from fakturo.domain.uploads import UploadRules
from fakturo.http.connection import Bounds
from fakturo.http.gateway_calls import GatewayCalls
from fakturo.http.server import bind, serve
from fakturo.ops.freed_memory import keep_freed_memory
from fakturo.settings import Settings, address_of
from fakturo.store.crashes import notice_crash
from fakturo.store.directory import Directory
from fakturo.store.estimates import EstimateFigures
from fakturo.store.jobs import Jobs
from fakturo.store.keys import Keys
from fakturo.store.limits import RateLimits
from fakturo.store.migrate import require_current
from fakturo.store.operations import EndedSessions, Operations
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool, open_pool
from fakturo.store.releases import Releases
from fakturo.store.reviews import Reviews
from fakturo.store.session_links import SessionLinks
from fakturo.store.signals import JOBS_CHANGED, Notifier, listening
from fakturo.store.standing import Standings
from fakturo.store.storage import announced
from fakturo.store.templates import TemplateVersions
from fakturo.store.webhooks import Webhooks
from fakturo.web.admin.deps import AdminDeps
from fakturo.web.app import create_app
from fakturo.web.converter import Converter
from fakturo.web.deps import Deps
from fakturo.web.gateway_watch import GatewayWatch
from fakturo.web.guards.limits import Limited, Limiter
from fakturo.web.health import StorageWatch, check_health
from fakturo.web.jobs.estimates import Estimates
from fakturo.web.jobs.offer import Offer
from fakturo.web.jobs.receive import Reception
from fakturo.web.jobs.today import Today
from fakturo.web.live.changes import Changes
from fakturo.web.live.streams import Streams
from fakturo.web.page.deps import PageDeps
from fakturo.wiring.accounts import account_deps, account_provider
from fakturo.wiring.breakers import switch_breaker
from fakturo.wiring.directory import own_sellers
from fakturo.wiring.llm import has_model
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.observed import database_observed, metrics_token
from fakturo.wiring.sellers import OwnSellers
from fakturo.wiring.storage import database_url, disk_watch, open_blobs, process_name, store_addresses
from fakturo.wiring.webhooks import webhook_reach

log = structlog.get_logger()


async def run_web(settings: Settings, name: str | None = None) -> None:
    """By the name that whoever started it knows it by, or one of its own."""
    keep_freed_memory()
    listener = bind(settings.web_host, settings.web_port, setting="WEB_PORT")
    async with web_deps(settings, name) as deps:
        log.info("listening", url=address_of(settings.web_host, settings.web_port))
        app = create_app(deps, public_url=settings.page_url, metrics_token=metrics_token(settings))
        bounds = Bounds(connections=settings.max_connections)
        await serve(app, listener, bounds, stopping=deps.changes.stop)


@contextlib.asynccontextmanager
async def web_deps(settings: Settings, name: str | None = None) -> AsyncIterator[Deps]:
    mappings, provider = all_mappings(settings), account_provider(settings)
    url = database_url(settings)
    await require_current(url)
    blobs = open_blobs(settings)
    async with (
        open_pool(
            url, name="fakturo web", max_size=settings.database_pool_size, check=True, first=notice_crash
        ) as pool,
        Notifier(url, name="fakturo web notifier").running() as notifier,
        announced(pool, f"web {name or process_name()}", store_addresses(settings)),
    ):
        changes = Changes(notifier)
        jobs = Jobs(pool, tell=changes.tell, call=notifier.call)
        rules = UploadRules(settings.max_upload_mb)
        calls = gateway_calls(settings)
        watch, gateway = StorageWatch(blobs.probe), GatewayWatch(calls)
        templates = TemplateVersions(pool)
        today = Today(jobs, gateway, templates)
        pauses, standings = Pauses(pool, who=f"web {socket.gethostname()}"), Standings(pool)
        offer = Offer(mappings, Releases(pool), has_model=has_model(settings))
        disk = disk_watch(settings, blobs, pauses)
        operations = Operations(pool, tell=changes.tell)
        ended_sessions = EndedSessions(operations)
        async with (
            contextlib.aclosing(calls),
            contextlib.aclosing(gateway),
            disk.watching(),
            ended_sessions.watching(),
            database_observed(settings, pool),
            changes.running(jobs.changed_from),
            listening(
                settings.listen_url or url,
                {JOBS_CHANGED: changes.heard},
                name="fakturo web listener",
                but_not_to=notifier.sender,
            ),
        ):
            yield Deps(
                jobs=jobs,
                keys=Keys(pool),
                limiter=limiter(settings, pool),
                blobs=blobs,
                notifier=notifier,
                changes=changes,
                streams=Streams(settings.max_live_streams),
                webhooks=Webhooks(pool),
                webhook_reach=webhook_reach(settings),
                pauses=pauses,
                standings=standings,
                offer=offer,
                today=today,
                templates=templates,
                directory=OwnDirectory(Directory(pool)),
                estimates=Estimates(EstimateFigures(pool)),
                reviews=Reviews(pool, tell=changes.tell),
                converter=Converter(calls),
                reception=Reception(
                    jobs, blobs, notifier, disk, rules, standings, offer, today, settings.default_mapping
                ),
                max_attempts=settings.retry_max_attempts,
                check_health=lambda: check_health(pool, pauses, disk, watch, gateway),
                merge_limit=settings.merge_limit,
                page=page_deps(settings, pool),
                admin=admin_deps(settings, pool, operations, offer.releases),
                accounts=account_deps(settings, provider, pool, changes.tell),
                ended_sessions=ended_sessions,
                links_last=timedelta(seconds=settings.download_link_sec),
            )


def gateway_calls(settings: Settings) -> GatewayCalls:
    timeout = settings.gateway_timeout_ms / 1000
    return GatewayCalls(settings.gateway_urls, timeout_seconds=timeout, token=settings.gateway_token)


def page_deps(settings: Settings, pool: Pool) -> PageDeps:
    return PageDeps(
        OwnSellers(Directory(pool), own_sellers(settings)),
        SessionLinks(pool),
        settings.public_url or "",
        pdf_days=f"{settings.pdf_ttl_days:g}",
        xml_days=f"{settings.xml_ttl_days:g}",
    )


def admin_deps(settings: Settings, pool: Pool, operations: Operations, releases: Releases) -> AdminDeps:
    return AdminDeps(
        operations,
        releases,
        switch_breaker(settings, pool),
        token=settings.admin_token,
        secure=settings.page_url.startswith("https:"),
        for_role=settings.oidc_admin_role is not None,
    )


def limiter(settings: Settings, pool: Pool) -> Limiter:
    requests, uploads = settings.requests_per_minute, settings.uploads_per_minute
    for_uploads = Rate(uploads, settings.uploads_burst) if uploads else None
    rates = {
        Limited.REQUESTS: Rate(requests, burst=requests) if requests else None,
        Limited.UPLOADS: for_uploads,
        Limited.RETRIES: for_uploads,
    }
    return Limiter(RateLimits(pool), rates, trusted=networks(settings.trusted_proxies or ""))
