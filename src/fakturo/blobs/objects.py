"""Files in an object store: S3, or by its address Google's or Azure's.

A small file goes in one request when it is committed; a large one in parts, while it is being written, of which
nobody sees anything before the last request puts them together. So a file is there whole or not at all.

Errors of the store's library end here: `BlobMissing` for a file that is not there, OSError for everything else.
"""

import asyncio
import contextlib
import errno
import hashlib
import re
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import ObjectStore, from_url

from fakturo.blobs.base import CHUNK_BYTES, NAME, BlobMissing, Draft, Written

if TYPE_CHECKING:
    from obstore import GetResult  # there for the type checker only

SCHEMES = frozenset({"s3", "gs", "az", "azure", "abfs", "abfss"})
PART_BYTES = 5 * 1024 * 1024
"""S3 takes no smaller part but the last. Times its 10,000 parts that is 50 GB, more than any upload may be."""
PARTS_AT_ONCE = 2
SETTLE_SECONDS = 10.0
"""So long a writer that gave up waits for its parts to be gone; in a store that hangs, they are the janitor's."""
AREAS = ("uploads", "results")
TYPES = {".pdf": "application/pdf", ".xml": "application/xml", ".json": "application/json"}
MARK = "draft"
"""Each object carries the number of the draft it was. After an answer that got lost, it tells ours from another."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for the store, and how often to ask again."""

    connect_seconds: float = 5
    silence_seconds: float = 30
    """Without an answer, or within one without a byte. A part that is being sent must arrive within it, too."""
    longest_seconds: float = 3600
    """Of one whole answer. Long: a reader far away takes a file as slowly as it likes."""
    retries: int = 4
    retry_seconds: float = 60
    first_delay_seconds: float = 0.1


class ObjectBlobs:
    def __init__(
        self,
        url: str,
        options: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        part_bytes: int = PART_BYTES,
    ) -> None:
        """`url` is like s3://bucket/prefix. Keys, region and endpoint come from `options`, or from where the store's
        own tools look for them (AWS_ACCESS_KEY_ID, …). ValueError for what is no address of an object store."""
        self._base = url.rstrip("/")
        self._store = _open_store(self._base, options or {}, patience or Patience())
        self._part_bytes = part_bytes

    def place(self, name: str) -> str:
        return f"{self._base}/{name}"

    def owns(self, path: str) -> bool:
        return path.startswith(f"{self._base}/")

    @contextlib.asynccontextmanager
    async def draft(self, path: str) -> AsyncIterator[Draft]:
        draft = _ObjectDraft(self._store, self._key(path), self._part_bytes)
        try:
            yield draft
        finally:
            await draft.settle()

    async def read(self, path: str) -> AsyncIterator[bytes]:
        key = self._key(path)
        with _our_errors(missing=path):
            return _chunks(await obstore.get_async(self._store, key))

    async def size(self, path: str) -> int | None:
        key = self._key(path)
        try:
            with _our_errors(missing=path):
                return (await obstore.head_async(self._store, key))["size"]
        except BlobMissing:
            return None

    async def list(self, prefix: str) -> "list[str]":
        folder = _require_name(prefix).rpartition("/")[0]
        found = [name async for name, _ in self._files_in(folder) if name.startswith(prefix)]
        return [self.place(name) for name in sorted(found)]

    async def delete(self, path: str) -> None:
        await _delete(self._store, self._key(path))

    async def link(self, path: str, lasts: timedelta) -> str | None:
        """It says nothing about whether the file is there."""
        key = self._key(path)
        with _our_errors():
            return await obstore.sign_async(cast("Any", self._store), "GET", key, lasts)

    async def old_files(self, *, older_than_seconds: float) -> AsyncIterator[str]:
        latest = datetime.now(UTC) - timedelta(seconds=older_than_seconds)
        for area in AREAS:
            async for name, written_at in self._files_in(area):
                if written_at < latest and NAME.fullmatch(name):
                    yield self.place(name)

    async def remove_old_drafts(self, *, older_than_seconds: float) -> int:  # noqa: ARG002
        """None that we can see: parts of uploads whose writer was killed go by a rule of the bucket's life cycle."""
        return 0

    async def _files_in(self, folder: str) -> AsyncIterator[tuple[str, datetime]]:
        batches = aiter(obstore.list(self._store, folder))
        while True:
            with _our_errors():
                batch = await anext(batches, None)
            if batch is None:
                return
            for each in batch:
                yield each["path"], each["last_modified"]

    def _key(self, path: str) -> str:
        if not self.owns(path):
            raise ValueError("not a path of this store")
        return _require_name(path.removeprefix(f"{self._base}/"))


