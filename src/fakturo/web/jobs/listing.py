"""Lists of jobs, what changed since, one job: whatever a client asks for again and again."""

import hashlib
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Any, Self, TypeVar
from uuid import UUID

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from fakturo.convert.mapping import UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Jobs, Moment, Page, Place, Wanted
from fakturo.web.answers import api_router
from fakturo.web.cursors import NextPage, Since, read_since
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.estimates import ACTIVE, EstimatesAnswer
from fakturo.web.jobs.versions import versions_of
from fakturo.web.jobs.waiting import MOST_COUNTED, WaitingAnswer, why_waiting
from fakturo.web.live.changes import Changes
from fakturo.web.schemas import EventAnswer, EventsAnswer, JobAnswer, JobsAnswer, OneJobAnswer

DEFAULT_LIMIT, MAX_LIMIT = 50, 200
MAX_EVENTS = 1000
MAX_WAIT_SECONDS = 60
LOOK_AGAIN_SECONDS = 2.0
"""Even if no change was heard of."""
SINCE_OVERLAP = timedelta(minutes=1)
"""A job that commits late keeps an earlier time; a minute's repetition keeps `since` from missing it."""
T = TypeVar("T")
KNOWN: dict[int | str, dict[str, Any]] = {304: {"description": "What your `If-None-Match` names is still true."}}
ENDED = frozenset({Status.COMPLETE, Status.FAILED})

router = api_router()


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


@router.get("/jobs", summary="Your jobs, newest first, or what changed", response_model=JobsAnswer, responses=KNOWN)
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
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="Jobs on a page.")] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=300, description="`next_cursor` of the page before.")] = None,
) -> Response:
    """With `since` from an answer's `next_since`, nothing is missed: what changed comes in the order of its changes, as
    it is now, some of it perhaps twice; `deleted` names jobs that are gone. `reset` says that the service was restored
    from a backup: forget what you know, this is the list anew."""
    question = Question(
        Wanted(_each(status), _each(review), _each(mapping), _each(error_code)),
        (q or "").strip() or None,
        read_since(since) if since else None,
        NextPage.read(cursor) if cursor else None,
        limit,
    )
    deps, owner = deps_of(request), owner_of(request)
    if nothing := _nothing_new(deps.changes, owner, question):
        return unless_known(request, *body_and_etag(nothing, apart_from={"next_since"}))

    async def load() -> ReadyAnswer:
        return ReadyAnswer.of(*await _answer(deps.jobs, owner, question))

    found = await deps.changes.remembered(owner.key, question, load)
    return unless_known(request, found.body, found.etag)


def _each(values: Iterable[T] | None) -> tuple[T, ...] | None:
    return None if values is None else tuple(values)


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """To be sent, and sent again."""

    body: bytes
    etag: str
    moment: Moment

    @property
    def size(self) -> int:
        return len(self.body)

    @classmethod
    def of(cls, answer: JobsAnswer, moment: Moment) -> Self:
        return cls(*body_and_etag(answer, apart_from={"next_since"}), moment)


def _nothing_new(changes: Changes, owner: Owner, asked: Question) -> JobsAnswer | None:
    """Who asks every other second what changed is told so without a look, while it is known that nothing did."""
    if not isinstance(asked.since, Since) or asked.page or asked.text is not None:
        return None
    moment = changes.quiet(owner.key, asked.since.epoch, asked.since.xid)
    if moment is None:
        return None
    since = Since(moment.epoch, max(asked.since.xid, moment.horizon))
    return JobsAnswer(jobs=[], active_count=moment.active_count, next_cursor=None, next_since=since.token())


async def _answer(jobs: Jobs, owner: Owner, asked: Question) -> tuple[JobsAnswer, Moment]:
    changes = asked.of_changes
    if changes is None:
        return await _list(jobs, owner, asked)
    assert isinstance(changes.place, Change)
    if asked.text is not None:
        raise Problem(ErrorCode.INVALID_REQUEST, "Changes can't be searched: leave out 'q', or give a time as 'since'.")
    found = await jobs.changes(owner, changes.place, limit=asked.limit + 1, wanted=asked.wanted)
    if found.moment.epoch != changes.since.epoch:
        return await _list(jobs, owner, replace(asked, since=None, page=None), reset=True)
    return _answer_of(found, asked, [*found.changes])


