"""Versions of a job's result: what each is, and what changed from one to the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Job, Review, Status


class Kind(StrEnum):
    CONVERTED = "converted"
    REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class Version:
    """A result that is, or was, a job's. What was found is as in `Findings`."""

    number: int
    kind: Kind
    mapping: str
    mapping_version: int
    made_with: Inputs | None
    made_at: datetime
    review: Review | None
    result_path: str
    result_bytes: int
    result_sha256: str
    document_path: str | None
    document_bytes: int | None
    document_sha256: str | None
    seller: str | None
    buyer: str | None
    invoice_number: str | None
    invoice_date: date | None
    total: Decimal | None
    currency: str | None
    invoice_count: int | None
    issue_count: int | None
    first_issue: str | None
    issue_codes: list[str] | None
    expires_at: datetime | None
    saved_by: str | None
    changed_fields: list[dict[str, Any]] | None

    @property
    def is_draft(self) -> bool:
        return self.review is Review.NEEDED

    @classmethod
    def current(cls, job: Job) -> Self | None:
        """The job's own result, if it has one."""
        if job.status is not Status.COMPLETE or job.result_path is None or job.completed_at is None:
            return None
        named: dict[str, Any] = {"number": job.version, "kind": Kind(job.result_kind), "made_at": job.completed_at}
        return cls(**named, **{name: getattr(job, name) for name in cls.__slots__ if name not in named})


COMPARED = (
    *("review", "mapping", "mapping_version", "seller", "buyer", "invoice_number", "invoice_date", "total", "currency"),
    *("invoice_count", "issue_count", "first_issue"),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A field whose value is another one than in the version before."""

    field: str
    before: object
    after: object


def differences(before: Version, after: Version) -> Sequence[Difference]:
    return list(_differences(before, after))


def _differences(before: Version, after: Version) -> Iterator[Difference]:
    for name in COMPARED:
        then, now = getattr(before, name), getattr(after, name)
        if then != now:
            yield Difference(name, then, now)
    gone = _without(before.issue_codes, after.issue_codes)
    new = _without(after.issue_codes, before.issue_codes)
    if gone or new:
        yield Difference("issues", gone, new)
    if before.result_sha256 != after.result_sha256:
        yield Difference("result_sha256", before.result_sha256, after.result_sha256)


def _without(codes: Sequence[str] | None, others: Sequence[str] | None) -> list[str]:
    return [code for code in codes or () if code not in (others or ())]
