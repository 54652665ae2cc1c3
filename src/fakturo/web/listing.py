"""Lists of jobs, what changed since, one job: whatever a client asks for again and again."""

import asyncio
import hashlib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Jobs, Page, Place, Wanted
from fakturo.web.cursors import NextPage, Since, read_since
from fakturo.web.deps import Deps, deps_of
from fakturo.web.schemas import EventAnswer, EventsAnswer, JobAnswer, JobsAnswer, OneJobAnswer, ProblemAnswer
from fakturo.web.sessions import owner_of
from fakturo.web.waiting import MOST_COUNTED, WaitingAnswer, why_waiting

DEFAULT_LIMIT, MAX_LIMIT = 50, 200
MAX_EVENTS = 1000
MAX_WAIT_SECONDS = 60
LOOK_AGAIN_SECONDS = 0.5
SINCE_OVERLAP = timedelta(minutes=1)
"""A job that commits late keeps an earlier time; a minute's repetition keeps `since` from missing it."""
ENDED = frozenset({Status.COMPLETE, Status.FAILED})

router = APIRouter(prefix="/api", responses={"4XX": {"model": ProblemAnswer}, "5XX": {"model": ProblemAnswer}})


@dataclass(frozen=True, slots=True)
class Question:
    wanted: Wanted
    text: str | None
    since: Since | datetime | None
    page: NextPage | None
    limit: int

    @property
    def of_changes(self) -> NextPage | None:
        """Where to go on, or begin, if changes are asked for and not a list."""
        if self.page:
            return self.page if isinstance(self.page.place, Change) else None
        return NextPage(self.since, Change(self.since.xid)) if isinstance(self.since, Since) else None


@router.get("/jobs", summary="Your jobs, newest first, or what changed", response_model=JobsAnswer)
async def list_jobs(
    request: Request,
    status: Annotated[list[Status] | None, Query(description="Only jobs in these.")] = None,
    review: Annotated[list[Review] | None, Query(description="Only these verdicts on results.")] = None,
    mapping: Annotated[list[str] | None, Query(description="Only these mappings.")] = None,
    error_code: Annotated[list[ErrorCode] | None, Query(description="Only jobs that failed with these.")] = None,
    q: Annotated[
        str | None, Query(max_length=200, description="Words of file name, invoice number, seller or buyer.")
    ] = None,
    since: Annotated[
        str | None,
        Query(max_length=300, description="`next_since` of an earlier answer: what changed. Or a time (ISO 8601)."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=300, description="`next_cursor` of the page before.")] = None,
) -> Response:
    """With `since` from an answer's `next_since`, nothing is missed: what changed comes in the order of its changes, as
    it is now, some of it perhaps twice; `deleted` names jobs that are gone. `reset` says that the service was restored
    from a backup: forget what you know, this is the list anew."""
    question = Question(
        Wanted(status, review, mapping, error_code),
        q,
        read_since(since) if since else None,
        NextPage.read(cursor) if cursor else None,
        limit,
    )
    answer = await _answer(deps_of(request).jobs, owner_of(request), question)
    return unless_known(request, answer, apart_from={"next_since"})


async def _answer(jobs: Jobs, owner: Owner, asked: Question) -> JobsAnswer:
    changes = asked.of_changes
    if changes is None:
        return await _list(jobs, owner, asked)
    assert isinstance(changes.place, Change)
    if asked.text is not None:
        raise Problem(ErrorCode.INVALID_REQUEST, "Changes can't be searched: leave out 'q', or give a time as 'since'.")
    found = await jobs.changes(owner, changes.place, limit=asked.limit + 1, wanted=asked.wanted)
    if found.epoch != changes.since.epoch:
        return await _list(jobs, owner, replace(asked, since=None, page=None), reset=True)
    return _answer_of(found, asked, [*found.changes])


async def _list(jobs: Jobs, owner: Owner, asked: Question, *, reset: bool = False) -> JobsAnswer:
    found = await jobs.list(
        owner,
        limit=asked.limit + 1,
        wanted=asked.wanted,
        text=asked.text,
        since=asked.since - SINCE_OVERLAP if isinstance(asked.since, datetime) else None,
        before=asked.page.place if asked.page and isinstance(asked.page.place, Place) else None,
    )
    return _answer_of(found, asked, [Place(job.created_at, job.id) for job in found.jobs], reset=reset)


def _answer_of(found: Page, asked: Question, places: Sequence[Place | Change], *, reset: bool = False) -> JobsAnswer:
    """One more was asked for than is shown: it says whether there is another page."""
    since = asked.page.since if asked.page else Since(found.epoch, found.horizon)
    shown, has_more = found.jobs[: asked.limit], len(found.jobs) > asked.limit
    return JobsAnswer(
        jobs=[JobAnswer.of(job) for job in shown if job.deleted_at is None],
        deleted=[job.id for job in shown if job.deleted_at is not None],
        active_count=found.active_count,
        next_cursor=NextPage(since, places[asked.limit - 1]).token() if has_more else None,
        next_since=since.token(),
        reset=reset,
    )


@router.get("/jobs/{job_id}", summary="One job", response_model=OneJobAnswer)
async def get_job(
    request: Request,
    job_id: UUID,
    wait: Annotated[
        int,
        Query(ge=0, le=MAX_WAIT_SECONDS, description="Answer when the job has ended, or after so many seconds."),
    ] = 0,
) -> Response:
    deps, owner = deps_of(request), owner_of(request)
    until = time.monotonic() + wait
    job = await own_job(deps, owner, job_id)
    while job.status not in ENDED and time.monotonic() < until and not await request.is_disconnected():
        await asyncio.sleep(min(LOOK_AGAIN_SECONDS, max(0.0, until - time.monotonic())))
        job = await own_job(deps, owner, job_id)
    return unless_known(request, OneJobAnswer(job=JobAnswer.of(job), waiting=await _waiting(deps, owner, job)))


async def _waiting(deps: Deps, owner: Owner, job: Job) -> WaitingAnswer | None:
    if job.status is not Status.QUEUED:
        return None
    ahead = await deps.jobs.ahead(owner, job.id, limit=MOST_COUNTED)
    return why_waiting(job, ahead, await deps.pauses.active())


@router.get("/jobs/{job_id}/events", summary="What happened to a job, oldest first")
async def get_events(request: Request, job_id: UUID) -> EventsAnswer:
    deps, owner = deps_of(request), owner_of(request)
    await own_job(deps, owner, job_id)
    events = await deps.jobs.events(owner, job_id, limit=MAX_EVENTS)
    return EventsAnswer(events=[EventAnswer.of(event) for event in events])


async def own_job(deps: Deps, owner: Owner, job_id: UUID) -> Job:
    if job := await deps.jobs.get(owner, job_id):
        return job
    if await deps.jobs.exists(job_id):
        raise Problem(ErrorCode.FORBIDDEN)
    raise Problem(ErrorCode.NOT_FOUND, "There is no such job.")


def unless_known(request: Request, answer: BaseModel, *, apart_from: Collection[str] = ()) -> Response:
    """The answer with its ETag, or 304 for who has it already. What names no more than the moment does not count."""
    told = hashlib.sha256(answer.model_dump_json(exclude=set(apart_from)).encode()).hexdigest()
    headers = {"ETag": f'W/"{told[:32]}"', "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(answer.model_dump_json(), media_type="application/json", headers=headers)
