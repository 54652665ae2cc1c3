"""Anybody's job: found, looked at, its files checked, and put right by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.blobs.base import BlobDamaged, BlobMissing, read_checked
from fakturo.domain.errors import JOB_CODES, ErrorCode
from fakturo.domain.job import Owner, Status
from fakturo.http.problems import Problem
from fakturo.store.signals import LEASE_ENDED, WORK_IS_WAITING
from fakturo.web.admin.entry import AdminRoute, Operator, admin_of, require_operator
from fakturo.web.admin.overview import done_text
from fakturo.web.deps import Deps, deps_of
from fakturo.web.page.forms import fields_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page

MOST_SHOWN = 100
MOST_EVENTS = 200
MOST_REQUEUED = 1000
"""At once; asked again, the next."""
WITHIN = {"1": mark("the last hour"), "24": mark("the last 24 hours"), "168": mark("the last 7 days")}
STATES: dict[str, tuple[str, Sequence[Status] | None]] = {
    "": (mark("Any state"), None),
    "active": (mark("Active"), (Status.UPLOADED, Status.QUEUED, Status.PROCESSING)),
    "processing": (mark("Converting…"), (Status.PROCESSING,)),
    "failed": (mark("Failed"), (Status.FAILED,)),
    "complete": (mark("Ready"), (Status.COMPLETE,)),
}
OK, MISSING, DAMAGED, UNREACHABLE = mark("as it should be"), mark("missing"), mark("damaged"), mark("can't be read now")

By = Annotated[Operator, Depends(require_operator)]
router = APIRouter(include_in_schema=False, route_class=AdminRoute)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    what: str
    verdict: str
    is_ok: bool


@router.get("/admin/jobs")
async def search(
    request: Request,
    operator: By,
    q: Annotated[str, Query(max_length=200)] = "",
    state: Literal["", "active", "processing", "failed", "complete"] = "",
    code: ErrorCode | Literal[""] = "",
    done: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    wanted = {"statuses": STATES[state][1], "code": code or None, "text": q.strip(), "limit": MOST_SHOWN}
    found = await admin_of(request).operations.find(**wanted)  # type: ignore[arg-type]
    return page(
        request,
        "admin_jobs.html",
        operator=operator,
        jobs=found,
        q=q,
        state=state,
        states={name: title for name, (title, _) in STATES.items()},
        code=code,
        codes=sorted(JOB_CODES),
        within=WITHIN,
        most=MOST_REQUEUED,
        done=done_text(request, done),
    )


@router.get("/admin/jobs/{job_id}")
async def look(
    request: Request, operator: By, job_id: UUID, done: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    return await _job_page(request, operator, job_id, done=done_text(request, done))


@router.post("/admin/jobs/{job_id}/recheck")
async def recheck(request: Request, operator: By, job_id: UUID) -> Response:
    """Reads every file of the job to its end. A result that is surely gone is let go of, as a sweep would do."""
    row = await _row(request, job_id)
    files = await check_files(deps_of(request), row)
    bad = [file.what for file in files if not file.is_ok]
    await admin_of(request).operations.record(operator.name, "recheck", str(job_id), bad=bad)
    return await _job_page(request, operator, job_id, files=files)


@router.post("/admin/jobs/{job_id}/{action}")
async def act(
    request: Request, operator: By, job_id: UUID, action: Literal["retry", "requeue", "clear-lease", "expire"]
) -> Response:
    operations, row = admin_of(request).operations, await _row(request, job_id)
    match action:
        case "retry":
            done = await _retry(deps_of(request), Owner.of_key(row["owner_key"]), job_id) and "retried"
        case "requeue":
            done = await operations.hurry(job_id) and "retried"
        case "clear-lease":
            done = await operations.clear_lease(job_id) and "cleared"
        case "expire":
            done = await operations.expire(job_id) and "expired"
    if done:
        await operations.record(operator.name, action, str(job_id), status=row["status"])
        deps_of(request).notifier.call(LEASE_ENDED if action == "clear-lease" else WORK_IS_WAITING)
    return RedirectResponse(f"/admin/jobs/{job_id}?done={done or 'refused'}", status_code=HTTPStatus.SEE_OTHER)


@router.post("/admin/requeue")
async def requeue(request: Request, operator: By) -> Response:
    """Failed jobs of many owners, by code and time."""
    form, deps, admin = await fields_of(request), deps_of(request), admin_of(request)
    code, within = form.get("code", ""), form.get("within", "")
    if within not in WITHIN or (code and code not in JOB_CODES):
        raise Problem(ErrorCode.INVALID_REQUEST)
    span = timedelta(hours=int(within))
    found = await admin.operations.failed_jobs(ErrorCode(code) if code else None, span, limit=MOST_REQUEUED)
    retried = [job_id for job_id, owner in found if await _retry(deps, owner, job_id)]
    await admin.operations.record(operator.name, "requeue", code, hours=int(within), jobs=len(retried))
    deps.notifier.call(WORK_IS_WAITING)
    return RedirectResponse(f"/admin/jobs?done=requeued:{len(retried)}", status_code=HTTPStatus.SEE_OTHER)


async def _retry(deps: Deps, owner: Owner, job_id: UUID) -> bool:
    """Whether it is in line now; a live twin that does the same work counts as refused."""
    retried = await deps.jobs.retry(owner, job_id)
    return retried is not None and not retried[1]


async def _row(request: Request, job_id: UUID) -> dict[str, Any]:
    row = await admin_of(request).operations.job(job_id)
    if row is None:
        raise Problem(ErrorCode.NOT_FOUND)
    return row


async def check_files(deps: Deps, row: dict[str, Any]) -> list[CheckedFile]:
    named = (
        ("PDF", row["upload_path"], row["bytes"], row["sha256"]),
        ("XML", row["result_path"], row["result_bytes"], row["result_sha256"]),
        ("JSON", row["document_path"], row["document_bytes"], row["document_sha256"]),
    )
    checked = [await _checked(deps, *each) for each in named if each[1]]
    if any(file.what == "XML" and file.verdict == MISSING for file in checked):
        await deps.jobs.mark_vanished(UUID(row["id"]), row["result_path"])
    return checked


async def _checked(deps: Deps, what: str, path: str, size: int, sha256: str) -> CheckedFile:
    try:
        async for _ in await read_checked(deps.blobs, path, size=size, sha256=sha256):
            pass
    except BlobMissing:
        return CheckedFile(what, MISSING, is_ok=False)
    except BlobDamaged:
        return CheckedFile(what, DAMAGED, is_ok=False)
    except OSError:
        return CheckedFile(what, UNREACHABLE, is_ok=False)
    return CheckedFile(what, OK, is_ok=True)


async def _job_page(
    request: Request, operator: Operator, job_id: UUID, *, files: Sequence[CheckedFile] = (), done: str = ""
) -> Response:
    operations, row = admin_of(request).operations, await _row(request, job_id)
    speaks = preferences_of(request).language
    return page(
        request,
        "admin_job.html",
        operator=operator,
        job=row,
        events=await operations.events(job_id, limit=MOST_EVENTS),
        files=[(file.what, speaks.gettext(file.verdict), file.is_ok) for file in files],
        done=done,
    )
