"""The queue on real PostgreSQL: who may change a job, and when."""

import asyncio
from collections import Counter
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Complete, Converted, Fail, HandBackReason, Release, Retry, Settlement
from fakturo.store.pool import Pool
from fakturo.store.queue import Queue
from tests.support.databases import Clock, Rows
from tests.support.jobs import LEASE, jobs_of, queue_of, sha256_of, submit

COMPLETE = Complete(Converted("results/00/00/r.xml", 7, sha256_of("xml"), 200))
FAIL = Fail(ErrorCode.GW_4XX, "Couldn't convert.", 400, {"page": 3})
RETRY = Retry(ErrorCode.GW_5XX, timedelta(seconds=7), 502)
RELEASE = Release(HandBackReason.SHUTDOWN)
SETTLEMENTS: list[Settlement] = [COMPLETE, FAIL, RETRY, RELEASE]
OUT_OF_LEASE = LEASE + timedelta(seconds=1)


async def claim_one(queue: Queue) -> ClaimedJob:
    (job,) = await queue.claim("gateway", 1)
    return job


async def test_a_claim_leases_the_job_and_counts_the_attempt(pool: Pool, rows: Rows) -> None:
    submitted = await submit(jobs_of(pool), "a")
    claimed = await claim_one(queue_of(pool))
    assert claimed.id == submitted.id
    assert claimed.attempt_count == 1
    row = await rows.one("SELECT *, lease_expires_at - clock_timestamp() AS left FROM jobs")
    assert row["status"] == "processing"
    assert row["lease_token"] == claimed.lease_token
    assert row["leased_by"] == "worker-1"
    assert LEASE - timedelta(seconds=5) < row["left"] <= LEASE
    assert row["started_at"] == row["last_attempt_at"] or row["started_at"] < row["last_attempt_at"]
    assert await rows.events(claimed.id) == ["uploaded", "queued", "processing"]


async def test_many_workers_claim_each_job_exactly_once(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    for number in range(100):
        await submit(jobs, number)

    async def work(name: str) -> list[UUID]:
        queue, mine = queue_of(pool, worker=name), []
        while claimed := await queue.claim("gateway", 3):
            mine += [job.id for job in claimed]
        return mine

    per_worker = await asyncio.gather(*(work(f"worker-{n}") for n in range(8)))
    counts = Counter(job_id for mine in per_worker for job_id in mine)
    assert len(counts) == 100
    assert set(counts.values()) == {1}
    events = await rows.one(
        "SELECT count(*), count(DISTINCT lease_token) AS tokens FROM job_events WHERE event_type = 'processing'"
    )
    assert events == {"count": 100, "tokens": 100}


async def test_events_of_a_claim_are_in_the_order_of_the_line(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    for number in range(5):
        await submit(jobs, number)
    await rows.all("UPDATE jobs SET fair_at = 'epoch'::timestamptz - (fair_at - 'epoch'::timestamptz) RETURNING id")
    claimed = await queue_of(pool).claim("gateway", 5)
    begun = await rows.all("SELECT job_id FROM job_events WHERE event_type = 'processing' ORDER BY id")
    assert [event["job_id"] for event in begun] == [job.id for job in claimed]


async def test_a_claim_takes_no_more_than_the_free_slots_and_only_its_own_pipeline(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    for number in range(5):
        await submit(jobs, number)
    assert await queue_of(pool).claim("llm", 5) == []
    assert len(await queue_of(pool).claim("gateway", 2)) == 2


@pytest.mark.parametrize("settlement", SETTLEMENTS, ids=lambda s: type(s).__name__)
async def test_a_settlement_is_applied_once_and_writes_one_event(
    settlement: Settlement, pool: Pool, rows: Rows
) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    job = await claim_one(queue)
    assert await queue.settle(job, settlement, 12)
    assert not await queue.settle(job, settlement, 12)
    assert await queue.settled_by(job)
    status, event = {
        Complete: ("complete", "complete"),
        Fail: ("failed", "failed"),
        Retry: ("queued", "retry"),
        Release: ("queued", "released"),
    }[type(settlement)]
    row = await rows.one("SELECT * FROM jobs")
    assert row["status"] == status
    assert (row["lease_token"], row["leased_by"], row["lease_expires_at"]) == (None, None, None)
    assert await rows.events(job.id) == ["uploaded", "queued", "processing", event]
    logged = await rows.one("SELECT * FROM job_events WHERE event_type = %s", event)
    assert (logged["attempt"], logged["lease_token"], logged["duration_ms"]) == (1, job.lease_token, 12)


async def test_a_completed_job_names_its_result(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), COMPLETE, 1)
    row = await rows.one("SELECT result_path, result_bytes, result_sha256, completed_at FROM jobs")
    assert (row["result_path"], row["result_bytes"], row["result_sha256"]) == (
        "results/00/00/r.xml",
        7,
        sha256_of("xml"),
    )
    assert row["completed_at"] is not None


async def test_a_failed_job_says_why(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), FAIL, 1)
    row = await rows.one("SELECT error_code, error_message, failed_at FROM jobs")
    assert (row["error_code"], row["error_message"]) == ("GW_4XX", "Couldn't convert.")
    event = await rows.one("SELECT * FROM job_events WHERE event_type = 'failed'")
    assert (event["error_code"], event["gateway_status"], event["meta"]) == ("GW_4XX", 400, {"page": 3})


async def test_a_retry_waits_for_its_time_and_out_of_the_others_way(pool: Pool, rows: Rows, clock: Clock) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), RETRY, 1)
    row = await rows.one("SELECT * FROM jobs")
    assert (row["last_error_code"], row["error_code"], row["fair_at"]) == ("GW_5XX", None, None)
    assert await queue.promote("gateway") == 0
    assert await queue.claim("gateway", 1) == []
    await clock.advance(timedelta(seconds=8))
    assert await queue.promote("gateway") == 1
    again = await claim_one(queue)
    assert (again.attempt_count, again.last_error_code) == (2, ErrorCode.GW_5XX)


