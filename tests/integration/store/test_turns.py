"""Work that one process at a time does."""

from datetime import timedelta

from fakturo.store.pool import Pool
from fakturo.store.turns import HOLD, Turn
from tests.support.databases import Clock

A_MINUTE = timedelta(minutes=1)


async def test_a_turn_lasts_as_long_as_its_holder_says_something(pool: Pool, clock: Clock) -> None:
    ours, theirs = (Turn(pool, "archive", who=who) for who in ("ours", "theirs"))
    assert await ours.begin()
    for _ in range(3):
        await clock.advance(HOLD - A_MINUTE)
        assert await ours.go_on()
    assert not await theirs.go_on()
    assert not await theirs.begin(now=True)


async def test_a_turn_that_ran_out_is_over_even_if_nobody_took_it(pool: Pool, clock: Clock) -> None:
    """Somebody may be about to: what we thought was ours may have changed."""
    turn = Turn(pool, "archive", who="slow")
    assert await turn.begin()
    await clock.advance(HOLD + A_MINUTE)
    assert not await turn.go_on()
