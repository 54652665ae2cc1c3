"""Reads the whole archive again and says in plain words what is wrong with it.

Three must agree: the record in the database, the manifest, and the file of events. The chain shows what is missing.
"""

import asyncio
import hashlib
import json
import zlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from fakturo.archive.manifest import NUMBERS_PER_FOLDER, Manifest, folder
from fakturo.blobs.base import BlobMissing, Blobs, name_of
from fakturo.store.archives import Archives, Record

MAX_MANIFEST_BYTES = 64 * 1024
READ_GZIP = zlib.MAX_WBITS | 16


class Damaged(Exception):
    """The text says what is wrong with one archive."""


@dataclass(slots=True)
class Verdict:
    archives: int = 0
    events: int = 0
    problems: list[str] = field(default_factory=list)
    leftovers: list[str] = field(default_factory=list)
    """Files of an archiver that was cut off before its record: their events are elsewhere, too."""


async def verify(archives: Archives, blobs: Blobs, advance: Callable[[], None] = lambda: None) -> Verdict:
    verdict, seen = Verdict(), Seen(await archives.highest_event())
    previous, expected, known = None, 1, set[str]()
    async for record in archives.records():
        if record.number != expected:
            verdict.problems.append(_records_missing(expected, record.number - 1))
        follows = previous if record.number == expected else None
        try:
            await _check(record, follows, _Reader(archives, blobs, seen))
        except Damaged as damage:
            verdict.problems.append(f"Archive {record.number}: {damage}")
        known |= {name_of(record.path), name_of(record.manifest_path)}
        verdict.archives, verdict.events = verdict.archives + 1, verdict.events + record.events
        previous, expected = record.manifest_sha256, record.number + 1
        advance()
    await _judge_strangers(verdict, known, _Reader(archives, blobs, seen), last=expected - 1)
    return verdict


def _records_missing(first: int, last: int) -> str:
    which = f"of archive {first} is" if first == last else f"of archives {first} to {last} are"
    return f"The record {which} missing from the database."


async def _check(record: Record, previous: str | None, reader: "_Reader") -> None:
    manifest = await reader.manifest(record.manifest_path)
    if manifest.content_sha256 != record.manifest_sha256:
        raise Damaged("its manifest has been changed: its hash is not the one in the database.")
    if not manifest.agrees_with(record):
        raise Damaged("its record in the database has been changed: it is not what the manifest says.")
    if (previous or record.number == 1) and manifest.previous != previous:
        raise Damaged("it does not follow the one before it: the chain is broken.")
    file = await reader.events(record.path)
    if (file.size, file.sha256) != (manifest.size, manifest.sha256):
        raise Damaged(f"its file has been changed: {file.size} bytes of another hash than when it was written.")
    lines = (file.events, file.lines_sha256, file.first, file.last)
    if lines != (manifest.events, manifest.lines_sha256, manifest.first_event, manifest.last_event):
        raise Damaged(f"its events are not those of the manifest: {file.events} instead of {manifest.events}.")
    if file.doubled:
        raise Damaged(f"{file.doubled} of its events are elsewhere, too: in the database, or in another archive.")


async def _judge_strangers(verdict: Verdict, known: set[str], reader: "_Reader", *, last: int) -> None:
    """Files that no record names. Their events tell whether a record was lost, or an archiver was cut off."""
    for start in range(0, last + NUMBERS_PER_FOLDER + 1, NUMBERS_PER_FOLDER):
        for path in await reader.blobs.list(f"{folder(start)}/events-"):
            if name_of(path) in known:
                continue
            name = name_of(path).rpartition("/")[2]
            try:
                only_here = await reader.events_only_in(path)
            except Damaged as damage:
                verdict.problems.append(f"{name}, which no record names: {damage}")
                continue
            if only_here:
                verdict.problems.append(f"{name}: {only_here} events are here alone, but its record is gone.")
            else:
                verdict.leftovers.append(name)


