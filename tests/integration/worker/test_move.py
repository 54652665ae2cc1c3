"""Files on their way to another store, on real PostgreSQL, real files and a real bucket."""

import asyncio
import errno
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest

from fakturo.archive.verify import verify
from fakturo.blobs.base import Blobs, Draft, put, split
from fakturo.blobs.stores import Stores
from fakturo.domain.job import Job
from fakturo.domain.transitions import Complete, Converted
from fakturo.store.archives import Archives
from fakturo.store.pool import Pool
from fakturo.store.storage import StoredFiles
from fakturo.worker.move import MOST_FAILURES_IN_A_ROW, Moved, Mover, StoreFails, fresh_name
from tests.integration.archive.test_archive import Attic
from tests.integration.worker.test_janitor import HOURS_2, House, sweep
from tests.integration.worker.test_versions import VersionedHouse
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE
from tests.support.s3 import S3Server
from tests.support.s3_faults import FOR_EVER, FaultProxy, Kind
from tests.support.stack import StorageUnderTest, on_disk

Move = Callable[[], Awaitable[Moved]]


@pytest.fixture(params=["disk to S3", "S3 to disk", "S3 to S3"])
def stores(request: pytest.FixtureRequest, directory: Path, s3_server: S3Server) -> tuple[StorageUnderTest, ...]:
    first, _, second = request.param.partition(" to ")
    return tuple(on_disk(directory) if kind == "disk" else s3_server.storage() for kind in (first, second))


@pytest.fixture
def disk(directory: Path) -> StorageUnderTest:
    return on_disk(directory)


@pytest.fixture
def bucket(s3_server: S3Server) -> StorageUnderTest:
    return s3_server.storage()


def mover(pool: Pool, to: Blobs, *others: Blobs) -> Mover:
    return Mover(StoredFiles(pool), Stores(to, *others))


async def content_of(blobs: Blobs, path: str | None) -> bytes:
    assert path is not None
    return b"".join([chunk async for chunk in await blobs.read(path)])


async def latest(house: House, job: Job) -> Job:
    found = await house.jobs.get(ALICE, job.id)
    assert found is not None
    return found


async def test_every_file_of_a_job_moves_and_the_old_ones_go_an_hour_later(
    pool: Pool, stores: tuple[StorageUnderTest, ...], clock: Clock
) -> None:
    old, new = stores
    house = House(pool, old)
    done, waiting = await house.complete(b"%PDF-1.7 done"), await house.submit(b"%PDF-1.7 waiting")
    moved = await mover(pool, new.blobs, old.blobs).move_all()
    assert (moved.files, moved.left) == (3, 0)
    assert moved.bytes == sum(job.bytes for job in (done, waiting)) + len(b"<xml/>%PDF-1.7 done")
    job = await latest(house, done)
    assert await content_of(new.blobs, job.result_path) == b"<xml/>%PDF-1.7 done"
    assert await content_of(new.blobs, f"{job.result_path}.json") == b"{}"
    assert await content_of(new.blobs, job.upload_path) == b"%PDF-1.7 done"
    assert await content_of(new.blobs, (await latest(house, waiting)).upload_path) == b"%PDF-1.7 waiting"
    assert len(old.files()) == 4, "somebody may just be reading them"
    house.blobs = Stores(new.blobs, old.blobs)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert old.files() == []
    assert len(new.files()) == 4


async def test_an_invoice_moves_with_its_xml_unless_it_is_damaged(
    pool: Pool, stores: tuple[StorageUnderTest, ...], clock: Clock, rows: Rows
) -> None:
    old, new = stores
    house = House(pool, old)
    jobs = [await house.complete(b"%PDF-1.7 " + each, invoice=each) for each in (b'{"as": "made"}', b'{"to": "spoil"}')]
    query = "SELECT document_path FROM jobs WHERE id = %s"
    whole, damaged = [(await rows.one(query, job.id))["document_path"] for job in jobs]
    await put(old.blobs, damaged, b'{"to": "Spoil"}')
    moved = await mover(pool, new.blobs, old.blobs).move_all()
    assert (moved.files, [str(file) for file in moved.damaged]) == (5, [f"document of job {jobs[1].id}"])
    house.blobs = Stores(new.blobs, old.blobs)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert await content_of(new.blobs, (await rows.one(query, jobs[0].id))["document_path"]) == b'{"as": "made"}'
    assert (await rows.one(query, jobs[1].id))["document_path"] == damaged
    assert old.files() == [old.file(damaged)]
    assert not old.file(whole).exists()


