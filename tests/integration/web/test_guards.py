"""Whoever asks for what is not his gets nothing: every route that the application has, by session and by key.

The routes are the application's own. One that names something in its path has to be told here what a foreign one is
(`FOREIGN`), so that a new route cannot be forgotten.
"""

import json
import random
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

import httpx
import pytest
import pytest_asyncio

from fakturo.blobs.base import document_path, put, result_path
from fakturo.domain.findings import Findings
from fakturo.domain.job import Review
from fakturo.domain.keys import Scope
from fakturo.domain.transitions import Complete, Converted, StoredDocument
from fakturo.store.pool import open_pool
from fakturo.web.app import SECURITY_HEADERS
from fakturo.web.description.openapi import describe
from fakturo.web.guards.access import OPEN
from fakturo.web.guards.sessions import COOKIE
from tests.integration.web.test_upload import pdf, upload
from tests.support.asgi import Answer, ask
from tests.support.databases import TestServer
from tests.support.jobs import queue_of
from tests.support.routes import routes_of
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARK = "geheim7391"
"""In everything that is Alice's."""
PDF = pdf(f"of {MARK}")
REFUSED = {403, 404, 410}
BOUNDARY = "part"
ORDERS: Mapping[str, Mapping[str, Any]] = {
    "POST /api/keys": {"name": "mine"},
    "POST /api/webhooks": {"url": "https://example.com/mine"},
    "PATCH /api/webhooks/{webhook_id}": {"enabled": False},
    "PATCH /api/templates/{name}": {"on": True},
    "POST /api/jobs/{job_id}/split": {"parts": [{"pages": [1]}, {"pages": [2]}]},
    "PUT /api/parties/{entry_id:path}": {"values": {"name": "PT Lain", "tin": "0012345674012000"}},
    "PUT /api/units/{entry_id:path}": {"values": {"alias": "Mine", "code": "UM.0021"}},
    "PUT /api/goods/{entry_id:path}": {"values": {"sku": "MINE", "code": "000000"}},
}
OF_ONES_OWN = {"PUT /api/templates/{name}"}
"""Names something of whoever asks, however it is called."""


@dataclass
class Alice:
    """The owner of what others want to see."""

    web: WebApp
    client: httpx.AsyncClient
    job_id: str
    others: dict[str, str] = field(default_factory=dict)
    """What else she has that can be named in a path."""
    tokens: dict[str, str] = field(default_factory=dict)
    """Cursors and tags of her answers."""

    async def rows(self) -> list[object]:
        """All that is hers, in whatever table."""
        tables = await self.web.rows.all(
            "SELECT table_name FROM information_schema.columns WHERE column_name = 'owner_key' ORDER BY 1"
        )
        owner = await self.web.rows.one("SELECT owner_key FROM jobs WHERE id = %s", self.job_id)
        return [
            await self.web.rows.all(
                f"SELECT * FROM {each['table_name']} WHERE owner_key = %s",  # noqa: S608
                owner["owner_key"],
            )
            for each in tables
        ]


async def job_of(alice: Alice) -> str:
    return alice.job_id


async def key_of(alice: Alice) -> str:
    return str((await alice.client.post("/api/keys", json={"name": MARK})).json()["key"]["id"])


async def webhook_of(alice: Alice) -> str:
    order = {"url": f"https://example.com/{MARK}", "description": MARK}
    return str((await alice.client.post("/api/webhooks", json=order)).json()["webhook"]["id"])


async def delivery_of(alice: Alice) -> str:
    sent = await alice.client.post(f"/api/webhooks/{alice.others['webhook_id']}/test")
    return str(sent.json()["delivery"]["id"])


async def no_link_of(_: Alice) -> str:
    """Whoever knows a link may use it: that is what it is for. So here it is one that is wrong."""
    return secrets.token_urlsafe(32)


async def said(text: str) -> str:
    """Nobody's: what an operator may name."""
    return text


async def party_of(alice: Alice) -> str:
    order = {"values": {"name": f"PT {MARK}", "tin": "0012345674012000"}}
    return str((await alice.client.post("/api/parties", json=order)).json()["entry"]["id"])


async def first_page(_: Alice) -> str:
    return "1"


FOREIGN: Mapping[str, Callable[[Alice], Awaitable[str]]] = {
    "job_id": job_of,
    "key_id": key_of,
    "webhook_id": webhook_of,
    "delivery_id": delivery_of,
    "secret": no_link_of,
    "action": lambda _: said("expire"),
    "what": lambda _: said("claims"),
    "pipeline": lambda _: said("gateway"),
    "name": lambda _: said("layout_v1"),
    "version": lambda _: said("1"),
    "number": first_page,
    "entry_id": party_of,
    "kind": lambda _: said("nobodys"),
    "title": lambda _: said("nobodys"),
}
"""For each name in a path: something of hers."""


@dataclass(frozen=True)
class Stranger:
    name: str
    headers: Mapping[str, str]


