"""What the server tells about jobs, with types. What a newer server tells beyond that is in `raw`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Self

from fakturo.domain.job import Review, Status


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    filename: str
    status: Status
    mapping: str
    review: Review | None
    draft: bool
    """The result is not to be used before somebody has looked at it."""
    message: str | None
    """What a person should know now: why it failed or waits, or what is in doubt."""
    error_code: str | None
    created_at: datetime
    expires_at: datetime | None
    seller: str | None
    buyer: str | None
    invoice_number: str | None
    invoice_date: date | None
    total: Decimal | None
    currency: str | None
    issue_count: int | None
    raw: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def has_ended(self) -> bool:
        return self.status in {Status.COMPLETE, Status.FAILED}

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        known: dict[str, Any] = {each.name: told.get(each.name) for each in fields(cls)}
        typed = {name: read(known[name]) for name, read in _READ.items() if known[name] is not None}
        return cls(**known | typed | {"raw": dict(told)})


_READ = {
    "status": Status,
    "review": Review,
    "created_at": datetime.fromisoformat,
    "expires_at": datetime.fromisoformat,
    "invoice_date": date.fromisoformat,
    "total": Decimal,
}


@dataclass(frozen=True, slots=True)
class Uploaded:
    job: Job
    deduped: bool
    """The same file was there before: this is its job."""
