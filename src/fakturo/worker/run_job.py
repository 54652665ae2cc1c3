"""One attempt at one job, from the stored PDF to the stored results. It says what came of it and changes no row."""

import structlog

from fakturo.blobs.base import (
    DISK_IS_FULL,
    BlobMissing,
    Blobs,
    Sidecar,
    document_path,
    put,
    read_checked,
    result_path,
    sidecar_path,
)
from fakturo.convert.mapping import Mappings, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.transitions import AttemptFailed, Converted, HandBackReason, HandedBack, Outcome, ParserDied
from fakturo.worker.adopt import find_earlier_result
from fakturo.worker.gateway_client import JSON, XML, Document, GatewayClient, NoXml, Order
from fakturo.worker.results import Results

log = structlog.get_logger()


async def run_job(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient, mappings: Mappings) -> Outcome:
    try:
        order = _order(job, mappings)
        converted = await _adopt(job, blobs, gateway) or await _convert(job, order, blobs, gateway)
    except UnknownMapping as error:
        return AttemptFailed(ErrorCode.GW_4XX, str(error))
    except NoXml as end:
        _log_gateway_error(end.outcome)
        return end.outcome
    except (BlobMissing, OSError) as error:
        return _storage_failed(error)
    except Exception:
        log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)
        return AttemptFailed(ErrorCode.UNKNOWN)
    return converted


def _order(job: ClaimedJob, mappings: Mappings) -> Order:
    """With the version that the upload was pinned to, or not at all."""
    mapping = mappings.find(job.mapping, job.mapping_version)
    if job.mapping_withdrawn:
        raise UnknownMapping(
            f"Version {mapping.version} of the mapping {mapping.name!r} was withdrawn meanwhile. "
            "Ask for the file again to have it converted with the version of today."
        )
    return Order(mapping.name, mapping.version, with_invoice=mapping.is_of_invoices, owner=job.owner_key)


async def _convert(job: ClaimedJob, order: Order, blobs: Blobs, gateway: GatewayClient) -> Converted:
    """The XML, and the invoice before it, stream from the gateway to storage."""
    pdf = Document(lambda: read_checked(blobs, job.upload_path, size=job.bytes, sha256=job.sha256), job.bytes)
    async with Results(blobs, _own_path(job, blobs)) as results:
        async with gateway.convert(pdf, order) as answer:
            async for part in answer.parts:
                await results.fill(part.content_type, part.chunks)
        if not results.has(*answer.promises):
            raise NoXml(AttemptFailed(ErrorCode.GW_5XX, gateway_status=answer.status))
        converted = await results.commit(answer.review, answer.status)
    await _describe(job, blobs, converted, answer.engine)
    log.info("gateway_ok", gateway_status=answer.status, bytes=converted.result_bytes, review=converted.review)
    return converted


async def _adopt(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Converted | None:
    """An earlier attempt may have finished its work and died before it could say so. Its result is copied, not taken:
    that worker may only be frozen, and nobody else writes under its name."""
    earlier = await find_earlier_result(job, blobs, gateway.engine)
    if earlier is None:
        return None
    sidecar = earlier.sidecar
    async with Results(blobs, _own_path(job, blobs)) as results:
        try:
            if sidecar.document_sha256:
                await results.fill(JSON, await blobs.read(document_path(earlier.path)))
            await results.fill(XML, await blobs.read(earlier.path))
        except BlobMissing:
            return None
        if (results.sha256_of(XML), results.sha256_of(JSON)) != (sidecar.output_sha256, sidecar.document_sha256):
            return None
        converted = await results.commit(Review(sidecar.review or Review.CLEAN), None, adopted=True)
    await _describe(job, blobs, converted, sidecar.engine)
    log.info("adopted", bytes=converted.result_bytes)
    return converted


def _own_path(job: ClaimedJob, blobs: Blobs) -> str:
    return blobs.place(result_path(job.id, job.attempt_count, job.lease_token))


async def _describe(job: ClaimedJob, blobs: Blobs, made: Converted, engine: str) -> None:
    """The sidecar comes last: a result that has one is whole."""
    sidecar = Sidecar(
        job.sha256,
        made.result_sha256,
        made.result_bytes,
        job.mapping,
        job.mapping_version,
        engine,
        review=made.review,
        document_sha256=made.document.sha256 if made.document else None,
    )
    await put(blobs, sidecar_path(made.result_path), sidecar.to_json())


def _storage_failed(error: BlobMissing | OSError) -> Outcome:
    log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=type(error).__name__)
    if isinstance(error, OSError) and error.errno in DISK_IS_FULL:
        return HandedBack(HandBackReason.DISK, code=ErrorCode.IO_ERROR)
    return AttemptFailed(ErrorCode.IO_ERROR)


def _log_gateway_error(outcome: AttemptFailed | ParserDied | HandedBack) -> None:
    code = ErrorCode.UNKNOWN if isinstance(outcome, ParserDied) else outcome.code
    log.warning("gateway_error", gateway_status=outcome.gateway_status, error_code=code, kind=type(outcome).__name__)
