"""API keys on a real database: made, used, refused, revoked; whose jobs they see."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from fakturo.store.keys import MOST_KEYS
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import TestServer
from tests.support.stack import Stack, open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app:
            yield app


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


async def test_a_key_is_shown_once_and_kept_as_a_hash(web: WebApp, client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/keys", json={"name": "books", "expires_in_days": 30, "uploads_per_minute": 5})
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    secret, key = answer.json()["secret"], answer.json()["key"]
    assert re.fullmatch(r"fk_[0-9a-f]{8}_[A-Za-z0-9_-]{43}", secret)
    assert secret.startswith(key["prefix"])
    listed = await client.get("/api/keys")
    assert listed.json()["keys"] == [key]
    assert (key["scopes"], key["state"], key["uploads_per_minute"]) == (["read", "submit"], "active", 5)
    assert key["expires_at"] > key["created_at"]
    stored = await web.rows.one("SELECT api_keys::text AS all FROM api_keys WHERE id = %s", key["id"])
    assert secret not in stored["all"]
    assert secret.removeprefix(key["prefix"]) not in stored["all"]


async def test_a_key_sees_the_jobs_of_the_session_that_made_it_and_no_others(
    web: WebApp, client: httpx.AsyncClient
) -> None:
    mine = (await upload(client, pdf("by session"))).json()["job"]["id"]
    async with web.client(key=await web.new_key(client)) as program, web.client() as stranger:
        theirs = (await upload(stranger, pdf("by stranger"))).json()["job"]["id"]
        by_key = (await upload(program, pdf("by key"))).json()["job"]["id"]
        assert "set-cookie" not in (seen := await program.get("/api/jobs")).headers
        assert {job["id"] for job in seen.json()["jobs"]} == {mine, by_key}
        assert (await program.get(f"/api/jobs/{theirs}")).status_code == 403
    owners = await web.rows.all(
        "SELECT DISTINCT owner_session_id, owner_key FROM jobs WHERE id = ANY (%s)", [mine, by_key]
    )
    assert len(owners) == 1
    (key,) = (await client.get("/api/keys")).json()["keys"]
    assert key["last_used_at"] is not None


@pytest.mark.parametrize(
    ("scope", "method", "path"),
    [
        ("submit", "GET", "/api/jobs"),
        ("read", "POST", "/api/upload"),
        ("read", "POST", "/api/jobs/retry"),
        ("submit", "POST", "/api/jobs/delete"),
        ("manage", "GET", "/api/keys"),
        ("manage", "POST", "/api/keys"),
    ],
)
async def test_a_key_does_no_more_than_it_may(
    scope: str, method: str, path: str, web: WebApp, client: httpx.AsyncClient
) -> None:
    async with web.client(key=await web.new_key(client, scope)) as program:
        answer = await program.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert "insufficient_scope" in answer.headers["www-authenticate"]


async def test_a_key_makes_none_that_may_do_more_or_lasts_longer(web: WebApp, client: httpx.AsyncClient) -> None:
    maker = await web.new_key(client, "read", "keys", expires_in_days=7, requests_per_minute=60)
    async with web.client(key=maker) as program:
        more = await program.post("/api/keys", json={"name": "more", "scopes": ["manage"]})
        assert (more.status_code, more.json()["code"]) == (403, "FORBIDDEN")
        made = (await program.post("/api/keys", json={"name": "child", "scopes": ["read"]})).json()["key"]
        parent = next(key for key in (await program.get("/api/keys")).json()["keys"] if key["name"] == "test")
    assert made["expires_at"] == parent["expires_at"]
    assert made["requests_per_minute"] == 60


async def test_a_revoked_key_is_refused_at_once_and_a_strangers_cannot_be_revoked(
    web: WebApp, client: httpx.AsyncClient
) -> None:
    secret = await web.new_key(client)
    (key,) = (await client.get("/api/keys")).json()["keys"]
    async with web.client(key=secret) as program, web.client() as stranger:
        foreign = await stranger.delete(f"/api/keys/{key['id']}")
        assert (foreign.status_code, foreign.json()["detail"]) == (404, "There is no such key.")
        assert (await program.get("/api/jobs")).status_code == 200
        assert (await client.delete(f"/api/keys/{key['id']}")).status_code == 204
        refused = await program.get("/api/jobs")
    assert (refused.status_code, refused.json()["code"]) == (401, "UNAUTHORIZED")
    assert "revoked" in refused.json()["detail"]
    assert (await client.get("/api/keys")).json()["keys"][0]["state"] == "revoked"
    assert (await client.delete("/api/keys/nonsense")).json()["detail"] == "There is no such key."


async def test_a_key_expires_by_the_databases_clock(web: WebApp, client: httpx.AsyncClient) -> None:
    secret = await web.new_key(client, expires_in_days=1)
    async with web.client(key=secret) as program:
        assert (await program.get("/api/jobs")).status_code == 200
        await web.rows.all("UPDATE api_keys SET expires_at = queue_now() WHERE prefix = %s", secret[:11])
        refused = await program.get("/api/jobs")
    assert refused.status_code == 401
    assert "expired" in refused.json()["detail"]


async def test_a_wrong_key_is_refused_everywhere_but_where_nobody_is_asked(web: WebApp) -> None:
    async with web.client(key="fk_00000000_" + "A" * 43) as program:
        for path in ("/api/jobs", "/queue", "/api/nowhere"):
            answer = await program.get(path)
            assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
            assert "set-cookie" not in answer.headers
        assert (await program.get("/api/healthz")).status_code == 200


@pytest.mark.parametrize("header", ["Authorization: {key}", "Authorization: Token {key}", "X-API-Key: {key}"])
async def test_a_key_that_is_shown_in_another_way_never_becomes_somebody_new(
    header: str, web: WebApp, client: httpx.AsyncClient
) -> None:
    name, _, value = header.format(key=await web.new_key(client)).partition(": ")
    async with web.client() as program:
        program.headers[name] = value
        answer = await upload(program, pdf("by a program"))
        assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
        assert "Authorization: Bearer fk_…" in answer.json()["detail"]
        assert "set-cookie" not in answer.headers


async def test_what_a_proxy_asks_for_is_not_taken_for_a_key(web: WebApp) -> None:
    async with web.client() as browser:
        browser.headers["Authorization"] = "Basic dXNlcjpwYXNzd29yZA=="
        assert (await browser.get("/api/jobs")).status_code == 200


async def test_the_page_is_for_people(web: WebApp, client: httpx.AsyncClient) -> None:
    async with web.client(key=await web.new_key(client, "read", "submit", "manage", "keys")) as program:
        assert (await program.get("/queue")).status_code == 403
        assert (await program.post("/queue")).status_code == 403


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({}, "'name'"),
        ({"name": ""}, "'name'"),
        ({"name": "x", "scopes": []}, "'scopes'"),
        ({"name": "x", "scopes": ["root"]}, "'scopes.0'"),
        ({"name": "x", "expires_in_days": 0}, "'expires_in_days'"),
        ({"name": "x", "owner": "session:other"}, "'owner'"),
        ([], "Send JSON like"),
    ],
    ids=str,
)
async def test_a_bad_order_is_named(order: object, said: str, client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/keys", json=order)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert said in answer.json()["detail"]


async def test_an_owner_has_only_so_many_keys(web: WebApp, client: httpx.AsyncClient) -> None:
    for _ in range(MOST_KEYS):
        await web.new_key(client)
    answer = await client.post("/api/keys", json={"name": "one more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")


async def test_the_operator_makes_lists_and_revokes_keys(web: WebApp, tmp_path: Path) -> None:
    stack = Stack(web.rows.url, tmp_path)
    status, said = await stack.run("keys", "create", "books", "--scope", "read", "--expires-days", "9")
    secret = said.splitlines()[-1]
    assert status == 0
    assert "for key:books" in said
    again, refused = await stack.run("keys", "create", "books")
    assert again == 1
    assert "--owner key:books" in refused
    async with web.client(key=secret) as program:
        assert (await program.get("/api/jobs")).json()["jobs"] == []
        _, listed = await stack.run("keys", "list")
        (line,) = [line for line in listed.splitlines() if secret[:11] in line]
        assert secret not in listed
        assert "may read" in line
        assert "for key:books" in line
        assert (await stack.run("keys", "revoke", secret[:11]))[0] == 0
        assert (await program.get("/api/jobs")).status_code == 401
    unknown, told = await stack.run("keys", "revoke", "fk_nothere")
    assert (unknown, "There is no key" in told) == (1, True)
