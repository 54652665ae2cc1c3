"""Files on this machine's disk: written beside, synced, renamed, and the directory synced, so that a crash at any
moment leaves the whole file or none."""

import asyncio
import contextlib
import errno
import hashlib
import os
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from fakturo.blobs.base import CHUNK_BYTES, NAME, SEARCHED_AREAS, BlobMissing, Draft, Written

GATHERED_BYTES = 2 * CHUNK_BYTES
"""Written at a time: each visit to a thread costs about as much as hashing as many bytes."""
SMALL_BYTES = 16 * 1024
"""Below that, chunks are put together: a client that sends two bytes at a time must not cost us an object for each."""
UNFINISHED = "unfinished"
"""Drafts live in this directory of their area, on the same file system as what they become."""


class DiskBlobs:
    def __init__(self, areas: Mapping[str, Path]) -> None:
        """`areas` says where each first part of a path lies: uploads and results may be on different disks."""
        self._areas = {name: root.absolute() for name, root in areas.items()}
        self._directories = _Directories()

    def make_directories(self) -> None:
        for root in self._areas.values():
            self._directories.make(root / UNFINISHED)

    def place(self, name: str) -> str:
        return name

    def owns(self, path: str) -> bool:
        return "://" not in path

    @contextlib.asynccontextmanager
    async def draft(self, path: str) -> AsyncIterator[Draft]:
        area, target = self._locate(path)
        draft = _DiskDraft(area / UNFINISHED / uuid.uuid4().hex, target, self._directories)
        try:
            yield draft
        finally:
            if not draft.is_done:
                # Shielded, and no task: cancelled once more, or with the loop's end, we still leave nothing behind.
                await asyncio.shield(_in_thread(draft.discard))

    async def read(self, path: str) -> AsyncIterator[bytes]:
        _, file = self._locate(path)
        try:
            return _chunks(*await asyncio.to_thread(_open, file))
        except FileNotFoundError:
            raise BlobMissing(path) from None

    async def size(self, path: str) -> int | None:
        _, file = self._locate(path)
        try:
            return (await asyncio.to_thread(os.stat, file)).st_size
        except FileNotFoundError:
            return None

    async def list(self, prefix: str) -> "list[str]":
        _, start = self._locate(prefix)
        return await asyncio.to_thread(_names_like, start, prefix.rpartition("/")[0])

    async def delete(self, path: str) -> None:
        _, file = self._locate(path)
        await asyncio.to_thread(file.unlink, missing_ok=True)

    async def old_files(self, *, older_than_seconds: float) -> AsyncIterator[str]:
        latest = time.time() - older_than_seconds
        for area, root in ((each, self._areas[each]) for each in SEARCHED_AREAS if each in self._areas):
            for shard in await asyncio.to_thread(_shards, root):
                for name in await asyncio.to_thread(_files_before, shard, latest):
                    yield f"{area}/{shard.parent.name}/{shard.name}/{name}"

    async def remove_old_drafts(self, *, older_than_seconds: float) -> int:
        latest, removed = time.time() - older_than_seconds, 0
        for root in self._areas.values():
            for name in await asyncio.to_thread(_files_before, root / UNFINISHED, latest):
                (root / UNFINISHED / name).unlink(missing_ok=True)
                removed += 1
        return removed

    async def link(self, path: str, lasts: timedelta, *, disposition: str) -> str | None:  # noqa: ARG002
        return None

    async def probe(self) -> None:
        await asyncio.to_thread(self._probe)

    def _probe(self) -> None:
        for root in self._areas.values():
            if not os.access(root / UNFINISHED, os.W_OK | os.X_OK):
                raise OSError(errno.EACCES, "A directory cannot be written", str(root))

    def _locate(self, path: str) -> tuple[Path, Path]:
        match = NAME.fullmatch(path)
        if not match or match["area"] not in self._areas:
            raise ValueError("not a path of this store")
        area = self._areas[match["area"]]
        return area, area / match["rest"]


