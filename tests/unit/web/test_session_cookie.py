"""Whose request it is, by a cookie that only its browser knows."""

import re

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from fakturo.web.sessions import COOKIE, Sessions, owner_of, owner_of_session

TOKEN = "A" * 43


async def who(scope: Scope, receive: Receive, send: Send) -> None:
    known = "fakturo.owner" in scope
    answer = PlainTextResponse(owner_of(Request(scope)).key if known else "nobody")
    await answer(scope, receive, send)


async def ask(path: str = "/", *, cookie: str | None = None, secure: bool = False) -> httpx.Response:
    headers = {"cookie": f"{COOKIE}={cookie}"} if cookie is not None else {}
    transport = httpx.ASGITransport(Sessions(who, secure=secure))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get(path, headers=headers)


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
    attributes = (await ask(cookie=TOKEN, secure=secure)).headers["set-cookie"].split("; ")[1:]
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
