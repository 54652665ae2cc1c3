"""A server that crashed gives numbers of transactions again: those of commits that did not wait for the disk.

Whoever followed an owner's jobs may have been told a place beyond them, and would miss what gets these numbers next. A
crash ends all connections, so it is enough to look on each new one, before anything is read on it.
"""

from psycopg import AsyncConnection

from fakturo.store.statements import statements

SQL = statements("crashes")


async def notice_crash(connection: AsyncConnection) -> None:
    """For `open_pool(first=…)`, of those who tell readers a place in the feed."""
    await connection.execute(SQL["notice_crash"])
