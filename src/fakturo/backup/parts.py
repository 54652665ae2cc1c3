"""Files of a backup: written and read in pieces, counted and hashed on the way."""

import asyncio
import gzip
import hashlib
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Self, TypeVar

from fakturo.backup.manifest import Part

CHUNK_BYTES = 1024 * 1024
LEVEL = 6
WORKERS = 4

T = TypeVar("T")


class PartWriter:
    """One compressed file."""

    def __init__(self, directory: Path, name: str) -> None:
        self._path, self._name = directory / name, name

    def __enter__(self) -> Self:
        self._path.parent.mkdir(mode=0o700, exist_ok=True)
        self._gzip = gzip.open(self._path, "xb", compresslevel=LEVEL)
        return self

    def __exit__(self, *_: object) -> None:
        self._gzip.close()

    def write(self, content: bytes) -> None:
        """Without a thread of its own: lines are short, and nobody else waits for this process."""
        self._gzip.write(content)

    async def finished(self) -> Part:
        self._gzip.close()
        return await asyncio.to_thread(part_of, self._path, self._name)


def part_of(path: Path, name: str) -> Part:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        return Part(name, os.fstat(file.fileno()).st_size, digest.hexdigest())


def unpacked(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


async def for_each(items: Iterable[T], work: Callable[[T], Awaitable[None]], *, workers: int = WORKERS) -> None:
    """A few at a time; the first failure ends all, and is what the caller sees."""
    source = iter(items)

    async def worker() -> None:
        for item in source:
            await work(item)

    running = [asyncio.create_task(worker()) for _ in range(workers)]
    try:
        await asyncio.gather(*running)
    finally:
        for each in running:
            each.cancel()
        await asyncio.wait(running)
