"""Connections to PostgreSQL."""

import re
import select
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote, unquote

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from fakturo.domain.errors import CannotRun

Pool = AsyncConnectionPool[AsyncConnection]


class DatabaseUnreachable(CannotRun, psycopg.OperationalError):
    """Nobody answers, or lets us in."""


OLDEST_SUPPORTED_VERSION = 140000
CONNECT_TIMEOUT_SECONDS = 10
SILENCE: dict[str, Any] = {
    "connect_timeout": CONNECT_TIMEOUT_SECONDS,
    "tcp_user_timeout": 30_000,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
"""How long a server may say nothing before we take it for gone. By itself the system would wait for a quarter of an
hour, and where we have nothing to say, for ever."""
PREPARE_AFTER = 1
"""What is said a second time is prepared: where little happens, five times and more on each of several connections are
most of a day's, and planning a submit or a claim takes longer than carrying it out."""
_ADDRESSES = ("postgresql://", "postgres://")
_PLAIN_NAME = re.compile(r"[a-z_][a-z0-9_]*")


def conninfo(database_url: str) -> str:
    """What libpq understands: `schema=x`, which other tools put into such addresses, becomes the search path.

    All the rest stays as it was written: libpq has rules of its own (a plus sign is a plus sign, for example).
    """
    address, question_mark, query = database_url.partition("?")
    if not question_mark or not address.startswith(_ADDRESSES):
        return database_url
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    options = [unquote(value) for key, _, value in pairs if key == "options"]
    options += [_search_path(unquote(value)) for key, _, value in pairs if key == "schema" and value]
    kept = ["".join(pair) for pair in pairs if pair[0] not in {"schema", "options"}]
    joined = [f"options={quote(' '.join(options), safe='')}"] if options else []
    return f"{address}?{'&'.join(kept + joined)}"


def _search_path(schema: str) -> str:
    """As one option of the server's command line, where a backslash keeps a space from ending it."""
    name = schema if _PLAIN_NAME.fullmatch(schema) else '"{}"'.format(schema.replace('"', '""'))
    return "-csearch_path=" + re.sub(r"([\\\s])", r"\\\1", name)


async def _check(connection: AsyncConnection) -> None:
    """Asks the server only where it has said something unasked, as it does when it leaves: to ask whenever a connection
    is handed out would be one more round trip for each statement."""
    said = select.poll()
    said.register(connection.fileno(), select.POLLIN)
    if said.poll(0):
        await AsyncConnectionPool.check_connection(connection)


@asynccontextmanager
async def open_pool(
    database_url: str,
    *,
    name: str,
    max_size: int,
    min_size: int = 1,
    patience_seconds: float = CONNECT_TIMEOUT_SECONDS,
    check: bool = False,
    plan_once: bool = False,
    first: Callable[[AsyncConnection], Awaitable[None]] | None = None,
) -> AsyncIterator[Pool]:
    """A pool whose connections commit each statement by itself: every statement of ours is a whole transaction.

    With `check`, a connection that died is replaced before it is handed out: for those who have no second try.
    With `plan_once`, statements that are said again and again are planned once, whatever is asked: for workers, whose
    plans never depend on it, and for whom planning anew would take as long as doing it.
    `first` is done on each new connection, before anything else.
    """

    async def configure(connection: AsyncConnection) -> None:
        await connection.execute("SET TIME ZONE 'UTC'")
        if plan_once:
            await connection.execute("SET plan_cache_mode = force_generic_plan")
        if first:
            await first(connection)

    pool = AsyncConnectionPool(
        conninfo(database_url),
        min_size=min_size,
        max_size=max_size,
        open=False,
        kwargs={"autocommit": True, "application_name": name, "prepare_threshold": PREPARE_AFTER, **SILENCE},
        configure=configure,
        check=_check if check else None,
        timeout=patience_seconds,
    )
    async with pool:
        yield pool


async def connect(database_url: str, *, name: str) -> AsyncConnection:
    """One connection of its own, for listening, notifying and migrating."""
    try:
        return await AsyncConnection.connect(
            conninfo(database_url),
            autocommit=True,
            prepare_threshold=PREPARE_AFTER,
            application_name=name,
            **SILENCE,
        )
    except psycopg.Error as error:
        reason = str(error).splitlines()[0]
        raise DatabaseUnreachable(
            f"The database cannot be reached: {reason}. Check DATABASE_URL and whether the server runs."
        ) from error
