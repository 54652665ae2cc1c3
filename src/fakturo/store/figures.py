"""Figures of the queue and the database: one process at a time asks for them, all others read what it found.

Ten processes that are scraped every second cost one statement every few seconds, and one short read each.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import structlog
from psycopg.types.json import Jsonb

from fakturo.background import in_background
from fakturo.store.pool import Pool
from fakturo.store.statements import statements
from fakturo.store.trouble import DATABASE_TROUBLE

log = structlog.get_logger()

SQL = statements("figures")
EVERY = {"queue": timedelta(seconds=5), "storage": timedelta(minutes=10)}
LOOK_SECONDS = 5.0


class Figures:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.known: Mapping[str, object] = {}
        """By name; nothing while the database does not answer, for old figures would lie."""

    @contextlib.asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        async with in_background(self._look_for_ever(), name="figures"):
            yield

    async def _look_for_ever(self) -> None:
        while True:
            try:
                await self.look()
            except DATABASE_TROUBLE as error:
                self.known = {}
                log.warning("figures_unknown", reason=type(error).__name__)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Asks for what is due, and reads what all know."""
        async with self._pool.connection() as connection:
            for name, every in EVERY.items():
                begun = await connection.execute(SQL["begin"], {"name": name, "every": every})
                if await begun.fetchone():
                    row = await (await connection.execute(SQL[name])).fetchone()
                    assert row
                    await connection.execute(SQL["keep"], {"name": name, "figures": Jsonb(row[0])})
            rows = await (await connection.execute(SQL["read"])).fetchall()
        self.known = {name: value for (figures,) in rows for name, value in figures.items()}


def pool_figures(pool: Pool) -> dict[str, object]:
    """Of this process's own connections."""
    stats = pool.get_stats()
    return {
        "db_pool_size": stats.get("pool_size", 0),
        "db_pool_available": stats.get("pool_available", 0),
        "db_pool_waiting": stats.get("requests_waiting", 0),
        "db_pool_timeouts_total": stats.get("requests_errors", 0),
    }
