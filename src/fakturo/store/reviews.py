"""What people do with results: save them corrected, approve them, split a file into its invoices."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg.rows import scalar_row
from psycopg.types.json import Jsonb

from fakturo.domain.corrections import Change
from fakturo.domain.job import Job, Owner
from fakturo.domain.transitions import Converted
from fakturo.store.job_rows import job_row
from fakturo.store.pool import Pool
from fakturo.store.queue import document_columns, findings_columns
from fakturo.store.signals import Tell, nobody
from fakturo.store.statements import statements

SQL = statements("reviews")


class Reviews:
    def __init__(self, pool: Pool, *, tell: Tell = nobody) -> None:
        self._pool = pool
        self._tell = tell

    async def save(
        self,
        owner: Owner,
        job: Job,
        made: Converted,
        *,
        saved_by: str,
        changes: Sequence[Change],
        approved: bool,
        told: Mapping[str, Any],
    ) -> Job | None:
        """The next version of the job's result; None if somebody else was quicker."""
        return await self._one(
            "save",
            owner,
            job,
            {
                "saved_by": saved_by,
                "changed_fields": Jsonb([asdict(change) for change in changes]),
                "review": made.review,
                "made_with": Jsonb(made.made_with.told()) if made.made_with else None,
                "result_path": made.result_path,
                "result_bytes": made.result_bytes,
                "result_sha256": made.result_sha256,
                **document_columns(made.document),
                **findings_columns(made.findings),
                "approved": approved,
                "told": Jsonb(told),
            },
        )

    async def approve(self, owner: Owner, job: Job, told: Mapping[str, Any]) -> Job | None:
        """As it is; None if it is another by now, or approved already."""
        return await self._one("approve", owner, job, {"told": Jsonb(told)})

    async def split(self, owner: Owner, job: Job, parts: Sequence[UUID]) -> Job | None:
        """None if it was split before."""
        return await self._one("split", owner, job, {"split_into": [*parts]})

    async def waiting(self, owner: Owner, *, limit: int) -> Sequence[UUID]:
        """Results that somebody should look at, oldest first."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=scalar_row) as cursor:
            await cursor.execute(SQL["waiting"], {"owner_key": owner.key, "limit": limit})
            return await cursor.fetchall()

    async def seconds_since_conversion(self, job: Job) -> float | None:
        """None if that is archived already."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=scalar_row) as cursor:
            await cursor.execute(SQL["since_conversion"], {"id": job.id})
            return await cursor.fetchone()

    async def _one(self, name: str, owner: Owner, job: Job, parameters: Mapping[str, object]) -> Job | None:
        whose = {"owner_key": owner.key, "id": job.id, "version": job.version}
        async with self._pool.connection() as connection, connection.cursor(row_factory=job_row) as cursor:
            await cursor.execute(SQL[name], {**whose, **parameters})
            changed = await cursor.fetchone()
        self._tell(owner.key)
        return changed
