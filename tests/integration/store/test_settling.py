"""Settlements that come together: written together, and each with its own end."""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.transitions import Complete, Converted, Fail
from fakturo.store.pool import Pool
from fakturo.store.queue import FROM_THE_START, Queue
from fakturo.store.settling import Settling
from fakturo.store.statements import statements
from fakturo.store.together import BATCH
from tests.integration.store.test_claim_plan import fill, nodes
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, queue_of, submit

FAILED = Fail(ErrorCode.UNKNOWN, "Something went wrong on our side")


def complete(job_id: UUID) -> Complete:
    return Complete(Converted(f"results/00/00/{job_id}.xml", 10, "0" * 64, review=Review.CLEAN, gateway_status=200))


async def test_settlements_that_come_together_cost_one_commit(pool: Pool, rows: Rows) -> None:
    queue = queue_of(pool)
    for number in range(20):
        await submit(jobs_of(pool), number)
    claimed = await queue.claim("gateway", 20)
    assert await asyncio.gather(*(queue.settle(job, complete(job.id), 1) for job in claimed)) == [True] * 20
    xids = await rows.all("SELECT DISTINCT changed_xid FROM jobs WHERE status = 'complete'")
    assert len(xids) == 1
    assert (await rows.one("SELECT count(*) FROM job_events WHERE event_type = 'complete'"))["count"] == 20


async def test_of_settlements_that_come_together_each_is_fenced_by_its_own_token(pool: Pool, rows: Rows) -> None:
    queue = queue_of(pool)
    for number in range(6):
        await submit(jobs_of(pool), number)
    claimed = list(await queue.claim("gateway", 6))
    claimed[3] = replace(claimed[3], lease_token=uuid4())
    applied = await asyncio.gather(*(queue.settle(job, complete(job.id), 1) for job in claimed))
    assert applied == [True, True, True, False, True, True]
    assert (await rows.one("SELECT status FROM jobs WHERE id = %s", claimed[3].id))["status"] == "processing"


@pytest.mark.parametrize(
    "bad",
    [replace(FAILED, message="no text may hold a \0"), replace(FAILED, gateway_status=2**40)],
    ids=["refused before it is sent", "refused by the server"],
)
async def test_one_that_cannot_be_written_takes_no_other_along(bad: Fail, pool: Pool) -> None:
    queue = queue_of(pool)
    for number in range(6):
        await submit(jobs_of(pool), number)
    claimed = await queue.claim("gateway", 6)
    settlements = [queue.settle(job, bad if number == 4 else FAILED, 1) for number, job in enumerate(claimed)]
    ends = await asyncio.gather(*settlements, return_exceptions=True)
    assert isinstance(ends.pop(4), psycopg.Error)
    assert ends == [True] * 5


