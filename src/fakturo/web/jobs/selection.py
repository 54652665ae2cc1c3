"""Several jobs in one request: which of them can be handed out, told for each that cannot."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Self
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator

from fakturo.blobs.base import Blobs
from fakturo.domain.errors import ErrorCode, final_text
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Jobs, Wanted
from fakturo.web.bodies import Order
from fakturo.web.jobs.downloads import DAMAGED, UNREACHABLE, path_of
from fakturo.web.schemas import JobTrouble

MAX_JOBS = 1000
LOOKS_AT_ONCE = 16
GRAVEST = (
    *(ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND, ErrorCode.IO_ERROR, ErrorCode.EXPIRED, ErrorCode.CONFLICT),
    *(ErrorCode.NOT_READY, ErrorCode.INVALID_REQUEST),
)
"""What the answer as a whole is called: first what waiting does not mend."""


class JobFilter(Order):
    """Jobs that match all of it."""

    status: list[Status] | None = None
    review: list[Review] | None = None
    mapping: list[str] | None = None
    error_code: list[ErrorCode] | None = None
    q: str | None = Field(None, max_length=200, description="Words of file name, invoice number, seller or buyer.")


class ManyJobs(Order):
    """Either `job_ids` or `filter`."""

    TOO_LONG = f"Name at most {MAX_JOBS} jobs."

    job_ids: list[UUID] | None = Field(None, min_length=1, max_length=MAX_JOBS, description="Your jobs.")
    filter: JobFilter | None = Field(None, description="An empty one means all your jobs.")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.job_ids is None) == (self.filter is None):
            raise ValueError("Give either 'job_ids' or 'filter'")
        return self


class DownloadOrder(ManyJobs):
    """Results of `job_ids`, in that order, or of all finished jobs that match `filter`."""

    model_config = ConfigDict(populate_by_name=True)

    kind: Literal["zip", "merged"] = Field(
        "zip", alias="as", description="`zip`: each result as a file; `merged`: all invoices in one Coretax file."
    )
    include_drafts: bool = Field(
        default=False, description="With `merged`: also results that somebody should look at first."
    )
    partial: bool = Field(
        default=False, description="With `zip`: what can't be handed out is listed in `missing.json` inside."
    )

    @model_validator(mode="after")
    def _parts_only_of_a_zip(self) -> Self:
        if self.partial and self.kind != "zip":
            raise ValueError("'partial' goes with 'zip' alone")
        return self


@dataclass(frozen=True, slots=True)
class Chosen:
    ids: Sequence[UUID]
    has_more: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why one of the jobs stands in the way."""

    job_id: UUID
    code: ErrorCode
    detail: str


def refusal(troubles: Sequence[Trouble], of: int, detail: str | None = None) -> Problem:
    """One sentence for all, and each by itself in `jobs`."""
    code = min((trouble.code for trouble in troubles), key=GRAVEST.index)
    only = troubles[0].detail if len(troubles) == 1 else None
    several = f"{len(troubles)} of {of} jobs cannot be handed out; 'jobs' says which, and why."
    listed = [each.model_dump(mode="json") for each in as_answers(troubles)]
    return Problem(code, detail or only or several, extra={"jobs": listed})


def as_answers(troubles: Iterable[Trouble]) -> list[JobTrouble]:
    return [JobTrouble(id=each.job_id, code=each.code, detail=each.detail) for each in troubles]


async def choose(
    order: ManyJobs,
    owner: Owner,
    jobs: Jobs,
    *,
    only: Status | None = None,
    leaving_out: Callable[[Job], object] = lambda _: False,
) -> Chosen:
    """The jobs that an order is about, each once; of those that match a filter, some are not meant."""
    if order.filter is None:
        return Chosen(list(dict.fromkeys(order.job_ids or ())))
    asked = order.filter
    statuses = [only] if only and (asked.status is None or only in asked.status) else asked.status
    wanted = Wanted(statuses, asked.review, asked.mapping, asked.error_code)
    found = (await jobs.list(owner, limit=MAX_JOBS + 1, wanted=wanted, text=asked.q)).jobs
    return Chosen([job.id for job in found[:MAX_JOBS] if not leaving_out(job)], len(found) > MAX_JOBS)


async def not_own(jobs: Jobs, ids: Sequence[UUID]) -> list[Trouble]:
    """Why the owner has none of these."""
    others = await jobs.existing(ids)
    return [_not_own(each, exists=each in others) for each in ids]


@dataclass(frozen=True, slots=True)
class Selection:
    """Jobs with their results in place, and why others have none."""

    ready: Sequence[Job]
    troubles: Sequence[Trouble]

    def refuse_if(self, *, partial: bool) -> None:
        """All or nothing; or, if parts will do, at least one."""
        if self.troubles and not (partial and self.ready):
            raise refusal(self.troubles, len(self.ready) + len(self.troubles))


IS_SPLIT = "It was split: its invoices are in files of their own. Ask for those instead."


async def select(ids: Sequence[UUID], owner: Owner, jobs: Jobs, blobs: Blobs, *, partial: bool = False) -> Selection:
    """The jobs in that order, each once."""
    wanted = list(dict.fromkeys(ids))
    own = {job.id: job for job in await jobs.get_many(owner, wanted)}
    troubles = await not_own(jobs, [each for each in wanted if each not in own])
    ready: list[Job] = []
    for job in (own[each] for each in wanted if each in own):
        try:
            _refuse_split(job)
            path_of(job)
            ready.append(job)
        except Problem as problem:
            troubles.append(Trouble(job.id, problem.code, problem.detail))
    if partial or not troubles:  # a look at each file costs a request of the store
        missing = await _missing_files(ready, blobs)
        lost = {trouble.job_id for trouble in missing}
        return Selection([job for job in ready if job.id not in lost], [*troubles, *missing])
    return Selection(ready, troubles)


def _refuse_split(job: Job) -> None:
    if job.split_into:
        raise Problem(ErrorCode.CONFLICT, IS_SPLIT)


def _not_own(job_id: UUID, *, exists: bool) -> Trouble:
    if exists:
        return Trouble(job_id, ErrorCode.FORBIDDEN, final_text(ErrorCode.FORBIDDEN))
    return Trouble(job_id, ErrorCode.NOT_FOUND, "There is no such job.")


async def _missing_files(ready: Sequence[Job], blobs: Blobs) -> list[Trouble]:
    """Before the answer begins: later it could only be broken off."""
    turns = asyncio.Semaphore(LOOKS_AT_ONCE)

    async def look(job: Job) -> Trouble | None:
        async with turns:
            try:
                size = await blobs.size(path_of(job))
            except OSError:
                return Trouble(job.id, ErrorCode.IO_ERROR, UNREACHABLE)
        if size is None:
            return Trouble(job.id, ErrorCode.EXPIRED, final_text(ErrorCode.EXPIRED))
        return None if size == job.result_bytes else Trouble(job.id, ErrorCode.IO_ERROR, DAMAGED)

    return [trouble for trouble in await asyncio.gather(*map(look, ready)) if trouble]
