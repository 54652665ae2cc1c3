"""A server that crashed: numbers of transactions that nobody had to wait for are given again."""

import signal
from pathlib import Path

from fakturo.processes import stop
from fakturo.store.crashes import notice_crash
from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.jobs import Change, Jobs
from fakturo.store.migrate import migrate
from fakturo.store.pool import open_pool
from tests.support.jobs import ALICE, submit

LAZY = {"wal_writer_delay": "10s", "wal_writer_flush_after": "1GB", "autovacuum": "off"}
"""What no commit waits for reaches the disk late, as on a machine with much else to do."""


async def test_after_a_crash_no_earlier_place_in_the_feed_counts(directory: Path) -> None:
    postgres = EmbeddedPostgres(directory, extra=LAZY)
    await postgres.start()
    try:
        await migrate(postgres.url)
        async with open_pool(postgres.url, name="test", max_size=1, first=notice_crash) as pool:
            jobs = Jobs(pool)
            await submit(jobs, 1)
            async with pool.connection() as connection:
                await connection.execute("SET synchronous_commit = off")
                for _ in range(50):
                    await connection.execute("SELECT pg_current_xact_id()")
            seen = (await jobs.list(ALICE, limit=10)).moment
            assert postgres.process
            await stop(postgres.process, (signal.SIGQUIT, 10))
        await postgres.start()
        async with open_pool(postgres.url, name="test", max_size=1, first=notice_crash) as pool:
            jobs = Jobs(pool)
            changed = await submit(jobs, 2)
            page = await jobs.changes(ALICE, Change(seen.horizon), limit=10)
            is_told = changed.id in [job.id for job in page.jobs]
            assert is_told or page.moment.epoch != seen.epoch
    finally:
        await postgres.stop()


async def test_a_server_that_was_stopped_by_the_book_keeps_readers_places(directory: Path) -> None:
    postgres = EmbeddedPostgres(directory)
    epochs = []
    try:
        for _ in range(2):
            await postgres.start()
            await migrate(postgres.url)
            async with open_pool(postgres.url, name="test", max_size=2, min_size=2, first=notice_crash) as pool:
                epochs.append((await Jobs(pool).list(ALICE, limit=1)).moment.epoch)
            await postgres.stop()
    finally:
        await postgres.stop()
    assert epochs[0] == epochs[1]