@pytest.mark.parametrize("name", ["complete", "fail", "fall_back", "retry", "release", "extend"])
async def test_a_settlement_finds_its_job_by_the_id(name: str, database_url: str, rows: Rows) -> None:
    """Not through an index of what runs: with a snapshot open for long, that still holds all that ever ran."""
    await fill(rows, jobs=2000, owners=10)
    await rows.all("UPDATE jobs SET status = 'failed', error_code = 'UNKNOWN', error_message = 'x'")
    await rows.all("VACUUM ANALYZE jobs")
    sql = statements("queue")[name]
    names = sorted({part.split(b")s")[0] for part in sql.split(b"%(")[1:]})
    for number, parameter in enumerate(names, start=1):
        sql = sql.replace(b"%%(%s)s" % parameter, b"$%d" % number)
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        cursor = await connection.execute(b"EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + sql)
        row = await cursor.fetchone()
    assert row
    assert {node["Index Name"] for node in nodes(row[0][0]["Plan"]) if "Index Name" in node} == {"jobs_pkey"}


async def test_who_comes_back_to_an_earlier_place_is_found_when_the_line_is_empty(pool: Pool, rows: Rows) -> None:
    """A claim that was filled goes on from where it took the last job; a short one looks from the start again."""
    queue = queue_of(pool)
    jobs = [await submit(jobs_of(pool), number) for number in range(30)]
    taken = [(await queue.claim("gateway", 1))[0] for _ in range(29)]
    await rows.all(
        """UPDATE jobs SET status = 'queued', leased_by = NULL, lease_token = NULL, lease_expires_at = NULL
           WHERE id = %s""",
        taken[0].id,
    )
    assert [job.id for job in await queue.claim("gateway", 1)] == [jobs[29].id], "before it, within the second"
    assert [job.id for job in await queue.claim("gateway", 1)] == [taken[0].id]
    assert await queue.claim("gateway", 1) == []


LOCK = b"""
WITH given AS (
    SELECT token, pg_advisory_xact_lock(lock)
    FROM jsonb_to_recordset(%(settlements)s) AS given (id uuid, token uuid, lock bigint)
    WHERE id = ANY (%(ids)s::uuid[])
)
SELECT token FROM given
"""

ECHO = b"""
SELECT token FROM jsonb_to_recordset(%(settlements)s) AS given (id uuid, token uuid) WHERE id = ANY (%(ids)s::uuid[])
"""


@pytest.mark.parametrize("called_off", [2, 4], ids=["who writes", "another"])
async def test_who_stops_waiting_for_its_settlement_leaves_no_other_waiting(
    called_off: int, pool: Pool, rows: Rows
) -> None:
    """The first two go alone, and the others together once those are done."""
    settling = Settling(pool, {})
    async with pool.connection() as holder:
        for lock in (1, 2):
            await holder.execute("SELECT pg_advisory_lock(%s)", (lock,))
        ends = list[asyncio.Task[bool]]()
        for number in range(8):
            ends.append(asyncio.create_task(settling.apply(LOCK, uuid4(), uuid4(), {"lock": 1 if number < 2 else 2})))
            await _until_waiting_for(rows, 1, min(number + 1, 2))
        await holder.execute("SELECT pg_advisory_unlock(1)")
        await _until_waiting_for(rows, 2, 1)
        ends[called_off].cancel()
        await asyncio.wait({ends[called_off]})
        await holder.execute("SELECT pg_advisory_unlock(2)")
        _, waiting = await asyncio.wait(ends, timeout=10)
    assert len(waiting) == 0
    answers = await asyncio.gather(*ends, return_exceptions=True)
    assert isinstance(answers.pop(called_off), asyncio.CancelledError)
    assert answers == [True] * 7


async def test_more_than_one_batch_of_a_kind_leaves_nobody_waiting_behind_another_kind(pool: Pool) -> None:
    settling = Settling(pool, {})
    kinds = [ECHO] * (BATCH + 1) + [ECHO + b" -- of another kind"] * 5
    ends = [asyncio.create_task(settling.apply(kind, uuid4(), uuid4(), {})) for kind in kinds]
    _, waiting = await asyncio.wait(ends, timeout=30)
    assert len(waiting) == 0
    assert await asyncio.gather(*ends) == [True] * len(kinds)


async def _until_waiting_for(rows: Rows, lock: int, how_many: int) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"
    while (await rows.one(waiting, lock))["count"] < how_many:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_what_a_claim_took_first_is_kept_if_its_second_look_fails(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = queue_of(pool)
    for number in range(3):
        await submit(jobs_of(pool), number)
    assert len(await queue.claim("gateway", 1)) == 1
    looks = list[datetime]()
    claim_from = Queue._claim_from

    async def fails_from_the_start(self: Queue, place: datetime, *rest: Any, **named: Any) -> list[ClaimedJob]:
        looks.append(place)
        if place == FROM_THE_START:
            raise psycopg.OperationalError
        return await claim_from(self, place, *rest, **named)

    monkeypatch.setattr(Queue, "_claim_from", fails_from_the_start)
    assert len(await queue.claim("gateway", 5)) == 2
    assert len(looks) == 2
