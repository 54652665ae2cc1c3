"""The web process."""

import contextlib
import socket
from collections.abc import AsyncIterator
from datetime import timedelta

import structlog

from fakturo.domain.uploads import UploadRules
from fakturo.http.connection import Bounds
from fakturo.http.server import bind, serve
from fakturo.settings import Settings, address_of
from fakturo.store.jobs import Jobs
from fakturo.store.migrate import require_current
from fakturo.store.pauses import Pauses
from fakturo.store.pool import open_pool
from fakturo.store.releases import Releases
from fakturo.store.signals import Notifier
from fakturo.store.storage import announced
from fakturo.web.app import create_app
from fakturo.web.deps import Deps
from fakturo.web.health import StorageWatch, check_health
from fakturo.web.offer import Offer
from fakturo.web.receive import Reception
from fakturo.web.scan_watch import ScanWatch
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.storage import database_url, disk_watch, open_blobs, process_name, store_addresses

log = structlog.get_logger()


async def run_web(settings: Settings) -> None:
    listener = bind(settings.web_host, settings.web_port, setting="WEB_PORT")
    async with web_deps(settings) as deps:
        log.info("listening", url=address_of(settings.web_host, settings.web_port))
        app = create_app(deps, public_url=settings.page_url)
        await serve(app, listener, Bounds(connections=settings.max_connections))


@contextlib.asynccontextmanager
async def web_deps(settings: Settings) -> AsyncIterator[Deps]:
    mappings = all_mappings(settings)
    url = database_url(settings)
    await require_current(url)
    blobs = open_blobs(settings)
    async with (
        open_pool(url, name="fakturo web", max_size=settings.database_pool_size, check=True) as pool,
        Notifier(url, name="fakturo web notifier").running() as notifier,
        announced(pool, f"web {process_name()}", store_addresses(settings)),
    ):
        jobs = Jobs(pool)
        rules = UploadRules(settings.max_upload_mb)
        watch, scans = StorageWatch(blobs.probe), ScanWatch(settings.gateway_urls)
        pauses = Pauses(pool, who=f"web {socket.gethostname()}")
        offer = Offer(mappings, Releases(pool))
        disk = disk_watch(settings, blobs, pauses)
        async with disk.watching():
            yield Deps(
                jobs=jobs,
                blobs=blobs,
                notifier=notifier,
                pauses=pauses,
                offer=offer,
                reception=Reception(jobs, blobs, notifier, disk, rules, offer, settings.default_mapping),
                max_attempts=settings.retry_max_attempts,
                check_health=lambda: check_health(pool, pauses, disk, watch, scans),
                merge_limit=settings.merge_limit,
                links_last=timedelta(seconds=settings.download_link_sec),
            )
