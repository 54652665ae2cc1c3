"""A whole database as plain rows, and a database from them.

Rows leave by COPY in one snapshot, as pg_dump would have it, but only ours: a shared database may hold others' tables.
They come back in one transaction that first builds the schema from the migrations of that time. So it needs no program
of PostgreSQL's, the versions of both servers may differ, and a restore that is cut off has changed nothing.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.rows import class_row, scalar_row
from psycopg.sql import Composed, Identifier

from fakturo.domain.errors import CannotRun
from fakturo.store.migrate import applied, catch_up, migrations, rebuild, refusals_in_words, tables
from fakturo.store.pool import connect
from fakturo.store.statements import statements

SQL = statements("snapshots")
NAMES_AT_ONCE = 1000
LOCK_SECONDS = 10

# Whatever a server's own configuration says: rows look the same in every backup, and no long COPY is cut off.
PLAIN = (
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL datestyle = 'ISO'",
    "SET LOCAL intervalstyle = 'postgres'",
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)


@dataclass(frozen=True, slots=True)
class NamedFile:
    path: str
    size: int | None
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Numbering:
    table: str
    column: str
    last: int


class Snapshot:
    """One moment of the database, for as long as it takes to read it."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @property
    def server_version(self) -> int:
        return self._connection.info.server_version

    async def columns(self) -> dict[str, list[str]]:
        """Of all our tables, in an order in which they can be filled again."""
        cursor = await self._connection.execute(SQL["columns"], {"tables": tables()})
        found: dict[str, list[str]] = dict(await cursor.fetchall())
        return {table: found[table] for table in tables()}

    async def numbering(self) -> list[Numbering]:
        async with self._connection.cursor(row_factory=class_row(Numbering)) as cursor:
            return await (await cursor.execute(SQL["numbering"], {"tables": tables()})).fetchall()

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[bytes]:
        """One line for each row."""
        async with (
            self._connection.cursor() as cursor,
            cursor.copy(_copy(table, columns, "TO STDOUT")) as copy,
        ):
            async for block in copy:
                yield bytes(block)

    async def named_files(self) -> AsyncIterator[NamedFile]:
        async with self._connection.cursor("named_files", row_factory=class_row(NamedFile)) as cursor:
            cursor.itersize = NAMES_AT_ONCE
            await cursor.execute(SQL["named_files"])
            async for file in cursor:
                yield file


@asynccontextmanager
async def open_snapshot(database_url: str) -> AsyncIterator[Snapshot]:
    async with await connect(database_url, name="fakturo backup") as connection:
        with refusals_in_words():
            async with connection.transaction():
                await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                for setting in PLAIN:
                    await connection.execute(setting.encode())
                await _require_our_version(connection)
                yield Snapshot(connection)


async def _require_our_version(connection: AsyncConnection) -> None:
    """Tables of a later version are unknown to us, and would be left out."""
    if len(await applied(connection)) > len(migrations()):
        raise CannotRun("The database belongs to a newer Fakturo than this one. Use that one to back it up.")


async def still_named(database_url: str, paths: Sequence[str]) -> set[str]:
    async with (
        await connect(database_url, name="fakturo backup") as connection,
        connection.cursor(row_factory=scalar_row) as cursor,
    ):
        return set(await (await cursor.execute(SQL["still_named"], {"paths": list(paths)})).fetchall())


# ---------------------------------------------------------------- back into a database


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database is filled with."""

    version: int
    """Of the schema: the last migration."""
    columns: dict[str, list[str]]
    numbering: Sequence[Numbering]
    rows: Callable[[str], Iterable[bytes]]


async def refuse_unless_free(database_url: str, *, replace: bool) -> None:
    """A restore needs a database that nobody works on, and, unless told otherwise, one without jobs."""
    async with await connect(database_url, name="fakturo restore") as connection:
        users = await _scalars(connection, SQL["users"])
        if users:
            raise CannotRun(f"Processes work on this database: {', '.join(users)}. Stop them, then restore.")
        present = await _scalars(connection, SQL["present"], {"tables": tables()})
        if not present:
            return
        if not await _is_ours(connection):
            raise CannotRun(
                f"The database has a table {present[0]} that is not Fakturo's. Restore into a database of its own."
            )
        if not replace and (lost := await _what_would_be_lost(connection, present)):
            raise CannotRun(
                f"The database has {lost} in it, and nothing was changed. Restore into an empty database, or say "
                "--replace to put the backup in the place of everything that is there."
            )


async def _what_would_be_lost(connection: AsyncConnection, present: Sequence[str]) -> str | None:
    if await _scalars(connection, SQL["any_job"]):
        return "jobs"
    if "directories" in present and await _scalars(connection, SQL["any_entry"]):
        return "a directory of parties"
    return None


async def _is_ours(connection: AsyncConnection) -> bool:
    try:
        return (await applied(connection)).get(1) == migrations()[0].sha256
    except psycopg.errors.ProgrammingError:  # no such table, or not such a one
        return False


async def fill(database_url: str, contents: Contents, *, owns: Callable[[str], bool], new_base: str) -> None:
    """All or nothing. Paths of stores that are not ours become paths of ours, below `new_base`."""
    async with await connect(database_url, name="fakturo restore") as connection:
        with refusals_in_words():
            try:
                async with connection.transaction():
                    await _fill(connection, contents)
                    await catch_up(connection, version=contents.version)
                    await _begin_anew(connection, owns, new_base)
            except psycopg.errors.LockNotAvailable:
                raise CannotRun("Somebody else uses the database's tables. Nothing was changed; try again.") from None


async def _fill(connection: AsyncConnection, contents: Contents) -> None:
    for setting in (*PLAIN, f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"):
        await connection.execute(setting.encode())
    await rebuild(connection, version=contents.version)
    listed = sql.SQL(", ").join(map(Identifier, tables(version=contents.version)))
    await connection.execute(sql.SQL("TRUNCATE {}").format(listed))  # of what migrations put there
    for table, columns in contents.columns.items():
        async with connection.cursor() as cursor, cursor.copy(_copy(table, columns, "FROM STDIN")) as copy:
            for block in contents.rows(table):
                await copy.write(block)
    for each in contents.numbering:
        if each.last:
            parameters = {"table": each.table, "column": each.column, "last": each.last}
            await connection.execute(SQL["number_on"], parameters)


async def _begin_anew(connection: AsyncConnection, owns: Callable[[str], bool], new_base: str) -> None:
    await connection.execute("ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change")  # nobody's job has changed
    for name in ("end_leases", "end_turns", "renew_epoch"):
        await connection.execute(SQL[name])
    for base in await _scalars(connection, SQL["bases"]):
        if owns(f"{base}uploads/00/00/x"):
            continue
        move = {"pattern": f"^{re.escape(base)}(?=[a-z]+/[^/]+/[^/]+/[^/]+$)", "replacement": new_base}
        for name in ("move_job_files", "move_version_files", "move_trash", "move_archives"):
            await connection.execute(SQL[name], move)
    await connection.execute("ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change")


def _copy(table: str, columns: Sequence[str], direction: LiteralString) -> Composed:
    listed = sql.SQL(", ").join(map(Identifier, columns))
    return sql.SQL("COPY {} ({}) {}").format(Identifier(table), listed, sql.SQL(direction))


async def _scalars(
    connection: AsyncConnection, statement: bytes, parameters: dict[str, Any] | None = None
) -> list[Any]:
    async with connection.cursor(row_factory=scalar_row) as cursor:
        return await (await cursor.execute(statement, parameters)).fetchall()
