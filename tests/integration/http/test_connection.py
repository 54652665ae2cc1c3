"""What a client may do to a connection, and what becomes of it. Bounds are small here, so that nothing takes long."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from fakturo.http.connection import Bounds
from fakturo.http.server import bind, server_for

PATIENCE_SECONDS = 30
GET = b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n"
HALF_HEAD = b"GET /quick HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_BODY = b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc"
CHUNKED = b"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
BLOCK = b"a" * 65_536


@dataclass
class Running:
    port: int
    ended: list[str] = field(default_factory=list)
    """How the application's own work ended, in order."""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def status_after(self, *sent: bytes) -> int:
        reader, writer = await self.connect()
        with contextlib.closing(writer):
            for each in sent:
                writer.write(each)
            return await status_of(reader)


async def status_of(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(PATIENCE_SECONDS):
        return int((await reader.readuntil(b"\r\n")).split()[1])


async def all_of(reader: asyncio.StreamReader) -> bytes:
    """What came until the other side closed, in whichever way."""
    got = b""
    async with asyncio.timeout(PATIENCE_SECONDS):
        with contextlib.suppress(ConnectionError):
            while block := await reader.read(65_536):
                got += block
    return got


async def problem_of(reader: asyncio.StreamReader) -> bytes:
    """What came up to the end of a problem's document."""
    got = b""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not got.endswith(b"}"):
            got += await reader.read(65_536)
            assert not reader.at_eof(), got
    return got


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def running(**bounds: float) -> AsyncIterator[Running]:
    listener = bind("127.0.0.1", 0, setting="")
    state = Running(listener.getsockname()[1])

    async def quick(_: Request) -> Response:
        return PlainTextResponse("ok")

    async def slow(_: Request) -> Response:
        await asyncio.sleep(0.6)
        return PlainTextResponse("slow")

    async def body(request: Request) -> Response:
        try:
            return Response(await request.body())
        except ClientDisconnect:
            state.ended.append("client gone")
            raise

    async def endless(_: Request) -> Response:
        async def blocks() -> AsyncIterator[bytes]:
            try:
                while True:
                    await asyncio.sleep(0)
                    yield BLOCK
            finally:
                state.ended.append("nobody reads")

        return StreamingResponse(blocks())

    routes = [
        Route("/quick", quick),
        Route("/slow", slow),
        Route("/body", body, methods=["POST"]),
        Route("/endless", endless),
    ]
    server = server_for(Starlette(routes=routes), Bounds(**{"linger_seconds": 0.2, **bounds}))  # type: ignore[arg-type]
    server.config.timeout_graceful_shutdown = 1
    task = asyncio.create_task(server._serve([listener]))  # without its signal handlers
    try:
        await until(lambda: server.started)
        yield state
    finally:
        for connection in list(server.server_state.connections):
            connection.transport.abort()  # some would linger for long
        server.should_exit = True
        await task


def endless(start: bytes) -> Iterator[bytes]:
    return itertools.chain([start], itertools.repeat(BLOCK))


@pytest.mark.parametrize(
    "start",
    [
        b"GET /",
        HALF_HEAD,
        b"GET /quick HTTP/1.1\r\nHost",
        GET + HALF_HEAD,
        CHUNKED + b"3;",
        CHUNKED + b"3\r\nabc\r\n0\r\nX-Trailer: ",
    ],
    ids=["address", "value", "name", "second request", "extension of a chunk", "trailer"],
)
async def test_whatever_is_no_body_and_never_ends_is_refused_after_some_bytes(start: bytes) -> None:
    """By a count, not a clock: the seconds are many."""
    async with running(head_seconds=3600, linger_seconds=30) as server:
        reader, writer = await server.connect()
        sent = 0
        try:
            for block in endless(start):
                writer.write(block)
                sent += len(block)
                with contextlib.suppress(TimeoutError):  # it is read no further
                    async with asyncio.timeout(0.2):
                        await writer.drain()
                        continue
                break
            answer = await problem_of(reader)
        finally:
            writer.transport.abort()  # with much unsent
        assert b"HTTP/1.1 431 " in answer
        assert json.loads(answer.rpartition(b"\r\n\r\n")[2])["code"] == "INVALID_REQUEST"
        assert sent < 64 * 1024 * 1024


async def test_a_head_of_many_small_headers_is_refused() -> None:
    async with running() as server:
        many = b"".join(b"x-%d: 1\r\n" % number for number in range(200))
        assert await server.status_after(GET[:-2] + many + b"\r\n") == 431
        assert await server.status_after(GET[:-2] + b"".join(many.splitlines(keepends=True)[:50]) + b"\r\n") == 200


async def test_a_large_head_in_one_piece_is_refused_and_an_ordinary_one_is_not() -> None:
    async with running() as server:
        assert await server.status_after(HALF_HEAD + b"a" * 40_000 + b"\r\n\r\n") == 431
        assert await server.status_after(HALF_HEAD + b"a" * 16_000 + b"\r\n\r\n") == 200


async def test_what_is_no_http_is_told_as_a_problem() -> None:
    async with running() as server:
        reader, writer = await server.connect()
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        answer = await all_of(reader)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"application/problem+json" in answer
        writer.close()


@pytest.mark.parametrize("sent", [b"", b"\r\n", HALF_HEAD, GET + HALF_HEAD])
async def test_half_a_head_is_given_up_after_some_time(sent: bytes) -> None:
    async with running(head_seconds=0.3) as server:
        reader, writer = await server.connect()
        writer.write(sent)
        answer = await all_of(reader)
        assert b"HTTP/1.1 408 " in answer
        writer.close()


async def test_a_body_that_drips_is_given_up_and_the_application_learns_of_it() -> None:
    async with running(body_look_seconds=0.1, body_grace_seconds=0.3) as server:
        reader, writer = await server.connect()
        writer.write(HALF_BODY)
        for _ in range(PATIENCE_SECONDS * 20):
            writer.write(b"a")
            await asyncio.sleep(0.05)
            if server.ended:
                break
        assert await status_of(reader) == 408
        assert server.ended == ["client gone"]
        writer.close()


async def test_a_body_has_an_end_however_fast_it_comes() -> None:
    async with running(body_seconds=0.3) as server:
        reader, writer = await server.connect()
        writer.write(CHUNKED)
        with contextlib.suppress(ConnectionError):
            while not server.ended:
                writer.write(b"ff\r\n" + b"a" * 255 + b"\r\n")
                await asyncio.sleep(0.01)
        assert await status_of(reader) == 408
        writer.close()


async def test_a_body_in_many_small_pieces_comes_whole() -> None:
    sent = bytes(range(256)) * 16
    async with running() as server:
        reader, writer = await server.connect()
        with contextlib.closing(writer):
            writer.write(CHUNKED + b"".join(b"1\r\n%c\r\n" % byte for byte in sent) + b"0\r\n\r\n")
            assert await status_of(reader) == 200
            await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(len(sent)) == sent


async def test_work_and_slow_but_steady_clients_are_left_alone() -> None:
    bounds = {"head_seconds": 0.3, "body_look_seconds": 0.05, "body_grace_seconds": 0.1, "body_bytes_per_second": 100}
    async with running(**bounds) as server:
        assert await server.status_after(GET.replace(b"/quick", b"/slow")) == 200
        reader, writer = await server.connect()
        writer.write(HALF_BODY[:-3])
        for _ in range(20):
            writer.write(b"a" * 50)
            await asyncio.sleep(0.03)
        assert await status_of(reader) == 200
        writer.close()


async def test_an_answer_that_nobody_reads_is_cut_off() -> None:
    async with running(unread_seconds=0.3) as server:
        _, writer = await server.connect()
        writer.write(GET.replace(b"/quick", b"/endless"))
        await until(lambda: server.ended == ["nobody reads"])
        writer.close()


async def test_the_client_that_waits_longest_makes_room_for_others() -> None:
    async with running(connections=5) as server:
        waiting = [await server.connect() for _ in range(5)]
        for _, writer in waiting:
            writer.write(HALF_HEAD)
        assert await server.status_after(GET) == 200
        assert await all_of(waiting[0][0]) == b""
        waiting[-1][1].write(b"\r\n\r\n")
        assert await status_of(waiting[-1][0]) == 200
        for _, writer in waiting:
            writer.close()


async def test_idle_connections_make_room_for_others() -> None:
    async with running(connections=3) as server:
        idle = [await server.connect() for _ in range(3)]
        for reader, writer in idle:
            writer.write(GET)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200 ")
        assert await server.status_after(GET) == 200
        assert await all_of(idle[0][0]) == b""
        idle[-1][1].write(GET)
        assert await status_of(idle[-1][0]) == 200
        for _, writer in idle:
            writer.close()


async def test_an_idle_connection_is_closed_after_some_time_but_not_before_its_client_would() -> None:
    async with running(idle_seconds=0.3) as server:
        reader, writer = await server.connect()
        writer.write(GET)
        assert (await all_of(reader)).endswith(b"ok")
        writer.close()
    kept_by_clients = httpx.Limits().keepalive_expiry
    assert kept_by_clients
    assert Bounds().idle_seconds > 10 * kept_by_clients


async def test_when_all_are_in_the_middle_of_a_request_the_next_is_told_to_come_back() -> None:
    async with running(connections=3) as server:
        busy = [await server.connect() for _ in range(3)]
        for _, writer in busy:
            writer.write(HALF_BODY)
        await asyncio.sleep(0.2)
        reader, writer = await server.connect()
        answer = await all_of(reader)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nRetry-After: " in answer
        for each in (writer, *(writer for _, writer in busy)):
            each.close()
