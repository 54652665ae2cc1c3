"""Work that one process at a time does: who has the turn, and until when."""

from datetime import timedelta

from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("turns")
HOLD = timedelta(minutes=5)
"""Whoever says nothing for so long has lost the turn."""


class LostTurn(Exception):
    """Another took over: we were silent for too long."""


class Turn:
    def __init__(self, pool: Pool, name: str, *, who: str, every: timedelta = timedelta(0)) -> None:
        self._pool = pool
        self.name, self.who = name, who
        self._parameters = {"name": name, "who": who, "holds": HOLD, "every": every}

    async def begin(self, *, now: bool = False) -> bool:
        """Whether it is our turn; `now` means even if it is not due."""
        return await self._touch("begin", now=now)

    async def go_on(self) -> bool:
        return await self._touch("go_on")

    async def end(self) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["end"], self._parameters)

    async def _touch(self, statement: str, **more: object) -> bool:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL[statement], self._parameters | more)
            return await cursor.fetchone() is not None
