"""Puts a backup in the place of an empty Fakturo.

Nothing is touched before every byte of the backup has been checked. Files come first, then the database in one
transaction: cut off at any moment, the same restore can simply be run again.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from fakturo.backup.copies import copied, put_back
from fakturo.backup.manifest import FILES, Manifest, Part, StoredFile, require_same_schema
from fakturo.backup.parts import for_each, part_of, unpacked
from fakturo.backup.take import Progress
from fakturo.blobs.base import Blobs, name_of
from fakturo.domain.errors import CannotRun
from fakturo.store.migrate import migrations, tables
from fakturo.store.snapshots import Contents, fill, refuse_unless_free

EVERYTHING = -float(24 * 3600)
"""Files older than tomorrow are all."""


async def check(directory: Path, progress: Progress) -> Manifest:
    """Every part of the backup is there and is what it was."""
    manifest = Manifest.read(directory)
    require_same_schema(manifest, [(each.version, each.name, each.sha256) for each in migrations()])
    if [table.name for table in manifest.tables] != tables(version=len(manifest.schema)):
        raise CannotRun(f"The backup in {directory} is damaged: its tables are not Fakturo's.")
    for part in (manifest.files_list, *(table.part for table in manifest.tables)):
        await _check_part(directory, part)
    with progress("Checked", manifest.files) as advance:
        count = await _check_files(directory, advance)
    if count != manifest.files:
        raise CannotRun(f"The backup in {directory} is damaged: it lists {count} files instead of {manifest.files}.")
    return manifest


async def _check_files(directory: Path, advance: Callable[[], None]) -> int:
    count = 0

    async def check_one(file: StoredFile) -> None:
        nonlocal count
        if file.part.file != f"{FILES}/{name_of(file.path)}":
            raise CannotRun(f"The backup in {directory} is damaged: it lists a file that is none of its own.")
        await _check_part(directory, file.part)
        count += 1
        advance()

    await for_each(copied(directory), check_one)
    return count


async def _check_part(directory: Path, part: Part) -> None:
    try:
        found = await asyncio.to_thread(part_of, directory / part.file, part.file)
    except FileNotFoundError:
        raise CannotRun(f"The backup in {directory} is damaged: {part.file} is missing. Nothing was changed.") from None
    except OSError as error:
        raise CannotRun(f"{directory / part.file} cannot be read: {error.strerror}. Nothing was changed.") from None
    if found != part:
        raise CannotRun(f"The backup in {directory} is damaged: {part.file} has changed. Nothing was changed here.")


async def restore(
    directory: Path, manifest: Manifest, database_url: str, blobs: Blobs, *, replace: bool, progress: Progress
) -> None:
    """`manifest` is that of a backup that was checked."""
    await refuse_unless_free(database_url, replace=replace)
    if not replace:
        await _refuse_other_files(directory, blobs)
    try:
        with progress("Files", manifest.files) as advance:
            await put_back(directory, blobs, advance)
    except OSError as error:
        raise CannotRun(
            f"The files could not all be put back: {error.strerror or error}. The database was not touched; "
            "mend that and restore again."
        ) from None
    contents = Contents(
        version=len(manifest.schema),
        columns={table.name: table.columns for table in manifest.tables},
        numbering=manifest.numbering,
        rows=lambda table: unpacked(directory / next(t.part.file for t in manifest.tables if t.name == table)),
    )
    await fill(database_url, contents, owns=blobs.owns, new_base=blobs.place(""))


async def _refuse_other_files(directory: Path, blobs: Blobs) -> None:
    """Files of this very backup are fine: a restore that was cut off left them."""
    async for path in blobs.old_files(older_than_seconds=EVERYTHING):
        if not (directory / FILES / name_of(path)).exists():
            raise CannotRun(
                "The storage has files in it that are not in the backup, and nothing was changed. Restore into an "
                "empty one, or say --replace: files of the same names are then replaced, and the others stay until a "
                "sweep finds that no job names them."
            )
