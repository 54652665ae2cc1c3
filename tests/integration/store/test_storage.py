"""Which processes say that they run, and what they can read."""

import time

from fakturo.store.pool import open_pool
from fakturo.store.storage import StoredFiles, announced


async def test_who_is_announced_is_known_until_its_end(database_url: str) -> None:
    async with open_pool(database_url, name="fakturo test", max_size=1) as pool:
        async with announced(pool, "web 1", ["s3://b/p", "disk"]):
            (reader,) = await StoredFiles(pool).readers()
            assert (reader.process, reader.stores) == ("web 1", ["s3://b/p", "disk"])
        assert await StoredFiles(pool).readers() == []


async def test_a_process_does_not_wait_at_its_end_for_a_database_that_is_gone(database_url: str) -> None:
    """Killed with its database, web would otherwise be there for as long as the pool waits."""
    async with open_pool(database_url, name="fakturo test", max_size=1, patience_seconds=240) as pool:
        async with announced(pool, "web 1", ["disk"]):
            only_connection = await pool.getconn()
            began = time.monotonic()
        took = time.monotonic() - began
        await pool.putconn(only_connection)
    assert took < 60, "the pool itself would wait for four minutes"
