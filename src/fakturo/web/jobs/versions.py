"""The versions of a job's result, as the API shows them."""

from datetime import datetime
from typing import Any, Self

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Review
from fakturo.domain.versions import Kind, Version, differences
from fakturo.http.problems import Problem
from fakturo.store.jobs import Jobs
from fakturo.web.answers import Answer


class DifferenceAnswer(Answer):
    field: str
    """`issues` lists the codes of issues that are gone, and of those that are new."""
    before: Any
    after: Any


class VersionAnswer(Answer):
    """Give its number as `version` to `/download` and `/document`."""

    number: int
    kind: Kind
    """`converted`, or `reviewed` if a person saved it."""
    current: bool
    made_at: datetime
    mapping: str
    mapping_version: int
    review: Review | None
    draft: bool
    result_bytes: int
    expires_at: datetime | None
    saved_by: str | None
    """`session`, or the key by which a person or program saved it; null for one that was converted."""
    changes: list[DifferenceAnswer]
    """Since the version before, as far as that is still here."""
    changed_fields: list[DifferenceAnswer]
    """Of one that was saved: every field of the invoice that was changed."""

    @classmethod
    def of(cls, version: Version, before: Version | None, *, current: bool) -> Self:
        named = ("number", "kind", "made_at", "mapping", "mapping_version", "review", "result_bytes", "expires_at")
        fields = [DifferenceAnswer.model_validate(each) for each in version.changed_fields or ()]
        found = differences(before, version) if before else ()
        return cls(
            **{name: getattr(version, name) for name in named},
            current=current,
            draft=version.is_draft,
            saved_by=version.saved_by,
            changed_fields=fields,
            changes=[DifferenceAnswer.model_validate(each, from_attributes=True) for each in found],
        )


async def versions_of(jobs: Jobs, owner: Owner, job: Job) -> list[VersionAnswer]:
    """All that are still here, the first first."""
    earlier = await jobs.versions(owner, job.id) if job.version > 1 else ()
    current = Version.current(job)
    known = [*earlier, *([current] if current else [])]
    before = [None, *known]
    return [VersionAnswer.of(each, last, current=each is current) for last, each in zip(before, known, strict=False)]


async def earlier_version(jobs: Jobs, owner: Owner, job: Job, number: int | None) -> Version | None:
    """None if it is the job's own result that is asked for."""
    if number is None or number == job.version:
        return None
    for version in await jobs.versions(owner, job.id):
        if version.number == number:
            return version
    raise Problem(ErrorCode.NOT_FOUND, f"There is no version {number} of this result, or not any more.")