async def test_what_is_there_already_stays_where_it_is(pool: Pool, disk: StorageUnderTest) -> None:
    house = House(pool, disk)
    await house.complete()
    before = disk.files()
    assert (await mover(pool, disk.blobs).move_all()).files == 0
    assert disk.files() == before


async def test_what_is_damaged_or_missing_is_named_and_left(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, rows: Rows
) -> None:
    house = House(pool, disk)
    fine, longer, other, missing = [await house.complete(b"%%PDF-1.7 %d" % number) for number in range(4)]
    for job, content in ((longer, b"<xml/>%PDF-1.7 1 and more"), (other, b"<xml/>%PDF-1.7 X")):
        await put(disk.blobs, job.result_path or "", content)
    await disk.blobs.delete(missing.upload_path or "")
    moved = await mover(pool, bucket.blobs, disk.blobs).move_all()
    assert {(file.what, file.of) for file in moved.damaged} == {("result", longer.id), ("result", other.id)}
    assert [str(file) for file in moved.missing] == [f"upload of job {missing.id}"]
    assert moved.files == 5
    for job, path in ((longer, "result_path"), (other, "result_path"), (missing, "upload_path")):
        assert getattr(await latest(house, job), path) == getattr(job, path)
    assert (await latest(house, fine)).result_path != fine.result_path
    assert {split(row["path"])[0] for row in await rows.all("SELECT path FROM blob_trash")} == {"disk"}
    assert len(bucket.files()) == 5 + 2, "no half of anything: five files, of which two have a sidecar"


async def test_earlier_versions_move_with_their_job(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest
) -> None:
    house = VersionedHouse(pool, disk)
    first = await house.first()
    await house.again(first)
    await house.make(b"<v2/>")
    moved = await mover(pool, bucket.blobs, disk.blobs).move_all()
    assert (moved.files, moved.left) == (5, 0)
    (kept,) = await house.jobs.versions(ALICE, first.id)
    assert await content_of(bucket.blobs, kept.result_path) == b"<v1/>"
    assert await content_of(bucket.blobs, f"{kept.result_path}.json") == b"{}"
    assert await content_of(bucket.blobs, kept.document_path) == b"{}"


class Interfering(StoredFiles):
    """Lets something happen between the copy and the row."""

    def __init__(self, pool: Pool, meanwhile: Callable[[UUID], Awaitable[object]]) -> None:
        super().__init__(pool)
        self._meanwhile = meanwhile

    async def move(self, job_id: UUID, what: str, *, original: str, copy: str, version: int | None = None) -> bool:
        await self._meanwhile(job_id)
        return await super().move(job_id, what, original=original, copy=copy, version=version)


async def test_a_job_that_is_deleted_meanwhile_leaves_no_copy(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, clock: Clock
) -> None:
    house = House(pool, disk)
    await house.complete()
    files = Interfering(pool, lambda job_id: house.jobs.delete(ALICE, job_id))
    moved = await Mover(files, Stores(bucket.blobs, disk.blobs), at_once=1).move_all()
    assert (moved.files, moved.overtaken) == (0, 2)
    assert bucket.files() == []
    await clock.advance(HOURS_2)
    await sweep(house)
    assert disk.files() == []


async def test_two_movers_at_once_move_each_file_once(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest
) -> None:
    house = House(pool, disk)
    jobs = [await house.complete(b"%%PDF-1.7 %d" % number) for number in range(8)]
    both = await asyncio.gather(*(mover(pool, bucket.blobs, disk.blobs).move_all() for _ in range(2)))
    assert sum(moved.files for moved in both) == 16
    assert len(bucket.files()) == 24
    for job in jobs:
        moved_job = await latest(house, job)
        assert await content_of(bucket.blobs, moved_job.upload_path)
        assert await content_of(bucket.blobs, moved_job.result_path)


