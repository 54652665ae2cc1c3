"""Takes away what has had its time: PDFs, results, their files, files that no row names, and old events.

One janitor at a time over all workers, in small steps. Whatever stops it, the next one goes on: a row loses its path
and its file goes into the trash in one statement, and a file leaves the trash only after it is gone.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from uuid import UUID

import structlog

from fakturo.archive.archiver import Archiver
from fakturo.background import in_background
from fakturo.blobs.base import Blobs, is_gone
from fakturo.domain.losses import are_too_many
from fakturo.ops import metrics
from fakturo.store.retention import NamedResult, Retention
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.store.turns import LostTurn

log = structlog.get_logger()

LOOK_SECONDS = 60.0
ORPHAN_SECONDS = 24 * 3600.0
"""A file that no row names may be an upload whose row comes in a moment; a day later it is none."""
ORPHAN_BATCH = 200
FIRST_ID = UUID(int=0)


@dataclass(slots=True)
class Swept:
    pdfs: int = 0
    results: int = 0
    files: int = 0
    orphans: int = 0
    drafts: int = 0
    vanished: list[UUID] = field(default_factory=list)


class Janitor:
    def __init__(self, retention: Retention, blobs: Blobs, archiver: Archiver | None = None) -> None:
        self._retention = retention
        self._blobs = blobs
        self._archiver = archiver

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with in_background(self._sweep_for_ever(), name="janitor"):
            yield

    async def _sweep_for_ever(self) -> None:
        while True:
            await self._outlive(self._empty_trash_and_sweep)
            if self._archiver:
                await self._outlive(self._archiver.archive)
            await asyncio.sleep(LOOK_SECONDS)

    async def _outlive(self, chore: Callable[[], Awaitable[object]]) -> None:
        try:
            await chore()
        except (*DATABASE_TROUBLE, LostTurn) as error:
            log.warning("chore_interrupted", chore=chore.__name__, reason=type(error).__name__)
        except Exception:
            log.exception("chore_failed", chore=chore.__name__)

    async def _empty_trash_and_sweep(self) -> None:
        await self._empty_trash(Swept())
        await self.sweep()

    async def sweep(self, *, now: bool = False) -> Swept | None:
        """Everything that is due; None if no sweep is, or somebody else is at it."""
        if not await self._retention.begin(now=now):
            return None
        swept, started = Swept(), time.monotonic()
        swept.pdfs = await self._to_the_end(self._retention.expire_pdfs)
        swept.results = await self._to_the_end(self._retention.expire_results)
        swept.results += await self._to_the_end(self._retention.expire_versions)
        await self._retention.redate()
        await self._retention.forget()
        await self._empty_trash(swept)
        await self._remove_orphans(swept)
        await self._look_for_vanished(swept)
        await self._retention.end()
        for what in ("pdfs", "results", "files", "orphans", "drafts"):
            metrics.retention_deleted.labels(what).inc(getattr(swept, what))
        log.info(
            "swept",
            pdfs=swept.pdfs,
            results=swept.results,
            files=swept.files,
            orphans=swept.orphans,
            drafts=swept.drafts,
            vanished=len(swept.vanished),
            duration_ms=round((time.monotonic() - started) * 1000),
        )
        return swept

    async def _to_the_end(self, expire_batch: Callable[[], Awaitable[int]]) -> int:
        total = 0
        while batch := await expire_batch():
            total += batch
            await self._go_on()
        return total

    async def _go_on(self) -> None:
        if not await self._retention.go_on():
            raise LostTurn

    async def _empty_trash(self, swept: Swept) -> None:
        while paths := await self._retention.due_trash():
            gone = [path for path in paths if await self._delete(path)]
            await self._retention.empty_trash(gone)
            swept.files += len(gone)

    async def _delete(self, path: str) -> bool:
        """One that will not go is put off, so that it does not hold up the others."""
        try:
            await self._blobs.delete(path)
        except (OSError, ValueError) as error:
            log.warning("file_not_deleted", reason=type(error).__name__)
            await self._retention.postpone_trash(path)
            return False
        return True

    async def _remove_orphans(self, swept: Swept) -> None:
        """Into the trash, for a week. Too many of them mean that this is the wrong database, and none is an orphan."""
        swept.drafts = await self._blobs.remove_old_drafts(older_than_seconds=ORPHAN_SECONDS)
        total, orphans = 0, list[str]()
        async for batch in _batches(self._blobs.old_files(older_than_seconds=ORPHAN_SECONDS)):
            await self._go_on()
            total += len(batch)
            orphans += await self._retention.unnamed(batch)
        if are_too_many(len(orphans), total):
            log.error("too_many_orphans", orphans=len(orphans), files=total)
            return
        await self._retention.trash_orphans(orphans)
        swept.orphans = len(orphans)

    async def _look_for_vanished(self, swept: Swept) -> None:
        """Marked only if they are few. If many are gone, a disk is not mounted, and they will be back."""
        total, missing, after = 0, list[NamedResult](), FIRST_ID
        while results := await self._retention.named_results(after):
            await self._go_on()
            total += len(results)
            missing += [each for each in results if await is_gone(self._blobs, each.result_path)]
            after = results[-1].id
        if are_too_many(len(missing), total):
            log.error("too_many_results_vanished", missing=len(missing), results=total)
            return
        for result in missing:
            await self._retention.mark_vanished(result)
            swept.vanished.append(result.id)
            log.error("result_vanished", job_id=result.id)


async def _batches(paths: AsyncIterator[str]) -> AsyncIterator[list[str]]:
    batch: list[str] = []
    async for path in paths:
        batch.append(path)
        if len(batch) >= ORPHAN_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
