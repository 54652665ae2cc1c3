"""Converting again: another version of a job's result, with the engine, mapping, templates and directory of today."""

from collections.abc import Collection
from uuid import UUID

from fastapi import Request
from pydantic import Field

from fakturo.convert.mapping import Mapping, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Owner, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Pin
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.web.answers import api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.selection import ManyJobs, Trouble, choose, told
from fakturo.web.jobs.vanished import forget_if_vanished
from fakturo.web.schemas import BulkAnswer, JobAnswer, UploadAnswer

router = api_router()

NO_PDF = "The PDF is no longer here. Upload it again."


class ConvertOrder(Order):
    """Nothing, or another mapping."""

    mapping: str | None = Field(None, max_length=200, description="Another than before.")


class ConvertMany(ManyJobs):
    mapping: str | None = Field(None, max_length=200, description="Another than before, for all of them.")
    outdated: bool = Field(
        default=False,
        description="Only those whose result would now be made with another engine, mapping or directory.",
    )


@router.post("/jobs/convert", summary="Convert many jobs again", openapi_extra=body_of(ConvertMany))
async def convert_many(request: Request) -> BulkAnswer:
    """Those named, or all finished ones that match the filter, a thousand at a time; as each by itself."""
    deps, owner = deps_of(request), owner_of(request)
    order = await read_order(request, ConvertMany)
    wanted = await choose(order, owner, deps.jobs, only=Status.COMPLETE)
    done, troubles = list[UUID](), list[Trouble]()
    for job_id in wanted.ids:
        try:
            if await _convert_one(deps, owner, job_id, order):
                done.append(job_id)
        except Problem as problem:
            troubles.append(Trouble(job_id, problem.code, problem.detail))
    return BulkAnswer(done=done, not_done=told(troubles), more=wanted.has_more)


async def _convert_one(deps: Deps, owner: Owner, job_id: UUID, order: ConvertMany) -> bool:
    job = await own_job(deps, owner, job_id)
    mapping = await _mapping_for(deps, owner, job, order.mapping)
    if order.outdated and not await deps.today.changed_since(job, owner, mapping):
        return False
    await convert_job(deps, owner, job, mapping)
    return True


@router.post(
    "/jobs/{job_id}/convert",
    summary="Convert a job again",
    openapi_extra=body_of(ConvertOrder, required=False),
)
async def convert(request: Request, job_id: UUID) -> UploadAnswer:
    """With today's engine, mapping, templates and directory, or with another mapping. The result from before stays, as
    an earlier version: while this runs, and if it fails, in which case it is the current one again."""
    deps, owner = deps_of(request), owner_of(request)
    order = await read_order(request, ConvertOrder, empty=ConvertOrder(mapping=None))
    job = await own_job(deps, owner, job_id)
    return await convert_job(deps, owner, job, await _mapping_for(deps, owner, job, order.mapping))


async def convert_job(deps: Deps, owner: Owner, job: Job, mapping: Mapping) -> UploadAnswer:
    if job.status not in {Status.COMPLETE, Status.FAILED}:
        raise Problem(ErrorCode.CONFLICT, "It is being converted just now.")
    if job.upload_path is None or await deps.blobs.size(job.upload_path) is None:
        raise Problem(ErrorCode.EXPIRED, NO_PDF)
    pin = Pin(mapping.version, mapping.pipeline, mapping.name)
    changed = await deps.today.changed_since(job, owner, mapping)
    found = await _queue(deps, owner, job, pin, changed)
    if found and found[1] and await forget_if_vanished(found[0], deps.jobs, deps.blobs):
        found = await _queue(deps, owner, job, pin, changed)
    if found is None:
        raise Problem(ErrorCode.CONFLICT)
    queued, is_twin = found
    if not is_twin:
        deps.notifier.call(WORK_IS_WAITING)
    return UploadAnswer(job=JobAnswer.of(queued), deduped=is_twin, changed_inputs=list(() if is_twin else changed))


async def _queue(deps: Deps, owner: Owner, job: Job, pin: Pin, changed: Collection[Input]) -> tuple[Job, bool] | None:
    if job.status is Status.FAILED:
        return await deps.jobs.retry(owner, job.id, pin)
    return await deps.jobs.convert_again(owner, job, pin, because=changed)


async def _mapping_for(deps: Deps, owner: Owner, job: Job, wanted: str | None) -> Mapping:
    """The version that an upload would get now: its own may be withdrawn, or be what it failed by."""
    try:
        return await deps.offer.pick(wanted or job.mapping, owner)
    except UnknownMapping as error:
        if wanted:
            raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None
        detail = f"The mapping {job.mapping!r} is no longer offered. Convert it with another."
        raise Problem(ErrorCode.CONFLICT, detail) from None
