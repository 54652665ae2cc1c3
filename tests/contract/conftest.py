"""The implementations that each contract is proven for."""

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fakturo.blobs.base import AREAS, Blobs
from fakturo.blobs.disk import DiskBlobs
from fakturo.blobs.stores import Stores
from tests.support.s3 import S3Server

SMALL_PARTS = 64 * 1024
"""Real ones are of 5 MB; with these, most files of the contract go in parts."""
MOMENT_STEPS = 4000
"""Of 5 ms: busy machines have long moments."""


@dataclass(frozen=True)
class Storage:
    """A store of files, and a look behind it."""

    blobs: Blobs
    everything: Callable[[], list[str]]
    """Names of whatever takes up room, finished or not."""
    open_files: Callable[[], int]

    async def holds(self, *names: str) -> None:
        """Exactly these files are left, and none is open."""
        await self.holds_one_of(list(names))

    async def holds_one_of(self, *outcomes: list[str]) -> None:
        """Cancelled work cleans up behind itself, so this may be true a moment later only."""
        for _ in range(MOMENT_STEPS):
            if self.everything() in outcomes and not self.open_files():
                return
            await asyncio.sleep(0.005)
        assert self.everything() in outcomes
        assert self.open_files() == 0


def disk_storage(folder: Path) -> Storage:
    blobs = DiskBlobs({area: folder / area for area in AREAS})
    blobs.make_directories()

    def everything() -> list[str]:
        return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())

    def open_files() -> int:
        descriptors = Path("/proc/self/fd").iterdir()
        return sum(descriptor.resolve().is_relative_to(folder.resolve()) for descriptor in descriptors)

    return Storage(blobs, everything, open_files)


def s3_storage(server: S3Server, *, part_bytes: int | None = None) -> Storage:
    prefix = f"tests/{uuid.uuid4().hex}"
    return Storage(
        server.blobs(prefix, part_bytes=part_bytes),
        everything=lambda: server.everything(prefix),
        open_files=lambda: server.open_files(prefix),
    )


def both(first: Storage, second: Storage) -> Storage:
    return Storage(
        Stores(first.blobs, second.blobs),
        everything=lambda: sorted(first.everything() + second.everything()),
        open_files=lambda: first.open_files() + second.open_files(),
    )


@pytest.fixture(params=["disk", "S3", "S3 before disk"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if request.param == "disk":
        return disk_storage(tmp_path)
    server: S3Server = request.getfixturevalue("s3_server")
    objects = s3_storage(server, part_bytes=SMALL_PARTS)
    return objects if request.param == "S3" else both(objects, disk_storage(tmp_path))


@pytest.fixture
def blobs(storage: Storage) -> Blobs:
    return storage.blobs
