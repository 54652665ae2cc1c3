"""Backups of a real database and real files, and what a restore makes of them."""

import asyncio
import contextlib
import json
import shutil
import uuid
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fakturo.archive.verify import verify
from fakturo.backup import restore as restoring
from fakturo.backup import take as taking
from fakturo.backup.manifest import MANIFEST, UNFINISHED, Manifest
from fakturo.backup.restore import check
from fakturo.backup.take import take
from fakturo.blobs.base import Blobs, put, upload_path
from fakturo.domain.errors import CannotRun
from fakturo.store import migrate as migrate_module
from fakturo.store import snapshots
from fakturo.store.archives import Archives
from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.migrate import Migration, migrations, tables
from fakturo.store.pool import open_pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.store.turns import Turn
from fakturo.worker.janitor import Janitor
from tests.contract.conftest import disk_storage
from tests.support.backups import House, every_file, quietly
from tests.support.databases import Clock, Rows, TestServer
from tests.support.jobs import queue_of
from tests.support.s3 import running_s3

RULES = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))
PATH_COLUMNS = {
    ("jobs", "upload_path"),
    ("jobs", "result_path"),
    ("jobs", "document_path"),
    ("job_versions", "result_path"),
    ("job_versions", "document_path"),
    ("blob_trash", "path"),
    ("event_archives", "path"),
    ("event_archives", "manifest_path"),
}


Houses = Callable[[Blobs], Any]


@pytest.fixture
async def houses(server: TestServer) -> AsyncIterator[Houses]:
    async with contextlib.AsyncExitStack() as stack:

        async def build(blobs: Blobs) -> House:
            url = await stack.enter_async_context(server.database())
            return House(url, await stack.enter_async_context(open_pool(url, name="test", max_size=5)), blobs)

        yield build


@pytest.fixture
async def house(houses: Houses, tmp_path: Path) -> House:
    built: House = await houses(disk_storage(tmp_path / "old").blobs)
    return built


@pytest.fixture
async def empty(houses: Houses, tmp_path: Path) -> House:
    built: House = await houses(disk_storage(tmp_path / "new").blobs)
    return built


# ---------------------------------------------------------------- there and back


async def test_what_comes_back_is_what_there_was(house: House, empty: House, tmp_path: Path) -> None:
    await house.live_in()
    before = await house.content()
    taken = await house.backup(tmp_path / "backup")
    assert taken.missing == []
    assert not (tmp_path / "backup" / UNFINISHED).exists()
    await empty.restore(tmp_path / "backup")
    after = await empty.content()
    for content in (before, after):
        content["sweeps"] = [row["name"] for row in content["sweeps"]]
    assert after == before
    async with open_pool(empty.url, name="test", max_size=2) as pool:
        verdict = await verify(Archives(pool), empty.blobs)
    assert (verdict.archives, verdict.problems, verdict.leftovers) == (1, [], [])
    named = await empty.rows.all(
        """SELECT upload_path AS path FROM jobs WHERE upload_path IS NOT NULL AND deleted_at IS NULL
           UNION ALL SELECT result_path FROM jobs WHERE result_path IS NOT NULL AND deleted_at IS NULL
           UNION ALL SELECT result_path FROM job_versions"""
    )
    assert len(named) == 5 + 3
    for row in named:
        assert await empty.read(row["path"]) == await house.read(row["path"])
    await readers_of_the_feed_begin_anew(house, empty)
    await nothing_goes_on_from_before(house, empty)


async def readers_of_the_feed_begin_anew(old: House, new: House) -> None:
    epochs = [(await each.rows.one("SELECT epoch FROM feed_epoch"))["epoch"] for each in (old, new)]
    assert epochs[0] != epochs[1]
    ahead = await new.rows.one("SELECT count(*) FROM jobs WHERE changed_xid >= pg_snapshot_xmax(pg_current_snapshot())")
    assert ahead["count"] == 0, "no row claims to be changed by a transaction that is still to come"


async def nothing_goes_on_from_before(old: House, new: House) -> None:
    assert await new.rows.all("SELECT name FROM sweeps WHERE holder IS NOT NULL OR held_until IS NOT NULL") == []
    last = [await each.rows.one("SELECT last_value FROM job_events_id_seq") for each in (old, new)]
    assert last[0] == last[1], "no number of an event is given again"