class _DiskDraft:
    """Bytes are gathered to a good size, then hashed and written in a thread, while the next ones are gathered.

    A cancelled writer leaves its thread running, so the lock keeps `discard` from closing the file under it.
    """

    def __init__(self, unfinished: Path, target: Path, directories: "_Directories") -> None:
        self._directories = directories
        self._unfinished = unfinished
        self.target = target
        self._descriptor: int | None = None
        self.lock = threading.Lock()
        self._sealed = False
        self._hash_at_commit = True
        self.is_over = False
        """Closed, as what it became or as nothing."""
        self._pending = list[bytes | bytearray]()
        self._pending_bytes = 0
        self._writing: asyncio.Future[None] | None = None
        self._hash = hashlib.sha256()
        self._size = 0
        self._is_broken = False
        """Something of it was not written: it must never be committed."""
        self.is_done = False
        """Committed and closed: nothing is left to discard."""

    async def write(self, chunk: bytes) -> None:
        assert not self._sealed, "written after seal"
        self._gather(chunk)
        if self._pending_bytes >= GATHERED_BYTES:
            await self._written_so_far()
            self._writing = _in_thread(self._append, self._take_pending())
            self._writing.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, whoever waits

    def _gather(self, chunk: bytes) -> None:
        self._pending_bytes += len(chunk)
        last = self._pending[-1] if self._pending else b""
        if len(chunk) >= SMALL_BYTES:
            self._pending.append(chunk)
        elif isinstance(last, bytearray):
            last += chunk
        else:
            self._pending.append(bytearray(chunk))

    async def seal(self) -> Written:
        if not self._sealed:
            await self._written_so_far()
            self._sealed = True
            if self._pending_bytes > SMALL_BYTES:
                await _in_thread(self._append, self._take_pending())
            self._count(self._pending)  # hashed sooner than a thread begins, and written by the commit
        return Written(self._size, self._hash.hexdigest())

    async def commit(self, *then: Draft) -> Written:
        together = [self, *(draft for draft in then if isinstance(draft, _DiskDraft))]
        assert len(together) == 1 + len(then), "drafts of one store"
        for draft in together:
            await draft.end()
        await _in_thread(_commit_together, together)
        return Written(self._size, self._hash.hexdigest())

    async def end(self) -> None:
        """Nothing more is written, or on its way to be."""
        await self._written_so_far()
        self._hash_at_commit = not self._sealed
        self._sealed = True

    async def _written_so_far(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            await writing

    def _take_pending(self) -> list[bytes | bytearray]:
        chunks, self._pending, self._pending_bytes = self._pending, [], 0
        return chunks

    def _append(self, chunks: list[bytes | bytearray]) -> None:
        """What follows a write that failed is only hashed: whether such a file is here already can still be asked."""
        with self.lock:
            if not self.is_over:
                self._count(chunks)
                if not self._is_broken:
                    self._write(chunks)

    def _count(self, chunks: list[bytes | bytearray]) -> None:
        for chunk in chunks:
            self._hash.update(chunk)
            self._size += len(chunk)

    def _write(self, chunks: list[bytes | bytearray]) -> None:
        self._is_broken, was_broken = True, self._is_broken
        if self._descriptor is None:
            self._descriptor = os.open(self._unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        _write_all(self._descriptor, chunks)
        self._is_broken = was_broken

    def write_out(self) -> None:
        """The last bytes, and all of them to the disk."""
        chunks = self._take_pending()
        if self._hash_at_commit:
            self._count(chunks)
        self._write(chunks)
        assert self._descriptor is not None
        assert not self._is_broken, "commit after a write that failed"
        os.fsync(self._descriptor)

    def show(self) -> None:
        self._directories.make(self.target.parent)
        try:
            self._unfinished.rename(self.target)
        except FileNotFoundError:  # somebody tidied up an empty directory
            self._directories.forget(self.target.parent)
            self._directories.make(self.target.parent)
            self._unfinished.rename(self.target)

    def close(self) -> None:
        assert self._descriptor is not None
        os.close(self._descriptor)
        self.is_over = self.is_done = True

    def discard(self) -> None:
        """Closes the file; what was not committed goes."""
        with self.lock:
            if self._descriptor is not None and not self.is_over:
                os.close(self._descriptor)
                self._unfinished.unlink(missing_ok=True)
            self.is_over = True


def _commit_together(drafts: Sequence[_DiskDraft]) -> None:
    """One visit to a thread for all of them: their bytes, then their names in order, each directory synced once."""
    with contextlib.ExitStack() as held:
        for draft in drafts:
            held.enter_context(draft.lock)
        if any(draft.is_over for draft in drafts):
            return
        for draft in drafts:
            draft.write_out()
        shown = list[Path]()
        try:
            for draft in drafts:
                draft.show()
                shown.append(draft.target)
            for directory in {target.parent for target in shown}:
                _sync_directory(directory)
        except OSError:  # visible, but perhaps not for long, or not all of them: rather not at all
            for target in shown:
                target.unlink(missing_ok=True)
            raise
        for draft in drafts:
            draft.close()


def _in_thread(work: Callable[..., None], *arguments: object) -> "asyncio.Future[None]":
    return asyncio.get_running_loop().run_in_executor(None, work, *arguments)


def _write_all(descriptor: int, chunks: list[bytes | bytearray]) -> None:
    """As they are, without putting them together first; what the system leaves over, once more."""
    left: list[bytes | bytearray | memoryview] = [chunk for chunk in chunks if chunk]
    while left:
        written = os.writev(descriptor, left)
        while left and written >= len(left[0]):
            written -= len(left.pop(0))
        if written:
            left[0] = memoryview(left[0])[written:]


def _shards(root: Path) -> list[Path]:
    return sorted(root.glob("[0-9a-f][0-9a-f]/[0-9a-f][0-9a-f]"))


def _files_before(directory: Path, latest: float) -> list[str]:
    """Names of files last written before then; one that goes while we look is none."""
    names = []
    with contextlib.suppress(FileNotFoundError), os.scandir(directory) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                if entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_mtime < latest:
                    names.append(entry.name)
    return names


def _names_like(start: Path, directory: str) -> list[str]:
    try:
        return sorted(f"{directory}/{file.name}" for file in start.parent.iterdir() if file.name.startswith(start.name))
    except FileNotFoundError:
        return []


class _Directories:
    """Directories that surely last. One that is there may have been made a moment ago by another, who has not synced
    it yet; so each process syncs each of them once, and then remembers."""

    def __init__(self) -> None:
        self._lasting: set[Path] = set()

    def make(self, directory: Path) -> None:
        """mkdir -p, each entry durable in its parent."""
        if directory in self._lasting or directory == directory.parent:
            return
        self.make(directory.parent)
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
        with contextlib.suppress(PermissionError):  # far above us, and not ours to sync
            _sync_directory(directory.parent)
        self._lasting.add(directory)

    def forget(self, directory: Path) -> None:
        self._lasting -= {directory, *directory.parents}


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _OpenFile:
    """Closed when nobody holds it any more: a reader that is never asked for a byte keeps no file open, and one that is
    cancelled does not close it under its thread, which might then read from whatever got the same number."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = os.fstat(descriptor).st_size

    def read(self) -> bytes:
        chunk = os.read(self._descriptor, CHUNK_BYTES)
        self._left -= len(chunk)
        return chunk

    @property
    def is_at_end(self) -> bool:
        """A file never grows, so that its size tells."""
        return self._left <= 0

    def __del__(self) -> None:
        os.close(self._descriptor)


def _open(file: Path) -> tuple[_OpenFile, bytes]:
    """With its first bytes: a small file takes one visit to a thread."""
    opened = _OpenFile(os.open(file, os.O_RDONLY))
    return opened, opened.read()


async def _chunks(file: _OpenFile, chunk: bytes) -> AsyncIterator[bytes]:
    while chunk:
        yield chunk
        chunk = b"" if file.is_at_end else await asyncio.to_thread(file.read)
