"""The web application inside the test's own process, over a real database: quick to ask, and easy to look into."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
from fastapi import FastAPI

from fakturo.settings import Settings
from fakturo.web.app import create_app
from fakturo.web.deps import Deps
from fakturo.wiring.web import web_deps
from tests.support.databases import Rows


@dataclass
class WebApp:
    app: FastAPI
    deps: Deps
    rows: Rows

    @contextlib.asynccontextmanager
    async def client(self, *, key: str | None = None, address: str = "192.0.2.1") -> AsyncIterator[httpx.AsyncClient]:
        """A browser of its own, or a program with a key."""
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers) as client:
            yield client

    async def new_key(self, client: httpx.AsyncClient, *scopes: str, **order: object) -> str:
        named = {"scopes": scopes} if scopes else {}
        answer = await client.post("/api/keys", json={"name": "test", **named, **order})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["secret"])


@contextlib.asynccontextmanager
async def web_app(database_url: str, directory: Path, **settings: object) -> AsyncIterator[WebApp]:
    """Nobody is limited unless that is said."""
    given = {"default_mapping": "layout_v1", "requests_per_minute": 0, "uploads_per_minute": 0} | settings
    config = Settings.model_validate({"database_url": database_url, "data_dir": directory, **given})
    async with web_deps(config) as deps:
        yield WebApp(create_app(deps, public_url=config.page_url), deps, Rows(database_url))
