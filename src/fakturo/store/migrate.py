"""Brings a database to this version's schema: plain numbered SQL files, each in a transaction, one migrator at a time.

Files are additive, so that the previous version of Fakturo keeps running beside the new one.
"""

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

import psycopg
import structlog
from psycopg import AsyncConnection

from fakturo.domain.errors import CannotRun
from fakturo.store.pool import OLDEST_SUPPORTED_VERSION, connect

log = structlog.get_logger()

_LOCK = 0x66616B7475726F  # "fakturo": whoever migrates holds this advisory lock


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
    with _refusals_in_words():
        return await _migrate(database_url)


@contextlib.contextmanager
def _refusals_in_words() -> Iterator[None]:
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
        await connection.execute(
            """CREATE TABLE IF NOT EXISTS schema_migrations (
                   version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,
                   applied_at timestamptz NOT NULL DEFAULT now())"""
        )
        missing = _missing(await _applied(connection))
        for migration in missing:
            async with connection.transaction():
                await connection.execute(migration.sql)
                await connection.execute(
                    "INSERT INTO schema_migrations (version, name, sha256) VALUES (%s, %s, %s)",
                    (migration.version, migration.name, migration.sha256),
                )
            log.info("migrated", migration=migration.name)
        return [migration.name for migration in missing]


async def require_current(database_url: str) -> None:
    """Refuses a database that lacks a migration of ours. One that is ahead of us is fine: migrations are additive."""
    with _refusals_in_words():
        await _require_current(database_url)


async def _require_current(database_url: str) -> None:
    async with await connect(database_url, name="fakturo") as connection:
        _require_version(connection)
        cursor = await connection.execute("SELECT to_regclass('schema_migrations') IS NOT NULL")
        row = await cursor.fetchone()
        applied = await _applied(connection) if row and row[0] else {}
        if missing := _missing(applied):
            raise SchemaProblem(
                f"The database lacks {len(missing)} migration(s), from {missing[0].name} on. Run: fakturo migrate"
            )


def _require_version(connection: AsyncConnection) -> None:
    version = connection.info.server_version
    if version < OLDEST_SUPPORTED_VERSION:
        raise SchemaProblem(
            f"This is PostgreSQL {version // 10000}; Fakturo needs {OLDEST_SUPPORTED_VERSION // 10000} or newer."
        )


async def _applied(connection: AsyncConnection) -> dict[int, str]:
    cursor = await connection.execute("SELECT version, sha256 FROM schema_migrations")
    return {int(version): str(sha256) for version, sha256 in await cursor.fetchall()}


def _missing(applied: dict[int, str]) -> list[Migration]:
    ours = migrations()
    changed = [m.name for m in ours if m.version in applied and applied[m.version] != m.sha256]
    if changed:
        raise SchemaProblem(
            f"{', '.join(changed)} is not what this database was made with: it belongs to another build of Fakturo."
        )
    return [m for m in ours if m.version not in applied]
