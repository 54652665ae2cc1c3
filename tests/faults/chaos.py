"""Faults without mercy on a whole Fakturo of real processes, then the checker's verdict.

    scripts/chaos --faults 1000 --seed 7         random faults by seed
    scripts/chaos --mutant no-fence              a safeguard taken out, in the scenario made for it: must be caught
    scripts/chaos --scenario killed-twice        the same scenario with the honest product
    scripts/chaos --hosts 2000                   three hosts, so many jobs; one is cut off, one dies (needs root)
The last line counts; the exit status is 0 if and only if the checker found nothing.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import httpx
import psycopg
import structlog

from tests.faults.bad_gateway import Behaviour
from tests.faults.checker import Verdict, judge
from tests.faults.hosts import run_hosts
from tests.faults.inflict import Inflictor
from tests.faults.mutants import MUTANTS
from tests.faults.network import run_apart, why_no_network
from tests.faults.scenarios import SCENARIOS, SHOWS, run_scenario
from tests.faults.schedule import plan
from tests.faults.stage import Options, Stage, open_stage
from tests.faults.standstill import why_jobs_wait
from tests.faults.storing import judge_power_cuts

UPLOADERS = 3
UPLOADS_PER_SESSION = 20
MOST_WAITING = 40
MOST_FAULTS_AT_ONCE = 6
STANDSTILL_SECONDS = 60
"""Nothing that a worker waits for takes as long: a lease, a retry, a cooldown, a prober that vanished."""
ASKS_AGAIN, DELETES, CONVERTS_AGAIN = 0.2, 0.02, 0.1
SHOWN_VIOLATIONS = 20
TELL_EVERY = 100
POWER_CUTS = "power-cuts"
HOSTS_FAULTS = {"host-cut-off": 1, "host-killed": 1}


@dataclass
class Outcome:
    verdict: Verdict
    faults: int
    by_kind: dict[str, int]
    seconds: float
    notes: list[str] = field(default_factory=list)

    def told(self) -> str:
        return "\n".join([*map(str, self.verdict.violations[:SHOWN_VIOLATIONS]), *self.notes])


async def run_chaos(
    faults: int, seed: int, *, minutes: float, mutants: tuple[str, ...] = (), in_bucket: bool = False
) -> Outcome:
    began = time.monotonic()
    async with open_stage(Options(mutants=mutants, small_disks=not in_bucket, in_bucket=in_bucket)) as stage:
        numbers = random.Random(f"gateway {seed}")
        stage.gateway.usual = lambda: Behaviour(latency_seconds=numbers.choice((0.01, 0.05, 0.1, 0.3)))
        await stage.start_web()
        inflictor = Inflictor(stage)
        await inflictor.man()
        await _faults_under_load(stage, inflictor, faults, seed, deadline=began + minutes * 60)
        await inflictor.settle()
        no_disks = not (stage.disks_are_small or in_bucket)
        notes = ["full disks were left out: no right to mount a file system here"] if no_disks else []
        notes += await wind_up(stage)
        verdict = judge(await stage.history())
        return Outcome(verdict, inflictor.done, inflictor.by_kind, time.monotonic() - began, notes)


async def wind_up(stage: Stage) -> list[str]:
    """No more jobs come, and all that came end; if not, why those that are left wait."""
    await stage.close_web()
    left = [] if await stage.drained(seconds=STANDSTILL_SECONDS) else await why_jobs_wait(stage)
    await stage.stop_workers()
    return left


async def _faults_under_load(stage: Stage, inflictor: Inflictor, faults: int, seed: int, *, deadline: float) -> None:
    load = asyncio.create_task(_load(stage, seed))
    try:
        for fault in plan(seed, small_disks=stage.disks_are_small):
            if inflictor.done >= faults or time.monotonic() > deadline:
                break
            await asyncio.sleep(fault.pause_seconds)
            if load.done() or inflictor.broken:
                break
            await inflictor.man()
            _tell(stage, inflictor)
            if inflictor.under_way < min(MOST_FAULTS_AT_ONCE, faults - inflictor.done):
                inflictor.start(fault)
    finally:
        load.cancel()
        await asyncio.wait({load})
        if not load.cancelled():
            load.result()


def _tell(stage: Stage, inflictor: Inflictor) -> None:
    if inflictor.done >= inflictor.told + TELL_EVERY:
        inflictor.told = inflictor.done
        sys.stderr.write(f"{inflictor.done} faults, {len(stage.uploads)} uploads acknowledged\n")


async def _load(stage: Stage, seed: int) -> None:
    async with asyncio.TaskGroup() as uploaders:
        for number in range(UPLOADERS):
            uploaders.create_task(_upload_for_ever(stage, random.Random(f"upload {seed} {number}")))


async def _upload_for_ever(stage: Stage, numbers: random.Random) -> None:
    """Each file is sent until it is acknowledged, as a patient client does it: the service must see it is the same."""
    while True:
        async with stage.client() as client:
            for _ in range(UPLOADS_PER_SESSION):
                content = b"%PDF-1.7 " + numbers.randbytes(numbers.choice((200, 2_000, 20_000, 100_000)))
                while not await stage.upload(client, content):  # noqa: ASYNC110
                    await asyncio.sleep(0.3)
                while await _waiting(stage) > MOST_WAITING:  # noqa: ASYNC110
                    await asyncio.sleep(0.3)
                await _change_of_mind(client, numbers)
                await asyncio.sleep(numbers.uniform(0.05, 0.4))


async def _change_of_mind(client: httpx.AsyncClient, numbers: random.Random) -> None:
    """Now and then an owner asks for a failed job again, has a finished one converted again, or deletes one."""
    wish = numbers.random()
    if wish > ASKS_AGAIN + DELETES + CONVERTS_AGAIN:
        return
    try:
        jobs = (await client.get("/api/jobs", params={"limit": 20}, timeout=20)).json().get("jobs", [])
        failed, complete = ([job for job in jobs if job["status"] == status] for status in ("failed", "complete"))
        if failed and wish < ASKS_AGAIN:
            await client.post(f"/api/jobs/{numbers.choice(failed)['id']}/retry", timeout=20)
        elif complete and wish >= ASKS_AGAIN + DELETES:
            await client.post(f"/api/jobs/{numbers.choice(complete)['id']}/convert", timeout=20)
        elif jobs and ASKS_AGAIN <= wish < ASKS_AGAIN + DELETES:
            await client.delete(f"/api/jobs/{numbers.choice(jobs)['id']}", timeout=20)
    except (httpx.HTTPError, ValueError):
        return


async def _waiting(stage: Stage) -> int:
    try:
        row = await stage.rows.one("SELECT count(*) FROM jobs WHERE status IN ('queued', 'processing')")
    except psycopg.OperationalError:
        return MOST_WAITING + 1  # the server restarts
    return int(row["count"])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--faults", type=int, help="how many faults to inflict")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=25, help="stop inflicting after so long")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), help="take this safeguard out")
    parser.add_argument("--scenario", choices=[*SCENARIOS, POWER_CUTS], help="play one scenario instead")
    parser.add_argument("--bucket", action="store_true", help="keep files in an S3 server; with --faults")
    parser.add_argument("--hosts", type=int, metavar="JOBS", help="three hosts with so many jobs instead")
    given = parser.parse_args(arguments)
    if not (given.faults or given.mutant or given.scenario or given.hosts):
        parser.error("say how many --faults, or which --mutant or --scenario, or how many jobs for three --hosts")
    if given.hosts:
        if reason := why_no_network():
            parser.error(f"--hosts is not possible: {reason}")
        run_apart("tests.faults.chaos", sys.argv[1:])
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("warning"))
    outcome = asyncio.run(_asked_for(given))
    sys.stdout.write("".join(f"{line}\n" for line in _report(outcome)))
    return 0 if outcome.verdict.ok else 1


def _report(outcome: Outcome) -> Iterator[str]:
    if told := outcome.told():
        yield told
    if outcome.by_kind:
        yield ", ".join(f"{kind} {times}" for kind, times in sorted(outcome.by_kind.items()))
    yield f"{outcome.seconds:.0f} s, {len(outcome.verdict.violations)} violations"
    yield outcome.verdict.line(outcome.faults)


async def _asked_for(given: argparse.Namespace) -> Outcome:
    mutants = (given.mutant,) if given.mutant else ()
    if given.faults:
        named = {"minutes": given.minutes, "mutants": mutants, "in_bucket": given.bucket}
        return await run_chaos(given.faults, given.seed, **named)
    began = time.monotonic()
    if given.hosts:
        verdict, seen = await run_hosts(given.hosts)
        return Outcome(verdict, len(HOSTS_FAULTS), HOSTS_FAULTS | seen, time.monotonic() - began)
    if given.mutant == "no-fsync" or given.scenario == POWER_CUTS:
        return Outcome(await asyncio.to_thread(judge_power_cuts, *mutants), 0, {}, time.monotonic() - began)
    verdict = await run_scenario(given.scenario or SHOWS[given.mutant], *mutants)
    return Outcome(verdict, 0, {}, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
