"""Moves old events out of the database, a bounded number at a time.

First the file, then its manifest, both read back; then one statement puts their record in the place of the events.
Cut off before that statement, nothing has happened: the next archiver finds the events where they were.
"""

import asyncio
import gzip
import hashlib
import io
import time
from collections.abc import Sequence
from datetime import timedelta

import structlog

from fakturo.archive.manifest import Manifest, events_name
from fakturo.blobs.base import Blobs, put, read_checked
from fakturo.store.archives import Archives, Event, Record
from fakturo.store.turns import LostTurn, Turn

log = structlog.get_logger()

MAX_EVENTS = 10_000
MAX_LINES_BYTES = 16 * 1024 * 1024
"""One archive ends at whichever comes first; so much memory it takes at most, and most of it is compressed."""


class Archiver:
    def __init__(self, archives: Archives, blobs: Blobs, turn: Turn, *, ttl: timedelta) -> None:
        self._archives = archives
        self._blobs = blobs
        self._turn = turn
        self._ttl = ttl

    async def archive(self, *, now: bool = False) -> int | None:
        """Everything that is due, and how many events that were; None if nothing is, or somebody else is at it."""
        if not await self._turn.begin(now=now):
            return None
        total, started = 0, time.monotonic()
        while batch := await self._next_batch():
            await self._store(batch)
            total += len(batch.ids)
            if not await self._turn.go_on():
                raise LostTurn
        await self._turn.end()
        log.info("archived", events=total, duration_ms=round((time.monotonic() - started) * 1000))
        return total

    async def _next_batch(self) -> "Batch | None":
        batch = Batch()
        async for events in self._archives.due(self._ttl):
            await asyncio.to_thread(batch.add, events)
            if batch.is_full:
                break
        return batch if batch.ids else None

    async def _store(self, batch: "Batch") -> None:
        content = await asyncio.to_thread(batch.compressed)
        end = await self._archives.chain_end()
        manifest = batch.manifest(end.number + 1, content, previous=end.manifest_sha256)
        path, manifest_path = self._blobs.place(manifest.file), self._blobs.place(manifest.name)
        await self._write(path, content)
        await self._write(manifest_path, manifest.content)
        record = Record(
            number=manifest.number,
            path=path,
            bytes=manifest.size,
            sha256=manifest.sha256,
            manifest_path=manifest_path,
            manifest_sha256=manifest.content_sha256,
            events=manifest.events,
            first_at=manifest.first_at,
            last_at=manifest.last_at,
        )
        if not await self._archives.replace_events(batch.ids, record, self._turn):
            raise LostTurn

    async def _write(self, path: str, content: bytes) -> None:
        """And reads it back: what the file holds is deleted next."""
        written = await put(self._blobs, path, content)
        async for _ in await read_checked(self._blobs, path, size=written.size, sha256=written.sha256):
            pass


class Batch:
    """Lines that become one archive: compressed as they come."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self._first: Event | None = None
        self._last: Event | None = None
        self._lines_bytes, self._lines_hash = 0, hashlib.sha256()
        self._buffer = io.BytesIO()
        self._gzip = gzip.GzipFile(fileobj=self._buffer, mode="wb", mtime=0)  # no time: the same events, the same file

    @property
    def is_full(self) -> bool:
        return len(self.ids) >= MAX_EVENTS or self._lines_bytes >= MAX_LINES_BYTES

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            line = f"{event.line}\n".encode()
            self.ids.append(event.id)
            self._lines_bytes += len(line)
            self._lines_hash.update(line)
            self._gzip.write(line)
        self._first, self._last = self._first or events[0], events[-1]

    def compressed(self) -> bytes:
        self._gzip.close()
        return self._buffer.getvalue()

    def manifest(self, number: int, content: bytes, *, previous: str | None) -> Manifest:
        sha256 = hashlib.sha256(content).hexdigest()
        assert self._first
        assert self._last
        return Manifest(
            number=number,
            file=events_name(number, sha256),
            size=len(content),
            sha256=sha256,
            events=len(self.ids),
            lines_sha256=self._lines_hash.hexdigest(),
            first_event=self._first.id,
            first_at=self._first.created_at,
            last_event=self._last.id,
            last_at=self._last.created_at,
            previous=previous,
        )
