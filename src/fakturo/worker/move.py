"""Moves files to the store that new ones go to, while everything runs.

Each is copied under a name that no file had before, read back, and compared with what its row knows; then the row names
the copy, if it still named the original. Whoever is just reading that has an hour: it goes through the trash. So
whatever stops a move, the next one goes on where it ended. Only the archive's files keep their names, which say what is
in them; and their originals stay, as nobody deletes what is archived.
"""

import asyncio
import errno
import re
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

from fakturo.blobs.base import BlobDamaged, BlobMissing, Blobs, Written, read_checked, sidecar_path, split
from fakturo.store.archives import Record
from fakturo.store.storage import NamedFiles, StoredFiles, VersionFiles
from fakturo.store.trouble import DATABASE_TROUBLE

AT_ONCE = 4
MOST_FAILURES_IN_A_ROW = 20
"""One file may be unlucky; after so many, the store is."""
FIRST_ID = UUID(int=0)


class StoreFails(Exception):
    """One store or the other lets us down again and again; the text says how."""


@dataclass(frozen=True, slots=True)
class File:
    of: UUID | int
    """The id of a job, or the number of an archive."""
    what: str
    path: str
    size: int | None
    sha256: str | None
    """As far as the row knows them."""
    version: int | None = None
    """Of an earlier result, its number."""

    @property
    def is_archived(self) -> bool:
        return isinstance(self.of, int)

    def __str__(self) -> str:
        return f"{self.what} of {'archive' if self.is_archived else 'job'} {self.of}"


@dataclass(slots=True)
class Moved:
    files: int = 0
    bytes: int = 0
    overtaken: int = 0
    """Deleted, expired or moved by somebody else in the meantime."""
    missing: list[File] = field(default_factory=list)
    damaged: list[File] = field(default_factory=list)
    failed: list[tuple[File, str]] = field(default_factory=list)

    @property
    def left(self) -> int:
        return len(self.missing) + len(self.damaged) + len(self.failed)

    def troubles(self) -> Iterator[str]:
        """What an operator should look at, line by line."""
        yield from (f"missing, and left as it is: {file}" for file in self.missing)
        yield from (f"damaged, and left as it is: {file}" for file in self.damaged)
        yield from (f"not moved ({reason}): {file}" for file, reason in self.failed)


