"""Webhooks as an integrator makes and watches them."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from fakturo.domain.webhooks import EventType
from tests.integration.web.test_listing import refused
from tests.support.databases import TestServer
from tests.support.in_process import Served, served
from tests.support.stack import open_directory

pytestmark = pytest.mark.asyncio(loop_scope="module")
HOOK = {"url": "https://example.com/hooks", "description": "bookkeeping"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[Served]:
    with open_directory() as directory:
        async with server.database() as url, served(url, directory) as web:
            yield web


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def stranger(web: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


async def made(client: httpx.AsyncClient, **order: object) -> dict[str, Any]:
    answer = await client.post("/api/webhooks", json=HOOK | order)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    body = answer.json()
    assert isinstance(body, dict)
    return body


async def test_a_webhook_is_made_listed_changed_and_removed(client: httpx.AsyncClient) -> None:
    order = await made(client)
    webhook, secret = order["webhook"], order["secret"]
    assert secret.startswith("whsec_")
    assert webhook["events"] == [*EventType]
    listed = await client.get("/api/webhooks")
    assert listed.json() == {"webhooks": [webhook]}
    assert secret not in listed.text
    path = f"/api/webhooks/{webhook['id']}"
    changed = (await client.patch(path, json={"events": ["job.failed"], "enabled": False})).json()
    assert (changed["events"], changed["enabled"], changed["disabled_why"]) == (["job.failed"], False, "owner")
    assert changed["url"] == webhook["url"]
    assert (await client.get(path)).json() == changed
    assert (await client.delete(path)).status_code == 204
    assert (await client.get(path)).status_code == (await client.delete(path)).status_code == 404


async def test_another_secret_is_shown_once(client: httpx.AsyncClient) -> None:
    order = await made(client)
    rotated = (await client.post(f"/api/webhooks/{order['webhook']['id']}/rotate")).json()
    assert rotated["secret"] != order["secret"]
    assert rotated["webhook"]["old_secret_until"] is not None


@pytest.mark.parametrize(
    "url", ["http://example.com", "https://127.0.0.1/x", "https://[fe80::1]/", "https://10.0.0.1", "nonsense", ""]
)
async def test_an_address_that_webhooks_may_not_go_to_is_refused(client: httpx.AsyncClient, url: str) -> None:
    answer = await client.post("/api/webhooks", json={"url": url})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    webhook = (await made(client))["webhook"]
    assert (await client.patch(f"/api/webhooks/{webhook['id']}", json={"url": url})).status_code == 400


async def test_an_owner_has_so_many_and_no_more(client: httpx.AsyncClient) -> None:
    for _ in range(10):
        await made(client)
    answer = await client.post("/api/webhooks", json=HOOK)
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")


async def test_the_log_says_what_was_sent_in_pages(client: httpx.AsyncClient) -> None:
    path = f"/api/webhooks/{(await made(client))['webhook']['id']}"
    jobs = [await refused(client, f"{number}.pdf") for number in range(3)]
    sent = (await client.post(f"{path}/test")).json()["delivery"]
    assert (sent["event_type"], sent["state"], sent["attempts"]) == ("webhook.test", "pending", [])
    page = (await client.get(f"{path}/deliveries", params={"limit": 3})).json()
    assert page["deliveries"][0] == sent
    rest = (await client.get(f"{path}/deliveries", params={"limit": 3, "cursor": page["next_cursor"]})).json()
    assert rest["next_cursor"] is None
    told = [*page["deliveries"], *rest["deliveries"]]
    assert [each["job_id"] for each in told] == [None, *reversed(jobs)]
    assert {each["event_type"] for each in told[1:]} == {"job.failed"}
    assert (await client.get(f"{path}/deliveries", params={"state": "delivered"})).json()["deliveries"] == []
    assert (await client.get(f"{path}/deliveries", params={"cursor": "nonsense"})).status_code == 400


async def test_a_delivery_is_sent_again_unless_what_it_told_is_gone(client: httpx.AsyncClient) -> None:
    path = f"/api/webhooks/{(await made(client))['webhook']['id']}"
    job = await refused(client, "a.pdf")
    (delivery,) = (await client.get(f"{path}/deliveries")).json()["deliveries"]
    replay = f"{path}/deliveries/{delivery['id']}/replay"
    assert (await client.post(replay)).status_code == 202
    await client.patch(path, json={"enabled": False})
    assert (await client.post(replay)).status_code == (await client.post(f"{path}/test")).status_code == 409
    await client.patch(path, json={"enabled": True})
    await client.delete(f"/api/jobs/{job}")
    gone = await client.post(replay)
    assert (gone.status_code, gone.json()["code"]) == (404, "EXPIRED")
    assert (await client.post(f"{path}/deliveries/{uuid4()}/replay")).json()["code"] == "NOT_FOUND"


async def test_a_stranger_reaches_none_of_it(client: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    path = f"/api/webhooks/{(await made(client))['webhook']['id']}"
    await refused(client, "a.pdf")
    (delivery,) = (await client.get(f"{path}/deliveries")).json()["deliveries"]
    answers = [
        await stranger.get(path),
        await stranger.patch(path, json={"enabled": False}),
        await stranger.delete(path),
        await stranger.post(f"{path}/rotate"),
        await stranger.post(f"{path}/test"),
        await stranger.get(f"{path}/deliveries"),
        await stranger.post(f"{path}/deliveries/{delivery['id']}/replay"),
    ]
    assert [each.status_code for each in answers] == [404] * len(answers)
    assert not any("example.com" in each.text for each in answers)
    assert (await stranger.get("/api/webhooks")).json() == {"webhooks": []}


async def test_text_that_the_database_cannot_hold_is_refused_wherever_it_stands(client: httpx.AsyncClient) -> None:
    answers = [
        await client.post("/api/webhooks", json=HOOK | {"description": "a\0b"}),
        await client.post("/api/keys", json={"name": "a\0b"}),
        await client.post("/api/jobs/delete", json={"filter": {"mapping": ["\0"]}}),
        await client.get("/api/jobs?mapping=a%00b"),
        await client.get("/api/jobs?q=%00"),
    ]
    assert [(each.status_code, each.json()["code"]) for each in answers] == [(400, "INVALID_REQUEST")] * len(answers)