async def finished_job(web: WebApp, client: httpx.AsyncClient) -> str:
    """With everything that a job can have."""
    headers = {"Idempotency-Key": MARK}
    files = {"file": (f"{MARK}.pdf", PDF, "application/pdf")}
    answer = await client.post("/api/upload", files=files, headers=headers)
    async with open_pool(web.rows.url, name="test", max_size=1) as pool:
        queue = queue_of(pool)
        (claimed,) = await queue.claim("gateway", 1)
        path = web.deps.blobs.place(result_path(claimed.id, claimed.attempt_count, claimed.lease_token))
        xml = await put(web.deps.blobs, path, f"<invoice>{MARK}</invoice>".encode())
        beside = await put(web.deps.blobs, document_path(path), json.dumps({"invoice": MARK}).encode())
        converted = Converted(
            *(path, xml.size, xml.sha256, 200),
            review=Review.NEEDED,
            document=StoredDocument(document_path(path), beside.size, beside.sha256),
            findings=Findings(
                f"Seller {MARK}", f"Buyer {MARK}", MARK, date(2026, 3, 9), Decimal(7), "EUR", 1, 1, f"Look at {MARK}"
            ),
        )
        assert await queue.settle(claimed, Complete(converted), 1)
    return str(answer.json()["job"]["id"])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def alice(server: TestServer) -> AsyncIterator[Alice]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as web, web.client() as client:
            found = Alice(web, client, await finished_job(web, client))
            for name, make in FOREIGN.items():
                found.others[name] = await make(found)
            listed = await client.get("/api/jobs")
            found.tokens = {"since": listed.json()["next_since"], "etag": listed.headers["etag"]}
            yield found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strangers(alice: Alice) -> list[Stranger]:
    """By session, and by key; each has something of his own, so that no list is empty anyway."""
    async with alice.web.client() as bob, alice.web.client() as carol:
        await upload(bob, pdf("of bob"), "bob.pdf")
        await upload(carol, pdf("of carol"), "carol.pdf")
        cookie = {"Cookie": f"{COOKIE}={bob.cookies[COOKIE]}"}
        key = await alice.web.new_key(carol, *Scope)
    return [Stranger("session", cookie), Stranger("key", {"Authorization": f"Bearer {key}"})]


