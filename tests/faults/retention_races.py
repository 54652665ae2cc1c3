"""Sweeps that race uploads, claims, deletions, second tries and downloads, while days pass within milliseconds.

Time is the database's and moves by leaps of hours and weeks; files, rows, janitors and the web process are real. A
download that has begun must end with the right bytes, and one that is refused must have lost its file to the rules. A
file that a row names must be there.
"""

import asyncio
import contextlib
import hashlib
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx

from fakturo.blobs.base import BlobMissing, put, result_path, sidecar_path
from fakturo.blobs.disk import DiskBlobs
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob, Owner
from fakturo.domain.transitions import Complete, Converted, Fail
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.store.turns import LostTurn
from fakturo.web.guards.sessions import COOKIE, owner_of_session
from fakturo.worker.janitor import Janitor, Swept
from tests.support.databases import Clock, Rows
from tests.support.jobs import jobs_of, queue_of

RULES = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))
UPLOADS, LEAPS, RUNS_PER_VISITOR = 8, 8, 5
LEAP_HOURS = (0.05, 2, 30, 200, 400, 400)
RESULT_BYTES = 600_000
TWO_DAYS_SECONDS = 2 * 24 * 3600


@dataclass
class Races:
    """What the races of all runs share, and what came of them."""

    web_url: str
    directory: Path
    pool: Pool
    rows: Rows
    clock: Clock
    happened: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.blobs = DiskBlobs({area: self.directory / area for area in ("uploads", "results")})
        self.jobs, self.queue = jobs_of(self.pool), queue_of(self.pool)

    async def row(self, job_id: object) -> dict[str, Any]:
        return await self.rows.one("SELECT * FROM jobs WHERE id = %s", job_id)

    def wrong(self, job_id: object, what: str) -> None:
        self.violations.append(f"job {job_id} {what}")


@dataclass
class Visitor:
    """An owner for a few runs, and what it has uploaded."""

    client: httpx.AsyncClient
    owner: Owner
    uploaded: list[str] = field(default_factory=list)


async def run_races(races: Races, *, runs: int, seed: int) -> None:
    """Until the first run that does harm."""
    numbers = random.Random(seed)
    while runs > 0 and not races.violations:
        async with _visitor(races) as visitor:
            for _ in range(min(runs, RUNS_PER_VISITOR)):
                await asyncio.to_thread(_age_all, races.directory)
                await _Run(races, visitor, random.Random(numbers.random())).play()
                await _check_files(races)
                if races.violations:
                    break
        runs -= RUNS_PER_VISITOR
    for row in await races.rows.all("SELECT event_type, count(*) FROM job_events GROUP BY 1"):
        races.happened[row["event_type"]] = row["count"]


@contextlib.asynccontextmanager
async def _visitor(races: Races) -> AsyncIterator[Visitor]:
    async with httpx.AsyncClient(base_url=races.web_url, trust_env=False, timeout=60) as client:
        await client.get("/api/jobs")
        yield Visitor(client, owner_of_session(client.cookies[COOKIE]))


