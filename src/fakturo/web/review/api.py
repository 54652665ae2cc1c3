"""Reviewing a result: correct it, have it checked, save it as the next version, approve it."""

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID, uuid4

from fastapi import Header, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from fakturo.blobs.base import Sidecar, document_path, put, result_path, sidecar_path
from fakturo.domain.corrections import BadCorrection, Change, Correction, corrected, settled
from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import findings_in
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Job, Owner, Review
from fakturo.domain.transitions import Converted, StoredDocument
from fakturo.http.problems import Problem
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.converter import JSON, XML
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.callers import Caller, caller_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.downloads import path_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.versions import DifferenceAnswer
from fakturo.web.review.invoice_json import sent_invoice, stored_invoice
from fakturo.web.review.times import count_review
from fakturo.web.schemas import JobAnswer

router = api_router()

MOST_TOLD = 200
BY_PERSON = "person"
"""Stands where a sidecar names its engine, so that no worker takes what a person saved for its own work."""
CHANGED_MEANWHILE = "Somebody else has saved this document since you opened it. Load it again: nothing was overwritten."
SAY_WHICH = "Say in 'If-Match' which document you have corrected: the ETag of GET /document."
NO_INVOICE = "There is no invoice beside this result, so there is nothing to correct."
SAY_WHY = "Checks of this document fail. Correct it, or say why it may be used all the same."

DOCUMENT_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {"type": ["object", "array"]},
                "example": {"totals": {"total": "119.00"}},
            }
        },
    }
}


def _described(problem: Problem) -> dict[str, Any]:
    media = {
        "schema": {"$ref": "#/components/schemas/ProblemAnswer"},
        "example": problem.document("3f2b7c9d8e1a4b6c9d0e1f2a3b4c5d6e"),
    }
    return {"description": problem.detail, "content": {"application/problem+json": media}}


CHANGED = Problem(ErrorCode.CONFLICT, CHANGED_MEANWHILE, status=HTTPStatus.PRECONDITION_FAILED)
UNMATCHED = Problem(ErrorCode.INVALID_REQUEST, SAY_WHICH, status=HTTPStatus.PRECONDITION_REQUIRED)
MATCHED: dict[int | str, dict[str, Any]] = {412: _described(CHANGED), 428: _described(UNMATCHED)}
IfMatch = Annotated[str | None, Header(description="The ETag of the document that was corrected.")]
ReviewSeconds = Annotated[
    int | None, Query(ge=0, le=86_400, description="How long a person has looked at it, for the timeline.")
]


class Approval(Order):
    """Nothing, or why it may be used although checks fail."""

    reason: str | None = Field(None, max_length=500, description="Why it may be used although checks fail.")


class CheckAnswer(Answer):
    document: Any
    """As it would be saved, with every issue that is open."""
    accepted: bool
    """Nobody need look at it: all checks pass, and nothing is in doubt."""
    changes: list[DifferenceAnswer]
    """Since the document that is stored."""


class ReviewAnswer(CheckAnswer):
    job: JobAnswer


@dataclass(frozen=True, slots=True)
class Reviewing:
    """A job's document in somebody's hands."""

    deps: Deps
    caller: Caller
    job: Job
    stored: Any

    @property
    def owner(self) -> Owner:
        return self.caller.owner

    @property
    def by(self) -> str:
        key, person = self.caller.key, self.caller.person
        return person.name if person else f"key {key.prefix}" if key else "session"

    @property
    def mapping(self) -> str:
        return f"{self.job.mapping}@{self.job.mapping_version}"


@router.post(
    "/jobs/{job_id}/document/check", summary="Check a corrected invoice without saving it", openapi_extra=DOCUMENT_BODY
)
async def check_document(request: Request, job_id: UUID) -> CheckAnswer:
    """Sums, tax and the rules of the format, as for `PUT /document`."""
    reviewing = await _reviewing(request, job_id)
    correction = await _correction(request, reviewing.stored)
    document, accepted = await _checked(reviewing, correction.document)
    return CheckAnswer(document=document, accepted=accepted, changes=_told(correction.changes))


