"""The queue page: hand files in, watch them, fetch the XML. Whole without scripts; these make it quicker and live."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.convert.mapping import Mapping as XmlMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Overview, Page, Place, Wanted
from fakturo.web.accounts.takeover import take_over_latecomers, was_taken_over
from fakturo.web.cursors import NextPage, Since
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.limits import Limited
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs import again, files
from fakturo.web.jobs.estimates import ACTIVE as ACTIVE_STATUSES
from fakturo.web.jobs.listing import MAX_EVENTS, changed_inputs, own_job
from fakturo.web.jobs.paused import require_open
from fakturo.web.jobs.receive import BadUpload, Taken
from fakturo.web.jobs.versions import versions_of
from fakturo.web.page.banners import banner_of
from fakturo.web.page.details import doubts_of, timeline
from fakturo.web.page.languages import Language, mark
from fakturo.web.page.preferences import MAPPING, preferences_of, remember
from fakturo.web.page.render import amount, page
from fakturo.web.page.rows import Row, Teller
from fakturo.web.page.trouble import PageRoute

MAX_FILES_PER_FORM = 100
ROWS_AT_ONCE = 100
MOST_CHANGES = 200
SAMPLE_MAPPING = "invoice_v1"
"""Asks for nothing beforehand, so that the first result is a good one."""

Shown = Literal["all", "active", "ready", "review", "failed"]
ACTIVE = Wanted(statuses=ACTIVE_STATUSES)
FILTERS: dict[Shown, tuple[str, Wanted]] = {
    "all": (mark("All"), Wanted()),
    "active": (mark("Active"), ACTIVE),
    "ready": (mark("Ready"), Wanted([Status.COMPLETE], [Review.CLEAN, Review.APPROVED])),
    "review": (mark("Needs review"), Wanted([Status.COMPLETE], [Review.NEEDED])),
    "failed": (mark("Failed"), Wanted([Status.FAILED])),
}

Show = Annotated[Shown, Query()]
Find = Annotated[str, Query(max_length=200)]

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which part of the queue somebody looks at."""

    show: Shown = "all"
    q: str = ""

    @property
    def wanted(self) -> Wanted:
        return FILTERS[self.show][1]


