"""The files of jobs: PDF, XML, invoice as JSON, one by one or many at once, and how they go."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Status
from fakturo.domain.versions import Version
from fakturo.http.problems import Problem
from fakturo.store.signals import LEASE_ENDED
from fakturo.web.answers import api_router
from fakturo.web.bodies import body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.bundles import Bundle
from fakturo.web.jobs.downloads import document_of, hand_out, pdf_of, result_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.selection import DownloadOrder, ManyJobs, as_answers, choose, not_own, select
from fakturo.web.jobs.versions import earlier_version
from fakturo.web.schemas import BulkAnswer

router = api_router()

BINARY = {"type": "string", "format": "binary"}
DOWNLOADS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The results. A merged answer says in `X-Invoices` and `X-Parts` how many there are, and in "
        "`X-Duplicates` which jobs seem to hold the same invoice: pairs of ids, separated by commas.",
        "content": {kind: {"schema": BINARY} for kind in ("application/zip", "application/xml")},
    }
}
LINK: dict[int | str, dict[str, Any]] = {
    307: {"description": "Where it is: straight from the storage, by a link that lasts a moment, if that is set so."}
}
DOCUMENT: dict[int | str, dict[str, Any]] = LINK | {
    200: {
        "description": "One invoice, or a list of those in the PDF. `X-Draft: true` if somebody should look at it.",
        "content": {"application/json": {"schema": {"type": ["object", "array"]}}},
    }
}
PDF: dict[int | str, dict[str, Any]] = LINK | {
    200: {"description": "As it was uploaded.", "content": {"application/pdf": {"schema": BINARY}}}
}
XML: dict[int | str, dict[str, Any]] = LINK | {
    200: {
        "description": "The result. `X-Draft: true` if somebody should look at it.",
        "content": {"application/xml": {"schema": {"type": "string"}, "example": "<Invoice>…</Invoice>"}},
    }
}

RAW: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "As it came.",
        "content": {
            "text/plain": {"schema": {"type": "string"}, "example": "Sure! The invoice is INV-1 of 31 January."}
        },
    }
}
RAW_HEADERS = {"Cache-Control": "private, no-store", "Content-Disposition": "attachment; filename=answer.txt"}

VersionNumber = Annotated[
    int | None, Query(ge=1, le=10**6, description="An earlier version; see the job's `versions`.")
]


@router.get("/jobs/{job_id}/download", summary="The XML", responses=XML, response_class=StreamingResponse)
async def download(request: Request, job_id: UUID, version: VersionNumber = None) -> Response:
    """Under the PDF's name. A draft is called `…-draft.xml` and has `X-Draft: true`: look at it first."""
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    earlier = await earlier_version(deps.jobs, owner, job, version)
    return await hand_out(
        result_of(job, earlier),
        job,
        deps.blobs,
        links_last=deps.links_last,
        fetched=lambda: _record(deps, owner, job, earlier),
    )


async def _record(deps: Deps, owner: Owner, job: Job, earlier: Version | None) -> None:
    if earlier:
        await deps.jobs.record_version_download(owner, job.id, earlier.number)
    else:
        await deps.jobs.record_download(owner, job.id)


@router.get("/jobs/{job_id}/document", summary="The invoice as JSON, with all its issues", responses=DOCUMENT)
async def document(request: Request, job_id: UUID, version: VersionNumber = None) -> Response:
    """With every value's place on the page. Only mappings that are of invoices have it."""
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    earlier = await earlier_version(deps.jobs, owner, job, version)
    return await hand_out(document_of(job, earlier), job, deps.blobs, links_last=deps.links_last)


@router.get("/jobs/{job_id}/pdf", summary="The PDF", responses=PDF, response_class=StreamingResponse)
async def pdf(request: Request, job_id: UUID) -> Response:
    """Byte for byte, until retention removes it."""
    deps = deps_of(request)
    job = await own_job(deps, owner_of(request), job_id)
    return await hand_out(pdf_of(job), job, deps.blobs, links_last=deps.links_last)


@router.get(
    "/jobs/{job_id}/raw", summary="What a language model answered", responses=RAW, response_class=PlainTextResponse
)
async def raw(request: Request, job_id: UUID) -> Response:
    """Word for word, if its answer could not be used: the job has failed for it. As long as the PDF is kept."""
    deps, owner = deps_of(request), owner_of(request)
    await own_job(deps, owner, job_id)
    text = await deps.jobs.raw_answer(owner, job_id)
    if text is None:
        raise Problem(ErrorCode.NOT_FOUND, "There is no answer of a language model that could not be used.")
    return PlainTextResponse(text, headers=RAW_HEADERS)


@router.post("/jobs/delete", summary="Remove many jobs", openapi_extra=body_of(ManyJobs))
async def delete_many(request: Request) -> BulkAnswer:
    """Those named, or all that match the filter, a thousand at a time."""
    deps, owner = deps_of(request), owner_of(request)
    wanted = await choose(await read_order(request, ManyJobs), owner, deps.jobs)
    deleted = await delete_jobs(deps, owner, *wanted.ids)
    troubles = await not_own(deps.jobs, [each for each in wanted.ids if each not in deleted])
    return BulkAnswer(
        done=[each for each in wanted.ids if each in deleted], not_done=as_answers(troubles), more=wanted.has_more
    )


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
    chosen = await choose(order, owner, deps.jobs, only=Status.COMPLETE, leaving_out=lambda job: job.split_into)
    selected = await select(chosen.ids, owner, deps.jobs, deps.blobs, partial=order.partial)
    selected.refuse_if(partial=order.partial)
    if not selected.ready:
        raise Problem(ErrorCode.NOT_FOUND, "None of your finished jobs matches.")
    ids = [job.id for job in selected.ready]
    bundle = Bundle(selected.ready, deps.blobs, fetched=lambda: deps.jobs.record_download(owner, *ids))
    if order.kind == "zip":
        return bundle.as_zip(missing=as_answers(selected.troubles), has_more=chosen.has_more)
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
