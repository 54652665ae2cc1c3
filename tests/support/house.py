"""Web, workers and a gateway inside the test's own process, over a real database: all of it, at once."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from fakturo.settings import Settings
from fakturo.store.breakers import Breakers
from fakturo.store.pauses import Pauses
from fakturo.store.pool import open_pool
from fakturo.store.queue import Queue
from fakturo.store.signals import JOBS_CHANGED, Notifier
from fakturo.store.templates import TemplateVersions
from fakturo.wiring.breakers import breaker_rules
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.storage import retention_rules
from fakturo.wiring.worker import retry_policy
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.loop import Pipeline, Worker
from fakturo.worker.run_job import run_job
from tests.support.databases import TestServer
from tests.support.gateways import Answer, PlainGateway, plain_gateway, xml
from tests.support.stack import open_directory, until
from tests.support.web_app import WebApp, web_app

QUICK: dict[str, object] = {
    "retry_base_delay_ms": 20,
    "retry_jitter_max_ms": 0,
    "circuit_cooldown_ms": 100,
    "gateway_timeout_ms": 20_000,
}
"""The same rules with shorter waits."""


@dataclass
class House:
    web: WebApp
    gateway: PlainGateway
    directory: Path
    settings: dict[str, object]
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    @contextlib.asynccontextmanager
    async def worker(self, **changed: object) -> AsyncIterator[Worker]:
        """Works until the end of the block, and finishes what it has begun."""
        config = Settings.model_validate(self.settings | changed)
        name = f"worker {next(self._numbers)}"
        gateway = GatewayClient(
            config.gateway_urls,
            timeout_seconds=config.gateway_timeout_ms / 1000,
            token=None,
        )
        blobs, mappings = self.web.deps.blobs, all_mappings(config)
        async with (
            contextlib.aclosing(gateway),
            open_pool(self.web.rows.url, name=name, max_size=8) as pool,
            Notifier(self.web.rows.url, name=f"{name} notifier").running() as notifier,
        ):
            worker = Worker(
                Queue(
                    pool,
                    worker=name,
                    lease_ttl=timedelta(seconds=config.worker_lease_ttl_sec),
                    rules=retention_rules(config),
                    tell=lambda owner_key: notifier.call(JOBS_CHANGED, owner_key),
                ),
                Pipeline(
                    "gateway",
                    config.worker_concurrency,
                    retry_policy(config),
                    run=lambda job: run_job(job, blobs, gateway, mappings, TemplateVersions(pool).in_use),
                ),
                ClaimGuard(
                    Breakers(pool, pipeline="gateway", worker=name),
                    breaker_rules(config),
                    gateway_is_healthy=gateway.is_healthy,
                    disk_filled_up=Pauses(pool, who=name).pause_for_full_disk,
                    trials_take=timedelta(seconds=60),
                ),
                lease_seconds=config.worker_lease_ttl_sec,
                grace_seconds=config.worker_grace_sec,
            )
            running = asyncio.create_task(worker.run())
            try:
                yield worker
            finally:
                if not worker._stop_claiming.is_set():  # said twice, it would hand its jobs back
                    worker.stop()
                await running

    async def ended(self, client: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
        return await self.until_status(client, job_id, "complete", "failed")

    async def until_status(self, client: httpx.AsyncClient, job_id: str, *statuses: str) -> dict[str, Any]:
        job: dict[str, Any] = {}

        async def reached() -> bool:
            job.update((await client.get(f"/api/jobs/{job_id}")).json()["job"])
            return job["status"] in statuses

        await until(reached, what=f"status {' or '.join(statuses)}")
        return job

    async def events(self, job_id: str) -> list[dict[str, Any]]:
        return await self.web.rows.all("SELECT * FROM job_events WHERE job_id = %s ORDER BY id", job_id)


async def converts(_: int) -> Any:
    return xml()


@contextlib.asynccontextmanager
async def open_house(server: TestServer, answer: Answer = converts, **settings: object) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        directory = stack.enter_context(open_directory())
        url = await stack.enter_async_context(server.database())
        gateway = await stack.enter_async_context(plain_gateway(answer))
        given = {"database_url": url, "data_dir": directory, "gateway_url": gateway.url, **QUICK, **settings}
        web = await stack.enter_async_context(web_app(url, directory, **settings))
        yield House(web, gateway, directory, given)
