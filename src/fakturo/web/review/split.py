"""Several invoices in one PDF: each becomes a file and a job of its own, with its pages alone."""

import re
from collections.abc import Sequence
from uuid import UUID, uuid4

from fastapi import Request
from pydantic import ConfigDict, Field

from fakturo.blobs.base import Written, upload_path
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner
from fakturo.domain.uploads import display_name
from fakturo.http.media_types import PDF
from fakturo.http.problems import Problem
from fakturo.ops import trace
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.store.submitting import NewJob
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.limits import Limited
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.downloads import path_of, pdf_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.paused import require_open
from fakturo.web.review.page_views import to_send
from fakturo.web.schemas import JobAnswer

router = api_router()

MOST_PARTS = 200
MOST_PAGES = 1000


class PartOfFile(Order):
    pages: list[int] = Field(min_length=1, max_length=MOST_PAGES, description="By number, from 1.", examples=[[1, 2]])


class SplitOrder(Order):
    """The pages of each file."""

    model_config = ConfigDict(json_schema_extra={"example": {"parts": [{"pages": [1, 2]}, {"pages": [3]}]}})

    parts: list[PartOfFile] = Field(min_length=2, max_length=MOST_PARTS)


class SplitAnswer(Answer):
    job: JobAnswer
    """The file that was split; its result is out of the way of merging."""
    parts: list[JobAnswer]
    """One for each part, in line to be converted."""


@router.post("/jobs/{job_id}/split", summary="Make a file of each invoice in a PDF", openapi_extra=body_of(SplitOrder))
async def split(request: Request, job_id: UUID) -> SplitAnswer:
    """By their pages. Each part is a job of its own, and counts as an upload; asked for twice, it is the same jobs."""
    deps, owner = deps_of(request), owner_of(request)
    require_open(await deps.standings.ask())
    job = await own_job(deps, owner, job_id)
    order = await read_order(request, SplitOrder)
    path_of(job)
    if job.split_into is not None:
        raise Problem(ErrorCode.CONFLICT, "This file was split before.")
    parts = [await _part(deps, owner, job, part.pages) for part in order.parts]
    await deps.limiter.charge(request, caller_of(request), Limited.UPLOADS, len(parts) - 1)
    done = await deps.reviews.split(owner, job, [part.id for part in parts])
    if done is None:
        raise Problem(ErrorCode.CONFLICT, "This file was split before.")
    deps.notifier.call(WORK_IS_WAITING)
    return SplitAnswer(job=JobAnswer.of(done), parts=[JobAnswer.of(part) for part in parts])


async def _part(deps: Deps, owner: Owner, job: Job, pages: Sequence[int]) -> Job:
    """The pages as a file, then its row: as an upload."""
    new_id = uuid4()
    path = deps.blobs.place(upload_path(new_id))
    written = await _written(deps, job, pages, path)
    new = NewJob(
        id=new_id,
        owner=owner,
        original_filename=name_of_part(job.original_filename, pages),
        content_type=PDF,
        bytes=written.size,
        mapping=job.mapping,
        mapping_version=job.mapping_version,
        pipeline=job.pipeline,
        request_id=trace.headers().get("x-request-id"),
        traceparent=trace.current_traceparent(),
    )
    submitted, was_there = await deps.jobs.submit(new, sha256=written.sha256, upload_path=path)
    if was_there:
        await deps.blobs.delete(path)
    return submitted


async def _written(deps: Deps, job: Job, pages: Sequence[int], path: str) -> Written:
    wanted = {"pages": " ".join(str(page) for page in pages)}
    async with (
        deps.blobs.draft(path) as draft,
        deps.converter.look(to_send(deps, pdf_of(job)), PDF, wanted) as chunks,
    ):
        async for chunk in chunks:
            await draft.write(chunk)
        return await draft.commit()


def name_of_part(name: str, pages: Sequence[int]) -> str:
    """`march.pdf` becomes `march-p3-4.pdf`."""
    which = f"p{pages[0]}" if len(pages) == 1 else f"p{pages[0]}-{pages[-1]}"
    return display_name(re.sub(r"(\.pdf)?$", f"-{which}.pdf", name, count=1, flags=re.IGNORECASE))
