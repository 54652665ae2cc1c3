"""The web's side of the queue: uploads go in, their owners look at them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.errors import UniqueViolation
from psycopg.rows import dict_row

from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import search_words
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.domain.versions import Version
from fakturo.store import retention
from fakturo.store.job_rows import job_row, page_row, version_of
from fakturo.store.pool import Pool
from fakturo.store.signals import Tell, nobody
from fakturo.store.standing import Standing
from fakturo.store.statements import statements
from fakturo.store.submitting import MAKE_LAST, NewJob, Submitting, Terms

SQL = statements("jobs")
MAX_SUBMIT_ROUNDS = 5
"""A twin may fail or expire between our insert and our look at it; then we try again, but not for ever."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What a job is converted with."""

    mapping_version: int
    pipeline: str
    mapping: str | None = None
    """None: as before."""

    def parameters(self) -> dict[str, object]:
        return {name.name: getattr(self, name.name) for name in fields(self)}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of the list ended."""

    created_at: datetime
    id: UUID


BEFORE_ALL = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Change:
    """Where a reader of changes stands: the transaction, and the last job of it that was seen."""

    xid: int
    id: UUID = BEFORE_ALL


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is narrowed down to; None means any."""

    statuses: Collection[Status] | None = None
    reviews: Collection[Review] | None = None
    mappings: Collection[str] | None = None
    codes: Collection[ErrorCode] | None = None

    def parameters(self) -> dict[str, object]:
        given = {column.name: getattr(self, column.name) for column in fields(self)}
        return {name: None if each is None else [str(value) for value in each] for name, each in given.items()}


ANY = Wanted()


@dataclass(frozen=True, slots=True)
class Moment:
    """How an owner's jobs stood when they were looked at."""

    epoch: UUID
    """Which life of the database: a restore begins another."""
    horizon: int
    """Who follows changes from here on misses none that was not seen at this moment."""
    latest: int
    """The last transaction that had changed one of them; 0 if there are none."""
    active_count: int


@dataclass(frozen=True, slots=True)
class Page:
    """Jobs of one moment."""

    jobs: Sequence[Job]
    moment: Moment
    changes: Sequence[Change]
    """Of each job, the last."""

    @property
    def active_count(self) -> int:
        return self.moment.active_count


@dataclass(frozen=True, slots=True)
class Overview:
    """How many jobs an owner has: all, and of each kind that the page tells apart."""

    all: int
    active: int
    ready: int
    review: int
    failed: int
    mean_seconds: float | None
    """How long the last twenty took."""


