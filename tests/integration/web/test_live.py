"""`GET /api/live`: changes as they happen, replayed to who was cut off, and bounded on all sides."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import pytest_asyncio

from fakturo.http.connection import Bounds
from fakturo.web.guards.sessions import COOKIE, owner_of_session
from fakturo.web.live import streams
from tests.integration.web.test_listing import listed, refused
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows, TestServer
from tests.support.in_process import Served, live, served
from tests.support.stack import Stack, open_directory, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
BOUNDS = Bounds(head_seconds=1, body_look_seconds=0.1, body_seconds=1, body_grace_seconds=0.5, unread_seconds=0.5)
"""Short ones: a stream outlives them all."""
MANY = """
INSERT INTO jobs (id, owner_key, original_filename, bytes, mapping, mapping_version, pipeline, status, error_code,
                  error_message)
SELECT gen_random_uuid(), %s, 'a.pdf', 10, 'layout_v1', 1, 'gateway', 'failed', 'UNKNOWN', repeat('x', 5000)
FROM generate_series(1, %s)
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[Served]:
    with open_directory() as directory:
        async with server.database() as url, served(url, directory, bounds=BOUNDS, max_live_streams=40) as web:
            yield web


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        await listed(client)
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def database(web: Served) -> Rows:
    return Rows(str(web.deps.jobs._pool.conninfo))


def key_of(client: httpx.AsyncClient) -> str:
    return owner_of_session(client.cookies[COOKIE]).key


async def touch(database: Rows, job_id: str, text: str) -> None:
    """A change that nobody is told of."""
    await database.all("UPDATE jobs SET error_message = %s WHERE id = %s", text, job_id)


async def test_a_job_is_told_as_the_list_tells_it_and_then_its_removal(client: httpx.AsyncClient) -> None:
    async with live(client) as stream:
        assert (await stream.next()).data == {"active_count": 0}
        job_id = await refused(client, "a.pdf")
        told = await stream.next()
        assert (told.kind, told.data) == ("job", (await listed(client))["jobs"][0])
        await client.delete(f"/api/jobs/{job_id}")
        gone = await stream.next()
    assert (gone.kind, gone.data) == ("deleted", {"id": job_id})
    assert stream.response.headers["content-type"].startswith("text/event-stream")
    assert stream.response.headers["cache-control"] == "no-store"
    assert stream.response.headers["x-accel-buffering"] == "no"


async def test_a_stream_ends_with_the_key_or_the_session_that_it_was_opened_by(
    web: Served, client: httpx.AsyncClient
) -> None:
    made = (await client.post("/api/keys", json={"name": "watcher"})).json()
    async with web.client() as program:
        program.headers["Authorization"] = f"Bearer {made['secret']}"
        async with live(program) as by_key, live(client) as by_session:
            await by_key.next("active")
            await by_session.next("active")
            await client.delete(f"/api/keys/{made['key']['id']}")
            await refused(client, "later.pdf")
            with pytest.raises(StopAsyncIteration):
                await by_key.next()
            assert (await by_session.next("job")).data["filename"] == "later.pdf"
            await web.deps.admin.operations.end_session(key_of(client))
            await web.deps.ended_sessions.look()
            web.deps.changes.tell(key_of(client))
            with pytest.raises(StopAsyncIteration):
                await by_session.next()


async def test_how_many_are_under_way_is_told_when_it_changes(client: httpx.AsyncClient) -> None:
    async with live(client) as stream:
        await stream.next("active")
        job_id = (await upload(client, pdf("under way"))).json()["job"]["id"]
        assert (await stream.next("active")).data == {"active_count": 1}
        await client.delete(f"/api/jobs/{job_id}")
        assert (await stream.next("active")).data == {"active_count": 0}


async def test_who_was_cut_off_gets_exactly_what_was_missed(client: httpx.AsyncClient) -> None:
    async with live(client) as stream:
        await stream.next("active")
        await refused(client, "seen.pdf")
        seen = await stream.next("job")
    missed = [await refused(client, f"{number}.pdf") for number in range(3)]
    await client.delete(f"/api/jobs/{missed[0]}")
    async with live(client, last=seen.id) as stream:
        events = [await stream.next() for _ in range(4)]
        assert [(each.kind, each.data["id"]) for each in events[:3]] == [
            ("job", missed[1]),
            ("job", missed[2]),
            ("deleted", missed[0]),
        ]
        assert events[3].kind == "active"
    async with live(client, last=events[1].id) as stream:  # in the middle of what came at once
        assert (await stream.next()).data["id"] == missed[0]
        assert (await stream.next()).kind == "active"


async def test_a_list_and_the_stream_from_its_moment_on_are_all(client: httpx.AsyncClient) -> None:
    start = await listed(client)
    between = await refused(client, "between.pdf")
    async with live(client, since=start["next_since"]) as stream:
        assert (await stream.next()).data["id"] == between


async def test_what_is_committed_late_is_told_and_replayed(client: httpx.AsyncClient, database: Rows) -> None:
    first, second = [await refused(client, f"{number}.pdf") for number in range(2)]
    async with live(client) as stream:
        await stream.next("active")
        async with await psycopg.AsyncConnection.connect(database.url) as early:
            await early.execute("UPDATE jobs SET error_message = 'early' WHERE id = %s", (first,))
            await touch(database, second, "later, but committed first")
            quick = await stream.next("job")
            assert quick.data["error_message"] == "later, but committed first"
        assert (await stream.next("job")).data["error_message"] == "early"
    async with live(client, last=quick.id) as stream:
        assert first in {(await stream.next("job")).data["id"] for _ in range(2)}


