"""Uploads that nobody takes for a while."""

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.standing import Standing

RETRY_AFTER_SECONDS = 30


def require_open(standing: Standing) -> Standing:
    if standing.paused_because is not None:
        detail = f"Uploads are paused: {standing.paused_because} Try again in a moment; nothing was taken."
        raise Problem(ErrorCode.PAUSED, detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    return standing
