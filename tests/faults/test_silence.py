"""A database that is neither there nor gone: nothing answers, and nobody says so."""

import signal
import time
from dataclasses import replace

from tests.faults import collect
from tests.faults.bad_gateway import Behaviour
from tests.faults.checker import judge
from tests.faults.inflict import marker_of
from tests.faults.stage import POLICY, Options, WorkerProcess, kill, open_stage
from tests.support.stack import until

LEASE_SECONDS = 3
LONG = Options(replace(POLICY, lease_seconds=LEASE_SECONDS), gateway_timeout_ms=60_000)


async def test_work_stops_before_its_lease_ends_though_the_database_never_answers() -> None:
    async with open_stage(LONG) as stage:
        stage.gateway.usual = lambda: Behaviour(latency_seconds=40)
        await stage.start_web()
        worker = await stage.start_worker()
        async with stage.client() as client:
            assert await stage.upload(client, b"%PDF-1.7 made up")

        async def called() -> bool:
            return stage.gateway.under_way == 1

        await until(called, what="the call of the gateway")
        stage.database.blackhole()
        silent_since = time.time()

        await until(lambda: _said(worker, "lease_lost"), what="the end of the work")
        (lost,) = collect.fenced_in([(worker.pid, worker.log)])
        kill(worker.process)
        assert lost.at < silent_since + LEASE_SECONDS, "or another might be at it already"


async def test_a_worker_that_gives_up_without_an_answer_does_not_say_that_it_was_refused() -> None:
    """Told to stop at once while the connection breaks. What it sent might still arrive, and then it would count."""
    async with open_stage(LONG) as stage:
        await stage.start_web()
        worker = await stage.start_worker()
        stage.order(worker, "before_settle", "dawdle", 1)
        async with stage.client() as client:
            assert await stage.upload(client, b"%PDF-1.7 made up")
        await stage.reached(worker)
        stage.database.cut_at(marker_of("complete"), "before")
        worker.process.send_signal(signal.SIGTERM)
        await until(lambda: _said(worker, "shutdown"), what="that it stops")
        worker.process.send_signal(signal.SIGTERM)
        await worker.process.wait()
        said = {line["event"] for line in collect.logged(worker.log)}
        assert "settlement_given_up" in said
        assert "settlement_fenced" not in said
        stage.retire(worker)
        await stage.start_worker()
        assert await stage.drained(seconds=60)
        assert judge(await stage.history()).violations == ()


async def _said(worker: WorkerProcess, event: str) -> bool:
    return worker.has_said(event)