async def test_a_change_that_waits_behind_an_open_transaction_is_told_once(
    client: httpx.AsyncClient, database: Rows
) -> None:
    job_ids = [await refused(client, f"{number}.pdf") for number in range(3)]
    async with live(client) as stream, await psycopg.AsyncConnection.connect(database.url) as early:
        await stream.next("active")
        await early.execute("UPDATE jobs SET error_message = 'never' WHERE id = %s", (job_ids[0],))
        for number in (1, 2):
            await touch(database, job_ids[1], str(number))
            assert (await stream.next()).data["error_message"] == str(number)
        await client.delete(f"/api/jobs/{job_ids[2]}")
        assert (await stream.next()).data == {"id": job_ids[2]}
        await early.rollback()


async def test_nothing_of_others_is_told(web: Served, client: httpx.AsyncClient) -> None:
    async with live(client) as stream, web.client() as stranger:
        await stream.next("active")
        await refused(stranger, "theirs.pdf")
        own = await refused(client, "own.pdf")
        assert (await stream.next()).data["id"] == own


async def test_a_change_that_nobody_told_of_is_found_within_seconds(client: httpx.AsyncClient, database: Rows) -> None:
    job_id = await refused(client, "a.pdf")
    async with live(client) as stream:
        await stream.next("active")
        await touch(database, job_id, "silently")
        assert (await stream.next("job")).data["error_message"] == "silently"


async def test_an_idle_stream_is_kept_alive_past_the_bounds_of_requests(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_SECONDS", 0.1)
    async with live(client) as stream:
        await stream.next("active")
        await asyncio.sleep(3)  # three times as long as a request's head or body may take
        await refused(client, "after all.pdf")
        await stream.next("job")
    assert len(stream.comments) > 2
    assert set(stream.comments) == {"keep-alive"}


async def test_after_a_restore_the_client_begins_anew(client: httpx.AsyncClient, database: Rows) -> None:
    async with live(client) as stream:
        before = await stream.next("active")
        await database.all("UPDATE feed_epoch SET epoch = gen_random_uuid()")
        assert (await stream.next()).kind == "reset"
        after = await refused(client, "after.pdf")
        assert (await stream.next("job")).data["id"] == after
    async with live(client, last=before.id) as stream:
        assert (await stream.next()).kind == "reset"


@pytest.mark.parametrize("wrong", ["nonsense", "WyJldmVudCJd", "WyJwYWdlIiwxLDIsMyw0XQ"])
async def test_an_id_that_we_never_gave_is_refused(client: httpx.AsyncClient, wrong: str) -> None:
    answer = await client.get("/api/live", headers={"Last-Event-ID": wrong})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert (await client.get("/api/live", params={"since": wrong})).status_code == 400


async def test_an_owner_has_so_many_streams_and_a_process_so_many(web: Served, client: httpx.AsyncClient) -> None:
    async with contextlib.AsyncExitStack() as stack:
        own = [await stack.enter_async_context(live(client)) for _ in range(streams.MOST_OF_AN_OWNER)]
        refusal = await client.get("/api/live")
        assert (refusal.status_code, refusal.json()["code"]) == (429, "RATE_LIMITED")
        assert int(refusal.headers["retry-after"]) > 0
        other = await stack.enter_async_context(web.client())
        await listed(other)
        for _ in range(40 - len(own)):
            await stack.enter_async_context(live(other))
        third = await stack.enter_async_context(web.client())
        assert (await third.get("/api/live")).status_code == 503
    await all_closed(web)
    async with live(client) as stream:
        await stream.next("active")


async def all_closed(web: Served) -> None:
    async def closed() -> bool:
        return not web.deps.streams._open

    await until(closed, what="the end of all streams")


async def test_who_reads_nothing_is_cut_off_and_nothing_piles_up(
    web: Served, client: httpx.AsyncClient, database: Rows
) -> None:
    start = (await listed(client))["next_since"]
    await database.all(MANY, key_of(client), 1500)
    request = f"GET /api/live?since={start} HTTP/1.1\r\nHost: x\r\nCookie: {COOKIE}={client.cookies[COOKIE]}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", int(web.url.rpartition(":")[2]))) as deaf:
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_sendall(deaf, request.encode())

        async def opened() -> bool:
            return web.deps.streams._open.total() == 1

        await until(opened, what="the stream")
        await all_closed(web)
    seen = set[Any]()
    async with live(client, since=start) as stream:
        while len(seen) < 1500:
            seen.add((await stream.next("job")).data["id"])


async def test_streams_end_whole_when_the_server_stops(database_url: str, directory: Path) -> None:
    async with served(database_url, directory) as web, web.client() as client, live(client) as stream:
        await stream.next("active")
        web.server.should_exit = True
        assert await stream.to_end() == []  # an answer that is broken off would raise


async def test_a_real_worker_is_heard_of(shared_stack: Stack) -> None:
    async with shared_stack.client() as client:
        await client.get("/api/jobs")
        async with live(client) as stream:
            await stream.next("active")
            await upload(client, pdf("seen from afar"))
            statuses = [(await stream.next("job")).data["status"]]
            while statuses[-1] != "complete":
                statuses.append((await stream.next("job")).data["status"])
    way = ["queued", "processing", "complete"]  # a quick worker may have it before the stream tells the first of them
    assert statuses == sorted(statuses, key=way.index), "a job never falls back"
