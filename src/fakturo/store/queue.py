"""The worker's side of the queue: claim, extend, settle, reclaim. Nothing is written without its lease token."""

import json
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row

from fakturo.domain.errors import JOB_CODES, final_text
from fakturo.domain.findings import Findings
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Complete, Fail, FallBack, Release, Retry, Settlement, StoredDocument
from fakturo.store.pool import Pool
from fakturo.store.retention import RetentionRules
from fakturo.store.rows import rows_of
from fakturo.store.settling import Settling
from fakturo.store.signals import Tell, nobody
from fakturo.store.statements import statements
from fakturo.store.trouble import DATABASE_TROUBLE

SQL = statements("queue")
FROM_THE_START = datetime.min.replace(tzinfo=UTC)
LOOK_BACK_SECONDS = 1.0
LOW_WATER_SLACK = timedelta(seconds=10)
"""In the queue's virtual time. Whoever joins the line while we claim may stand a little before what we took."""
RECLAIM_BATCH = 100
PROMOTE_BATCH = 1000
LONGEST_RAW = 300_000
_FINDINGS = [column.name for column in fields(Findings)]
_FINAL_TEXTS = json.dumps({code: final_text(code) for code in JOB_CODES})


@dataclass(frozen=True, slots=True)
class Reclaimed:
    id: UUID
    owner_key: str
    mapping: str
    status: str
    attempt_count: int
    error_code: str | None


class Queue:
    def __init__(
        self, pool: Pool, *, worker: str, lease_ttl: timedelta, rules: RetentionRules, tell: Tell = nobody
    ) -> None:
        self._pool = pool
        self._tell = tell
        self._worker = worker
        self._lease_ttl = lease_ttl
        self._keep = {"pdf_ttl": rules.pdf_ttl, "xml_ttl": rules.xml_ttl}
        self._settling = Settling(pool, {"worker": worker, **self._keep})
        self._low_water: dict[str, datetime] = {}
        self._look_back_due = 0.0

    async def claim(self, pipeline: str, slots: int, *, trial: bool = False) -> Sequence[ClaimedJob]:
        """The next jobs in line. While there are more than we can take, it is looked from where we took the last ones:
        the index may still hold all that ever stood before them, if somebody keeps a snapshot open. Those who came back
        to an earlier place wait for the next look from the start, which is made when a claim comes back short, and
        once a second."""
        if time.monotonic() >= self._look_back_due:
            self._low_water.clear()
        low_water = self._low_water.get(pipeline, FROM_THE_START)
        claimed = await self._claim_from(low_water, pipeline, slots, trial=trial)
        if low_water != FROM_THE_START and len(claimed) < slots:
            low_water = FROM_THE_START
            try:
                claimed += await self._claim_from(low_water, pipeline, slots - len(claimed), trial=trial)
            except DATABASE_TROUBLE:
                if not claimed:  # what we have must begin now, not when its lease ran out
                    raise
        if low_water == FROM_THE_START:
            self._look_back_due = time.monotonic() + LOOK_BACK_SECONDS
        if len(claimed) == slots:
            self._low_water[pipeline] = max(job.place for job in claimed) - LOW_WATER_SLACK
        else:
            self._low_water.pop(pipeline, None)
        self._tell_all(job.owner_key for job in claimed)
        return claimed

    async def _claim_from(self, place: datetime, pipeline: str, slots: int, *, trial: bool) -> list[ClaimedJob]:
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=rows_of(ClaimedJob)) as cursor,
        ):
            await cursor.execute(
                SQL["claim"],
                {
                    "pipeline": pipeline,
                    "from_place": place,
                    "slots": slots,
                    "trial": trial,
                    "worker": self._worker,
                    "lease_ttl": self._lease_ttl,
                },
            )
            return await cursor.fetchall()

    async def extend(self, jobs: Collection[ClaimedJob]) -> set[UUID]:
        """Lengthens the leases that are still ours; the others are lost."""
        ids, tokens = [job.id for job in jobs], [job.lease_token for job in jobs]
        async with self._pool.connection() as connection:
            cursor = await connection.execute(
                SQL["extend"], {"ids": ids, "tokens": tokens, "lease_ttl": self._lease_ttl}
            )
            return {row[0] for row in await cursor.fetchall()}

    async def settle(self, job: ClaimedJob, settlement: Settlement, duration_ms: int) -> bool:
        """Applies the settlement if the lease is still ours; False means it was lost, and nothing was changed.

        Safe to repeat after a COMMIT whose answer never came: the second time finds no row under the token.
        """
        name, columns = _statement_for(settlement)
        columns["duration_ms"] = duration_ms
        applied = await self._settling.apply(SQL[name], job.id, job.lease_token, columns)
        self._tell(job.owner_key)
        if applied or not isinstance(settlement, FallBack):
            return applied
        return await self.settle(job, settlement.failure, duration_ms)  # there is no way back

    async def settled_by(self, job: ClaimedJob) -> bool:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["settled_by"], {"id": job.id, "token": job.lease_token})
            return await cursor.fetchone() is not None

    async def escalate(self, job: ClaimedJob, result_path: str) -> bool:
        """Has a language model read it, too. Best effort: a result in doubt stays one that a person looks at."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["escalate"], {"id": job.id, "result_path": result_path})
        self._tell(job.owner_key)
        return cursor.rowcount == 1

    async def promote(self, pipeline: str) -> int:
        """Puts jobs back in line whose retry is due, and says how many."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["promote"], {"pipeline": pipeline, "limit": PROMOTE_BATCH})
            owners = [row[0] for row in await cursor.fetchall()]
        self._tell_all(owners)
        return len(owners)

    async def reclaim(self, pipeline: str, *, max_attempts: int) -> Sequence[Reclaimed]:
        parameters = {
            "pipeline": pipeline,
            "max_attempts": max_attempts,
            "worker": self._worker,
            "limit": RECLAIM_BATCH,
            "final_texts": _FINAL_TEXTS,
        } | self._keep
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Reclaimed)) as cursor:
            await cursor.execute(SQL["reclaim"], parameters)
            reclaimed = await cursor.fetchall()
        self._tell_all(job.owner_key for job in reclaimed)
        return reclaimed

    def _tell_all(self, owner_keys: Iterable[str]) -> None:
        for key in set(owner_keys):
            self._tell(key)


