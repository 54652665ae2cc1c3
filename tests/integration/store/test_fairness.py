"""Who is next: turns go by work, so that nobody's first file waits for somebody else's many or slow ones."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import HandBackReason, Release, Retry
from fakturo.store.pool import Pool
from fakturo.store.queue import Queue
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, BOB, jobs_of, owner_called, queue_of, submit

MEBIBYTE = 1 << 20
BUSY = Release(HandBackReason.BUSY, delay=timedelta(seconds=5))
RETRY = Retry(ErrorCode.GW_5XX, timedelta(seconds=5), 502)
NEWCOMERS_PER_JOB = 100
"""So many first files may pass between two of one owner's."""


async def claim(queue: Queue, slots: int = 1) -> Sequence[ClaimedJob]:
    return await queue.claim("gateway", slots)


async def claim_all(queue: Queue) -> list[UUID]:
    return [job.id for job in await claim(queue, 1000)]


async def test_one_owners_jobs_are_claimed_oldest_first(pool: Pool) -> None:
    jobs = jobs_of(pool)
    submitted = [(await submit(jobs, number)).id for number in range(5)]
    assert await claim_all(queue_of(pool)) == submitted


async def test_a_single_file_does_not_wait_behind_another_owners_five_hundred(pool: Pool) -> None:
    jobs = jobs_of(pool)
    for number in range(500):
        await submit(jobs, number, ALICE)
    late = await submit(jobs, "late", BOB)
    assert (await claim_all(queue_of(pool))).index(late.id) <= 1


async def test_fifty_owners_of_one_file_each_wait_for_what_runs_and_for_each_other_alone(
    pool: Pool, clock: Clock
) -> None:
    """One has ten files of which three are under way, however long those take."""
    jobs, queue = jobs_of(pool), queue_of(pool)
    slow = [(await submit(jobs, f"slow {number}", ALICE)).id for number in range(10)]
    assert [job.id for job in await claim(queue, 3)] == slow[:3]
    await clock.advance(timedelta(hours=1))
    fifty = {(await submit(jobs, f"quick {number}", owner_called(number))).id for number in range(50)}
    order = await claim_all(queue)
    assert set(order[:50]) == fifty
    assert order[50:] == slow[3:]


async def test_who_takes_back_what_waits_does_not_stand_behind_it(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    many = [(await submit(jobs, f"many {number}", ALICE)).id for number in range(50)]
    others = [(await submit(jobs, f"other {number}", BOB)).id for number in range(9)]
    (running,) = await claim(queue)
    assert running.id == many[0]
    assert len(await jobs.delete(ALICE, *many)) == 50
    last = await submit(jobs, "last", ALICE)
    order = await claim_all(queue)
    assert set(order) == {*others, last.id}
    assert order.index(last.id) <= 2  # behind the one that was running, as its second


async def test_an_owner_who_was_just_served_stands_behind_one_who_was_not(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    for number in range(5):
        await submit(jobs, number, ALICE)
    await claim_all(queue)
    again = await submit(jobs, "again", ALICE)
    first = await submit(jobs, "first", BOB)
    assert await claim_all(queue) == [first.id, again.id]


async def test_uploads_at_once_of_one_owner_take_a_place_each(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    await asyncio.gather(*(submit(jobs, number, ALICE) for number in range(30)))
    places = await rows.one("SELECT count(DISTINCT fair_at) FROM jobs")
    assert places["count"] == 30


async def test_an_endless_row_of_newcomers_starves_nobody(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    await submit(jobs, "first", ALICE)
    second = await submit(jobs, "second", ALICE)
    await claim(queue)
    claimed = []
    for number in range(NEWCOMERS_PER_JOB + 5):
        await submit(jobs, f"new {number}", owner_called(number))
        claimed += [job.id for job in await claim(queue)]
    assert second.id in claimed
    assert claimed.index(second.id) > NEWCOMERS_PER_JOB / 2, "and yet newcomers do come first"


async def test_a_large_file_takes_the_place_of_several(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    small = [(await submit(jobs, "a0", ALICE)).id, (await submit(jobs, "b0", BOB)).id]
    large = await submit(jobs, "large", ALICE, size=3 * MEBIBYTE)
    small += [(await submit(jobs, f"b{number}", BOB)).id for number in (1, 2, 3)]
    last = await submit(jobs, "b9", BOB, size=5 * MEBIBYTE)
    order = await claim_all(queue)
    assert set(order[:5]) == set(small)
    assert order[5:] == [large.id, last.id]


async def test_files_that_met_a_busy_gateway_keep_their_places(pool: Pool, clock: Clock) -> None:
    """Both stand before whoever came after they had been claimed, and not one after the other as if they were new."""
    jobs, queue = jobs_of(pool), queue_of(pool)
    first = [(await submit(jobs, f"first {number}", ALICE)).id for number in range(2)]
    for busy in await claim(queue, 2):
        assert await queue.settle(busy, BUSY, 1)
    others = {(await submit(jobs, number, ALICE)).id for number in range(3)} | {(await submit(jobs, "b", BOB)).id}
    await clock.advance(timedelta(seconds=6))
    assert await queue.promote("gateway") == 2
    order = await claim_all(queue)
    assert order[:2] == first
    assert set(order[2:]) == others


async def test_retries_of_one_owner_that_are_due_at_once_leave_room_for_others(pool: Pool, clock: Clock) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    for number in range(100):
        await submit(jobs, number, ALICE)
    for job in await claim(queue, 100):
        assert await queue.settle(job, RETRY, 1)
    await clock.advance(timedelta(seconds=6))
    assert await queue.promote("gateway") == 100
    newcomer = await submit(jobs, "new", BOB)
    assert (await claim_all(queue)).index(newcomer.id) <= 1


async def test_two_who_promote_at_once_promote_each_job_once(pool: Pool, clock: Clock) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    for number in range(20):
        await submit(jobs, number, ALICE)
    for job in await claim(queue, 20):
        await queue.settle(job, RETRY, 1)
    await clock.advance(timedelta(seconds=6))
    assert sum(await asyncio.gather(*(queue_of(pool, worker=f"w{n}").promote("gateway") for n in range(5)))) == 20


async def test_a_job_knows_how_many_stand_before_it(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    mine = [(await submit(jobs, number, ALICE)).id for number in range(4)]
    assert [await jobs.ahead(ALICE, job_id, limit=9) for job_id in mine] == [0, 1, 2, 3]
    await claim(queue)
    theirs = await submit(jobs, "b", BOB)
    assert await jobs.ahead(BOB, theirs.id, limit=9) == 0
    assert [await jobs.ahead(ALICE, job_id, limit=9) for job_id in mine[1:]] == [1, 2, 3]
    assert await jobs.ahead(ALICE, mine[3], limit=2) == 2
    assert await jobs.ahead(BOB, mine[3], limit=9) == 0, "of others it says nothing"
