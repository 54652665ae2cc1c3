"""The implementations that each contract is proven for."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fakturo.blobs.base import Blobs
from fakturo.blobs.disk import DiskBlobs


@dataclass(frozen=True)
class Storage:
    """A store of files, and a look behind it."""

    blobs: Blobs
    everything: Callable[[], list[str]]
    """Whatever takes up room, finished or not."""
    open_files: Callable[[], int]

    async def holds(self, *paths: str) -> None:
        """Exactly these files are left, and none is open."""
        await self.holds_one_of(list(paths))

    async def holds_one_of(self, *outcomes: list[str]) -> None:
        """Cancelled work cleans up behind itself, so this may be true a moment later only."""
        for _ in range(1000):
            if self.everything() in outcomes and not self.open_files():
                return
            await asyncio.sleep(0.005)
        assert self.everything() in outcomes
        assert self.open_files() == 0


def disk_storage(folder: Path) -> Storage:
    blobs = DiskBlobs({"uploads": folder / "uploads", "results": folder / "results"})
    blobs.make_directories()

    def everything() -> list[str]:
        return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())

    def open_files() -> int:
        descriptors = Path("/proc/self/fd").iterdir()
        return sum(descriptor.resolve().is_relative_to(folder.resolve()) for descriptor in descriptors)

    return Storage(blobs, everything, open_files)


IMPLEMENTATIONS = {"disk": disk_storage}


@pytest.fixture(params=IMPLEMENTATIONS)
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return IMPLEMENTATIONS[request.param](tmp_path)


@pytest.fixture
def blobs(storage: Storage) -> Blobs:
    return storage.blobs
