"""Lists are read from the database when something has changed, not whenever somebody asks."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest
import pytest_asyncio

from fakturo.web.live import changes
from tests.integration.web.test_listing import ids, listed, refused
from tests.support.databases import Rows, TestServer
from tests.support.in_process import Live, Served, live, served
from tests.support.stack import open_directory, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
SESSIONS, A_FEW = 50, 10
MOST_SHARE = 0.2
"""Of the queries that are needed without anything remembered."""
MINUTE, WRITE_EVERY = 60, 20


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def replicas(server: TestServer) -> AsyncIterator[tuple[Served, Served]]:
    """Two web processes' worth over one database."""
    with open_directory() as directory:
        async with server.database() as url, served(url, directory) as first, served(url, directory) as second:
            yield first, second


@pytest.fixture
def web(replicas: tuple[Served, Served]) -> Served:
    return replicas[0]


class Count:
    """Queries for lists and changes, and those that confirm what is remembered."""

    def __init__(self, web: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        self.queries = 0
        for name in ("_page", "changed_from"):
            monkeypatch.setattr(web.deps.jobs, name, self._counting(getattr(web.deps.jobs, name)))

    def _counting(self, query: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def counted(*arguments: Any, **named: Any) -> Any:
            self.queries += 1
            return await query(*arguments, **named)

        return counted


class Poller:
    """A page that asks every time for its list if that has changed, or for what changed."""

    def __init__(self, client: httpx.AsyncClient, *, follows: bool) -> None:
        self.client, self.follows = client, follows
        self.etag, self.since = "", ""
        self.seen: set[str] = set()
        self.handed_in: set[str] = set()

    async def ask(self) -> None:
        query = {"since": self.since} if self.follows and self.since else {}
        answer = await self.client.get("/api/jobs", params=query, headers={"If-None-Match": self.etag})
        assert answer.status_code in {200, 304}
        if answer.status_code == 200:
            self.etag, self.since = answer.headers["etag"], answer.json()["next_since"]
            self.seen |= set(ids(answer.json()))

    async def hand_in(self) -> None:
        self.handed_in.add(await refused(self.client, f"{len(self.handed_in)}.pdf"))


@contextlib.asynccontextmanager
async def pollers(web: Served, count: int = SESSIONS) -> AsyncIterator[list[Poller]]:
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(web.client()) for _ in range(count)]
        made = [Poller(client, follows=number % 2 == 0) for number, client in enumerate(clients)]
        for each in made:
            await each.ask()
        yield made


async def rounds(everybody: list[Poller]) -> None:
    for number in range(16):
        if number % 8 == 4:
            await asyncio.gather(*(each.hand_in() for each in everybody))
        await asyncio.gather(*(each.ask() for each in everybody))
        assert all(each.handed_in <= each.seen for each in everybody)  # what one writes, one reads


async def test_sessions_that_ask_again_and_again_cost_a_fifth_of_the_queries(
    web: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = Count(web, monkeypatch)
    monkeypatch.setattr(changes, "OLDEST_SECONDS", 1000.0)  # no matter how slow this machine is
    spent = {}
    for fresh_seconds in (0.0, 1000.0):
        monkeypatch.setattr(web.deps.changes, "_fresh_seconds", fresh_seconds)
        async with pollers(web, A_FEW) as everybody:
            before = count.queries
            await rounds(everybody)
            spent[fresh_seconds] = count.queries - before
    assert spent[0.0] >= A_FEW * 16
    assert spent[1000.0] <= spent[0.0] * MOST_SHARE


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_fifty_sessions_that_poll_or_stream_for_a_minute_cost_a_fifth_of_the_queries(
    web: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of them poll every second, half have a stream; the uncached way is that all poll. All hand in a file now and
    then."""
    count = Count(web, monkeypatch)
    spent = {}
    for way in ("uncached", "cached"):
        monkeypatch.setattr(web.deps.changes, "_fresh_seconds", 0.0 if way == "uncached" else changes.FRESH_SECONDS)
        async with pollers(web) as everybody, contextlib.AsyncExitStack() as stack:
            streaming = everybody[: SESSIONS // 2] if way == "cached" else []
            streams = [await stack.enter_async_context(live(each.client, since=each.since)) for each in streaming]
            before = count.queries
            reading = [asyncio.create_task(read(*each)) for each in zip(streaming, streams, strict=True)]
            await asyncio.gather(*(for_a_minute(each, polls=each not in streaming) for each in everybody))
            spent[way] = count.queries - before
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        assert all(each.handed_in <= each.seen for each in everybody)
    print(spent)  # noqa: T201
    assert spent["cached"] <= spent["uncached"] * MOST_SHARE


async def read(poller: Poller, stream: Live) -> None:
    while True:
        poller.seen.add((await stream.next("job")).data["id"])


async def for_a_minute(poller: Poller, *, polls: bool) -> None:
    end, number = time.monotonic() + MINUTE, 0
    while time.monotonic() < end:
        number += 1
        if number % WRITE_EVERY == WRITE_EVERY // 2:
            await poller.hand_in()
        if polls:
            await poller.ask()
        await asyncio.sleep(1)


async def test_what_one_writes_is_in_the_next_list(web: Served) -> None:
    async with web.client() as client:
        for number in range(10):
            job_id = await refused(client, f"{number}.pdf")
            assert ids(await listed(client)) == [job_id]
            await client.delete(f"/api/jobs/{job_id}")
            assert ids(await listed(client)) == []


async def test_another_replica_learns_of_it(replicas: tuple[Served, Served]) -> None:
    here, there = replicas
    async with here.client() as client, there.client() as elsewhere:
        await listed(client)
        elsewhere.cookies = client.cookies
        for number in range(3):
            await listed(elsewhere)
            job_id = await refused(client, f"{number}.pdf")

            async def is_there(wanted: str = job_id) -> bool:
                return wanted in ids(await listed(elsewhere))

            await until(is_there, what="the job on the other replica")


async def test_a_change_that_nobody_told_of_is_in_the_list_soon(web: Served) -> None:
    rows = Rows(str(web.deps.jobs._pool.conninfo))
    async with web.client() as client:
        job_id = await refused(client, "a.pdf")
        since = (await listed(client))["next_since"]
        assert ids(await listed(client, since=since)) == []
        await rows.all("UPDATE jobs SET error_message = 'silently' WHERE id = %s", job_id)

        async def is_told() -> bool:
            return ids(await listed(client, since=since)) == [job_id]

        await until(is_told, what="the silent change")
        assert (await listed(client))["jobs"][0]["error_message"] == "silently"


async def test_the_same_question_of_another_owner_is_another(web: Served) -> None:
    async with web.client() as client, web.client() as stranger:
        job_id = await refused(client, "a.pdf")
        assert ids(await listed(client)) == [job_id]
        assert ids(await listed(stranger)) == []
