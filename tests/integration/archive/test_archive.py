"""Old events leave the database for the archive: none lost, none twice, and any damage is found."""

import asyncio
import contextlib
import gzip
import json
import tracemalloc
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from fakturo.archive import archiver as archiver_module
from fakturo.archive.archiver import Archiver
from fakturo.archive.verify import Verdict, verify
from fakturo.blobs.base import Blobs, Draft, put
from fakturo.domain.errors import ErrorCode
from fakturo.domain.transitions import Fail
from fakturo.store.archives import Archives
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.store.turns import LostTurn, Turn
from fakturo.worker.janitor import Janitor
from tests.contract.conftest import disk_storage, s3_storage
from tests.support import warm
from tests.support.databases import Clock, Rows
from tests.support.jobs import jobs_of, queue_of, submit
from tests.support.s3 import running_s3
from tests.support.stack import clean_environment, until

TTL = timedelta(days=90)
OLD = timedelta(days=91)


@dataclass
class Attic:
    pool: Pool
    rows: Rows
    clock: Clock
    blobs: Blobs

    def archiver(self, who: str = "archiver", blobs: Blobs | None = None) -> Archiver:
        turn = Turn(self.pool, "archive", who=who, every=timedelta(days=1))
        return Archiver(Archives(self.pool), blobs or self.blobs, turn, ttl=TTL)

    async def verify(self) -> Verdict:
        return await verify(Archives(self.pool), self.blobs)

    async def old_events(self, count: int) -> set[int]:
        """Of a failed job, so long ago that they are due."""
        jobs = jobs_of(self.pool)
        job = await submit(jobs, uuid.uuid4())
        (claimed,) = await queue_of(self.pool).claim("gateway", 1)
        await queue_of(self.pool).settle(claimed, Fail(ErrorCode.GW_4XX, "no"), 1)
        await self.rows.all(
            """INSERT INTO job_events (job_id, event_type, attempt, meta, created_at)
               SELECT %s, 'downloaded', 1, jsonb_build_object('n', n, 'text', E'two\nlines é'), queue_now()
               FROM generate_series(1, %s) AS n""",
            job.id,
            count - 4,
        )
        ids = {row["id"] for row in await self.rows.all("SELECT id FROM job_events WHERE job_id = %s", job.id)}
        assert len(ids) == count
        await self.clock.advance(OLD)
        return ids

    async def in_database(self) -> list[int]:
        return [row["id"] for row in await self.rows.all("SELECT id FROM job_events")]

    async def in_archive(self) -> list[int]:
        """Read by nothing of ours but the path."""
        ids = []
        for row in await self.rows.all("SELECT path FROM event_archives ORDER BY number"):
            content = b"".join([chunk async for chunk in await self.blobs.read(row["path"])])
            ids += [json.loads(line)["id"] for line in gzip.decompress(content).splitlines()]
        return ids


@pytest.fixture(params=["disk", "S3"])
def attic(request: pytest.FixtureRequest, pool: Pool, rows: Rows, clock: Clock, tmp_path: Path) -> Iterator[Attic]:
    with contextlib.ExitStack() as stack:
        if request.param == "disk":
            blobs = disk_storage(tmp_path).blobs
        else:
            blobs = s3_storage(stack.enter_context(running_s3(tmp_path / "s3"))).blobs
        yield Attic(pool, rows, clock, blobs)


@pytest.fixture
def on_disk(pool: Pool, rows: Rows, clock: Clock, tmp_path: Path) -> Attic:
    return Attic(pool, rows, clock, disk_storage(tmp_path).blobs)


@pytest.fixture
def small_archives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiver_module, "MAX_EVENTS", 10)
    monkeypatch.setattr("fakturo.store.archives.BATCH", 5)


@pytest.mark.usefixtures("small_archives")
async def test_old_events_move_to_the_archive_and_it_proves_whole(attic: Attic) -> None:
    old = await attic.old_events(25)
    fresh = await submit(jobs_of(attic.pool), "fresh")
    assert await attic.archiver().archive() == 25
    assert sorted(await attic.in_archive()) == sorted(old)
    assert {row["job_id"] for row in await attic.rows.all("SELECT job_id FROM job_events")} == {fresh.id}
    verdict = await attic.verify()
    assert (verdict.archives, verdict.events, verdict.problems, verdict.leftovers) == (3, 25, [], [])


