"""How long results in doubt wait for somebody, counted."""

import structlog

from fakturo.domain.job import Job, Review
from fakturo.ops.metrics import review_duration
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.web.deps import Deps

log = structlog.get_logger()


async def count_review(deps: Deps, before: Job) -> None:
    """Once it is approved. From its conversion on, so that corrections in between are part of it; what needed no review
    is not counted."""
    if before.review is not Review.NEEDED:
        return
    try:
        seconds = await deps.reviews.seconds_since_conversion(before)
    except DATABASE_TROUBLE as error:  # the approval stands
        log.warning("review_not_counted", reason=type(error).__name__)
        return
    if seconds is not None:
        review_duration.observe(seconds)