@router.put(
    "/jobs/{job_id}/document",
    summary="Save a corrected invoice",
    openapi_extra=DOCUMENT_BODY,
    response_model=ReviewAnswer,
    responses=MATCHED,
)
async def put_document(
    request: Request, job_id: UUID, if_match: IfMatch = None, review_seconds: ReviewSeconds = None
) -> Response:
    """The invoice as `/document` gives it, or only the keys that change; a key that is null is taken out. Everything is
    checked anew, and the result is the next version of the job, with its own XML; the first stays. 412 if somebody
    else has saved it since. A document that needs review needs it until it is approved."""
    reviewing = await _reviewing(request, job_id)
    _require_match(reviewing.job, if_match)
    correction = await _correction(request, reviewing.stored)
    if correction.is_empty:
        return _answer(reviewing.job, reviewing.stored, correction)
    made = await _made(reviewing, correction.document)
    review = Review.CLEAN if made.accepted and not reviewing.job.is_draft else Review.NEEDED
    saved = await _save(reviewing, made, review, correction, {"review_seconds": review_seconds})
    return _answer(saved, made.document, correction)


@router.post(
    "/jobs/{job_id}/approve",
    summary="Approve a result",
    response_model=ReviewAnswer,
    responses={412: MATCHED[412]},
    openapi_extra=body_of(Approval, required=False),
)
async def approve(
    request: Request, job_id: UUID, if_match: IfMatch = None, review_seconds: ReviewSeconds = None
) -> Response:
    """Somebody has looked at it: what the reading doubted is settled. Where checks of sums or of the format fail, only
    with a `reason`, which stands in the timeline and at the top of the XML. What is approved already stays as it is."""
    order = await read_order(request, Approval, empty=Approval(reason=None))
    reason = " ".join((order.reason or "").split()) or None
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    path_of(job)
    if if_match is not None:
        _require_match(job, if_match)
    stored = await stored_invoice(deps.blobs, job) if job.document_path else {}
    reviewing = Reviewing(deps, caller_of(request), job, stored)
    told = {"reason": reason, "review_seconds": review_seconds}
    if job.review is not Review.NEEDED or not _has_errors(stored):
        approved = await deps.reviews.approve(owner, job, _meta(reviewing, told))
        if approved:
            await count_review(deps, job)
        as_it_is = approved or _approved_before(await own_job(deps, owner, job_id), job)
        return _answer(as_it_is, stored, Correction(stored, (), ()))
    made = await _made(reviewing, settled(stored, reason))
    if not made.accepted and not reason:
        issues = [issue for each in _listed(made.document) for issue in each["issues"] if _is_error(issue)]
        await made.take_back(deps)
        raise Problem(ErrorCode.CONFLICT, SAY_WHY, extra={"issues": issues})
    nothing = Correction(stored, (), [issue["code"] for each in _listed(stored) for issue in each.get("issues") or ()])
    saved = await _save(reviewing, made, Review.APPROVED, nothing, told)
    await count_review(deps, job)
    return _answer(saved, made.document, nothing)


# ---------------------------------------------------------------- the document that is there, and the one that is given


async def _reviewing(request: Request, job_id: UUID) -> Reviewing:
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    path_of(job)
    if job.document_path is None:
        raise Problem(ErrorCode.NOT_FOUND, NO_INVOICE)
    return Reviewing(deps, caller_of(request), job, await stored_invoice(deps.blobs, job))


def _require_match(job: Job, if_match: str | None) -> None:
    if if_match is None:
        raise Problem(ErrorCode.INVALID_REQUEST, SAY_WHICH, status=HTTPStatus.PRECONDITION_REQUIRED)
    if if_match.strip().removeprefix("W/").strip('"') != job.document_sha256:
        raise _changed_meanwhile(job)


def _changed_meanwhile(job: Job) -> Problem:
    extra = {"version": job.version, "saved_by": job.saved_by}
    return Problem(ErrorCode.CONFLICT, CHANGED_MEANWHILE, status=HTTPStatus.PRECONDITION_FAILED, extra=extra)


def _approved_before(now: Job, looked_at: Job) -> Job:
    """Who says the same again is told that it is so, and nobody else anything."""
    if now.version != looked_at.version or now.review is not Review.APPROVED:
        raise _changed_meanwhile(now)
    return now


def _or_conflict(job: Job | None) -> Job:
    if job is None:
        raise Problem(ErrorCode.CONFLICT, CHANGED_MEANWHILE, status=HTTPStatus.PRECONDITION_FAILED)
    return job


async def _correction(request: Request, stored: Any) -> Correction:
    try:
        return await sent_invoice(request, lambda given: corrected(stored, given))
    except BadCorrection as error:
        raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None


def _listed(document: Any) -> list[Any]:
    return document if isinstance(document, list) else [document]


def _is_error(issue: Mapping[str, Any]) -> bool:
    return bool(issue.get("severity", "error") == "error")


