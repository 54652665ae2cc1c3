"""Kill -9 of the web process in the middle of uploads leaves no row without its file, and, once the janitor has been
there, no file without its row."""

import asyncio
import os
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from fakturo.blobs.base import Blobs
from fakturo.blobs.disk import DiskBlobs
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.worker import janitor
from fakturo.worker.janitor import Janitor, Swept
from tests.faults.killed_uploads import Uploads, broken_promises, files_below, strays, upload_under_kills
from tests.support.databases import Clock, Rows
from tests.support.s3 import running_s3
from tests.support.stack import Stack, open_directory

RULES = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))
TWO_DAYS_SECONDS = 2 * 24 * 3600


@pytest.fixture
def directory() -> Iterator[Path]:
    with open_directory("fakturo-kills-") as made:
        yield made


async def swept(pool: Pool, blobs: Blobs) -> Swept:
    done = await Janitor(Retention(pool, RULES, who="janitor"), blobs).sweep(now=True)
    assert done is not None
    return done


async def prove_on_disk(
    directory: Path, database_url: str, pool: Pool, clock: Clock, *, count: int, large: int, kills: int
) -> Uploads:
    rows = Rows(database_url)
    blobs = DiskBlobs({area: directory / area for area in ("uploads", "results")})
    async with Stack(database_url, directory) as stack:
        uploads = await upload_under_kills(stack, count=count, large=large, kills=kills, seed=5)
    assert await broken_promises(uploads, rows, blobs) == []
    assert await strays(rows, files_below(directory)), "no kill came at a bad moment: this run proves nothing"
    await asyncio.to_thread(age, directory)
    await swept(pool, blobs)
    await clock.advance(timedelta(days=8))
    await swept(pool, blobs)
    assert await strays(rows, files_below(directory)) == set()
    assert await broken_promises(uploads, rows, blobs) == []
    return uploads


def age(directory: Path) -> None:
    long_ago = time.time() - TWO_DAYS_SECONDS
    for name in files_below(directory):
        os.utime(directory / name, (long_ago, long_ago))


async def test_uploads_under_kills_leave_rows_and_files_that_agree(
    directory: Path, database_url: str, pool: Pool, clock: Clock
) -> None:
    await prove_on_disk(directory, database_url, pool, clock, count=16, large=0, kills=3)


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_three_hundred_uploads_under_kills_leave_rows_and_files_that_agree(
    directory: Path, database_url: str, pool: Pool, clock: Clock
) -> None:
    uploads = await prove_on_disk(directory, database_url, pool, clock, count=300, large=10, kills=20)
    print(f"\n{uploads}")  # noqa: T201
    assert uploads.begun >= 300
    assert len(uploads.acknowledged) >= 50, "between the kills there was time to work"


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_three_hundred_uploads_into_a_bucket_under_kills_leave_rows_and_objects_that_agree(
    directory: Path, database_url: str, pool: Pool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A janitor comes between: more orphans than a few at a time it takes for a mistake of whoever set it up, and an
    object store is slow enough to give many. Parts of an upload whose writer was killed are no objects; nobody sees
    them, and the same sweep ends them."""
    monkeypatch.setattr(janitor, "ORPHAN_SECONDS", 0.0)  # an object's age is the server's word
    rows, all_uploads, orphans = Rows(database_url), Uploads(), 0
    with running_s3(directory / "s3") as s3:
        blobs = s3.blobs("kills")
        async with Stack(database_url, directory) as stack:
            for day in range(6):
                settings = s3.settings("kills")
                uploads = await upload_under_kills(stack, count=50, large=2, kills=4, seed=day, **settings)
                all_uploads.add(uploads)
                orphans += (await swept(pool, blobs)).orphans
        assert await broken_promises(all_uploads, rows, blobs) == []
        assert orphans, "no kill came at a bad moment: this run proves nothing"
        await clock.advance(timedelta(days=8))
        await swept(pool, blobs)
        objects = {path async for path in blobs.old_files(older_than_seconds=-60)}
        assert await strays(rows, objects) == set()
        assert await broken_promises(all_uploads, rows, blobs) == []
    print(f"\n{all_uploads} orphans={orphans}")  # noqa: T201
    assert files_below(directory) == set(), "nothing went to the disk instead"