def body_for(route: str, ids: list[str]) -> tuple[dict[str, str], bytes]:
    """As the route expects one: with ids of jobs, as a form with a file, or as JSON."""
    if route.endswith(("/upload", "POST /queue")):
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="mine.pdf"\r\n\r\n'
        return (
            {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
            head.encode() + PDF + f"\r\n--{BOUNDARY}--\r\n".encode(),
        )
    order: Mapping[str, Any] = {"job_ids": ids} if re.search(r"POST /api/jobs/\w+$", route) else ORDERS.get(route, {})
    return {"Content-Type": "application/json"}, json.dumps(order).encode()


def path_of(route: str, alice: Alice) -> str:
    def named(match: re.Match[str]) -> str:
        assert match[1] in alice.others, f"{route}: say in FOREIGN what a foreign {match[1]} is"
        return alice.others[match[1]]

    return re.sub(r"\{(\w+)(?::path)?\}", named, route.partition(" ")[2])


def routes(web: WebApp) -> list[str]:
    return [route for route in routes_of(web.app) if route.rpartition(" ")[2] not in OPEN]


def shows_nothing(answer: Answer) -> bool:
    return MARK.encode() not in answer.everything


async def test_every_route_refuses_a_foreign_session_and_a_foreign_key(alice: Alice, strangers: list[Stranger]) -> None:
    before = await alice.rows()
    for route in routes(alice.web):
        for stranger in strangers:
            headers, body = body_for(route, [alice.job_id])
            method, path = route.partition(" ")[0], path_of(route, alice)
            answer = await ask(alice.web.app, method, path, headers={**headers, **stranger.headers}, body=body)
            told = (route, stranger.name, answer.status, answer.body[:300])
            assert shows_nothing(answer), told
            assert answer.status < 500, told
            if "{" in route and route not in OF_ONES_OWN:
                assert answer.status in REFUSED, told
    assert await alice.rows() == before


async def test_she_herself_is_not_refused(alice: Alice) -> None:
    """Otherwise the test above would prove nothing."""
    for path in ("", "/events", "/download", "/document", "/pdf"):
        assert (await alice.client.get(f"/api/jobs/{alice.job_id}{path}")).status_code == 200
    assert MARK in (await alice.client.get("/api/jobs")).text
    assert MARK in (await alice.client.get("/api/keys")).text
    assert MARK in (await alice.client.get("/queue")).text


async def test_whose_jobs_are_named_in_a_body_does_not_matter_either(alice: Alice, strangers: list[Stranger]) -> None:
    for stranger in strangers:
        for what in ("delete", "retry", "download", "convert"):
            headers, body = body_for(f"POST /api/jobs/{what}", [alice.job_id])
            path = f"/api/jobs/{what}"
            answer = await ask(alice.web.app, "POST", path, headers={**headers, **stranger.headers}, body=body)
            told = json.loads(answer.body)
            refused = told.get("jobs") or told["not_done"]
            assert [(each["id"], each["code"]) for each in refused] == [(alice.job_id, "FORBIDDEN")]


async def test_every_answer_has_the_security_headers(alice: Alice, strangers: list[Stranger]) -> None:
    bad_key = {"Authorization": "Bearer fk_wrong"}
    for route in [*routes(alice.web), "GET /api/healthz", "GET /openapi.json", "GET /static/ui.css", "GET /nowhere"]:
        for headers in (strangers[0].headers, bad_key):
            method, path = route.partition(" ")[0], path_of(route, alice)
            answer = await ask(alice.web.app, method, path, headers=headers)
            assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS, route


async def test_what_is_not_yours_is_refused_in_the_same_words_whatever_it_is(
    alice: Alice, strangers: list[Stranger]
) -> None:
    """The body of a refusal has nothing that depends on the job."""
    async with alice.web.client() as client:
        plain = (await upload(client, pdf("plain"), "plain.pdf")).json()["job"]["id"]
    for path in ("", "/download", "/document", "/pdf", "/events"):
        bodies = []
        for job_id in (alice.job_id, plain):
            answer = await ask(alice.web.app, "GET", f"/api/jobs/{job_id}{path}", headers=strangers[0].headers)
            problem = json.loads(answer.body)
            bodies.append({name: value for name, value in problem.items() if name != "request_id"})
        assert bodies[0] == bodies[1]
        assert bodies[0]["code"] == "FORBIDDEN"


def queries_for(route: str, alice: Alice) -> list[str]:
    """Those that the route takes (pages take any), and one that nobody does: refused before a job is looked at."""
    # what is searched for is said back on the page: so the beginning of a word of hers, which finds it as well
    every = [
        *("", f"q={MARK[:-1]}", "status=complete&review=needed", "limit=200", "version=1", "wait=0"),
        *(f"since={alice.tokens['since']}", "since=2020-01-01T00:00:00Z"),
    ]
    method, _, path = route.partition(" ")
    told = describe(alice.web.app)["paths"].get(path.replace(":path", ""), {}).get(method.lower())
    takes = None if told is None else {each["name"] for each in told.get("parameters", ()) if each["in"] == "query"}
    known = [query for query in every if not query or takes is None or query.partition("=")[0] in takes]
    return [*known, f"owner_key={alice.job_id}"]


async def try_at_random(alice: Alice, strangers: list[Stranger], *, tries: int, seed: int) -> None:
    chance = random.Random(seed)
    before = await alice.rows()
    for number in range(tries):
        route, stranger = chance.choice(routes(alice.web)), chance.choice(strangers)
        method = chance.choice([route.partition(" ")[0]] * 9 + ["PUT"])
        path = path_of(route, alice)
        path = chance.choice([path, path, path.upper(), path.replace("-", "")])
        headers, body = body_for(route, chance.sample([alice.job_id, secrets.token_hex(16), ""], k=2))
        query = chance.choice(queries_for(route, alice))
        extra = chance.choice(
            [
                *({}, {"If-None-Match": alice.tokens["etag"]}, {"Idempotency-Key": MARK}, {"Range": "bytes=0-9"}),
                *({"X-Forwarded-For": "127.0.0.1"}, {"X-Http-Method-Override": "DELETE"}, {"Last-Event-ID": "0"}),
            ]
        )
        answer = await ask(
            alice.web.app, method, path, query=query, headers={**headers, **extra, **stranger.headers}, body=body
        )
        told = (number, route, stranger.name, query, extra, answer.status, answer.body[:300])
        assert shows_nothing(answer), told
        named_it = alice.job_id in path + query or alice.job_id.encode() in body
        assert named_it or alice.job_id.encode() not in answer.body, told
        assert answer.status < 500, told
    assert await alice.rows() == before


async def test_two_hundred_random_tries_find_nothing(alice: Alice, strangers: list[Stranger]) -> None:
    await try_at_random(alice, strangers, tries=200, seed=1)


@pytest.mark.long
async def test_two_thousand_random_tries_find_nothing(alice: Alice, strangers: list[Stranger]) -> None:
    await try_at_random(alice, strangers, tries=2000, seed=2)


async def test_an_owner_who_is_not_looked_at_would_be_noticed(
    alice: Alice, strangers: list[Stranger], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: a store that gives any job to anybody."""
    get = type(alice.web.deps.jobs).get
    owner = (await alice.web.rows.one("SELECT owner_key FROM jobs WHERE id = %s", alice.job_id))["owner_key"]

    async def anybodys(jobs: Any, asking: Any, job_id: Any) -> Any:
        return await get(jobs, type(asking)(owner), job_id)

    monkeypatch.setattr(type(alice.web.deps.jobs), "get", anybodys)
    with pytest.raises(AssertionError, match=r"\{job_id\}"):
        await try_at_random(alice, strangers, tries=200, seed=1)
