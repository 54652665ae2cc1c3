"""Following changes: whoever asks from the last horizon on misses none, however late they are committed."""

import asyncio
import random
import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest

from fakturo.store.jobs import ANY, SQL, Change, Jobs
from fakturo.store.pool import Pool
from fakturo.store.statements import statements
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, BOB, jobs_of, submit

WRITERS = 8
PAGE = 200
MAKE = """
INSERT INTO jobs (id, owner_key, original_filename, bytes, sha256, mapping, mapping_version, pipeline, status,
                  error_code, error_message)
SELECT gen_random_uuid(), 'session:alice', 'a.pdf', 10, encode(sha256(n::text::bytea), 'hex'), 'layout_v1', 1,
       'gateway', 'failed', 'UNKNOWN', '0'
FROM generate_series(1, %s) AS n
"""


class Reader:
    """Knows of each job what it was told last."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._from = Change(0)
        self.known: dict[UUID, str | None] = {}
        self.told = 0

    async def look(self) -> None:
        """All pages of what changed; the next look begins at the horizon of the first."""
        after, horizon = self._from, None
        while True:
            page = await self._jobs.changes(ALICE, after, limit=PAGE)
            horizon = page.moment.horizon if horizon is None else horizon
            self.known |= {job.id: job.error_message for job in page.jobs}
            self.told += len(page.jobs)
            if len(page.jobs) < PAGE:
                break
            after = page.changes[-1]
        self._from = Change(horizon)


async def change(url: str, ids: list[UUID], number: int, *, batch: int) -> None:
    """Each job once, in transactions of which some take their time to commit."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        for start in range(0, len(ids), batch):
            await connection.execute(
                "UPDATE jobs SET error_message = %s WHERE id = ANY (%s)", (str(number), ids[start : start + batch])
            )
            await asyncio.sleep(random.choice([0, 0, 0.001, 0.02]))
            await connection.commit()


@pytest.mark.parametrize(
    ("count", "rounds", "batch"),
    [(2000, 2, 5), pytest.param(50_000, 20, 50, marks=[pytest.mark.long, pytest.mark.timeout(1800)])],
)
async def test_a_reader_misses_nothing_that_eight_writers_commit_late(
    count: int, rounds: int, batch: int, pool: Pool, rows: Rows
) -> None:
    await rows.all(MAKE, count)
    ids = [row["id"] for row in await rows.all("SELECT id FROM jobs")]
    reader = Reader(jobs_of(pool))
    await reader.look()
    assert len(reader.known) == count
    for number in range(1, rounds + 1):
        random.shuffle(ids)
        writers = asyncio.gather(
            *(change(rows.url, ids[writer::WRITERS], number, batch=batch) for writer in range(WRITERS))
        )
        while not writers.done():
            await reader.look()
        await writers
        await reader.look()
        missed = [job_id for job_id, text in reader.known.items() if text != str(number)]
        assert missed == []
    assert reader.told < 4 * (rounds + 1) * count, "it repeats little"


async def test_what_is_deleted_is_told_and_what_others_do_is_not(pool: Pool) -> None:
    jobs = jobs_of(pool)
    mine, _ = await submit(jobs, "mine", ALICE), await submit(jobs, "theirs", BOB)
    before = await jobs.list(ALICE, limit=9)
    assert (await jobs.changes(ALICE, Change(before.moment.horizon), limit=9)).jobs == []
    assert await jobs.delete(ALICE, mine.id) == {mine.id: False}
    (deleted,) = (await jobs.changes(ALICE, Change(before.moment.horizon), limit=9)).jobs
    assert deleted.id == mine.id
    assert deleted.deleted_at is not None


async def test_the_latest_change_is_the_latest_by_number_not_by_its_digits(pool: Pool, rows: Rows) -> None:
    """Else whoever follows changes is told that there were none."""
    jobs = jobs_of(pool)
    await rows.all("ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change")
    for xid in ("999", "1000"):
        job = await submit(jobs, xid, ALICE)
        await rows.all("UPDATE jobs SET changed_xid = %s::xid8 WHERE id = %s", xid, job.id)
    found = [await jobs.list(ALICE, limit=1), await jobs.list(ALICE, limit=1, text="a")]
    found.append(await jobs.changes(ALICE, Change(1), limit=1))
    assert [page.moment.latest for page in found] == [1000] * 3


async def test_since_a_time_tells_what_changed_however_old_it_is(pool: Pool, rows: Rows, clock: Clock) -> None:
    jobs = jobs_of(pool)
    submitted = [await submit(jobs, name, ALICE) for name in ("oldest", "old", "new")]
    await clock.advance(timedelta(hours=1))
    (now,) = await rows.all("SELECT queue_now() AS at")
    assert (await jobs.list(ALICE, limit=9, since=now["at"])).jobs == []
    await rows.all("UPDATE jobs SET download_count = 1 WHERE id = %s", submitted[1].id)
    assert [job.id for job in (await jobs.list(ALICE, limit=9, since=now["at"])).jobs] == [submitted[1].id]


async def explained(url: str, sql: bytes, **parameters: object) -> str:
    async with await psycopg.AsyncConnection.connect(url) as connection:
        cursor = await connection.execute(
            b"EXPLAIN (COSTS OFF) " + sql,
            ANY.parameters() | {"limit": 50} | parameters,
        )
        return "\n".join(row[0] for row in await cursor.fetchall())


async def test_lists_changes_and_search_are_index_scans(pool: Pool, rows: Rows) -> None:
    await rows.all(MAKE, 20_000)
    await rows.all(
        "UPDATE jobs SET owner_key = 'session:' || left(sha256, 2), name_words = ARRAY['a', left(sha256, 4)]"
    )
    await rows.all("VACUUM ANALYZE jobs")
    nothing = {"since": None, "before_created_at": None, "before_id": None}
    listed = await explained(rows.url, SQL["list"], owner_key="session:ab", **nothing)
    assert "jobs_owner" in listed
    changed = await explained(rows.url, SQL["changes"], owner_key="session:ab", after_xid="1", after_id=UUID(int=0))
    assert "jobs_owner_changes" in changed
    found = await explained(rows.url, SQL["find"], owner_key="session:ab", words="'@session:ab' & 'abc':*", **nothing)
    assert "jobs_search" in found
    assert not [plan for plan in (listed, changed, found) if "Seq Scan on jobs" in plan]
    assert [plan.count("Index Only Scan Backward using jobs_owner_changes") for plan in (listed, changed, found)] == [
        1
    ] * 3, "the latest change is the index's last entry"


async def test_counting_an_owners_jobs_and_asking_since_a_time_or_for_failures_reads_no_row_that_does_not_matter(
    rows: Rows,
) -> None:
    await rows.all(MAKE, 20_000)
    await rows.all("UPDATE jobs SET owner_key = 'session:' || left(sha256, 1), failed_at = '2026-01-01'")
    await rows.all("VACUUM ANALYZE jobs")
    nothing = {"before_created_at": None, "before_id": None}
    counted = await explained(rows.url, SQL["overview"], owner_key="session:a")
    assert "Index Only Scan using jobs_owner on" in counted
    later = datetime(2100, 1, 1, tzinfo=UTC)
    asked = await explained(rows.url, SQL["list"], owner_key="session:a", since=later, **nothing)
    assert re.search("Index Only Scan (Backward )?using jobs_owner on jobs changed", asked)
    assert re.search(r"Index Cond: .*created_at >= \(InitPlan|Index Cond: .*created_at >= \$", asked)
    assert "jobs_failed" in await explained(rows.url, statements("operations")["failures"], within="1 hour")