def _storable(text: str | None) -> str | None:
    """No text of PostgreSQL's holds a NUL, and nobody reads more than so much."""
    return None if text is None else text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()[:LONGEST_RAW]


def document_columns(document: StoredDocument | None) -> dict[str, object]:
    return {
        "document_path": document.path if document else None,
        "document_bytes": document.bytes if document else None,
        "document_sha256": document.sha256 if document else None,
    }


def findings_columns(findings: Findings | None) -> dict[str, object]:
    columns = {name: getattr(findings, name) if findings else None for name in _FINDINGS}
    codes = list(findings.issue_codes) if findings else None
    return columns | {"found_words": findings.words() if findings else None, "issue_codes": codes}


def _statement_for(settlement: Settlement) -> tuple[str, dict[str, object]]:
    match settlement:
        case Complete(converted):
            return "complete", {
                "result_path": converted.result_path,
                "result_bytes": converted.result_bytes,
                "result_sha256": converted.result_sha256,
                "review": converted.review,
                **document_columns(converted.document),
                **findings_columns(converted.findings),
                "made_with": converted.made_with.told() if converted.made_with else None,
                "gateway_status": converted.gateway_status,
                "adopted": converted.adopted,
                "meta": converted.meta,
            }
        case Fail():
            return "fail", {
                "error_code": settlement.code,
                "error_message": settlement.message,
                "gateway_status": settlement.gateway_status,
                "meta": settlement.meta,
                "raw": _storable(settlement.raw),
            }
        case FallBack(failure):
            return "fall_back", {
                "error_code": failure.code,
                "gateway_status": failure.gateway_status,
                "meta": failure.meta | {"message": failure.message},
            }
        case Retry():
            return "retry", {
                "error_code": settlement.code,
                "delay": settlement.delay,
                "gateway_status": settlement.gateway_status,
                "crashes": int(settlement.crashed),
                "meta": settlement.meta,
            }
        case Release():
            return "release", {
                "reason": settlement.reason,
                "refund": int(settlement.refunds_attempt),
                "delay": settlement.delay,
                "error_code": settlement.code,
                "gateway_status": settlement.gateway_status,
            }
