"""Settlements of one kind that come together are written together: one statement and one wait for the disk for all.

Whoever comes while others are being written waits for its turn with the rest, and the first of those takes all of its
kind along. So nobody waits for company, and the busier a worker is, the fewer statements and commits a job costs: of a
single settlement, most is what PostgreSQL does once for each statement.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

import psycopg

from fakturo.store.pool import Pool
from fakturo.store.trouble import DATABASE_TROUBLE, WORTH_REPEATING

TURNS = 2
"""How many are on their way at once: one that waits for a locked row must not hold up all others."""
BATCH = 100


@dataclass(frozen=True, slots=True, eq=False)
class _Settlement:
    statement: bytes
    job_id: str
    token: UUID
    told: str
    """All of it that is something, as JSON."""
    applied: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Settling:
    def __init__(self, pool: Pool, shared: Mapping[str, object]) -> None:
        """`shared` are the parameters that all settlements have in common."""
        self._pool = pool
        self._shared = shared
        self._waiting: list[_Settlement] = []
        self._turns = asyncio.Semaphore(TURNS)

    async def apply(self, statement: bytes, job_id: UUID, token: UUID, columns: Mapping[str, object]) -> bool:
        """Whether the statement changed the job, once that is committed."""
        found = {name: value for name, value in columns.items() if value is not None}
        told = _ENCODER.encode({"id": (job := str(job_id)), "token": str(token), **found})
        ours = _Settlement(statement, job, token, told)
        self._waiting.append(ours)
        try:
            async with self._turns:
                if ours in self._waiting:
                    await asyncio.sleep(0)  # those that end in the same moment come along
                while ours in self._waiting:  # others may come first: of another kind, or more of ours than one batch
                    await self._write(self._next_batch())
            return await ours.applied
        finally:
            ours.applied.cancel()  # who no longer waits for it holds up nobody else

    def _next_batch(self) -> list[_Settlement]:
        """The first that waits, and those of its kind."""
        waiting = [each for each in self._waiting if not each.applied.done()]
        alike = [each for each in waiting if each.statement == waiting[0].statement]
        others = [each for each in waiting if each.statement != waiting[0].statement]
        self._waiting = others + alike[BATCH:]
        return alike[:BATCH]

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
        ids, told = ",".join([each.job_id for each in batch]), ",".join([each.told for each in batch])
        given = {"ids": f"{{{ids}}}", "settlements": f"[{told}]"}
        async with self._pool.connection() as connection:
            cursor = await connection.execute(batch[0].statement, {**self._shared, **given})
            applied = {row[0] for row in await cursor.fetchall()}
        for settlement in batch:
            if not settlement.applied.done():
                settlement.applied.set_result(settlement.token in applied)


def _as_text(value: object) -> str:
    """As PostgreSQL reads it back, exactly."""
    match value:
        case Decimal():
            return str(value)
        case date():
            return value.isoformat()
        case timedelta():
            return f"{value / timedelta(microseconds=1):.0f} microseconds"
    raise TypeError(f"{type(value).__name__} is nothing that a settlement holds")


_ENCODER = json.JSONEncoder(default=_as_text)


def _fail(batch: Sequence[_Settlement], error: Exception) -> None:
    for settlement in batch:
        if not settlement.applied.done():
            settlement.applied.set_exception(error)
