"""Rate limits that all processes share."""

from dataclasses import dataclass

from psycopg.rows import class_row

from fakturo.domain.limits import Rate
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("limits")
PATIENCE_SECONDS = 2.0
"""For a connection: whoever only counts must not make others wait for long."""


@dataclass(frozen=True, slots=True)
class Taken:
    granted: int
    full_in: float


class RateLimits:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def take(self, name: str, rate: Rate, wanted: int = 1) -> Taken:
        parameters = {"name": name, "wanted": wanted, "burst": rate.burst, "each": rate.seconds_each}
        async with (
            self._pool.connection(PATIENCE_SECONDS) as connection,
            connection.cursor(row_factory=class_row(Taken)) as cursor,
        ):
            await cursor.execute(SQL["take"], parameters)
            return await cursor.fetchone() or Taken(0, rate.window_seconds)  # cleaned up in this very moment

    async def charge(self, name: str, rate: Rate, used: int) -> None:
        async with self._pool.connection(PATIENCE_SECONDS) as connection:
            await connection.execute(SQL["charge"], {"name": name, "used": used, "each": rate.seconds_each})
