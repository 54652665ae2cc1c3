"""Why a job waits, honestly: work is paused, its next try is due later, or others stand before it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from fakturo.domain.job import Job, Status
from fakturo.store.pauses import CLAIMS, Pause
from fakturo.web.answers import Answer

MOST_COUNTED = 1000
CONVERTER = "The converter is having trouble. It is tried again by itself."

Reason = Literal["converter", "storage", "operator", "retry", "in_line"]
_OF_PAUSES: dict[str, Reason] = {"breaker": "converter", "disk": "storage", "operator": "operator"}


class WaitingAnswer(Answer):
    reason: Reason
    text: str
    until: datetime | None = None
    """When this reason ends, if that is known."""
    ahead: int | None = None
    """How many jobs, yours and others', stand before it; 1,000 means that or more. Null for who is not in line."""


def why_waiting(job: Job, ahead: int, pauses: Sequence[Pause]) -> WaitingAnswer | None:
    """None for a job that does not wait."""
    if job.status is not Status.QUEUED:
        return None
    place = None if job.retry_after else ahead
    for pause in pauses:
        if pause.what == CLAIMS and pause.pipeline in {"*", job.pipeline}:
            reason = _OF_PAUSES[pause.reason]
            text = CONVERTER if reason == "converter" else pause.why
            return WaitingAnswer(reason=reason, text=text, until=pause.until, ahead=place)
    if job.retry_after:
        return WaitingAnswer(reason="retry", text="It waits for its next try.", until=job.retry_after)
    return WaitingAnswer(reason="in_line", text=_line(ahead), ahead=ahead)


def _line(ahead: int) -> str:
    if ahead == 0:
        return "It is next in line."
    if ahead == 1:
        return "One job is before it."
    return f"{ahead:,} jobs are before it." if ahead < MOST_COUNTED else f"{MOST_COUNTED:,} or more jobs are before it."