async def test_a_release_gives_the_attempt_back_and_the_place_in_line(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    before = await rows.one("SELECT fair_at FROM jobs")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), RELEASE, 1)
    row = await rows.one("SELECT attempt_count, release_count, fair_at FROM jobs")
    assert row == {"attempt_count": 0, "release_count": 1, "fair_at": before["fair_at"]}
    assert (await claim_one(queue)).attempt_count == 1


async def test_a_release_until_later_keeps_its_place_but_is_not_claimed_before(pool: Pool, clock: Clock) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    later = Release(HandBackReason.BUSY, delay=timedelta(seconds=7))
    assert await queue.settle(await claim_one(queue), later, 1)
    assert await queue.claim("gateway", 1) == []
    await clock.advance(timedelta(seconds=8))
    assert await queue.promote("llm") == 0, "another pipeline's line is not its own"
    assert await queue.promote("gateway") == 1
    await claim_one(queue)


async def test_a_release_beyond_the_limit_keeps_the_attempt(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), Release(HandBackReason.SHUTDOWN, refunds_attempt=False), 1)
    assert (await rows.one("SELECT attempt_count FROM jobs"))["attempt_count"] == 1


@pytest.mark.parametrize("settlement", SETTLEMENTS, ids=lambda s: type(s).__name__)
async def test_a_worker_that_lost_its_lease_changes_nothing(
    settlement: Settlement, pool: Pool, rows: Rows, clock: Clock
) -> None:
    await submit(jobs_of(pool), "a")
    frozen, other = queue_of(pool, worker="frozen"), queue_of(pool, worker="other")
    stale = await claim_one(frozen)
    await clock.advance(OUT_OF_LEASE)
    await other.reclaim("gateway", max_attempts=3)
    await claim_one(other)
    before = await rows.all("SELECT * FROM jobs"), await rows.all("SELECT * FROM job_events")
    assert await frozen.extend([stale]) == set()
    assert not await frozen.settle(stale, settlement, 1)
    assert not await frozen.settled_by(stale)
    assert (await rows.all("SELECT * FROM jobs"), await rows.all("SELECT * FROM job_events")) == before


