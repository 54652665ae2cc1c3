"""`fakturo storage`: where files are, and how they come to another store."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from fakturo.blobs.base import DISK, Blobs
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings
from fakturo.store.storage import Place, Reader, StoredFiles
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.wiring.storage import open_blobs, open_database, store_addresses
from fakturo.worker.move import AT_ONCE, Moved, Mover, StoreFails

STAYS = "What was moved stays moved; run this again when that is mended."
AGAIN = "restart web and workers, and run this again."


@dataclass(frozen=True, slots=True)
class Overview:
    stores: Sequence[str]
    """That our settings name; new files go to the first."""
    places: Sequence[Place]
    readers: Sequence[Reader]

    def elsewhere(self) -> list[Place]:
        """Whatever jobs name that is not where new files go."""
        return [place for place in self.places if place.files and place.address != self.stores[0]]


async def look(settings: Settings) -> Overview:
    async with _stored_files(settings) as files:
        return await _look(settings, files)


async def move(
    settings: Settings, to: str, *, tell: Callable[[Moved], None], plan: Callable[[Overview], bool]
) -> tuple[Moved, Overview] | None:
    """Asks `plan` first, which sees what there is to move; None if it says no. Otherwise what was moved, and what there
    is afterwards."""
    async with _stored_files(settings) as files:
        before = await _look(settings, files)
        _require_sense(before, to.rstrip("/"))
        if not plan(before):
            return None
        blobs = open_blobs(settings)
        await _require_room(blobs, to)
        try:
            moved = await Mover(files, blobs).move_all(tell)
        except StoreFails as failure:
            raise CannotRun(f"Stopped, since one file after the other cannot be moved: {failure}. {STAYS}") from None
        except DATABASE_TROUBLE as error:
            raise CannotRun(f"The database does not answer ({type(error).__name__}). {STAYS}") from None
        return moved, await _look(settings, files)


@contextlib.asynccontextmanager
async def _stored_files(settings: Settings) -> AsyncIterator[StoredFiles]:
    async with open_database(settings, name="storage", most=AT_ONCE, check=True) as pool:
        yield StoredFiles(pool)


async def _look(settings: Settings, files: StoredFiles) -> Overview:
    return Overview(store_addresses(settings), await files.places(), await files.readers())


def _require_sense(overview: Overview, to: str) -> None:
    first = overview.stores[0]
    if to != first:
        setting = "Unset STORAGE_URL" if to == DISK else f"Set STORAGE_URL={to}"
        older = "" if first == DISK else f" and STORAGE_ALSO={first}"
        raise CannotRun(
            f"New files go to {first}, not to {to}. {setting}{older} for web, workers and this command, {AGAIN}"
        )
    for place in overview.elsewhere():
        if place.address not in overview.stores:
            raise CannotRun(
                f"{place.files} file(s) are in {place.address}, which no setting names. "
                f"Add it to STORAGE_ALSO for web, workers and this command, {AGAIN}"
            )
    if blind := [reader.process for reader in overview.readers if to not in reader.stores]:
        raise CannotRun(
            f"A process that runs could not read files in {to}: {', '.join(blind)}. Restart it with the settings of "
            "this command, and run this again. (One that was killed is forgotten after 90 s.)"
        )


async def _require_room(blobs: Blobs, to: str) -> None:
    try:
        await blobs.probe()
    except OSError as error:
        raise CannotRun(f"Nothing can be stored in {to}: {error.strerror}. Nothing was moved.") from None
