"""One attempt at one job, from the stored PDF to the stored XML. It says what came of it and changes no row."""

from collections.abc import AsyncIterator

import structlog

from fakturo.blobs.base import (
    DISK_IS_FULL,
    BlobMissing,
    Blobs,
    Draft,
    Sidecar,
    Written,
    put,
    read_checked,
    result_path,
    sidecar_path,
)
from fakturo.convert.mapping import UnknownMapping, find_mapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Converted, Failed, HandBackReason, HandedBack, Outcome, ParserDied
from fakturo.worker.adopt import find_earlier_result
from fakturo.worker.gateway_client import Document, GatewayClient, NoXml

log = structlog.get_logger()


async def run_job(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Outcome:
    try:
        find_mapping(job.mapping)
        converted = await _adopt(job, blobs, gateway) or await _convert(job, blobs, gateway)
    except UnknownMapping as error:
        return Failed(ErrorCode.GW_4XX, str(error))
    except NoXml as end:
        _log_gateway_error(end.outcome)
        return end.outcome
    except (BlobMissing, OSError) as error:
        return _storage_failed(error)
    except Exception:
        log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)
        return Failed(ErrorCode.UNKNOWN)
    return converted


async def _convert(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Converted:
    """The XML streams from the gateway to storage."""
    document = Document(
        lambda: read_checked(blobs, job.upload_path, size=job.bytes, sha256=job.sha256),
        job.bytes,
    )
    path = _own_path(job, blobs)
    async with blobs.draft(path) as draft:
        async with gateway.convert(document, job.mapping) as answer:
            written = await _fill(draft, answer.chunks)
        if written.size == 0:
            raise NoXml(Failed(ErrorCode.GW_5XX, gateway_status=answer.status))
        await draft.commit()
    await _describe(job, blobs, path, written, answer.engine)
    log.info("gateway_ok", gateway_status=answer.status, bytes=written.size)
    return Converted(path, written.size, written.sha256, answer.status)


async def _adopt(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Converted | None:
    """An earlier attempt may have finished its work and died before it could say so. Its result is copied, not taken:
    that worker may only be frozen, and nobody else writes under its name."""
    earlier = await find_earlier_result(job, blobs, gateway.engine)
    if earlier is None:
        return None
    path = _own_path(job, blobs)
    try:
        chunks = await blobs.read(earlier.path)
    except BlobMissing:
        return None
    async with blobs.draft(path) as draft:
        written = await _fill(draft, chunks)
        if written.sha256 != earlier.sidecar.output_sha256:
            return None
        await draft.commit()
    await _describe(job, blobs, path, written, earlier.sidecar.engine)
    log.info("adopted", bytes=written.size)
    return Converted(path, written.size, written.sha256, gateway_status=None, adopted=True)


def _own_path(job: ClaimedJob, blobs: Blobs) -> str:
    return blobs.place(result_path(job.id, job.attempt_count, job.lease_token))


async def _fill(draft: Draft, chunks: AsyncIterator[bytes]) -> Written:
    async for chunk in chunks:
        await draft.write(chunk)
    return await draft.seal()


async def _describe(job: ClaimedJob, blobs: Blobs, path: str, written: Written, engine: str) -> None:
    """The sidecar comes last: a result that has one is whole."""
    sidecar = Sidecar(job.sha256, written.sha256, written.size, job.mapping, job.mapping_version, engine)
    await put(blobs, sidecar_path(path), sidecar.to_json())


def _storage_failed(error: BlobMissing | OSError) -> Outcome:
    log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=type(error).__name__)
    if isinstance(error, OSError) and error.errno in DISK_IS_FULL:
        return HandedBack(HandBackReason.DISK, code=ErrorCode.IO_ERROR)
    return Failed(ErrorCode.IO_ERROR)


def _log_gateway_error(outcome: Failed | ParserDied | HandedBack) -> None:
    code = ErrorCode.UNKNOWN if isinstance(outcome, ParserDied) else outcome.code
    log.warning("gateway_error", gateway_status=outcome.gateway_status, error_code=code, kind=type(outcome).__name__)
