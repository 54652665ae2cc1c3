"""The worker process."""

import asyncio
import contextlib
import signal
import uuid
from datetime import timedelta

import structlog

from fakturo.domain.breaker import BreakerRules
from fakturo.domain.retry import RetryPolicy, gateway_policy, stepped_policy
from fakturo.settings import Settings
from fakturo.store.breakers import Breakers
from fakturo.store.migrate import require_current
from fakturo.store.pauses import Pauses
from fakturo.store.pool import open_pool
from fakturo.store.queue import Queue
from fakturo.store.retention import Forecast, Retention
from fakturo.store.signals import LEASE_ENDED, WORK_IS_WAITING, listening
from fakturo.store.storage import announced
from fakturo.wiring.archive import archiver
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.storage import database_url, disk_watch, open_blobs, process_name, retention_rules, store_addresses
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.janitor import Janitor, Swept
from fakturo.worker.loop import Pipeline, Worker
from fakturo.worker.run_job import run_job

TRIAL_SPARE = timedelta(seconds=30)
log = structlog.get_logger()

SPARE_CONNECTIONS = 2
"""A worker needs one connection per job that settles at once, and these for claiming and extending."""


async def run_worker(settings: Settings) -> None:
    mappings = all_mappings(settings)
    url = database_url(settings)
    name = process_name()
    await require_current(url)
    blobs = open_blobs(settings)
    gateway = GatewayClient(
        settings.gateway_urls,
        timeout_seconds=settings.gateway_timeout_ms / 1000,
        connections=settings.worker_concurrency,
        token=settings.gateway_token,
    )
    pool_size = settings.worker_concurrency + SPARE_CONNECTIONS
    async with (
        contextlib.aclosing(gateway),
        open_pool(url, name="fakturo worker", max_size=pool_size) as pool,
    ):
        disk = disk_watch(settings, blobs, Pauses(pool, who=name))
        worker = Worker(
            Queue(
                pool,
                worker=name,
                lease_ttl=timedelta(seconds=settings.worker_lease_ttl_sec),
                rules=retention_rules(settings),
            ),
            Pipeline(
                "gateway",
                settings.worker_concurrency,
                retry_policy(settings),
                run=lambda job: run_job(job, blobs, gateway, mappings),
            ),
            ClaimGuard(
                Breakers(pool, pipeline="gateway", worker=name),
                breaker_rules(settings),
                gateway_is_healthy=gateway.is_healthy,
                disk_filled_up=disk.filled_up,
                trials_take=timedelta(milliseconds=settings.gateway_timeout_ms) + TRIAL_SPARE,
            ),
            lease_seconds=settings.worker_lease_ttl_sec,
            grace_seconds=settings.worker_grace_sec,
        )
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, worker.stop)
        janitor = Janitor(
            Retention(pool, retention_rules(settings), who=name), blobs, archiver(settings, pool, blobs, who=name)
        )
        async with (
            listening(
                settings.listen_url or url,
                {WORK_IS_WAITING: worker.wake, LEASE_ENDED: worker.look_at_leases},
                name="fakturo worker listener",
            ),
            janitor.running(),
            disk.watching(),
            announced(pool, f"worker {name}", store_addresses(settings)),
        ):
            log.info("working", gateway=settings.gateway_urls, jobs_at_once=settings.worker_concurrency)
            await worker.run()


async def sweep_once(settings: Settings, *, dry_run: bool) -> Swept | Forecast | None:
    """`fakturo sweep`."""
    url = database_url(settings)
    await require_current(url)
    async with open_pool(url, name="fakturo sweep", max_size=2) as pool:
        retention = Retention(pool, retention_rules(settings), who=f"sweep {uuid.uuid4().hex[:8]}")
        if dry_run:
            return await retention.forecast()
        return await Janitor(retention, open_blobs(settings)).sweep(now=True)


def retry_policy(settings: Settings) -> RetryPolicy:
    if settings.retry_policy == "stepped":
        return stepped_policy(settings.retry_max_attempts)
    return gateway_policy(
        settings.retry_max_attempts,
        timedelta(milliseconds=settings.retry_base_delay_ms),
        timedelta(milliseconds=settings.retry_jitter_max_ms),
    )


def breaker_rules(settings: Settings) -> BreakerRules:
    return BreakerRules(
        window_calls=settings.circuit_window,
        fail_threshold=settings.circuit_fail_threshold,
        window=timedelta(seconds=settings.circuit_window_sec),
        cooldown=timedelta(milliseconds=settings.circuit_cooldown_ms),
        trials=settings.circuit_trials,
        mode=settings.circuit_mode,
    )
