"""A gateway that misbehaves on demand: wrong statuses, resets, half answers, silence. It remembers what it gave.

Written on bare sockets, since a well-behaved server library would not let us break its promises.
"""

import asyncio
import contextlib
import hashlib
import socket
import struct
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Literal

from tests.faults.history import Cause

REASONS = {200: "OK", 400: "Bad Request", 408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}
HANG_SECONDS = 60
ENGINE = "made-up 1"
HEALTH = b'{"engine": "%s"}' % ENGINE.encode()


@dataclass(frozen=True)
class Behaviour:
    kind: Literal["answer", "reset", "half", "half-chunked", "hang", "parser-died"] = "answer"
    status: int = 200
    latency_seconds: float = 0.0
    retry_after_seconds: int | None = None

    @property
    def code(self) -> str | None:
        """The error that a job may end with for this."""
        if self.kind == "parser-died":
            return "GW_4XX"
        if self.kind == "hang" or self.status == 408:
            return "GW_TIMEOUT"
        if self.kind != "answer" or self.status >= 500 or self.status == 429:
            return "GW_5XX"
        return "GW_4XX" if self.status >= 400 else None


OK = Behaviour()


class BadGateway:
    def __init__(self, usual: Callable[[], Behaviour] = lambda: OK) -> None:
        self.usual = usual
        """For calls that nobody has scripted."""
        self.script: deque[Behaviour] = deque()
        """For the next calls, in order."""
        self.outage: Behaviour | None = None
        """For all calls, while it lasts."""
        self.port = 0
        self.healthy = True
        self.calls: Counter[str] = Counter()
        """By the hash of the PDF."""
        self.under_way = 0
        self.answers: dict[str, set[str]] = {}
        self.causes: list[Cause] = []
        self._connections: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["BadGateway"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for writer in list(self._connections):
                writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections.add(writer)
        try:
            while request := await _request(reader):
                path, body = request
                if path == "/process":
                    await self._process(body, writer)
                else:
                    writer.write(_answer(200 if self.healthy else 503, HEALTH, "application/json"))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or we broke the connection ourselves
        finally:
            self._connections.discard(writer)
            writer.close()

    async def _process(self, body: bytes, writer: asyncio.StreamWriter) -> None:
        pdf = hashlib.sha256(_file_in(body)).hexdigest()
        self.calls[pdf] += 1
        call, since = self.calls[pdf], time.time()
        behaviour = self.outage or (self.script.popleft() if self.script else self.usual())
        self.under_way += 1
        try:
            await self._behave(behaviour, pdf, call, writer)
        finally:
            self.under_way -= 1
            if behaviour.code:
                self.causes.append(Cause(behaviour.code, since, time.time(), pdf))

    async def _behave(self, behaviour: Behaviour, pdf: str, call: int, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(HANG_SECONDS if behaviour.kind == "hang" else behaviour.latency_seconds)
        xml = f'<converted input="{pdf}" call="{call}">{"x" * (call * 7)}</converted>'.encode()
        match behaviour.kind:
            case "reset" | "hang":
                _reset(writer)
            case "half":
                writer.write(_answer(200, xml, "application/xml")[: -len(xml) // 2])
                await writer.drain()
                _reset(writer)
            case "half-chunked":
                head = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nTransfer-Encoding: chunked\r\n\r\n"
                writer.write(head + b"%x\r\n%s\r\n" % (len(xml) // 2, xml[: len(xml) // 2]))
                await writer.drain()
                writer.close()
            case "answer" if behaviour.status == 200:
                self.answers.setdefault(pdf, set()).add(hashlib.sha256(xml).hexdigest())
                writer.write(_answer(200, xml, "application/xml"))
            case "parser-died":
                died = b'{"detail": "a parser died", "reason": "parser_died", "signal": 11}'
                writer.write(_answer(500, died, "application/problem+json"))
            case "answer":
                detail = b'{"detail": "as the test wanted it"}'
                writer.write(_answer(behaviour.status, detail, "application/json", behaviour.retry_after_seconds))


async def _request(reader: asyncio.StreamReader) -> tuple[str, bytes] | None:
    """Path and body of the next request; None when the client has hung up between two."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return first.split()[1], body


def _file_in(body: bytes) -> bytes:
    """The PDF in the form: from the end of its part's head to the boundary, which the form starts with."""
    boundary = body.partition(b"\r\n")[0]
    _, _, rest = body.partition(b"application/pdf\r\n\r\n")
    return rest.rpartition(b"\r\n" + boundary)[0]


def _answer(status: int, body: bytes, media_type: str, retry_after: int | None = None) -> bytes:
    later = f"Retry-After: {retry_after}\r\n" if retry_after is not None else ""
    head = f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}\r\nContent-Type: {media_type}\r\n{later}"
    return f"{head}X-Engine: {ENGINE}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _reset(writer: asyncio.StreamWriter) -> None:
    """Closes with RST, not FIN: what a crashed peer or an impatient firewall does."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
