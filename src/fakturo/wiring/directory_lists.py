"""`fakturo parties`, `units` and `goods`: lists from files into the database, and back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from fakturo.convert.directory.sheets import Reading, read_sheet, write_sheet
from fakturo.directory.lists import LISTS, Imported, Kept, import_data
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings
from fakturo.store.directory import Directory
from fakturo.store.jobs import Jobs
from fakturo.store.migrate import require_current
from fakturo.store.pool import Pool, open_pool
from fakturo.web.jobs.settle import could_settle
from fakturo.wiring.storage import database_url

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
    async with _database(settings) as pool:
        done = await import_data(Directory(pool), kept, data, owner=owner, skip_bad=skip_bad, replace=replace)
        return done, await could_settle(Jobs(pool), owner) if done.saved else 0


async def export_lines(settings: Settings, kept: Kept[T], *, owner: str) -> list[str]:
    async with _database(settings) as pool:
        return list(write_sheet(kept.sheet, await kept.load(Directory(pool), owner)))


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}.") from None


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[Pool]:
    url = database_url(settings)
    await require_current(url)
    async with open_pool(url, name="fakturo directory", max_size=1) as pool:
        yield pool
