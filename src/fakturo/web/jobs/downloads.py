"""Hands files of a job out: streamed and compared with what was once stored, or by a link to the storage itself."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote

import structlog
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from fakturo.blobs.base import BlobDamaged, BlobMissing, Blobs, read_checked
from fakturo.domain.errors import ErrorCode, final_text
from fakturo.domain.job import Job, Status
from fakturo.domain.uploads import download_name
from fakturo.domain.versions import Version
from fakturo.http.problems import Problem

log = structlog.get_logger()

NO_STORE = {"Cache-Control": "private, no-store"}
DAMAGED = "The stored result is damaged, so it is not handed out. Ask your administrator."
UNREACHABLE = "The storage does not answer just now. Try again in a moment."


@dataclass(frozen=True, slots=True)
class File:
    """A file of a job, as it was once stored, and as it is handed out."""

    path: str
    bytes: int
    sha256: str
    media_type: str
    name: str
    headers: dict[str, str] = field(default_factory=dict)


def result_of(job: Job, earlier: Version | None = None) -> File:
    """The XML, of the job or of an earlier version. A draft says so in its name and in a header, too."""
    made = _made(job, earlier)
    name = download_name(job.original_filename, draft=made.is_draft)
    return File(
        made.result_path, made.result_bytes, made.result_sha256, "application/xml; charset=utf-8", name, _about(made)
    )


def document_of(job: Job, earlier: Version | None = None) -> File:
    """The invoice as JSON, with all its issues."""
    made = _made(job, earlier)
    if made.document_path is None or made.document_bytes is None or made.document_sha256 is None:
        raise Problem(ErrorCode.NOT_FOUND, "There is no invoice beside this result: its mapping makes none.")
    name = download_name(job.original_filename, ".json", draft=made.is_draft)
    return File(made.document_path, made.document_bytes, made.document_sha256, "application/json", name, _about(made))


def _made(job: Job, earlier: Version | None) -> Version:
    if earlier:
        return earlier
    path_of(job)
    current = Version.current(job)
    assert current
    return current


def _about(made: Version) -> dict[str, str]:
    return {"X-Version": str(made.number)} | ({"X-Draft": "true"} if made.is_draft else {})


def pdf_of(job: Job) -> File:
    if job.upload_path is None:
        gone = "The PDF was removed by retention. Upload it again." if job.sha256 else "A refused file is not kept."
        raise Problem(ErrorCode.EXPIRED, gone)
    assert job.sha256 is not None
    return File(job.upload_path, job.bytes, job.sha256, "application/pdf", job.original_filename)


async def hand_out(
    file: File, job: Job, blobs: Blobs, *, links_last: timedelta, fetched: Callable[[], Awaitable[None]] | None = None
) -> Response:
    """`fetched` is called when the last byte has been handed over, or the link."""
    try:
        if links_last and (link := await _link(file, blobs, links_last)):
            if fetched:
                await fetched()
            return RedirectResponse(link, HTTPStatus.TEMPORARY_REDIRECT, headers=NO_STORE | file.headers)
        return await _stream(file, job, blobs, fetched)
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
        before = f" The result from before is version {job.version - 1}." if job.version > 1 else ""
        raise Problem(ErrorCode.NOT_READY, f"{final_text(ErrorCode.NOT_READY)}.{before}" if before else None)
    if job.result_path is None:
        raise Problem(ErrorCode.EXPIRED)
    return job.result_path


async def _link(file: File, blobs: Blobs, lasts: timedelta) -> str | None:
    """None from a store that has no links, or for a file that is not to be seen: whoever then reads it learns why.
    Looked at before, since behind the link only the store could say what is wrong."""
    link = await blobs.link(file.path, lasts, disposition=disposition(file.name))
    size = await blobs.size(file.path) if link else None
    if size is not None and size != file.bytes:
        raise BlobDamaged
    return link if size is not None else None


async def _stream(file: File, job: Job, blobs: Blobs, fetched: Callable[[], Awaitable[None]] | None) -> Response:
    chunks = await read_checked(blobs, file.path, size=file.bytes, sha256=file.sha256)
    first = await anext(chunks)  # before the answer begins: most files are this short, and then their damage is told
    headers = {
        **NO_STORE,
        **file.headers,
        "Content-Disposition": disposition(file.name),
        "Content-Length": str(file.bytes),
        "ETag": f'"{file.sha256}"',
    }
    return StreamingResponse(_whole(job, first, chunks, fetched), media_type=file.media_type, headers=headers)


async def _whole(
    job: Job, first: bytes, rest: AsyncIterator[bytes], fetched: Callable[[], Awaitable[None]] | None
) -> AsyncIterator[bytes]:
    """Damage that shows late breaks the answer off before its last bytes, so that it cannot pass as complete."""
    try:
        yield first
        async for chunk in rest:
            yield chunk
    except OSError as error:
        log_trouble(job, error)
        raise
    if fetched:
        await fetched()


def log_trouble(job: Job, error: OSError) -> None:
    event = "result_damaged" if isinstance(error, BlobDamaged) else "result_not_read"
    log.error(event, job_id=job.id, reason=error.strerror)


def disposition(name: str) -> str:
    """The name twice (RFC 6266): in ASCII for clients that know no better, and as it is."""
    plain = re.sub(r"[^ !#-[\]-~]", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
