"""One attempt at one job, from the stored PDF to the stored results. It says what came of it and changes no row."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import structlog

from fakturo.blobs.base import (
    DISK_IS_FULL,
    BlobDamaged,
    BlobMissing,
    Blobs,
    Sidecar,
    document_path,
    read_checked,
    result_path,
)
from fakturo.convert.mapping import Mappings, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.own_templates import NO_TEMPLATES, NOTHING_TAUGHT, OwnTemplates
from fakturo.domain.transitions import AttemptFailed, Converted, HandBackReason, HandedBack, Outcome, ParserDied
from fakturo.http.gateway_calls import FileToSend
from fakturo.http.media_types import JSON, XML
from fakturo.worker.adopt import find_earlier_result, sidecar_inputs
from fakturo.worker.gateway_client import GatewayClient, NoXml, Order
from fakturo.worker.results import Results

log = structlog.get_logger()

Known = Callable[[Inputs], Inputs]
"""Adds what else a result is made from."""


def _nothing_more(inputs: Inputs) -> Inputs:
    return inputs


TemplatesOf = Callable[[str], Awaitable[OwnTemplates]]
"""By an owner's key, what they have taught."""


async def nobody_teaches(_owner: str) -> OwnTemplates:
    return NOTHING_TAUGHT


async def run_job(
    job: ClaimedJob,
    blobs: Blobs,
    gateway: GatewayClient,
    mappings: Mappings,
    templates_of: TemplatesOf = nobody_teaches,
) -> Outcome:
    try:
        order = order_for(job, mappings)
        if order.with_invoice and job.has_templates:
            order = replace(order, templates=await templates_of(job.owner_key))
        converted = await adopt_earlier(job, order, blobs, gateway) or await convert_document(
            job, order, blobs, gateway
        )
    except UnknownMapping as error:
        return AttemptFailed(ErrorCode.GW_4XX, str(error))
    except NoXml as end:
        _log_gateway_error(end.outcome)
        return end.outcome
    except (BlobMissing, OSError) as error:
        return storage_failed(error)
    except Exception:
        log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)
        return AttemptFailed(ErrorCode.UNKNOWN)
    return converted


def order_for(job: ClaimedJob, mappings: Mappings) -> Order:
    """With the version that the upload was pinned to, or not at all."""
    mapping = mappings.find(job.mapping, job.mapping_version)
    if job.mapping_withdrawn:
        raise UnknownMapping(
            f"Version {mapping.version} of the mapping {mapping.name!r} was withdrawn meanwhile. "
            "Ask for the file again to have it converted with the version of today."
        )
    return Order(mapping.name, mapping.version, with_invoice=mapping.has_document, owner=job.owner_key)


async def convert_document(
    job: ClaimedJob, order: Order, blobs: Blobs, gateway: GatewayClient, known: Known = _nothing_more
) -> Converted:
    """The XML, and the invoice before it, stream from the gateway to storage."""
    pdf = FileToSend(lambda: read_checked(blobs, job.upload_path, size=job.bytes, sha256=job.sha256), job.bytes)
    async with Results(blobs, _own_path(job, blobs)) as results:
        async with gateway.convert(pdf, order) as answer:
            async for part in answer.parts:
                await results.fill(part.content_type, part.chunks)
        if not results.has(*answer.promises):
            raise NoXml(AttemptFailed(ErrorCode.GW_5XX, gateway_status=answer.status))
        made_with = known(_inputs(answer.made_with, order, job))
        converted = await results.commit(answer.review, made_with, partial(_sidecar, job), answer.status)
    log.info("gateway_ok", gateway_status=answer.status, bytes=converted.result_bytes, review=converted.review)
    return converted


async def adopt_earlier(
    job: ClaimedJob, order: Order, blobs: Blobs, gateway: GatewayClient, known: Known = _nothing_more
) -> Converted | None:
    """An earlier attempt may have finished its work and died before it could say so. Its result is copied, not taken:
    that worker may only be frozen, and nobody else writes under its name."""

    async def todays() -> Inputs:
        return known(_inputs(await gateway.inputs(), order, job))

    earlier = await find_earlier_result(job, blobs, todays)
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
        copied = await results.sha256_of(XML), await results.sha256_of(JSON)
        if copied != (sidecar.output_sha256, sidecar.document_sha256):
            return None
        review = Review(sidecar.review or Review.CLEAN)
        converted = await results.commit(review, sidecar_inputs(sidecar), partial(_sidecar, job), adopted=True)
    log.info("adopted", bytes=converted.result_bytes)
    return converted


def _own_path(job: ClaimedJob, blobs: Blobs) -> str:
    return blobs.place(result_path(job.id, job.attempt_count, job.lease_token))


def _inputs(of_gateway: Inputs, order: Order, job: ClaimedJob) -> Inputs:
    """The directory is asked about invoices alone. Its state is that of the claim: what is imported while the document
    is being converted counts as not known yet."""
    taught = order.templates.state if order.templates.state != NO_TEMPLATES else None
    return replace(of_gateway, directory=job.directory if order.with_invoice else None, own_templates=taught)


def _sidecar(job: ClaimedJob, made: Converted) -> Sidecar:
    assert made.made_with
    return Sidecar(
        job.sha256,
        made.result_sha256,
        made.result_bytes,
        job.mapping,
        job.mapping_version,
        made.made_with.engine or "unknown",
        review=made.review,
        document_sha256=made.document.sha256 if made.document else None,
        templates=made.made_with.templates,
        directory=made.made_with.directory,
        own_templates=made.made_with.own_templates,
        reader=made.made_with.reader,
    )


def storage_failed(error: BlobMissing | OSError) -> Outcome:
    """A file that is gone, or is not what was once stored, will not come back; a storage that does not answer will."""
    log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=type(error).__name__)
    if isinstance(error, OSError) and error.errno in DISK_IS_FULL:
        return HandedBack(HandBackReason.DISK, code=ErrorCode.IO_ERROR)
    lost = isinstance(error, BlobMissing | BlobDamaged)
    reason = "object_missing" if isinstance(error, BlobMissing) else "object_damaged" if lost else "storage"
    return AttemptFailed(ErrorCode.IO_ERROR, final=lost, meta={"reason": reason})


def _log_gateway_error(outcome: AttemptFailed | ParserDied | HandedBack) -> None:
    code = ErrorCode.UNKNOWN if isinstance(outcome, ParserDied) else outcome.code
    log.warning("gateway_error", gateway_status=outcome.gateway_status, error_code=code, kind=type(outcome).__name__)
