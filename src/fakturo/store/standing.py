"""How uploads stand: whether they are taken at all, and what operators have said about mappings.

Asked for with every upload, it would be half of what an upload asks of the database. So a process remembers it for a
second, and it is the insert that judges: what was remembered must still be true then (`submitting.sql: submit`).
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fakturo.domain.releases import Release
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("standing")
REMEMBERED_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Standing:
    paused_because: str | None
    releases: Sequence[Release]
    told: str | None
    """What operators have said, as the database has it."""


class NoLongerSo(Exception):
    """How uploads stand has changed since it was asked; nothing was written."""


class Standings:
    def __init__(self, pool: Pool, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._pool = pool
        self._now = clock
        self._remembered: Standing | None = None
        self._until = 0.0

    async def known(self) -> Standing:
        """As it was within the last second, or is now. That uploads are paused is never remembered: they go on at
        once when that is over."""
        if self._remembered is None or self._now() >= self._until:
            await self.ask()
        assert self._remembered
        return self._remembered

    def forget(self) -> None:
        self._remembered = None

    async def ask(self) -> Standing:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(SQL["ask"])).fetchone()
        assert row is not None
        why, told = row
        self._remembered = Standing(why, [Release(**each) for each in json.loads(told or "[]")], told)
        self._until = self._now() + (REMEMBERED_SECONDS if why is None else 0.0)
        return self._remembered
