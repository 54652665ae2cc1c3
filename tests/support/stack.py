"""Real processes of Fakturo over one database and one directory, on ports of their own."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import ssl
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx

from fakturo import processes
from fakturo.blobs.base import AREAS, Blobs, split
from fakturo.blobs.disk import DiskBlobs
from fakturo.settings import Settings
from tests.support import warm

PATIENCE_SECONDS = 120
"""For what must happen at all: on a machine with much else to do, that takes a while."""

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of our own servers, which speak plain HTTP: without it, each reads all certificates, for some 60 ms."""

SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.02, 0.25


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


ADMIN_TOKEN = "let-me-in-for-a-test"  # noqa: S105  made up
GATEWAY_TOKEN = "of-tests-and-of-nothing-else"  # noqa: S105 - with it the gateway asks the owners' directories
"""Of the shared stack."""


def clean_environment(**changed: object) -> dict[str, str]:
    """Ours without any setting of Fakturo's that the caller's shell may hold.

    Jobs are layouts unless something else is said: that is quick, and can be made of any PDF. All tests come from one
    address, most of them as newcomers, so nobody is limited unless that is said.
    """
    ours = {name.upper() for name in Settings.model_fields}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    ours_here = {"DEFAULT_MAPPING": "layout_v1", "REQUESTS_PER_MINUTE": "0", "UPLOADS_PER_MINUTE": "0"}
    return kept | ours_here | {name.upper(): str(value) for name, value in changed.items()}


async def until(
    condition: Callable[[], Awaitable[bool]], *, seconds: float = PATIENCE_SECONDS, what: str = "it"
) -> None:
    """Looks often at first, then less and less so: each look may cost a connection to the database."""
    deadline, pause = time.monotonic() + seconds, SHORTEST_PAUSE_SECONDS
    while not await condition():
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        await asyncio.sleep(pause)
        pause = min(1.5 * pause, LONGEST_PAUSE_SECONDS)


@dataclass(frozen=True)
class StorageUnderTest:
    """The store that a test runs on: this machine's disk, or a real bucket. The same tests pass on both."""

    kind: str
    folder: Path
    """Where the store keeps its files, by their names: our S3 server has a directory behind it."""
    settings: dict[str, object]
    """For processes that are to use it."""
    blobs: Blobs

    def file(self, path: str) -> Path:
        """The one that a row names."""
        return self.folder / split(path)[1]

    def files(self) -> list[Path]:
        return stored_files(self.folder)


def on_disk(directory: Path) -> StorageUnderTest:
    blobs = DiskBlobs({area: directory / area for area in AREAS})
    blobs.make_directories()
    return StorageUnderTest("disk", directory, {}, blobs)


class Stack:
    def __init__(
        self,
        database_url: str,
        directory: Path,
        *,
        gateway_url: str | None = None,
        storage: StorageUnderTest | None = None,
    ) -> None:
        self.database_url = database_url
        self.directory = directory
        self.storage = storage or on_disk(directory)
        self.web_port, self.gateway_port = free_port(), free_port()
        self.web_url = f"http://127.0.0.1:{self.web_port}"
        self._environment = clean_environment(
            database_url=database_url,
            data_dir=directory,
            web_port=self.web_port,
            gateway_port=self.gateway_port,
            gateway_url=gateway_url or f"http://127.0.0.1:{self.gateway_port}",
            **self.storage.settings,
        )
        self.started: list[asyncio.subprocess.Process] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in reversed(self.started):
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
            await processes.stop(process, (signal.SIGTERM, 30))

    async def start(self, verb: str, **settings: object) -> asyncio.subprocess.Process:
        environment = self._environment | {name.upper(): str(value) for name, value in settings.items()}
        with self.log(verb).open("ab") as log:
            process = warm.start_async(["fakturo", verb], environment=environment, output=log)
        self.started.append(process)
        return process

    async def run(self, *command: str, **settings: object) -> tuple[int, str]:
        """A command to its end: its status, and all that it said."""
        environment = self._environment | {name.upper(): str(value) for name, value in settings.items()}
        return await warm.run_async("fakturo", *command, environment=environment)

    async def stop(self, *running: asyncio.subprocess.Process) -> None:
        for process in running:
            await processes.stop(process, (signal.SIGTERM, 30))

    async def start_web(self, **settings: object) -> asyncio.subprocess.Process:
        process = await self.start("web", **settings)
        await self._answers(f"{self.web_url}/api/healthz")
        return process

    async def start_gateway(self, **settings: object) -> asyncio.subprocess.Process:
        process = await self.start("gateway", **settings)
        await self._answers(f"http://127.0.0.1:{self.gateway_port}/health")
        return process

    def log(self, verb: str) -> Path:
        return self.directory / f"{verb}.log"

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """A browser of its own: its cookie makes it an owner."""
        async with httpx.AsyncClient(base_url=self.web_url, trust_env=False, timeout=60, verify=NO_TLS) as client:
            yield client

    async def _answers(self, url: str) -> None:
        async def answers() -> bool:
            try:
                return (await client.get(url)).status_code == httpx.codes.OK
            except httpx.HTTPError:
                return False

        async with httpx.AsyncClient(trust_env=False, timeout=5, verify=NO_TLS) as client:
            await until(answers, what=f"an answer from {url}")


MEMORY = Path("/dev/shm")
ENOUGH_MEMORY_BYTES = 4 * 1024**3


@contextlib.contextmanager
def open_directory(prefix: str = "fakturo-test-", *, within: Path | None = None) -> Iterator[Path]:
    """Open to others, unlike pytest's own: as root, some of our processes run as somebody else."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=within) as made:
        Path(made).chmod(0o755)
        yield Path(made)


def memory() -> Path | None:
    """A directory for what nobody needs to find on a disk, where there is plenty of room for it."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH_MEMORY_BYTES else None


def resident_bytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def stored_files(directory: Path) -> list[Path]:
    """Every file under uploads and results, unfinished ones included; not what a store's health is tried with."""
    found = (file for area in ("uploads", "results") for file in (directory / area).rglob("*"))
    return sorted(file for file in found if file.is_file() and file.name != "probe")
