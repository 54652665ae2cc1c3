"""The shapes of the API's answers. Names are those of the table, except `filename`."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Self
from uuid import UUID

from pydantic import Field

from fakturo import __version__
from fakturo.convert.mapping import Mapping as XmlMapping
from fakturo.domain.errors import ERRORS, ErrorCode, final_text
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Review, Status
from fakturo.web.answers import Answer
from fakturo.web.health import Health
from fakturo.web.jobs.estimates import EstimateAnswer
from fakturo.web.jobs.versions import VersionAnswer
from fakturo.web.jobs.waiting import WaitingAnswer


class JobAnswer(Answer):
    id: UUID
    filename: str
    content_type: str
    bytes: int
    sha256: str | None
    mapping: str
    mapping_version: int
    status: Status
    review: Review | None
    """Whether a person should look at the result: null until the job is complete."""
    error_code: ErrorCode | None
    error_message: str | None
    last_error_code: ErrorCode | None
    message: str | None
    """What a person should know now: the final error, why the job waits, or what is in doubt."""
    attempt_count: int
    manual_retry_count: int
    retry_after: datetime | None
    created_at: datetime
    updated_at: datetime
    queued_at: datetime | None
    started_at: datetime | None
    completed_at: datetime | None
    failed_at: datetime | None
    last_attempt_at: datetime | None
    expires_at: datetime | None
    expired_at: datetime | None
    download_count: int
    first_downloaded_at: datetime | None
    result_bytes: int | None
    draft: bool
    """The result is not to be used before somebody has looked at it."""
    sent_to_model_at: datetime | None
    """When its text first went to a language model's server; null if it never left."""
    seller: str | None
    """What was found in the PDF, from here on; of several invoices, the first one's. Null until the job is complete,
    for mappings that are not of invoices, and once the result is gone."""
    buyer: str | None
    invoice_number: str | None
    invoice_date: date | None
    total: Decimal | None
    """With tax, as a decimal string. Null if there are several invoices."""
    currency: str | None
    invoice_count: int | None
    issue_count: int | None
    """All of them are in `/document`."""
    first_issue: str | None
    """In words."""
    first_issue_code: str | None
    version: int
    """The number of its result, or of the one that is being made: from the second on, there was one before."""
    split_into: list[UUID] | None
    """The jobs of its invoices, if it held several and was split."""
    split_from: UUID | None
    duplicate_of: UUID | None
    """An earlier job of yours with the same seller, number and total, though from another file."""

    @classmethod
    def of(cls, job: Job) -> Self:
        known = {name: getattr(job, name) for name in cls.model_fields if hasattr(job, name)}
        return cls(**known, filename=job.original_filename, message=message_of(job), draft=job.is_draft)


KEPT = "Converting it again failed; this is the result from before."


def message_of(job: Job) -> str | None:
    if job.error_message:
        return job.error_message
    if job.status is Status.QUEUED and job.last_error_code:
        return ERRORS[job.last_error_code].waiting_text
    if job.status is Status.COMPLETE and job.last_error_code:
        return f"{KEPT} {final_text(job.last_error_code)}"
    return job.first_issue if job.is_draft else None


class UploadAnswer(Answer):
    job: JobAnswer
    deduped: bool
    changed_inputs: list[Input] = Field(default_factory=list)
    """What has changed since the result was made that was there before, and is now an earlier version."""


class OneJobAnswer(Answer):
    job: JobAnswer
    waiting: WaitingAnswer | None = None
    """Why it waits, while it is queued."""
    estimate: EstimateAnswer | None = None
    """How far it is, and how long it will still take, until it has ended."""
    versions: list[VersionAnswer] = Field(default_factory=list)
    """Its results that are still here, the first first, each with what changed."""
    changed_inputs: list[Input] = Field(default_factory=list)
    """What has changed since its result was made: converted again, it may come out differently."""


class JobsAnswer(Answer):
    jobs: list[JobAnswer]
    deleted: list[UUID] = Field(default_factory=list)
    """Jobs that are gone; only among changes."""
    active_count: int
    next_cursor: str | None
    next_since: str
    """Give it as `since` to get what changed after this page, or after the first of several pages."""
    reset: bool = False
    """`since` was from before a restore: forget what you know, this is the list anew."""


TOLD = frozenset(
    {
        *("reason", "delay_ms", "review", "manual", "generation", "adopted", "what", "mapping_version", "page"),
        *("again", "because", "version", "message", "by", "fields", "kept", "review_seconds", "parts", "llm"),
    }
)


class EventAnswer(Answer):
    type: str
    at: datetime
    attempt: int
    gateway_status: int | None
    duration_ms: int | None
    error_code: ErrorCode | None
    details: dict[str, Any]

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Self:
        """Without names of machines, tokens and hashes."""
        columns = {name: event[name] for name in ("attempt", "gateway_status", "duration_ms", "error_code")}
        details = {name: value for name, value in event["meta"].items() if name in TOLD}
        return cls(type=event["event_type"], at=event["created_at"], details=details, **columns)


class EventsAnswer(Answer):
    events: list[EventAnswer]
    """The last thousand; older than `EVENTS_TTL_DAYS` are in the archive."""


class JobTrouble(Answer):
    id: UUID
    code: ErrorCode
    detail: str


class BulkAnswer(Answer):
    done: list[UUID]
    not_done: list[JobTrouble]
    more: bool
    """More jobs match the filter: ask again."""


class MappingAnswer(Answer):
    name: str
    version: int
    """The one that an upload of yours would get now."""
    target: str
    title: str
    explanation: str

    @classmethod
    def of(cls, mapping: XmlMapping) -> Self:
        return cls(**{name: getattr(mapping, name) for name in cls.model_fields})


class MappingsAnswer(Answer):
    mappings: list[MappingAnswer]
    default: str
    """Of an upload that names none."""


class BreakerAnswer(Answer):
    state: str
    changed_at: datetime
    next_probe_at: datetime | None


class PauseAnswer(Answer):
    """Without who gave it: that is a name of a machine."""

    what: str
    reason: str
    why: str
    since: datetime
    until: datetime | None


class HealthAnswer(Answer):
    status: str
    version: str
    checks: dict[str, str]
    breakers: dict[str, BreakerAnswer]
    pauses: list[PauseAnswer]
    warnings: list[str]

    @classmethod
    def of(cls, health: Health) -> Self:
        return cls(
            status=health.status,
            version=__version__,
            checks=health.checks,
            breakers={
                each.pipeline: BreakerAnswer(state=each.state, changed_at=each.changed_at, next_probe_at=each.due_at)
                for each in health.breakers
            },
            pauses=[PauseAnswer.model_validate(pause, from_attributes=True) for pause in health.pauses],
            warnings=health.warnings,
        )
