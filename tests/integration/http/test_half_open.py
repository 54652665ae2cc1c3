"""Clients that begin requests and never end them, beside ones that want to be served: web and gateway as they run."""

import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fakturo import processes
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack

PDF = make_pdf(["small"])
MIB = 1024 * 1024
REQUESTS, ROUNDS = 200, 3
MOST_GROWTH_BYTES = 200 * MIB
"""Half-sent requests hold a little each; what an endless header held grew without end."""

_CROWD = """
import asyncio, contextlib, sys
port, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
HEAD = b"GET / HTTP/1.1\\r\\nHost: x\\r\\nX-Half: "
BODY = (b"POST " + path.encode() + b" HTTP/1.1\\r\\nHost: x\\r\\nAccept: application/xml\\r\\n"
        b"Content-Length: 99999\\r\\n"
        b"Content-Type: multipart/form-data; boundary=half\\r\\n\\r\\n--half\\r\\n"
        b'Content-Disposition: form-data; name="file"; filename="a"\\r\\n\\r\\n%PDF-')
async def hold(sent):
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.closing(writer):
                writer.write(sent)
                while await reader.read(65536):
                    pass
        await asyncio.sleep(0.2)
async def send_without_end():
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.closing(writer):
                writer.write(HEAD)
                for _ in range(1536):
                    writer.write(b"a" * 65536)
                    await writer.drain()
        await asyncio.sleep(0.2)
async def main():
    print("begun", flush=True)
    await asyncio.gather(*(hold(HEAD if n % 2 else BODY) for n in range(count)), send_without_end(), send_without_end())
asyncio.run(main())
"""


@dataclass
class Served:
    """One of our services, and what an ordinary client wants of it."""

    pid: int
    port: int
    upload_path: str
    ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]

    def peak_bytes(self) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))

    async def p99(self) -> float:
        waits = []
        async with httpx.AsyncClient(trust_env=False, timeout=120) as client:
            for _ in range(REQUESTS):
                start = time.monotonic()
                assert (await self.ask(client)).status_code == 200
                waits.append(time.monotonic() - start)
        return sorted(waits)[int(0.99 * len(waits))]


@contextlib.asynccontextmanager
async def crowd(served: Served, count: int) -> AsyncIterator[None]:
    """In a process of its own, so that it takes no time from those who measure."""
    command = [sys.executable, "-c", _CROWD, str(served.port), str(count), served.upload_path]
    process = await processes.start(command, output=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        assert await process.stdout.readline() == b"begun\n"
        await asyncio.sleep(2)
        yield
    finally:
        await processes.stop(process)


async def web(stack: Stack) -> Served:
    process = await stack.start_web()

    async def ask(client: httpx.AsyncClient) -> httpx.Response:
        return await client.get(f"{stack.web_url}/api/jobs")

    return Served(process.pid, stack.web_port, "/api/upload", ask)


async def gateway(stack: Stack) -> Served:
    process = await stack.start_gateway(gateway_children=2)

    async def ask(client: httpx.AsyncClient) -> httpx.Response:
        return await client.post(
            f"http://127.0.0.1:{stack.gateway_port}/process",
            data={"mapping": "layout_v1"},
            files={"file": ("a.pdf", PDF, "application/pdf")},
            headers={"Accept": "application/xml"},
        )

    return Served(process.pid, stack.gateway_port, "/process", ask)


SERVICES = pytest.mark.parametrize("service", [web, gateway])


@SERVICES
async def test_others_are_served_and_nothing_grows(stack: Stack, service: Callable[[Stack], Awaitable[Served]]) -> None:
    served = await service(stack)
    before = served.peak_bytes()
    async with crowd(served, 100), httpx.AsyncClient(trust_env=False, timeout=120) as client:
        for _ in range(20):
            assert (await served.ask(client)).status_code == 200
    assert served.peak_bytes() - before < MOST_GROWTH_BYTES


@pytest.mark.long
@SERVICES
async def test_a_thousand_that_never_end_cost_others_no_more_than_as_much_again(
    stack: Stack, service: Callable[[Stack], Awaitable[Served]]
) -> None:
    served = await service(stack)
    await served.p99()
    before = served.peak_bytes()
    quiet, crowded = [], []
    for _ in range(ROUNDS):
        quiet.append(await served.p99())
        async with crowd(served, 1000):
            crowded.append(await served.p99())
    growth = served.peak_bytes() - before
    told = f"p99 quiet {quiet}, crowded {crowded}, memory +{growth / MIB:.0f} MiB"
    print(f"\n{service.__name__}: {told}")  # noqa: T201
    assert statistics.median(crowded) < 2 * statistics.median(quiet), told
    assert growth < MOST_GROWTH_BYTES, told
