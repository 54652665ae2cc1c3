"""What a store of files can do. One contract, the same tests for each implementation."""

import errno
import hashlib
import json
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol, Self
from uuid import UUID

CHUNK_BYTES = 256 * 1024
DISK_IS_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Which failures to write mean that there is no room, for us or for anybody."""
AREAS = ("uploads", "results", "archive")
SEARCHED_AREAS = ("uploads", "results")
"""Where files lie that rows of jobs name. What is archived is for good: no search and no retention ever sees it."""
NAME = re.compile(r"(?P<area>[a-z]+)/(?P<rest>[0-9a-f]{2}/[0-9a-f]{2}/[A-Za-z0-9][A-Za-z0-9.-]*)")
"""A file's name, the same in every store. Its path is the name, after the store's address unless that is our disk."""


DISK = "disk"
"""The address of the one store that has none."""


class BlobMissing(Exception):
    """There is no file of that path."""


class BlobDamaged(OSError):
    """A file is not what was once written."""

    def __init__(self) -> None:
        super().__init__(errno.EIO, "A stored file is not what was once written")


@dataclass(frozen=True, slots=True)
class Written:
    size: int
    sha256: str


class Draft(Protocol):
    """A file being written. Nobody sees it before `commit`; left without one, it is gone without a trace."""

    async def write(self, chunk: bytes) -> None: ...

    async def seal(self) -> Written:
        """Ends the writing and says what was written; asked again, after a commit that failed too, the same."""
        ...

    async def commit(self, *then: "Draft") -> Written:
        """Seals the file unless that was done, and makes it visible and durable, both or neither. Others of the same
        store may come with it, cheaper than one by one: they are made visible in this order."""
        ...


class Blobs(Protocol):
    """Files by their paths. A path says which store it is of, so a row that holds one needs nothing else."""

    def place(self, name: str) -> str:
        """The path under which a new file of that name is kept."""
        ...

    def owns(self, path: str) -> bool:
        """Whether that path is of this store."""
        ...

    def draft(self, path: str) -> AbstractAsyncContextManager[Draft]: ...

    async def read(self, path: str) -> AsyncIterator[bytes]:
        """The file's bytes; raises BlobMissing here, before the first of them."""
        ...

    async def size(self, path: str) -> int | None: ...

    async def list(self, prefix: str) -> "list[str]":
        """Paths of the files whose names start so, in order; the prefix reaches into the last part of the name."""
        ...

    async def delete(self, path: str) -> None:
        """Removes the file; one that is not there is fine."""
        ...

    async def link(self, path: str, lasts: timedelta, *, disposition: str) -> str | None:
        """An address where anybody can fetch the file for so long, to be saved as the disposition says; None from a
        store that has no such thing."""
        ...

    async def probe(self) -> None:
        """OSError unless new files can be stored here; by its number, `is_our_fault` tells whose fault that is."""
        ...

    def old_files(self, *, older_than_seconds: float) -> AsyncIterator[str]:
        """All uploads and results of a certain age, in no order: for the search of those that no row names."""
        ...

    async def remove_old_drafts(self, *, older_than_seconds: float) -> int:
        """What writers left behind that were killed; how many there were."""
        ...


def is_our_fault(error: OSError) -> bool:
    """A place that is not there, or not for us: of our setup, and not one that will pass."""
    return error.errno in {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.ENXIO}


def split(path: str) -> tuple[str, str]:
    """The address of a path's store, and the file's name in it."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise ValueError("not a path of this store")
    return found["address"] or DISK, found["name"]


_PATH = re.compile(rf"((?P<address>[a-z0-9]+:/(/(?!\.\.?/)[^/]+)+)/)?(?P<name>{NAME.pattern})")


def upload_path(job_id: UUID) -> str:
    return f"uploads/{_shard(job_id)}/{job_id}.pdf"


def result_path(job_id: UUID, attempt: int, token: UUID) -> str:
    """Each attempt writes under a name of its own: a worker that wakes up late cannot overwrite a newer result."""
    return f"results/{_shard(job_id)}/{job_id}.{attempt}-{token}.xml"


def name_of(path: str) -> str:
    """The file's name, which is the same in every store; ValueError for what is no path of any."""
    return split(path)[1]


async def earlier_sidecars(blobs: "Blobs", job_id: UUID) -> list[str]:
    """Of all attempts at the job so far."""
    paths = await blobs.list(f"results/{_shard(job_id)}/{job_id}.")
    return [path for path in paths if path.endswith(".xml.json")]


def sidecar_path(of_result: str) -> str:
    return f"{of_result}.json"


def document_path(of_result: str) -> str:
    """The invoice JSON of the same attempt."""
    return f"{of_result.removesuffix('.xml')}.invoice.json"


def _shard(job_id: UUID) -> str:
    """One of 256 directories: enough that none grows beyond what file systems like, and few enough that they are soon
    there. The first file in each waits for the disk once more, to make it last."""
    digest = hashlib.sha256(job_id.bytes).hexdigest()
    return f"{digest[0]}0/{digest[1]}0"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a result was made from, and what it is: enough to trust it later without its maker."""

    input_sha256: str
    output_sha256: str
    output_bytes: int
    mapping: str
    mapping_version: int
    engine: str
    review: str | None = None
    document_sha256: str | None = None
    """Of the invoice JSON beside it, if there is one."""
    templates: str | None = None
    directory: str | None = None
    own_templates: str | None = None
    reader: str | None = None
    """What else it was made from, as far as that is known."""

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Raises ValueError or TypeError for what is no sidecar."""
        return cls(**json.loads(text))

    def to_json(self) -> bytes:
        """What does not apply is left out, so that the version before reads it, too."""
        said = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({name: value for name, value in said.items() if value is not None}, sort_keys=True).encode()


async def read_checked(blobs: Blobs, path: str, *, size: int | None, sha256: str) -> AsyncIterator[bytes]:
    """The file's bytes, the last of them only if all are as they once were written; otherwise BlobDamaged.

    Whoever knows the size stops sooner at a file that is too long.
    """
    return _checked(await blobs.read(path), size, sha256)


async def _checked(chunks: AsyncIterator[bytes], size: int | None, sha256: str) -> AsyncIterator[bytes]:
    digest, seen, held = hashlib.sha256(), 0, b""
    async for chunk in chunks:
        seen += len(chunk)
        if size is not None and seen > size:
            raise BlobDamaged
        if held:
            yield held
        held = chunk
        digest.update(chunk)
    if size not in {None, seen} or digest.hexdigest() != sha256:
        raise BlobDamaged
    if held:
        yield held


async def is_gone(blobs: Blobs, path: str) -> bool:
    """Surely: a store that does not answer, or a bucket that is not there, has lost nothing and raises OSError."""
    if await blobs.size(path) is not None:
        return False
    try:
        await blobs.read(path)
    except BlobMissing:
        return True
    return False


async def put(blobs: Blobs, path: str, content: bytes) -> Written:
    async with blobs.draft(path) as draft:
        await draft.write(content)
        return await draft.commit()