class _Run:
    def __init__(self, races: Races, visitor: Visitor, numbers: random.Random) -> None:
        self._races = races
        self._visitor = visitor
        self._client = visitor.client
        self._uploaded = visitor.uploaded
        self._numbers = numbers
        self._over = asyncio.Event()
        self._swept_since = asyncio.Event()

    async def play(self) -> None:
        async with asyncio.TaskGroup() as all_at_once:
            for does in (self._time_passes, self._upload, self._work, self._work, self._download, self._download):
                all_at_once.create_task(self._or_over(does))
            for does in (self._change_minds, self._sweep, self._sweep, self._empty_trash):
                all_at_once.create_task(self._or_over(does))

    async def _or_over(self, does: Callable[[], Awaitable[None]]) -> None:
        """Whoever fails ends it for all: a cancellation alone may get lost (asyncio.wait_for before Python 3.12)."""
        try:
            await does()
        except BaseException:
            self._over.set()
            raise

    def _happened(self, what: str) -> None:
        self._races.happened[what] += 1

    async def _time_passes(self) -> None:
        """A leap waits for a sweep to end: on a slow machine all would be too old before anybody looked."""
        for _ in range(LEAPS):
            self._swept_since.clear()
            await asyncio.sleep(self._numbers.uniform(0, 0.15))
            await self._swept_since.wait()
            await self._races.clock.advance(timedelta(hours=self._numbers.choice(LEAP_HOURS)))
            await _age_named(self._races)
        self._over.set()

    async def _until_over(self) -> AsyncIterator[None]:
        while not self._over.is_set():
            yield
            await asyncio.sleep(self._numbers.uniform(0, 0.02))

    async def _upload(self) -> None:
        for _ in range(UPLOADS):
            content = b"%PDF-1.7 " + self._numbers.randbytes(self._numbers.choice((100, 100_000)))
            answer = await self._client.post("/api/upload", files={"file": ("a.pdf", content, "application/pdf")})
            assert answer.status_code == httpx.codes.OK, answer.text
            self._uploaded.append(answer.json()["job"]["id"])

    async def _work(self) -> None:
        races = self._races
        async for _ in self._until_over():
            await races.queue.reclaim("gateway", max_attempts=100)
            for job in await races.queue.claim("gateway", 1):
                try:
                    async for _ in await races.blobs.read(job.upload_path):
                        await asyncio.sleep(0)
                except BlobMissing:
                    if (await races.row(job.id))["deleted_at"] is None:
                        races.wrong(job.id, "was claimed and has no PDF")
                    continue
                await self._settle(job)

    async def _settle(self, job: ClaimedJob) -> None:
        races = self._races
        await asyncio.sleep(self._numbers.uniform(0, 0.02))
        if self._numbers.random() < 0.25:
            await races.queue.settle(job, Fail(ErrorCode.GW_4XX, "no"), 1)
            return
        path = result_path(job.id, job.attempt_count, job.lease_token)
        written = await put(races.blobs, path, b"<xml/>" + self._numbers.randbytes(RESULT_BYTES))
        await put(races.blobs, sidecar_path(path), b"{}")
        converted = Converted(path, written.size, written.sha256, 200)
        if not await races.queue.settle(job, Complete(converted), 1):
            self._happened("fenced")

    async def _download(self) -> None:
        async for _ in self._until_over():
            if self._uploaded:
                await self._download_one(self._numbers.choice(self._uploaded))

    async def _download_one(self, job_id: str) -> None:
        """As slowly as a reader far away, so that much may happen between its first byte and its last."""
        digest, size = hashlib.sha256(), 0
        try:
            async with self._client.stream("GET", f"/api/jobs/{job_id}/download") as answer:
                if answer.status_code != httpx.codes.OK:
                    await answer.aread()
                    await self._refused(job_id, answer)
                    return
                async for chunk in answer.aiter_bytes(RESULT_BYTES // 4):
                    digest.update(chunk)
                    size += len(chunk)
                    await asyncio.sleep(self._numbers.uniform(0, 0.01))
        except httpx.HTTPError as error:
            self._races.wrong(job_id, f"gave a download that broke off after {size} bytes ({type(error).__name__})")
            return
        row = await self._races.row(job_id)
        if (digest.hexdigest(), size) != (row["result_sha256"], row["result_bytes"]):
            self._races.wrong(job_id, "gave a download of other bytes")

    async def _refused(self, job_id: str, answer: httpx.Response) -> None:
        row, code = await self._races.row(job_id), answer.json()["code"]
        self._happened(code)
        lost_by_rule = row["deleted_at"] is not None or row["result_path"] is None
        if code not in {"EXPIRED", "NOT_READY", "NOT_FOUND"}:
            self._races.wrong(job_id, f"answered {answer.status_code} {code}")
        elif code != "NOT_READY" and not lost_by_rule:
            self._races.wrong(job_id, f"answered {code}, and its row names a result")

    async def _change_minds(self) -> None:
        races = self._races
        async for _ in self._until_over():
            if self._uploaded and self._numbers.random() < 0.4:
                job_id = self._numbers.choice(self._uploaded)
                if (await races.row(job_id))["status"] == "failed":
                    answer = await self._client.post(f"/api/jobs/{job_id}/retry")
                    assert answer.status_code in {200, 404, 409}, answer.text
                elif self._numbers.random() < 0.3:
                    await races.jobs.delete(self._visitor.owner, UUID(job_id))

    def _janitor(self) -> Janitor:
        races = self._races
        return Janitor(Retention(races.pool, RULES, who=f"janitor {self._numbers.random()}"), races.blobs)

    async def _sweep(self) -> None:
        async for _ in self._until_over():
            with contextlib.suppress(LostTurn):
                swept = await self._janitor().sweep(now=True)
                self._races.happened.update(sweeps=swept is not None, orphans=swept.orphans if swept else 0)
            self._swept_since.set()

    async def _empty_trash(self) -> None:
        """As each worker does every minute, whoever's turn it is to sweep."""
        async for _ in self._until_over():
            swept = Swept()
            await self._janitor()._empty_trash(swept)
            self._races.happened.update(files=swept.files)


async def _check_files(races: Races) -> None:
    """With nobody at work: what rows name is there."""
    for row in await races.rows.all("SELECT * FROM jobs WHERE deleted_at IS NULL"):
        if row["status"] in {"queued", "processing"} and row["upload_path"] is None:
            races.wrong(row["id"], f"is {row['status']} and names no PDF")
        for path, size in ((row["upload_path"], row["bytes"]), (row["result_path"], row["result_bytes"])):
            if path is not None and await races.blobs.size(path) != size:
                races.wrong(row["id"], "names a file that is gone")
    for event in await races.rows.all("SELECT * FROM job_events WHERE meta ->> 'reason' = 'vanished'"):
        races.wrong(event["job_id"], "has a result that vanished")


def _age_all(directory: Path) -> None:
    """What earlier runs have left is old enough to be taken for an orphan, if no row names it."""
    for area in ("uploads", "results"):
        for file in (directory / area).glob("*/*/*"):
            _age(file)


async def _age_named(races: Races) -> None:
    """So are files of this run that a row names by now. One without may be an upload whose row comes in a moment."""
    for row in await races.rows.all("SELECT result_path FROM jobs WHERE result_path IS NOT NULL"):
        with contextlib.suppress(FileNotFoundError):
            _age(races.directory / row["result_path"])


def _age(file: Path) -> None:
    long_ago = time.time() - TWO_DAYS_SECONDS
    os.utime(file, (long_ago, long_ago))
