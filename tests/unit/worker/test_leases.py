"""Work stops when its lease ends, whichever of several that is."""

import asyncio
import time
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid4

from fakturo.domain.job import ClaimedJob
from fakturo.store.queue import Queue
from fakturo.worker.leases import LeaseKeeper

TTL_SECONDS = 0.6


class Extending:
    """A queue that lengthens every lease."""

    async def extend(self, jobs: list[ClaimedJob]) -> set[UUID]:
        return {job.id for job in jobs}


def keeper_of_leases() -> LeaseKeeper:
    return LeaseKeeper(cast(Queue, Extending()), ttl_seconds=TTL_SECONDS)


def claimed() -> ClaimedJob:
    facts: dict[str, Any] = dict.fromkeys(ClaimedJob.__match_args__)
    return ClaimedJob(**facts | {"id": uuid4(), "lease_token": uuid4(), "place": datetime.now(UTC)})


async def test_each_lease_is_lost_at_its_own_end() -> None:
    keeper, now = keeper_of_leases(), time.monotonic()
    first, second = (keeper.hold(claimed(), asked_at=now + later) for later in (0, TTL_SECONDS))
    await asyncio.sleep(1.5 * TTL_SECONDS)
    assert (first.lost, second.lost) == (True, False)
    await asyncio.sleep(TTL_SECONDS)
    assert second.lost


async def test_one_that_ends_before_those_held_already_is_not_forgotten() -> None:
    """Those were extended while it was being claimed."""
    keeper, now = keeper_of_leases(), time.monotonic()
    longer = keeper.hold(claimed(), asked_at=now + 10)
    shorter = keeper.hold(claimed(), asked_at=now)
    await asyncio.sleep(1.5 * TTL_SECONDS)
    assert (longer.lost, shorter.lost) == (False, True)


async def test_an_extended_lease_gets_its_time_and_one_that_was_let_go_is_never_lost() -> None:
    keeper, now = keeper_of_leases(), time.monotonic()
    extended, over = (keeper.hold(claimed(), asked_at=now) for _ in range(2))
    keeper.let_go(over)
    await asyncio.sleep(0.5 * TTL_SECONDS)
    await keeper._extend()
    await asyncio.sleep(0.75 * TTL_SECONDS)
    assert not extended.lost
    await asyncio.sleep(0.75 * TTL_SECONDS)
    assert (extended.lost, over.lost) == (True, False)


async def test_one_that_is_settled_while_it_is_to_be_extended_is_not_lost() -> None:
    class SettledMeanwhile:
        async def extend(self, _: list[ClaimedJob]) -> set[UUID]:
            keeper.let_go(lease)
            return set()

    keeper = LeaseKeeper(cast(Queue, SettledMeanwhile()), ttl_seconds=60)
    lease = keeper.hold(claimed(), asked_at=time.monotonic())
    await keeper._extend()
    assert not lease.lost


async def test_an_extension_counts_from_before_it_was_asked_for() -> None:
    """The answer may have been long on its way: by the database's clock the lease is that much older."""

    class Slow:
        async def extend(self, jobs: list[ClaimedJob]) -> set[UUID]:
            await asyncio.sleep(0.3)
            return {job.id for job in jobs}

    keeper = LeaseKeeper(cast(Queue, Slow()), ttl_seconds=60)
    lease, asked_at = keeper.hold(claimed(), asked_at=time.monotonic()), time.monotonic()
    await keeper._extend()
    assert asked_at + 60 <= lease.ends_at < asked_at + 60.2
