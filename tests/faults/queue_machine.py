"""Random interleavings of everything that may happen to jobs, on the real SQL, against a model of a few lines.

After each step every row is what the model says; at the end everything drains, and the checker finds nothing.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    precondition,
    rule,
)
from psycopg.rows import dict_row

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import (
    AttemptFailed,
    Complete,
    Converted,
    Fail,
    FallBack,
    HandBackReason,
    HandedBack,
    Outcome,
    ParserDied,
    Release,
    Retry,
    Settlement,
    decide,
)
from fakturo.store.jobs import Pin
from fakturo.store.pool import Pool
from tests.faults import collect
from tests.faults.checker import judge
from tests.faults.history import Cause, File, History, Policy, Row
from tests.support.databases import Clock
from tests.support.jobs import ALICE, LEASE, jobs_of, new_job, queue_of, sha256_of

START = datetime(2026, 1, 1, tzinfo=UTC)
POLICY = gateway_policy()
JUDGED_BY = Policy(lease_seconds=LEASE.total_seconds(), max_attempts=3, base_ms=5000, jitter_ms=5000)
CODES = ("NOT_PDF", "TOO_LARGE", "GW_4XX", "GW_5XX", "GW_TIMEOUT", "IO_ERROR", "UNKNOWN")
XML = sha256_of("xml")

outcomes = st.one_of(
    st.just("converted"),
    st.sampled_from([ErrorCode.GW_4XX, ErrorCode.GW_5XX, ErrorCode.GW_TIMEOUT, ErrorCode.IO_ERROR]).map(AttemptFailed),
    st.just(ParserDied({"signal": 11})),
    st.builds(HandedBack, st.sampled_from(HandBackReason), st.sampled_from([timedelta(0), timedelta(seconds=9)])),
)


@dataclass
class Model:
    """What we believe of one job."""

    id: Any
    sha256: str
    status: str = "queued"
    attempt: int = 0
    token: Any = None
    lease_ends: datetime | None = None
    due: datetime | None = None
    releases: int = 0
    crashes: int = 0
    last_code: str | None = None
    deleted: bool = False
    version: int = 1

    def holds(self, claimed: ClaimedJob) -> bool:
        return self.token == claimed.lease_token and not self.deleted

    def let_go(self, status: str) -> None:
        self.status, self.token, self.lease_ends, self.due = status, None, None, None

    def as_row(self) -> tuple[object, ...]:
        return (
            self.status,
            self.attempt,
            self.token,
            self.lease_ends,
            self.due,
            self.releases,
            self.crashes,
            self.last_code,
            self.version,
            self.deleted,
        )


@dataclass
class World:
    """The database, with a clock that stands still between steps."""

    runner: asyncio.Runner
    pool: Pool
    clock: Clock
    now: datetime = START
    names: Iterator[int] = field(default_factory=lambda: iter(range(10**9)))

    def run(self, coroutine: Any) -> Any:
        return self.runner.run(coroutine)

    async def query(self, text: bytes, *parameters: object) -> list[dict[str, Any]]:
        async with self.pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(text, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def begin(self) -> None:
        await self.query(b"TRUNCATE jobs, blob_trash CASCADE")
        await self.query(b"UPDATE test_clock SET shift = interval '0'")
        self.now = START

    async def advance(self, by: timedelta) -> None:
        await self.query(b"UPDATE test_clock SET shift = shift + %s", by)
        self.now += by


class QueueMachine(RuleBasedStateMachine):
    uploaded: Any = Bundle("uploaded")
    claims: Any = Bundle("claims")

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.jobs: dict[Any, Model] = {}
        self.settled: set[Any] = set()
        self.store = jobs_of(world.pool)
        self.queues = [queue_of(world.pool, worker=f"host:{pid}:x") for pid in (1, 2, 3)]
        world.run(world.begin())

    # What owners do.

    @rule(target=uploaded, content=st.integers(0, 4))
    def upload(self, content: int) -> Model:
        """Few contents, so that twins are frequent."""
        new, sha256 = new_job(), sha256_of(content)
        path = f"uploads/00/00/{new.id}.pdf"
        job, is_twin = self.world.run(self.store.submit(new, sha256=sha256, upload_path=path))
        twins = [each for each in self.jobs.values() if self._is_live(each, sha256)]
        assert is_twin == bool(twins)
        if is_twin:
            assert [job.id] == [each.id for each in twins]
            return twins[0]
        model = Model(job.id, sha256)
        self.jobs[job.id] = model
        return model

    def _is_live(self, model: Model, sha256: str) -> bool:
        return model.sha256 == sha256 and model.status != "failed" and not model.deleted

    @rule(model=uploaded)
    def ask_again(self, model: Model) -> None:
        answer = self.world.run(self.store.retry(ALICE, model.id))
        if answer is not None and not answer[1]:
            assert (model.status, model.deleted) == ("failed", False)
            assert not any(self._is_live(each, model.sha256) for each in self.jobs.values())
            model.let_go("queued")
            model.attempt = model.releases = model.crashes = 0
            model.last_code = None
        elif answer is None:
            assert model.deleted or model.status != "failed"

    @rule(model=uploaded)
    def convert_again(self, model: Model) -> None:
        found = self.world.run(self.store.get(ALICE, model.id))
        answer = found and self.world.run(self.store.convert_again(ALICE, found, Pin(1, "gateway")))
        assert bool(answer) == (model.status == "complete" and not model.deleted)
        if answer:
            model.let_go("queued")
            model.attempt = model.releases = model.crashes = 0
            model.last_code = None
            model.version += 1

    @rule(model=consumes(uploaded))
    def delete(self, model: Model) -> None:
        assert bool(self.world.run(self.store.delete(ALICE, model.id))) == (not model.deleted)
        if not model.deleted:
            model.let_go(model.status)
            model.deleted = True

    # What workers do.

    @rule(target=claims, worker=st.integers(0, 2), slots=st.integers(1, 3))
    def claim(self, worker: int, slots: int) -> Any:
        free = [each for each in self.jobs.values() if self._can_run(each)]
        claimed = self.world.run(self.queues[worker].claim("gateway", slots))
        assert len(claimed) == min(slots, len(free))
        for job in claimed:
            model = self.jobs[job.id]
            assert model in free
            model.status, model.attempt, model.due = "processing", model.attempt + 1, None
            model.token, model.lease_ends = job.lease_token, self.world.now + LEASE
        return multiple(*((worker, job) for job in claimed))

    def _can_run(self, model: Model) -> bool:
        return model.status == "queued" and not model.deleted and model.due is None

    @rule(worker=st.integers(0, 2))
    def promote(self, worker: int) -> None:
        due = [each for each in self.jobs.values() if each.due is not None and each.due <= self.world.now]
        assert self.world.run(self.queues[worker].promote("gateway")) == len(due)
        for model in due:
            model.due = None

    @rule(held=claims)
    def extend(self, held: tuple[int, ClaimedJob]) -> None:
        worker, job = held
        model = self.jobs[job.id]
        kept = self.world.run(self.queues[worker].extend([job]))
        assert kept == ({job.id} if model.holds(job) else set())
        if kept:
            model.lease_ends = self.world.now + LEASE

    @rule(held=claims, outcome=outcomes, random=st.floats(0, 0.999))
    def settle(self, held: tuple[int, ClaimedJob], outcome: Any, random: float) -> None:
        """By any token that ever was: the newest, or one of long ago."""
        worker, job = held
        model = self.jobs[job.id]
        settlement = decide(job, self._outcome(job, outcome), POLICY, random)
        applied = self.world.run(self.queues[worker].settle(job, settlement, 5))
        assert applied == model.holds(job)
        if applied:
            self._apply(model, settlement)
            self.settled.add(job.lease_token)
        assert self.world.run(self.queues[worker].settled_by(job)) == (job.lease_token in self.settled)

    def _outcome(self, job: ClaimedJob, outcome: Any) -> Outcome:
        path = f"results/00/00/{job.id}.{job.attempt_count}-{job.lease_token}.xml"
        return Converted(path, 7, XML, 200) if outcome == "converted" else outcome

    def _apply(self, model: Model, settlement: Settlement) -> None:
        match settlement:
            case Complete() | Fail():
                model.let_go("complete" if isinstance(settlement, Complete) else "failed")
                model.last_code = None
            case FallBack(failure):
                self._fall_back(model, failure.code)
            case Retry(code, delay):
                model.let_go("queued")
                model.due, model.last_code = self.world.now + delay, code
                model.crashes += settlement.crashed
            case Release(_, refunds, delay, code):
                model.let_go("queued")
                model.due = self.world.now + delay if delay else None
                model.attempt -= refunds
                model.releases += 1
                model.last_code = code or model.last_code

    def _fall_back(self, model: Model, code: str) -> None:
        model.let_go("complete")
        model.version, model.last_code = model.version - 1, code

    @rule(worker=st.integers(0, 2))
    def reclaim(self, worker: int) -> None:
        expired = {each.id: each for each in self.jobs.values() if each.lease_ends and each.lease_ends < self.world.now}
        reclaimed = self.world.run(self.queues[worker].reclaim("gateway", max_attempts=POLICY.max_attempts))
        assert {job.id for job in reclaimed} == set(expired)
        for model in expired.values():
            is_last = model.attempt >= POLICY.max_attempts
            if is_last and model.version > 1:
                self._fall_back(model, model.last_code or "UNKNOWN")
                continue
            model.let_go("failed" if is_last else "queued")
            model.last_code = None if is_last else model.last_code

    @rule(target=claims, worker=st.integers(0, 2))
    def take_over(self, worker: int) -> Any:
        """All leases run out and somebody else begins: what a frozen worker finds when it wakes up."""
        self.world.run(self.world.advance(LEASE + timedelta(seconds=1)))
        self.reclaim(worker)
        self.promote(worker)
        return self.claim(worker, 3)

    # What time does.

    @precondition(lambda self: self.jobs)
    @rule(seconds=st.sampled_from([1, 10, 60, 121]))
    def wait(self, seconds: int) -> None:
        self.world.run(self.world.advance(timedelta(seconds=seconds)))

    # What must hold.

    @invariant()
    def every_row_is_what_we_believe(self) -> None:
        rows = self.world.run(self.world.query(b"SELECT * FROM jobs"))
        assert {row["id"]: _seen(row) for row in rows} == {each.id: each.as_row() for each in self.jobs.values()}

    def teardown(self) -> None:
        """Left alone, everything comes to its end; then an outsider looks at the events."""
        for _ in range(len(self.jobs) * (POLICY.max_attempts + 1) + 1):
            self.world.run(self.world.advance(timedelta(seconds=200)))
            self.reclaim(0)
            self.promote(0)
            for held in _values(self.claim(0, 3)):
                self.settle(held, "converted", 0.5)
        self.every_row_is_what_we_believe()
        verdict = judge(self.world.run(self._history()))
        assert verdict.violations == ()

    async def _history(self) -> History:
        kept = await self.world.query(b"SELECT * FROM job_versions")
        found = [collect.row_of(row, kept) for row in await self.world.query(b"SELECT * FROM jobs")]
        rows = {row.id: row for row in found}
        events = [collect.event_of(e) for e in await self.world.query(b"SELECT * FROM job_events ORDER BY id")]
        files = dict(pair for row in rows.values() for pair in _files_of(row))
        return History(JUDGED_BY, events, rows, files, causes=[Cause(code) for code in CODES])


def _values(claimed: Any) -> list[tuple[int, ClaimedJob]]:
    return list(claimed.values)


def _seen(row: dict[str, Any]) -> tuple[object, ...]:
    same = ("status", "attempt_count", "lease_token", "lease_expires_at", "retry_after", "release_count", "crash_count")
    return (*(row[name] for name in same), row["last_error_code"], row["version"], row["deleted_at"] is not None)


def _files_of(row: Row) -> Iterator[tuple[str, File]]:
    """As if the disk were without fault: here the rows are on trial."""
    if row.upload_path:
        yield row.upload_path, File(row.sha256 or "", row.bytes)
    for path in filter(None, (row.result_path, *(each.result_path for each in row.versions))):
        yield path, File(XML, 7)
        yield f"{path}.json", File("", 1, {"output_sha256": XML, "input_sha256": row.sha256})
