"""Asks an application without any server, as httpx does, but also what never ends answering."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message

LISTEN_SECONDS = 0.05
"""To an answer that goes on for ever."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Headers
    body: bytes

    @property
    def everything(self) -> bytes:
        return b"\n".join([*(name + b": " + value for name, value in self.headers.raw), self.body])


async def ask(
    app: ASGIApp,
    method: str,
    path: str,
    *,
    query: str = "",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    sent: list[Message] = []
    gone, begun = asyncio.Event(), False

    async def receive() -> Message:
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "http.request", "body": body, "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        kinds = dict(message.get("headers", ()))
        if kinds.get(b"content-type", b"").startswith(b"text/event-stream"):
            asyncio.get_running_loop().call_later(LISTEN_SECONDS, gone.set)

    named = {"host": "test", "content-length": str(len(body))} | {
        name.lower(): value for name, value in (headers or {}).items()
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": ("192.0.2.7", 1),
        "server": ("test", 80),
    }
    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    content = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    return Answer(start["status"], Headers(raw=start["headers"]), content)
