"""What became of one job, from its row and its events, whoever owns it."""

from typing import Any
from uuid import UUID

from psycopg.rows import dict_row

from fakturo.store.pool import connect
from fakturo.store.statements import statements

SQL = statements("stories")


async def story_of(database_url: str, job_id: UUID) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """The job and its events, as far as they are not in the archive; None if there is no such job."""
    async with await connect(database_url, name="fakturo story") as connection:
        cursor = connection.cursor(row_factory=dict_row)
        job = await (await cursor.execute(SQL["job"], {"id": job_id})).fetchone()
        if job is None:
            return None
        return job, await (await cursor.execute(SQL["events"], {"id": job_id})).fetchall()
