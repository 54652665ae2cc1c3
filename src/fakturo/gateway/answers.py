"""From what came out of the pool to what goes over the wire."""

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import IO, Any, TypeVar

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fakturo.blobs.base import DISK_IS_FULL
from fakturo.directory.database import DirectoryAway
from fakturo.domain.errors import ErrorCode
from fakturo.gateway.options import MIB
from fakturo.gateway.pool import CannotConvert, ChildDied, Crowded, NoRoom, TooBusy, WantsTooMuch
from fakturo.http.blocks import in_blocks
from fakturo.http.mixed import Frame, frame_for
from fakturo.http.problems import Problem

log = structlog.get_logger()

T = TypeVar("T")

RETRY_AFTER_SECONDS = 5
DIRECTORY_RETRY_AFTER_SECONDS = 30
"""A database that is away comes back later than a converter gets free."""
DISK_RETRY_AFTER_SECONDS = 60
BUSY_RETRY_AFTER_SECONDS = 60
"""Whatever kept the processors for minutes will keep them for another."""
TOO_BUSY = "The machine was too busy to convert the file in time. Try again in a few minutes."
DISK_FULL = "The converter's disk for temporary files is full. Try again in a few minutes."
DIRECTORY_AWAY = "The directory of parties cannot be reached. Try again in a moment."
BLOCK_BYTES = MIB // 4


@contextmanager
def failures_as_problems() -> Iterator[None]:
    try:
        yield
    except Crowded:
        detail = "All converters are busy. Try again in a few seconds."
        raise Problem(ErrorCode.PAUSED, detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)}) from None
    except NoRoom:
        raise _no_room() from None
    except OSError as error:
        if error.errno not in DISK_IS_FULL:
            raise
        raise _no_room() from None
    except DirectoryAway:
        headers = {"Retry-After": str(DIRECTORY_RETRY_AFTER_SECONDS)}
        raise Problem(ErrorCode.PAUSED, DIRECTORY_AWAY, headers=headers) from None
    except CannotConvert as refusal:
        raise Problem(ErrorCode.INVALID_REQUEST, str(refusal), status=HTTPStatus.BAD_REQUEST) from None
    except WantsTooMuch as excess:
        raise Problem(ErrorCode.INVALID_REQUEST, str(excess), status=HTTPStatus.UNPROCESSABLE_ENTITY) from None
    except TooBusy:
        headers = {"Retry-After": str(BUSY_RETRY_AFTER_SECONDS)}
        raise Problem(ErrorCode.PAUSED, TOO_BUSY, headers=headers, extra={"reason": "too_busy"}) from None
    except ChildDied as death:
        raise Problem(ErrorCode.UNKNOWN, "The parser ended over this file.", extra=_evidence(death)) from None


def _no_room() -> Problem:
    """A client waits, and holds it neither against the document nor against the gateway."""
    log.error("temp_disk_full")
    headers = {"Retry-After": str(DISK_RETRY_AFTER_SECONDS)}
    return Problem(ErrorCode.PAUSED, DISK_FULL, headers=headers, extra={"reason": "disk_full"})


def _evidence(died: ChildDied) -> dict[str, object]:
    """Tells a client that this document, not the service, is what failed; it counts deaths per document."""
    return {
        "reason": "parser_died",
        "signal": died.death.signal,
        "exit_code": died.death.code,
        "peak_memory_bytes": died.death.peak_kb * 1024,
        "page": died.page,
        "place": died.place,
    }


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The work's result; a client that hangs up cancels it, and ClientDisconnect is raised."""
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_until_disconnect(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        watching.cancel()
        await asyncio.wait({working, watching})


async def _until_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@dataclass(frozen=True, slots=True)
class ResultFile:
    media_type: str
    file: IO[bytes]

    @property
    def size(self) -> int:
        return os.fstat(self.file.fileno()).st_size

    async def blocks(self) -> AsyncIterator[bytes]:
        if self.size <= BLOCK_BYTES:  # written a moment ago, and read sooner than a thread begins
            yield os.pread(self.file.fileno(), BLOCK_BYTES, 0)
            return
        for offset in range(0, self.size, BLOCK_BYTES):
            yield await asyncio.to_thread(os.pread, self.file.fileno(), BLOCK_BYTES, offset)


class FilesAnswer(Response):
    """Streams finished files, then lets go of everything that the request held. Several go as multipart/mixed."""

    def __init__(self, results: Sequence[ResultFile], headers: Mapping[str, str], held: ExitStack) -> None:
        self._results = results
        self._held = held
        self._frame = _frame_of(results)
        length = sum(result.size for result in results) + self._frame.size
        super().__init__(None, media_type=self._frame.content_type, headers={**headers, "Content-Length": str(length)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        with self._held:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            async for block in in_blocks(self._body(), BLOCK_BYTES):
                await send({"type": "http.response.body", "body": block, "more_body": True})
            await send({"type": "http.response.body", "body": b""})

    async def _body(self) -> AsyncIterator[bytes]:
        for head, result in zip(self._frame.heads, self._results, strict=True):
            yield head
            async for block in result.blocks():
                yield block
        yield self._frame.end


def _frame_of(results: Sequence[ResultFile]) -> Frame:
    if len(results) == 1:
        return Frame(results[0].media_type, [b""], b"")
    return frame_for([(result.media_type, result.size) for result in results])