def _require_name(name: str) -> str:
    match = NAME.fullmatch(name)
    if not match or match["area"] not in AREAS:
        raise ValueError("not a path of this store")
    return name


def _open_store(url: str, options: Mapping[str, str], patience: Patience) -> ObjectStore:
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.netloc or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("It should be an address like s3://bucket/prefix")
    client: dict[str, Any] = {
        "connect_timeout": timedelta(seconds=patience.connect_seconds),
        "read_timeout": timedelta(seconds=patience.silence_seconds),
        "timeout": timedelta(seconds=patience.longest_seconds),
    }
    if options.get("endpoint", "").startswith("http://"):
        client["allow_http"] = True
    retry: Any = {
        "max_retries": patience.retries,
        "retry_timeout": timedelta(seconds=patience.retry_seconds),
        "backoff": {"init_backoff": timedelta(seconds=patience.first_delay_seconds)},
    }
    try:
        return from_url(url, config=cast("Any", dict(options)), client_options=cast("Any", client), retry_config=retry)
    except BaseError as error:
        raise ValueError(_in_a_line(error)) from None


class _ObjectDraft:
    """Kept in memory until it is a part long; from there on it goes to the store as it is written."""

    def __init__(self, store: ObjectStore, key: str, part_bytes: int) -> None:
        self._store = store
        self._key = key
        self._part_bytes = part_bytes
        self._mark = uuid.uuid4().hex
        self._feed = _Feed()
        self._upload: asyncio.Future[Any] | None = None
        self._sealed = False
        self._pending = bytearray()
        self._hash = hashlib.sha256()
        self._size = 0

    async def write(self, chunk: bytes) -> None:
        assert not self._sealed, "written after seal"
        self._pending += chunk
        if len(self._pending) >= (self._part_bytes if self._upload is None else CHUNK_BYTES):
            await self._send(await self._take())

    async def seal(self) -> Written:
        self._sealed = True
        rest = await self._take()
        if self._upload is not None and rest:
            await self._send(rest)
        elif self._upload is None:
            self._pending += rest  # a small file goes whole, and not before its commit
        return Written(self._size, self._hash.hexdigest())

    async def commit(self) -> None:
        assert self._sealed, "commit before seal"
        if self._upload is None:
            self._upload = self._begin(bytes(self._pending))
        else:
            await self._feed.hand_over(None)
        failure = None
        try:
            with _our_errors():
                await asyncio.shield(self._upload)
        except OSError as error:
            failure = error
        await self._verify(failure)

    async def settle(self) -> None:
        """What was not committed goes; a commit under way comes to its end, whatever that is."""
        if self._upload is None or self._upload.done():
            return
        self._feed.give_up()
        # Never cancelled: that would end the upload without taking its parts back.
        await asyncio.wait({self._upload}, timeout=SETTLE_SECONDS)

    async def _take(self) -> bytes:
        """What was gathered, now counted and hashed; off the event loop, for it may be long."""
        piece = bytes(self._pending)
        self._pending.clear()
        self._size += len(piece)
        await asyncio.to_thread(self._hash.update, piece)
        return piece

    async def _send(self, piece: bytes) -> None:
        if self._upload is None:
            self._upload = self._begin(self._feed)
            self._upload.add_done_callback(lambda _: self._feed.nobody_takes())
        await self._feed.hand_over(piece)
        if self._upload.done():
            with _our_errors():
                self._upload.result()

    def _begin(self, content: "bytes | _Feed") -> asyncio.Future[Any]:
        attributes = {"Content-Disposition": "attachment", MARK: self._mark}
        if kind := TYPES.get(self._key[self._key.rfind(".") :]):
            attributes["Content-Type"] = kind
        upload = asyncio.ensure_future(
            obstore.put_async(
                self._store,
                self._key,
                content,
                attributes=cast("Any", attributes),
                use_multipart=isinstance(content, _Feed),
                chunk_size=self._part_bytes,
                max_concurrency=PARTS_AT_ONCE,
            )
        )
        upload.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, even if nobody waits
        return upload

    async def _verify(self, failure: OSError | None) -> None:
        """An answer that got lost may have said that all is well, and one that came may be wrong about the size."""
        try:
            mark, size = await self._look()
        except (BlobMissing, OSError) as error:
            raise failure or OSError(errno.EIO, "An object is not there right after it was stored") from error
        if mark != self._mark:
            if failure is not None:
                raise failure
            return  # ours was there, and another has come since
        if size != self._size:
            await _delete(self._store, self._key)
            raise failure or OSError(errno.EIO, "An object has not the size of what was sent")

    async def _look(self) -> tuple[str | None, int]:
        with _our_errors(missing=self._key):
            found = await obstore.get_async(self._store, self._key, options={"head": True})
        return found.attributes.get(MARK), found.meta["size"]


