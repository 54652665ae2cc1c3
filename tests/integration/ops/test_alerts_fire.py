"""A real Prometheus scrapes real processes, and alerts fire by faults made on purpose; only their `for` is short."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fakturo.store.operations import Operations
from fakturo.store.pool import Pool
from tests.faults.bad_gateway import BadGateway, Behaviour
from tests.integration.web.test_upload import upload
from tests.support.databases import Clock, Rows
from tests.support.pdfs import make_pdf
from tests.support.prometheus import NO_PROMETHEUS, Prometheus, prometheus_over
from tests.support.stack import Stack, free_port, until

pytestmark = NO_PROMETHEUS
BROKEN = Behaviour(status=503)


async def test_two_alerts_fire_when_nobody_works_and_claims_are_paused(
    stack: Stack, directory: Path, pool: Pool
) -> None:
    port = free_port()
    await stack.start_web(metrics_port=port)
    async with prometheus_over([port], directory) as prometheus:
        await prometheus.until_it_fires("FakturoNoWorkers")
        assert "FakturoPaused" not in await prometheus.firing()
        await Operations(pool).pause("claims", who="anna", why="The machine moves.")
        await prometheus.until_it_fires("FakturoPaused")


class Plant:
    """Web and worker of their own before a gateway that can be broken, and Prometheus over both."""

    def __init__(self, stack: Stack, gateway: BadGateway, prometheus: Prometheus, worker: Any) -> None:
        self.stack, self.gateway, self.prometheus, self.worker = stack, gateway, prometheus, worker

    async def feed(self, count: int, name: str) -> None:
        async with self.stack.client() as client:
            for number in range(count):
                await upload(client, make_pdf([f"{name} {number}"]))


@contextlib.asynccontextmanager
async def plant(database_url: str, directory: Path) -> AsyncIterator[Plant]:
    async with BadGateway().running() as gateway:
        url = f"http://127.0.0.1:{gateway.port}"
        async with Stack(database_url, directory, gateway_url=url) as stack:
            web, worker = free_port(), free_port()
            await stack.start_web(metrics_port=web, uploads_per_minute=0, requests_per_minute=300)
            quick = {"retry_base_delay_ms": 200, "retry_jitter_max_ms": 100, "circuit_cooldown_ms": 60_000}
            process = await stack.start("worker", metrics_port=worker, **quick)
            async with prometheus_over([web, worker], directory) as prometheus:
                yield Plant(stack, gateway, prometheus, process)


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_alerts_fire_by_faults_made_on_purpose(
    database_url: str, directory: Path, rows: Rows, clock: Clock, pool: Pool
) -> None:
    async with plant(database_url, directory) as made:
        await made.feed(10, "good")
        await until(lambda: made.prometheus.knows("sum(jobs_completed_total) == 10"), what="ten good files")
        await made.prometheus.until_it_is_quiet()

        # The gateway breaks.
        made.gateway.outage, made.gateway.healthy = BROKEN, False
        await made.feed(25, "during the outage")
        await made.prometheus.until_it_fires("FakturoGatewayFailing", "FakturoBreakerOpen")
        made.gateway.outage, made.gateway.healthy = None, True
        await Operations(pool).probe_now("gateway")
        await made.prometheus.until_it_is_quiet("FakturoBreakerOpen")
        await until(lambda: _all_ended(rows), seconds=240, what="the end of all")

        # A client asks again and again.
        async with made.stack.client() as client:
            for _ in range(600):
                await client.get("/api/jobs")
        await made.prometheus.until_it_fires("FakturoPollingLoop")

        # A worker freezes with a job in its hands, and nobody else is there.
        made.gateway.outage = Behaviour(kind="hang")
        await made.feed(1, "held")
        await until(lambda: _is_processing(rows), what="the claim")
        made.worker.send_signal(signal.SIGSTOP)
        await clock.advance(timedelta(minutes=11))
        await made.prometheus.until_it_fires("FakturoStuckLease", "FakturoNoWorkers")


async def _all_ended(rows: Rows) -> bool:
    await asyncio.sleep(0.3)
    left = await rows.one("SELECT count(*) FROM jobs WHERE status IN ('queued', 'processing')")
    return bool(left["count"] == 0)


async def _is_processing(rows: Rows) -> bool:
    return bool((await rows.one("SELECT count(*) FROM jobs WHERE status = 'processing'"))["count"])
