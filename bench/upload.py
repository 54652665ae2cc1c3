"""Uploads, durable before they are answered: eight clients with 1 MB each, and one with 50 MB.

Ours is the whole of it: limits, form, hash, file and row. The limit is a PUT of the same bytes to the same server
(uvicorn with uvloop and httptools) that does nothing but write them to a file and sync it. The peer is FastAPI's
UploadFile, copied to a file and synced. Clients are plain sockets, so that they cost little.
"""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.database import database
from bench.measure import Report, Way
from bench.programs import PEERS, PEERS_PYTHON
from tests.support.stack import Stack, clean_environment, free_port, resident_bytes, until

MEGABYTE = 1024 * 1024
CLIENTS = 8
BOUNDARY = b"bench-boundary"


async def measure(*, quick: bool) -> Report:
    report = Report("upload", "MB/s", 3 if quick else 9)
    small, large = (24, 1) if quick else (80, 3)
    async with database() as (url, directory), Stack(url, directory) as stack:
        web = await stack.start_web(database_pool_size=10)
        raw_port = await _server("bench.raw_put:app", directory, sys.executable, Path.cwd())
        peer_port = await _server("upload_file:app", directory, PEERS_PYTHON, PEERS)
        try:
            before = resident_bytes(web.pid)
            for label, size, clients, count in (
                ("8 of 1 MB", MEGABYTE, CLIENTS, small),
                ("50 MB", 50 * MEGABYTE - 1024, 1, large),
            ):
                await report.measure(
                    {
                        f"ours, {label}": _way(stack.web_port, _form, size, clients, count),
                        f"limit: raw PUT, {label}": _way(raw_port.port, _put, size, clients, count),
                        f"UploadFile, {label}": _way(peer_port.port, _form, size, clients, count),
                    }
                )
            grown = (resident_bytes(web.pid) - before) / MEGABYTE
        finally:
            raw_port.process.kill()
            peer_port.process.kill()
    report.notes = {
        "ratio": {each: report.ratio(f"ours, {each}", f"limit: raw PUT, {each}") for each in ("8 of 1 MB", "50 MB")},
        "against": {each: report.ratio(f"ours, {each}", f"UploadFile, {each}") for each in ("8 of 1 MB", "50 MB")},
        "memory_grown_mb": round(grown, 1),
        "goal": 0.8,
        "floor": 0.6,
    }
    return report


class _Server:
    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port


async def _server(app: str, directory: Path, python: object, folder: Path) -> _Server:
    port = free_port()
    target = directory / app.partition(":")[0]
    target.mkdir()
    command = [
        python,
        "-m",
        "uvicorn",
        app,
        "--port",
        port,
        "--log-level",
        "error",
        "--loop",
        "uvloop",
        "--http",
        "httptools",
    ]
    process = await asyncio.create_subprocess_exec(
        *map(str, command), cwd=folder, env=clean_environment() | {"BENCH_TARGET": str(target)}
    )

    async def answers() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return False
        return True

    await until(answers, what=f"an answer from {app}")
    return _Server(process, port)


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
