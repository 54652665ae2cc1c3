"""A small application of a test's own, on a port of its own."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette

from fakturo.http.server import bind
from tests.support.stack import until


@contextlib.asynccontextmanager
async def serving(app: Starlette, listener: socket.socket | None = None) -> AsyncIterator[str]:
    """Its address."""
    listener = listener or bind("127.0.0.1", 0, setting="")
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1))
    task = asyncio.create_task(server._serve([listener]))  # without its signal handlers

    async def started() -> bool:
        return server.started

    try:
        await until(started, what="the server's start")
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
