"""Short, exact stories, each made so that one missing safeguard shows. The honest product passes them all."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from tests.faults import collect
from tests.faults.bad_gateway import Behaviour
from tests.faults.checker import Verdict, judge
from tests.faults.stage import POLICY, Options, Stage, WorkerProcess, open_stage
from tests.support.stack import until

PDF = b"%PDF-1.7 made up for a scenario "
DRAIN_SECONDS = 40
HOUR = 3600
SETTLED = frozenset({"complete", "settlement_fenced", "settlement_given_up"})
"""What a worker logs whose settlement was on its way, whatever came of it."""
GAVE_UP = SETTLED | {"lease_lost"}
LONG_LEASE_SECONDS = 5
OUTAGE_WORKERS = 4
OUTAGE_COOLDOWN_MS = 4000
CALLS_THAT_OPEN = 5
DEFAULTS = Options()


async def frozen_before_settling(stage: Stage) -> None:
    """A worker holds its result in its hands and freezes; another completes the job; the first wakes up."""
    frozen = await _freeze_one(stage, "before_settle")
    await stage.start_worker()
    assert await stage.drained(seconds=DRAIN_SECONDS)
    await _wake(frozen, SETTLED)


async def frozen_while_another_works(stage: Stage) -> None:
    """The same, but the first wakes up while the second is still at it."""
    frozen = await _freeze_one(stage, "before_settle")
    other = await stage.start_worker()
    stage.order(other, "before_settle", "dawdle", 3)
    await stage.reached(other)
    await _wake(frozen, SETTLED)


async def frozen_before_writing(stage: Stage) -> None:
    """A worker freezes before its result has its name; another completes the job; the first then writes."""
    frozen = await _freeze_one(stage, "before_result_commit")
    await stage.start_worker()
    assert await stage.drained(seconds=DRAIN_SECONDS)
    await _wake(frozen, GAVE_UP)


async def killed_twice(stage: Stage) -> None:
    """Two workers die right after they claimed the job; the third brings it home."""
    await _submit(stage)
    for _ in range(2):
        victim = await stage.start_worker()
        stage.order(victim, "after_claim", "die")
        await stage.reached(victim)
        await victim.process.wait()
        stage.retire(victim)
    await stage.start_worker()


async def killed_after_settling(stage: Stage) -> None:
    """A worker dies the moment it has settled: nothing may be left to do."""
    victim = await stage.start_worker()
    stage.order(victim, "after_settle", "die")
    await _submit(stage)
    await stage.reached(victim)
    await victim.process.wait()


async def clocks_disagree(stage: Stage) -> None:
    """One worker's clock is an hour ahead, another's an hour behind; conversions take a while, one fails at first."""
    stage.gateway.usual = lambda: Behaviour(latency_seconds=0.6)
    stage.gateway.script.append(Behaviour(status=500))
    for offset in (HOUR, -HOUR):
        await stage.start_worker(clock_seconds=offset)
    await _submit(stage, 8)


async def busy_neighbours(stage: Stage) -> None:
    """Two workers with slots to spare, and conversions that take most of a lease."""
    stage.gateway.usual = lambda: Behaviour(latency_seconds=1.3)
    for _ in range(2):
        await stage.start_worker()
    await _submit(stage, 3)


async def gateway_hiccups(stage: Stage) -> None:
    """Each job fails once, then would succeed."""
    stage.gateway.script.extend([Behaviour(status=500)] * 3)
    await stage.start_worker()
    await _submit(stage, 3)


async def long_conversion(stage: Stage) -> None:
    """A conversion of more than two leases, while another worker looks for what the dead have left."""
    stage.nobody_was_hurt = True
    stage.gateway.usual = lambda: Behaviour(latency_seconds=LONG_LEASE_SECONDS * 2.2)
    for _ in range(2):
        await stage.start_worker()
    await _submit(stage)


async def outage_for_all(stage: Stage) -> None:
    """The gateway goes out of order under four workers: what one has learnt, all must heed."""
    stage.gateway.outage, stage.gateway.healthy = Behaviour(status=500, latency_seconds=0.05), False
    await _submit(stage, 40)
    for _ in range(OUTAGE_WORKERS):
        await stage.start_worker()

    async def called() -> bool:
        return stage.gateway.calls.total() > 0

    await until(called, what="the first call of the gateway")
    await asyncio.sleep(OUTAGE_COOLDOWN_MS / 1000 - 1)
    stage.calls_while_out = stage.gateway.calls.total()
    stage.calls_allowed = CALLS_THAT_OPEN + OUTAGE_WORKERS  # those that were under way when it opened
    stage.gateway.outage, stage.gateway.healthy = None, True


async def _submit(stage: Stage, count: int = 1) -> None:
    async with stage.client() as client:
        for number in range(count):
            assert await stage.upload(client, PDF + str(number).encode())


async def _freeze_one(stage: Stage, point: str) -> WorkerProcess:
    worker = await stage.start_worker()
    stage.order(worker, point, "stop")
    await _submit(stage)
    await stage.reached(worker)

    async def stopped() -> bool:
        return worker.stopped()

    await until(stopped, what="the worker's standstill")
    return worker


async def _wake(worker: WorkerProcess, ends: frozenset[str]) -> None:
    """Until it has done what it had in mind, and says what came of it."""
    worker.signal(signal.SIGCONT)

    async def ended() -> bool:
        return any(line.get("event") in ends for line in collect.logged(worker.log))

    await until(ended, seconds=60, what="the end of what the frozen worker had in mind")
    await asyncio.sleep(0.5)  # its threads may still be writing


Story = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    play: Story
    options: Options = DEFAULTS


# Longer than a worker takes to look whose time has come.
SLOW_RETRIES = Options(replace(POLICY, base_ms=4000))
ONE_SLOT = Options(concurrency=1, cooldown_ms=OUTAGE_COOLDOWN_MS)
# Longer than any hiccup of a busy machine: here a lost lease is a violation.
LONG_LEASE = Options(replace(POLICY, lease_seconds=LONG_LEASE_SECONDS), gateway_timeout_ms=30_000)
SCENARIOS: dict[str, Scenario] = {
    story.__name__.replace("_", "-"): Scenario(story)
    for story in (
        frozen_before_settling,
        frozen_while_another_works,
        frozen_before_writing,
        killed_twice,
        killed_after_settling,
        clocks_disagree,
        busy_neighbours,
    )
} | {
    "outage-for-all": Scenario(outage_for_all, ONE_SLOT),
    "gateway-hiccups": Scenario(gateway_hiccups, SLOW_RETRIES),
    "long-conversion": Scenario(long_conversion, LONG_LEASE),
}

SHOWS: dict[str, str] = {
    "no-fence": "frozen-before-settling",
    "fence-by-status-only": "frozen-while-another-works",
    "worker-clock": "clocks-disagree",
    "reclaim-unguarded": "busy-neighbours",
    "attempt-on-failure": "killed-twice",
    "retry-without-delay": "gateway-hiccups",
    "delete-after-lost-lease": "frozen-before-settling",
    "shared-result-name": "frozen-before-writing",
    "settle-before-result": "killed-after-settling",
    "notify-without-poll": "gateway-hiccups",
    "breaker-per-process": "outage-for-all",
    "no-extension": "long-conversion",
}
"""Which scenario must catch which mutant."""


async def run_scenario(name: str, *mutants: str) -> Verdict:
    scenario = SCENARIOS[name]
    async with open_stage(replace(scenario.options, mutants=mutants)) as stage:
        await stage.start_web()
        await scenario.play(stage)
        await stage.drained(seconds=DRAIN_SECONDS)
        return judge(await stage.history())
