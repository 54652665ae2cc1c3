"""Connections that are handed out are alive, and are not asked about that every time."""

import pytest
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from fakturo.store.pool import open_pool
from tests.support.databases import Rows


async def test_a_connection_that_was_ended_is_replaced_and_no_other_is_asked(
    database_url: str, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    ask = AsyncConnectionPool.check_connection

    async def counted(connection: AsyncConnection) -> None:
        asked.append(connection)
        await ask(connection)

    monkeypatch.setattr(AsyncConnectionPool, "check_connection", counted)
    async with open_pool(database_url, name="fakturo test", max_size=1, check=True) as pool:
        for _ in range(10):
            async with pool.connection() as connection:
                cursor = await connection.execute("SELECT pg_backend_pid()")
                (first,) = await cursor.fetchone() or (0,)
        assert not asked
        await rows.all("SELECT pg_terminate_backend(%s, 10000)", first)
        async with pool.connection() as connection:
            cursor = await connection.execute("SELECT pg_backend_pid()")
            (second,) = await cursor.fetchone() or (0,)
    assert second != first
    assert len(asked) == 1
