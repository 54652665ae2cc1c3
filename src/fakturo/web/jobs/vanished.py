"""A result whose file is gone stands in the way of nobody who asks for it anew."""

import structlog

from fakturo.blobs.base import Blobs, is_gone
from fakturo.domain.job import Job
from fakturo.store.jobs import Jobs

log = structlog.get_logger()


async def forget_if_vanished(twin: Job, jobs: Jobs, blobs: Blobs) -> bool:
    """Whether the job let go of its result, since that is surely no longer there. Storage that does not answer has lost
    nothing."""
    if twin.result_path is None:
        return False
    try:
        if not await is_gone(blobs, twin.result_path):
            return False
    except OSError as error:
        log.warning("result_not_looked_for", job_id=twin.id, reason=error.strerror)
        return False
    log.error("result_vanished", job_id=twin.id)
    await jobs.mark_vanished(twin.id, twin.result_path)
    return True
