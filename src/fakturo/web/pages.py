"""The queue page: hand files in, watch them, fetch the XML. Whole without JavaScript; a script refreshes the list."""

from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from fakturo.http.problems import Problem
from fakturo.web import api
from fakturo.web.deps import deps_of, refuse_while_paused
from fakturo.web.health import Health
from fakturo.web.receive import BadUpload
from fakturo.web.sessions import owner_of
from fakturo.web.words import row_of

MAX_FILES_PER_FORM = 100
MINUTE = 60
ROWS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Banner:
    strong: str
    text: str
    next_check: str


router = APIRouter(include_in_schema=False)
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@router.get("/")
@router.get("/queue")
async def queue(
    request: Request,
    added: Annotated[int, Query(ge=0)] = 0,
    reused: Annotated[int, Query(ge=0)] = 0,
    refused: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    return await _page(request, notice=_notice(added, reused, refused))


@router.post("/queue")
async def upload(request: Request) -> Response:
    """The form of a browser without JavaScript: many files at once, then back to the list."""
    try:
        await refuse_while_paused(deps_of(request))
        taken = await deps_of(request).reception.take_many(request, owner_of(request), max_files=MAX_FILES_PER_FORM)
    except BadUpload as error:
        return await _page(request, problem=_for_people(error), status=HTTPStatus.BAD_REQUEST)
    except Problem as problem:
        return await _page(request, problem=problem.detail, status=problem.status)
    refused = sum(1 for each in taken if each.refusal)
    reused = sum(1 for each in taken if each.deduped)
    added = len(taken) - refused - reused
    return RedirectResponse(f"/queue?added={added}&reused={reused}&refused={refused}", status_code=HTTPStatus.SEE_OTHER)


@router.post("/queue/{job_id}/retry")
async def retry(request: Request, job_id: UUID) -> Response:
    try:
        await api.retry(request, job_id)
    except Problem as problem:
        return await _page(request, problem=problem.detail, status=problem.status)
    return RedirectResponse("/queue", status_code=HTTPStatus.SEE_OTHER)


async def _page(
    request: Request, *, notice: str | None = None, problem: str | None = None, status: int = HTTPStatus.OK
) -> Response:
    deps, owner = deps_of(request), owner_of(request)
    page = await deps.jobs.list(owner, limit=ROWS_SHOWN)
    mappings = await deps.offer.all_for(owner)
    versions = {mapping.name: mapping.version for mapping in mappings}
    html = _templates.get_template("queue.html").render(
        rows=[row_of(job, max_attempts=deps.max_attempts, versions=versions) for job in page.jobs],
        active_count=page.active_count,
        mappings=mappings,
        default_mapping=deps.reception.default_mapping,
        max_mebibytes=deps.reception.rules.max_mebibytes,
        rows_shown=ROWS_SHOWN,
        notice=notice,
        problem=problem,
        banner=banner_of(await deps.check_health(), now=datetime.now(UTC)),
    )
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def banner_of(health: Health, *, now: datetime) -> Banner | None:
    """Why nothing is being converted at the moment, or soon may not be, if so."""
    for breaker in health.breakers:
        if breaker.state == "open":
            due = max(0, round((breaker.due_at - now).total_seconds())) if breaker.due_at else 0
            return Banner("Converter busy.", "Jobs will resume automatically.", f"Next check in {_span(due)}")
    for pause in health.pauses:
        if pause.reason == "breaker":
            continue  # its trials are under way
        return Banner("Paused.", f"{pause.why} Jobs will resume automatically.", "")
    for warning in health.warnings:
        return Banner("Warning.", warning, "")
    return None


def _span(seconds: int) -> str:
    return f"{seconds} s" if seconds < 2 * MINUTE else f"{round(seconds / MINUTE)} min"


def _notice(added: int, reused: int, refused: int) -> str | None:
    parts = [
        f"{added} added." if added else "",
        f"{reused} already here." if reused else "",
        f"{refused} refused, see below." if refused else "",
    ]
    return " ".join(part for part in parts if part) or None


def _for_people(error: BadUpload) -> str:
    text = str(error)
    return "Choose at least one PDF file first." if text.startswith("There is no file") else text
