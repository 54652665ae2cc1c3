"""What operators see of everybody's jobs, and do by hand: each action is recorded with who did it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import structlog
from psycopg.rows import class_row, dict_row
from psycopg.types.json import Jsonb

from fakturo.background import in_background
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Owner, Status
from fakturo.store.pool import Pool
from fakturo.store.signals import Tell, nobody
from fakturo.store.statements import statements
from fakturo.store.trouble import DATABASE_TROUBLE

SQL = statements("operations")
LOOK_SECONDS = 5.0
T = TypeVar("T")
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a chart."""

    at: datetime
    """Its end."""
    depth: int
    """Jobs under way."""
    done: int
    failed: int
    median_seconds: float | None
    slow_seconds: float | None
    """Nineteen of twenty were ready sooner."""
    paused: bool


@dataclass(frozen=True, slots=True)
class Failures:
    error_code: str
    jobs: int
    retriable: int


@dataclass(frozen=True, slots=True)
class Process:
    process: str
    version: str
    slots: int
    began_at: datetime
    seen_at: datetime
    is_silent: bool
    jobs: list[str]
    busy_since: datetime | None
    done: int

    @property
    def is_worker(self) -> bool:
        return self.slots > 0


@dataclass(frozen=True, slots=True)
class FoundJob:
    id: UUID
    owner_key: str
    original_filename: str
    mapping: str
    mapping_version: int
    pipeline: str
    status: str
    review: str | None
    error_code: str | None
    last_error_code: str | None
    attempt_count: int
    retry_after: datetime | None
    leased_by: str | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    expired_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeenOwner:
    owner_key: str
    name: str | None
    """Of an account."""
    jobs: int
    active: int
    last_upload_at: datetime
    keys: int
    is_ended: bool

    @property
    def is_session(self) -> bool:
        return self.owner_key.startswith("session:")

    @property
    def is_account(self) -> bool:
        return self.owner_key.startswith("account:")


@dataclass(frozen=True, slots=True)
class Action:
    at: datetime
    who: str
    action: str
    subject: str
    detail: dict[str, Any]


class Operations:
    def __init__(self, pool: Pool, *, tell: Tell = nobody) -> None:
        self._pool = pool
        self._tell = tell

    async def series(self, step: timedelta, steps: int) -> Sequence[Step]:
        return await self._all(Step, "series", {"step": step, "steps": steps})

    async def time_to_ready(self, within: timedelta) -> float | None:
        """Half of all that became ready were so sooner; None if nothing was."""
        ((median,),) = [row.values() for row in await self._rows("time_to_ready", {"within": within})]
        return None if median is None else float(median)

    async def failures(self, within: timedelta) -> Sequence[Failures]:
        return await self._all(Failures, "failures", {"within": within})

    async def processes(self) -> Sequence[Process]:
        return await self._all(Process, "processes", {})

    async def find(
        self, *, statuses: Collection[Status] | None, code: ErrorCode | None, text: str | None, limit: int
    ) -> Sequence[FoundJob]:
        chosen = [*statuses] if statuses else None
        wanted: dict[str, object] = {"statuses": chosen, "code": code, "text": text or None, "limit": limit}
        return await self._all(FoundJob, "find", wanted)

    async def job(self, job_id: UUID) -> dict[str, Any] | None:
        """All columns, whosever it is."""
        rows = await self._rows("job", {"id": job_id})
        return rows[0]["columns"] if rows else None

    async def events(self, job_id: UUID, *, limit: int) -> Sequence[dict[str, Any]]:
        """Newest first."""
        return await self._rows("events", {"id": job_id, "limit": limit})

    async def clear_lease(self, job_id: UUID) -> bool:
        """False: nobody holds it."""
        return await self._changed("clear_lease", job_id)

    async def hurry(self, job_id: UUID) -> bool:
        """False: it does not wait for another try."""
        return await self._changed("hurry", job_id)

    async def expire(self, job_id: UUID) -> bool:
        """False: it is not finished, or has no files."""
        return await self._changed("expire", job_id)

    async def failed_jobs(self, code: ErrorCode | None, within: timedelta, *, limit: int) -> list[tuple[UUID, Owner]]:
        rows = await self._rows("failed_jobs", {"code": code, "within": within, "limit": limit})
        return [(row["id"], Owner.of_key(row["owner_key"])) for row in rows]

    async def pause(self, what: str, *, who: str, why: str) -> None:
        await self._rows("pause", {"what": what, "who": who, "why": why})

    async def resume(self, what: str) -> bool:
        return bool(await self._rows("resume", {"what": what}))

    async def probe_now(self, pipeline: str) -> bool:
        return bool(await self._rows("probe_now", {"pipeline": pipeline}))

    async def owners(self, *, limit: int) -> Sequence[SeenOwner]:
        return await self._all(SeenOwner, "owners", {"limit": limit})

    async def end_session(self, owner_key: str) -> int:
        """How many keys were revoked with it."""
        return len(await self._rows("end_session", {"owner_key": owner_key}))

    async def end_account_sessions(self, owner_key: str) -> int:
        """How many keys were revoked with them."""
        return len(await self._rows("end_account_sessions", {"owner_key": owner_key}))

    async def ended_sessions(self) -> frozenset[str]:
        return frozenset(row["owner_key"] for row in await self._rows("ended_sessions", {}))

    async def record(self, who: str, action: str, subject: str = "", **detail: object) -> None:
        said = {"who": who, "action": action, "subject": subject, "detail": Jsonb(detail)}
        await self._rows("record", said)
        log.warning("operator", action=action, subject=subject)

    async def actions(self, *, limit: int) -> Sequence[Action]:
        return await self._all(Action, "actions", {"limit": limit})

    async def _changed(self, name: str, job_id: UUID) -> bool:
        rows = await self._rows(name, {"id": job_id})
        for row in rows:
            self._tell(row["owner_key"])
        return bool(rows)

    async def _all(self, kind: type[T], name: str, parameters: dict[str, object]) -> Sequence[T]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(kind)) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchall()

    async def _rows(self, name: str, parameters: dict[str, object]) -> Sequence[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchall() if cursor.description else []


class EndedSessions:
    """Whom not to let in any more, kept in memory: every request asks."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations
        self._ended: frozenset[str] = frozenset()

    def __contains__(self, owner_key: object) -> bool:
        return owner_key in self._ended

    async def look(self) -> None:
        self._ended = await self._operations.ended_sessions()

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        await self.look()
        async with in_background(self._look_for_ever(), name="ended sessions"):
            yield

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(*DATABASE_TROUBLE):  # until it answers again, those that we know of
                await self.look()
