"""Results that wait for a person, converted again with what directory and templates know by now."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from fakturo.convert.mapping import UnknownMapping
from fakturo.domain.inputs import Input
from fakturo.domain.job import Owner
from fakturo.store.jobs import Jobs, Pin
from fakturo.web.jobs.offer import Offer

AT_ONCE = 500
MOST_COUNTED = 10_000


@dataclass(slots=True)
class Settled:
    queued: int = 0
    left: int = 0
    """Whose mapping is no longer offered, or that somebody else changed meanwhile."""


async def could_settle(jobs: Jobs, owner_key: str) -> int:
    """How many wait that were made before the last change."""
    return len(await jobs.waiting_reviews(owner_key, limit=MOST_COUNTED))


async def settle(jobs: Jobs, offer: Offer, owner_key: str) -> Settled:
    """Of an owner, or of all. Workers find them by themselves."""
    settled, tried = Settled(), set[UUID]()
    while waiting := [
        each for each in await jobs.waiting_reviews(owner_key, limit=AT_ONCE + len(tried)) if each[0] not in tried
    ]:
        for job_id, of, because in waiting:
            tried.add(job_id)
            if await _queue(jobs, offer, of, job_id, because):
                settled.queued += 1
            else:
                settled.left += 1
    return settled


async def _queue(jobs: Jobs, offer: Offer, owner: Owner, job_id: UUID, because: Collection[Input]) -> bool:
    job = await jobs.get(owner, job_id)
    if job is None:
        return False
    try:
        mapping = await offer.pick(job.mapping, owner)
    except UnknownMapping:
        return False
    pin = Pin(mapping.version, mapping.pipeline)
    found = await jobs.convert_again(owner, job, pin, because=because)
    return found is not None and not found[1]
