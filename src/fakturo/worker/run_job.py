"""One attempt at one job, from the stored PDF to the stored XML. It says what came of it and changes no row."""

import structlog

from fakturo.blobs.base import BlobMissing, Blobs, Sidecar, put, result_path, sidecar_path
from fakturo.convert.mapping import UnknownMapping, find_mapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Converted, Failed, Outcome
from fakturo.worker.gateway_client import Document, GatewayClient, GatewayFailure

log = structlog.get_logger()


async def run_job(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Outcome:
    try:
        find_mapping(job.mapping)
        converted = await _convert(job, blobs, gateway)
    except UnknownMapping as error:
        return Failed(ErrorCode.GW_4XX, str(error))
    except GatewayFailure as failure:
        log.warning("gateway_error", gateway_status=failure.status, error_code=failure.code)
        return Failed(failure.code, failure.reason, failure.status)
    except (BlobMissing, OSError) as error:
        log.warning("storage_error", error_code=ErrorCode.IO_ERROR, reason=type(error).__name__)
        return Failed(ErrorCode.IO_ERROR)
    except Exception:
        log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)
        return Failed(ErrorCode.UNKNOWN)
    log.info("gateway_ok", gateway_status=converted.gateway_status, bytes=converted.result_bytes)
    return converted


async def _convert(job: ClaimedJob, blobs: Blobs, gateway: GatewayClient) -> Converted:
    """The XML streams from the gateway to storage. The sidecar comes last: a result that has one is whole."""
    document = Document(await blobs.read(job.upload_path), job.bytes)
    path = result_path(job.id, job.attempt_count, job.lease_token)
    async with blobs.draft(path) as draft:
        async with gateway.convert(document, job.mapping) as answer:
            async for chunk in answer.chunks:
                await draft.write(chunk)
        written = await draft.seal()
        if written.size == 0:
            raise GatewayFailure(ErrorCode.GW_5XX, status=answer.status)
        await draft.commit()
    sidecar = Sidecar(job.sha256, written.sha256, written.size, job.mapping, job.mapping_version, answer.engine)
    await put(blobs, sidecar_path(path), sidecar.to_json())
    return Converted(path, written.size, written.sha256, answer.status)
