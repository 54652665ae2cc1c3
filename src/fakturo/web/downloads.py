"""Hands results out: streamed and compared with what was once stored, or by a link to the storage itself."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote

import structlog
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from fakturo.blobs.base import BlobDamaged, BlobMissing, Blobs, read_checked
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Status
from fakturo.domain.uploads import download_name
from fakturo.http.problems import Problem

log = structlog.get_logger()

NO_STORE = {"Cache-Control": "private, no-store"}
DAMAGED = "The stored result is damaged, so it is not handed out. Ask your administrator."
UNREACHABLE = "The storage does not answer just now. Try again in a moment."


async def answer_with_result(
    job: Job, blobs: Blobs, *, links_last: timedelta, fetched: Callable[[], Awaitable[None]]
) -> Response:
    """`fetched` is called when the last byte has been handed over, or the link."""
    path = path_of(job)
    try:
        if links_last and (link := await _link(job, blobs, path, links_last)):
            await fetched()
            return RedirectResponse(link, HTTPStatus.TEMPORARY_REDIRECT, headers=NO_STORE)
        return await _stream(job, blobs, path, fetched)
    except BlobMissing:
        raise Problem(ErrorCode.EXPIRED) from None
    except OSError as error:
        log_trouble(job, error)
        detail = DAMAGED if isinstance(error, BlobDamaged) else UNREACHABLE
        raise Problem(ErrorCode.IO_ERROR, detail) from None


def path_of(job: Job) -> str:
    """Of its result; a Problem says why there is none."""
    if job.status is Status.FAILED:
        raise Problem(ErrorCode.NOT_READY, f"There is no result, for the conversion failed: {job.error_message}")
    if job.status is not Status.COMPLETE:
        raise Problem(ErrorCode.NOT_READY)
    if job.result_path is None:
        raise Problem(ErrorCode.EXPIRED)
    return job.result_path


async def _link(job: Job, blobs: Blobs, path: str, lasts: timedelta) -> str | None:
    """None from a store that has no links, or for a file that is not to be seen: whoever then reads it learns why.
    Looked at before, since behind the link only the store could say what is wrong."""
    link = await blobs.link(path, lasts, disposition=_disposition_of(job))
    size = await blobs.size(path) if link else None
    if size is not None and size != job.result_bytes:
        raise BlobDamaged
    return link if size is not None else None


async def _stream(job: Job, blobs: Blobs, path: str, fetched: Callable[[], Awaitable[None]]) -> Response:
    assert job.result_bytes is not None
    assert job.result_sha256 is not None
    chunks = await read_checked(blobs, path, size=job.result_bytes, sha256=job.result_sha256)
    first = await anext(chunks)  # before the answer begins: most files are this short, and then their damage is told
    headers = NO_STORE | {
        "Content-Disposition": _disposition_of(job),
        "Content-Length": str(job.result_bytes),
        "ETag": f'"{job.result_sha256}"',
    }
    whole = _whole(job, first, chunks, fetched)
    return StreamingResponse(whole, media_type="application/xml; charset=utf-8", headers=headers)


async def _whole(
    job: Job, first: bytes, rest: AsyncIterator[bytes], fetched: Callable[[], Awaitable[None]]
) -> AsyncIterator[bytes]:
    """Damage that shows late breaks the answer off before its last bytes, so that it cannot pass as complete."""
    try:
        yield first
        async for chunk in rest:
            yield chunk
    except OSError as error:
        log_trouble(job, error)
        raise
    await fetched()


def log_trouble(job: Job, error: OSError) -> None:
    event = "result_damaged" if isinstance(error, BlobDamaged) else "result_not_read"
    log.error(event, job_id=job.id, reason=error.strerror)


def _disposition_of(job: Job) -> str:
    return disposition(download_name(job.original_filename))


def disposition(name: str) -> str:
    """The name twice (RFC 6266): in ASCII for clients that know no better, and as it is."""
    plain = re.sub(r"[^ !#-[\]-~]", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
