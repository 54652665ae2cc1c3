"""Reasons to stop claiming or uploading for a while: who gave each, why, and since when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from fakturo.domain.disk import DISK_FULL
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("pauses")
CLAIMS, UPLOADS = "claims", "uploads"
DISK_PAUSE = timedelta(seconds=30)
"""Whoever paused for a full disk renews it while that lasts; if it vanishes, the pause ends by itself."""


@dataclass(frozen=True, slots=True)
class Pause:
    what: str
    reason: str
    pipeline: str
    who: str
    why: str
    since: datetime
    until: datetime | None


class Pauses:
    def __init__(self, pool: Pool, *, who: str) -> None:
        self._pool = pool
        self._who = who

    async def pause_for_full_disk(self, why: str = DISK_FULL) -> None:
        parameters = {
            "what": [CLAIMS, UPLOADS],
            "reason": "disk",
            "who": self._who,
            "why": why,
            "lasts": DISK_PAUSE,
        }
        async with self._pool.connection() as connection:
            await connection.execute(SQL["pause"], parameters)

    async def resume_after_full_disk(self) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["resume"], {"reason": "disk", "who": self._who})

    async def active(self) -> Sequence[Pause]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Pause)) as cursor:
            await cursor.execute(SQL["active"])
            return await cursor.fetchall()
