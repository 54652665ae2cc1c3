"""Files on their way from the store into a backup, and back."""

import asyncio
import gzip
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path

from fakturo.backup.manifest import FILES, FILES_LIST, Missing, Part, StoredFile
from fakturo.backup.parts import CHUNK_BYTES, PartWriter, for_each
from fakturo.blobs.base import BlobMissing, Blobs, name_of
from fakturo.domain.errors import CannotRun
from fakturo.domain.losses import are_too_many
from fakturo.store.snapshots import NamedFile

VANISHED = "not in the store, though a row names it"
DAMAGED = "copied, but it is not what was once written: its size or hash differs"


class Unreadable(Exception):
    """The store does not give the file, whether it has it or not."""


class Copies:
    def __init__(self, directory: Path, blobs: Blobs, wanted: int, advance: Callable[[], None]) -> None:
        self._directory = directory
        self._blobs = blobs
        self._wanted = wanted
        self._advance = advance
        self._list = PartWriter(directory, FILES_LIST)
        self.missing: list[Missing] = []
        self.count, self.total_bytes = 0, 0

    async def copy(self, wanted: Iterable[NamedFile]) -> Part:
        """The list of what was copied."""
        with self._list:
            await for_each(wanted, self._copy)
            return await self._list.finished()

    async def _copy(self, file: NamedFile) -> None:
        try:
            self._add(file, await self._fetch(file.path))
        except BlobMissing:
            self._lack(Missing(file.path, VANISHED), of=self._wanted)
        except Unreadable as error:
            self._lack(Missing(file.path, f"not readable: {error}"), of=0)  # a few at most, whatever their share
        self._advance()

    def _lack(self, missing: Missing, *, of: int) -> None:
        self.missing.append(missing)
        if are_too_many(len(self.missing), of):
            raise CannotRun(
                f"{len(self.missing)} of the first {self.count + len(self.missing)} files could not be copied "
                f"({missing.why}). Is the storage there, and are STORAGE_URL, UPLOADS_DIR and RESULTS_DIR those of the "
                "running service? No backup was made."
            )

    def _add(self, file: NamedFile, part: Part) -> None:
        if file.sha256 not in {None, part.sha256} or file.size not in {None, part.size}:
            self.missing.append(Missing(file.path, DAMAGED))
        self._list.write(StoredFile(file.path, part).line())
        self.count, self.total_bytes = self.count + 1, self.total_bytes + part.size

    async def _fetch(self, path: str) -> Part:
        name = f"{FILES}/{name_of(path)}"
        target, digest, size = self._directory / name, hashlib.sha256(), 0
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with target.open("xb") as copy:
                async for chunk in self._read(path):
                    digest.update(chunk)
                    size += copy.write(chunk)
        except (BlobMissing, Unreadable):
            target.unlink()
            raise
        return Part(name, size, digest.hexdigest())

    async def _read(self, path: str) -> AsyncIterator[bytes]:
        try:
            async for chunk in await self._blobs.read(path):
                yield chunk
        except OSError as error:
            raise Unreadable(error.strerror or str(error)) from None


def copied(directory: Path) -> Iterator[StoredFile]:
    """What the backup's list says."""
    with gzip.open(directory / FILES_LIST, "rb") as lines:
        for line in lines:
            yield StoredFile.from_line(line)


async def put_back(directory: Path, blobs: Blobs, advance: Callable[[], None]) -> None:
    """Each at its path; those of a store that is not ours any more, in the one that new files go to."""

    async def put(file: StoredFile) -> None:
        path = file.path if blobs.owns(file.path) else blobs.place(name_of(file.path))
        with (directory / file.part.file).open("rb") as source:
            async with blobs.draft(path) as draft:
                while chunk := await asyncio.to_thread(source.read, CHUNK_BYTES):
                    await draft.write(chunk)
                written = await draft.seal()
                if (written.size, written.sha256) != (file.part.size, file.part.sha256):
                    raise CannotRun(f"{directory / file.part.file} has changed while it was being restored.")
                await draft.commit()
        advance()

    await for_each(copied(directory), put)
