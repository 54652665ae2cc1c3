"""The archive of old events: its writer in every worker, and `fakturo archive`."""

import contextlib
import uuid
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

from fakturo.archive.archiver import Archiver
from fakturo.archive.verify import Verdict, verify
from fakturo.blobs.base import Blobs
from fakturo.settings import Settings
from fakturo.store.archives import Archives, Record
from fakturo.store.migrate import require_current
from fakturo.store.pool import Pool, open_pool
from fakturo.store.turns import Turn
from fakturo.wiring.storage import database_url, open_blobs


def archiver(settings: Settings, pool: Pool, blobs: Blobs, *, who: str) -> Archiver:
    turn = Turn(pool, "archive", who=who, every=timedelta(hours=settings.sweep_interval_hours))
    return Archiver(Archives(pool), blobs, turn, ttl=timedelta(days=settings.events_ttl_days))


async def archive_now(settings: Settings) -> int | None:
    """None: somebody else is at it."""
    async with _pool(settings) as pool:
        who = f"archive {uuid.uuid4().hex[:8]}"
        return await archiver(settings, pool, open_blobs(settings), who=who).archive(now=True)


async def verify_archive(settings: Settings, advance: Callable[[], None]) -> Verdict:
    async with _pool(settings) as pool:
        return await verify(Archives(pool), open_blobs(settings), advance)


async def archive_records(settings: Settings) -> list[Record]:
    async with _pool(settings) as pool:
        return [record async for record in Archives(pool).records()]


@contextlib.asynccontextmanager
async def _pool(settings: Settings) -> AsyncIterator[Pool]:
    url = database_url(settings)
    await require_current(url)
    async with open_pool(url, name="fakturo archive", max_size=2) as pool:
        yield pool