async def _list(jobs: Jobs, owner: Owner, asked: Question, *, reset: bool = False) -> tuple[JobsAnswer, Moment]:
    found = await jobs.list(
        owner,
        limit=asked.limit + 1,
        wanted=asked.wanted,
        text=asked.text,
        since=asked.since - SINCE_OVERLAP if isinstance(asked.since, datetime) else None,
        before=asked.page.place if asked.page and isinstance(asked.page.place, Place) else None,
    )
    return _answer_of(found, asked, [Place(job.created_at, job.id) for job in found.jobs], reset=reset)


def _answer_of(
    found: Page, asked: Question, places: Sequence[Place | Change], *, reset: bool = False
) -> tuple[JobsAnswer, Moment]:
    """One more was asked for than is shown: it says whether there is another page."""
    since = asked.page.since if asked.page else Since(found.moment.epoch, found.moment.horizon)
    shown, has_more = found.jobs[: asked.limit], len(found.jobs) > asked.limit
    answer = JobsAnswer(
        jobs=[JobAnswer.of(job) for job in shown if job.deleted_at is None],
        deleted=[job.id for job in shown if job.deleted_at is not None],
        active_count=found.active_count,
        next_cursor=NextPage(since, places[asked.limit - 1]).token() if has_more else None,
        next_since=since.token(),
        reset=reset,
    )
    return answer, found.moment


@router.get("/jobs/{job_id}", summary="One job", response_model=OneJobAnswer, responses=KNOWN)
async def get_job(
    request: Request,
    job_id: UUID,
    wait: Annotated[
        int,
        Query(ge=0, le=MAX_WAIT_SECONDS, description="Answer when the job has ended, or after so many seconds."),
    ] = 0,
) -> Response:
    """With `wait`, the answer comes as soon as the job is complete or failed. Of a queued one, `waiting` says why."""
    deps, owner = deps_of(request), owner_of(request)
    until = time.monotonic() + wait
    while True:
        version = deps.changes.version(owner.key)
        job, left = await own_job(deps, owner, job_id), until - time.monotonic()
        if job.status in ENDED or left <= 0 or deps.changes.is_over or await request.is_disconnected():
            break
        await deps.changes.wait(owner.key, version, min(left, LOOK_AGAIN_SECONDS))
    answer = OneJobAnswer(
        job=JobAnswer.of(job),
        waiting=await _waiting(deps, owner, job),
        estimate=await deps.estimates.of(job, await deps.pauses.active()) if job.status not in ENDED else None,
        versions=await versions_of(deps.jobs, owner, job),
        changed_inputs=list(await changed_inputs(deps, owner, job)),
    )
    return unless_known(request, *body_and_etag(answer))


async def changed_inputs(deps: Deps, owner: Owner, job: Job) -> Collection[Input]:
    """Since its result was made. A mapping that is no longer offered is not what it would be made with."""
    if job.status is not Status.COMPLETE:
        return ()
    try:
        return await deps.today.changed_since(job, owner, await deps.offer.pick(job.mapping, owner))
    except UnknownMapping:
        return ()


async def _waiting(deps: Deps, owner: Owner, job: Job) -> WaitingAnswer | None:
    if job.status is not Status.QUEUED:
        return None
    ahead = await deps.jobs.ahead(owner, job.id, limit=MOST_COUNTED)
    return why_waiting(job, ahead, await deps.pauses.active())


@router.get("/estimates", summary="How long your jobs will still take")
async def get_estimates(request: Request) -> EstimatesAnswer:
    """Of those that are waiting or being converted."""
    deps = deps_of(request)
    found = await deps.jobs.list(owner_of(request), limit=MAX_LIMIT, wanted=Wanted(ACTIVE))
    pauses = await deps.pauses.active()
    told_of = {job.id: await deps.estimates.of(job, pauses) for job in found.jobs}
    return EstimatesAnswer(estimates={job_id: each for job_id, each in told_of.items() if each})


@router.get("/jobs/{job_id}/events", summary="What happened to a job, oldest first")
async def get_events(request: Request, job_id: UUID) -> EventsAnswer:
    """One for every change of its status, and for downloads."""
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


def body_and_etag(answer: BaseModel, *, apart_from: Collection[str] = ()) -> tuple[bytes, str]:
    """As it is sent. What names no more than the moment does not count for the ETag."""
    counts = hashlib.sha256(answer.model_dump_json(exclude=set(apart_from)).encode()).hexdigest()
    return answer.model_dump_json().encode(), f'W/"{counts[:32]}"'


def unless_known(request: Request, body: bytes, etag: str) -> Response:
    """The answer, or 304 for who has it already."""
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
