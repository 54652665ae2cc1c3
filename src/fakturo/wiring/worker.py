"""The worker process."""

import asyncio
import contextlib
import signal
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from fakturo.blobs.base import Blobs
from fakturo.convert.mapping import Mappings
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import RetryPolicy, gateway_policy, llm_policy, stepped_policy
from fakturo.ops.disk_watch import DiskWatch
from fakturo.ops.garbage import OF_A_WORKER, collect_seldom
from fakturo.settings import Settings
from fakturo.store.breakers import Breakers
from fakturo.store.migrate import require_current
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool, open_pool
from fakturo.store.queue import Queue
from fakturo.store.retention import Forecast, Retention
from fakturo.store.signals import JOBS_CHANGED, LEASE_ENDED, WORK_IS_WAITING, Notifier, listening
from fakturo.store.storage import announced
from fakturo.store.templates import TemplateVersions
from fakturo.store.webhooks import Outbox
from fakturo.wiring.archive import archiver
from fakturo.wiring.breakers import breaker_rules
from fakturo.wiring.llm import has_model, open_model
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.observed import database_observed
from fakturo.wiring.storage import (
    database_url,
    disk_watch,
    open_blobs,
    open_database,
    process_name,
    retention_rules,
    store_addresses,
)
from fakturo.wiring.webhooks import webhook_reach
from fakturo.worker.claim_guard import Check, ClaimGuard
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.janitor import Janitor, Swept
from fakturo.worker.loop import Pipeline, Worker
from fakturo.worker.run_job import TemplatesOf, run_job
from fakturo.worker.webhook_sender import Sender
from fakturo.worker.webhooks import LEASE, Deliverer

if TYPE_CHECKING:
    from fakturo.worker.llm.run import Model

TRIAL_SPARE = timedelta(seconds=30)
log = structlog.get_logger()

SPARE_CONNECTIONS = 2
"""A worker needs one connection per job that settles at once, and these for claiming and extending."""


async def run_worker(settings: Settings, name: str | None = None) -> None:
    """By the name that whoever started it knows it by, or one of its own."""
    collect_seldom(OF_A_WORKER)
    url, name = database_url(settings), name or process_name()
    mappings = all_mappings(settings)
    await require_current(url)
    blobs, gateway, sender = open_blobs(settings), _gateway(settings), Sender(webhook_reach(settings))
    async with (
        contextlib.aclosing(gateway),
        contextlib.aclosing(sender),
        open_pool(url, name="fakturo worker", max_size=_connections(settings), plan_once=True) as pool,
        Notifier(url, name="fakturo worker notifier").running() as notifier,
        contextlib.AsyncExitStack() as stack,
    ):
        disk = disk_watch(settings, blobs, Pauses(pool, who=name))
        loops = _Loops(settings, pool, name, notifier, disk)
        parts = _Parts(blobs, gateway, mappings, TemplateVersions(pool).in_use)
        workers = [loops.worker(_by_engine(settings, parts), gateway.is_healthy, settings.gateway_timeout_ms)]
        if has_model(settings):
            model = open_model(settings, pool)
            await stack.enter_async_context(contextlib.aclosing(model.client))
            by_model = _by_model(settings, parts, model)
            workers.append(loops.worker(by_model, model.client.is_healthy, settings.llm_timeout_ms))

        def each(act: Callable[[Worker], None]) -> None:
            for worker in workers:
                act(worker)

        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, lambda: each(Worker.stop))
        wake = {WORK_IS_WAITING: lambda _: each(Worker.wake), LEASE_ENDED: lambda _: each(Worker.look_at_leases)}
        janitor = Janitor(
            Retention(pool, retention_rules(settings), who=name), blobs, archiver(settings, pool, blobs, who=name)
        )
        async with (
            listening(settings.listen_url or url, wake, name="fakturo worker listener"),
            janitor.running(),
            Deliverer(Outbox(pool, worker=name, lease=LEASE), sender).running(),
            disk.watching(),
            database_observed(settings, pool),
            announced(pool, f"worker {name}", store_addresses(settings), slots=settings.worker_concurrency),
        ):
            log.info("working", gateway=settings.gateway_urls, jobs_at_once=settings.worker_concurrency)
            await asyncio.gather(*(worker.run() for worker in workers))


def _gateway(settings: Settings) -> GatewayClient:
    return GatewayClient(
        settings.gateway_urls,
        timeout_seconds=settings.gateway_timeout_ms / 1000,
        token=settings.gateway_token,
    )


def _connections(settings: Settings) -> int:
    of_model = settings.llm_concurrency + SPARE_CONNECTIONS if has_model(settings) else 0
    return settings.worker_concurrency + SPARE_CONNECTIONS + of_model


@dataclass(frozen=True, slots=True)
class _Parts:
    """What jobs are done with."""

    blobs: Blobs
    gateway: GatewayClient
    mappings: Mappings
    templates_of: TemplatesOf


def _by_engine(settings: Settings, parts: _Parts) -> Pipeline:
    asks_model = has_model(settings) and settings.llm_escalate

    def escalates(job: ClaimedJob) -> bool:
        return asks_model and parts.mappings.find(job.mapping, job.mapping_version).is_of_invoices

    return Pipeline(
        "gateway",
        settings.worker_concurrency,
        retry_policy(settings),
        run=lambda job: run_job(job, parts.blobs, parts.gateway, parts.mappings, parts.templates_of),
        escalates=escalates,
    )


def _by_model(settings: Settings, parts: _Parts, model: "Model") -> Pipeline:
    from fakturo.worker.llm.run import run_model_job  # loads much, for those who have a model

    return Pipeline(
        "llm",
        settings.llm_concurrency,
        llm_policy(),
        run=lambda job: run_model_job(job, parts.blobs, parts.gateway, parts.mappings, model, parts.templates_of),
    )


@dataclass(frozen=True, slots=True)
class _Loops:
    """What the loops of all pipelines share."""

    settings: Settings
    pool: Pool
    name: str
    notifier: Notifier
    disk: DiskWatch

    def worker(self, pipeline: Pipeline, is_healthy: Check, timeout_ms: int) -> Worker:
        settings = self.settings
        queue = Queue(
            self.pool,
            worker=self.name,
            lease_ttl=timedelta(seconds=settings.worker_lease_ttl_sec),
            rules=retention_rules(settings),
            tell=lambda owner_key: self.notifier.call(JOBS_CHANGED, owner_key),
        )
        guard = ClaimGuard(
            Breakers(self.pool, pipeline=pipeline.name, worker=self.name),
            breaker_rules(settings),
            gateway_is_healthy=is_healthy,
            disk_filled_up=self.disk.filled_up,
            trials_take=timedelta(milliseconds=timeout_ms) + TRIAL_SPARE,
        )
        lease, grace = settings.worker_lease_ttl_sec, settings.worker_grace_sec
        return Worker(queue, pipeline, guard, lease_seconds=lease, grace_seconds=grace)


async def sweep_once(settings: Settings, *, dry_run: bool) -> Swept | Forecast | None:
    """`fakturo sweep`."""
    async with open_database(settings, name="sweep", most=2) as pool:
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