def _has_errors(document: Any) -> bool:
    return any(_is_error(issue) for each in _listed(document) for issue in each.get("issues") or ())


# ---------------------------------------------------------------- what the gateway makes of it


async def _checked(reviewing: Reviewing, document: Any) -> tuple[Any, bool]:
    content = json.dumps(document, ensure_ascii=False).encode()
    async with reviewing.deps.converter.check(content, reviewing.mapping, reviewing.owner.key) as answer:
        async for part in answer.parts:
            if part.content_type == JSON:
                return json.loads(b"".join([chunk async for chunk in part.chunks])), answer.accepted
    raise Problem(ErrorCode.UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Made:
    """A result that lies in storage and that no row names yet."""

    converted: Converted
    document: Any
    accepted: bool

    async def take_back(self, deps: Deps) -> None:
        path = self.converted.result_path
        for each in (path, sidecar_path(path), document_path(path)):
            await deps.blobs.delete(each)


async def _made(reviewing: Reviewing, document: Any) -> _Made:
    """The XML streams into storage; the invoice, which is small, is looked at on its way."""
    deps, job = reviewing.deps, reviewing.job
    path = deps.blobs.place(result_path(job.id, job.attempt_count, uuid4()))
    content = json.dumps(document, ensure_ascii=False).encode()
    directory = await deps.jobs.directory_state(reviewing.owner)
    async with contextlib.AsyncExitStack() as drafts:
        xml = await drafts.enter_async_context(deps.blobs.draft(path))
        beside = await drafts.enter_async_context(deps.blobs.draft(document_path(path)))
        invoice = b""
        async with deps.converter.check(content, reviewing.mapping, reviewing.owner.key) as answer:
            async for part in answer.parts:
                async for chunk in part.chunks:
                    if part.content_type == XML:
                        await xml.write(chunk)
                    elif part.content_type == JSON:
                        invoice += chunk
        await beside.write(invoice)
        written, described = await xml.seal(), await beside.seal()
        await beside.commit()
        await xml.commit()
    made_with = Inputs(answer.made_with.engine, answer.made_with.templates, directory)
    converted = Converted(
        *(path, written.size, written.sha256, HTTPStatus.OK),
        document=StoredDocument(document_path(path), described.size, described.sha256),
        findings=await asyncio.to_thread(findings_in, invoice),
        made_with=made_with,
    )
    await put(deps.blobs, sidecar_path(path), _sidecar(job, converted).to_json())
    return _Made(converted, json.loads(invoice), answer.accepted)


def _sidecar(job: Job, made: Converted) -> Sidecar:
    return Sidecar(
        job.sha256 or "",
        made.result_sha256,
        made.result_bytes,
        job.mapping,
        job.mapping_version,
        BY_PERSON,
        document_sha256=made.document.sha256 if made.document else None,
    )


# ---------------------------------------------------------------- what is kept of it


async def _save(
    reviewing: Reviewing, made: _Made, review: Review, correction: Correction, told: Mapping[str, Any]
) -> Job:
    converted = replace(made.converted, review=review)
    fields = {"fields": list(dict.fromkeys(change.field for change in correction.changes))[:MOST_TOLD]}
    saved = await reviewing.deps.reviews.save(
        reviewing.owner,
        reviewing.job,
        converted,
        saved_by=reviewing.by,
        changes=correction.changes,
        approved=review is Review.APPROVED,
        told=_meta(reviewing, {**told, **fields, "kept": list(correction.kept)[:MOST_TOLD]}),
    )
    if saved is None:
        await made.take_back(reviewing.deps)
    return _or_conflict(saved)


def _meta(reviewing: Reviewing, told: Mapping[str, Any]) -> dict[str, Any]:
    """For the timeline: names of fields, never their values."""
    said = {"by": reviewing.by, **told}
    return {name: value for name, value in said.items() if value not in (None, [])}


def _told(changes: Sequence[Change]) -> list[DifferenceAnswer]:
    return [DifferenceAnswer.model_validate(change, from_attributes=True) for change in changes]


def _answer(job: Job, document: Any, correction: Correction) -> Response:
    answer = ReviewAnswer(
        job=JobAnswer.of(job),
        document=document,
        accepted=not _has_errors(document),
        changes=_told(correction.changes),
    )
    headers = {"ETag": f'"{job.document_sha256}"'} if job.document_sha256 else {}
    return JSONResponse(answer.model_dump(mode="json"), headers=headers)
