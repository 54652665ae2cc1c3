"""Two who do the same at once: limits hold, and nobody stands in another's way for good."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

from fakturo.domain.job import Owner
from fakturo.domain.keys import Scope
from fakturo.domain.webhooks import EventType
from fakturo.store.accounts import Accounts
from fakturo.store.keys import MOST_KEYS, Keys, NewKey
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention
from fakturo.store.webhooks import MOST_WEBHOOKS, Webhooks
from tests.integration.store.test_settling import complete
from tests.support.databases import Rows
from tests.support.jobs import ALICE, KEEP, jobs_of, queue_of, submit


async def test_an_owner_has_no_more_keys_than_allowed_however_many_are_made_at_once(pool: Pool) -> None:
    keys = Keys(pool)
    wanted = [NewKey(ALICE, f"{number}", [*Scope][:1]) for number in range(MOST_KEYS + 20)]
    made = await asyncio.gather(*map(keys.create, wanted))
    assert sum(each is not None for each in made) == MOST_KEYS
    assert len(await keys.list(ALICE)) == MOST_KEYS


async def test_an_owner_has_no_more_webhooks_than_allowed_however_many_are_made_at_once(pool: Pool) -> None:
    webhooks = Webhooks(pool)

    async def make(number: int) -> bool:
        url = f"https://example.com/{number}"
        made = await webhooks.create(ALICE, url=url, description="", events=[*EventType][:1], secret=url)
        return made is not None

    made = await asyncio.gather(*(make(number) for number in range(MOST_WEBHOOKS + 20)))
    assert sum(made) == MOST_WEBHOOKS
    assert len(await webhooks.list(ALICE)) == MOST_WEBHOOKS


async def done_jobs(pool: Pool, count: int) -> list[UUID]:
    for number in range(count):
        await submit(jobs_of(pool), number)
    queue = queue_of(pool)
    claimed = await queue.claim("gateway", count)
    await asyncio.gather(*(queue.settle(job, complete(job.id), 1) for job in claimed))
    return [job.id for job in claimed]


async def test_bundles_of_the_same_jobs_do_not_wait_for_each_other(pool: Pool, rows: Rows) -> None:
    """A long list of jobs is found in another order than a short one."""
    ids = await done_jobs(pool, 400)
    await rows.all("ANALYZE jobs")
    some = sorted(ids)[::20]
    jobs = jobs_of(pool)

    async def fetch(which: list[UUID]) -> None:
        for _ in range(15):
            await jobs.record_download(ALICE, *which)

    await asyncio.gather(fetch(ids), fetch(some), fetch(some[:3]), fetch(ids))


async def test_new_rules_of_retention_do_not_meet_downloads(pool: Pool, rows: Rows) -> None:
    ids = await done_jobs(pool, 400)
    await rows.all("ANALYZE jobs")
    jobs = jobs_of(pool)
    some = sorted(ids)[::20]

    async def redate() -> None:
        for days in range(15):
            rules = replace(KEEP, xml_ttl=timedelta(days=100 + days))
            await Retention(pool, rules, who="worker-1").redate()

    async def fetch() -> None:
        for _ in range(40):
            await jobs.record_download(ALICE, *some)

    await asyncio.gather(redate(), fetch())


async def test_taking_a_sessions_jobs_over_does_not_meet_their_workers(pool: Pool, rows: Rows) -> None:
    """Leases are extended while the session's person signs in."""
    for number in range(400):
        await submit(jobs_of(pool), number)
    queue, accounts = queue_of(pool), Accounts(pool)
    claimed = await queue.claim("gateway", 400)
    await rows.all("ANALYZE jobs")
    keys = [f"account:{number:064x}" for number in range(10)]
    made = "INSERT INTO accounts (owner_key, issuer, subject, name) SELECT k, 'x', k, 'A' FROM unnest(%s::text[]) AS k"
    await rows.all(made, keys)
    owners = [ALICE, *(Owner(key, session_id="any") for key in keys)]

    async def work() -> None:
        for _ in range(40):
            assert len(await queue.extend(claimed)) == 400

    async def sign_in() -> None:
        for session, account in pairwise(owners):
            assert (await accounts.take_over(session, account)).jobs == 400

    await asyncio.gather(work(), sign_in())
