"""Uploads on their way into the queue: one that comes alone by itself and at once, those that come together in one
statement (`together.py`)."""

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from fakturo.domain.findings import search_words
from fakturo.domain.job import Job, Owner, Status
from fakturo.store.pool import Pool
from fakturo.store.signals import WORK_IS_WAITING, Tell
from fakturo.store.standing import NoLongerSo, Standing
from fakturo.store.statements import statements
from fakturo.store.together import Together

SQL = statements("submitting")
MAKE_LAST = SQL["make_last"]
"""For whoever is told of a job that another has just handed in."""
ALONE_SECONDS = 0.03
"""An upload that comes so long after the last one of this process is the only one that anybody waits for."""
COMPANY_SECONDS = 0.005
"""Eight at once come every five milliseconds: without it nearly each would be a statement of its own."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """An upload, before it has a row."""

    id: UUID
    owner: Owner
    original_filename: str
    content_type: str
    bytes: int
    mapping: str
    mapping_version: int
    pipeline: str
    idempotency_key: str | None = None
    """The client's own name for this upload: sent again with it, it is the same upload."""
    request_id: str | None = None
    traceparent: str | None = None
    """Whoever works on it later belongs to this trace."""

    def parameters(self) -> dict[str, object]:
        columns: dict[str, object] = {name: getattr(self, name) for name in _COLUMNS_OF_NEW}
        columns["name_words"] = search_words(self.original_filename)
        columns |= {
            "owner_key": self.owner.key,
            "owner_session_id": self.owner.session_id,
            "user_id": self.owner.user_id,
        }
        return columns

    def queued(self, sha256: str, upload_path: str, times: Mapping[str, Any]) -> Job:
        """As it stands in line. The database says when that was; all the rest is as we wrote it."""
        columns: dict[str, Any] = {name: getattr(self, name) for name in _COLUMNS_OF_JOB}
        return Job(sha256=sha256, upload_path=upload_path, status=Status.QUEUED, **columns, **times)


_COLUMNS_OF_NEW = [column.name for column in fields(NewJob) if column.name != "owner"]
_COLUMNS_OF_JOB = [name for name in _COLUMNS_OF_NEW if name in Job.__dataclass_fields__]
_TIMES = ("created_at", "updated_at", "queued_at")

Times = Mapping[str, datetime]


@dataclass(frozen=True, slots=True)
class Terms:
    """On which an upload is taken. Those of the same terms share a statement."""

    standing: Standing | None
    """None: however uploads stand."""
    unless_converted: bool

    def parameters(self) -> dict[str, object]:
        told = self.standing.told if self.standing else None
        return {"as_told": self.standing is not None, "told": told, "unless_converted": self.unless_converted}


@dataclass(frozen=True, slots=True)
class _Upload:
    id: UUID
    told: str
    """All of it that is something, as JSON."""
    terms: Terms


class Submitting:
    def __init__(self, pool: Pool, call: Tell) -> None:
        self._pool = pool
        self._call = call
        self._last_came_at = -math.inf
        self._together = Together(self._say, company_seconds=COMPANY_SECONDS)

    async def submit(self, job_id: UUID, columns: Mapping[str, object], terms: Terms) -> Times | None:
        """When it was taken, if so. One that comes alone wakes the workers with its commit, and is made to last while
        they begin: if the server crashes meanwhile, they worked for nothing, and nobody was promised anything. Of
        several in a row the commits last, and workers are called for afterwards."""
        told = json.dumps({name: value for name, value in columns.items() if value is not None}, default=str)
        upload, is_alone = _Upload(job_id, told, terms), self._comes_alone()
        if is_alone:
            (end,) = await self._say([upload], call=WORK_IS_WAITING)
        else:
            end = await self._together.apply(terms, upload)
        if isinstance(end, NoLongerSo):
            raise end
        if end and not is_alone:
            self._call(WORK_IS_WAITING)
        return end

    def _comes_alone(self) -> bool:
        now, before = time.monotonic(), self._last_came_at
        self._last_came_at = now
        return now - before >= ALONE_SECONDS

    async def _say(self, uploads: Sequence[_Upload], call: str | None = None) -> list[Times | NoLongerSo | None]:
        given = {"uploads": f"[{','.join([each.told for each in uploads])}]", "call": call}
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["submit"], uploads[0].terms.parameters() | given)
            rows = await cursor.fetchall()
            if call is not None and rows[0][1] is not None:
                await connection.execute(MAKE_LAST)
        if not rows[0][0]:
            return [NoLongerSo() for _ in uploads]
        times = {row[1]: dict(zip(_TIMES, row[2:], strict=False)) for row in rows}
        return [times.get(each.id) for each in uploads]
