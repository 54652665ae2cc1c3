"""The gateway, as web asks it: to check a corrected invoice, and to look at pages. Web itself opens no PDF."""

import contextlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp
import structlog

from fakturo.blobs.base import BlobMissing
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs
from fakturo.domain.own_templates import as_json
from fakturo.http.gateway_calls import UNREACHED, FileToSend, GatewayCalls, problem_in
from fakturo.http.media_types import JSON, MIXED
from fakturo.http.mixed import BrokenMixed, Part, read_mixed
from fakturo.http.problems import Problem

log = structlog.get_logger()

AWAY = "The converter does not answer just now. Nothing is lost: try again in a moment."
RETRY_AFTER_SECONDS = 5
LONGEST_REASON = 600


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a corrected invoice: its parts stream in, the invoice before the XML."""

    accepted: bool
    made_with: Inputs
    parts: AsyncIterator[Part]


@dataclass(frozen=True, slots=True)
class Converter:
    calls: GatewayCalls

    @contextlib.asynccontextmanager
    async def check(self, document: bytes, mapping: str, owner_key: str) -> AsyncIterator[Checked]:
        """An invoice's JSON with all checks made anew, and its XML."""
        fields = {"mapping": mapping, "pretty": "1", **self.calls.naming(owner_key)}
        async with self._ask("process", _json_file(document), MIXED, fields) as answer:
            made_with = Inputs(engine=answer.headers.get("x-engine"), templates=answer.headers.get("x-templates"))
            parts = read_mixed(answer.headers.get("content-type", ""), answer.content.iter_any())
            yield Checked(_is_accepted(answer), made_with, parts)

    @contextlib.asynccontextmanager
    async def look(
        self, pdf: FileToSend, accept: str, fields: Mapping[str, str]
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """A page as a picture, its words, how large pages are, or some of them as a PDF: see docs/gateway.md."""
        async with self._ask("render", pdf, accept, fields) as answer:
            yield answer.content.iter_any()

    async def teach(self, pdf: FileToSend, truth: str, templates: Sequence[str]) -> dict[str, Any]:
        """What a PDF and its right values teach, beside templates that are there: see docs/gateway.md."""
        fields = {"truth": truth, "templates": as_json(templates)}
        async with self._ask("teach", pdf, JSON, fields) as answer:
            lesson = json.loads(await answer.read())
        assert isinstance(lesson, dict)
        return lesson

    async def read(
        self, pdf: FileToSend, mapping: str, owner_key: str, templates: Sequence[str]
    ) -> tuple[bool, Sequence[dict[str, Any]]]:
        """A PDF's invoices as they are read with these templates, and whether nobody need look at them."""
        fields = {"mapping": mapping, "templates": as_json(templates), **self.calls.naming(owner_key)}
        async with self._ask("process", pdf, JSON, fields) as answer:
            read = json.loads(await answer.read())
            return _is_accepted(answer), read if isinstance(read, list) else [read]

    @contextlib.asynccontextmanager
    async def _ask(
        self, path: str, file: FileToSend, accept: str, fields: Mapping[str, str]
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        with _failures_as_problems():
            async with self.calls.ask(path, file, fields, accept) as answer:
                if answer.status != HTTPStatus.OK:
                    raise await _problem_of(answer)
                yield answer


def _json_file(content: bytes) -> FileToSend:
    async def once() -> AsyncIterator[bytes]:
        yield content

    async def read() -> AsyncIterator[bytes]:
        return once()

    return FileToSend(read, len(content), JSON)


def _is_accepted(answer: aiohttp.ClientResponse) -> bool:
    return answer.headers.get("x-verdict") == "accepted"


@contextlib.contextmanager
def _failures_as_problems() -> Iterator[None]:
    try:
        yield
    except (*UNREACHED, BrokenMixed) as error:
        log.warning("converter_away", reason=type(error).__name__)
        raise _away() from None
    except BlobMissing:
        raise Problem(ErrorCode.EXPIRED) from None
    except OSError as error:  # of the file that is sent, or of where the answer goes
        log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=error.strerror)
        raise Problem(ErrorCode.IO_ERROR) from None


def _away() -> Problem:
    return Problem(ErrorCode.PAUSED, AWAY, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


async def _problem_of(answer: aiohttp.ClientResponse) -> Problem:
    """What the gateway says about the file is for whoever sent it; that it is in trouble itself is not."""
    if answer.status in {HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}:
        detail = str((await problem_in(answer)).get("detail") or "")
        return Problem(ErrorCode.INVALID_REQUEST, " ".join(detail.split())[:LONGEST_REASON] or None)
    log.warning("converter_refused", gateway_status=answer.status)
    return _away()
