"""Which directory a gateway or `convert` asks: files, the database, or the seller of the settings alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from fakturo.convert.directory.cells import BadRow, Cells
from fakturo.convert.directory.lists import GOODS, PARTIES, UNITS, read_party
from fakturo.convert.directory.question import Answer, Question, Record, Role
from fakturo.convert.directory.sheets import Sheet, read_sheet
from fakturo.convert.directory.shelf import Shelf
from fakturo.directory.database import DatabaseDirectory
from fakturo.domain.errors import CannotRun
from fakturo.gateway.directory import Directory
from fakturo.settings import BadSetting, Settings
from fakturo.store.directory import Directory as Store
from fakturo.store.embedded import running_server
from fakturo.store.migrate import require_current
from fakturo.store.pool import open_pool

T = TypeVar("T")

MOST_CONNECTIONS = 4
CONNECT_SECONDS = 5.0
"""A job that is sent away comes back by itself; nobody need wait here for the database."""
SELLER_SETTINGS = {
    "name": "seller_name",
    "tin": "seller_tin",
    "nitku": "seller_nitku",
    "address": "seller_address",
    "transaction_code": "seller_transaction_code",
}


@asynccontextmanager
async def open_directory(settings: Settings) -> AsyncIterator[Directory]:
    """Files come first: whoever names them means them."""
    sellers = own_sellers(settings)
    if settings.directory_dir or not settings.database_url:
        yield ShelfDirectory(shelf(settings.directory_dir, sellers))
        return
    # Nothing is connected before somebody asks: a gateway starts, and makes layouts, without its database.
    async with open_pool(
        settings.database_url,
        name="fakturo directory",
        min_size=0,
        max_size=MOST_CONNECTIONS,
        patience_seconds=CONNECT_SECONDS,
        check=True,
    ) as pool:
        yield DatabaseDirectory(Store(pool), sellers)


@dataclass(frozen=True, slots=True)
class Overview:
    """What is known, and where from."""

    where: str
    buyers: int
    sellers: int
    units: int
    goods: int
    owners: int = 0
    """Who have a directory of their own."""


async def look(settings: Settings) -> Overview | None:
    """None if there is no directory at all. Raises CannotRun for one that cannot be read."""
    if settings.directory_dir:
        return Overview(str(settings.directory_dir), **shelf(settings.directory_dir, []).counts)
    url = settings.database_url or running_server(settings.data_dir)
    if url is None:
        return None
    await require_current(url)
    async with open_pool(url, name="fakturo directory", max_size=1) as pool:
        return Overview("the database", **asdict(await Store(pool).counts()))


class ShelfDirectory:
    """The same for all owners."""

    def __init__(self, kept: Shelf) -> None:
        self._shelf = kept

    async def answer(self, owner: str | None, question: Question) -> Answer:  # noqa: ARG002
        return await asyncio.to_thread(self._shelf.answer, question)


def own_sellers(settings: Settings) -> list[Record]:
    """The one that the settings name, if they do."""
    given = {column: getattr(settings, name) for column, name in SELLER_SETTINGS.items()}
    if not any(given.values()):
        return []
    for column in ("name", "tin"):
        if not given[column]:
            raise BadSetting(
                f"The setting {SELLER_SETTINGS[column].upper()} is missing: a seller has a name and an NPWP."
            )
    try:
        return [read_party(Cells({**given, "role": Role.SELLER.value}))]
    except BadRow as bad:
        raise BadSetting(f"The settings of the seller (SELLER_…) cannot be used: {'; '.join(bad.reasons)}.") from None


def shelf(folder: Path | None, sellers: list[Record]) -> Shelf:
    """What lies in the folder, and the settings' sellers. One mistake in it stops the start."""
    if folder is None:
        return Shelf(sellers=sellers)
    files = {sheet.title: folder / f"{sheet.title}.csv" for sheet in (PARTIES, UNITS, GOODS)}
    if not any(file.is_file() for file in files.values()):
        names = ", ".join(file.name for file in files.values())
        raise CannotRun(f"DIRECTORY_DIR is {folder}, where none of {names} is. Put one there, or leave it out.")
    return Shelf(
        _values(PARTIES, files["parties"]),
        _values(UNITS, files["units"]),
        _values(GOODS, files["goods"]),
        sellers=sellers,
    )


def _values(sheet: Sheet[T], file: Path) -> list[T]:
    if not file.is_file():
        return []
    try:
        reading = read_sheet(sheet, file.read_bytes())
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}.") from None
    if reading.mistakes:
        told = "\n".join(f"{file}, {mistake}" for mistake in reading.mistakes[:20])
        raise CannotRun(
            f"{told}\nMend it, or take it out of DIRECTORY_DIR. fakturo {sheet.title} check {file} tells all."
        )
    return reading.values