@router.get("/")
@router.get("/queue")
async def queue(
    request: Request,
    show: Show = "all",
    q: Find = "",
    cursor: Annotated[str, Query(max_length=300)] = "",
    added: Annotated[int, Query(ge=0)] = 0,
    reused: Annotated[int, Query(ge=0)] = 0,
    refused: Annotated[int, Query(ge=0)] = 0,
    taken: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    await take_over_latecomers(request)
    speaks = preferences_of(request).language
    notice = _notice(added, reused, refused, speaks) or _taken_notice(taken, speaks)
    tone = "bad" if refused else "ok"
    return await _queue_page(request, Asked(show, q.strip()), cursor, notice=notice, notice_tone=tone)


@router.get("/queue/rows")
async def rows(
    request: Request, show: Show = "all", q: Find = "", cursor: Annotated[str, Query(max_length=300)] = ""
) -> Response:
    """A page of the list, for the script."""
    asked = Asked(show, q.strip())
    found = await _found(request, asked, cursor)
    return await _part(request, asked, found.jobs[:ROWS_AT_ONCE], since=_since(found).token(), cursor=_cursor(found))


@router.get("/queue/changes")
async def changes(
    request: Request,
    since: Annotated[str, Query(max_length=300)],
    show: Show = "all",
    q: Find = "",
    cursor: Annotated[str, Query(max_length=300)] = "",
) -> Response:
    """What changed, for the script; and those under way in any case, whose place in line moves by itself."""
    deps, owner = deps_of(request), owner_of(request)
    after = NextPage.read(cursor) if cursor else NextPage(Since.read(since), Change(Since.read(since).xid))
    if not isinstance(after.place, Change):
        raise Problem(ErrorCode.INVALID_REQUEST)
    found = await deps.jobs.changes(owner, after.place, limit=MOST_CHANGES + 1)
    told, has_more = found.jobs[:MOST_CHANGES], len(found.jobs) > MOST_CHANGES
    begun = after.since if cursor else _since(found)
    active = (await deps.jobs.list(owner, limit=ROWS_AT_ONCE, wanted=ACTIVE)).jobs if found.active_count else ()
    jobs = {job.id: job for job in (*told, *active) if job.deleted_at is None}
    return await _part(
        request,
        Asked(show, q.strip()),
        list(jobs.values()),
        since=begun.token(),
        cursor=NextPage(begun, found.changes[MOST_CHANGES - 1]).token() if has_more else None,
        deleted=[job.id for job in told if job.deleted_at],
        reset=found.moment.epoch != after.since.epoch,
    )


@router.get("/queue/row/{job_id}")
async def one_row(request: Request, job_id: UUID) -> Response:
    """One job, for the script that has just uploaded it, or a twin of it."""
    job = await own_job(deps_of(request), owner_of(request), job_id)
    return await _part(request, Asked(), [job], since="")


@router.post("/queue")
async def upload(request: Request) -> Response:
    """The form of a browser without scripts: many files at once, then back to the list."""
    deps, caller = deps_of(request), caller_of(request)
    try:
        standing = require_open(await deps.standings.ask())
        await deps.limiter.spend(request, caller, Limited.UPLOADS)
        taken = await deps.reception.take_many(request, caller.owner, standing, max_files=MAX_FILES_PER_FORM)
    except BadUpload as error:
        return await _queue_page(request, Asked(), problem=_for_people(error, request), status=HTTPStatus.BAD_REQUEST)
    except Problem as problem:
        return await _queue_page(request, Asked(), problem=problem.detail, status=problem.status)
    await deps.limiter.charge(request, caller, Limited.UPLOADS, len(taken) - 1)
    answer = RedirectResponse(f"/queue?{_counted(taken)}", status_code=HTTPStatus.SEE_OTHER)
    remember(answer, MAPPING, taken[0].job.mapping, secure=deps.page.secure)
    return answer


@router.post("/queue/{job_id}/retry")
async def retry(request: Request, job_id: UUID) -> Response:
    return await _do(request, job_id, again.retry, spends=Limited.RETRIES)


@router.post("/queue/{job_id}/convert")
async def convert(request: Request, job_id: UUID) -> Response:
    return await _do(request, job_id, again.convert, spends=Limited.RETRIES)


@router.post("/queue/{job_id}/delete")
async def delete(request: Request, job_id: UUID) -> Response:
    return await _do(request, job_id, files.delete)


async def _do(
    request: Request,
    job_id: UUID,
    act: Callable[[Request, UUID], Awaitable[object]],
    *,
    spends: Limited | None = None,
) -> Response:
    """What the API does, for a browser without scripts: back to the list, or why not."""
    try:
        if spends:
            await deps_of(request).limiter.spend(request, caller_of(request), spends)
        await act(request, job_id)
    except Problem as problem:
        return await _queue_page(request, Asked(), problem=problem.detail, status=problem.status)
    return RedirectResponse("/queue", status_code=HTTPStatus.SEE_OTHER)


@router.get("/queue/{job_id}")
async def details(request: Request, job_id: UUID) -> Response:
    return await _details(request, job_id, "details.html")


@router.get("/queue/{job_id}/details")
async def details_part(request: Request, job_id: UUID) -> Response:
    """The same without the page around it, for the script."""
    return await _details(request, job_id, "details_part.html")


async def _details(request: Request, job_id: UUID, template: str) -> Response:
    deps, owner, speaks = deps_of(request), owner_of(request), preferences_of(request).language
    job = await own_job(deps, owner, job_id)
    teller = await _teller(deps, owner, speaks, [job])
    row = teller.row(job)
    error = teller.error_text(job.error_code, job.error_message) if job.error_code else None
    return page(
        request,
        template,
        row=row,
        can_convert=row.can_convert,
        error=error,
        changed=await changed_inputs(deps, owner, job),
        versions=await versions_of(deps.jobs, owner, job),
        facts=_facts(row, speaks),
        doubts=await doubts_of(job, deps.blobs, speaks),
        steps=timeline(await deps.jobs.events(owner, job_id, limit=MAX_EVENTS), speaks, error=error),
    )


def _facts(row: Row, speaks: Language) -> list[tuple[str, str]]:
    job, say = row.job, speaks.gettext
    total = f"{job.currency or ''} {amount(job.total, speaks)}".strip() if job.total is not None else None
    facts = [
        (say("Seller"), job.seller),
        (say("Buyer"), job.buyer),
        (say("Number"), job.invoice_number),
        (say("Date"), job.invoice_date.isoformat() if job.invoice_date else None),
        (say("Total"), total),
        (say("Invoices"), str(job.invoice_count) if (job.invoice_count or 0) > 1 else None),
        (say("Output"), row.mapping_title),
        (say("Size"), row.size),
    ]
    return [(name, value) for name, value in facts if value]


# ---------------------------------------------------------------- what the page and its parts show


async def _found(request: Request, asked: Asked, cursor: str = "") -> Page:
    place = NextPage.read(cursor).place if cursor else None
    return await deps_of(request).jobs.list(
        owner_of(request),
        limit=ROWS_AT_ONCE + 1,
        wanted=asked.wanted,
        text=asked.q or None,
        before=place if isinstance(place, Place) else None,
    )


def _since(found: Page) -> Since:
    return Since(found.moment.epoch, found.moment.horizon)


def _cursor(found: Page) -> str | None:
    """Of the next page, if there is one."""
    if len(found.jobs) <= ROWS_AT_ONCE:
        return None
    last = found.jobs[ROWS_AT_ONCE - 1]
    return NextPage(_since(found), Place(last.created_at, last.id)).token()


async def _queue_page(
    request: Request, asked: Asked, cursor: str = "", *, status: int = HTTPStatus.OK, **told: object
) -> Response:
    deps, owner, preferences = deps_of(request), owner_of(request), preferences_of(request)
    found, offered = await _found(request, asked, cursor), await deps.offer.all_for(owner)
    chosen = preferences.mapping_among(offered, deps.reception.default_mapping)
    values: dict[str, Any] = {"notice": None, "notice_tone": "ok", "problem": None} | told
    values |= await _shared(request, asked, found.jobs[:ROWS_AT_ONCE], offered)
    return page(
        request,
        "queue.html",
        status,
        **values,
        is_elsewhere=not values["overview"].all and await was_taken_over(request),
        since=_since(found).token(),
        cursor=_cursor(found),
        mappings=offered,
        chosen=chosen,
        chosen_target=next((each.target for each in offered if each.name == chosen), None),
        sample_mapping=SAMPLE_MAPPING if SAMPLE_MAPPING in {each.name for each in offered} else chosen,
        max_mebibytes=deps.reception.rules.max_mebibytes,
        pdf_days=deps.page.pdf_days,
        xml_days=deps.page.xml_days,
        seller=None,
        seller_known=await deps.page.sellers.known(owner) is not None,
    )


async def _part(request: Request, asked: Asked, jobs: Sequence[Job], **values: Any) -> Response:
    offered = await deps_of(request).offer.all_for(owner_of(request))
    shared = await _shared(request, asked, jobs, offered)
    told = {"cursor": None, "deleted": [], "reset": False} | values
    return page(request, "changes.html", **shared, **told)


async def _shared(request: Request, asked: Asked, jobs: Sequence[Job], offered: Sequence[XmlMapping]) -> dict[str, Any]:
    deps, owner, speaks = deps_of(request), owner_of(request), preferences_of(request).language
    overview = await deps.jobs.overview(owner)
    teller = await _teller(deps, owner, speaks, jobs, offered)
    return {
        "owner_mark": mark_of(owner),
        "overview": overview,
        "filters": _filters(overview, speaks),
        "banner": banner_of(await deps.check_health(), speaks),
        "show": asked.show,
        "q": asked.q,
        "rows": [teller.row(job) for job in jobs],
    }


async def _teller(
    deps: Deps, owner: Owner, speaks: Language, jobs: Sequence[Job], offered: Sequence[XmlMapping] | None = None
) -> Teller:
    offered = await deps.offer.all_for(owner) if offered is None else offered
    is_active = any(job.status in ACTIVE_STATUSES for job in jobs)
    pauses = await deps.pauses.active() if is_active else ()
    return Teller(
        speaks,
        {mapping.name: mapping for mapping in offered},
        deps.max_attempts,
        pauses,
        {job.id: told for job in jobs if (told := await deps.estimates.of(job, pauses))},
    )


def _filters(overview: Overview, speaks: Language) -> list[tuple[str, str, int]]:
    return [(name, speaks.gettext(title), getattr(overview, name)) for name, (title, _) in FILTERS.items()]


def mark_of(owner: Owner) -> str:
    """By which a page knows that it still speaks for the same owner; tells nothing else."""
    return hashlib.sha256(f"page {owner.key}".encode()).hexdigest()[:16]


# ---------------------------------------------------------------- words for the form without scripts


def _counted(taken: Sequence[Taken]) -> str:
    refused = sum(1 for each in taken if each.refusal)
    reused = sum(1 for each in taken if each.deduped)
    return f"added={len(taken) - refused - reused}&reused={reused}&refused={refused}"


def _notice(added: int, reused: int, refused: int, speaks: Language) -> str | None:
    say = speaks.gettext
    parts = [
        say("{count} added.").format(count=added) if added else "",
        say("{count} already here.").format(count=reused) if reused else "",
        say("{count} refused, see below.").format(count=refused) if refused else "",
    ]
    return " ".join(part for part in parts if part) or None


def _taken_notice(taken: int, speaks: Language) -> str | None:
    if not taken:
        return None
    return speaks.ngettext(
        "{count} file of this browser is in your account now.",
        "{count} files of this browser are in your account now.",
        taken,
    ).format(count=taken)


def _for_people(error: BadUpload, request: Request) -> str:
    text = str(error)
    if text.startswith("There is no file"):
        return preferences_of(request).language.gettext("Choose at least one PDF file first.")
    return text
