"""Stands between a client and an HTTP server, and does to chosen requests what networks do."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit

FOR_EVER = 1 << 30


class Kind(Enum):
    ERROR_500 = "500"
    """Answered by us; the server never hears of it."""
    ERROR_503 = "503"
    RESET_BEFORE = "reset before the server hears of it"
    RESET_IN_ANSWER = "reset in the middle of the answer"
    RESET_AFTER = "reset after the server has done it"
    SILENT_AFTER = "no answer after the server has done it"
    SLOW = "slow, but within the limits"


@dataclass(slots=True)
class Fault:
    kind: Kind
    concerns: Callable[[str, str], bool]
    """By method, and path with query."""
    times: int = 1
    seen: int = field(default=0, init=False)

    def strikes(self, method: str, target: str) -> bool:
        if self.seen >= self.times or not self.concerns(method, target):
            return False
        self.seen += 1
        return True


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    target: str
    raw: bytes


class FaultProxy:
    def __init__(self, upstream_port: int, *, slow_seconds: float = 0.2) -> None:
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, str]] = []
        self.port = 0
        self._upstream_port = upstream_port
        self._slow_seconds = slow_seconds
        self._handlers: set[asyncio.Task[None]] = set()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def inflict(self, kind: Kind, concerns: Callable[[str, str], bool], *, times: int = 1) -> Fault:
        self.faults.append(Fault(kind, concerns, times))
        return self.faults[-1]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["FaultProxy"]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for handler in self._handlers:
                handler.cancel()
            await asyncio.gather(*self._handlers, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handler = asyncio.create_task(self._serve(reader, writer))
        self._handlers.add(handler)
        handler.add_done_callback(self._handlers.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while request := await _read_request(reader):
                    self.requests.append((request.method, request.target))
                    await self._answer(request, writer)
        finally:
            writer.close()

    async def _answer(self, request: _Request, writer: asyncio.StreamWriter) -> None:
        kind = next((f.kind for f in self.faults if f.strikes(request.method, request.target)), None)
        match kind:
            case Kind.ERROR_500 | Kind.ERROR_503:
                writer.write(f"HTTP/1.1 {kind.value} Fault\r\nContent-Length: 0\r\n\r\n".encode())
                await writer.drain()
                return
            case Kind.RESET_BEFORE:
                _reset(writer)
            case Kind.SLOW:
                await asyncio.sleep(self._slow_seconds)
        answer = await self._ask(request.raw)
        match kind:
            case Kind.RESET_AFTER:
                _reset(writer)
            case Kind.SILENT_AFTER:
                await asyncio.sleep(FOR_EVER)
            case Kind.RESET_IN_ANSWER:
                writer.write(answer[: len(answer) // 2])
                await writer.drain()
                await asyncio.sleep(0.05)  # a reset overtakes what was sent a moment before
                _reset(writer)
        writer.write(answer)
        await writer.drain()
        if b"content-length:" not in answer.partition(b"\r\n\r\n")[0].lower():
            raise ConnectionAbortedError  # the end of the connection is the end of the answer

    async def _ask(self, raw: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream_port)
        try:
            writer.write(raw.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            await writer.drain()
            return _without_close(await reader.read())
        finally:
            writer.close()


def _reset(writer: asyncio.StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    raise ConnectionAbortedError


async def _read_request(reader: asyncio.StreamReader) -> _Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return _Request(method, target, head + body)


def _without_close(answer: bytes) -> bytes:
    head, end, body = answer.partition(b"\r\n\r\n")
    return head.replace(b"\r\nConnection: close", b"") + end + body


def of(method: str, *, query: str = "") -> Callable[[str, str], bool]:
    """Requests of a method whose query begins so: S3 tells the steps of an upload apart by that."""

    def concerns(asked: str, target: str) -> bool:
        return asked == method and urlsplit(target).query.startswith(query)

    return concerns
