"""A language model's server for tests: OpenAI's protocol over real HTTP, whole and streamed, as bad as one wants it.

It reads nothing; it answers what it is told to.
"""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from fakturo.http.server import bind

USAGE = {"prompt_tokens": 1200, "completion_tokens": 300, "total_tokens": 1500}


@dataclass(frozen=True)
class Answer:
    """What one call gets."""

    text: str = ""
    status: int = 200
    retry_after: str | None = None
    wait_seconds: float = 0
    cut_off: bool = False
    """The connection ends in the middle."""
    refusal: str | None = None
    finish: str = "stop"


def says(value: object) -> Answer:
    return Answer(json.dumps(value))


def fails(status: int, retry_after: str | None = None) -> Answer:
    return Answer(status=status, retry_after=retry_after)


@dataclass
class ModelServer:
    url: str
    answer: Callable[[int, dict[str, Any]], Answer] = lambda _number, _order: fails(500)
    """What the nth call gets, from 1, by what it asks."""
    orders: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    knows_schemas: bool = True
    is_up: bool = True

    @property
    def calls(self) -> int:
        return len(self.orders)

    def always(self, answer: Answer) -> None:
        self.answer = lambda _number, _order: answer

    def in_turn(self, *answers: Answer) -> None:
        """From now on, one after the other; the last one stays."""
        begun = self.calls
        self.answer = lambda number, _order: answers[min(number - begun, len(answers)) - 1]

    def asked(self, call: int = -1) -> str:
        """All that was said in a call."""
        return json.dumps(self.orders[call]["messages"], ensure_ascii=False)


@contextlib.contextmanager
def model_server() -> Iterator[ModelServer]:
    """In a thread of its own, so that no test's loop is in its way."""
    listener = bind("127.0.0.1", 0, setting="")
    server = ModelServer(f"http://127.0.0.1:{listener.getsockname()[1]}/v1")

    async def complete(request: Request) -> Response:
        return await _complete(server, request)

    async def models(_: Request) -> Response:
        return JSONResponse(
            {"object": "list", "data": [{"id": "test", "object": "model"}]}, 200 if server.is_up else 503
        )

    routes = [Route("/v1/chat/completions", complete, methods=["POST"]), Route("/v1/models", models)]
    app = Starlette(routes=routes)
    running = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=lambda: running.run(sockets=[listener]), daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    try:
        yield server
    finally:
        running.should_exit = True
        thread.join()


async def _complete(server: ModelServer, request: Request) -> Response:
    order = await request.json()
    if order.get("response_format", {}).get("type") == "json_schema" and not server.knows_schemas:
        return JSONResponse({"error": {"message": "response_format json_schema is not supported"}}, 400)
    server.orders.append(order)
    server.keys.append(request.headers.get("authorization"))
    answer = server.answer(server.calls, order)
    await anyio.sleep(answer.wait_seconds)
    if answer.status != 200:
        headers = {"Retry-After": answer.retry_after} if answer.retry_after else {}
        return JSONResponse({"error": {"message": "no", "type": "test"}}, answer.status, headers=headers)
    if order.get("stream"):
        return StreamingResponse(_chunks(answer), media_type="text/event-stream")
    body = json.dumps(_completion(answer)).encode()
    if answer.cut_off:
        return Response(
            body[: len(body) // 2], headers={"Content-Length": str(len(body))}, media_type="application/json"
        )
    return Response(body, media_type="application/json")


def _completion(answer: Answer) -> dict[str, Any]:
    message = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    choice = {"index": 0, "message": message, "finish_reason": answer.finish}
    return {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [choice],
        "usage": USAGE,
    }


async def _chunks(answer: Answer) -> Any:
    half = len(answer.text) // 2
    for part in (answer.text[:half], answer.text[half:]):
        yield _event({"content": part, "refusal": answer.refusal}, None)
        if answer.cut_off:
            return
    yield _event({}, answer.finish)
    yield _line({"choices": [], "usage": USAGE})
    yield "data: [DONE]\n\n"


def _event(delta: dict[str, Any], finish: str | None) -> str:
    return _line({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _line(more: dict[str, Any]) -> str:
    whole = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "test", **more}
    return f"data: {json.dumps(whole)}\n\n"
