"""One client's connection, with bounds: how much may come, and how long it may take, until a request is whole.

An application sees a request when its head is complete. What a client does before that, and how it sends its body and
reads its answer, is held to bounds here, below web and gateway alike:

    before the head is whole    431 beyond so many bytes or headers, 408 after so many seconds
    while the body comes        408 when it takes too long in all, or drips
    while the answer goes out   cut off when nothing of it is read any more
    too many connections        the one that has waited longest without a whole head makes room, be it that it is idle
                                after an answer; with none of these, 503
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem

HEAD_TOO_LARGE = "The request's headers are too large."
TOO_MANY_HEADERS = "The request has too many headers."
HEAD_TOO_SLOW = "The request's headers took too long."
BODY_TOO_SLOW = "The request's body took too long, or came too slowly."
TOO_MANY_CONNECTIONS = "Too many connections. Try again in a few seconds."
NO_HTTP = "This is no HTTP request."
RETRY_AFTER_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Bounds:
    head_bytes: int = 32 * 1024
    """Also of whatever else is no body: a chunk's size, a trailer."""
    headers: int = 100
    head_seconds: float = 15.0
    body_seconds: float = 1800.0
    body_look_seconds: float = 10.0
    """How often its pace is looked at."""
    body_grace_seconds: float = 30.0
    body_bytes_per_second: int = 1024
    """On the average, once the grace is over."""
    unread_seconds: float = 60.0
    """Nothing of the answer is read for so long."""
    linger_seconds: float = 1.0
    """Closing at once, with bytes unread, would take our last word from the client as well."""
    idle_seconds: float = 120.0
    """Between two requests; longer than clients and proxies keep a connection themselves, or a request of theirs would
    meet one that is just being closed."""
    connections: int = 2000


@dataclass(slots=True)
class Crowd:
    """What the connections of one server know of each other."""

    headless: "dict[Connection, None]" = field(default_factory=dict)
    """Without a whole head, the one that waits longest first."""


class _OutOfBounds(Exception):
    """Stops the parser."""


class Connection(HttpToolsProtocol):
    def __init__(self, *arguments: Any, bounds: Bounds, crowd: Crowd, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.timeout_keep_alive = bounds.idle_seconds  # type: ignore[assignment]  # it is added to a time
        self._bounds = bounds
        self._crowd = crowd
        self._timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None
        self._moved = self._refused = False
        self._unplaced_bytes = 0
        """What came since the request last moved on: to another stage, or by a piece of its body."""
        self._body_bytes = 0
        self._body_began = 0.0
        self._reason = (HTTPStatus.BAD_REQUEST, NO_HTTP)

    # ------------------------------------------------------------ what comes in

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self._bounds.connections and not self._make_room():
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY_CONNECTIONS)
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.resume_writing()
        self._crowd.headless.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._moved = False
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        self._unplaced_bytes = 0 if self._moved else self._unplaced_bytes + len(data)
        if self._unplaced_bytes > self._bounds.head_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HEAD_TOO_LARGE)
        elif self._timer is None and not self._is_at_work():
            self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._timer is None:  # not the first of this connection
            self._await_head()

    def on_headers_complete(self) -> None:
        if self._head_bytes() > self._bounds.head_bytes:
            self._stop_parsing(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HEAD_TOO_LARGE)
        if len(self.headers) > self._bounds.headers:
            self._stop_parsing(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_MANY_HEADERS)
        self._moved = True
        self._body_bytes, self._body_began = 0, self.loop.time()
        self._crowd.headless.pop(self, None)
        self._set_timer(min(self._bounds.body_look_seconds, self._bounds.body_seconds), self._look_at_body)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._moved = True
        self._body_bytes += len(body)
        gathered: bytes | bytearray = self.cycle.body
        if not gathered:
            self.cycle.body = b""  # type: ignore[assignment]  # becomes the piece itself, without two copies of it
        elif isinstance(gathered, bytes):  # many small pieces would be copied anew with each
            self.cycle.body = bytearray(gathered)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._moved = True
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._timer is None and not self._is_at_work() and not self.transport.is_closing():
            self._crowd.headless[self] = None

    # ------------------------------------------------------------ what takes too long

    def _await_head(self) -> None:
        self._crowd.headless.pop(self, None)  # from now on it waits anew
        self._crowd.headless[self] = None
        self._set_timer(self._bounds.head_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        if self._is_at_work():  # on an earlier request; and while that lasts, nothing may have been read
            self._await_head()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, HEAD_TOO_SLOW)

    def _look_at_body(self) -> None:
        took = self.loop.time() - self._body_began
        is_slow = (
            took > self._bounds.body_grace_seconds and self._body_bytes < took * self._bounds.body_bytes_per_second
        )
        if self.flow.read_paused:  # it is we who don't read
            self._set_timer(self._bounds.body_look_seconds, self._look_at_body)
        elif is_slow or took >= self._bounds.body_seconds:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, BODY_TOO_SLOW)
        else:
            self._set_timer(min(self._bounds.body_look_seconds, self._bounds.body_seconds - took), self._look_at_body)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = self.loop.call_later(self._bounds.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None
        super().resume_writing()

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, then)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # ------------------------------------------------------------ saying no

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(*self._reason)

    def _stop_parsing(self, status: HTTPStatus, reason: str) -> None:
        self._reason = (status, reason)
        raise _OutOfBounds

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        """Say so if no answer has begun, and close."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._stop_timer()
        self._crowd.headless.pop(self, None)
        if self._is_at_work() and self.cycle.response_started:
            self.transport.abort()  # our word in the middle of another answer would pass as part of it
            return
        self.transport.write(_answer(status, reason))
        self.transport.pause_reading()
        self.loop.call_later(self._bounds.linger_seconds, self.transport.abort)
        if self._is_at_work():  # the application learns that nobody will hear it
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _make_room(self) -> bool:
        oldest = next(iter(self._crowd.headless), None)
        if oldest is None:
            return False
        del self._crowd.headless[oldest]
        oldest.transport.abort()
        return True

    def _is_at_work(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _head_bytes(self) -> int:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)


def _answer(status: HTTPStatus, reason: str) -> bytes:
    code = ErrorCode.PAUSED if status is HTTPStatus.SERVICE_UNAVAILABLE else ErrorCode.INVALID_REQUEST
    body = json.dumps(Problem(code, reason, status=status).document()).encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *[f"Retry-After: {RETRY_AFTER_SECONDS}"] * (code is ErrorCode.PAUSED),
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body
