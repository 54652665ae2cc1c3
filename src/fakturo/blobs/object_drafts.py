"""A file on its way into an object store, and what may go wrong with one.

Errors of the store's library end here: `BlobMissing` for a file that is not there, OSError for everything else.
"""

import asyncio
import contextlib
import errno
import hashlib
import re
import uuid
from collections.abc import Iterator
from typing import Any, cast

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import ObjectStore

from fakturo.blobs.base import CHUNK_BYTES, BlobMissing, Draft, Written

PARTS_AT_ONCE = 2
DELETE_TRIES = 3
SETTLE_SECONDS = 10.0
"""So long a writer that gave up waits for its parts to be gone; in a store that hangs, they are the janitor's."""
TYPES = {".pdf": "application/pdf", ".xml": "application/xml", ".json": "application/json"}
MARK = "draft"
"""Each object carries the number of the draft it was. After an answer that got lost, it tells ours from another."""


class ObjectDraft:
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
        if not self._sealed:
            self._sealed = True
            await self._send_the_rest()
        return Written(self._size, self._hash.hexdigest())

    async def commit(self, *then: Draft) -> Written:
        written = await self._commit()
        for draft in then:
            await draft.commit()
        return written

    async def _commit(self) -> Written:
        written = await self.seal()
        if self._upload is None:
            self._upload = self._begin(bytes(self._pending))
        else:
            await self._feed.hand_over(None)
        failure = None
        try:
            with our_errors():
                await asyncio.shield(self._upload)
        except OSError as error:
            failure = error
        await self._verify(failure)
        return written

    async def settle(self) -> None:
        """What was not committed goes; a commit under way comes to its end, whatever that is."""
        if self._upload is None or self._upload.done():
            return
        self._feed.give_up()
        await _outlast_cancellation(self._upload, SETTLE_SECONDS)

    async def _send_the_rest(self) -> None:
        rest = await self._take()
        if self._upload is not None and rest:
            await self._send(rest)
        elif self._upload is None:
            self._pending += rest  # a small file goes whole, and not before its commit

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
            with our_errors():
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
        except BlobMissing:
            raise failure or OSError(errno.EIO, "An object is not there right after it was stored") from None
        except OSError as error:
            raise failure or error from None
        if mark != self._mark:
            if failure is not None:
                raise failure
            return  # ours was there, and another has come since
        if size != self._size:  # no row will name it; whether it goes is not for one reading to decide
            raise failure or OSError(errno.EIO, "An object has not the size of what was sent")

    async def _look(self) -> tuple[str | None, int]:
        with our_errors(missing=self._key):
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


async def _outlast_cancellation(upload: asyncio.Future[Any], seconds: float) -> None:
    """Waits for the end of an upload even if cancelled meanwhile: once the event loop is gone, nobody could tell the
    library to take the parts back. Never cancels the upload itself, which would leave them, too."""
    loop = asyncio.get_running_loop()
    deadline, cancelled = loop.time() + seconds, None
    while not upload.done() and (left := deadline - loop.time()) > 0:
        try:
            await asyncio.wait({upload}, timeout=left)
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


async def delete(store: ObjectStore, key: str) -> None:
    """The library does not repeat a delete whose answer got lost, though that harms nobody."""
    for tries_left in range(DELETE_TRIES - 1, -1, -1):
        try:
            with contextlib.suppress(BlobMissing), our_errors(missing=key):
                await obstore.delete_async(store, key)
        except OSError:
            if not tries_left:
                raise
        else:
            return


@contextlib.contextmanager
def our_errors(*, missing: str | None = None) -> Iterator[None]:
    """With `missing`, an object that is not there is BlobMissing of that path."""
    try:
        yield
    except FileNotFoundError as error:
        if missing is not None and "NoSuchBucket" not in str(error):
            raise BlobMissing(missing) from None
        raise OSError(errno.ENXIO, "There is no such bucket (404)") from None
    except (PermissionDeniedError, UnauthenticatedError) as error:
        raise OSError(errno.EACCES, in_a_line(error)) from None
    except (BaseError, _GivenUp) as error:
        number = errno.ENOSPC if _NO_ROOM.search(str(error)) else errno.EIO
        raise OSError(number, in_a_line(error)) from None


_NO_ROOM = re.compile(r"status code: 507|QuotaExceeded|StorageFull")


def in_a_line(error: Exception) -> str:
    """Without paths and addresses: no log of ours holds them, and some end in a signature."""
    line = str(error).partition("\n")[0].partition(": <?xml")[0]
    return re.sub(r"\S*/\S+", "…", line)[:300]
