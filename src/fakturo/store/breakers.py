"""Breakers, shared by all workers of a pipeline without a row that everybody waits for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row, dict_row

from fakturo.domain.breaker import Breaker, Calls, State
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("breakers")
PROBER_TTL = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class Standing:
    """A breaker as it was seen: whoever changes it must show the version."""

    breaker: Breaker
    version: int
    is_due: bool
    """Open: a probe is due. Half open: the trials took too long."""
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class PublicStanding:
    pipeline: str
    state: str
    changed_at: datetime
    due_at: datetime | None


class Breakers:
    def __init__(self, pool: Pool, *, pipeline: str, worker: str) -> None:
        self._pool = pool
        self.pipeline = pipeline
        self._who = {"pipeline": pipeline, "worker": worker}

    async def report(self, *, ok: int = 0, failed: int = 0) -> Standing:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL["report"], self._who | {"ok": ok, "failed": failed})
            row = await cursor.fetchone()
        assert row, "every pipeline has its breaker"
        breaker = Breaker(State(row["state"]), row["cooldown"], row["trials_left"], row["trials_ok"])
        return Standing(breaker, row["version"], row["is_due"], row["due_at"])

    async def recent_calls(self) -> Sequence[Calls]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Calls)) as cursor:
            await cursor.execute(SQL["recent_calls"], self._who)
            return await cursor.fetchall()

    async def change(self, seen: Standing, to: Breaker, *, due_in: timedelta, hold: bool) -> bool:
        """False: somebody else was faster, look again."""
        new = {
            "state": to.state,
            "cooldown": to.cooldown,
            "trials_left": to.trials_left,
            "trials_ok": to.trials_ok,
            "due_in": due_in,
            "hold": hold,
            "version": seen.version,
        }
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["change"], self._who | new)
            return await cursor.fetchone() is not None

    async def take_trials(self, slots: int) -> int:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["take_trials"], self._who | {"slots": slots})
            row = await cursor.fetchone()
            return int(row[0]) if row else 0

    async def give_back_trials(self, trials: int) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["give_back_trials"], self._who | {"trials": trials})

    async def become_prober(self) -> bool:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["become_prober"], self._who | {"prober_ttl": PROBER_TTL})
            return await cursor.fetchone() is not None

    async def forget_old_calls(self) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["forget"])


async def standings(pool: Pool) -> Sequence[PublicStanding]:
    async with pool.connection() as connection, connection.cursor(row_factory=class_row(PublicStanding)) as cursor:
        await cursor.execute(SQL["standings"])
        return await cursor.fetchall()
