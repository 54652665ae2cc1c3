"""Signing in by OpenID Connect, on a real database and against a provider that speaks the real protocol."""

import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from fakturo.web.guards.sessions import ACCOUNT_COOKIE, COOKIE
from tests.support.databases import TestServer
from tests.support.oidc import BAD_TOKENS, CLIENT_SECRET, OidcProvider, oidc_provider
from tests.support.signing_in import (
    ANA,
    at_provider,
    jobs_of,
    plant,
    settings_for,
    sign_in,
    to_provider,
    uploaded,
    who_is,
)
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running_provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as provider:
        yield provider


@pytest.fixture
def provider(running_provider: OidcProvider) -> OidcProvider:
    """Well-behaved, and about to let Ana in."""
    running_provider.misbehave, running_provider.person, running_provider.beside = "", dict(ANA), {}
    running_provider.left.clear()
    running_provider.asked.clear()
    return running_provider


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer, running_provider: OidcProvider) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory, **settings_for(running_provider)) as app:
            yield app


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


# ---------------------------------------------------------------- in


async def test_whoever_signs_in_is_known_by_name_and_comes_back_to_where_they_were(
    client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    assert await who_is(client) is None
    answer = await sign_in(client, "/parties")
    assert (answer.status_code, answer.headers["location"]) == (303, "/parties")
    assert await who_is(client) == "Ana Lestari"


async def test_what_is_asked_of_the_provider_is_bound_to_this_browser_and_this_moment(
    client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    asked = [
        {name: values[0] for name, values in parse_qs(urlsplit(await to_provider(client)).query).items()}
        for _ in range(2)
    ]
    assert asked[0]["redirect_uri"] == "http://test/account/callback"
    assert (asked[0]["response_type"], asked[0]["code_challenge_method"]) == ("code", "S256")
    for name in ("state", "nonce", "code_challenge"):
        assert len(asked[0][name]) == 43
        assert asked[0][name] != asked[1][name], name
    assert CLIENT_SECRET not in str(asked)


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie_is_for_this_site_alone_and_new_at_every_sign_in(
    secure: bool, server: TestServer, provider: OidcProvider
) -> None:
    address = f"{'https' if secure else 'http'}://test"
    provider.redirect_uris.add("https://test/account/callback")
    with open_directory() as directory:
        settings = settings_for(provider, public_url=address)
        async with server.database() as url, web_app(url, directory, **settings) as app:
            transport = httpx.ASGITransport(app.app)
            async with httpx.AsyncClient(transport=transport, base_url=address) as client:
                cookies = [await _account_cookie(client) for _ in range(2)]
    values = [cookie.partition(";")[0].partition("=")[2] for cookie in cookies]
    assert values[0] != values[1]
    assert all(len(value) == 43 for value in values)
    for part in ("HttpOnly", "Max-Age=43200", "Path=/", "SameSite=lax"):
        assert part in cookies[0]
    assert ("Secure" in cookies[0]) == secure


async def _account_cookie(client: httpx.AsyncClient) -> str:
    client.cookies.delete(ACCOUNT_COOKIE) if ACCOUNT_COOKIE in client.cookies else None
    answer = await sign_in(client)
    return next(each for each in answer.headers.get_list("set-cookie") if each.startswith(ACCOUNT_COOKIE))


async def test_a_cookie_that_somebody_planted_never_becomes_a_signed_in_one(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    planted = "A" * 43
    plant(client, ACCOUNT_COOKIE, planted)
    await sign_in(client)
    assert client.cookies[ACCOUNT_COOKIE] != planted
    async with web.client() as attacker:
        plant(attacker, ACCOUNT_COOKIE, planted)
        assert await who_is(attacker) is None


async def test_the_database_learns_neither_the_cookie_nor_the_id_token(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    await sign_in(client)
    stored = str(await web.rows.all("SELECT account_sessions::text FROM account_sessions"))
    assert client.cookies[ACCOUNT_COOKIE] not in stored
    assert b"eyJ".hex() not in stored  # how every token begins


async def test_signing_in_again_ends_the_session_of_before(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    await sign_in(client)
    earlier = client.cookies[ACCOUNT_COOKIE]
    address = await at_provider(await _fresh_address(web, client))
    await client.get(address)
    assert client.cookies[ACCOUNT_COOKIE] != earlier
    async with web.client() as other:
        plant(other, ACCOUNT_COOKIE, earlier)
        assert await who_is(other) is None


async def _fresh_address(web: WebApp, client: httpx.AsyncClient) -> str:
    """As from a tab that was opened before this browser was signed in."""
    async with web.client() as tab:
        address = await to_provider(tab)
        for name, value in tab.cookies.items():
            if name.startswith("fakturo_signin_"):
                plant(client, name, value)
    return address


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/%09/evil.example\t",
        "\\\\evil.example",
        "javascript:alert(1)",
        "queue",
        "",
        "/account/login",
    ],
)
async def test_a_sign_in_leads_to_pages_of_ours_alone(
    elsewhere: str, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    answer = await sign_in(client, elsewhere)
    assert answer.headers["location"] == "/queue"


# ---------------------------------------------------------------- who is refused


@pytest.mark.parametrize("bad", BAD_TOKENS)
async def test_a_token_that_cannot_be_trusted_signs_nobody_in(
    bad: str, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    provider.misbehave = bad
    with capture_logs() as logs:
        answer = await sign_in(client)
    assert answer.status_code == 403, bad
    assert [line["reason"] for line in logs if line["event"] == "sign_in_failed"] == [BAD_TOKENS[bad]]
    assert "could not be trusted" in answer.text
    assert ACCOUNT_COOKIE not in client.cookies
    assert await who_is(client) is None
    provider.misbehave = ""
    assert (await sign_in(client)).status_code == 303, "a good one is taken"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("another issuer answers", "answer of another issuer"),
        ("userinfo of somebody else", "userinfo of somebody else"),
    ],
)
async def test_an_answer_of_somebody_else_signs_nobody_in(
    bad: str, reason: str, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    provider.misbehave, provider.person = bad, {"sub": "ana"}  # whose name only userinfo knows
    with capture_logs() as logs:
        assert (await sign_in(client)).status_code == 403
    assert [line["reason"] for line in logs if line["event"] == "sign_in_failed"] == [reason]
    assert await who_is(client) is None


async def test_a_code_is_taken_once(web: WebApp, client: httpx.AsyncClient, provider: OidcProvider) -> None:
    back = await at_provider(await to_provider(client))
    kept = {name: value for name, value in client.cookies.items() if name.startswith("fakturo_signin_")}
    assert (await client.get(back)).status_code == 303
    assert (await client.get(back)).status_code == 400, "what it was begun with is gone"
    async with web.client() as again:
        for name, value in kept.items():
            plant(again, name, value)
        assert (await again.get(back)).status_code == 403, "the provider takes it once"
        assert await who_is(again) is None


async def test_an_answer_that_another_browser_asked_for_is_not_taken(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    """Else somebody could sign others in with an account of their own, and read what those upload."""
    async with web.client() as attacker:
        back = await at_provider(await to_provider(attacker))
    await to_provider(client)  # it has begun one, too
    answer = await client.get(back)
    assert answer.status_code == 400
    assert "Begin again" in answer.text
    assert await who_is(client) is None


async def test_a_code_of_another_sign_in_is_not_taken(client: httpx.AsyncClient, provider: OidcProvider) -> None:
    """A stolen code is of no use without the verifier of the browser that it was given to."""
    stolen = parse_qs(urlsplit(await at_provider(await to_provider(client))).query)["code"][0]
    back = urlsplit(await at_provider(await to_provider(client)))
    query = {name: values[0] for name, values in parse_qs(back.query).items()} | {"code": stolen}
    assert (await client.get("/account/callback", params=query)).status_code == 403
    assert await who_is(client) is None


@pytest.mark.parametrize("query", [{}, {"state": "x"}, {"state": "A" * 43, "code": "x"}, {"code": "x"}])
async def test_an_answer_to_nothing_is_refused(
    query: dict[str, str], client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    assert (await client.get("/account/callback", params=query)).status_code == 400


async def test_who_is_not_let_in_there_is_told(client: httpx.AsyncClient, provider: OidcProvider) -> None:
    provider.misbehave = "nobody is let in"
    answer = await sign_in(client)
    assert answer.status_code == 403
    assert "You were not let in there" in answer.text


async def test_several_tabs_may_sign_in_at_once(client: httpx.AsyncClient, provider: OidcProvider) -> None:
    begun = [await to_provider(client) for _ in range(3)]
    backs = [await at_provider(address) for address in begun]
    assert [(await client.get(back)).status_code for back in backs] == [303, 303, 303]


async def test_a_provider_that_changed_its_keys_is_asked_for_them(
    client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    await sign_in(client)
    provider.rotate()
    provider.asked.clear()
    client.cookies.delete(ACCOUNT_COOKIE)
    assert (await sign_in(client)).status_code == 303
    assert provider.asked.count("/jwks") == 1


async def test_a_provider_that_is_away_is_told_and_comes_back_by_itself(
    server: TestServer, provider: OidcProvider
) -> None:
    """The service starts without it, and everything but the sign-in works."""
    with open_directory() as directory:
        async with (
            server.database() as url,
            web_app(url, directory, **settings_for(provider)) as app,
            app.client() as client,
        ):
            provider.misbehave = "discovery fails"
            answer = await client.get("/account/login")
            assert answer.status_code == 503
            assert "does not answer" in answer.text
            assert (await client.get("/queue")).status_code == 200
            provider.misbehave = ""
            assert (await sign_in(client)).status_code == 303


async def test_nobody_listens_where_the_provider_should_be(server: TestServer, provider: OidcProvider) -> None:
    settings = settings_for(provider) | {"oidc_issuer": "http://127.0.0.1:9"}
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory, **settings) as app, app.client() as client:
            assert (await client.get("/account/login")).status_code == 503


async def test_without_a_provider_there_are_no_accounts(server: TestServer) -> None:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app, app.client() as client:
            for path in ("/account/login", "/account/callback", "/account/signed-out"):
                assert (await client.get(path)).status_code == 404
            assert (await client.post("/account/logout")).status_code == 404
            page = (await client.get("/queue")).text
            assert "Sign in" not in page
            assert "/account/" not in page


# ---------------------------------------------------------------- out


async def test_signing_out_ends_the_session_here_and_at_the_provider(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    await sign_in(client)
    secret = client.cookies[ACCOUNT_COOKIE]
    answer = await client.post("/account/logout")
    assert answer.status_code == 200
    assert ACCOUNT_COOKIE not in client.cookies
    assert await who_is(client) is None
    async with web.client() as thief:
        plant(thief, ACCOUNT_COOKIE, secret)
        assert await who_is(thief) is None
    onwards = re.search(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
    assert onwards
    assert await at_provider(onwards[1].replace("&amp;", "&")) == "http://test/account/signed-out"
    (left,) = provider.left
    assert left["id_token_hint"].count(".") == 2
    assert "You are signed out" in (await client.get("/account/signed-out")).text


async def test_another_site_can_sign_nobody_out(client: httpx.AsyncClient, provider: OidcProvider) -> None:
    await sign_in(client)
    answer = await client.post("/account/logout", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert await who_is(client) == "Ana Lestari"


async def test_a_session_ends_by_the_databases_clock(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    await sign_in(client)
    await web.rows.all("UPDATE account_sessions SET ends_at = queue_now() - interval '1 second'")
    assert await who_is(client) is None


# ---------------------------------------------------------------- what is whose


async def test_a_second_browser_and_one_that_lost_its_cookie_see_the_same_queue(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    provider.person = {"sub": "cici", "name": "Cici"}
    await sign_in(client)
    job = await uploaded(client, "of cici")
    async with web.client() as second:
        await sign_in(second)
        assert await jobs_of(second) == {job}
    client.cookies.clear()
    assert await jobs_of(client) == set()
    await sign_in(client)
    assert await jobs_of(client) == {job}
    row = await web.rows.one("SELECT owner_key, owner_session_id, user_id FROM jobs WHERE id = %s", job)
    assert row["owner_key"] == f"account:{row['user_id']}"
    assert row["owner_session_id"] is None


async def test_accounts_are_told_apart_by_subject_not_by_name(web: WebApp, provider: OidcProvider) -> None:
    async with web.client() as one, web.client() as other:
        provider.person = {"sub": "one", "name": "Same Name", "email": "same@example.com"}
        await sign_in(one)
        job = await uploaded(one, "of one")
        provider.person = provider.person | {"sub": "other"}
        await sign_in(other)
        assert await jobs_of(other) == set()
        assert (await other.get(f"/api/jobs/{job}")).status_code == 403


async def test_what_a_browser_had_before_comes_along(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    provider.person = {"sub": "dewi", "name": "Dewi"}
    await client.post("/settings/seller", data={"name": "PT Dewi Makmur", "tin": "0012345674012000"})
    party = await client.post("/api/parties", json={"values": {"name": "PT Pembeli", "tin": "0012345674012000"}})
    assert party.status_code == 201, party.text
    unit = await client.post("/api/units", json={"values": {"alias": "Dus", "code": "UM.0021"}})
    assert unit.status_code == 201, unit.text
    text = 'name = "kornblume"\nversion = 1\n\n[fingerprint]\ntexts = ["Kornblume Handel GmbH"]\n'
    assert (await client.put("/api/templates/kornblume", json={"text": text, "on": True})).status_code == 200
    jobs = {await uploaded(client, "before 1"), await uploaded(client, "before 2")}
    session = client.cookies[COOKIE]
    answer = await sign_in(client)
    assert answer.headers["location"] == "/queue?taken=2"
    assert "2 files of this browser" in (await client.get(answer.headers["location"])).text
    assert await jobs_of(client) == jobs
    assert COOKIE not in client.cookies, "the session of before has served its time"
    assert "PT Dewi Makmur" in (await client.get("/settings")).text
    assert "PT Pembeli" in (await client.get("/api/parties")).text
    assert "Dus" in (await client.get("/api/units")).text
    (template,) = (await client.get("/api/templates")).json()["templates"]
    assert (template["name"], template["on"]) == ("kornblume", True)
    async with web.client() as left_behind:
        plant(left_behind, COOKIE, session)
        assert await jobs_of(left_behind) == set()
        assert (await left_behind.get("/api/templates")).json()["templates"] == []
        assert "Your files are in an account now" in (await left_behind.get("/queue")).text


async def test_what_came_in_while_somebody_signed_in_comes_along_with_the_next_look(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    """The answer to an upload that was under way brings the old session's cookie back."""
    provider.person = {"sub": "eka", "name": "Eka"}
    await client.get("/queue")
    session = client.cookies[COOKIE]
    await sign_in(client)
    async with web.client() as late:
        plant(late, COOKIE, session)
        job = await uploaded(late, "late")
    plant(client, COOKIE, session)
    assert job in (await client.get("/queue")).text
    assert await jobs_of(client) == {job}
    assert COOKIE not in client.cookies


async def test_keys_and_webhooks_of_before_come_along_only_if_the_person_says_so(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    """Whoever shared the session, or planted it, may have made them, and would reach the whole account."""
    provider.person = {"sub": "fitri", "name": "Fitri"}
    async with web.client() as first:
        await sign_in(first)
        private = await uploaded(first, "of fitri alone")
    before = await uploaded(client, "before")
    key = await web.new_key(client)
    assert (await client.post("/api/webhooks", json={"url": "https://example.com/hook"})).status_code == 201
    answer = await sign_in(client, "/parties")
    assert answer.headers["location"] == "/settings#ways-in"
    assert await jobs_of(client) == {before, private}
    async with web.client(key=key) as program:
        assert await jobs_of(program) == set(), "not yet"
        meanwhile = await uploaded(program, "meanwhile")
        settings = (await client.get("/settings")).text
        assert key[:11] in settings
        assert "https://example.com/hook" in settings
        await client.post("/account/ways-in", data={"do": "take"})
        assert await jobs_of(program) == {before, private, meanwhile}
    assert len((await client.get("/api/webhooks")).json()["webhooks"]) == 1
    assert "ways-in" not in (await client.get("/settings")).text


async def test_keys_and_webhooks_that_are_not_wanted_are_gone(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    provider.person = {"sub": "gita", "name": "Gita"}
    key = await web.new_key(client)
    await client.post("/api/webhooks", json={"url": "https://example.com/hook"})
    await sign_in(client)
    await client.post("/account/ways-in", data={"do": "drop"})
    async with web.client(key=key) as program:
        assert (await program.get("/api/jobs")).status_code == 401
    assert (await client.get("/api/webhooks")).json()["webhooks"] == []
    assert "ways-in" not in (await client.get("/settings")).text


async def test_nobody_decides_on_ways_in_without_an_account(client: httpx.AsyncClient, provider: OidcProvider) -> None:
    assert (await client.post("/account/ways-in", data={"do": "take"})).status_code == 403


async def test_a_stream_ends_when_its_person_signs_out(web: WebApp, provider: OidcProvider) -> None:
    from fakturo.web.live.route import _welcome

    async with web.client() as client:
        await sign_in(client)
        secret = client.cookies[ACCOUNT_COOKIE]
        person = await web.deps.accounts.store.person(secret)  # type: ignore[union-attr]
        assert person
        request = _request_of(web, person, secret)
        is_welcome = _welcome(request)
        assert await is_welcome()
        await client.post("/account/logout")
        assert not await is_welcome()


def _request_of(web: WebApp, person: Any, secret: str) -> Any:
    from starlette.requests import Request

    from fakturo.web.guards.callers import CALLER, Caller

    scope = {
        "type": "http",
        "app": web.app,
        "headers": [(b"cookie", f"{ACCOUNT_COOKIE}={secret}".encode())],
        CALLER: Caller(person.owner, person=person),
    }
    return Request(scope)


async def test_a_link_opens_no_queue_over_somebodys_account(
    web: WebApp, client: httpx.AsyncClient, provider: OidcProvider
) -> None:
    """Neither does it carry one away."""
    async with web.client() as other:
        link = re.search(r"/link/([A-Za-z0-9_-]{43})", (await other.post("/settings/link")).text)
        assert link
    await sign_in(client)
    assert (await client.post("/settings/link")).status_code == 409
    assert (await client.get(f"/link/{link[1]}")).status_code == 409
    assert (await client.post(f"/link/{link[1]}")).status_code == 409
    assert "Make a link" not in (await client.get("/settings")).text
