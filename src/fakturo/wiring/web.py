"""The web process."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from datetime import timedelta

import psycopg
from psycopg_pool import PoolTimeout

from fakturo.domain.uploads import UploadRules
from fakturo.http.server import bind, serve
from fakturo.settings import Settings
from fakturo.store.jobs import Jobs
from fakturo.store.migrate import require_current
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
        yield Deps(
            jobs=jobs,
            blobs=blobs,
            reception=Reception(jobs, blobs, notifier, rules, settings.default_mapping),
            max_attempts=settings.retry_max_attempts,
            check_health=lambda: check_health(pool, settings),
        )


async def check_health(pool: Pool, settings: Settings) -> dict[str, str]:
    writable = all(os.access(area, os.W_OK) for area in settings.areas.values())
    return {"database": await _database_health(pool), "storage": "ok" if writable else "not writable"}


async def _database_health(pool: Pool) -> str:
    try:
        async with asyncio.timeout(HEALTH_SECONDS), pool.connection() as connection:
            await connection.execute("SELECT 1")
    except (psycopg.Error, PoolTimeout, TimeoutError, OSError):
        return "unreachable"
    return "ok"
