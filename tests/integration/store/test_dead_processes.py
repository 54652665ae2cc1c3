"""What a worker held goes to others once it is known to be dead, and nothing of anybody else's does."""

from datetime import timedelta

from fakturo.domain.breaker import Breaker, State, opened
from fakturo.store.dead_processes import let_go
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool
from fakturo.store.storage import announced
from fakturo.store.turns import Turn
from tests.integration.store.test_breakers import COOLDOWN, HALF_OPEN, RULES, breakers_of, set_state
from tests.support.databases import Clock, Rows
from tests.support.jobs import jobs_of, queue_of, submit

DEAD, LIVING = "dead", "living"


async def test_its_jobs_are_taken_back_at_once_at_the_cost_of_their_attempt(pool: Pool, rows: Rows) -> None:
    await submit(jobs_of(pool), "a")
    dead, living = queue_of(pool, worker=DEAD), queue_of(pool, worker=LIVING)
    (stale,) = await dead.claim("gateway", 1)
    assert await let_go(rows.url, DEAD) == 1
    (reclaimed,) = await living.reclaim("gateway", max_attempts=3)
    assert (reclaimed.id, reclaimed.status, reclaimed.attempt_count) == (stale.id, "queued", 1)
    assert await dead.extend([stale]) == set()
    (again,) = await living.claim("gateway", 1)
    assert again.attempt_count == 2
    told = await rows.one("SELECT worker, meta FROM job_events WHERE event_type = 'reclaimed'")
    assert (told["worker"], told["meta"]) == (LIVING, {"held_by": DEAD})


async def test_others_keep_what_they_hold(pool: Pool, rows: Rows, clock: Clock) -> None:
    await clock.freeze()
    await submit(jobs_of(pool), "a")
    living = queue_of(pool, worker=LIVING)
    await living.claim("gateway", 1)
    await Pauses(pool, who=LIVING).pause_for_full_disk()
    assert await Turn(pool, "retention", who=LIVING).begin(now=True)
    held = (
        "SELECT to_jsonb(jobs) FROM jobs",
        "SELECT to_jsonb(pauses) FROM pauses",
        "SELECT to_jsonb(sweeps) FROM sweeps",
    )
    async with announced(pool, f"worker {LIVING}", ["disk"], slots=3):
        before = [await rows.all(each) for each in (*held, "SELECT process FROM storage_readers")]
        assert await let_go(rows.url, DEAD) == 0
        assert [await rows.all(each) for each in (*held, "SELECT process FROM storage_readers")] == before


async def test_its_pause_its_turn_and_its_announcement_end_with_it(pool: Pool, rows: Rows) -> None:
    await Pauses(pool, who=DEAD).pause_for_full_disk()
    assert await Turn(pool, "retention", who=DEAD).begin(now=True)
    async with announced(pool, f"worker {DEAD}", ["disk"], slots=3):
        await let_go(rows.url, DEAD)
        assert await rows.all("SELECT * FROM storage_readers") == []
    assert await Pauses(pool, who=LIVING).active() == []
    assert await Turn(pool, "retention", who=LIVING).begin(now=True)


async def test_an_open_breaker_stays_open_and_somebody_else_may_look_at_the_gateway(
    pool: Pool, rows: Rows, clock: Clock
) -> None:
    dead, living = breakers_of(pool, DEAD), breakers_of(pool, LIVING)
    await set_state(dead, opened(RULES))
    await clock.advance(COOLDOWN + timedelta(seconds=1))
    assert await dead.become_prober()
    assert not await living.become_prober()
    await let_go(rows.url, DEAD)
    assert [pause.reason for pause in await Pauses(pool, who=LIVING).active()] == ["breaker"]
    assert await living.become_prober()


async def test_trials_that_were_with_it_are_not_waited_for(pool: Pool, rows: Rows) -> None:
    dead, living = breakers_of(pool, DEAD), breakers_of(pool, LIVING)
    await submit(jobs_of(pool), "a")
    await set_state(dead, HALF_OPEN)
    assert await dead.take_trials(1) == 1
    await queue_of(pool, worker=DEAD).claim("gateway", 1, trial=True)
    assert not (await living.report()).is_due
    await let_go(rows.url, DEAD)
    standing = await living.report()
    assert (standing.is_due, standing.breaker) == (True, Breaker(State.HALF_OPEN, COOLDOWN, trials_left=2))
