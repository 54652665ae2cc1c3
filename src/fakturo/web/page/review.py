"""The review page: a result beside its PDF. What it does, it does through the API; here is what it begins with."""

from collections.abc import Sequence
from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.web.deps import deps_of
from fakturo.web.guards.access import lets_review
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.jobs.versions import versions_of
from fakturo.web.page.issue_words import HEADLINES
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page
from fakturo.web.page.trouble import PageRoute
from fakturo.web.review.invoice_json import stored_invoice

MOST_WAITING = 500
"""Nobody counts further."""

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/review")
async def first(request: Request) -> Response:
    """The document that has waited longest for somebody to look at it."""
    deps, owner = deps_of(request), owner_of(request)
    waiting = await deps.reviews.waiting(owner, limit=1)
    if waiting:
        return RedirectResponse(f"/review/{waiting[0]}", 303)
    return page(request, "review_done.html", has_files=(await deps.jobs.overview(owner)).all > 0)


@router.get("/review/{job_id}")
async def review(request: Request, job_id: UUID) -> Response:
    deps, owner, speaks = deps_of(request), owner_of(request), preferences_of(request).language
    job = await own_job(deps, owner, job_id)
    if job.document_path is None:
        return RedirectResponse(f"/queue/{job_id}", 303)  # there is no invoice to look over
    waiting = await deps.reviews.waiting(owner, limit=MOST_WAITING)
    mapping = next((each for each in await deps.offer.all_for(owner) if each.name == job.mapping), None)
    may_review = await lets_review(deps, caller_of(request))
    return page(
        request,
        "review.html",
        job=job,
        mapping_title=speaks.gettext(mapping.title) if mapping else job.mapping,
        place=waiting.index(job_id) + 1 if job_id in waiting else None,
        waiting=len(waiting),
        next=_next(waiting, job_id),
        may_review=may_review,
        versions=await versions_of(deps.jobs, owner, job),
        data={
            "document": await stored_invoice(deps.blobs, job),
            "etag": job.document_sha256,
            "version": job.version,
            "review": job.review,
            "target": mapping.target if mapping else None,
            "has_pdf": job.upload_path is not None,
            "can_split": job.split_into is None and may_review,
            "headlines": {code: speaks.gettext(words) for code, words in HEADLINES.items()},
        },
    )


def _next(waiting: Sequence[UUID], job_id: UUID) -> UUID | None:
    """The one after it, and from the last on to the first."""
    others = [each for each in waiting if each != job_id]
    if job_id not in waiting or not others:
        return others[0] if others else None
    return others[waiting.index(job_id) % len(others)]
