"""The real web application on a port of its own, in the test's process: its parts can be looked at and counted."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from fakturo.http.connection import Bounds
from fakturo.http.server import Server, bind, server_for
from fakturo.settings import load
from fakturo.web.app import create_app
from fakturo.web.deps import Deps
from fakturo.wiring.web import web_deps
from tests.support.stack import NO_TLS, until


@dataclass
class Served:
    url: str
    deps: Deps
    server: Server

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """An owner of its own, once it has made a request."""
        async with httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=60, verify=NO_TLS) as client:
            yield client


@contextlib.asynccontextmanager
async def served(
    database_url: str, directory: Path, *, bounds: Bounds | None = None, **settings: object
) -> AsyncIterator[Served]:
    listener = bind("127.0.0.1", 0, setting="")
    port = listener.getsockname()[1]
    usual: dict[str, object] = {"default_mapping": "layout_v1", "requests_per_minute": 0, "uploads_per_minute": 0}
    wanted = load(database_url=database_url, data_dir=directory, web_port=port, **usual | settings)
    async with web_deps(wanted) as deps:
        server = server_for(create_app(deps, public_url=wanted.page_url), bounds or Bounds())
        server.stopping = deps.changes.stop
        task = asyncio.create_task(server._serve([listener]))  # without its signal handlers
        try:

            async def has_started() -> bool:
                return server.started

            await until(has_started, what="the start of web")
            yield Served(f"http://127.0.0.1:{port}", deps, server)
        finally:
            server.should_exit = True
            await task


@dataclass(frozen=True)
class Event:
    kind: str
    id: str | None
    data: dict[str, Any]


class Live:
    """A client's stream of events."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.aiter_lines()
        self.comments: list[str] = []

    async def next(self, *kinds: str) -> Event:
        """The next one, or the next of these kinds."""
        while True:
            fields: dict[str, str] = {}
            async for line in self._lines:
                if not line:
                    break
                if line.startswith(":"):
                    self.comments.append(line[1:].strip())
                else:
                    name, _, value = line.partition(": ")
                    fields[name] = value
            else:
                raise StopAsyncIteration
            if "event" in fields and (not kinds or fields["event"] in kinds):
                return Event(fields["event"], fields.get("id"), json.loads(fields["data"]))

    async def to_end(self) -> list[Event]:
        events = []
        with contextlib.suppress(StopAsyncIteration):
            while True:
                events.append(await self.next())
        return events


@contextlib.asynccontextmanager
async def live(client: httpx.AsyncClient, *, last: str | None = None, **query: str) -> AsyncIterator[Live]:
    headers = {"Last-Event-ID": last} if last else {}
    async with client.stream("GET", "/api/live", params=query, headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        yield Live(response)