async def test_a_line_holds_the_whole_event(on_disk: Attic) -> None:
    await on_disk.old_events(5)
    before = await on_disk.rows.one("SELECT to_jsonb(job_events) AS event FROM job_events ORDER BY id DESC LIMIT 1")
    await on_disk.archiver().archive()
    row = await on_disk.rows.one("SELECT path FROM event_archives")
    content = b"".join([chunk async for chunk in await on_disk.blobs.read(row["path"])])
    last = json.loads(gzip.decompress(content).splitlines()[-1])
    assert last["meta"] == {"n": 1, "text": "two\nlines é"}
    assert last.keys() == before["event"].keys()


async def test_the_events_of_a_job_that_is_not_done_stay(on_disk: Attic) -> None:
    waiting = await submit(jobs_of(on_disk.pool), "waiting")
    running = await submit(jobs_of(on_disk.pool), "running")
    await on_disk.rows.all("UPDATE jobs SET fair_at = '1969-01-01' WHERE id = %s", running.id)
    await queue_of(on_disk.pool).claim("gateway", 1)
    await on_disk.clock.advance(OLD)
    assert await on_disk.archiver().archive() == 0
    assert len(await on_disk.rows.events(waiting.id)) == 2
    assert await on_disk.rows.events(running.id) == ["uploaded", "queued", "processing"]
    (claimed,) = await queue_of(on_disk.pool).claim("gateway", 1)
    await queue_of(on_disk.pool).settle(claimed, Fail(ErrorCode.GW_4XX, "no"), 1)
    assert await on_disk.archiver().archive(now=True) == 2, "what is old of the one that has ended"
    assert await on_disk.rows.events(claimed.id) == ["processing", "failed"]


async def test_it_is_one_archiver_at_a_time_and_once_a_day(on_disk: Attic) -> None:
    await on_disk.old_events(5)
    assert await Turn(on_disk.pool, "archive", who="another").begin()
    assert await on_disk.archiver().archive(now=True) is None
    await on_disk.clock.advance(timedelta(minutes=6))
    assert await on_disk.archiver().archive() == 5
    assert await on_disk.archiver().archive() is None
    await on_disk.clock.advance(timedelta(days=2))
    assert await on_disk.archiver().archive() == 0


class Dies(Exception):
    pass


class Mortal:
    """A store of files on whose n-th use the process dies, before it or after it."""

    def __init__(self, blobs: Blobs, uses_left: int, *, after: bool) -> None:
        self._blobs, self._left, self._after = blobs, uses_left, after

    def __getattr__(self, name: str) -> object:
        return getattr(self._blobs, name)

    @contextlib.asynccontextmanager
    async def draft(self, path: str) -> AsyncIterator[Draft]:
        self._left -= 1
        if self._left < 0 and not self._after:
            raise Dies
        async with self._blobs.draft(path) as draft:
            yield draft
        if self._left < 0:
            raise Dies


@pytest.mark.usefixtures("small_archives")
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("uses", range(4))
async def test_cut_off_at_any_step_no_event_is_lost_or_doubled(on_disk: Attic, uses: int, after: bool) -> None:
    old = await on_disk.old_events(20)
    with pytest.raises(Dies):
        await on_disk.archiver("mortal", Mortal(on_disk.blobs, uses, after=after)).archive()  # type: ignore[arg-type]
    assert Counter(await on_disk.in_database() + await on_disk.in_archive()) == Counter(old)
    await on_disk.clock.advance(timedelta(minutes=6))
    await on_disk.archiver("heir").archive()
    assert Counter(await on_disk.in_archive()) == Counter(old)
    assert await on_disk.in_database() == []
    assert (await on_disk.verify()).problems == []


async def test_an_archiver_that_was_frozen_past_its_turn_deletes_nothing(on_disk: Attic) -> None:
    old = await on_disk.old_events(8)
    frozen, batch = on_disk.archiver("frozen"), None
    assert await frozen._turn.begin()
    batch = await frozen._next_batch()
    await on_disk.clock.advance(timedelta(minutes=6))
    newer = await on_disk.old_events(5)
    assert await on_disk.archiver("heir").archive() == 13
    assert batch
    with pytest.raises(LostTurn):
        await frozen._store(batch)
    assert Counter(await on_disk.in_archive()) == Counter(old | newer)
    verdict = await on_disk.verify()
    assert verdict.problems == []
    assert len(verdict.leftovers) == 1, "the file that it wrote in vain"


