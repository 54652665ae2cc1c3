"""Several stores as one: each path says whose it is, and new files go to the first."""

import errno
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

from fakturo.blobs.base import Blobs, Draft, split


class Stores:
    def __init__(self, primary: Blobs, *others: Blobs) -> None:
        self._primary = primary
        self._all = (primary, *others)

    def place(self, name: str) -> str:
        return self._primary.place(name)

    def owns(self, path: str) -> bool:
        return any(store.owns(path) for store in self._all)

    def draft(self, path: str) -> AbstractAsyncContextManager[Draft]:
        return self._of(path).draft(path)

    async def read(self, path: str) -> AsyncIterator[bytes]:
        return await self._of(path).read(path)

    async def size(self, path: str) -> int | None:
        return await self._of(path).size(path)

    async def list(self, prefix: str) -> "list[str]":
        """In all stores: the first attempt at a job may have been before a move, the second after it."""
        return sorted([path for store in self._all for path in await store.list(prefix)])

    async def delete(self, path: str) -> None:
        await self._of(path).delete(path)

    async def link(self, path: str, lasts: timedelta, *, disposition: str) -> str | None:
        return await self._of(path).link(path, lasts, disposition=disposition)

    async def probe(self) -> None:
        await self._primary.probe()

    async def old_files(self, *, older_than_seconds: float) -> AsyncIterator[str]:
        for store in self._all:
            async for path in store.old_files(older_than_seconds=older_than_seconds):
                yield path

    async def remove_old_drafts(self, *, older_than_seconds: float) -> int:
        return sum([await store.remove_old_drafts(older_than_seconds=older_than_seconds) for store in self._all])

    def _of(self, path: str) -> Blobs:
        for store in self._all:
            if store.owns(path):
                return store
        address, _ = split(path)  # a row's path is right; what is missing is a setting
        raise OSError(errno.ENXIO, f"No store is set up that has {address.partition('://')[0]}://… of this file")
