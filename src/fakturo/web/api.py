"""The JSON API."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from fakturo.convert.mapping import UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Pin
from fakturo.store.signals import LEASE_ENDED, WORK_IS_WAITING
from fakturo.web.bundles import Bundle
from fakturo.web.deps import Deps, deps_of, refuse_while_paused
from fakturo.web.downloads import document_of, hand_out, pdf_of, result_of
from fakturo.web.listing import own_job
from fakturo.web.receive import BadUpload, KeyInUse
from fakturo.web.schemas import (
    BulkAnswer,
    HealthAnswer,
    JobAnswer,
    MappingAnswer,
    MappingsAnswer,
    ProblemAnswer,
    UploadAnswer,
)
from fakturo.web.selection import (
    DownloadOrder,
    ManyJobs,
    Trouble,
    body_of,
    choose,
    not_own,
    read_order,
    select,
    told,
)
from fakturo.web.sessions import owner_of
from fakturo.web.vanished import forget_if_vanished

router = APIRouter(prefix="/api", responses={"4XX": {"model": ProblemAnswer}, "5XX": {"model": ProblemAnswer}})

BINARY = {"type": "string", "format": "binary"}
UPLOAD_FORM = {
    "parameters": [
        {
            "name": "Idempotency-Key",
            "in": "header",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            "description": "Your own name for this upload. Sent again with it, it is answered with the same job.",
        }
    ],
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "One PDF."},
                        "mapping": {"type": "string", "description": "What to make of it; see the allow-list."},
                    },
                }
            }
        },
    },
}

DOWNLOADS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The results. A merged answer says in `X-Invoices` and `X-Parts` how many there are, and in "
        "`X-Duplicates` which jobs seem to hold the same invoice: pairs of ids, separated by commas.",
        "content": {kind: {"schema": BINARY} for kind in ("application/zip", "application/xml")},
    }
}
DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One invoice, or a list of those in the PDF. `X-Draft: true` if somebody should look at it.",
        "content": {"application/json": {"schema": {"type": ["object", "array"]}}},
    }
}
PDF: dict[int | str, dict[str, Any]] = {
    200: {"description": "As it was uploaded.", "content": {"application/pdf": {"schema": BINARY}}}
}


@router.post("/upload", summary="Hand in one PDF", openapi_extra=UPLOAD_FORM)
async def upload(request: Request) -> UploadAnswer:
    await refuse_while_paused(deps_of(request))
    try:
        taken = await deps_of(request).reception.take_one(request, owner_of(request))
    except BadUpload as error:
        raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None
    except KeyInUse:
        raise Problem(ErrorCode.CONFLICT, "This 'Idempotency-Key' was sent with another file or mapping.") from None
    if taken.refusal:
        raise Problem(taken.refusal.code, taken.refusal.text, extra={"job_id": str(taken.job.id)})
    return UploadAnswer(job=JobAnswer.of(taken.job), deduped=taken.deduped)


@router.get("/jobs/{job_id}/download", summary="The XML", response_class=StreamingResponse)
async def download(request: Request, job_id: UUID) -> Response:
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    return await hand_out(
        result_of(job),
        job,
        deps.blobs,
        links_last=deps.links_last,
        fetched=lambda: deps.jobs.record_download(owner, job.id),
    )


@router.get("/jobs/{job_id}/document", summary="The invoice as JSON, with all its issues", responses=DOCUMENT)
async def document(request: Request, job_id: UUID) -> Response:
    deps = deps_of(request)
    job = await own_job(deps, owner_of(request), job_id)
    return await hand_out(document_of(job), job, deps.blobs, links_last=deps.links_last)


@router.get("/jobs/{job_id}/pdf", summary="The PDF", responses=PDF)
async def pdf(request: Request, job_id: UUID) -> Response:
    deps = deps_of(request)
    job = await own_job(deps, owner_of(request), job_id)
    return await hand_out(pdf_of(job), job, deps.blobs, links_last=deps.links_last)


@router.post("/jobs/delete", summary="Remove many jobs", openapi_extra=body_of(ManyJobs))
async def delete_many(request: Request) -> BulkAnswer:
    """Those named, or all that match the filter, a thousand at a time."""
    deps, owner = deps_of(request), owner_of(request)
    wanted = await choose(await read_order(request, ManyJobs), owner, deps.jobs)
    deleted = await delete_jobs(deps, owner, *wanted.ids)
    troubles = await not_own(deps.jobs, [each for each in wanted.ids if each not in deleted])
    return BulkAnswer(
        done=[each for each in wanted.ids if each in deleted], not_done=told(troubles), more=wanted.has_more
    )


@router.post("/jobs/retry", summary="Ask for many failed jobs again", openapi_extra=body_of(ManyJobs))
async def retry_many(request: Request) -> BulkAnswer:
    """Those named, or all failed ones that match the filter, a thousand at a time."""
    deps, owner = deps_of(request), owner_of(request)
    wanted = await choose(await read_order(request, ManyJobs), owner, deps.jobs, only=Status.FAILED)
    done, troubles = list[UUID](), list[Trouble]()
    for job_id in wanted.ids:
        try:
            await retry_job(deps, owner, job_id)
            done.append(job_id)
        except Problem as problem:
            troubles.append(Trouble(job_id, problem.code, problem.detail))
    return BulkAnswer(done=done, not_done=told(troubles), more=wanted.has_more)


@router.post(
    "/jobs/download",
    summary="Many results at once",
    openapi_extra=body_of(DownloadOrder),
    responses=DOWNLOADS,
    response_class=StreamingResponse,
)
async def download_many(request: Request) -> Response:
    """As a ZIP of the XML files, or with all their invoices merged into one Coretax file; a ZIP of several, if there
    are more invoices than one file may hold. All or nothing, unless it is to be `partial`: `jobs` in the problem names
    each that is in the way. With a filter, `X-More: true` says that more than a thousand match."""
    deps, owner = deps_of(request), owner_of(request)
    order = await read_order(request, DownloadOrder)
    chosen = await choose(order, owner, deps.jobs, only=Status.COMPLETE)
    selected = await select(chosen.ids, owner, deps.jobs, deps.blobs, partial=order.partial)
    selected.refuse_if(partial=order.partial)
    if not selected.ready:
        raise Problem(ErrorCode.NOT_FOUND, "None of your finished jobs matches.")
    ids = [job.id for job in selected.ready]
    bundle = Bundle(selected.ready, deps.blobs, fetched=lambda: deps.jobs.record_download(owner, *ids))
    if order.kind == "zip":
        return bundle.as_zip(missing=told(selected.troubles), has_more=chosen.has_more)
    return await bundle.as_merged(limit=deps.merge_limit, include_drafts=order.include_drafts)


@router.delete("/jobs/{job_id}", summary="Remove a job and its files", status_code=HTTPStatus.NO_CONTENT)
async def delete(request: Request, job_id: UUID) -> None:
    """One that is being converted is stopped. Its files go an hour later, so that a download under way ends well."""
    deps, owner = deps_of(request), owner_of(request)
    if not await delete_jobs(deps, owner, job_id):
        await own_job(deps, owner, job_id)  # says why not


async def delete_jobs(deps: Deps, owner: Owner, *job_ids: UUID) -> Collection[UUID]:
    deleted = await deps.jobs.delete(owner, *job_ids)
    if any(deleted.values()):
        deps.notifier.call(LEASE_ENDED)
    return deleted


@router.post("/jobs/{job_id}/retry", summary="Ask for a failed job again")
async def retry(request: Request, job_id: UUID) -> UploadAnswer:
    return await retry_job(deps_of(request), owner_of(request), job_id)


async def retry_job(deps: Deps, owner: Owner, job_id: UUID) -> UploadAnswer:
    job = await own_job(deps, owner, job_id)
    if job.status is not Status.FAILED:
        raise Problem(ErrorCode.CONFLICT, "Only a failed job can be asked for again.")
    if job.upload_path is None or await deps.blobs.size(job.upload_path) is None:
        raise Problem(ErrorCode.EXPIRED, "The PDF is no longer here. Upload it again.")
    pin = await _pin_anew(deps, owner, job)
    found = await deps.jobs.retry(owner, job_id, pin)
    if found and found[1] and await forget_if_vanished(found[0], deps.jobs, deps.blobs):
        found = await deps.jobs.retry(owner, job_id, pin)
    if found is None:
        raise Problem(ErrorCode.CONFLICT)
    queued, is_twin = found
    if not is_twin:
        deps.notifier.call(WORK_IS_WAITING)
    return UploadAnswer(job=JobAnswer.of(queued), deduped=is_twin)


async def _pin_anew(deps: Deps, owner: Owner, job: Job) -> Pin:
    """A job that is asked for again gets the version that an upload would get now: its own may be withdrawn, or be what
    it failed by."""
    try:
        mapping = await deps.offer.pick(job.mapping, owner)
    except UnknownMapping:
        detail = f"The mapping {job.mapping!r} is no longer offered. Upload the file again with another."
        raise Problem(ErrorCode.CONFLICT, detail) from None
    return Pin(mapping.version, mapping.pipeline)


@router.get("/mappings", summary="What a PDF can be made into")
async def list_mappings(request: Request) -> MappingsAnswer:
    deps = deps_of(request)
    offered = await deps.offer.all_for(owner_of(request))
    return MappingsAnswer(mappings=[MappingAnswer.of(each) for each in offered], default=deps.reception.default_mapping)


@router.get("/healthz", summary="Whether the service can work", responses={503: {"model": HealthAnswer}})
async def healthz(request: Request) -> Response:
    health = await deps_of(request).check_health()
    answer = HealthAnswer.of(health)
    return JSONResponse(
        answer.model_dump(mode="json"), HTTPStatus.OK if health.is_well else HTTPStatus.SERVICE_UNAVAILABLE
    )
