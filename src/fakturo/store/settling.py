"""Settlements that come together are written together: one round trip and one wait for the disk for all of them.

Whoever comes while others are being written waits for its turn with the rest, and the first of those takes them all
along. So nobody waits for company, and the busier a worker is, the fewer commits a job costs: with ten jobs at once it
settles about twice as many in a second.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import psycopg

from fakturo.store.pool import Pool
from fakturo.store.trouble import DATABASE_TROUBLE, WORTH_REPEATING

TURNS = 2
"""How many are on their way at once: one that waits for a locked row must not hold up all others."""
BATCH = 100


@dataclass(frozen=True, slots=True, eq=False)
class _Settlement:
    job_id: UUID
    statement: bytes
    parameters: Mapping[str, object]
    rows: "asyncio.Future[int]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Settling:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: list[_Settlement] = []
        self._turns = asyncio.Semaphore(TURNS)

    async def apply(self, job_id: UUID, statement: bytes, parameters: Mapping[str, object]) -> int:
        """How many rows the statement changed, once that is committed."""
        ours = _Settlement(job_id, statement, parameters)
        self._waiting.append(ours)
        try:
            async with self._turns:
                if ours in self._waiting:
                    await self._write(self._next_batch())
            return await ours.rows
        finally:
            ours.rows.cancel()  # who no longer waits for it holds up nobody else

    def _next_batch(self) -> list[_Settlement]:
        waiting = [each for each in self._waiting if not each.rows.done()]
        self._waiting = waiting[BATCH:]
        return waiting[:BATCH]

    async def _write(self, batch: Sequence[_Settlement]) -> None:
        """Whatever happens, nobody in the batch is left waiting."""
        try:
            await self._write_together(batch)
        except WORTH_REPEATING as error:
            _fail(batch, error)
        except psycopg.Error:
            await self._write_singly(batch)
        finally:
            _fail(batch, psycopg.OperationalError("Whoever was to write this was stopped"))

    async def _write_singly(self, batch: Sequence[_Settlement]) -> None:
        """Nothing of it was written together: one of them cannot be."""
        for single in batch:
            try:
                await self._write_together([single])
            except DATABASE_TROUBLE as error:
                _fail([single], error)

    async def _write_together(self, batch: Sequence[_Settlement]) -> None:
        for settlement, count in zip(batch, await self._all_or_none(batch), strict=True):
            if not settlement.rows.done():
                settlement.rows.set_result(count)

    async def _all_or_none(self, batch: Sequence[_Settlement]) -> list[int]:
        """In the order of ids, as everybody who locks several jobs does."""
        ordered = sorted(range(len(batch)), key=lambda number: batch[number].job_id)
        async with self._pool.connection() as connection:
            if len(batch) == 1:
                return [(await connection.execute(batch[0].statement, batch[0].parameters)).rowcount]
            async with connection.transaction(), connection.pipeline():
                cursors = {
                    each: await connection.execute(batch[each].statement, batch[each].parameters) for each in ordered
                }
        return [cursors[number].rowcount for number in range(len(batch))]


def _fail(batch: Sequence[_Settlement], error: Exception) -> None:
    for settlement in batch:
        if not settlement.rows.done():
            settlement.rows.set_exception(error)
