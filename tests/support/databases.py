"""A real PostgreSQL for the tests, a database for each, and a clock that they can move."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from fakturo.store.embedded import DATABASE, EmbeddedPostgres
from fakturo.store.migrate import migrate

TEMPLATE = "migrated_template"


class TestServer:
    """Our own embedded server. fsync is off: these databases need not survive the machine."""

    __test__ = False

    def __init__(self, postgres: EmbeddedPostgres, admin: psycopg.Connection) -> None:
        self._postgres = postgres
        self._admin = admin

    def url(self, database: str) -> str:
        return self._postgres.url.replace(f"/{DATABASE}?", f"/{database}?")

    async def execute(self, statement: str) -> None:
        """On one connection for all tests, which have a loop each: so it is one that belongs to none."""
        await asyncio.to_thread(self._admin.execute, statement.encode())

    @contextlib.asynccontextmanager
    async def database(self) -> AsyncIterator[str]:
        """A fresh database with our schema."""
        name = f"t_{uuid.uuid4().hex}"
        # Without fsync, copying files takes half as long as logging them, and dropping them again a quarter.
        await self.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY")
        try:
            yield self.url(name)
        finally:
            await self.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.asynccontextmanager
async def test_server(directory: Path, **settings: str) -> AsyncIterator[TestServer]:
    quick = {"fsync": "off", "full_page_writes": "off", "max_connections": "300"}
    postgres = EmbeddedPostgres(directory, extra=quick | settings)
    with (directory / "postgres.log").open("ab") as log:
        await postgres.start(log=log)
    try:
        with psycopg.connect(postgres.url, autocommit=True) as admin:
            server = TestServer(postgres, admin)
            await server.execute(f"CREATE DATABASE {TEMPLATE}")
            await migrate(server.url(TEMPLATE))
            yield server
    finally:
        await postgres.stop()


test_server.__test__ = False  # type: ignore[attr-defined]


@dataclass
class Rows:
    """Looks at a database as it is."""

    url: str

    async def all(self, query: str, *parameters: object) -> list[dict[str, Any]]:
        connection = await psycopg.AsyncConnection.connect(self.url, autocommit=True, row_factory=dict_row)
        async with connection:
            cursor = await connection.execute(query.encode(), parameters)
            return await cursor.fetchall() if cursor.description else []

    async def one(self, query: str, *parameters: object) -> dict[str, Any]:
        (row,) = await self.all(query, *parameters)
        return row

    @contextlib.asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Nobody gets in for a while, and who is in is put out."""
        name = self.url.rpartition("/")[2].partition("?")[0]
        admin = Rows(self.url.replace(f"/{name}?", "/postgres?"))
        await admin.all(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            await admin.all("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", name)
            yield
        finally:
            await admin.all(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    async def events(self, job_id: object) -> list[str]:
        rows = await self.all("SELECT event_type FROM job_events WHERE job_id = %s ORDER BY id", job_id)
        return [row["event_type"] for row in rows]


@dataclass
class Clock:
    """Moves the database's idea of now."""

    rows: Rows

    async def install(self) -> None:
        await self.rows.all("CREATE TABLE test_clock AS SELECT interval '0' AS shift")
        await self.rows.all(
            """CREATE OR REPLACE FUNCTION queue_now() RETURNS timestamptz LANGUAGE sql VOLATILE
               AS $$ SELECT clock_timestamp() + (SELECT shift FROM test_clock) $$"""
        )

    async def freeze(self) -> None:
        """From now on time passes only when it is told to."""
        await self.rows.all(
            """CREATE OR REPLACE FUNCTION queue_now() RETURNS timestamptz LANGUAGE sql VOLATILE
               AS $$ SELECT '2026-03-09 12:00Z'::timestamptz + (SELECT shift FROM test_clock) $$"""
        )

    async def advance(self, by: timedelta) -> None:
        await self.rows.all("UPDATE test_clock SET shift = shift + %s", by)
