"""Looks for a result that an earlier attempt at the same job left behind, whole but never accepted."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fakturo.blobs.base import BlobMissing, Blobs, Sidecar, earlier_sidecars
from fakturo.domain.job import ClaimedJob

MAX_SIDECAR_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class EarlierResult:
    path: str
    sidecar: Sidecar


async def find_earlier_result(
    job: ClaimedJob, blobs: Blobs, engine: Callable[[], Awaitable[str | None]]
) -> EarlierResult | None:
    if job.attempt_count == 1 and job.release_count == 0:
        return None  # nobody was here before
    for path in await earlier_sidecars(blobs, job.id):
        sidecar = await _read(blobs, path)
        if sidecar and _is_what_we_would_make(sidecar, job, await engine()):
            return EarlierResult(path.removesuffix(".json"), sidecar)
    return None


def _is_what_we_would_make(sidecar: Sidecar, job: ClaimedJob, engine: str | None) -> bool:
    made_from = (sidecar.input_sha256, sidecar.mapping, sidecar.mapping_version, sidecar.engine)
    return made_from == (job.sha256, job.mapping, job.mapping_version, engine)


async def _read(blobs: Blobs, path: str) -> Sidecar | None:
    """None for one that is gone or broken."""
    try:
        text = b"".join([chunk async for chunk in await blobs.read(path)])
        return Sidecar.from_json(text[:MAX_SIDECAR_BYTES])
    except (BlobMissing, ValueError, TypeError):
        return None
