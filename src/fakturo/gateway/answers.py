"""From what came out of the pool to what goes over the wire."""

import asyncio
import os
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from typing import IO, Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fakturo.domain.errors import ErrorCode
from fakturo.gateway.options import MIB
from fakturo.gateway.pool import Crowded, Exceeded, ParserDied, Refused
from fakturo.http.problems import Problem

T = TypeVar("T")

RETRY_AFTER_SECONDS = 5
BLOCK_BYTES = MIB // 4


@contextmanager
def failures_as_problems() -> Iterator[None]:
    try:
        yield
    except Crowded:
        detail = "All converters are busy. Try again in a few seconds."
        raise Problem(ErrorCode.PAUSED, detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)}) from None
    except Refused as refusal:
        raise Problem(ErrorCode.INVALID_REQUEST, str(refusal), status=HTTPStatus.BAD_REQUEST) from None
    except Exceeded as excess:
        raise Problem(ErrorCode.INVALID_REQUEST, str(excess), status=HTTPStatus.UNPROCESSABLE_ENTITY) from None
    except ParserDied as death:
        raise Problem(ErrorCode.UNKNOWN, "The parser ended over this file.", extra=_evidence(death)) from None


def _evidence(died: ParserDied) -> dict[str, object]:
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


class FileAnswer(Response):
    """Streams a finished file, then lets go of everything that the request held."""

    def __init__(self, file: IO[bytes], media_type: str, headers: Mapping[str, str], held: ExitStack) -> None:
        self._file = file
        self._held = held
        self._length = os.fstat(file.fileno()).st_size
        super().__init__(None, media_type=media_type, headers={**headers, "Content-Length": str(self._length)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        with self._held:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for offset in range(0, self._length, BLOCK_BYTES):
                block = await asyncio.to_thread(os.pread, self._file.fileno(), BLOCK_BYTES, offset)
                await send({"type": "http.response.body", "body": block, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
