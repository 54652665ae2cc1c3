"""Asking for a job once more: one that failed is tried again, one that is finished gets another version of its result,
with the engine, mapping, templates and directory of today."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import structlog
from fastapi import Request
from pydantic import Field

from fakturo.convert.mapping import Mapping, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Status
from fakturo.http.problems import Problem
from fakturo.ops import metrics
from fakturo.store.jobs import Pin
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.web.answers import api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.selection import Chosen, ManyJobs, Trouble, as_answers, choose
from fakturo.web.jobs.vanished import forget_if_vanished
from fakturo.web.schemas import BulkAnswer, JobAnswer, UploadAnswer

log = structlog.get_logger()

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

    async def convert_one(job_id: UUID) -> bool:
        job = await own_job(deps, owner, job_id)
        mapping = await _mapping_for(deps, owner, job, order.mapping)
        if order.outdated and not await deps.today.changed_since(job, owner, mapping):
            return False
        await _convert(deps, owner, job, mapping)
        return True

    return await _each(await choose(order, owner, deps.jobs, only=Status.COMPLETE), convert_one)


@router.post(
    "/jobs/{job_id}/convert", summary="Convert a job again", openapi_extra=body_of(ConvertOrder, required=False)
)
async def convert(request: Request, job_id: UUID) -> UploadAnswer:
    """With today's engine, mapping, templates and directory, or with another mapping. The result from before stays, as
    an earlier version: while this runs, and if it fails, in which case it is the current one again."""
    deps, owner = deps_of(request), owner_of(request)
    order = await read_order(request, ConvertOrder, empty=ConvertOrder(mapping=None))
    job = await own_job(deps, owner, job_id)
    return await _convert(deps, owner, job, await _mapping_for(deps, owner, job, order.mapping))


@router.post("/jobs/retry", summary="Ask for many failed jobs again", openapi_extra=body_of(ManyJobs))
async def retry_many(request: Request) -> BulkAnswer:
    """Those named, or all failed ones that match the filter, a thousand at a time."""
    deps, owner = deps_of(request), owner_of(request)
    failed = await choose(await read_order(request, ManyJobs), owner, deps.jobs, only=Status.FAILED)

    async def retry_one(job_id: UUID) -> bool:
        await _retry(deps, owner, job_id)
        return True

    return await _each(failed, retry_one)


@router.post("/jobs/{job_id}/retry", summary="Ask for a failed job again")
async def retry(request: Request, job_id: UUID) -> UploadAnswer:
    """As if it were new, with the mapping's version of today. If the same file was handed in meanwhile, that job is the
    answer (`deduped`)."""
    return await _retry(deps_of(request), owner_of(request), job_id)


async def _each(chosen: Chosen, act: Callable[[UUID], Awaitable[bool]]) -> BulkAnswer:
    """`act` says whether there was anything to do; what keeps it from one job does not keep it from the others."""
    done, troubles = list[UUID](), list[Trouble]()
    for job_id in chosen.ids:
        try:
            if await act(job_id):
                done.append(job_id)
        except Problem as problem:
            troubles.append(Trouble(job_id, problem.code, problem.detail))
    return BulkAnswer(done=done, not_done=as_answers(troubles), more=chosen.has_more)


async def _convert(deps: Deps, owner: Owner, job: Job, mapping: Mapping) -> UploadAnswer:
    if job.status not in {Status.COMPLETE, Status.FAILED}:
        raise Problem(ErrorCode.CONFLICT, "It is being converted just now.")
    await _require_pdf(deps, job)
    return await _queue(deps, owner, job, mapping)


async def _retry(deps: Deps, owner: Owner, job_id: UUID) -> UploadAnswer:
    job = await own_job(deps, owner, job_id)
    if job.status is not Status.FAILED:
        raise Problem(ErrorCode.CONFLICT, "Only a failed job can be asked for again.")
    await _require_pdf(deps, job)
    mapping = await _mapping_for(deps, owner, job, advice="Upload the file again with another.")
    answer = await _queue(deps, owner, job, mapping)
    if not answer.deduped:
        metrics.manual_retries.inc()
        log.info("asked_again", job_id=answer.job.id, status=answer.job.status)
    return answer


async def _require_pdf(deps: Deps, job: Job) -> None:
    if job.upload_path is None or await deps.blobs.size(job.upload_path) is None:
        raise Problem(ErrorCode.EXPIRED, NO_PDF)


async def _mapping_for(
    deps: Deps, owner: Owner, job: Job, wanted: str | None = None, *, advice: str = "Convert it with another."
) -> Mapping:
    """The version that an upload would get now: its own may be withdrawn, or be what it failed by."""
    try:
        return await deps.offer.pick(wanted or job.mapping, owner)
    except UnknownMapping as error:
        if wanted:
            raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None
        raise Problem(ErrorCode.CONFLICT, f"The mapping {job.mapping!r} is no longer offered. {advice}") from None


async def _queue(deps: Deps, owner: Owner, job: Job, mapping: Mapping) -> UploadAnswer:
    """In line once more; or, if the same file is there as another job, that one. A twin whose result has vanished
    stands in the way only once."""
    pin = Pin(mapping.version, mapping.pipeline, mapping.name)
    changed = await deps.today.changed_since(job, owner, mapping)

    async def queue() -> tuple[Job, bool] | None:
        if job.status is Status.FAILED:
            return await deps.jobs.retry(owner, job.id, pin)
        return await deps.jobs.convert_again(owner, job, pin, because=changed)

    found = await queue()
    if found and found[1] and await forget_if_vanished(found[0], deps.jobs, deps.blobs):
        found = await queue()
    if found is None:
        raise Problem(ErrorCode.CONFLICT)
    queued, is_twin = found
    if not is_twin:
        deps.notifier.call(WORK_IS_WAITING)
    return UploadAnswer(job=JobAnswer.of(queued), deduped=is_twin, changed_inputs=list(() if is_twin else changed))