async def test_a_lease_is_not_reclaimed_before_it_ends(pool: Pool, clock: Clock) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await claim_one(queue)
    await clock.advance(LEASE - timedelta(seconds=10))
    assert await queue.reclaim("gateway", max_attempts=3) == []


async def test_an_extended_lease_lasts_longer_and_is_no_change_to_follow(pool: Pool, rows: Rows, clock: Clock) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    job = await claim_one(queue)
    before = await rows.one("SELECT changed_xid, updated_at FROM jobs")
    await clock.advance(LEASE - timedelta(seconds=10))
    assert await queue.extend([job]) == {job.id}
    await clock.advance(LEASE - timedelta(seconds=10))
    assert await queue.reclaim("gateway", max_attempts=3) == []
    assert await rows.one("SELECT changed_xid, updated_at FROM jobs") == before


async def test_a_status_change_is_a_change_to_follow(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    before = await rows.one("SELECT changed_xid::text::bigint AS xid, updated_at FROM jobs")
    await claim_one(queue_of(pool))
    after = await rows.one("SELECT changed_xid::text::bigint AS xid, updated_at FROM jobs")
    assert after["xid"] > before["xid"]
    assert after["updated_at"] > before["updated_at"]


async def test_a_lost_lease_costs_its_attempt_and_the_last_one_fails_the_job(
    pool: Pool, rows: Rows, clock: Clock
) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    for attempt in (1, 2, 3):
        lost = await claim_one(queue)
        assert lost.attempt_count == attempt
        await clock.advance(OUT_OF_LEASE)
        (reclaimed,) = await queue.reclaim("gateway", max_attempts=3)
        assert reclaimed.status == ("failed" if attempt == 3 else "queued")
        assert not await queue.settled_by(lost), "its end was written by another"
    row = await rows.one("SELECT id, error_code, error_message FROM jobs")
    assert row["error_code"] == "UNKNOWN"
    assert row["error_message"].startswith("Something went wrong on our side.")
    assert (await rows.events(row["id"]))[-5:] == ["reclaimed", "processing", "reclaimed", "processing", "failed"]


async def test_reclaimed_at_the_last_attempt_a_job_fails_with_its_last_error(
    pool: Pool, rows: Rows, clock: Clock
) -> None:
    await submit(jobs_of(pool), "a")
    queue = queue_of(pool)
    await queue.settle(await claim_one(queue), RETRY, 1)
    await clock.advance(timedelta(seconds=8))
    await queue.promote("gateway")
    await claim_one(queue)
    await clock.advance(OUT_OF_LEASE)
    await queue.reclaim("gateway", max_attempts=2)
    assert (await rows.one("SELECT error_code FROM jobs"))["error_code"] == "GW_5XX"


async def test_two_reclaimers_take_a_job_back_once(pool: Pool, rows: Rows, clock: Clock) -> None:
    await submit(jobs_of(pool), "a")
    await claim_one(queue_of(pool))
    await clock.advance(OUT_OF_LEASE)
    taken = await asyncio.gather(
        *(queue_of(pool, worker=f"w{n}").reclaim("gateway", max_attempts=3) for n in range(10))
    )
    assert sum(len(each) for each in taken) == 1


@pytest.mark.parametrize(
    "broken",
    [
        "status = 'complete'",
        "status = 'failed'",
        "status = 'paused'",
        "status = 'processing'",
        "result_path = 'results/00/00/x.xml'",
        "error_code = 'GW_5XX', error_message = 'x'",
        "status = 'failed', error_code = 'NOT_READY', error_message = 'x'",
        "status = 'failed', error_code = 'GW_5XX'",
        "lease_token = gen_random_uuid(), leased_by = 'w', lease_expires_at = now()",
        "status = 'processing', lease_token = gen_random_uuid()",
        "sha256 = NULL",
        "sha256 = 'abc'",
        "bytes = 0",
        "upload_path = NULL",
        "attempt_count = -1",
        "review = 'maybe'",
        "original_filename = ''",
        "fair_at = NULL",
    ],
)
async def test_the_database_refuses_a_job_that_breaks_an_invariant(broken: str, pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    with pytest.raises(psycopg.errors.CheckViolation):
        await rows.all(f"UPDATE jobs SET {broken}")  # noqa: S608
