"""What a store of files can do. One contract, the same tests for each implementation."""

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

CHUNK_BYTES = 256 * 1024


class BlobMissing(Exception):
    """There is no file of that path."""


@dataclass(frozen=True, slots=True)
class Written:
    size: int
    sha256: str


class Draft(Protocol):
    """A file being written. Nobody sees it before `commit`; left without one, it is gone without a trace."""

    async def write(self, chunk: bytes) -> None: ...

    async def seal(self) -> Written:
        """Ends the writing and says what was written."""
        ...

    async def commit(self) -> None:
        """Makes the sealed file visible and durable, both or neither."""
        ...


class Blobs(Protocol):
    def draft(self, path: str) -> AbstractAsyncContextManager[Draft]: ...

    async def read(self, path: str) -> AsyncIterator[bytes]:
        """The file's bytes; raises BlobMissing here, before the first of them."""
        ...

    async def size(self, path: str) -> int | None: ...

    async def delete(self, path: str) -> None:
        """Removes the file; one that is not there is fine."""
        ...


def upload_path(job_id: UUID) -> str:
    return f"uploads/{_shard(job_id)}/{job_id}.pdf"


def result_path(job_id: UUID, attempt: int, token: UUID) -> str:
    """Each attempt writes under a name of its own: a worker that wakes up late cannot overwrite a newer result."""
    return f"results/{_shard(job_id)}/{job_id}.{attempt}-{token}.xml"


def sidecar_path(of_result: str) -> str:
    return f"{of_result}.json"


def _shard(job_id: UUID) -> str:
    """Sharded from the start: no directory grows beyond what file systems like."""
    digest = hashlib.sha256(job_id.bytes).hexdigest()
    return f"{digest[:2]}/{digest[2:4]}"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a result was made from, and what it is: enough to trust it later without its maker."""

    input_sha256: str
    output_sha256: str
    output_bytes: int
    mapping: str
    mapping_version: int
    engine: str

    def to_json(self) -> bytes:
        return json.dumps({name: getattr(self, name) for name in self.__slots__}, sort_keys=True).encode()


async def put(blobs: Blobs, path: str, content: bytes) -> Written:
    async with blobs.draft(path) as draft:
        await draft.write(content)
        written = await draft.seal()
        await draft.commit()
    return written
