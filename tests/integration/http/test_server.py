"""A signal to stop is obeyed whenever it comes, and leaves the caller its time to tidy up."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator

import pytest
import uvicorn
from starlette.applications import Starlette

from fakturo.http.server import bind, serve

PATIENCE_SECONDS = 120


@pytest.fixture(autouse=True)
def own_handlers() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


async def test_a_signal_while_it_serves_ends_it_and_nothing_else() -> None:
    @contextlib.asynccontextmanager
    async def ask_it_to_stop(_: Starlette) -> AsyncIterator[None]:
        os.kill(os.getpid(), signal.SIGTERM)
        yield

    async with asyncio.timeout(PATIENCE_SECONDS):
        await serve(Starlette(lifespan=ask_it_to_stop), bind("127.0.0.1", 0, setting="WEB_PORT"))


async def test_a_signal_before_it_serves_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    real = uvicorn.Server.serve

    async def told_too_early(server: uvicorn.Server, **arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await real(server, **arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(uvicorn.Server, "serve", told_too_early)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await serve(Starlette(), bind("127.0.0.1", 0, setting="WEB_PORT"))
