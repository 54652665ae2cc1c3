"""Connections to PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qsl, quote, urlencode

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from fakturo.domain.errors import CannotRun

Pool = AsyncConnectionPool[AsyncConnection]


class DatabaseUnreachable(CannotRun, psycopg.OperationalError):
    """Nobody answers, or lets us in."""


OLDEST_SUPPORTED_VERSION = 140000
CONNECT_TIMEOUT_SECONDS = 10


def conninfo(database_url: str) -> str:
    """What libpq understands: `schema=x`, which other tools put into such addresses, becomes the search path."""
    address, question_mark, query = database_url.partition("?")
    if not question_mark:
        return database_url
    pairs = parse_qsl(query, keep_blank_values=True)
    understood = [("options", f"-csearch_path={value}") if key == "schema" else (key, value) for key, value in pairs]
    return f"{address}?{urlencode(understood, quote_via=quote)}"


@asynccontextmanager
async def open_pool(database_url: str, *, name: str, max_size: int) -> AsyncIterator[Pool]:
    """A pool whose connections commit each statement by itself: every statement of ours is a whole transaction."""
    pool = AsyncConnectionPool(
        conninfo(database_url),
        min_size=1,
        max_size=max_size,
        open=False,
        kwargs={"autocommit": True, "application_name": name, "connect_timeout": CONNECT_TIMEOUT_SECONDS},
        configure=_use_utc,
        timeout=CONNECT_TIMEOUT_SECONDS,
    )
    async with pool:
        yield pool


async def connect(database_url: str, *, name: str) -> AsyncConnection:
    """One connection of its own, for listening, notifying and migrating."""
    try:
        return await AsyncConnection.connect(
            conninfo(database_url), autocommit=True, application_name=name, connect_timeout=CONNECT_TIMEOUT_SECONDS
        )
    except psycopg.Error as error:
        reason = str(error).splitlines()[0]
        raise DatabaseUnreachable(
            f"The database cannot be reached: {reason}. Check DATABASE_URL and whether the server runs."
        ) from error


async def _use_utc(connection: AsyncConnection) -> None:
    await connection.execute("SET TIME ZONE 'UTC'")