async def test_a_move_that_was_cut_off_is_finished_by_the_next(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest
) -> None:
    house = House(pool, disk)
    jobs = [await house.complete(b"%%PDF-1.7 %d" % number) for number in range(6)]
    seen: list[UUID] = []

    async def stop_at_the_fifth(job_id: UUID) -> None:
        seen.append(job_id)
        if len(seen) == 5:
            task.cancel()
            await asyncio.sleep(FOR_EVER)

    cut_off = Mover(Interfering(pool, stop_at_the_fifth), Stores(bucket.blobs, disk.blobs), at_once=1)
    task = asyncio.create_task(cut_off.move_all())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cut_off.moved.files == 4
    rest = await mover(pool, bucket.blobs, disk.blobs).move_all()
    assert (rest.files, rest.left) == (8, 0)
    for job in jobs:
        assert await content_of(bucket.blobs, (await latest(house, job)).upload_path)


async def test_there_and_back_within_the_hour_loses_nothing(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, clock: Clock
) -> None:
    """What the first move put into the trash must not be what the second one names."""
    house = House(pool, disk)
    job = await house.complete()
    await mover(pool, bucket.blobs, disk.blobs).move_all()
    assert (await mover(pool, disk.blobs, bucket.blobs).move_all()).files == 2
    house.blobs = Stores(disk.blobs, bucket.blobs)
    await clock.advance(HOURS_2)
    await sweep(house)
    back = await latest(house, job)
    assert await content_of(disk.blobs, back.upload_path) == b"%PDF-1.7"
    assert await content_of(disk.blobs, back.result_path) == b"<xml/>%PDF-1.7"
    assert (len(disk.files()), bucket.files()) == (3, [])


async def test_a_job_under_way_is_not_disturbed(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, rows: Rows
) -> None:
    house = House(pool, disk)
    job = await house.submit(b"%PDF-1.7 running")
    (claimed,) = await house.queue.claim("gateway", 1)
    lease = await rows.one("SELECT status, lease_token, lease_expires_at, attempt_count FROM jobs")
    assert (await mover(pool, bucket.blobs, disk.blobs).move_all()).files == 1
    assert await rows.one("SELECT status, lease_token, lease_expires_at, attempt_count FROM jobs") == lease
    assert await content_of(disk.blobs, claimed.upload_path) == b"%PDF-1.7 running", "as the worker knows it"
    result = bucket.blobs.place("results/ab/cd/x.xml")
    written = await put(bucket.blobs, result, b"<x/>")
    assert await house.queue.settle(claimed, Complete(Converted(result, written.size, written.sha256, 200)), 1)
    assert (await latest(house, job)).result_path == result


async def test_a_store_that_fails_ends_the_move_and_changes_no_row(
    pool: Pool, disk: StorageUnderTest, s3_server: S3Server, rows: Rows
) -> None:
    from fakturo.blobs.objects import Patience

    house = House(pool, disk)
    for number in range(MOST_FAILURES_IN_A_ROW + 3):
        await house.submit(b"%%PDF-1.7 %d" % number)
    before = await rows.all("SELECT id, upload_path FROM jobs ORDER BY id")
    async with FaultProxy(s3_server.port).running() as proxy:
        proxy.inflict(Kind.ERROR_500, lambda *_: True, times=FOR_EVER)
        patience = Patience(retries=0, first_delay_seconds=0.01)
        far = s3_server.blobs("far", endpoint=proxy.endpoint, patience=patience)
        with pytest.raises(StoreFails, match="500"):
            await mover(pool, far, disk.blobs).move_all()
    assert await rows.all("SELECT id, upload_path FROM jobs ORDER BY id") == before
    assert await rows.all("SELECT * FROM blob_trash") == []


