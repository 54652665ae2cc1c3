"""Where files are, who can read them there, and their way from one store to another."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import structlog
from psycopg.rows import class_row
from psycopg_pool import PoolClosed, PoolTimeout

from fakturo import __version__
from fakturo.background import in_background
from fakturo.store.archives import Archives, Record
from fakturo.store.pool import CONNECT_TIMEOUT_SECONDS, Pool
from fakturo.store.statements import statements

log = structlog.get_logger()

SQL = statements("storage")
BATCH = 100
ANNOUNCE_SECONDS = 20.0
SILENCE = timedelta(seconds=90)
"""A process that has said nothing for so long does not run."""
WITHDRAW_SECONDS = 1.0
"""Nobody waits at its end for a database that is gone."""


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in one store."""

    address: str
    files: int
    bytes: int
    trash: int
    trash_until: datetime | None


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The files that a job's row names, and what it knows about them."""

    id: UUID
    upload_path: str | None
    bytes: int
    sha256: str | None
    result_path: str | None
    result_bytes: int | None
    result_sha256: str | None
    document_path: str | None
    document_bytes: int | None
    document_sha256: str | None


@dataclass(frozen=True, slots=True)
class VersionFiles:
    """The same of an earlier result."""

    id: UUID
    number: int
    result_path: str
    result_bytes: int
    result_sha256: str
    document_path: str | None
    document_bytes: int | None
    document_sha256: str | None


@dataclass(frozen=True, slots=True)
class Reader:
    process: str
    stores: list[str]


class StoredFiles:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def places(self) -> Sequence[Place]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Place)) as cursor:
            await cursor.execute(SQL["places"])
            return await cursor.fetchall()

    async def named(self, after: UUID) -> Sequence[NamedFiles]:
        """Of the next few jobs; none when there are no more."""
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(NamedFiles)) as cursor,
        ):
            await cursor.execute(SQL["named_files"], {"after": after, "limit": BATCH})
            return await cursor.fetchall()

    async def versions(self, after: UUID, number: int) -> Sequence[VersionFiles]:
        """The next few earlier results; none when there are no more."""
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(VersionFiles)) as cursor,
        ):
            await cursor.execute(SQL["version_files"], {"after": after, "number": number, "limit": BATCH})
            return await cursor.fetchall()

    def archived(self) -> AsyncIterator[Record]:
        """All archives, each of two files."""
        return Archives(self._pool).records()

    async def move(self, job_id: UUID, what: str, *, original: str, copy: str, version: int | None = None) -> bool:
        """False if the job, or that earlier version of it, no longer names the original."""
        paths = {"id": job_id, "what": what, "original": original, "copy": copy}
        if version is None:
            return await self._move("move_file", paths)
        return await self._move("move_version_file", paths | {"number": version})

    async def move_archived(self, number: int, what: str, *, original: str, copy: str) -> bool:
        """False if the archive's record no longer names the original, which stays where it is."""
        return await self._move("move_archived", {"number": number, "what": what, "original": original, "copy": copy})

    async def _move(self, name: str, parameters: dict[str, object]) -> bool:
        async with self._pool.connection() as connection:
            return await (await connection.execute(SQL[name], parameters)).fetchone() is not None

    async def readers(self) -> Sequence[Reader]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Reader)) as cursor:
            await cursor.execute(SQL["readers"])
            return await cursor.fetchall()


@contextlib.asynccontextmanager
async def announced(pool: Pool, process: str, stores: Sequence[str], *, slots: int = 0) -> AsyncIterator[None]:
    """While it lasts, everybody can know that this process runs, which stores it can read, and how many jobs it
    converts at once."""
    parameters = {
        "process": process,
        "stores": list(stores),
        "slots": slots,
        "version": __version__,
        "lasts": SILENCE,
    }
    await _execute(pool, "announce", parameters)
    try:
        async with in_background(_announce_for_ever(pool, parameters), name="announcing"):
            yield
    finally:
        await _execute(pool, "withdraw", parameters, patience=WITHDRAW_SECONDS)


async def _announce_for_ever(pool: Pool, parameters: dict[str, object]) -> None:
    while True:
        await asyncio.sleep(ANNOUNCE_SECONDS)
        await _execute(pool, "announce", parameters)


async def _execute(
    pool: Pool, name: str, parameters: dict[str, object], *, patience: float = CONNECT_TIMEOUT_SECONDS
) -> None:
    """Without it, files are moved a little less carefully: no reason for a process to stumble."""
    try:
        async with pool.connection(timeout=patience) as connection:
            await connection.execute(SQL[name], parameters | {"own_time": datetime.now(UTC)})
    except (psycopg.Error, PoolTimeout, PoolClosed, OSError) as error:
        log.warning("stores_not_announced", reason=type(error).__name__)
