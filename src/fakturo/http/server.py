"""Runs an application until a signal says stop. The port is taken first, so that a taken one is a plain sentence."""

import contextlib
import errno
import resource
import signal
import socket
from collections.abc import Callable
from functools import partial

import uvicorn
from starlette.types import ASGIApp

from fakturo.domain.errors import CannotRun
from fakturo.http.connection import Bounds, Connection, Crowd

BACKLOG = 2048
FILES_PER_CONNECTION = 4
"""A socket, and the files that a request may hold."""
GRACE_SECONDS = 20


class PortTaken(CannotRun):
    """The address cannot be listened on; the text says why."""


def bind(host: str, port: int, *, setting: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise PortTaken(_reason(error, host, port, setting)) from None
    listener.setblocking(False)
    return listener


def _reason(error: OSError, host: str, port: int, setting: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Stop it, or choose another port with {setting}."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user. Choose one above 1023 with {setting}."
    return f"Cannot listen on {host}, port {port}: {error.strerror}. Choose another with {setting}."


class Server(uvicorn.Server):
    """Says that it stops before it waits for requests under way: answers without an end must come to one."""

    stopping: Callable[[], None] | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.stopping:
            self.stopping()
        await super().shutdown(sockets)


def server_for(app: ASGIApp, bounds: Bounds) -> Server:
    config = uvicorn.Config(
        app,
        http=partial(Connection, bounds=bounds, crowd=Crowd()),  # type: ignore[arg-type]
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # whom to believe is a setting of ours
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config)


async def serve(
    app: ASGIApp,
    listener: socket.socket,
    bounds: Bounds | None = None,
    *,
    stopping: Callable[[], None] | None = None,
) -> None:
    """Until SIGTERM or SIGINT; then requests under way may finish, and the caller may tidy up."""
    bounds = bounds or Bounds()
    _allow_open_files(bounds.connections * FILES_PER_CONNECTION)
    server = server_for(app, bounds)
    server.stopping = stopping

    def stop(*_: object) -> None:
        """The server catches signals only while it serves, and afterwards sends them to us once more: one that comes
        too early is not lost, and none that comes too late cuts off what is left to do."""
        server.should_exit = True

    signal.signal(signal.SIGTERM, stop)
    await server.serve(sockets=[listener])


def _allow_open_files(count: int) -> None:
    """Many systems begin with 1,024: a thousand clients would close the door for all others."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS has a lower one of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