class Mover:
    def __init__(self, files: StoredFiles, blobs: Blobs, *, at_once: int = AT_ONCE) -> None:
        """`blobs` reads all stores, and places new files where these are to go."""
        self._files = files
        self._blobs = blobs
        self._slots = asyncio.Semaphore(at_once)
        self._failures_in_a_row = 0
        self.moved = Moved()

    async def move_all(self, tell: Callable[[Moved], None] = lambda _: None) -> Moved:
        async for batch in self._elsewhere():
            async with asyncio.TaskGroup() as group:
                for file in batch:
                    group.create_task(self._move(file))
            tell(self.moved)
            if self._failures_in_a_row >= MOST_FAILURES_IN_A_ROW:
                raise StoreFails(self.moved.failed[-1][1])
        return self.moved

    async def _elsewhere(self) -> AsyncIterator[list[File]]:
        after = FIRST_ID
        while jobs := await self._files.named(after):
            yield [file for job in jobs for file in _files_of(job) if not self._is_at_home(file.path)]
            after = jobs[-1].id
        place = FIRST_ID, 0
        while versions := await self._files.versions(*place):
            yield [file for each in versions for file in _files_of_version(each) if not self._is_at_home(file.path)]
            place = versions[-1].id, versions[-1].number
        async for record in self._files.archived():
            yield [file for file in _archived(record) if not self._is_at_home(file.path)]

    def _is_at_home(self, path: str) -> bool:
        return self._blobs.place(split(path)[1]) == path

    async def _move(self, file: File) -> None:
        async with self._slots:
            if self._failures_in_a_row >= MOST_FAILURES_IN_A_ROW:
                return
            try:
                await self._move_one(file)
            except BlobMissing:
                self.moved.missing.append(file)
            except BlobDamaged:
                self.moved.damaged.append(file)
            except DATABASE_TROUBLE as error:  # or of a store: OSError is among it
                reason = error.strerror if isinstance(error, OSError) else None
                self.moved.failed.append((file, reason or type(error).__name__))
                self._failures_in_a_row += 1
            else:
                self._failures_in_a_row = 0

    async def _move_one(self, file: File) -> None:
        name = split(file.path)[1]
        copy = self._blobs.place(name if file.is_archived else fresh_name(name))
        written = await self._copy(file.path, copy, size=file.size, sha256=file.sha256)
        if file.what == "result":
            await self._copy_sidecar(file.path, copy)
        if await self._name(file, copy):
            self.moved.files += 1
            self.moved.bytes += written.size
            return
        self.moved.overtaken += 1
        if not file.is_archived:  # a name of ours alone: no row can have come to name it
            for path in (copy, sidecar_path(copy)) if file.what == "result" else (copy,):
                await self._blobs.delete(path)

    async def _name(self, file: File, copy: str) -> bool:
        """In the row, in the place of the original."""
        if isinstance(file.of, int):
            return await self._files.move_archived(file.of, file.what, original=file.path, copy=copy)
        return await self._files.move(file.of, file.what, original=file.path, copy=copy, version=file.version)

    async def _copy(self, original: str, copy: str, *, size: int | None = None, sha256: str | None = None) -> Written:
        """Read back before anybody relies on it: the original goes for good."""
        if sha256 is None:
            chunks = await self._blobs.read(original)
        else:
            chunks = await read_checked(self._blobs, original, size=size, sha256=sha256)
        async with self._blobs.draft(copy) as draft:
            async for chunk in chunks:
                await draft.write(chunk)
            written = await draft.seal()
            await draft.commit()
        try:
            async for _ in await read_checked(self._blobs, copy, size=written.size, sha256=written.sha256):
                pass
        except (BlobDamaged, BlobMissing) as error:
            raise OSError(errno.EIO, "The new store did not keep what was written") from error
        return written

    async def _copy_sidecar(self, original: str, copy: str) -> None:
        """A result without one is as good: it serves attempts that were never accepted."""
        try:
            await self._copy(sidecar_path(original), sidecar_path(copy))
        except BlobMissing:
            return


def _files_of(job: NamedFiles) -> Iterator[File]:
    if job.upload_path is not None and job.sha256 is not None:
        yield File(job.id, "upload", job.upload_path, job.bytes, job.sha256)
    if job.result_path is not None:
        assert job.result_sha256 is not None
        yield File(job.id, "result", job.result_path, job.result_bytes, job.result_sha256)
    if job.document_path is not None:
        yield File(job.id, "document", job.document_path, job.document_bytes, job.document_sha256)


def _files_of_version(kept: VersionFiles) -> Iterator[File]:
    yield File(kept.id, "result", kept.result_path, kept.result_bytes, kept.result_sha256, kept.number)
    if kept.document_path is not None:
        yield File(kept.id, "document", kept.document_path, kept.document_bytes, kept.document_sha256, kept.number)


def _archived(record: Record) -> Iterator[File]:
    yield File(record.number, "events", record.path, record.bytes, record.sha256)
    yield File(record.number, "manifest", record.manifest_path, None, record.manifest_sha256)


_MARK = re.compile(r"(\.m[0-9a-f]{12})?(\.[a-z]+)$")


def fresh_name(name: str) -> str:
    """For a copy: one that no file had, not even the same file at an earlier move. What waits in the trash under an old
    name may go there without harm."""
    mark = f".m{uuid.uuid4().hex[:12]}"
    renamed, count = _MARK.subn(lambda found: f"{mark}{found[2]}", name)
    assert count == 1, "every file of ours has an ending"
    return renamed
