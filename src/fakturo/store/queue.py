"""The worker's side of the queue: claim, extend, settle, reclaim. Nothing is written without its lease token."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import timedelta
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from fakturo.domain.errors import JOB_CODES, final_text
from fakturo.domain.findings import Findings
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Complete, Fail, Release, Retry, Settlement, StoredDocument
from fakturo.store.pool import Pool
from fakturo.store.retention import RetentionRules
from fakturo.store.statements import statements

SQL = statements("queue")
RECLAIM_BATCH = 100
PROMOTE_BATCH = 1000
_FINAL_TEXTS = json.dumps({code: final_text(code) for code in JOB_CODES})


@dataclass(frozen=True, slots=True)
class Reclaimed:
    id: UUID
    status: str
    attempt_count: int
    error_code: str | None


class Queue:
    def __init__(self, pool: Pool, *, worker: str, lease_ttl: timedelta, rules: RetentionRules) -> None:
        self._pool = pool
        self._worker = worker
        self._lease_ttl = lease_ttl
        self._keep = {"pdf_ttl": rules.pdf_ttl, "xml_ttl": rules.xml_ttl}

    async def claim(self, pipeline: str, slots: int, *, trial: bool = False) -> Sequence[ClaimedJob]:
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(ClaimedJob)) as cursor,
        ):
            await cursor.execute(
                SQL["claim"],
                {
                    "pipeline": pipeline,
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
        name, parameters = _statement_for(settlement)
        ours = {"id": job.id, "token": job.lease_token, "worker": self._worker, "duration_ms": duration_ms}
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL[name], parameters | ours | self._keep)
            return cursor.rowcount == 1

    async def settled_by(self, job: ClaimedJob) -> bool:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["settled_by"], {"id": job.id, "token": job.lease_token})
            return await cursor.fetchone() is not None

    async def promote(self, pipeline: str) -> int:
        """Puts jobs back in line whose retry is due, and says how many."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["promote"], {"pipeline": pipeline, "limit": PROMOTE_BATCH})
            return cursor.rowcount

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
            return await cursor.fetchall()


def _document(document: StoredDocument | None) -> dict[str, object]:
    return {
        "document_path": document.path if document else None,
        "document_bytes": document.bytes if document else None,
        "document_sha256": document.sha256 if document else None,
    }


def _findings(findings: Findings | None) -> dict[str, object]:
    columns = {column.name: getattr(findings, column.name) if findings else None for column in fields(Findings)}
    return columns | {"found_words": findings.words() if findings else None}


def _statement_for(settlement: Settlement) -> tuple[str, dict[str, object]]:
    match settlement:
        case Complete(converted):
            return "complete", {
                "result_path": converted.result_path,
                "result_bytes": converted.result_bytes,
                "result_sha256": converted.result_sha256,
                "review": converted.review,
                **_document(converted.document),
                **_findings(converted.findings),
                "gateway_status": converted.gateway_status,
                "adopted": converted.adopted,
            }
        case Fail():
            return "fail", {
                "error_code": settlement.code,
                "error_message": settlement.message,
                "gateway_status": settlement.gateway_status,
                "meta": Jsonb(settlement.meta),
            }
        case Retry():
            return "retry", {
                "error_code": settlement.code,
                "delay": settlement.delay,
                "gateway_status": settlement.gateway_status,
                "crashes": int(settlement.crashed),
                "meta": Jsonb(settlement.meta),
            }
        case Release():
            return "release", {
                "reason": settlement.reason,
                "refund": int(settlement.refunds_attempt),
                "delay": settlement.delay,
                "error_code": settlement.code,
                "gateway_status": settlement.gateway_status,
            }
