"""Breakers and pauses on real PostgreSQL."""

import asyncio
from datetime import timedelta

import pytest

from fakturo.domain.breaker import Breaker, BreakerRules, State, opened
from fakturo.store.breakers import Breakers, standings
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool
from tests.support.databases import Clock, Rows
from tests.support.jobs import jobs_of, queue_of, submit

RULES = BreakerRules()
COOLDOWN = timedelta(seconds=15)
HALF_OPEN = Breaker(State.HALF_OPEN, COOLDOWN, trials_left=3)


def breakers_of(pool: Pool, worker: str = "worker-1") -> Breakers:
    return Breakers(pool, pipeline="gateway", worker=worker)


async def set_state(breakers: Breakers, to: Breaker, *, hold: bool = True) -> None:
    assert await breakers.change(await breakers.report(), to, due_in=COOLDOWN, hold=hold)


async def test_calls_of_all_workers_add_up_and_grow_old(pool: Pool, clock: Clock) -> None:
    first, second = breakers_of(pool, "a"), breakers_of(pool, "b")
    await first.report(ok=3, failed=1)
    await first.report(ok=1)
    await second.report(failed=2)
    recent = await first.recent_calls()
    assert (sum(each.ok for each in recent), sum(each.failed for each in recent)) == (4, 3)
    await clock.advance(timedelta(minutes=3))
    assert min(each.age for each in await first.recent_calls()) >= timedelta(minutes=2, seconds=55)
    await clock.advance(timedelta(minutes=8))
    assert await first.recent_calls() == []
    await clock.advance(timedelta(minutes=8))
    await first.forget_old_calls()


async def test_counting_nothing_writes_nothing(pool: Pool, rows: Rows) -> None:
    await breakers_of(pool).report()
    assert await rows.all("SELECT * FROM breaker_calls") == []


async def test_of_many_who_see_the_same_state_one_changes_it(pool: Pool) -> None:
    breakers = [breakers_of(pool, f"worker-{n}") for n in range(10)]
    seen = await breakers[0].report()
    changed = await asyncio.gather(*(each.change(seen, opened(RULES), due_in=COOLDOWN, hold=True) for each in breakers))
    assert sorted(changed) == [False] * 9 + [True]
    assert (await breakers[0].report()).breaker == opened(RULES)


async def test_while_it_is_open_nothing_is_claimed_and_the_pause_says_why(pool: Pool) -> None:
    breakers, queue = breakers_of(pool), queue_of(pool)
    await submit(jobs_of(pool), "a")
    await set_state(breakers, opened(RULES))
    assert await queue.claim("gateway", 1) == []
    (pause,) = await Pauses(pool, who="x").active()
    assert (pause.what, pause.reason, pause.pipeline, pause.who) == ("claims", "breaker", "gateway", "worker-1")
    assert pause.why == "The converter failed too often."
    public = {each.pipeline: each for each in await standings(pool)}
    assert (public["gateway"].state, public["gateway"].due_at is not None) == ("open", True)
    assert public["llm"].state == "closed"
    await set_state(breakers, Breaker())
    assert len(await queue.claim("gateway", 1)) == 1
    assert await Pauses(pool, who="x").active() == []


async def test_closing_forgets_the_failures_that_opened_it(pool: Pool) -> None:
    breakers = breakers_of(pool)
    await breakers.report(failed=20)
    await set_state(breakers, opened(RULES))
    await set_state(breakers, Breaker())
    assert await breakers.recent_calls() == []


async def test_failing_fast_pauses_nothing(pool: Pool) -> None:
    await submit(jobs_of(pool), "a")
    await set_state(breakers_of(pool), opened(RULES), hold=False)
    assert len(await queue_of(pool).claim("gateway", 1)) == 1


async def test_trials_are_handed_out_once_and_pass_the_breakers_pause_alone(pool: Pool) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    for number in range(10):
        await submit(jobs, number)
    breakers = [breakers_of(pool, f"worker-{n}") for n in range(5)]
    await set_state(breakers[0], opened(RULES))
    await set_state(breakers[0], HALF_OPEN)
    taken = await asyncio.gather(*(each.take_trials(2) for each in breakers))
    assert sum(taken) == 3
    assert await queue.claim("gateway", 1) == []
    assert len(await queue.claim("gateway", 1, trial=True)) == 1
    await breakers[0].give_back_trials(2)
    assert await breakers[0].take_trials(5) == 2
    await Pauses(pool, who="x").pause_for_full_disk()
    assert await queue.claim("gateway", 1, trial=True) == []


async def test_one_prober_at_a_time_and_not_before_it_is_due(pool: Pool, clock: Clock) -> None:
    breakers = [breakers_of(pool, f"worker-{n}") for n in range(5)]
    await set_state(breakers[0], opened(RULES))
    assert not await breakers[0].become_prober()
    assert not (await breakers[0].report()).is_due
    await clock.advance(COOLDOWN)
    assert (await breakers[0].report()).is_due
    assert sum(await asyncio.gather(*(each.become_prober() for each in breakers))) == 1
    await clock.advance(timedelta(seconds=20))  # that prober vanished
    assert await breakers[3].become_prober()


async def test_a_full_disk_pauses_claims_and_uploads_until_nobody_renews_it(
    pool: Pool, clock: Clock, rows: Rows
) -> None:
    await submit(jobs_of(pool), "a")
    queue, pauses = queue_of(pool), Pauses(pool, who="host-1")
    await pauses.pause_for_full_disk()
    assert {pause.what for pause in await pauses.active()} == {"claims", "uploads"}
    assert await queue.claim("gateway", 1) == []
    await clock.advance(timedelta(seconds=25))
    await pauses.pause_for_full_disk()
    await clock.advance(timedelta(seconds=25))
    assert await queue.claim("gateway", 1) == []
    await clock.advance(timedelta(seconds=10))
    assert await pauses.active() == []
    assert len(await queue.claim("gateway", 1)) == 1
    await clock.advance(timedelta(minutes=2))
    await breakers_of(pool).forget_old_calls()
    assert await rows.all("SELECT * FROM pauses") == []


async def test_who_paused_for_a_full_disk_resumes_its_own_pause_only(pool: Pool) -> None:
    one, other = Pauses(pool, who="host-1"), Pauses(pool, who="host-2")
    await one.pause_for_full_disk()
    await other.pause_for_full_disk()
    await one.resume_after_full_disk()
    assert {pause.who for pause in await one.active()} == {"host-2"}


@pytest.mark.parametrize("what", ["operator", "breaker"])
async def test_a_pause_of_all_pipelines_stops_each(what: str, pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    await rows.all("INSERT INTO pauses (what, reason, who, why) VALUES ('claims', %s, 'me', 'because')", what)
    assert await queue_of(pool).claim("gateway", 1) == []
