"""The composition root: builds each process from the settings and runs it. Rooms below get plain values."""

import asyncio
import contextlib
import os
import signal
import socket
import uuid
from collections.abc import AsyncIterator
from datetime import timedelta

import psycopg
from psycopg_pool import PoolTimeout

from fakturo.blobs.disk import DiskBlobs
from fakturo.domain.retry import RetryPolicy, gateway_policy, stepped_policy
from fakturo.domain.uploads import UploadRules
from fakturo.gateway.app import create_app as create_gateway
from fakturo.gateway.options import GatewayOptions
from fakturo.http.server import bind, serve
from fakturo.settings import BadSetting, Settings
from fakturo.store.jobs import Jobs
from fakturo.store.migrate import require_current
from fakturo.store.pool import Pool, open_pool
from fakturo.store.queue import Queue
from fakturo.store.signals import WORK_IS_WAITING, Notifier, listening
from fakturo.web.app import create_app as create_web
from fakturo.web.deps import Deps
from fakturo.web.receive import Reception
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.loop import Pipeline, Worker
from fakturo.worker.run_job import run_job

HEALTH_SECONDS = 3
MEBIBYTE = 1024 * 1024
SPARE_CONNECTIONS = 2
"""A worker needs one connection per job that settles at once, and these for claiming and extending."""


def database_url(settings: Settings) -> str:
    if settings.database_url is None:
        raise BadSetting("The setting DATABASE_URL is missing. Set it to a PostgreSQL server, or run: fakturo up")
    return settings.database_url


def disk_blobs(settings: Settings) -> DiskBlobs:
    blobs = DiskBlobs(settings.areas)
    try:
        blobs.make_directories()
    except OSError as error:
        raise BadSetting(
            f"Cannot write to {error.filename}: {error.strerror}. Choose another place: UPLOADS_DIR, RESULTS_DIR."
        ) from None
    return blobs


def retry_policy(settings: Settings) -> RetryPolicy:
    if settings.retry_policy == "stepped":
        return stepped_policy(settings.retry_max_attempts)
    return gateway_policy(
        settings.retry_max_attempts,
        timedelta(milliseconds=settings.retry_base_delay_ms),
        timedelta(milliseconds=settings.retry_jitter_max_ms),
    )


# ---------------------------------------------------------------- web


async def run_web(settings: Settings) -> None:
    listener = bind(settings.web_host, settings.web_port, setting="WEB_PORT")
    async with web_deps(settings) as deps:
        await serve(create_web(deps, secure_cookie=settings.page_url.startswith("https:")), listener)


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


# ---------------------------------------------------------------- worker


async def run_worker(settings: Settings) -> None:
    url = database_url(settings)
    name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
    await require_current(url)
    blobs = disk_blobs(settings)
    gateway = GatewayClient(
        settings.gateway_url,
        timeout_seconds=settings.gateway_timeout_ms / 1000,
        connections=settings.worker_concurrency,
    )
    pool_size = settings.worker_concurrency + SPARE_CONNECTIONS
    async with (
        contextlib.aclosing(gateway),
        open_pool(url, name="fakturo worker", max_size=pool_size) as pool,
    ):
        worker = Worker(
            Queue(pool, worker=name, lease_ttl=timedelta(seconds=settings.worker_lease_ttl_sec)),
            Pipeline(
                "gateway",
                settings.worker_concurrency,
                retry_policy(settings),
                run=lambda job: run_job(job, blobs, gateway),
            ),
            lease_seconds=settings.worker_lease_ttl_sec,
            grace_seconds=settings.worker_grace_sec,
        )
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, worker.stop)
        async with listening(settings.listen_url or url, WORK_IS_WAITING, worker.wake, name="fakturo worker listener"):
            await worker.run()


# ---------------------------------------------------------------- gateway


async def run_gateway(settings: Settings) -> None:
    listener = bind(settings.gateway_host, settings.gateway_port, setting="GATEWAY_PORT")
    await serve(create_gateway(gateway_options(settings)), listener)


def gateway_options(settings: Settings) -> GatewayOptions:
    return GatewayOptions(max_upload_bytes=settings.max_upload_mb * MEBIBYTE)
