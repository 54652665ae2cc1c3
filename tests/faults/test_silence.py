"""A database that is neither there nor gone: nothing answers, and nobody says so."""

import time
from dataclasses import replace

from tests.faults import collect
from tests.faults.bad_gateway import Behaviour
from tests.faults.stage import POLICY, Options, kill, open_stage
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

        async def gave_up() -> bool:
            return any(line.get("event") == "lease_lost" for line in collect.logged(worker.log))

        await until(gave_up, what="the end of the work")
        (lost,) = collect.fenced_in([(worker.pid, worker.log)])
        kill(worker.process)
        assert lost.at < silent_since + LEASE_SECONDS, "or another might be at it already"
