"""Wake-up calls through PostgreSQL. They only save waiting: whoever misses one finds the work at its next poll.

Calls are sent after the commit, from one connection per process, the first at once and then at most one per interval
and channel: NOTIFY inside every transaction would make all commits wait for each other, and each wakes every listener.
Only an upload that comes alone calls by itself (`jobs.py`).
"""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping

import psycopg
import structlog
from psycopg import AsyncConnection

from fakturo.background import in_background
from fakturo.store.pool import connect

log = structlog.get_logger()

WORK_IS_WAITING = "fakturo_work_is_waiting"
LEASE_ENDED = "fakturo_lease_ended"
"""Somebody took a job away from its worker: whoever runs jobs should see which are still theirs."""
JOBS_CHANGED = "fakturo_jobs_changed"
"""About the owners whose jobs did."""
CALL = "SELECT pg_notify(channel, payload) FROM unnest(%s::text[], %s::text[]) AS calls (channel, payload)"
MAX_PAYLOAD_BYTES = 7900
"""PostgreSQL takes less than 8,000."""
MIN_INTERVAL_SECONDS = 0.02
UNHURRIED_SECONDS = {JOBS_CHANGED: 0.1}
"""Where people look on, a tenth of a second is soon enough. It bought three of four calls of a busy worker."""
RECONNECT_SECONDS = 1.0


Hear = Callable[[Collection[str]], None]
"""What a call is about; nothing, if that was not said, or calls may have been missed."""


Tell = Callable[[str], None]
"""To be called when an owner's jobs have changed, after the commit."""


def nobody(_: str) -> None:
    """Hears of it."""


class Notifier:
    """Sends wake-up calls in the background; `call` never waits and never fails."""

    def __init__(self, database_url: str, *, name: str) -> None:
        self._database_url = database_url
        self._name = name
        self.sender = secrets.token_hex(4)
        self._wanted: dict[str, set[str]] = {}
        self._due_at: dict[str, float] = {}
        self._wake = asyncio.Event()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["Notifier"]:
        async with in_background(self._send_for_ever(), name="notifier"):
            yield self

    def call(self, channel: str, about: str | None = None) -> None:
        self._wanted.setdefault(channel, set()).update([about] if about else [])
        self._wake.set()

    async def _send_for_ever(self) -> None:
        async def send(connection: AsyncConnection) -> None:
            while True:
                await self._wake.wait()
                self._wake.clear()
                calls = [(channel, payload) for channel in self._due() for payload in self._payloads(channel)]
                if calls:
                    await connection.execute(CALL, [list(column) for column in zip(*calls, strict=True)])
                    await asyncio.sleep(MIN_INTERVAL_SECONDS)

        await _reconnecting(self._database_url, self._name, send)

    def _due(self) -> list[str]:
        """Those of the wanted channels that may be called now; the others wake us when it is time."""
        now = time.monotonic()
        waits = {channel: self._due_at.get(channel, now) - now for channel in self._wanted}
        for seconds in waits.values():
            if seconds > 0:
                asyncio.get_running_loop().call_later(seconds, self._wake.set)
        return [channel for channel, seconds in waits.items() if seconds <= 0]

    def _payloads(self, channel: str) -> Iterator[str]:
        self._due_at[channel] = time.monotonic() + UNHURRIED_SECONDS.get(channel, 0.0)
        return payloads(self.sender, self._wanted.pop(channel))


def payloads(sender: str, subjects: Collection[str]) -> Iterator[str]:
    """As few as have room for all; each begins with who calls."""
    start = len(json.dumps([sender]))
    held, size = [sender], start
    for subject in subjects:
        more = len(json.dumps(subject)) + 2
        if len(held) > 1 and size + more > MAX_PAYLOAD_BYTES:
            yield json.dumps(held)
            held, size = [sender], start
        held.append(subject)
        size += more
    yield json.dumps(held)


@contextlib.asynccontextmanager
async def listening(
    database_url: str, wake: Mapping[str, Hear], *, name: str, but_not_to: str | None = None
) -> AsyncIterator[None]:
    """Calls a channel's `wake` for every notification on it, and once after each (re)connect, for those missed. Not for
    those of one sender, who knows already: itself."""

    async def listen(connection: AsyncConnection) -> None:
        for channel, call in wake.items():
            await connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(channel)))
            call(())
        async for notification in connection.notifies():
            sender, *about = json.loads(notification.payload or "[null]")
            if but_not_to is None or sender != but_not_to:
                wake[notification.channel](about)

    async with in_background(_reconnecting(database_url, name, listen), name=name):
        yield


async def _reconnecting(database_url: str, name: str, use: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    while True:
        try:
            async with await connect(database_url, name=name) as connection:
                await use(connection)
        except (psycopg.Error, OSError) as error:
            log.warning("connection_lost", purpose=name, reason=type(error).__name__)
            await asyncio.sleep(RECONNECT_SECONDS)
