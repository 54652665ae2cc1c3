"""The worker process."""

import asyncio
import contextlib
import os
import signal
import socket
import uuid
from datetime import timedelta

from fakturo.domain.retry import RetryPolicy, gateway_policy, stepped_policy
from fakturo.settings import Settings
from fakturo.store.migrate import require_current
from fakturo.store.pool import open_pool
from fakturo.store.queue import Queue
from fakturo.store.signals import WORK_IS_WAITING, listening
from fakturo.wiring.storage import database_url, disk_blobs
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.loop import Pipeline, Worker
from fakturo.worker.run_job import run_job

SPARE_CONNECTIONS = 2
"""A worker needs one connection per job that settles at once, and these for claiming and extending."""


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


def retry_policy(settings: Settings) -> RetryPolicy:
    if settings.retry_policy == "stepped":
        return stepped_policy(settings.retry_max_attempts)
    return gateway_policy(
        settings.retry_max_attempts,
        timedelta(milliseconds=settings.retry_base_delay_ms),
        timedelta(milliseconds=settings.retry_jitter_max_ms),
    )