async def test_a_job_that_was_being_worked_on_is_reclaimed_and_keeps_its_attempt(
    house: House, empty: House, tmp_path: Path
) -> None:
    job = await house.submit(b"%PDF-1.7")
    await house.rows.all("UPDATE jobs SET attempt_count = 2")
    await house.claim()
    await house.backup(tmp_path / "backup")
    await empty.restore(tmp_path / "backup")
    async with open_pool(empty.url, name="test", max_size=2) as pool:
        await queue_of(pool, worker="new").reclaim("gateway", max_attempts=3)
        (claimed,) = await queue_of(pool, worker="new").claim("gateway", 1)
    assert (claimed.id, claimed.attempt_count) == (job.id, 3)
    assert await empty.rows.events(job.id) == ["uploaded", "queued", "processing", "reclaimed", "processing"]


async def test_files_of_a_bucket_that_is_gone_come_back_in_another(houses: Houses, tmp_path: Path) -> None:
    with running_s3(tmp_path / "s3") as s3:
        old, new = await houses(s3.blobs("old")), await houses(s3.blobs("new"))
        await old.live_in()
        await old.backup(tmp_path / "backup")
        shutil.rmtree(s3.directory / "fakturo" / "old")
        await new.restore(tmp_path / "backup")
        for table, column in PATH_COLUMNS:
            paths = await new.rows.all(f"SELECT {column} AS path FROM {table} WHERE {column} IS NOT NULL")  # noqa: S608
            assert all(row["path"].startswith("s3://fakturo/new/") for row in paths)
        results = await new.rows.all(
            """SELECT result_path FROM jobs WHERE status = 'complete' AND deleted_at IS NULL
               UNION ALL SELECT result_path FROM job_versions"""
        )
        contents = {await new.read(row["result_path"]) for row in results}
        assert contents == {b"<xml/>%PDF-1.7 complete", b"<xml/>%PDF-1.7 again", b"<xml/>anew"}
        async with open_pool(new.url, name="test", max_size=2) as pool:
            assert (await verify(Archives(pool), new.blobs)).problems == []


async def test_an_older_backup_is_carried_to_this_versions_schema(
    house: House, empty: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.live_in()
    await house.backup(tmp_path / "backup")
    later = Migration(
        len(migrations()) + 1,
        "9999_later.sql",
        b"ALTER TABLE jobs ADD COLUMN later text; UPDATE jobs SET later = 'was ' || status; CREATE TABLE later ()",
    )
    newer = [*migrations(), later]
    for module in (migrate_module, restoring, snapshots):
        monkeypatch.setattr(module, "migrations", lambda: newer)
    await empty.restore(tmp_path / "backup")
    found = {row["later"] for row in await empty.rows.all("SELECT later FROM jobs")}
    assert found == {"was complete", "was failed", "was processing", "was queued"}


OTHER_SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))


@pytest.mark.long
@pytest.mark.skipif(not OTHER_SERVERS, reason="no second PostgreSQL on this machine")
async def test_a_backup_goes_from_one_version_of_postgresql_to_another_and_back(
    house: House, tmp_path: Path, directory: Path
) -> None:
    await house.live_in()
    await house.backup(tmp_path / "there")
    postgres = EmbeddedPostgres(directory, bin_dir=OTHER_SERVERS[0].parent)
    with (directory / "log").open("wb") as log:
        url = await postgres.start(log=log)
    try:
        other = House(url, house.pool, disk_storage(tmp_path / "other").blobs)
        await other.restore(tmp_path / "there")
        async with open_pool(url, name="test", max_size=2) as pool:
            await take(tmp_path / "back", url, other.blobs, Turn(pool, "backup", who="x"), quietly)
    finally:
        await postgres.stop()
    there, back = (Manifest.read(tmp_path / name) for name in ("there", "back"))
    assert there.postgresql != back.postgresql
    assert (there.rows, there.files) == (back.rows, back.files)
    await house.restore(tmp_path / "back", replace=True)


# ---------------------------------------------------------------- nothing is forgotten


