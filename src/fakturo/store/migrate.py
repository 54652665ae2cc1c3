"""Brings a database to this version's schema: plain numbered SQL files, each in a transaction, one migrator at a time.

Files are additive, so that the previous version of Fakturo keeps running beside the new one.
"""

import contextlib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import LiteralString

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.sql import SQL, Identifier

from fakturo.domain.errors import CannotRun
from fakturo.store.pool import OLDEST_SUPPORTED_VERSION, connect

log = structlog.get_logger()

_LOCK = 0x66616B7475726F  # "fakturo": whoever migrates holds this advisory lock


RECORDS_TABLE = "schema_migrations"
_RECORDS = """CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now())"""


class SchemaProblem(CannotRun):
    """The database's schema is not what this version needs; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    name: str
    sql: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql).hexdigest()


def migrations() -> list[Migration]:
    folder = resources.files(__package__) / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    found = [Migration(int(file.name[:4]), file.name, file.read_bytes()) for file in files]
    assert [m.version for m in found] == list(range(1, len(found) + 1)), "migration numbers have a gap"
    return found


async def migrate(database_url: str) -> Sequence[str]:
    """Applies what is missing and returns its names."""
    with refusals_in_words():
        return await _migrate(database_url)


@contextlib.contextmanager
def refusals_in_words() -> Iterator[None]:
    try:
        yield
    except psycopg.errors.InsufficientPrivilege as error:
        raise SchemaProblem(
            f"The database does not let this user work: {str(error).splitlines()[0]}. Give it the rights, "
            "or make it the owner of the database."
        ) from None


async def _migrate(database_url: str) -> Sequence[str]:
    async with await connect(database_url, name="fakturo migrate") as connection:
        _require_version(connection)
        await connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        await connection.execute(_RECORDS)
        missing = _missing(await applied(connection))
        for migration in missing:
            async with connection.transaction():
                await _apply(connection, migration)
            log.info("migrated", migration=migration.name)
        return [migration.name for migration in missing]


async def rebuild(connection: AsyncConnection, *, version: int) -> None:
    """Our tables anew, as they were at that version and with what migrations put there; in the caller's transaction."""
    await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    kinds = (("TABLE", [*tables(), RECORDS_TABLE]), ("FUNCTION", _made("FUNCTION")), ("DOMAIN", _made("DOMAIN")))
    for kind, names in kinds:
        listed = SQL(", ").join(map(Identifier, names))
        await connection.execute(SQL("DROP {} IF EXISTS {} CASCADE").format(SQL(kind), listed))
    await connection.execute(_RECORDS)
    for migration in migrations()[:version]:
        await _apply(connection, migration)


async def catch_up(connection: AsyncConnection, *, version: int) -> None:
    """From that version to ours; in the caller's transaction."""
    for migration in migrations()[version:]:
        await _apply(connection, migration)


async def _apply(connection: AsyncConnection, migration: Migration) -> None:
    await connection.execute(migration.sql)
    await connection.execute(
        "INSERT INTO schema_migrations (version, name, sha256) VALUES (%s, %s, %s)",
        (migration.version, migration.name, migration.sha256),
    )


def tables(*, version: int | None = None) -> list[str]:
    """All tables that hold our data, each after those that it refers to."""
    return _made("TABLE", version)


def _made(kind: LiteralString, version: int | None = None) -> list[str]:
    text = b"\n".join(migration.sql for migration in migrations()[:version]).decode()
    return re.findall(rf"^CREATE {kind} (\w+)", text, re.MULTILINE)


async def require_current(database_url: str) -> None:
    """Refuses a database that lacks a migration of ours. One that is ahead of us is fine: migrations are additive."""
    with refusals_in_words():
        await _require_current(database_url)


async def _require_current(database_url: str) -> None:
    async with await connect(database_url, name="fakturo") as connection:
        _require_version(connection)
        cursor = await connection.execute("SELECT to_regclass('schema_migrations') IS NOT NULL")
        row = await cursor.fetchone()
        if missing := _missing(await applied(connection) if row and row[0] else {}):
            raise SchemaProblem(
                f"The database lacks {len(missing)} migration(s), from {missing[0].name} on. Run: fakturo migrate"
            )


def _require_version(connection: AsyncConnection) -> None:
    version = connection.info.server_version
    if version < OLDEST_SUPPORTED_VERSION:
        raise SchemaProblem(
            f"This is PostgreSQL {version // 10000}; Fakturo needs {OLDEST_SUPPORTED_VERSION // 10000} or newer."
        )


async def applied(connection: AsyncConnection) -> dict[int, str]:
    cursor = await connection.execute("SELECT version, sha256 FROM schema_migrations")
    return {int(version): str(sha256) for version, sha256 in await cursor.fetchall()}


def _missing(already: dict[int, str]) -> list[Migration]:
    ours = migrations()
    changed = [m.name for m in ours if m.version in already and already[m.version] != m.sha256]
    if changed:
        raise SchemaProblem(
            f"{', '.join(changed)} is not what this database was made with: it belongs to another build of Fakturo."
        )
    return [m for m in ours if m.version not in already]
