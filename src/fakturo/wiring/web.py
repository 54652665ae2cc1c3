"""The web process."""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator
from datetime import timedelta

import psycopg
from psycopg_pool import PoolTimeout

from fakturo.domain.uploads import UploadRules
from fakturo.http.server import bind, serve
from fakturo.ops.health import BreakerHealth, Health, PauseHealth
from fakturo.settings import Settings
from fakturo.store.breakers import standings
from fakturo.store.jobs import Jobs
from fakturo.store.migrate import require_current
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool, open_pool
from fakturo.store.signals import Notifier
from fakturo.web.app import create_app
from fakturo.web.deps import Deps
from fakturo.web.receive import Reception
from fakturo.wiring.storage import database_url, disk_blobs

HEALTH_SECONDS = 3


async def run_web(settings: Settings) -> None:
    listener = bind(settings.web_host, settings.web_port, setting="WEB_PORT")
    async with web_deps(settings) as deps:
        await serve(create_app(deps, secure_cookie=settings.page_url.startswith("https:")), listener)


@contextlib.asynccontextmanager
async def web_deps(settings: Settings) -> AsyncIterator[Deps]:
    url = database_url(settings)
    await require_current(url)
    blobs = disk_blobs(settings)
    async with (
        open_pool(url, name="fakturo web", max_size=settings.database_pool_size) as pool,
        Notifier(url, name="fakturo web notifier").running() as notifier,
    ):
        jobs = Jobs(pool, fair_spacing=timedelta(milliseconds=settings.fair_spacing_ms))
        rules = UploadRules(settings.max_upload_mb)
        pauses = Pauses(pool, who=f"web {socket.gethostname()}")
        yield Deps(
            jobs=jobs,
            blobs=blobs,
            notifier=notifier,
            pauses=pauses,
            reception=Reception(jobs, blobs, notifier, pauses, rules, settings.default_mapping),
            max_attempts=settings.retry_max_attempts,
            check_health=lambda: check_health(pool, pauses, settings),
        )


async def check_health(pool: Pool, pauses: Pauses, settings: Settings) -> Health:
    writable = all(os.access(area, os.W_OK) for area in settings.areas.values())
    storage = "ok" if writable else "not writable"
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            breakers = {
                each.pipeline: BreakerHealth(each.state, each.changed_at, each.due_at) for each in await standings(pool)
            }
            active = [
                PauseHealth(each.what, each.reason, each.why, each.since, each.until) for each in await pauses.active()
            ]
    except (psycopg.Error, PoolTimeout, TimeoutError, OSError):
        return Health({"database": "unreachable", "storage": storage})
    return Health({"database": "ok", "storage": storage}, breakers, active)