class Moody:
    """A store that fails at every second file."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs, self._asked = blobs, 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._blobs, name)

    def draft(self, path: str) -> AbstractAsyncContextManager[Draft]:
        self._asked += 1
        if self._asked % 2:
            raise OSError(errno.EIO, "The store is moody")
        return self._blobs.draft(path)


async def test_a_store_that_fails_now_and_then_ends_no_move_and_the_rest_is_moved_by_the_next(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest
) -> None:
    house, failures = House(pool, disk), MOST_FAILURES_IN_A_ROW + 1
    for number in range(2 * failures):
        await house.submit(b"%%PDF-1.7 %d" % number)
    stores = Stores(Moody(bucket.blobs), disk.blobs)  # type: ignore[arg-type]
    moved = await Mover(StoredFiles(pool), stores, at_once=1).move_all()
    assert (moved.files, len(moved.failed)) == (failures, failures)
    assert (await mover(pool, bucket.blobs, disk.blobs).move_all()).files == failures


async def test_a_store_that_forgets_what_it_was_given_is_found_out(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest
) -> None:
    """Read back before the row relies on it."""
    house = House(pool, disk)
    job = await house.submit(b"%PDF-1.7 once")

    class Forgetful(Stores):
        async def read(self, path: str) -> AsyncIterator[bytes]:
            if bucket.blobs.owns(path):
                await put(bucket.blobs, path, b"%PDF-1.7 ONCE")
            return await super().read(path)

    moved = await Mover(StoredFiles(pool), Forgetful(bucket.blobs, disk.blobs)).move_all()
    assert [reason for _, reason in moved.failed] == ["The new store did not keep what was written"]
    assert (await latest(house, job)).upload_path == job.upload_path


async def test_the_archive_moves_and_proves_whole_in_the_new_store_and_back_again(
    pool: Pool, stores: tuple[StorageUnderTest, ...], clock: Clock, rows: Rows
) -> None:
    """Its files have one name everywhere: what one move left must not be what a sweep takes after the way back."""
    old, new = (each.blobs for each in stores)
    attic = await archived(pool, rows, clock, old, events=25)
    for target, left in ((new, old), (old, new)):
        both = Stores(target, left)
        moved = await Mover(StoredFiles(pool), both).move_all()
        assert (moved.files, moved.left) == (2, 0)
        await clock.advance(HOURS_2)
        house = House(pool, stores[0])
        house.blobs = both
        await sweep(house)
        (place,) = await StoredFiles(pool).places()
        assert (place.address, place.files) == (split(target.place("archive/00/00/x"))[0], 2)
        for readable in (target, both):
            verdict = await verify(Archives(pool), readable)
            assert (verdict.events, verdict.problems, verdict.leftovers) == (25, [], [])
    assert len(await attic.in_archive()) == 25


async def archived(pool: Pool, rows: Rows, clock: Clock, blobs: Blobs, *, events: int) -> Attic:
    """One archive, of a job whose PDF is gone already."""
    attic = Attic(pool, rows, clock, blobs)
    await attic.old_events(events)
    assert await attic.archiver().archive() == events
    await rows.all("UPDATE jobs SET upload_path = NULL")
    return attic


async def test_a_damaged_archive_is_named_and_left(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, clock: Clock, rows: Rows
) -> None:
    await archived(pool, rows, clock, disk.blobs, events=5)
    record = await rows.one("SELECT path, manifest_path FROM event_archives")
    for path in record.values():
        await put(disk.blobs, path, b"other")
    moved = await mover(pool, bucket.blobs, disk.blobs).move_all()
    assert sorted(map(str, moved.damaged)) == ["events of archive 1", "manifest of archive 1"]
    assert await rows.one("SELECT path, manifest_path FROM event_archives") == record


async def test_places_say_what_lies_where(
    pool: Pool, disk: StorageUnderTest, bucket: StorageUnderTest, clock: Clock
) -> None:
    house = House(pool, disk)
    await house.complete()
    files = StoredFiles(pool)
    (place,) = await files.places()
    assert (place.address, place.files, place.bytes, place.trash) == ("disk", 2, 8 + 14, 0)
    await mover(pool, bucket.blobs, disk.blobs).move_all()
    on_disk_now, in_bucket = await files.places()
    assert (on_disk_now.files, on_disk_now.trash) == (0, 3)
    assert on_disk_now.trash_until is not None
    assert (in_bucket.address, in_bucket.files) == (bucket.settings["storage_url"], 2)
    await clock.advance(timedelta(days=1))


def test_a_copys_name_is_fresh_and_still_ends_as_it_did() -> None:
    names = {"uploads/ab/cd/x.pdf"}
    for _ in range(5):
        name = fresh_name(max(names))
        assert name.startswith("uploads/ab/cd/x.m")
        assert name.endswith(".pdf")
        assert name.count(".") == 2, "it does not grow from move to move"
        names.add(name)
    assert len(names) == 6
