"""Limits on a real database: shared by processes, told in every answer, cheap."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Collection
from datetime import timedelta
from http import HTTPStatus
from unittest.mock import AsyncMock, patch

import httpx
import psycopg
import pytest
import pytest_asyncio
from starlette.requests import Request

from fakturo.domain.job import Owner
from fakturo.domain.limits import Rate
from fakturo.store.limits import RateLimits, Taken
from fakturo.store.pool import Pool, open_pool
from fakturo.store.retention import Retention
from fakturo.web.guards.callers import Caller
from fakturo.web.guards.limits import Limited, Limiter
from fakturo.web.guards.sessions import COOKIE
from tests.integration.web.test_upload import pdf, upload, upload_files
from tests.support.databases import Clock, Rows, TestServer
from tests.support.jobs import KEEP
from tests.support.stack import Stack, open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")
OK, LIMITED = HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS
PER_MINUTE = 200
DEFAULTS: dict[str, object] = {"requests_per_minute": PER_MINUTE, "uploads_per_minute": 10, "uploads_burst": 50}
PROXY = "10.1.1.1"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both(server: TestServer) -> AsyncIterator[tuple[WebApp, WebApp]]:
    """Two of them: each keeps its own books, as two processes do."""
    settings = DEFAULTS | {"trusted_proxies": "10.1.0.0/16"}
    async with contextlib.AsyncExitStack() as stack:
        directory = stack.enter_context(open_directory())
        url = await stack.enter_async_context(server.database())
        first = await stack.enter_async_context(web_app(url, directory, **settings))
        second = await stack.enter_async_context(web_app(url, directory, **settings))
        await stopped_clock(first.rows)
        yield first, second


async def stopped_clock(rows: Rows) -> Clock:
    """So that what is left does not depend on how fast this machine is."""
    clock = Clock(rows)
    await clock.install()
    await clock.freeze()
    return clock


@pytest.fixture
def web(both: tuple[WebApp, WebApp]) -> WebApp:
    return both[0]


@pytest_asyncio.fixture(loop_scope="module")
async def pool_of_one(web: WebApp) -> AsyncIterator[Pool]:
    async with open_pool(web.rows.url, name="test", max_size=1) as pool:
        yield pool


def new_session() -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}"}


@contextlib.asynccontextmanager
async def session(web: WebApp, **where: str) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client(**where) as client:
        client.headers.update(new_session())
        yield client


async def retry_nothing(client: httpx.AsyncClient) -> int:
    """Something that is limited as uploads are, and does nothing."""
    return (await client.post("/api/jobs/retry", json={"filter": {}})).status_code


async def spent_on_both(apps: Collection[WebApp], tries: int) -> int:
    """How many of so many were let through, all at once and over all processes."""
    cookie = new_session()
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(app.client()) for app in apps]
        for client in clients:
            client.headers.update(cookie)
        answers = await asyncio.gather(*(retry_nothing(clients[number % len(clients)]) for number in range(tries)))
    assert set(answers) <= {OK, LIMITED}
    return answers.count(OK)


async def test_forty_files_go_at_once(web: WebApp) -> None:
    async with session(web) as client:
        answers = await asyncio.gather(*(upload(client, pdf(f"one of forty, {number}")) for number in range(40)))
    assert {answer.status_code for answer in answers} == {OK}


async def test_two_processes_share_a_limit(both: tuple[WebApp, WebApp]) -> None:
    assert await spent_on_both(both, 70) == 50


async def test_a_limit_of_each_process_by_itself_would_be_noticed(both: tuple[WebApp, WebApp]) -> None:
    """The mutant: buckets that only one process knows."""
    shared = RateLimits.take

    async def apart(store: RateLimits, name: str, rate: Rate, wanted: int = 1) -> Taken:
        return await shared(store, f"{id(store)} {name}", rate, wanted)

    with patch.object(RateLimits, "take", apart):
        assert await spent_on_both(both, 70) == 70


async def test_requests_are_limited_over_both_processes_too(both: tuple[WebApp, WebApp]) -> None:
    cookie, let_through = new_session(), 0
    async with both[0].client() as first, both[1].client() as second:
        for number in range(PER_MINUTE + 20):
            answer = await (first, second)[number % 2].get("/api/nowhere", headers=cookie)
            let_through += answer.status_code != LIMITED
    assert let_through == PER_MINUTE


async def test_most_requests_cost_no_statement(web: WebApp, pool_of_one: Pool) -> None:
    """At the default of a thousand a minute: one in twenty, and none once there is nothing left."""
    store = RateLimits(pool_of_one)
    limiter = Limiter(store, {Limited.REQUESTS: Rate(1000, 1000)})
    request = Request({"type": "http", "headers": [], "client": ("192.0.2.99", 1)})
    with patch.object(store, "take", AsyncMock(wraps=store.take)) as take:
        polling = [await limiter.on_request(request, Caller(Owner("session:polling"))) for _ in range(1000)]
        assert all(standing and standing.granted for standing in polling)
        assert take.await_count == 1000 / 20 + 1, "and one for the address"
        refused = [await limiter.on_request(request, Caller(Owner("session:polling"))) for _ in range(500)]
        assert not any(standing and standing.granted for standing in refused)
        assert take.await_count <= 1000 / 20 + 1 + 5, "once more each second"


async def test_what_was_taken_in_advance_is_given_up_after_a_minute(web: WebApp, pool_of_one: Pool) -> None:
    """By then it has filled up again, and would be spent twice."""
    now = 0.0
    limiter = Limiter(RateLimits(pool_of_one), {Limited.REQUESTS: Rate(100, 100)}, clock=lambda: now)
    request = Request({"type": "http", "headers": [], "client": ("192.0.2.98", 1)})
    for now in (0.0, 61.0):  # noqa: B007, the limiter's clock
        standing = await limiter.on_request(request, Caller(Owner("session:seldom")))
        assert standing
        assert standing.spare == 1, "one of two that were just taken"


async def test_a_refusal_says_when_to_come_back_and_then_it_works(web: WebApp) -> None:
    async with session(web) as client:
        while (answer := await client.post("/api/jobs/retry", json={"filter": {}})).status_code == OK:
            assert answer.headers["ratelimit-policy"] == '"requests";q=200;w=60, "retries";q=50;w=300'
            assert '"retries";r=' in answer.headers["ratelimit"]
        problem = answer.json()
        assert (problem["code"], problem["retryable"]) == ("RATE_LIMITED", True)
        wait = int(answer.headers["retry-after"])
        assert wait == 6
        assert f"Try again in {wait} s" in problem["detail"]
        assert '"retries";r=0;t=' in answer.headers["ratelimit"]
        await Clock(web.rows).advance(timedelta(seconds=wait))
        assert await retry_nothing(client) == OK


async def test_every_answer_tells_how_much_is_left(web: WebApp) -> None:
    async with session(web) as client:
        first = await client.get("/api/jobs")
        second = await client.get("/queue")
    assert first.headers["ratelimit-policy"] == '"requests";q=200;w=60'
    assert first.headers["ratelimit"].startswith('"requests";r=199;')
    assert second.headers["ratelimit"].startswith('"requests";r=')


async def spent(client: httpx.AsyncClient, tries: int) -> int:
    return [await retry_nothing(client) for _ in range(tries)].count(OK)


async def test_uploads_tell_what_is_left_where_requests_are_not_limited(server: TestServer) -> None:
    unlimited = DEFAULTS | {"requests_per_minute": 0}
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory, **unlimited) as web, session(web) as client:
            sent, listed = await upload(client, pdf("counted")), await client.get("/api/jobs")
    assert sent.headers["RateLimit"].startswith('"uploads"')
    assert "RateLimit" not in listed.headers


async def test_who_has_no_session_is_counted_by_address(web: WebApp) -> None:
    async with web.client(address="198.51.100.20") as client:
        let_through = 0
        for _ in range(55):
            client.cookies.clear()
            let_through += await retry_nothing(client) == OK
    async with web.client(address="198.51.100.21") as elsewhere:
        assert await retry_nothing(elsewhere) == OK
    assert let_through == 50


async def test_made_up_cookies_are_counted_by_address_as_well(web: WebApp) -> None:
    async with web.client(address="198.51.100.30") as client:
        answers = [await client.get("/api/nowhere", headers=new_session()) for _ in range(PER_MINUTE + 10)]
    assert LIMITED in {answer.status_code for answer in answers}


async def test_wrong_keys_are_counted_by_address(web: WebApp) -> None:
    async with web.client(address="198.51.100.40", key="fk_00000000_" + "A" * 43) as client:
        statuses = [(await client.get("/api/jobs")).status_code for _ in range(PER_MINUTE + 10)]
    assert statuses[0] == HTTPStatus.UNAUTHORIZED
    assert LIMITED in statuses


@pytest.mark.parametrize(("peer", "let_through"), [(PROXY, 60), ("198.51.100.50", 50)])
async def test_only_our_proxies_are_believed(peer: str, let_through: int, web: WebApp) -> None:
    found = 0
    async with web.client(address=peer) as client:
        for number in range(60):
            client.cookies.clear()
            said = {"X-Forwarded-For": f"203.0.113.{number}"}
            answer = await client.post("/api/jobs/retry", json={"filter": {}}, headers=said)
            found += answer.status_code == OK
    assert found == let_through


async def test_a_sessions_key_has_its_own_limit_besides_the_sessions(web: WebApp) -> None:
    async with session(web) as client:
        few = await web.new_key(client, "read", "submit", uploads_per_minute=1)
        async with web.client(key=few) as program:
            assert await spent(program, 7) == 5
        many = await web.new_key(client, "read", "submit", uploads_per_minute=1000)
        async with web.client(key=many) as program:
            assert await spent(program, 50) == 45, "its owner's bucket holds for it, too"


async def test_an_operators_key_may_have_more(web: WebApp, both: tuple[WebApp, WebApp]) -> None:
    with open_directory() as directory:
        stack = Stack(web.rows.url, directory)
        _, said = await stack.run("keys", "create", "large", "--uploads-per-minute", "20")
    async with web.client(key=said.splitlines()[-1]) as program:
        assert await spent(program, 105) == 100


async def test_a_form_with_many_files_is_paid_for_by_the_next(web: WebApp) -> None:
    async with session(web) as client:
        files = upload_files(*((f"{number}.pdf", pdf(f"form {number}")) for number in range(60)))
        assert (await client.post("/queue", files=files)).status_code == HTTPStatus.SEE_OTHER
        answer = await client.post("/queue", files=files[:1])
        assert answer.status_code == LIMITED
        assert answer.headers["content-type"].startswith("text/html")
        assert "Too many uploads" in answer.text


async def test_without_a_database_nobody_is_limited(web: WebApp) -> None:
    async def broken(*_: object) -> Taken:
        raise psycopg.OperationalError("gone")

    with patch.object(RateLimits, "take", broken):
        async with session(web) as client:
            assert await spent(client, 60) == 60
    web.deps.limiter._unwatched_until = 0.0


async def test_full_buckets_and_dead_keys_are_forgotten(web: WebApp) -> None:
    async with session(web) as client:
        await web.new_key(client)
        await client.delete(f"/api/keys/{(await client.get('/api/keys')).json()['keys'][0]['id']}")
        async with open_pool(web.rows.url, name="test", max_size=1) as pool:
            retention = Retention(pool, KEEP, who="test")
            await retention.forget()
            assert (await web.rows.one("SELECT count(*) FROM rate_limits"))["count"] > 0
            assert len((await client.get("/api/keys")).json()["keys"]) == 1
            await Clock(web.rows).advance(timedelta(days=91))
            await retention.forget()
            assert (await web.rows.one("SELECT count(*) FROM rate_limits"))["count"] == 0
        assert (await client.get("/api/keys")).json()["keys"] == []


@pytest.mark.long
async def test_real_processes_share_a_limit(server: TestServer) -> None:
    async with contextlib.AsyncExitStack() as resources:
        directory = resources.enter_context(open_directory())
        url = await resources.enter_async_context(server.database())
        stacks = [await resources.enter_async_context(Stack(url, directory)) for _ in range(2)]
        await asyncio.gather(*(stack.start_web(**DEFAULTS) for stack in stacks))
        clients = [await resources.enter_async_context(stack.client()) for stack in stacks]
        await stopped_clock(Rows(url))
        cookie = new_session()
        for client in clients:
            client.headers.update(cookie)
        answers = await asyncio.gather(*(retry_nothing(clients[number % 2]) for number in range(70)))
    assert answers.count(OK) == 50
