"""`fakturo parties`, `units` and `goods`: lists from files into the database, and back."""

from pathlib import Path
from typing import TypeVar

from fakturo.convert.directory.sheets import Reading, read_sheet, write_sheet
from fakturo.directory.lists import LISTS, Imported, Kept, import_data
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings
from fakturo.store.directory import Directory
from fakturo.store.jobs import Jobs
from fakturo.web.jobs.settle import could_settle
from fakturo.wiring.storage import open_database

T = TypeVar("T")
__all__ = ["LISTS", "export_lines", "import_file", "read_file"]


def read_file(kept: Kept[T], file: Path) -> Reading[T]:
    return read_sheet(kept.sheet, _bytes_of(file))


async def import_file(
    settings: Settings, kept: Kept[T], file: Path, *, owner: str, skip_bad: bool, replace: bool
) -> tuple[Imported, int]:
    """What came of it, and how many results that wait for a person were made before it: converted again, they may be
    clean."""
    data = _bytes_of(file)
    async with open_database(settings, name="directory") as pool:
        done = await import_data(Directory(pool), kept, data, owner=owner, skip_bad=skip_bad, replace=replace)
        return done, await could_settle(Jobs(pool), owner) if done.saved else 0


async def export_lines(settings: Settings, kept: Kept[T], *, owner: str) -> list[str]:
    async with open_database(settings, name="directory") as pool:
        return list(write_sheet(kept.sheet, await kept.load(Directory(pool), owner)))


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}.") from None
