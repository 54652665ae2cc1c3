"""Settlements as text, so that those of one kind that come together are one statement (`together.py`)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from fakturo.store.pool import Pool
from fakturo.store.together import Together


@dataclass(frozen=True, slots=True)
class _Settlement:
    statement: bytes
    job_id: str
    token: UUID
    told: str
    """All of it that is something, as JSON."""


class Settling:
    def __init__(self, pool: Pool, shared: Mapping[str, object]) -> None:
        """`shared` are the parameters that all settlements have in common."""
        self._pool = pool
        self._shared = shared
        self._together = Together(self._say)

    async def apply(self, statement: bytes, job_id: UUID, token: UUID, columns: Mapping[str, object]) -> bool:
        """Whether the statement changed the job, once that is committed."""
        found = {name: value for name, value in columns.items() if value is not None}
        told = _ENCODER.encode({"id": (job := str(job_id)), "token": str(token), **found})
        return await self._together.apply(statement, _Settlement(statement, job, token, told))

    async def _say(self, batch: Sequence[_Settlement]) -> list[bool]:
        ids, told = ",".join([each.job_id for each in batch]), ",".join([each.told for each in batch])
        given = {"ids": f"{{{ids}}}", "settlements": f"[{told}]"}
        async with self._pool.connection() as connection:
            cursor = await connection.execute(batch[0].statement, {**self._shared, **given})
            applied = {row[0] for row in await cursor.fetchall()}
        return [each.token in applied for each in batch]


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
