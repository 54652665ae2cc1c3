"""Many who watch while many hand in: nobody is refused, everybody sees their jobs end, and questions are answered."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response

from tests.support.asking import p99
from tests.support.gateways import plain_gateway, xml
from tests.support.in_process import Live, live
from tests.support.stack import Stack, until

FILE_BYTES = 100_000
MOST_TIMES_SLOWER = 4


async def convert(_: int) -> Response:
    await asyncio.sleep(0.05)
    return xml()


@dataclass
class Session:
    client: httpx.AsyncClient
    handed_in: set[str] = field(default_factory=set)
    complete: list[set[str]] = field(default_factory=list)
    """As each of its streams has seen it."""

    async def hand_in(self, content: bytes) -> None:
        answer = await self.client.post("/api/upload", files={"file": ("a.pdf", content, "application/pdf")})
        assert answer.status_code == 200, answer.text
        self.handed_in.add(answer.json()["job"]["id"])

    async def watch(self, stream: Live) -> None:
        seen = set[str]()
        self.complete.append(seen)
        while True:
            job = (await stream.next("job")).data
            assert job["status"] != "failed", job
            if job["status"] == "complete":
                seen.add(job["id"])

    def has_seen_all(self) -> bool:
        return all(self.handed_in <= seen for seen in self.complete)


@dataclass
class Crowd:
    sessions: list[Session]
    watching: list[asyncio.Task[None]]

    async def hand_in(self, *, count: int, a_second: float) -> None:
        """Whoever is next, at an even pace; a late one does not hold up the others."""
        uploads, numbers = [], random.Random(1)
        for number in range(count):
            content = b"%PDF-1.7\n" + numbers.randbytes(FILE_BYTES)
            session = self.sessions[number % len(self.sessions)]
            uploads.append(asyncio.create_task(session.hand_in(content)))
            await asyncio.sleep(1 / a_second)
        await asyncio.gather(*uploads)

    async def all_is_seen(self) -> bool:
        for task in self.watching:
            assert not task.done(), task.exception()
        return all(session.has_seen_all() for session in self.sessions)


@contextlib.asynccontextmanager
async def crowd(stack: Stack, *, sessions: int, streams: int) -> AsyncIterator[Crowd]:
    async with contextlib.AsyncExitStack() as opened:
        known = [Session(await opened.enter_async_context(stack.client())) for _ in range(sessions)]
        for each in known:
            assert (await each.client.get("/api/jobs")).status_code == 200
        watching = []
        for number in range(streams):
            session = known[number % sessions]
            stream = await opened.enter_async_context(live(session.client))
            await stream.next("active")
            watching.append(asyncio.create_task(session.watch(stream)))
        try:
            yield Crowd(known, watching)
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)


@contextlib.asynccontextmanager
async def running(database_url: str, directory: Path) -> AsyncIterator[Stack]:
    async with plain_gateway(convert) as gateway, Stack(database_url, directory, gateway_url=gateway.url) as stack:
        await stack.start_web()
        await stack.start("worker")
        yield stack


async def status_p99(session: Session, *, seconds: float, every: float) -> float:
    """Of how long the status of a job takes to come."""
    cookie = "; ".join(f"{name}={value}" for name, value in session.client.cookies.items())
    url = session.client.base_url.join(f"/api/jobs/{next(iter(session.handed_in))}")
    return await p99(str(url), {"Cookie": cookie}, seconds=seconds, every=every)


async def test_a_few_who_watch_see_all_that_they_hand_in(database_url: str, directory: Path) -> None:
    async with running(database_url, directory) as stack, crowd(stack, sessions=6, streams=10) as few:
        await few.hand_in(count=18, a_second=50)
        await until(few.all_is_seen, what="the end of every job on every stream")


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_two_hundred_watch_while_ten_files_a_second_come_in_for_a_minute(
    database_url: str, directory: Path
) -> None:
    async with running(database_url, directory) as stack, crowd(stack, sessions=120, streams=200) as many:
        asking = many.sessions[0]
        await asking.hand_in(b"%PDF-1.7\nthe first")
        await until(many.all_is_seen, what="the first job")
        idle = await status_p99(asking, seconds=20, every=0.02)
        busy, _ = await asyncio.gather(status_p99(asking, seconds=60, every=0.05), many.hand_in(count=600, a_second=10))
        await until(many.all_is_seen, what="the end of every job on every stream")
        print({"idle_p99_ms": round(idle * 1000, 1), "busy_p99_ms": round(busy * 1000, 1)})  # noqa: T201
        assert busy < idle * MOST_TIMES_SLOWER
