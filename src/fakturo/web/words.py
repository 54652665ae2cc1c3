"""How a job reads on the page: icon, then word, then colour."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from fakturo.domain.errors import ErrorCode, final_text
from fakturo.domain.job import Job, Review, Status
from fakturo.web.schemas import message_of

_KIB = 1024
REVIEW_NEEDED = "Look it over before you use it: something in the invoice or its XML is in doubt."


@dataclass(frozen=True, slots=True)
class Row:
    job: Job
    icon: str
    word: str
    tone: str
    detail: str | None
    size: str
    can_download: bool
    can_retry: bool


def row_of(job: Job, *, max_attempts: int, versions: Mapping[str, int]) -> Row:
    """`versions`: of each mapping, the one that the job would get if it were asked for again."""
    icon, word, tone = _state(job)
    return Row(
        job=job,
        icon=icon,
        word=word,
        tone=tone,
        detail=_detail(job, max_attempts),
        size=size_in_words(job.bytes),
        can_download=job.status is Status.COMPLETE and job.result_path is not None,
        can_retry=job.status is Status.FAILED and job.upload_path is not None and _may_go_better(job, versions),
    )


def _may_go_better(job: Job, versions: Mapping[str, int]) -> bool:
    """What a mapping could not do, another version of it may."""
    if job.error_code is ErrorCode.GW_4XX:
        return versions.get(job.mapping, job.mapping_version) != job.mapping_version
    return job.mapping in versions


_STATES = {
    Status.UPLOADED: ("inbox", "Queued", "plain"),
    Status.QUEUED: ("clock", "Waiting", "plain"),
    Status.PROCESSING: ("spinner", "Converting…", "busy"),
    Status.COMPLETE: ("check", "Ready", "ok"),
    Status.FAILED: ("alert", "Failed", "bad"),
}


def _state(job: Job) -> tuple[str, str, str]:
    if job.status is Status.QUEUED and job.last_error_code:
        return "retry", "Retrying", "plain"
    if _has_expired(job):
        return "archive", "Expired", "plain"
    if job.review is Review.NEEDED:
        return "alert", "Needs review", "warn"
    return _STATES[job.status]


def _has_expired(job: Job) -> bool:
    return job.status is Status.COMPLETE and job.result_path is None


def _detail(job: Job, max_attempts: int) -> str | None:
    if _has_expired(job):
        return final_text(ErrorCode.EXPIRED)
    if job.is_draft:
        return message_of(job) or REVIEW_NEEDED
    if job.status is Status.QUEUED and job.retry_after:
        attempt = min(job.attempt_count + 1, max_attempts)
        due = f"Next try {_clock(job.retry_after)}, attempt {attempt} of {max_attempts}"
        return " ".join(filter(None, (message_of(job), due)))
    return message_of(job)


def _clock(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%H:%M} UTC"


def size_in_words(size: int) -> str:
    if size < _KIB:
        return "1 byte" if size == 1 else f"{size} bytes"
    kibibytes = round(size / _KIB)
    return f"{kibibytes} KB" if kibibytes < _KIB else f"{size / _KIB / _KIB:.1f} MB"
