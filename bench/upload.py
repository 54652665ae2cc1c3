"""Uploads, durable before they are answered: eight clients with 1 MB each, and one with 50 MB.

Ours is the whole of it: limits, form, hash, file and row. The limit is a PUT of the same bytes to the same server
(uvicorn with uvloop and httptools) that does nothing but write them to a file that lasts. The peer is FastAPI's
UploadFile, copied to a file that lasts. To last, a file is synced, and so is its name: written beside, renamed, its
directory synced. Both are measured as well with the file synced alone, which no file system has to keep by its name.
Clients are plain sockets, so that they cost little. What is done once is not counted for anybody: connections to the
database, plans of its statements, and our directories, which are 256 where the others have one.
"""

import asyncio
import contextlib
import os
import socket
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.database import database
from bench.measure import Report, Way
from bench.programs import PEERS, PEERS_PYTHON
from fakturo.blobs.base import upload_path
from tests.support.stack import Stack, clean_environment, free_port, resident_bytes, until

MEGABYTE = 1024 * 1024
CLIENTS = 8
FIRST = 64
"""So many of 1 MB are not counted."""
PATHS_IN_ALL_DIRECTORIES = 4000
BOUNDARY = b"bench-boundary"
SIZES = ("8 of 1 MB", "50 MB")
LIMIT = "limit: raw PUT"
RAW, PEER = ("bench.raw_put:app", sys.executable, Path.cwd()), ("upload_file:app", PEERS_PYTHON, PEERS)
SERVERS = {
    LIMIT: (*RAW, True),
    "UploadFile": (*PEER, True),
    "raw PUT, name not synced": (*RAW, False),
    "UploadFile, name not synced": (*PEER, False),
}


async def measure(*, quick: bool) -> Report:
    report = Report("upload", "MB/s", 3 if quick else 9)
    small, large = (48, 2) if quick else (80, 3)
    async with database() as (url, directory), Stack(url, directory) as stack, contextlib.AsyncExitStack() as servers:
        _make_directories(directory)
        web = await stack.start_web(database_pool_size=10)
        ports = {
            name: await servers.enter_async_context(_server(_made(directory / name), *server))
            for name, server in SERVERS.items()
        }
        ways = {"ours": (stack.web_port, _form)}
        ways |= {name: (port, _put if "PUT" in name else _form) for name, port in ports.items()}
        for port, make in ways.values():
            await _way(port, make, MEGABYTE, CLIENTS, FIRST)()
        before = resident_bytes(web.pid)
        for label, size, clients, count in (
            ("8 of 1 MB", MEGABYTE, CLIENTS, small),
            ("50 MB", 50 * MEGABYTE - 1024, 1, large),
        ):
            await report.measure(
                {f"{name}, {label}": _way(port, make, size, clients, count) for name, (port, make) in ways.items()}
            )
        grown = (resident_bytes(web.pid) - before) / MEGABYTE
    against = {name: {each: report.ratio(f"ours, {each}", f"{name}, {each}") for each in SIZES} for name in SERVERS}
    report.notes = {"ratio": against.pop(LIMIT), "against": against, "memory_grown_mb": round(grown, 1)}
    report.notes |= {"goal": 0.8, "floor": 0.6}
    return report


@contextlib.asynccontextmanager
async def _server(target: Path, app: str, python: object, folder: Path, is_durable: bool) -> AsyncIterator[int]:
    port = free_port()
    command = f"-m uvicorn {app} --port {port} --log-level error --loop uvloop --http httptools"
    settings = {"BENCH_TARGET": str(target)} | ({"BENCH_DURABLE": "yes"} if is_durable else {})
    process = await asyncio.create_subprocess_exec(
        str(python), *command.split(), cwd=folder, env=clean_environment() | settings
    )

    async def answers() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return False
        return True

    try:
        await until(answers, what=f"an answer from {app}")
        yield port
    finally:
        process.kill()
        await process.wait()


def _make_directories(directory: Path) -> None:
    """As after some thousand uploads."""
    for folder in {(directory / upload_path(uuid.uuid4())).parent for _ in range(PATHS_IN_ALL_DIRECTORIES)}:
        folder.mkdir(parents=True, exist_ok=True)


def _made(directory: Path) -> Path:
    directory.mkdir()
    return directory


def _form(content: bytes) -> tuple[str, bytes, bytes, bytes]:
    head = b'--%s\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n' % BOUNDARY
    return (
        f"POST /api/upload HTTP/1.1\r\nContent-Type: multipart/form-data; boundary={BOUNDARY.decode()}",
        head,
        content,
        (b"\r\n--%s--\r\n" % BOUNDARY),
    )


def _put(content: bytes) -> tuple[str, bytes, bytes, bytes]:
    return "PUT /api/upload HTTP/1.1\r\nContent-Type: application/pdf", b"", content, b""


def _way(
    port: int, make: Callable[[bytes], tuple[str, bytes, bytes, bytes]], size: int, clients: int, count: int
) -> Way:
    filling = os.urandom(size - 64)

    def send(_: int) -> None:
        content = b"%PDF-1.7 " + os.urandom(24).hex().encode() + b"\n" + filling
        head, first, body, last = make(content)
        length = len(first) + len(body) + len(last)
        with socket.create_connection(("127.0.0.1", port), 120) as connection:
            connection.sendall(
                f"{head}\r\nHost: bench\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n".encode() + first
            )
            connection.sendall(body)
            connection.sendall(last)
            answer = connection.recv(65536)
        if b" 200 " not in answer.partition(b"\r\n")[0]:
            raise RuntimeError(answer.decode(errors="replace"))

    def all_of_them() -> float:
        with ThreadPoolExecutor(clients) as threads:
            begun = time.perf_counter()
            list(threads.map(send, range(count)))
            return count * size / MEGABYTE / (time.perf_counter() - begun)

    async def rate() -> float:
        return await asyncio.to_thread(all_of_them)

    return rate