class Seen:
    """Numbers of events, a bit for each."""

    def __init__(self, highest: int) -> None:
        self._highest = highest
        self._bits = bytearray(highest // 8 + 1)

    def __contains__(self, number: int) -> bool:
        return 0 < number <= self._highest and bool(self._bits[number >> 3] & 1 << (number & 7))

    def add(self, number: int) -> None:
        if not 0 < number <= self._highest:
            raise Damaged(f"it holds an event with the number {number}, which was never given.")
        self._bits[number >> 3] |= 1 << (number & 7)


@dataclass(slots=True)
class _File:
    size: int = 0
    sha256: str = ""
    events: int = 0
    lines_sha256: str = ""
    first: int = 0
    last: int = 0
    doubled: int = 0


class _Reader:
    def __init__(self, archives: Archives, blobs: Blobs, seen: Seen) -> None:
        self._archives = archives
        self.blobs = blobs
        self._seen = seen

    async def manifest(self, path: str) -> Manifest:
        content = b""
        async for chunk in self._chunks(path, "manifest"):
            content = (content + chunk)[: MAX_MANIFEST_BYTES + 1]
        try:
            manifest = Manifest.from_content(content)
        except (ValueError, KeyError, TypeError):
            raise Damaged("its manifest has been changed: it cannot be read any more.") from None
        if manifest.content != content:
            raise Damaged("its manifest has been changed: its hash is not the one in the database.")
        return manifest

    async def events(self, path: str) -> _File:
        file, hashed, lines_hashed = _File(), hashlib.sha256(), hashlib.sha256()
        chunks = self._counted(self._chunks(path, "file"), file, hashed)
        async for ids, text in self._batches(chunks):
            lines_hashed.update(text)
            file.events += len(ids)
            file.first, file.last = file.first or ids[0], ids[-1]
            file.doubled += sum(number in self._seen for number in ids) + len(ids) - len(set(ids))
            file.doubled += len(await self._archives.still_there(ids))
            for number in ids:
                self._seen.add(number)
        file.sha256, file.lines_sha256 = hashed.hexdigest(), lines_hashed.hexdigest()
        return file

    async def events_only_in(self, path: str) -> int:
        """How many of the file's events are neither in another archive nor in the database."""
        count = 0
        async for ids, _ in self._batches(self._chunks(path, "file")):
            unseen = {number for number in ids if number not in self._seen}
            count += len(unseen - await self._archives.still_there(list(unseen)))
        return count

    async def _chunks(self, path: str, what: str) -> AsyncIterator[bytes]:
        try:
            async for chunk in await self.blobs.read(path):
                yield chunk
        except BlobMissing:
            raise Damaged(f"its {what} is missing.") from None
        except OSError as error:
            raise Damaged(f"its {what} cannot be read: {error.strerror}.") from None

    async def _counted(
        self, chunks: AsyncIterator[bytes], file: _File, hashed: "hashlib._Hash"
    ) -> AsyncIterator[bytes]:
        async for chunk in chunks:
            file.size += len(chunk)
            hashed.update(chunk)
            yield chunk

    async def _batches(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[list[int], bytes]]:
        """Numbers of events with their lines, a good many at a time."""
        unzip, rest = zlib.decompressobj(READ_GZIP), b""
        try:
            async for chunk in chunks:
                text = rest + await asyncio.to_thread(unzip.decompress, chunk)
                whole, newline, rest = text.rpartition(b"\n")
                if newline:
                    yield [_number_of(line) for line in whole.split(b"\n")], whole + newline
        except zlib.error:
            raise Damaged("its file has been changed: it cannot be unpacked any more.") from None
        if rest or not unzip.eof or unzip.unused_data:
            raise Damaged("its file has been changed: it does not end where it should.")


def _number_of(line: bytes) -> int:
    try:
        return int(json.loads(line)["id"])
    except (ValueError, KeyError, TypeError):
        raise Damaged("its file has been changed: a line in it is no event.") from None
