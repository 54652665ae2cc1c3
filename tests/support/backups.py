"""A database with files that is lived in, backed up and restored."""

import contextlib
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from fakturo.archive.archiver import Archiver
from fakturo.backup.manifest import Manifest
from fakturo.backup.restore import check, restore
from fakturo.backup.take import take
from fakturo.blobs.base import Blobs, put, result_path, sidecar_path, upload_path
from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import GoodsRecord, Record
from fakturo.directory.rows import new_goods, new_party, new_unit
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob, Job
from fakturo.domain.transitions import Complete, Converted, Fail
from fakturo.store.archives import Archives
from fakturo.store.directory import Directory
from fakturo.store.jobs import Pin
from fakturo.store.migrate import tables
from fakturo.store.pool import Pool
from fakturo.store.turns import Turn
from tests.support.databases import Rows
from tests.support.jobs import ALICE, jobs_of, new_job, queue_of

FATE_OF_A_RESTORE = {"jobs": ["changed_xid", "attempt_count", "lease_expires_at"], "feed_epoch": ["epoch", "since"]}


@contextlib.contextmanager
def quietly(_: str, __: int | None = None) -> Iterator[Callable[[], None]]:
    yield lambda: None


@dataclass
class House:
    """A database and its files."""

    url: str
    pool: Pool
    blobs: Blobs
    rows: Rows = field(init=False)

    def __post_init__(self) -> None:
        self.rows = Rows(self.url)

    async def submit(self, content: bytes) -> Job:
        new = new_job(size=len(content))
        path = self.blobs.place(upload_path(new.id))
        written = await put(self.blobs, path, content)
        job, _ = await jobs_of(self.pool).submit(new, sha256=written.sha256, upload_path=path)
        return job

    async def claim(self) -> ClaimedJob:
        (claimed,) = await queue_of(self.pool).claim("gateway", 1)
        return claimed

    async def complete(self, content: bytes) -> Job:
        await self.submit(content)
        return await self._convert(content)

    async def convert_again(self, job: Job, content: bytes) -> Job:
        assert await jobs_of(self.pool).convert_again(ALICE, job, Pin(1, "gateway"))
        return await self._convert(content)

    async def _convert(self, content: bytes) -> Job:
        claimed = await self.claim()
        path = self.blobs.place(result_path(claimed.id, claimed.attempt_count, claimed.lease_token))
        written = await put(self.blobs, path, b"<xml/>" + content)
        await put(self.blobs, sidecar_path(path), b"{}")
        await queue_of(self.pool).settle(claimed, Complete(Converted(path, written.size, written.sha256, 200)), 1)
        job = await jobs_of(self.pool).get(ALICE, claimed.id)
        assert job
        return job

    async def fail(self) -> None:
        await self.submit(b"%PDF-1.7 bad")
        await queue_of(self.pool).settle(await self.claim(), Fail(ErrorCode.GW_4XX, "no\tgood\n\\N"), 1)

    async def live_in(self) -> None:
        """One of everything: complete, converted again, failed, deleted, processing, queued, and an archive."""
        await self.complete(b"%PDF-1.7 complete")
        await self.convert_again(await self.complete(b"%PDF-1.7 again"), b"anew")
        await self.fail()
        await jobs_of(self.pool).delete(ALICE, (await self.complete(b"%PDF-1.7 deleted")).id)
        await self.submit(b"%PDF-1.7 processing")
        await self.claim()
        await self.submit(b"%PDF-1.7 queued")
        archiver = Archiver(
            Archives(self.pool), self.blobs, Turn(self.pool, "archive", who="x"), ttl=timedelta(days=-1)
        )
        assert await archiver.archive()
        await self.know_somebody()

    async def know_somebody(self) -> None:
        directory = Directory(self.pool)
        record = Record("PT Maju", aliases=("Maju",), tin="0012345674012000")
        await directory.save_parties(ALICE.key, [new_party(record)])
        await directory.save_units("*", [new_unit(UnitAlias("pcs", "UM.0021"))])
        await directory.save_goods("*", new_goods(GoodsEntry("SW-1", "wall switch", GoodsRecord("A", "853600"))))

    async def backup(self, directory: Path) -> Manifest:
        hold = Turn(self.pool, "backup", who=f"backup {uuid.uuid4()}")
        return await take(directory, self.url, self.blobs, hold, quietly)

    async def restore(self, directory: Path, *, replace: bool = False) -> None:
        await self.pool.close()
        manifest = await check(directory, quietly)
        await restore(directory, manifest, self.url, self.blobs, replace=replace, progress=quietly)

    async def content(self, *, without: dict[str, list[str]] = FATE_OF_A_RESTORE) -> dict[str, list[Any]]:
        found = {}
        for table in tables():
            ignored = without.get(table, [])
            query = f"SELECT to_jsonb(t) - %s::text[] AS row FROM {table} AS t ORDER BY 1"  # noqa: S608
            found[table] = [row["row"] for row in await self.rows.all(query, ignored)]
        return found

    async def read(self, path: str) -> bytes:
        return b"".join([chunk async for chunk in await self.blobs.read(path)])


def every_file(directory: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("*")) if file.is_file()
    }
