"""What may go, and when: rows lose their paths here, files go later."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from fakturo.store.pool import Pool
from fakturo.store.statements import statements
from fakturo.store.turns import Turn

SQL = statements("retention")
BATCH = 100
REDATE_BATCH = 1000


@dataclass(frozen=True, slots=True)
class RetentionRules:
    pdf_ttl: timedelta
    xml_ttl: timedelta
    xml_goes_after_download: bool = False
    every: timedelta = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Forecast:
    pdfs: int
    results: int
    trash: int


@dataclass(frozen=True, slots=True)
class NamedResult:
    id: UUID
    result_path: str


class Retention:
    def __init__(self, pool: Pool, rules: RetentionRules, *, who: str) -> None:
        self._pool = pool
        self._rules = rules
        self._turn = Turn(pool, "retention", who=who, every=rules.every)

    async def begin(self, *, now: bool = False) -> bool:
        """Whether it is our turn; `now` means even if no sweep is due."""
        return await self._turn.begin(now=now)

    async def go_on(self) -> bool:
        return await self._turn.go_on()

    async def end(self) -> None:
        await self._turn.end()

    async def expire_pdfs(self) -> int:
        """Of one batch; 0 when there is nothing left."""
        due = {"ttl": self._rules.pdf_ttl, "limit": BATCH, "reason": "retention"}
        return len(await self._ids("expire_pdfs", due))

    async def expire_results(self) -> int:
        return len(await self._ids("expire_results", self._results_due()))

    async def expire_versions(self) -> int:
        """Earlier results of jobs that were converted again."""
        return len(await self._ids("expire_versions", self._results_due()))

    def _results_due(self) -> dict[str, Any]:
        return {
            "ttl": self._rules.xml_ttl,
            "after_download": self._rules.xml_goes_after_download,
            "limit": BATCH,
            "reason": "retention",
        }

    async def redate(self) -> None:
        """After the rules have changed, rows say so."""
        rules, after = {"pdf_ttl": self._rules.pdf_ttl, "xml_ttl": self._rules.xml_ttl}, UUID(int=0)
        while (
            len(changed := await self._ids("redate", {**rules, "after": after, "limit": REDATE_BATCH})) == REDATE_BATCH
        ):
            after = max(changed)
            await self.go_on()

    async def forget(self) -> None:
        """What was kept for a while and is of no use any more."""
        async with self._pool.connection() as connection:
            await connection.execute(SQL["forget_limits"])
            await connection.execute(SQL["forget_keys"])
            await connection.execute(SQL["forget_raw_answers"], {"ttl": self._rules.pdf_ttl})

    async def due_trash(self) -> list[str]:
        return [str(path) for path in await self._ids("due_trash", {"limit": BATCH})]

    async def empty_trash(self, paths: Sequence[str]) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["empty_trash"], {"paths": list(paths)})

    async def postpone_trash(self, path: str) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["postpone_trash"], {"path": path})

    async def trash_orphans(self, paths: Sequence[str]) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["trash_orphans"], {"paths": list(paths)})

    async def unnamed(self, paths: Sequence[str]) -> list[str]:
        """Which of them no row names."""
        return [str(path) for path in await self._ids("unnamed", {"paths": list(paths)})]

    async def named_results(self, after: UUID) -> Sequence[NamedResult]:
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(NamedResult)) as cursor,
        ):
            await cursor.execute(SQL["named_results"], {"after": after, "limit": BATCH})
            return await cursor.fetchall()

    async def mark_vanished(self, result: NamedResult) -> None:
        await mark_vanished(self._pool, result.id, result.result_path)

    async def forecast(self) -> Forecast:
        parameters = {
            "pdf_ttl": self._rules.pdf_ttl,
            "xml_ttl": self._rules.xml_ttl,
            "after_download": self._rules.xml_goes_after_download,
        }
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Forecast)) as cursor:
            await cursor.execute(SQL["forecast"], parameters)
            row = await cursor.fetchone()
        assert row
        return row

    async def _ids(self, name: str, parameters: dict[str, Any]) -> list[Any]:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL[name], parameters)
            return [row[0] for row in await cursor.fetchall()]


async def mark_vanished(pool: Pool, job_id: UUID, path: str) -> None:
    """Nothing happens if the job's result is elsewhere by now."""
    async with pool.connection() as connection:
        await connection.execute(SQL["mark_vanished"], {"id": job_id, "path": path})