async def test_a_turn_that_ran_out_deletes_nothing_though_nobody_took_over(on_disk: Attic) -> None:
    old = await on_disk.old_events(8)
    slow = on_disk.archiver("slow")
    assert await slow._turn.begin()
    batch = await slow._next_batch()
    assert batch
    await on_disk.clock.advance(timedelta(minutes=6))
    with pytest.raises(LostTurn):
        await slow._store(batch)
    assert set(await on_disk.in_database()) == old


async def test_two_archivers_at_the_same_moment_archive_once(on_disk: Attic) -> None:
    old = await on_disk.old_events(30)
    done = await asyncio.gather(*(on_disk.archiver(f"no {n}").archive() for n in range(5)))
    assert sorted(each or 0 for each in done) == [0, 0, 0, 0, 30]
    assert Counter(await on_disk.in_archive()) == Counter(old)


async def test_memory_does_not_grow_with_the_number_of_events(on_disk: Attic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiver_module, "MAX_EVENTS", 1000)
    await on_disk.old_events(8_000)
    tracemalloc.start()
    try:
        await on_disk.archiver().archive()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (await on_disk.rows.one("SELECT count(*) FROM event_archives"))["count"] == 8
    assert peak < 2 * 1024 * 1024, "one archive at a time"


async def test_every_janitor_archives_too_whatever_becomes_of_its_sweep(on_disk: Attic) -> None:
    old = await on_disk.old_events(8)

    class SweepFails(Retention):
        async def due_trash(self) -> list[str]:
            raise RuntimeError("a sweep that fails")

    rules = RetentionRules(pdf_ttl=OLD, xml_ttl=OLD)
    janitor = Janitor(SweepFails(on_disk.pool, rules, who="janitor"), on_disk.blobs, on_disk.archiver())

    async def archived() -> bool:
        return set(await on_disk.in_archive()) == old

    async with janitor.running():
        await until(archived, what="the archive")


async def test_the_command_line_tells_whether_the_archive_is_whole(
    database_url: str, rows: Rows, directory: Path, pool: Pool
) -> None:
    jobs = jobs_of(pool)
    await submit(jobs, "x")
    (claimed,) = await queue_of(pool).claim("gateway", 1)
    await queue_of(pool).settle(claimed, Fail(ErrorCode.GW_4XX, "no"), 1)

    async def fakturo(verb: str) -> tuple[int | None, str]:
        environment = clean_environment(database_url=database_url, data_dir=directory, events_ttl_days=0)
        return await warm.run_async("fakturo", "archive", verb, environment=environment)

    assert await fakturo("run") == (0, "Archived 4 event(s).\n")
    assert await fakturo("verify") == (0, "All is whole: 1 archive(s) with 4 event(s).\n")
    path = (await rows.one("SELECT path FROM event_archives"))["path"]
    assert path in (await fakturo("list"))[1]
    (directory / "results" / path).unlink()
    assert await fakturo("verify") == (1, "Archive 1: its file is missing.\n1 thing(s) wrong in 1 archive(s).\n")


# ---------------------------------------------------------------- damage of every kind


@pytest.fixture
async def full_attic(on_disk: Attic, small_archives: None) -> Attic:
    await fill(on_disk)
    return on_disk


async def fill(attic: Attic) -> None:
    """Three archives of ten events."""
    await attic.old_events(30)
    await attic.archiver().archive()
    assert (await attic.verify()).problems == []


async def path_of(attic: Attic, column: str, number: int = 2) -> str:
    return str((await attic.rows.one(f"SELECT {column} AS path FROM event_archives WHERE number = {number}"))["path"])  # noqa: S608


async def content_of(attic: Attic, path: str) -> bytes:
    return b"".join([chunk async for chunk in await attic.blobs.read(path)])


@pytest.mark.usefixtures("small_archives")
async def test_a_missing_file_is_found(attic: Attic) -> None:
    await fill(attic)
    await attic.blobs.delete(await path_of(attic, "path"))
    assert (await attic.verify()).problems == ["Archive 2: its file is missing."]


