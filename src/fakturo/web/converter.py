"""The gateway, as web asks it: to check a corrected invoice, and to look at pages. Web itself opens no PDF."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
import structlog

from fakturo.blobs.base import BlobMissing
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs
from fakturo.domain.own_templates import as_json
from fakturo.http.form_writing import form_around_file, joined
from fakturo.http.mixed import MIXED, BrokenMixed, Part, read_mixed
from fakturo.http.problems import Problem
from fakturo.ops import trace

log = structlog.get_logger()

JSON, XML, PDF, PNG = "application/json", "application/xml", "application/pdf", "image/png"
OUT_OF_ORDER = frozenset({502, 503, 504})
"""Answers after which the next gateway is asked."""
AWAY = "The converter does not answer just now. Nothing is lost: try again in a moment."
RETRY_AFTER_SECONDS = 5
LONGEST_REASON = 600

Read = Callable[[], Awaitable[AsyncIterator[bytes]]]
"""A file's bytes from the start, once for each gateway that is tried."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way to the gateway."""

    content_type: str
    read: Read
    size: int

    @classmethod
    def of(cls, content: bytes) -> "Upload":
        async def read() -> AsyncIterator[bytes]:
            return _once(content)

        return cls(JSON, read, len(content))


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a corrected invoice: its parts stream in, the invoice before the XML."""

    accepted: bool
    made_with: Inputs
    parts: AsyncIterator[Part]


class Converter:
    def __init__(self, urls: Sequence[str], *, timeout_seconds: float, token: str | None) -> None:
        self._urls = tuple(urls)
        self._token = token
        self._timeout_seconds = timeout_seconds
        self._http = httpx.AsyncClient(timeout=timeout_seconds, trust_env=False)

    async def aclose(self) -> None:
        await self._http.aclose()

    @contextlib.asynccontextmanager
    async def check(self, document: bytes, mapping: str, owner_key: str) -> AsyncIterator[Checked]:
        """An invoice's JSON with all checks made anew, and its XML."""
        whose = {"owner": owner_key} if self._token else {}
        fields = {"mapping": mapping, "pretty": "1", **whose}
        async with self._ask("process", Upload.of(document), MIXED, fields) as answer:
            made_with = Inputs(engine=answer.headers.get("x-engine"), templates=answer.headers.get("x-templates"))
            accepted = answer.headers.get("x-verdict") == "accepted"
            yield Checked(accepted, made_with, read_mixed(answer.headers.get("content-type", ""), answer.aiter_bytes()))

    @contextlib.asynccontextmanager
    async def look(self, pdf: Upload, accept: str, fields: Mapping[str, str]) -> AsyncIterator[AsyncIterator[bytes]]:
        """A page as a picture, its words, how large pages are, or some of them as a PDF: see docs/gateway.md."""
        async with self._ask("render", pdf, accept, fields) as answer:
            yield answer.aiter_bytes()

    async def teach(self, pdf: Upload, truth: str, templates: Sequence[str]) -> dict[str, Any]:
        """What a PDF and its right values teach, beside templates that are there: see docs/gateway.md."""
        fields = {"truth": truth, "templates": as_json(templates)}
        async with self._ask("teach", pdf, JSON, fields) as answer:
            lesson = json.loads(await answer.aread())
        assert isinstance(lesson, dict)
        return lesson

    async def read(
        self, pdf: Upload, mapping: str, owner_key: str, templates: Sequence[str]
    ) -> tuple[bool, Sequence[dict[str, Any]]]:
        """A PDF's invoices as they are read with these templates, and whether nobody need look at them."""
        whose = {"owner": owner_key} if self._token else {}
        fields = {"mapping": mapping, "templates": as_json(templates), **whose}
        async with self._ask("process", pdf, JSON, fields) as answer:
            read = json.loads(await answer.aread())
            return answer.headers.get("x-verdict") == "accepted", read if isinstance(read, list) else [read]

    @contextlib.asynccontextmanager
    async def _ask(
        self, what: str, file: Upload, accept: str, fields: Mapping[str, str]
    ) -> AsyncIterator[httpx.Response]:
        with _failures_as_problems():
            async with asyncio.timeout(self._timeout_seconds), contextlib.AsyncExitStack() as stack:
                *others, last = self._urls
                for url in others:
                    with contextlib.suppress(httpx.TransportError):
                        answer = await stack.enter_async_context(self._call(f"{url}/{what}", file, accept, fields))
                        if answer.status_code not in OUT_OF_ORDER:
                            break
                else:
                    answer = await stack.enter_async_context(self._call(f"{last}/{what}", file, accept, fields))
                if answer.status_code != HTTPStatus.OK:
                    raise await _problem_of(answer)
                yield answer

    @contextlib.asynccontextmanager
    async def _call(
        self, url: str, file: Upload, accept: str, fields: Mapping[str, str]
    ) -> AsyncIterator[httpx.Response]:
        boundary = secrets.token_hex(16)
        before, after = form_around_file(boundary, fields, file.content_type)
        headers = {
            "Accept": accept,
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(len(before) + file.size + len(after)),
            **({"Authorization": f"Bearer {self._token}"} if self._token else {}),
            **trace.headers(),
        }
        body = joined(before, await file.read(), after)
        async with self._http.stream("POST", url, content=body, headers=headers) as response:
            yield response


@contextlib.contextmanager
def _failures_as_problems() -> Iterator[None]:
    try:
        yield
    except (TimeoutError, httpx.HTTPError, BrokenMixed) as error:
        log.warning("converter_away", reason=type(error).__name__)
        raise _away() from None
    except BlobMissing:
        raise Problem(ErrorCode.EXPIRED) from None
    except OSError as error:  # of the file that is sent, or of where the answer goes
        log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=error.strerror)
        raise Problem(ErrorCode.IO_ERROR) from None


def _away() -> Problem:
    return Problem(ErrorCode.PAUSED, AWAY, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


async def _problem_of(answer: httpx.Response) -> Problem:
    """What the gateway says about the file is for whoever sent it; that it is in trouble itself is not."""
    status = answer.status_code
    if status in {HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}:
        await answer.aread()
        try:
            detail = str(answer.json().get("detail") or "")
        except (ValueError, AttributeError):
            detail = ""
        return Problem(ErrorCode.INVALID_REQUEST, " ".join(detail.split())[:LONGEST_REASON] or None)
    log.warning("converter_refused", gateway_status=status)
    return _away()


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content
