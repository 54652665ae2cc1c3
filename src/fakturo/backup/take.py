"""Takes a backup while everything runs.

The order makes it whole. First the trash is held: from now on no file goes. Then the rows, in one snapshot. Then the
files that those rows name: all of them were there before their rows were, and none has gone since. The manifest last.
"""

import asyncio
import contextlib
import gzip
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from fakturo import __version__
from fakturo.background import in_background
from fakturo.backup.copies import DAMAGED, Copies
from fakturo.backup.manifest import (
    DATABASE,
    FILES,
    FILES_LIST,
    LET_GO,
    MANIFEST,
    UNFINISHED,
    Manifest,
    Missing,
    Table,
)
from fakturo.backup.parts import PartWriter
from fakturo.blobs.base import Blobs
from fakturo.domain.errors import CannotRun
from fakturo.store.migrate import migrations
from fakturo.store.snapshots import NamedFile, Snapshot, open_snapshot, still_named
from fakturo.store.turns import Turn

WANTED = "wanted.jsonl.gz"
KEEP_SECONDS = 60.0

Progress = Callable[[str, int | None], contextlib.AbstractContextManager[Callable[[], None]]]

NOT_FINISHED = "This backup was cut off, or is still being taken. It cannot be restored; take it again.\n"


async def take(directory: Path, database_url: str, blobs: Blobs, hold: Turn, progress: Progress) -> Manifest:
    _begin(directory)
    if not await hold.begin(now=True):
        raise CannotRun(
            "Another backup is being taken (or was cut off less than five minutes ago). Try again when it is done."
        )
    try:
        async with in_background(_keep(hold), name="hold the trash"):
            return await _take(directory, database_url, blobs, progress)
    except OSError as error:
        raise CannotRun(f"The backup in {directory} could not be finished: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(psycopg.Error):
            await hold.end()


def _begin(directory: Path) -> None:
    """An empty directory, or one where an earlier try was cut off."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if (directory / MANIFEST).exists():
            raise CannotRun(f"{directory} holds a backup already. Choose another directory.")
        if (directory / UNFINISHED).exists():
            for name in (DATABASE, FILES):
                shutil.rmtree(directory / name, ignore_errors=True)
            for name in (FILES_LIST, WANTED, f"{MANIFEST}.unfinished"):
                (directory / name).unlink(missing_ok=True)
        elif any(directory.iterdir()):
            raise CannotRun(f"{directory} is not empty. Choose a directory of its own for each backup.")
        (directory / UNFINISHED).write_text(NOT_FINISHED)
    except OSError as error:
        raise CannotRun(f"Cannot write to {directory}: {error.strerror}. Choose another directory.") from None


async def _keep(hold: Turn) -> None:
    """If the database is away for long, the hold may end; then the search for what is missing tells."""
    while True:
        await asyncio.sleep(KEEP_SECONDS)
        with contextlib.suppress(psycopg.Error, OSError):
            await hold.go_on()


async def _take(directory: Path, database_url: str, blobs: Blobs, progress: Progress) -> Manifest:
    began_at = _now()
    async with open_snapshot(database_url) as snapshot:
        version = snapshot.server_version
        with progress("Tables", None) as advance:
            tables = [
                await _copy_table(directory, snapshot, table, columns, advance)
                for table, columns in (await snapshot.columns()).items()
            ]
        numbering = await snapshot.numbering()
        wanted = await _note_files(directory, snapshot)
    with progress("Files", wanted) as advance:
        copies = Copies(directory, blobs, wanted, advance)
        files_list = await copies.copy(_noted(directory))
    missing = await _explained(copies.missing, database_url)
    (directory / WANTED).unlink()
    manifest = Manifest(
        fakturo=__version__,
        postgresql=f"{version // 10000}.{version % 10000}",
        began_at=began_at,
        ended_at=_now(),
        schema=[[each.version, each.name, each.sha256] for each in migrations()],
        tables=tables,
        numbering=numbering,
        files=copies.count,
        files_bytes=copies.total_bytes,
        files_list=files_list,
        missing=missing,
    )
    await asyncio.to_thread(manifest.write, directory)
    return manifest


async def _copy_table(
    directory: Path, snapshot: Snapshot, table: str, columns: list[str], advance: Callable[[], None]
) -> Table:
    rows = 0
    with PartWriter(directory, f"{DATABASE}/{table}.gz") as writer:
        async for block in snapshot.rows(table, columns):
            rows += block.count(b"\n")  # a line end within a value is written as \n
            writer.write(block)
        part = await writer.finished()
    advance()
    return Table(table, columns, rows, part)


async def _note_files(directory: Path, snapshot: Snapshot) -> int:
    """On disk, not in memory; and the snapshot need not stay open while files are copied."""
    count = 0
    with PartWriter(directory, WANTED) as writer:
        async for file in snapshot.named_files():
            count += 1
            writer.write(json.dumps(asdict(file)).encode() + b"\n")
    return count


def _noted(directory: Path) -> Iterator[NamedFile]:
    with gzip.open(directory / WANTED, "rb") as lines:
        for line in lines:
            yield NamedFile(**json.loads(line))


async def _explained(missing: list[Missing], database_url: str) -> list[Missing]:
    """A file whose row has let go of it since is no loss."""
    named = await still_named(database_url, [each.path for each in missing])
    return [each if each.path in named or each.why == DAMAGED else Missing(each.path, LET_GO) for each in missing]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
