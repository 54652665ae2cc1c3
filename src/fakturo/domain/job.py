"""What a job is, as the two sides see it: its owner through the web, and the worker that holds its lease."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self
from uuid import UUID

from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs


class Status(StrEnum):
    UPLOADED = "uploaded"
    QUEUED = "queued"
    PROCESSING = "processing"
    COMPLETE = "complete"
    FAILED = "failed"


class Review(StrEnum):
    """Whether a person should look at a finished job. A layout makes no claim, so it is clean, unless a page
    could not be read."""

    CLEAN = "clean"
    NEEDED = "needed"
    APPROVED = "approved"


EVERYBODY = "*"
"""The key of whatever belongs to no single owner."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose job it is. The key scopes every read and write; a session is known by its fingerprint alone, a person by
    that of the account."""

    key: str
    session_id: str | None = None
    user_id: str | None = None

    @classmethod
    def of_key(cls, key: str) -> Self:
        kind, _, rest = key.partition(":")
        return cls(
            key,
            session_id=rest if kind == "session" else None,
            user_id=rest if kind == "account" else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as its owner may see it. What has a default is what a new one has."""

    id: UUID
    original_filename: str
    content_type: str
    bytes: int
    sha256: str | None
    mapping: str
    mapping_version: int
    pipeline: str
    status: Status
    review: Review | None = None
    """None until it is complete."""
    error_code: ErrorCode | None = None
    error_message: str | None = None
    last_error_code: ErrorCode | None = None
    attempt_count: int = 0
    manual_retry_count: int = 0
    retry_after: datetime | None = None
    created_at: datetime
    updated_at: datetime
    queued_at: datetime | None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    failed_at: datetime | None = None
    last_attempt_at: datetime | None = None
    expires_at: datetime | None = None
    expired_at: datetime | None = None
    deleted_at: datetime | None = None
    download_count: int = 0
    first_downloaded_at: datetime | None = None
    upload_path: str | None
    result_path: str | None = None
    result_bytes: int | None = None
    result_sha256: str | None = None
    document_path: str | None = None
    document_bytes: int | None = None
    document_sha256: str | None = None
    seller: str | None = None
    """From here on what was found, as in `Findings`; gone with the result."""
    buyer: str | None = None
    invoice_number: str | None = None
    invoice_date: date | None = None
    total: Decimal | None = None
    currency: str | None = None
    invoice_count: int | None = None
    issue_count: int | None = None
    first_issue: str | None = None
    first_issue_code: str | None = None
    issue_codes: list[str] | None = None
    version: int = 1
    """The number of its result, or of the one that is being made."""
    result_kind: str = "converted"
    made_with: Inputs | None = None
    """From what the result was made; None if nobody wrote that down."""
    saved_by: str | None = None
    changed_fields: list[dict[str, Any]] | None = None
    """Who saved the result, if a person did, and what was changed in it."""
    split_into: list[UUID] | None = None
    split_from: UUID | None = None
    sent_to_model_at: datetime | None = None
    """When its text first went to a language model's server."""
    duplicate_of: UUID | None = None
    """An earlier file of the owner that seems to hold the same invoice; where it was looked for."""

    @property
    def is_draft(self) -> bool:
        """Its XML is not to be used before a person has looked at it."""
        return self.review is Review.NEEDED


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job in the hands of the worker whose token it carries."""

    id: UUID
    lease_token: UUID
    owner_key: str
    pipeline: str
    mapping: str
    mapping_version: int
    upload_path: str
    sha256: str
    bytes: int
    attempt_count: int
    crash_count: int
    release_count: int
    last_error_code: ErrorCode | None
    place: datetime
    """Where it stood in line, in the queue's virtual time."""
    version: int = 1
    """From the second on, there was a result before."""
    directory: str | None = None
    """In which state the directory is that is asked for its owner."""
    request_id: str | None = None
    """Of the upload; so is the trace."""
    traceparent: str | None = None
    waited_seconds: float | None = None
    """Since it was queued, earlier attempts included."""
    mapping_withdrawn: bool = False
    """Since the upload, an operator has taken back the version that it was pinned to."""
    has_templates: bool = False
    """Of the owner's, to be asked for: most have none."""
