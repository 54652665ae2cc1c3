"""Whose request it is: by a cookie that only its browser knows, or by an API key."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import httpx
import pytest
from starlette import types
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from fakturo.domain.job import Owner
from fakturo.domain.keys import ApiKey, KeyState, Scope, secret_of
from fakturo.web.guards.sessions import COOKIE, Sessions, owner_of, owner_of_session

TOKEN = "A" * 43
NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)
KEY = ApiKey(
    id=UUID(int=1),
    owner_key="key:books",
    name="books",
    prefix="fk_00000000",
    scopes=frozenset({Scope.READ}),
    by_operator=True,
    requests_per_minute=None,
    uploads_per_minute=None,
    created_at=NOON,
    expires_at=None,
    revoked_at=None,
    last_used_at=None,
    state=KeyState.ACTIVE,
)
SECRET = secret_of(bytes(36))
KEYS = {SECRET: KEY}


async def find_key(secret: str) -> ApiKey | None:
    return KEYS.get(secret)


async def let_pass(request: Request) -> None:
    pass


async def who(scope: types.Scope, receive: types.Receive, send: types.Send) -> None:
    known = "fakturo.caller" in scope
    answer = PlainTextResponse(owner_of(Request(scope)).key if known else "nobody")
    await answer(scope, receive, send)


async def ask(
    path: str = "/", *, cookie: str | None = None, method: str = "GET", public_url: str = "http://test", **said: str
) -> httpx.Response:
    headers = {name.replace("_", "-"): value for name, value in said.items()}
    headers |= {"cookie": f"{COOKIE}={cookie}"} if cookie is not None else {}
    app = Sessions(who, public_url=public_url, find_key=find_key, count_stranger=let_pass)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.request(method, path, headers=headers)


def session_in(answer: httpx.Response) -> str:
    found = re.match(rf"{COOKIE}=([^;]*);", answer.headers["set-cookie"])
    assert found
    return found[1]


async def test_a_newcomer_gets_a_session_that_nobody_can_guess() -> None:
    first, second = await ask(), await ask()
    assert session_in(first) != session_in(second)
    assert first.text != second.text
    assert len(session_in(first)) * 6 >= 128


async def test_who_comes_back_is_known_and_the_cookie_renewed() -> None:
    answer = await ask(cookie=TOKEN)
    assert session_in(answer) == TOKEN
    assert answer.text == owner_of_session(TOKEN).key


@pytest.mark.parametrize("forged", ["", "short", "A" * 42, "A" * 44, "A" * 42 + "%"])
async def test_a_cookie_that_is_none_of_ours_is_replaced(forged: str) -> None:
    answer = await ask(cookie=forged)
    assert session_in(answer) != forged
    assert answer.text != owner_of_session(forged).key


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie_is_for_this_site_alone_and_thirty_days(secure: bool) -> None:
    public_url = "https://fakturo.example" if secure else "http://fakturo.example"
    attributes = (await ask(cookie=TOKEN, public_url=public_url)).headers["set-cookie"].split("; ")[1:]
    assert set(attributes) == {"Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax", *(["Secure"] if secure else [])}


def test_the_database_never_learns_the_cookie() -> None:
    owner = owner_of_session(TOKEN)
    assert TOKEN not in repr(owner)
    assert owner.key == f"session:{owner.session_id}"


@pytest.mark.parametrize("path", ["/static/ui.css", "/api/healthz"])
async def test_what_needs_no_owner_sets_no_cookie(path: str) -> None:
    answer = await ask(path)
    assert answer.text == "nobody"
    assert "set-cookie" not in answer.headers


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://test.evil.example"},
    {"origin": "http://test:8080"},
    {"origin": "http://[broken"},
    {"origin": "http://evil.example", "sec_fetch_site": "none"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site", "origin": "http://test"},
]


@pytest.mark.parametrize("said", FOREIGN, ids=str)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_what_another_site_sends_is_refused_and_gets_no_cookie(method: str, said: dict[str, str]) -> None:
    answer = await ask(method=method, cookie=TOKEN, **said)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"origin": "http://test"},
        {"origin": "http://TEST"},
        {"origin": "null", "sec_fetch_site": "same-origin"},
        {"origin": "http://test", "sec_fetch_site": "none"},
    ],
    ids=str,
)
async def test_our_own_page_and_programs_may_write_and_newcomers_get_a_session(said: dict[str, str]) -> None:
    answer = await ask(method="POST", **said)
    assert answer.status_code == 200
    assert session_in(answer)


@pytest.mark.parametrize("origin", ["https://fakturo.example", "https://fakturo.example:443"])
async def test_behind_a_proxy_the_public_address_is_our_own(origin: str) -> None:
    answer = await ask(method="POST", public_url="https://fakturo.example/", origin=origin, host="10.0.0.7:3000")
    assert answer.status_code == 200
    plain = await ask(method="POST", public_url="https://fakturo.example/", origin="http://fakturo.example", host="x")
    assert plain.status_code == 403


async def test_another_site_may_link_to_us() -> None:
    assert (await ask(origin="http://evil.example", sec_fetch_site="cross-site")).status_code == 200


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
async def test_with_a_key_its_owner_asks_and_no_cookie_is_given(scheme: str) -> None:
    answer = await ask(authorization=f"{scheme} {SECRET}", cookie=TOKEN)
    assert answer.text == Owner("key:books").key
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("said", FOREIGN, ids=str)
async def test_with_a_key_it_does_not_matter_where_a_request_comes_from(said: dict[str, str]) -> None:
    assert (await ask(method="POST", authorization=f"Bearer {SECRET}", **said)).status_code == 200


@pytest.mark.parametrize("shown", ["", "x", SECRET[:-1], SECRET + "A", "Bearer"])
async def test_a_wrong_key_is_refused_and_makes_nobody_a_new_session(shown: str) -> None:
    answer = await ask(authorization=f"Bearer {shown}", cookie=TOKEN)
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
    assert answer.headers["www-authenticate"].startswith("Bearer ")
    assert "set-cookie" not in answer.headers
    assert shown == "x" or not shown or shown not in answer.text


@pytest.mark.parametrize("state", [KeyState.EXPIRED, KeyState.REVOKED])
async def test_a_key_that_is_no_longer_good_is_refused_and_says_why(
    state: KeyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KEYS, SECRET, replace(KEY, state=state))
    answer = await ask(authorization=f"Bearer {SECRET}")
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHORIZED")
    assert state in answer.json()["detail"]
    assert "set-cookie" not in answer.headers


async def test_a_password_that_a_proxy_asked_for_is_no_key() -> None:
    answer = await ask(authorization="Basic dXNlcjpwYXNz", cookie=TOKEN)
    assert answer.text == owner_of_session(TOKEN).key
