"""Reviewing a result: correct it, have it checked, save it as the next version, approve it."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

from fastapi import Header, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from fakturo.convert.invoice import Invoice
from fakturo.convert.invoice_input import HEAD
from fakturo.domain.corrections import BadCorrection, Change, Correction, corrected, settled
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Review
from fakturo.http.names import KEY, unknown_name
from fakturo.http.problems import Problem
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.downloads import path_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.versions import DifferenceAnswer
from fakturo.web.review.invoice_json import sent_invoice, stored_invoice
from fakturo.web.review.reviewing import Reviewing
from fakturo.web.review.times import count_review
from fakturo.web.schemas import JobAnswer

router = api_router()

KEYS = {"invoice", *(each.name for each in fields(Invoice) if each.name not in HEAD)}
"""Of a document, also those that nobody may write: it may come back whole. What is within them, the gateway checks."""

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


def _changed_meanwhile(now: Job | None = None) -> Problem:
    detail = "Somebody else has saved this document since you opened it. Load it again: nothing was overwritten."
    extra = {"version": now.version, "saved_by": now.saved_by} if now else None
    return Problem(ErrorCode.CONFLICT, detail, status=HTTPStatus.PRECONDITION_FAILED, extra=extra)


def _unmatched() -> Problem:
    detail = "Say in 'If-Match' which document you have corrected: the ETag of GET /document."
    return Problem(ErrorCode.INVALID_REQUEST, detail, status=HTTPStatus.PRECONDITION_REQUIRED)


def _described(problem: Problem) -> dict[str, Any]:
    media = {
        "schema": {"$ref": "#/components/schemas/ProblemAnswer"},
        "example": problem.document("3f2b7c9d8e1a4b6c9d0e1f2a3b4c5d6e"),
    }
    return {"description": problem.detail, "content": {"application/problem+json": media}}


MATCHED: dict[int | str, dict[str, Any]] = {412: _described(_changed_meanwhile()), 428: _described(_unmatched())}
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


@router.post(
    "/jobs/{job_id}/document/check", summary="Check a corrected invoice without saving it", openapi_extra=DOCUMENT_BODY
)
async def check_document(request: Request, job_id: UUID) -> CheckAnswer:
    """Sums, tax and the rules of the format, as for `PUT /document`."""
    reviewing = await _reviewing(request, job_id)
    correction = await _correction(request, reviewing.stored)
    document, accepted = await reviewing.check(correction.document)
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
    made = await reviewing.make(correction.document)
    review = Review.CLEAN if made.accepted and not reviewing.job.is_draft else Review.NEEDED
    saved = await reviewing.save(made, review, correction, {"review_seconds": review_seconds})
    return _answer(_or_conflict(saved), made.document, correction)


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
    deps = deps_of(request)
    job = await own_job(deps, owner_of(request), job_id)
    path_of(job)
    if if_match is not None:
        _require_match(job, if_match)
    stored = await stored_invoice(deps.blobs, job) if job.document_path else {}
    reviewing = Reviewing(deps, caller_of(request), job, stored)
    told = {"reason": reason, "review_seconds": review_seconds}
    if job.review is Review.NEEDED and _errors_in(stored):
        return await _approve_anew(reviewing, reason, told)
    return await _approve_as_it_is(reviewing, told)


async def _approve_as_it_is(reviewing: Reviewing, told: Mapping[str, Any]) -> Response:
    """Who approves what is approved already is told that it is so, and nobody else anything."""
    deps, owner, job = reviewing.deps, reviewing.owner, reviewing.job
    approved = await deps.reviews.approve(owner, job, reviewing.for_timeline(told))
    if approved:
        await count_review(deps, job)
    else:
        approved = await own_job(deps, owner, job.id)
        if approved.version != job.version or approved.review is not Review.APPROVED:
            raise _changed_meanwhile(approved)
    return _answer(approved, reviewing.stored, Correction(reviewing.stored, (), ()))


async def _approve_anew(reviewing: Reviewing, reason: str | None, told: Mapping[str, Any]) -> Response:
    """Checks fail, or did: everything is made once more, without what the reading doubted."""
    deps, stored = reviewing.deps, reviewing.stored
    made = await reviewing.make(settled(stored, reason))
    if not made.accepted and not reason:
        await made.take_back(deps.blobs)
        raise Problem(ErrorCode.CONFLICT, SAY_WHY, extra={"issues": _errors_in(made.document)})
    nothing = Correction(stored, (), [issue["code"] for issue in _issues_in(stored)])
    saved = _or_conflict(await reviewing.save(made, Review.APPROVED, nothing, told))
    await count_review(deps, reviewing.job)
    return _answer(saved, made.document, nothing)


async def _reviewing(request: Request, job_id: UUID) -> Reviewing:
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    path_of(job)
    if job.document_path is None:
        raise Problem(ErrorCode.NOT_FOUND, NO_INVOICE)
    return Reviewing(deps, caller_of(request), job, await stored_invoice(deps.blobs, job))


def _require_match(job: Job, if_match: str | None) -> None:
    if if_match is None:
        raise _unmatched()
    if if_match.strip().removeprefix("W/").strip('"') != job.document_sha256:
        raise _changed_meanwhile(job)


def _or_conflict(job: Job | None) -> Job:
    if job is None:
        raise _changed_meanwhile()
    return job


async def _correction(request: Request, stored: Any) -> Correction:
    try:
        return await sent_invoice(request, lambda given: corrected(stored, _with_known_keys(given)))
    except BadCorrection as error:
        raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None


def _with_known_keys(given: Any) -> Any:
    """Whoever misspells one would be told that it is saved."""
    for invoice in given if isinstance(given, list) else [given]:
        for name in invoice if isinstance(invoice, dict) else ():
            if name not in KEYS:
                raise BadCorrection(unknown_name(KEY, name, KEYS))
    return given


def _issues_in(document: Any) -> list[Mapping[str, Any]]:
    invoices = document if isinstance(document, list) else [document]
    return [issue for invoice in invoices for issue in invoice.get("issues") or ()]


def _errors_in(document: Any) -> list[Mapping[str, Any]]:
    return [issue for issue in _issues_in(document) if issue.get("severity", "error") == "error"]


def _told(changes: Sequence[Change]) -> list[DifferenceAnswer]:
    return [DifferenceAnswer.model_validate(change, from_attributes=True) for change in changes]


def _answer(job: Job, document: Any, correction: Correction) -> Response:
    answer = ReviewAnswer(
        job=JobAnswer.of(job),
        document=document,
        accepted=not _errors_in(document),
        changes=_told(correction.changes),
    )
    headers = {"ETag": f'"{job.document_sha256}"'} if job.document_sha256 else {}
    return JSONResponse(answer.model_dump(mode="json"), headers=headers)
