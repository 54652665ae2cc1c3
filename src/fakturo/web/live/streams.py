"""Streams of what changes, as it happens, that go on where the client was cut off.

Nothing is queued for a client. A stream reads the owner's changes when there are some and the client has taken what was
sent before; until then several changes of a job are one. Whoever reads nothing at all is cut off by the connection's
own bounds, comes back with `Last-Event-ID`, and gets what was missed.
"""

import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

import structlog
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner
from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Jobs, Page
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.web.cursors import Followed
from fakturo.web.live.changes import Changes
from fakturo.web.schemas import JobAnswer

log = structlog.get_logger()

KEEP_ALIVE_SECONDS = 15.0
RETRY_MS = (1000, 4000)
"""When a client comes back. Not all at once, if all were cut off at once."""
PAGE_JOBS = 100
MOST_OF_AN_OWNER = 20
MOST_SENT_KEPT = 10_000
TRY_AGAIN_SECONDS = 30
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Streams:
    """Those that are open in this process."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def open(self, stream: "Stream") -> Response:
        key = stream.owner.key
        if self._open[key] >= MOST_OF_AN_OWNER:
            detail = f"You have {MOST_OF_AN_OWNER} streams open. Close one, or ask for the list instead."
            raise Problem(ErrorCode.RATE_LIMITED, detail, headers={"Retry-After": str(TRY_AGAIN_SECONDS)})
        if self._open.total() >= self._most:
            detail = "Too many streams are open here. Ask for the list instead, and try again in a moment."
            raise Problem(ErrorCode.PAUSED, detail, headers={"Retry-After": str(TRY_AGAIN_SECONDS)})
        return _LiveResponse(stream, self._counted(key))

    @contextlib.contextmanager
    def _counted(self, key: str) -> Iterator[None]:
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


class _LiveResponse(StreamingResponse):
    def __init__(self, stream: "Stream", counted: contextlib.AbstractContextManager[None]) -> None:
        super().__init__(stream.events(), media_type="text/event-stream", headers=HEADERS)
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._counted:
            await super().__call__(scope, receive, send)


@dataclass(slots=True)
class Stream:
    jobs: Jobs
    changes: Changes
    owner: Owner
    at: Followed | None
    """Up to where all was sent; None before the first look."""
    is_welcome: Callable[[], Awaitable[bool]]
    """Whether whoever asked may still be told: a stream may last longer than a key or a session."""
    _active_count: int | None = None
    _sent: dict[UUID, int] = field(default_factory=dict)
    """What comes again with the next look, since an older transaction may still commit before it."""

    async def events(self) -> AsyncIterator[bytes]:
        yield f"retry: {random.randint(*RETRY_MS)}\n\n".encode()  # noqa: S311
        try:
            while not self.changes.is_over and await self.is_welcome():
                version = self.changes.version(self.owner.key)
                async for news in self._news():
                    yield news
                if not await self.changes.wait(self.owner.key, version, KEEP_ALIVE_SECONDS):
                    yield b": keep-alive\n\n"
        except DATABASE_TROUBLE as error:
            log.warning("stream_ended", reason=type(error).__name__)  # the client comes back by itself

    async def _news(self) -> AsyncIterator[bytes]:
        """All that changed since the last look."""
        start = self.at or await self._now()
        place, safe = start.place, start
        while True:
            page = await self._page(place)
            if page.moment.epoch != start.epoch:
                self.at, self._sent = await self._now(), {}
                yield _event("reset", self.at, {})
                return
            if place == start.place:  # of several pages, the first one's moment is what counts
                safe = start.moved_to(page.moment.horizon)
            if told := b"".join(self._told(page, start, safe)):
                yield told
            if len(page.jobs) < PAGE_JOBS:
                break
            place = page.changes[-1]
        self.at = safe
        self._sent = {each: xid for each, xid in self._sent.items() if xid >= safe.place.xid}
        if page.moment.active_count != self._active_count:
            self._active_count = page.moment.active_count
            yield _event("active", safe, {"active_count": self._active_count})

    def _told(self, page: Page, start: Followed, safe: Followed) -> Iterator[bytes]:
        for job, change in zip(page.jobs, page.changes, strict=True):
            is_settled = change.xid < safe.place.xid  # nothing can come before it any more
            if self._sent.get(job.id) == change.xid:
                continue
            if not is_settled and len(self._sent) < MOST_SENT_KEPT:
                self._sent[job.id] = change.xid
            yield _job_event(job, Followed(start.epoch, change) if is_settled else safe)

    async def _page(self, place: Change) -> Page:
        return await self.changes.read(self.owner.key, lambda: self.jobs.changes(self.owner, place, limit=PAGE_JOBS))

    async def _now(self) -> Followed:
        moment = (await self.jobs.list(self.owner, limit=0)).moment
        return Followed(moment.epoch, Change(moment.horizon))


def _job_event(job: Job, at: Followed) -> bytes:
    if job.deleted_at is not None:
        return _event("deleted", at, {"id": str(job.id)})
    return _block("job", at, JobAnswer.of(job).model_dump_json())


def _event(kind: str, at: Followed, data: dict[str, object]) -> bytes:
    return _block(kind, at, json.dumps(data))


def _block(kind: str, at: Followed, data: str) -> bytes:
    return f"event: {kind}\nid: {at.token()}\ndata: {data}\n\n".encode()
