"""What roles allow, and what is closed to those who are not signed in, on a real database and a provider's word."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from fakturo.blobs.base import document_path, put, result_path
from fakturo.domain.job import Review
from fakturo.domain.transitions import Complete, Converted, StoredDocument
from fakturo.store.pool import open_pool
from fakturo.web.guards.access import ACCESS, OPEN
from fakturo.web.guards.sessions import ACCOUNT_COOKIE
from tests.support.databases import TestServer
from tests.support.jobs import queue_of
from tests.support.oidc import OidcProvider, oidc_provider
from tests.support.routes import routes_of
from tests.support.signing_in import jobs_of, settings_for, sign_in, uploaded, who_is
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")
ROLES = {"oidc_roles_claim": "realm.groups", "oidc_admin_role": "ops", "oidc_reviewer_role": "books"}
TOKEN = "let-me-in-by-token-too"  # noqa: S105  made up


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as provider:
        yield provider


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer, provider: OidcProvider) -> AsyncIterator[WebApp]:
    """With roles; nobody has to sign in."""
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory, **settings_for(provider, **ROLES)) as app:
            yield app


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def closed(server: TestServer, provider: OidcProvider) -> AsyncIterator[WebApp]:
    """For those alone who are signed in."""
    with open_directory() as directory:
        settings = settings_for(provider, oidc_login_required=True, admin_token=TOKEN)
        async with server.database() as url, web_app(url, directory, **settings) as app:
            yield app


async def enter(client: httpx.AsyncClient, provider: OidcProvider, name: str, *groups: str) -> httpx.Response:
    provider.person, provider.beside = {"sub": name, "name": name, "realm": {"groups": [*groups]}}, {}
    answer = await sign_in(client)
    assert answer.status_code == 303, answer.text
    return answer


async def to_review(web: WebApp, client: httpx.AsyncClient, text: str) -> str:
    """A job whose result somebody has to look at."""
    job_id = await uploaded(client, text)
    async with open_pool(web.rows.url, name="test", max_size=1) as pool:
        queue = queue_of(pool)
        (claimed,) = await queue.claim("gateway", 1)
        path = web.deps.blobs.place(result_path(claimed.id, claimed.attempt_count, claimed.lease_token))
        xml = await put(web.deps.blobs, path, b"<invoice/>")
        beside = await put(web.deps.blobs, document_path(path), json.dumps({"number": text}).encode())
        document = StoredDocument(document_path(path), beside.size, beside.sha256)
        converted = Converted(path, xml.size, xml.sha256, 200, review=Review.NEEDED, document=document)
        assert await queue.settle(claimed, Complete(converted), 1)
    return job_id


# ---------------------------------------------------------------- reviewers


@pytest.mark.parametrize("groups", [["books"], ["ops"], ["others", "books"]], ids=str)
async def test_a_reviewer_approves_and_is_named(groups: list[str], web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        await enter(client, provider, f"rina {groups}", *groups)
        job = await to_review(web, client, f"by {groups}")
        assert "You may look" not in (await client.get(f"/review/{job}")).text
        answer = await client.post(f"/api/jobs/{job}/approve")
        assert (answer.status_code, answer.json()["job"]["review"]) == (200, "approved"), answer.text
        events = (await client.get(f"/api/jobs/{job}/events")).json()["events"]
        assert next(each for each in events if each["type"] == "approved")["details"]["by"] == f"rina {groups}"


WRITES = {
    "PUT /api/jobs/{job_id}/document",
    "POST /api/jobs/{job_id}/approve",
    "POST /api/jobs/{job_id}/split",
    "POST /api/jobs/{job_id}/teach",
    "POST /api/jobs/{job_id}/teach/directory",
}


@pytest.mark.parametrize("route", sorted(WRITES))
async def test_who_is_no_reviewer_writes_no_review_and_is_told_why(
    route: str, web: WebApp, provider: OidcProvider
) -> None:
    """Neither signed in without the role, nor not signed in, nor by a key of either."""
    async with web.client() as client, web.client() as nobody:
        await enter(client, provider, "sari", "others")
        keys = [await web.new_key(each, "read", "submit", "manage") for each in (client, nobody)]
        async with web.client(key=keys[0]) as program, web.client(key=keys[1]) as robot:
            for caller in (client, nobody, program, robot):
                job = await to_review(web, caller, f"{route} {id(caller)}")
                method, _, path = route.partition(" ")
                answer = await caller.request(method, path.replace("{job_id}", job), json={})
                assert answer.status_code == 403
                assert "Only reviewers may save and approve here" in answer.json()["detail"]
                row = await web.rows.one("SELECT review, version FROM jobs WHERE id = %s", job)
                assert (row["review"], row["version"]) == ("needed", 1)


async def test_every_write_of_a_review_is_for_reviewers() -> None:
    assert {route for route, access in ACCESS.items() if access.reviews} == WRITES


async def test_the_page_explains_and_offers_no_buttons_that_would_be_refused(
    web: WebApp, provider: OidcProvider
) -> None:
    async with web.client() as client:
        await enter(client, provider, "tono")
        job = await to_review(web, client, "of tono")
        page = (await client.get(f"/review/{job}")).text
        assert "You may look, but not save or approve." in page
        for button in ("save", "approve"):
            assert " hidden>" in page[page.index(f'id="{button}"') :].partition(">")[0] + ">"


async def test_a_key_follows_the_roles_of_its_person(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        await enter(client, provider, "uli", "books")
        key = await web.new_key(client, "read", "submit")
        async with web.client(key=key) as program:
            first, second = await to_review(web, client, "uli 1"), await to_review(web, client, "uli 2")
            assert (await program.post(f"/api/jobs/{first}/approve")).status_code == 200
            client.cookies.delete(ACCOUNT_COOKIE)
            await enter(client, provider, "uli")  # who is none any more
            assert (await program.post(f"/api/jobs/{second}/approve")).status_code == 403


async def test_a_key_of_an_operator_does_what_its_scopes_say(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        key = await web.new_key(client, "read", "submit")
        await web.rows.all("UPDATE api_keys SET by_operator = true WHERE prefix = %s", key[:11])
        async with web.client(key=key) as program:
            job = await to_review(web, program, "by operator")
            assert (await program.post(f"/api/jobs/{job}/approve")).status_code == 200


async def test_roles_are_found_beside_the_id_token(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        provider.person = {"sub": "vina", "name": "vina"}
        provider.beside = {"realm": {"groups": ["ops"]}, "name": "not this one"}
        await sign_in(client)
        assert (await client.get("/admin")).status_code == 200
        assert await who_is(client) == "vina"


async def test_without_roles_everybody_may_review(server: TestServer, provider: OidcProvider) -> None:
    with open_directory() as directory:
        settings = settings_for(provider)
        async with server.database() as url, web_app(url, directory, **settings) as app, app.client() as client:
            job = await to_review(app, client, "by nobody")
            assert (await client.post(f"/api/jobs/{job}/approve")).status_code == 200


# ---------------------------------------------------------------- admins


async def test_an_admin_opens_the_operators_page_and_is_recorded(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        await enter(client, provider, "wati", "ops")
        page = await client.get("/admin")
        assert page.status_code == 200
        assert 'href="/admin"' in (await client.get("/queue")).text
        await client.post("/admin/pauses/uploads/pause", data={"why": "a test"})
        await client.post("/admin/pauses/uploads/resume")
        account = await web.rows.one("SELECT owner_key FROM accounts WHERE subject = 'wati'")
        actions = await web.rows.all("SELECT who, action FROM admin_actions WHERE who LIKE 'wati%%' ORDER BY id")
        who = f"wati ({account['owner_key'][:16]})"
        assert [(each["who"], each["action"]) for each in actions] == [
            (who, "login"),
            (who, "pause"),
            (who, "resume"),
        ]


async def test_who_is_no_admin_stays_outside(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as client:
        assert (await client.get("/admin")).headers["location"] == "/admin/login"
        door = (await client.get("/admin/login")).text
        assert "/account/login?return_to=%2Fadmin" in door
        assert 'name="token"' not in door, "none is set"
        await enter(client, provider, "yudi", "books")
        assert (await client.get("/admin")).headers["location"] == "/admin/login"
        assert (await client.post("/admin/pauses/uploads/pause")).headers["location"] == "/admin/login"
        assert "That account may not come in here" in (await client.get("/admin/login")).text
        assert 'href="/admin"' not in (await client.get("/queue")).text


async def test_an_operator_signs_an_account_out_everywhere(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as operator, web.client() as client:
        await enter(client, provider, "zaki", "books")
        await uploaded(client, "of zaki")
        key = await web.new_key(client)
        await enter(operator, provider, "boss", "ops")
        page = (await operator.get("/admin/owners")).text
        owner = (await web.rows.one("SELECT owner_key FROM accounts WHERE subject = 'zaki'"))["owner_key"]
        assert "zaki" in page
        assert (await operator.post("/admin/owners/end", data={"owner": owner})).status_code == 303
        assert await who_is(client) is None
        async with web.client(key=key) as program:
            assert (await program.get("/api/jobs")).status_code == 401
        await enter(client, provider, "zaki", "books")
        assert len(await jobs_of(client)) == 1, "nothing is lost"


# ---------------------------------------------------------------- where everybody signs in


async def test_every_route_is_closed_to_who_is_not_signed_in(closed: WebApp) -> None:
    doors = {route for route, access in ACCESS.items() if access.strangers}
    assert all(route.partition(" ")[2].startswith(("/account/", "/admin", "/settings/language")) for route in doors)
    for route in routes_of(closed.app):
        method, _, path = route.rpartition(" ")
        if path in OPEN or route in doors:
            continue
        async with closed.client() as client:
            named = path.replace("{number}", "1").replace("{kind}", "units").replace("{secret}", "A" * 43)
            for part in ("job_id", "key_id", "webhook_id", "delivery_id"):
                named = named.replace(f"{{{part}}}", "00000000-0000-0000-0000-000000000001")
            answer = await client.request(method, named)
        if path.startswith("/api/"):
            assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED"), route
            assert answer.headers["www-authenticate"] == "Bearer"
        elif method == "GET":
            assert answer.headers["location"].startswith("/account/login?return_to=%2F"), route
        else:
            assert answer.status_code == 401, route
            assert "Sign in to go on" in answer.text
    assert await closed.rows.all("SELECT id FROM jobs") == []


async def test_a_script_is_told_instead_of_sent_elsewhere(closed: WebApp) -> None:
    async with closed.client() as client:
        answer = await client.get("/queue/rows", headers={"Sec-Fetch-Mode": "cors"})
        assert answer.status_code == 401


async def test_who_is_sent_to_sign_in_comes_back_to_the_same_page(closed: WebApp, provider: OidcProvider) -> None:
    async with closed.client() as client:
        sent = await client.get("/queue?show=failed&q=a%20b")
        begun = await client.get(sent.headers["location"])
        async with httpx.AsyncClient(trust_env=False) as browser:
            back = (await browser.get(begun.headers["location"])).headers["location"]
        assert (await client.get(back)).headers["location"] == "/queue?show=failed&q=a%20b"


async def test_keys_and_the_operators_token_go_on_working(closed: WebApp, provider: OidcProvider) -> None:
    async with closed.client() as client:
        await enter(client, provider, "ayu")
        key = await closed.new_key(client)
    async with closed.client(key=key) as program:
        assert await jobs_of(program) == set()
        await uploaded(program, "by key")
    async with closed.client() as operator:
        answer = await operator.post("/admin/login", data={"token": TOKEN, "name": "Ana"})
        assert answer.headers["location"] == "/admin"
        assert (await operator.get("/admin")).status_code == 200
        assert (await operator.get("/api/healthz")).status_code in {200, 503}
