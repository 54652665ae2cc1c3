"""Uploads through a web process that is killed again and again, at any moment of theirs, and started anew."""

import asyncio
import contextlib
import hashlib
import random
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from fakturo.blobs.base import Blobs
from tests.support.databases import Rows
from tests.support.stack import Stack

MEBIBYTE = 1024 * 1024
SENDERS = 4
SMALL_BYTES, LARGE_BYTES = 5 * MEBIBYTE, 50 * MEBIBYTE
MOST_PER_LIFE = 12
LAST_SECONDS = 0.2


@dataclass
class Uploads:
    """What was begun, and what the service owes us."""

    begun: int = 0
    kills: int = 0
    acknowledged: dict[str, str] = field(default_factory=dict)
    """By the job's id, the hash of what was sent."""

    def __str__(self) -> str:
        return f"uploads={self.begun} acknowledged={len(self.acknowledged)} kills={self.kills}"

    def add(self, more: "Uploads") -> None:
        self.begun += more.begun
        self.kills += more.kills
        self.acknowledged |= more.acknowledged


async def upload_under_kills(
    stack: Stack, *, count: int, large: int, kills: int, seed: int, **settings: object
) -> Uploads:
    """Until so many uploads were begun, some of them large, and so many kills have come between."""
    numbers, uploads, is_up = random.Random(seed), Uploads(), asyncio.Event()
    sizes = [LARGE_BYTES] * large + [SMALL_BYTES] * (count - large)
    numbers.shuffle(sizes)

    def todo() -> Iterator[int]:
        yield from sizes
        while uploads.kills < kills:
            yield SMALL_BYTES

    remaining = todo()
    async with stack.client() as client, _killing(stack, uploads, is_up, numbers, settings):
        await asyncio.gather(*(_send_all(client, remaining, is_up, uploads) for _ in range(SENDERS)))
    return uploads


@contextlib.asynccontextmanager
async def _killing(
    stack: Stack, uploads: Uploads, is_up: asyncio.Event, numbers: random.Random, settings: Mapping[str, object]
) -> AsyncIterator[None]:
    async def kill_for_ever() -> None:
        while True:
            web = await stack.start_web(**settings)
            is_up.set()
            # A life is so many uploads long and a little more: on a busy machine, too, some of them come to their end.
            dies_at = uploads.begun + numbers.randint(1, MOST_PER_LIFE)
            while uploads.begun < dies_at:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
            await asyncio.sleep(numbers.uniform(0, LAST_SECONDS))
            is_up.clear()
            web.kill()
            await web.wait()
            uploads.kills += 1

    killing = asyncio.create_task(kill_for_ever())
    try:
        yield
    finally:
        killing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await killing


async def _send_all(client: httpx.AsyncClient, todo: Iterator[int], is_up: asyncio.Event, uploads: Uploads) -> None:
    for size in todo:
        await is_up.wait()
        uploads.begun += 1
        content = (b"%%PDF-1.7 made up, number %d\n" % uploads.begun).ljust(size, b"x")
        with contextlib.suppress(httpx.HTTPError, ValueError):
            answer = await client.post("/api/upload", files={"file": ("a.pdf", content, "application/pdf")})
            job = answer.json().get("job")
            if job is not None:
                uploads.acknowledged[job["id"]] = hashlib.sha256(content).hexdigest()


async def broken_promises(uploads: Uploads, rows: Rows, blobs: Blobs) -> list[str]:
    """Uploads that were acknowledged and have no row, and rows whose file is gone or another."""
    found = {str(row["id"]): row for row in await rows.all("SELECT * FROM jobs WHERE status <> 'failed'")}
    broken = [f"{job} was acknowledged and has no row" for job in uploads.acknowledged.keys() - found.keys()]
    for job, row in found.items():
        digest = hashlib.sha256()
        async for chunk in await blobs.read(row["upload_path"]):
            digest.update(chunk)
        if digest.hexdigest() != row["sha256"] or row["sha256"] != uploads.acknowledged.get(job, row["sha256"]):
            broken.append(f"{job} has another file than was sent")
    return broken


async def strays(rows: Rows, files: set[str]) -> set[str]:
    """Files that no row names, and names of no file."""
    named = await rows.all("SELECT upload_path AS path FROM jobs WHERE upload_path IS NOT NULL")
    return files ^ {row["path"] for row in named}


def files_below(directory: Path) -> set[str]:
    """By their names in the store, drafts included."""
    areas = ("uploads", "results")
    return {
        str(file.relative_to(directory)) for area in areas for file in (directory / area).rglob("*") if file.is_file()
    }
