"""The archive of old events: its writer in every worker, and `fakturo archive`."""

import uuid
from collections.abc import Callable
from datetime import timedelta

from fakturo.archive.archiver import Archiver
from fakturo.archive.verify import Verdict, verify
from fakturo.blobs.base import Blobs
from fakturo.settings import Settings
from fakturo.store.archives import Archives, Record
from fakturo.store.pool import Pool
from fakturo.store.turns import Turn
from fakturo.wiring.storage import open_blobs, open_database


def archiver(settings: Settings, pool: Pool, blobs: Blobs, *, who: str) -> Archiver:
    turn = Turn(pool, "archive", who=who, every=timedelta(hours=settings.sweep_interval_hours))
    return Archiver(Archives(pool), blobs, turn, ttl=timedelta(days=settings.events_ttl_days))


async def archive_now(settings: Settings) -> int | None:
    """None: somebody else is at it."""
    async with open_database(settings, name="archive", most=2) as pool:
        who = f"archive {uuid.uuid4().hex[:8]}"
        return await archiver(settings, pool, open_blobs(settings), who=who).archive(now=True)


async def verify_archive(settings: Settings, advance: Callable[[], None]) -> Verdict:
    async with open_database(settings, name="archive", most=2) as pool:
        return await verify(Archives(pool), open_blobs(settings), advance)


async def archive_records(settings: Settings) -> list[Record]:
    async with open_database(settings, name="archive", most=2) as pool:
        return [record async for record in Archives(pool).records()]
