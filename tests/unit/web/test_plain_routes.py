"""Plain routes are found without the framework; everything else is left to it."""

import httpx
import pytest
from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.web.guards import plain_route
from fakturo.web.guards.plain_route import PlainRoute, PlainRoutes

ROUTER = APIRouter(prefix="/api", route_class=PlainRoute)


class Answer(BaseModel):
    said: str


@ROUTER.post("/say")
async def say(request: Request) -> Answer:
    return Answer(said=(await request.body()).decode())


@ROUTER.post("/refuse")
async def refuse(_: Request) -> Answer:
    raise Problem(ErrorCode.CONFLICT, "Not twice.")


async def _framework(scope: Scope, _: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> httpx.AsyncClient:
    monkeypatch.setattr(plain_route, "GUARDS", ())
    app = PlainRoutes(_framework, routes=ROUTER.routes)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def test_a_plain_route_is_answered_without_the_framework(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/say", content="hello")
    assert (answer.status_code, answer.json()) == (200, {"said": "hello"})


async def test_its_problems_are_answered_as_everywhere(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/refuse")
    assert (answer.status_code, answer.json()["detail"]) == (409, "Not twice.")
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/say"), ("POST", "/api/say/"), ("POST", "/api/other")])
async def test_everything_else_is_the_frameworks(client: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await client.request(method, path)
    assert (answer.status_code, answer.text) == (418, path)