class Jobs:
    def __init__(self, pool: Pool, *, tell: Tell = nobody, call: Tell = nobody) -> None:
        """`call` wakes workers when uploads were queued that did not do so themselves."""
        self._pool = pool
        self._tell = tell
        self._submitting = Submitting(pool, call)

    async def submit(
        self,
        job: NewJob,
        *,
        sha256: str,
        upload_path: str,
        unless_converted: bool = False,
        standing: Standing | None = None,
    ) -> tuple[Job, bool]:
        """Queues the upload, or finds its live twin, or the one that had its key: the job, and whether it was there.

        `unless_converted`, a twin counts also if it was converted with another version of the mapping. With a standing,
        only while that is so; otherwise NoLongerSo.
        """
        parameters = job.parameters() | {"sha256": sha256, "upload_path": upload_path}
        terms = Terms(standing, unless_converted)
        for _ in range(MAX_SUBMIT_ROUNDS):
            try:
                if times := await self._submitting.submit(job.id, parameters, terms):
                    self._tell(job.owner.key)
                    return job.queued(sha256, upload_path, times), False
            except UniqueViolation:  # of the key: the same upload was sent twice at once
                if earlier := await self.find_by_key(job):
                    return earlier, True
            if twin := await self._to_tell("find_twin", parameters):
                return twin, True
        raise RuntimeError("a twin of the upload keeps appearing and vanishing")

    async def find_twin(self, job: NewJob, *, sha256: str) -> Job | None:
        return await self._to_tell("find_twin", job.parameters() | {"sha256": sha256})

    async def find_by_key(self, job: NewJob) -> Job | None:
        return await self._to_tell("find_by_key", job.parameters()) if job.idempotency_key else None

    async def remember_key(self, job: NewJob, answered_with: UUID) -> None:
        if job.idempotency_key:
            parameters = {"idempotency_key": job.idempotency_key, "job_id": answered_with}
            async with self._pool.connection() as connection:
                await connection.execute(SQL["remember_key"], parameters)

    async def refuse(self, job: NewJob, *, code: ErrorCode, message: str) -> Job:
        refused = await self._one("refuse", job.parameters() | {"error_code": code, "error_message": message})
        assert refused is not None
        self._tell(job.owner.key)
        return refused

    async def get(self, owner: Owner, job_id: UUID) -> Job | None:
        return await self._one("get", _of(owner) | {"id": job_id})

    async def get_many(self, owner: Owner, job_ids: Sequence[UUID]) -> Sequence[Job]:
        """Those of them that are the owner's, in no order."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=job_row) as cursor:
            await cursor.execute(SQL["get_many"], _of(owner) | {"ids": [*job_ids]})
            return await cursor.fetchall()

    async def existing(self, job_ids: Sequence[UUID]) -> Collection[UUID]:
        """Those that anybody has."""
        return {row["id"] for row in await self._rows("existing", {"ids": [*job_ids]})} if job_ids else ()

    async def exists(self, job_id: UUID) -> bool:
        return bool(await self._rows("exists", {"id": job_id}))

    async def list(
        self,
        owner: Owner,
        *,
        limit: int,
        wanted: Wanted = ANY,
        text: str | None = None,
        since: datetime | None = None,
        before: Place | None = None,
    ) -> Page:
        """Newest first; with a text, those that have all its words in their file name, number, seller or buyer."""
        parameters = wanted.parameters() | {
            "limit": limit,
            "since": since,
            "before_created_at": before.created_at if before else None,
            "before_id": before.id if before else None,
        }
        if text is None:
            return await self._page("list", owner, parameters)
        return await self._page("find", owner, parameters | {"words": _query(owner, text)})

    async def changes(self, owner: Owner, after: Change, *, limit: int, wanted: Wanted = ANY) -> Page:
        """What changed from there on, deleted jobs too, each as it is now."""
        parameters = wanted.parameters() | {"limit": limit, "after_xid": str(after.xid), "after_id": after.id}
        return await self._page("changes", owner, parameters)

    async def _page(self, name: str, owner: Owner, parameters: dict[str, object]) -> Page:
        async with self._pool.connection() as connection, connection.cursor(row_factory=page_row) as cursor:
            await cursor.execute(SQL[name], parameters | _of(owner))
            rows = await cursor.fetchall()
        head, found = rows[0][0], [(job, Change(int(changed), job.id)) for _, job, changed in rows if job]
        moment = Moment(head["epoch"], int(head["horizon"]), int(head["latest"] or 0), head["active"])
        return Page([job for job, _ in found], moment, [change for _, change in found])

    async def changed_from(self, horizons: Mapping[str, int]) -> tuple[UUID, Collection[str]]:
        """Which of these owners have jobs that changed from a transaction on; and in which life of the database."""
        horizon_of = {"owners": [*horizons], "horizons": [str(xid) for xid in horizons.values()]}
        rows = await self._rows("changed_from", {**horizon_of})
        return rows[0]["epoch"], {row["owner_key"] for row in rows if row["owner_key"]}

    async def ahead(self, owner: Owner, job_id: UUID, *, limit: int) -> int:
        """How many stand in line before it, counted up to the limit."""
        (row,) = await self._rows("ahead", _of(owner) | {"id": job_id, "limit": limit})
        return int(row["ahead"])

    async def overview(self, owner: Owner) -> Overview:
        (row,) = await self._rows("overview", _of(owner))
        return Overview(**row)

    async def events(self, owner: Owner, job_id: UUID, *, limit: int) -> Sequence[dict[str, Any]]:
        """The last of them, oldest first."""
        return (await self._rows("events", _of(owner) | {"id": job_id, "limit": limit}))[::-1]

    async def raw_answer(self, owner: Owner, job_id: UUID) -> str | None:
        rows = await self._rows("raw_answer", _of(owner) | {"id": job_id})
        return str(rows[0]["text"]) if rows else None

    async def retry(self, owner: Owner, job_id: UUID, pin: Pin | None = None) -> tuple[Job, bool] | None:
        """Queues a failed job again, or finds its live twin: the job, and whether it is the twin. None: it may not.

        It keeps its mapping's version unless it is pinned to another.
        """
        parameters = _of(owner) | {
            "id": job_id,
            **(pin.parameters() if pin else dict.fromkeys(("mapping", "mapping_version", "pipeline"))),
        }
        for _ in range(MAX_SUBMIT_ROUNDS):
            if twin := await self._to_tell("find_twin_of", parameters):
                return twin, True
            try:
                retried = await self._one("retry", parameters)
            except UniqueViolation:
                continue  # a twin came between
            self._tell(owner.key)
            return (retried, False) if retried else None
        raise RuntimeError("a twin of the job keeps appearing and vanishing")

    async def convert_again(
        self, owner: Owner, job: Job, pin: Pin, *, because: Collection[Input] = (), upload_path: str | None = None
    ) -> tuple[Job, bool] | None:
        """Queues a finished job for another version of its result, or finds the live twin that it would become: the
        job, and whether it is the twin. None: it is no longer what it was, or its PDF is gone, and none was given."""
        parameters = _of(owner) | pin.parameters() | {"id": job.id, "version": job.version}
        given = {"upload_path": upload_path, "because": [str(each) for each in because]}
        for _ in range(MAX_SUBMIT_ROUNDS):
            try:
                queued = await self._one("convert_again", parameters | given)
            except UniqueViolation:
                if twin := await self._to_tell("find_twin_of", parameters):
                    return twin, True
                continue
            self._tell(owner.key)
            return (queued, False) if queued else None
        raise RuntimeError("a twin of the job keeps appearing and vanishing")

    async def versions(self, owner: Owner, job_id: UUID) -> Sequence[Version]:
        """Earlier ones, the first first."""
        return [version_of(row) for row in await self._rows("versions", _of(owner) | {"id": job_id})]

    async def directory_state(self, owner: Owner) -> str:
        (row,) = await self._rows("directory_state", _of(owner))
        return str(row["state"])

    async def waiting_reviews(self, owner_key: str, *, limit: int) -> Sequence[tuple[UUID, Owner, Collection[Input]]]:
        """That were made before the last change of their directory or templates, and of which; of all owners, if the
        key is everybody's."""
        rows = await self._rows("waiting_reviews", {"owner_key": owner_key, "limit": limit})
        return [(row["id"], Owner(row["owner_key"]), [Input(each) for each in row["because"]]) for row in rows]

    async def delete(self, owner: Owner, *job_ids: UUID) -> dict[UUID, bool]:
        """Those that are gone now, and whether each was being worked on."""
        rows = await self._rows("delete", _of(owner) | {"ids": [*job_ids]})
        self._tell(owner.key)
        return {row["id"]: row["was_running"] for row in rows}

    async def mark_vanished(self, job_id: UUID, result_path: str) -> None:
        """As a sweep would, if it came by now."""
        await retention.mark_vanished(self._pool, job_id, result_path)

    async def record_download(self, owner: Owner, *job_ids: UUID) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["record_downloads"], _of(owner) | {"ids": [*job_ids]})
        self._tell(owner.key)

    async def record_version_download(self, owner: Owner, job_id: UUID, number: int) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["record_version_download"], _of(owner) | {"id": job_id, "number": number})

    async def _one(self, name: str, parameters: dict[str, object]) -> Job | None:
        async with self._pool.connection() as connection, connection.cursor(row_factory=job_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchone()

    async def _to_tell(self, name: str, parameters: dict[str, object]) -> Job | None:
        """One that somebody is told is theirs, though another upload made it: it may have come this very moment, and
        has to last as if it were the answer to the first."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=job_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            if job := await cursor.fetchone():
                await connection.execute(MAKE_LAST)
            return job

    async def _rows(self, name: str, parameters: dict[str, object]) -> Sequence[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchall()


def _of(owner: Owner) -> dict[str, object]:
    return {"owner_key": owner.key}


def _query(owner: Owner, text: str) -> str:
    """Each word may go on. A text without words is found nowhere."""
    key = owner.key.replace("\\", r"\\").replace("'", "''")
    words = [f"'{word}':*" for word in search_words(text)] or ["'@'"]
    return " & ".join([f"'@{key}'", *words])