async def test_a_missing_manifest_is_found(full_attic: Attic) -> None:
    await full_attic.blobs.delete(await path_of(full_attic, "manifest_path"))
    assert (await full_attic.verify()).problems == ["Archive 2: its manifest is missing."]


async def test_a_file_that_was_cut_short_is_found(full_attic: Attic) -> None:
    path = await path_of(full_attic, "path")
    await put(full_attic.blobs, path, (await content_of(full_attic, path))[:-20])
    assert (await full_attic.verify()).problems == [
        "Archive 2: its file has been changed: it does not end where it should."
    ]


@pytest.mark.parametrize("place", [0, 5, 40, -5])
async def test_a_single_flipped_bit_is_found(full_attic: Attic, place: int) -> None:
    path = await path_of(full_attic, "path")
    content = bytearray(await content_of(full_attic, path))
    content[place] ^= 1
    await put(full_attic.blobs, path, bytes(content))
    (problem,) = (await full_attic.verify()).problems
    assert problem.startswith("Archive 2: its file has been changed: ")


async def test_events_that_somebody_took_out_are_found(full_attic: Attic) -> None:
    path = await path_of(full_attic, "path")
    lines = gzip.decompress(await content_of(full_attic, path)).splitlines(keepends=True)
    await put(full_attic.blobs, path, gzip.compress(b"".join(lines[:-1])))
    (problem,) = (await full_attic.verify()).problems
    assert problem.startswith("Archive 2: its file has been changed: ")


async def test_a_forger_who_changes_file_manifest_and_record_breaks_the_chain(full_attic: Attic) -> None:
    """All three of archive 2 agree again; the one after it tells."""
    from fakturo.archive.manifest import Manifest

    path, manifest_path = await path_of(full_attic, "path"), await path_of(full_attic, "manifest_path")
    manifest = Manifest.from_content(await content_of(full_attic, manifest_path))
    forged = Manifest(**{name: getattr(manifest, name) for name in manifest.__slots__} | {"last_event": 1})
    await put(full_attic.blobs, manifest_path, forged.content)
    await full_attic.rows.all(
        "UPDATE event_archives SET manifest_sha256 = %s WHERE path = %s", forged.content_sha256, path
    )
    problems = (await full_attic.verify()).problems
    assert problems[-1] == "Archive 3: it does not follow the one before it: the chain is broken."


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"{}", "it cannot be read any more"), (b"not json", "it cannot be read any more"), (None, "its hash is not")],
)
async def test_a_changed_manifest_is_found(full_attic: Attic, content: bytes | None, what: str) -> None:
    path = await path_of(full_attic, "manifest_path")
    old = await content_of(full_attic, path)
    await put(full_attic.blobs, path, old.replace(b'"events": 10', b'"events": 11') if content is None else content)
    (problem,) = (await full_attic.verify()).problems
    assert problem.startswith(f"Archive 2: its manifest has been changed: {what}")


async def test_a_changed_record_is_found(full_attic: Attic) -> None:
    await full_attic.rows.all("UPDATE event_archives SET events = 9 WHERE number = 2")
    assert (await full_attic.verify()).problems == [
        "Archive 2: its record in the database has been changed: it is not what the manifest says."
    ]


@pytest.mark.parametrize("number", [1, 2])
async def test_a_missing_record_is_found(full_attic: Attic, number: int) -> None:
    await full_attic.rows.all(f"DELETE FROM event_archives WHERE number = {number}")  # noqa: S608
    problems = (await full_attic.verify()).problems
    assert problems[0] == f"The record of archive {number} is missing from the database."
    assert problems[1].endswith("10 events are here alone, but its record is gone.")


async def test_a_missing_last_record_is_found(full_attic: Attic) -> None:
    await full_attic.rows.all("DELETE FROM event_archives WHERE number = 3")
    (problem,) = (await full_attic.verify()).problems
    assert problem.endswith("10 events are here alone, but its record is gone.")


async def test_an_archived_event_that_is_in_the_database_again_is_found(full_attic: Attic) -> None:
    ids = await full_attic.in_archive()
    await full_attic.rows.all(
        """INSERT INTO job_events (id, job_id, event_type, attempt) OVERRIDING SYSTEM VALUE
           SELECT %s, id, 'queued', 0 FROM jobs""",
        ids[15],
    )
    (problem,) = (await full_attic.verify()).problems
    assert problem.startswith("Archive 2: 1 of its events are elsewhere, too")
