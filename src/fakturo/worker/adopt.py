"""Looks for a result that an earlier attempt at the same job left behind, whole but never accepted."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fakturo.blobs.base import BlobMissing, Blobs, Sidecar, earlier_sidecars
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob

MAX_SIDECAR_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class EarlierResult:
    path: str
    sidecar: Sidecar


async def find_earlier_result(
    job: ClaimedJob, blobs: Blobs, todays: Callable[[], Awaitable[Inputs]]
) -> EarlierResult | None:
    """`todays`: with what it would be made now, but for the mapping."""
    if job.attempt_count == 1 and job.release_count == 0:
        return None  # nobody was here before
    for path in await earlier_sidecars(blobs, job.id):
        sidecar = await _read(blobs, path)
        if sidecar and _is_what_we_would_make(sidecar, job, await todays()):
            return EarlierResult(path.removesuffix(".json"), sidecar)
    return None


def _is_what_we_would_make(sidecar: Sidecar, job: ClaimedJob, today: Inputs) -> bool:
    if (sidecar.input_sha256, sidecar.mapping, sidecar.mapping_version) != (
        job.sha256,
        job.mapping,
        job.mapping_version,
    ):
        return False
    return sidecar_inputs(sidecar) == today


def sidecar_inputs(sidecar: Sidecar) -> Inputs:
    return Inputs(sidecar.engine, sidecar.templates, sidecar.directory, sidecar.own_templates, sidecar.reader)


async def _read(blobs: Blobs, path: str) -> Sidecar | None:
    """None for one that is gone or broken."""
    try:
        text = b"".join([chunk async for chunk in await blobs.read(path)])
        return Sidecar.from_json(text[:MAX_SIDECAR_BYTES])
    except (BlobMissing, ValueError, TypeError):
        return None
