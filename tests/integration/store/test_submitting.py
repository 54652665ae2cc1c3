"""Uploads that come together: one statement for all, and each with its own end."""

import asyncio
from dataclasses import replace

import psycopg
import pytest

from fakturo.domain.job import Job
from fakturo.store.jobs import Jobs
from fakturo.store.pool import Pool
from fakturo.store.standing import NoLongerSo, Standing, Standings
from fakturo.store.submitting import NewJob, Submitting
from tests.support.databases import Rows
from tests.support.jobs import ALICE, BOB, jobs_of, new_job, sha256_of, submit

PAUSE = "INSERT INTO pauses (what, reason, who, why) VALUES ('uploads', 'operator', 'us', 'We move.')"
RELEASE = "INSERT INTO mapping_releases (mapping, version, withdrawn) VALUES ('layout_v1', 1, true)"


@pytest.fixture(autouse=True)
def _nobody_comes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Submitting, "_comes_alone", lambda _: False)


async def hand_in(jobs: Jobs, new: NewJob, content: object, standing: Standing | None = None) -> tuple[Job, bool]:
    path = f"uploads/00/00/{new.id}.pdf"
    return await jobs.submit(new, sha256=sha256_of(content), upload_path=path, standing=standing)


async def test_uploads_that_come_together_cost_one_commit_and_stand_in_line_one_behind_the_other(
    pool: Pool, rows: Rows
) -> None:
    jobs = jobs_of(pool)
    taken = await asyncio.gather(*(submit(jobs, number, (ALICE, BOB)[number % 2]) for number in range(10)))
    assert len({job.id for job in taken}) == 10
    assert len(await rows.all("SELECT DISTINCT changed_xid FROM jobs")) == 1
    places = await rows.all("SELECT count(DISTINCT fair_at) FROM jobs GROUP BY owner_key")
    assert [each["count"] for each in places] == [5, 5], "no two of an owner's have the same place"
    for job in taken:
        assert await rows.events(job.id) == ["uploaded", "queued"]
    for number, job in enumerate(taken):
        assert await jobs.get((ALICE, BOB)[number % 2], job.id) == job


async def test_of_twins_that_come_together_one_is_taken_and_the_other_told_of_it(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    ends = await asyncio.gather(*(hand_in(jobs, new_job(), content) for content in ["the same"] * 4 + ["another"]))
    assert [was_there for _, was_there in ends].count(True) == 3
    assert len({job.id for job, _ in ends[:4]}) == 1
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 2


async def test_one_that_cannot_be_written_takes_no_other_along(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    news = [new_job(size=-1 if number == 2 else 10) for number in range(5)]
    ends = await asyncio.gather(*(hand_in(jobs, new, new.id) for new in news), return_exceptions=True)
    assert isinstance(ends.pop(2), psycopg.Error)
    assert all(isinstance(end, tuple) and not end[1] for end in ends)
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 4


async def test_the_same_key_at_once_is_one_upload(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    news = [replace(new_job(), idempotency_key=f"key {number % 3}") for number in range(9)]
    ends = await asyncio.gather(*(hand_in(jobs, new, new.id) for new in news))
    assert len({job.id for job, _ in ends}) == 3
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 3


async def test_two_processes_with_the_same_uploads_in_another_order_both_end(pool: Pool, rows: Rows) -> None:
    """Neither waits for what the other holds while it waits itself."""
    for lot in range(10):
        order = [(owner, f"{lot} {number}") for number in range(10) for owner in (ALICE, BOB)]
        first, second = jobs_of(pool), jobs_of(pool)
        ends = await asyncio.gather(
            *(hand_in(first, new_job(owner), content) for owner, content in order),
            *(hand_in(second, new_job(owner), content) for owner, content in reversed(order)),
        )
        assert [was_there for _, was_there in ends].count(False) == 20
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 200


@pytest.mark.parametrize("change", [PAUSE, RELEASE], ids=["paused", "withdrawn"])
async def test_nothing_is_taken_when_uploads_no_longer_stand_as_was_told(change: str, pool: Pool, rows: Rows) -> None:
    jobs, standings = jobs_of(pool), Standings(pool, clock=lambda: 0.0)
    told = await standings.known()
    await hand_in(jobs, new_job(), "before", told)
    await rows.all(change)
    assert await standings.known() == told, "it is remembered"
    handed_in = [hand_in(jobs, new_job(), number, told if number < 3 else None) for number in range(4)]
    ends = await asyncio.gather(*handed_in, return_exceptions=True)
    assert [type(end) for end in ends] == [NoLongerSo, NoLongerSo, NoLongerSo, tuple]
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 2
    now = await standings.ask()
    assert (now.paused_because, len(now.releases)) == (("We move.", 0) if change == PAUSE else (None, 1))


async def test_that_uploads_stand_open_is_remembered_for_a_second_and_a_pause_never(pool: Pool, rows: Rows) -> None:
    now = 100.0
    standings = Standings(pool, clock=lambda: now)
    assert (await standings.known()).paused_because is None
    await rows.all(PAUSE)
    now += 0.9
    assert (await standings.known()).paused_because is None
    now += 0.2
    assert (await standings.known()).paused_because == "We move."
    await rows.all("DELETE FROM pauses")
    assert (await standings.known()).paused_because is None
