"""Stands between a client and its server and breaks the connection: now, or around a given statement.

Our statements commit by themselves, so the moments around COMMIT are two: before the statement was passed on (it never
happened), and after the server has answered but before the client hears of it (it happened, and the client can't know).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.faults.statements import StatementReader

CHUNK_BYTES = 64 * 1024
Address = Path | int
"""A Unix socket, or a port of 127.0.0.1."""
Read = Callable[[bytes], list[bytes]]


@dataclass
class Cut:
    marker: bytes
    when: Literal["before", "after"]
    fired: bool = False


class FaultProxy:
    def __init__(self, target: Address, *, postgres: bool = False) -> None:
        self._target = target
        self._reader: Callable[[], Read] = (
            (lambda: StatementReader().feed) if postgres else (lambda: lambda data: [data])
        )
        self._links: set[_Link] = set()
        self._open = asyncio.Event()
        self._open.set()
        self.refusing = False
        self.delay_seconds = 0.0
        self.cuts: list[Cut] = []
        self.port = 0

    @contextlib.asynccontextmanager
    async def running(self, listen_on: Path | None = None) -> AsyncIterator["FaultProxy"]:
        """On a Unix socket of that path, or on a free port."""
        if listen_on:
            server = await asyncio.start_unix_server(self._accept, listen_on)
        else:
            server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut_all()

    def cut_all(self) -> int:
        links = list(self._links)
        for link in links:
            link.cut()
        return len(links)

    def cut_at(self, marker: bytes, when: Literal["before", "after"]) -> Cut:
        cut = Cut(marker, when)
        self.cuts.append(cut)
        return cut

    def blackhole(self) -> None:
        """Nothing gets through and nobody is told, until `restore`."""
        self._open.clear()

    def heal(self) -> None:
        """The end of a blackhole: what was held back goes on its way."""
        self._open.set()

    def restore(self) -> None:
        self.heal()
        self.refusing, self.delay_seconds = False, 0.0
        self.cuts.clear()

    async def passing(self) -> None:
        await self._open.wait()
        if self.delay_seconds:
            await asyncio.sleep(self.delay_seconds)

    def cut_for(self, texts: list[bytes]) -> Cut | None:
        for cut in self.cuts:
            if any(cut.marker in text for text in texts):
                self.cuts.remove(cut)
                cut.fired = True
                return cut
        return None

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        try:
            if isinstance(self._target, Path):
                far = await asyncio.open_unix_connection(self._target)
            else:
                far = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        link = _Link(self, (reader, writer), far, self._reader())
        self._links.add(link)
        try:
            await link.run()
        finally:
            self._links.discard(link)


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Link:
    def __init__(self, proxy: FaultProxy, near: Stream, far: Stream, read: Read) -> None:
        self._proxy = proxy
        self._near, self._far = near, far
        self._read = read
        self._drop_answer = False

    def cut(self) -> None:
        for _, writer in (self._near, self._far):
            writer.transport.abort()

    async def run(self) -> None:
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._to_server())
                both.create_task(self._to_client())
        except* (OSError, _Ended, asyncio.CancelledError):
            pass
        finally:
            self.cut()

    async def _to_server(self) -> None:
        while data := await self._near[0].read(CHUNK_BYTES):
            await self._proxy.passing()
            cut = self._proxy.cut_for(self._read(data))
            if cut and cut.when == "before":
                raise _Ended
            self._drop_answer = self._drop_answer or cut is not None
            self._far[1].write(data)
            await self._far[1].drain()
        raise _Ended

    async def _to_client(self) -> None:
        while data := await self._far[0].read(CHUNK_BYTES):
            await self._proxy.passing()
            if self._drop_answer:
                raise _Ended
            self._near[1].write(data)
            await self._near[1].drain()
        await self._near[1].drain()
        self._near[1].close()  # what we have passed on still arrives
        await self._near[1].wait_closed()
        raise _Ended


class _Ended(Exception):
    """One side has hung up, or we have cut the line."""
