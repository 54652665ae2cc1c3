"""Old events, and the records of the archive that took them in."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

from psycopg.rows import class_row, scalar_row

from fakturo.store.pool import Pool
from fakturo.store.statements import statements
from fakturo.store.turns import Turn

SQL = statements("archives")
BATCH = 500
BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Event:
    id: int
    created_at: datetime
    line: str


@dataclass(frozen=True, slots=True)
class Record:
    """What the database knows of one archive."""

    number: int
    path: str
    bytes: int
    sha256: str
    manifest_path: str
    manifest_sha256: str
    events: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class ChainEnd:
    number: int
    manifest_sha256: str | None


class Archives:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def due(self, ttl: timedelta) -> AsyncIterator[Sequence[Event]]:
        """Old events in the order of time, some at a time."""
        after_at, after_id = BEFORE_ALL, 0
        while True:
            parameters = {"ttl": ttl, "after_at": after_at, "after_id": after_id, "limit": BATCH}
            async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Event)) as cursor:
                events = await (await cursor.execute(SQL["due_events"], parameters)).fetchall()
            if not events:
                return
            yield events
            after_at, after_id = events[-1].created_at, events[-1].id

    async def chain_end(self) -> ChainEnd:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(ChainEnd)) as cursor:
            return await (await cursor.execute(SQL["last_archive"])).fetchone() or ChainEnd(0, None)

    async def replace_events(self, ids: Sequence[int], record: Record, turn: Turn) -> bool:
        """False: it was not our turn any more, and nothing has changed."""
        parameters = asdict(record) | {"ids": list(ids), "who": turn.who}
        async with self._pool.connection() as connection, connection.cursor(row_factory=scalar_row) as cursor:
            gone = await (await cursor.execute(SQL["replace_events"], parameters)).fetchone()
        assert gone in {None, len(ids)}, "an archived event was not there any more"
        return gone is not None

    async def records(self) -> AsyncIterator[Record]:
        after = 0
        while True:
            async with (
                self._pool.connection() as connection,
                connection.cursor(row_factory=class_row(Record)) as cursor,
            ):
                await cursor.execute(SQL["records"], {"after": after, "limit": BATCH})
                records = await cursor.fetchall()
            if not records:
                return
            for record in records:
                yield record
            after = records[-1].number

    async def still_there(self, ids: Sequence[int]) -> set[int]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=scalar_row) as cursor:
            return set(await (await cursor.execute(SQL["still_there"], {"ids": list(ids)})).fetchall())

    async def highest_event(self) -> int:
        async with self._pool.connection() as connection, connection.cursor(row_factory=scalar_row) as cursor:
            return int(await (await cursor.execute(SQL["highest_event"])).fetchone() or 0)
