"""The form of a request, its file on disk: uploads are never whole in memory."""

import asyncio
import os
from collections.abc import Collection
from http import HTTPStatus
from typing import IO

from starlette.requests import Request

from fakturo.domain.errors import ErrorCode, final_text
from fakturo.domain.own_templates import LONGEST_JSON_BYTES
from fakturo.gateway.contract import LONGEST_READING_BYTES, LONGEST_TRUTH_BYTES, Form
from fakturo.gateway.options import MIB
from fakturo.http.blocks import in_blocks
from fakturo.http.forms import MAX_TEXT_BYTES, BrokenForm, FormPart, read_form
from fakturo.http.names import FIELD, SEVERAL_FILES, said_twice, unknown_name
from fakturo.http.problems import Problem

MAX_PARTS = 16
BLOCK_BYTES = MIB // 8
"""Each upload under way holds so much in memory, and there may be many."""
DRAINED_BYTES = 64 * MIB
"""So much beyond the limit is read and thrown away, so that the client gets to see the answer."""


LONG_TEXTS = {"templates": LONGEST_JSON_BYTES, "truth": LONGEST_TRUTH_BYTES, "reading": LONGEST_READING_BYTES}
"""In bytes, of the fields that may be longer than a line."""


def may_stay_in_memory(request: Request) -> bool:
    """What is smaller than the block of an upload that would be in memory anyway, where the system has such files."""
    told = request.headers.get("content-length", "")
    return told.isdecimal() and int(told) <= BLOCK_BYTES and hasattr(os, "memfd_create")


async def receive_form(request: Request, upload: IO[bytes], max_bytes: int, known: Collection[str]) -> Form:
    """The request's fields; its file goes to upload. How long that may take is bounded by its connection."""
    try:
        return await _read(request, upload, max_bytes, known)
    except BrokenForm as error:
        raise Problem(ErrorCode.INVALID_REQUEST, str(error), status=HTTPStatus.BAD_REQUEST) from None


async def _read(request: Request, upload: IO[bytes], max_bytes: int, known: Collection[str]) -> Form:
    file_type: str | None = None
    fields: dict[str, str] = {}
    async for part in read_form(request, max_parts=MAX_PARTS):
        if part.name not in known:
            raise BrokenForm(unknown_name(FIELD, part.name, known))
        if part.name == "file" and part.is_file:
            if file_type is not None:
                raise BrokenForm(SEVERAL_FILES)
            file_type = part.content_type
            await _store(part, upload, max_bytes, in_memory=may_stay_in_memory(request))
        elif part.name in fields:
            raise BrokenForm(said_twice(part.name))
        else:  # a text may come from a file, too
            fields[part.name] = await part.text(LONG_TEXTS.get(part.name, MAX_TEXT_BYTES))
    return Form(file_type, fields)


async def _store(part: FormPart, upload: IO[bytes], max_bytes: int, *, in_memory: bool) -> None:
    received = 0
    async for block in in_blocks(part.chunks, BLOCK_BYTES):
        received += len(block)
        if received > max_bytes + DRAINED_BYTES:
            break
        if received <= max_bytes and in_memory:  # never waits, and takes less than the visit to a thread
            _write(upload, block)
        elif received <= max_bytes:
            await asyncio.to_thread(_write, upload, block)
    if received > max_bytes:
        raise Problem(ErrorCode.TOO_LARGE, final_text(ErrorCode.TOO_LARGE, limit_mb=max_bytes // MIB))


def _write(upload: IO[bytes], block: bytes) -> None:
    """Through to the system, so that a child sees it."""
    upload.write(block)
    upload.flush()