class _GivenUp(Exception):
    """Ends an upload so that the store's library takes its parts back."""


class _Feed:
    """A large file's pieces, handed over one at a time: who writes waits until the store has taken the last one."""

    def __init__(self) -> None:
        self._pieces: asyncio.Queue[bytes | _GivenUp | None] = asyncio.Queue(maxsize=1)
        self._is_taken = True

    def __aiter__(self) -> "_Feed":
        return self

    async def __anext__(self) -> bytes:
        piece = await self._pieces.get()
        if piece is None:
            raise StopAsyncIteration
        if isinstance(piece, _GivenUp):
            raise piece
        return piece

    async def hand_over(self, piece: bytes | None) -> None:
        """None is the end."""
        if self._is_taken:
            await self._pieces.put(piece)

    def give_up(self) -> None:
        self._make_room()
        self._pieces.put_nowait(_GivenUp())

    def nobody_takes(self) -> None:
        """The upload has ended: who waits, waits in vain."""
        self._is_taken = False
        self._make_room()

    def _make_room(self) -> None:
        with contextlib.suppress(asyncio.QueueEmpty):
            self._pieces.get_nowait()


async def _delete(store: ObjectStore, key: str) -> None:
    with contextlib.suppress(BlobMissing), _our_errors(missing=key):
        await obstore.delete_async(store, key)


async def _chunks(answer: "GetResult") -> AsyncIterator[bytes]:
    left = answer.meta["size"]
    stream = aiter(answer.stream(min_chunk_size=CHUNK_BYTES))
    while True:
        with _our_errors():
            buffer = await anext(stream, None)
        if buffer is None:
            break
        left -= len(buffer)
        view = memoryview(buffer)
        for start in range(0, len(view), CHUNK_BYTES):
            yield bytes(view[start : start + CHUNK_BYTES])
    if left:
        raise OSError(errno.EIO, "An object ended too soon")


@contextlib.contextmanager
def _our_errors(*, missing: str | None = None) -> Iterator[None]:
    """With `missing`, an object that is not there is BlobMissing of that path."""
    try:
        yield
    except FileNotFoundError as error:
        if missing is not None and "NoSuchBucket" not in str(error):
            raise BlobMissing(missing) from None
        raise OSError(errno.EIO, _in_a_line(error)) from None
    except (PermissionDeniedError, UnauthenticatedError) as error:
        raise OSError(errno.EACCES, _in_a_line(error)) from None
    except (BaseError, _GivenUp) as error:
        number = errno.ENOSPC if _NO_ROOM.search(str(error)) else errno.EIO
        raise OSError(number, _in_a_line(error)) from None


_NO_ROOM = re.compile(r"status code: 507|QuotaExceeded|StorageFull")


def _in_a_line(error: Exception) -> str:
    """Without what follows a question mark, which may be a signature that opens the store to whoever reads our logs."""
    return re.sub(r"\?\S+", "?…", str(error).partition("\n")[0])[:300]
