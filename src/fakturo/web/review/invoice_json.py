"""An invoice's JSON: as it lies beside a result, and as somebody sends it, read exactly and within bounds."""

import asyncio
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeVar

from starlette.requests import Request

from fakturo.blobs.base import BlobMissing, Blobs, read_checked
from fakturo.domain.corrections import NUMBERS
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job
from fakturo.http.problems import Problem
from fakturo.web.bodies import read_body
from fakturo.web.jobs.downloads import document_of
from fakturo.web.plain_text import refuse_nul_in

MAX_BYTES = 8 * 1024 * 1024
DEEPEST = 30
T = TypeVar("T")


async def stored_invoice(blobs: Blobs, job: Job) -> Any:
    """One invoice, or a list of those in the PDF."""
    file = document_of(job)
    if file.bytes > MAX_BYTES:
        raise Problem(ErrorCode.CONFLICT, "Its invoice is too large to be worked on here.")
    try:
        chunks = await read_checked(blobs, file.path, size=file.bytes, sha256=file.sha256)
        return json.loads(b"".join([chunk async for chunk in chunks]))
    except BlobMissing:
        raise Problem(ErrorCode.EXPIRED) from None
    except OSError:
        raise Problem(ErrorCode.IO_ERROR) from None


async def sent_invoice(request: Request, use: Callable[[Any], T]) -> T:
    """What is made of the JSON in a request. In a thread: a long invoice must not hold up everybody else."""
    body = await read_body(request, MAX_BYTES, Problem(ErrorCode.TOO_LARGE, "An invoice's JSON has at most 8 MB."))
    return await asyncio.to_thread(lambda: use(_parsed(body)))


def _parsed(body: bytearray) -> Any:
    try:
        sent = _exact(json.loads(body, parse_float=Decimal, parse_constant=str))
        json.dumps(sent, ensure_ascii=False).encode()  # half a character is no text
    except (ValueError, RecursionError):
        raise Problem(ErrorCode.INVALID_REQUEST, "This is not valid JSON.") from None
    refuse_nul_in(sent)
    return sent


def _exact(value: Any, name: str = "", depth: int = 0) -> Any:
    """Numbers that are money never become floats on the way; those of places on the page may."""
    if depth > DEEPEST:
        raise ValueError("no invoice is that deep")
    if isinstance(value, dict):
        return {key: _exact(each, key, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_exact(each, name, depth + 1) for each in value]
    if isinstance(value, Decimal):
        return str(value) if name in NUMBERS else float(value)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_whole and name in NUMBERS else value