async def test_every_table_of_ours_is_in_a_backup(house: House) -> None:
    rows = await house.rows.all("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert {row["tablename"] for row in rows} == {*tables(), "schema_migrations"}


async def test_every_column_that_names_files_is_known_to_backups(house: House) -> None:
    """A new one? Add it to named_files and the moves in snapshots.sql, and then here."""
    rows = await house.rows.all(
        """SELECT table_name, column_name FROM information_schema.columns
           WHERE table_schema = 'public' AND column_name ~ '(^|_)path$'"""
    )
    assert {(row["table_name"], row["column_name"]) for row in rows} == PATH_COLUMNS


# ---------------------------------------------------------------- while everything runs


async def test_a_file_that_is_let_go_during_a_backup_is_still_in_it(
    house: House, clock_of_house: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are copied, then everything expires, an hour goes by and the trash is emptied, then files are copied."""
    job = await house.complete(b"%PDF-1.7 goes")
    janitor = Janitor(Retention(house.pool, RULES, who="janitor"), house.blobs)
    note_files = taking._note_files

    async def note_and_wait(*arguments: Any) -> int:
        count = await note_files(*arguments)
        await clock_of_house.advance(timedelta(days=40))
        await Turn(house.pool, "backup", who="keeper").begin(now=True)  # as the keeper would have kept it
        await janitor.sweep(now=True)
        await clock_of_house.advance(timedelta(minutes=4))
        await janitor.sweep(now=True)
        await house.rows.all("UPDATE blob_trash SET not_before = queue_now() - interval '1 second'")
        await janitor._empty_trash(type("S", (), {"files": 0})())
        return count

    monkeypatch.setattr(taking, "_note_files", note_and_wait)
    taken = await house.backup(tmp_path / "backup")
    assert (taken.files, taken.missing) == (3, [])
    await house.rows.all("UPDATE sweeps SET held_until = NULL")
    await janitor.sweep(now=True)
    assert await house.blobs.size(upload_path(job.id)) is None, "afterwards it goes as ever"


@pytest.fixture
async def clock_of_house(house: House) -> Clock:
    clock = Clock(house.rows)
    await clock.install()
    return clock


async def test_one_backup_at_a_time(house: House, tmp_path: Path) -> None:
    await Turn(house.pool, "backup", who="another").begin()
    with pytest.raises(CannotRun, match="Another backup is being taken"):
        await house.backup(tmp_path / "backup")


async def test_uploads_and_settlements_during_a_backup_leave_it_whole(
    house: House, empty: House, tmp_path: Path
) -> None:
    stop = asyncio.Event()

    async def work() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            await house.complete(b"%%PDF-1.7 %d" % number)

    for number in range(10):
        await house.complete(b"%%PDF-1.7 before %d" % number)
    before = {row["id"] for row in await house.rows.all("SELECT id FROM jobs")}
    working = asyncio.create_task(work())
    try:
        taken = [await house.backup(tmp_path / f"backup-{n}") for n in range(3)]
    finally:
        stop.set()
        await working
    assert [each.missing for each in taken] == [[], [], []]
    await empty.restore(tmp_path / "backup-2")
    assert before <= {row["id"] for row in await empty.rows.all("SELECT id FROM jobs")}
    for row in await empty.rows.all("SELECT upload_path, result_path FROM jobs"):
        for path in row.values():
            assert path is None or await empty.blobs.size(path)


# ---------------------------------------------------------------- what was lost before


async def test_a_file_that_was_lost_or_damaged_before_is_named_with_the_reason(house: House, tmp_path: Path) -> None:
    lost, damaged = await house.complete(b"%PDF-1.7 lost"), await house.complete(b"%PDF-1.7 damaged")
    await house.blobs.delete(upload_path(lost.id))
    await put(house.blobs, upload_path(damaged.id), b"%PDF-1.7 DAMAGED")
    taken = await house.backup(tmp_path / "backup")
    assert {each.path: each.why for each in taken.missing} == {
        upload_path(lost.id): "not in the store, though a row names it",
        upload_path(damaged.id): "copied, but it is not what was once written: its size or hash differs",
    }
    assert all(each.is_a_loss for each in taken.missing)
    await check(tmp_path / "backup", quietly)


async def test_a_store_that_is_not_mounted_makes_no_backup(house: House, tmp_path: Path) -> None:
    for number in range(5):
        await house.complete(b"%%PDF-1.7 %d" % number)
    shutil.rmtree(tmp_path / "old")
    with pytest.raises(CannotRun, match=r"11 of the first 11 files could not be copied .* Is the storage there"):
        await house.backup(tmp_path / "backup")
    with pytest.raises(CannotRun, match="was never finished"):
        await check(tmp_path / "backup", quietly)


# ---------------------------------------------------------------- cut off


class Cut(Exception):
    pass


async def test_a_backup_that_was_cut_off_is_never_taken_for_whole_and_can_be_taken_again(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.live_in()

    def cut(*_: object, **__: object) -> None:
        raise Cut

    for step in ("_copy_table", "_note_files", "_noted", "_explained", "Manifest"):
        with monkeypatch.context() as patch:
            patch.setattr(taking, step, cut)
            with pytest.raises(Cut):
                await house.backup(tmp_path / "backup")
        with pytest.raises(CannotRun, match="was never finished: it was cut off, or is still being taken"):
            await check(tmp_path / "backup", quietly)
    taken = await house.backup(tmp_path / "backup")
    assert await check(tmp_path / "backup", quietly) == taken


async def test_a_restore_that_was_cut_off_has_changed_no_row_and_can_be_run_again(
    house: House, empty: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.live_in()
    await house.backup(tmp_path / "backup")
    before = await empty.content(without={})

    async def cut(*_: object) -> None:
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(snapshots, "_begin_anew", cut)
        with pytest.raises(Cut):
            await empty.restore(tmp_path / "backup")
    assert await empty.content(without={}) == before
    await empty.restore(tmp_path / "backup")
    assert len(await empty.rows.all("SELECT id FROM jobs")) == 6


async def test_a_directory_with_anything_in_it_is_left_alone(house: House, tmp_path: Path) -> None:
    directory = tmp_path / "backup"
    await house.backup(directory)
    content = every_file(directory)
    with pytest.raises(CannotRun, match="holds a backup already"):
        await house.backup(directory)
    assert every_file(directory) == content
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear")
    with pytest.raises(CannotRun, match="is not empty"):
        await house.backup(tmp_path / "other")


# ---------------------------------------------------------------- a backup that is not what it was


async def test_whichever_file_of_a_backup_is_missing_or_changed_nothing_is_touched(
    house: House, empty: House, tmp_path: Path
) -> None:
    await house.live_in()
    directory = tmp_path / "backup"
    await house.backup(directory)
    before = await empty.content(without={})
    for name, content in every_file(directory).items():
        if name == MANIFEST:
            continue
        (directory / name).unlink()
        with pytest.raises(CannotRun, match=f"{name} is missing"):
            await empty.restore(directory)
        (directory / name).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        with pytest.raises(CannotRun, match=f"{name} has changed"):
            await empty.restore(directory)
        (directory / name).write_bytes(content)
    assert await empty.content(without={}) == before
    assert every_file(tmp_path / "new") == {}
    await empty.restore(directory)


async def test_a_manifest_that_is_not_ours_is_refused(house: House, tmp_path: Path) -> None:
    await house.backup(tmp_path / "backup")
    manifest = tmp_path / "backup" / MANIFEST
    text = manifest.read_text()
    later = json.loads(text)
    later["schema"].append([99, "0099_later.sql", "x"])
    for changed, sentence in (
        (text[:-20], "is damaged. Use another backup"),
        (text.replace("fakturo backup 1", "fakturo backup 2"), "a backup of another format"),
        (text.replace('"files": ', '"files": 1'), "it lists 0 files instead of 10"),
        (text.replace("0003_retention.sql", "0003_other.sql"), "another build of Fakturo"),
        (text.replace('"name": "pauses"', '"name": "pg_authid"'), "its tables are not Fakturo's"),
        (json.dumps(later), r"made by a newer Fakturo .* does not know 0099_later.sql"),
    ):
        manifest.write_text(changed)
        with pytest.raises(CannotRun, match=sentence):
            await check(tmp_path / "backup", quietly)


async def test_a_database_of_a_newer_fakturo_is_not_backed_up_by_an_older_one(house: House, tmp_path: Path) -> None:
    await house.rows.all("INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, 'later.sql', 'x')")
    with pytest.raises(CannotRun, match="belongs to a newer Fakturo"):
        await house.backup(tmp_path / "backup")


# ---------------------------------------------------------------- where a backup may go


async def test_a_database_with_jobs_is_replaced_only_when_told(house: House, empty: House, tmp_path: Path) -> None:
    await house.live_in()
    await house.backup(tmp_path / "backup")
    other = await empty.complete(b"%PDF-1.7 another life")
    with pytest.raises(CannotRun, match="The database has jobs in it, and nothing was changed"):
        await empty.restore(tmp_path / "backup")
    assert await empty.rows.one("SELECT id FROM jobs") == {"id": other.id}
    await empty.restore(tmp_path / "backup", replace=True)
    assert other.id not in {row["id"] for row in await empty.rows.all("SELECT id FROM jobs")}
    assert await empty.blobs.size(upload_path(other.id)), "left to the sweep"


async def test_a_database_with_a_directory_alone_is_replaced_only_when_told(
    house: House, empty: House, tmp_path: Path
) -> None:
    await house.backup(tmp_path / "backup")
    await empty.know_somebody()
    with pytest.raises(CannotRun, match="The database has a directory of parties in it, and nothing was changed"):
        await empty.restore(tmp_path / "backup")
    assert await empty.rows.one("SELECT name FROM parties") == {"name": "PT Maju"}
    await empty.restore(tmp_path / "backup", replace=True)
    assert await empty.rows.all("SELECT name FROM parties") == []


async def test_a_storage_with_other_files_is_refused(house: House, empty: House, tmp_path: Path) -> None:
    await house.backup(tmp_path / "backup")
    await put(empty.blobs, "uploads/00/00/other.pdf", b"x")
    with pytest.raises(CannotRun, match="The storage has files in it that are not in the backup"):
        await empty.restore(tmp_path / "backup")


async def test_a_database_that_somebody_works_on_is_refused(house: House, empty: House, tmp_path: Path) -> None:
    await house.backup(tmp_path / "backup")
    async with open_pool(empty.url, name="fakturo worker", max_size=1) as pool:
        async with pool.connection() as connection:
            await connection.execute("SELECT 1")
        with pytest.raises(CannotRun, match="Processes work on this database: fakturo worker"):
            await empty.restore(tmp_path / "backup", replace=True)


async def test_tables_of_somebody_else_are_never_dropped(house: House, server: TestServer, tmp_path: Path) -> None:
    await house.backup(tmp_path / "backup")
    name = f"foreign_{uuid.uuid4().hex}"
    await server.execute(f"CREATE DATABASE {name}")
    foreign = House(server.url(name), house.pool, house.blobs)
    await foreign.rows.all("CREATE TABLE jobs (title text)")
    await foreign.rows.all("CREATE TABLE schema_migrations (version text)")
    with pytest.raises(CannotRun, match="a table jobs that is not Fakturo's"):
        await foreign.restore(tmp_path / "backup", replace=True)
    assert await foreign.rows.all("SELECT title FROM jobs") == []
    await server.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def test_a_schema_of_its_own_in_a_shared_database(house: House, server: TestServer, tmp_path: Path) -> None:
    """Backup and restore see what the search path shows, and leave the others' tables alone."""
    await house.live_in()
    await house.backup(tmp_path / "backup")
    name = f"shared_{uuid.uuid4().hex}"
    await server.execute(f"CREATE DATABASE {name}")
    await Rows(server.url(name)).all("CREATE TABLE jobs (title text)")
    await Rows(server.url(name)).all('CREATE SCHEMA "Our own"')
    url = server.url(name) + "&schema=Our own"
    ours = House(url, house.pool, disk_storage(tmp_path / "new").blobs)
    await ours.restore(tmp_path / "backup")
    shared = Rows(server.url(name))
    assert len(await shared.all('SELECT id FROM "Our own".jobs')) == 6
    assert await shared.all("SELECT title FROM public.jobs") == []
    async with open_pool(url, name="test", max_size=2) as pool:
        taken = await take(tmp_path / "again", url, ours.blobs, Turn(pool, "backup", who="x"), quietly)
    assert taken.rows == Manifest.read(tmp_path / "backup").rows
    await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
