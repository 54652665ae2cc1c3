"""Files in an object store: S3, or by its address Google's or Azure's.

A small file goes in one request when it is committed; a large one in parts, while it is being written, of which
nobody sees anything before the last request puts them together. So a file is there whole or not at all.
"""

import contextlib
import errno
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import obstore
import structlog
from obstore.exceptions import BaseError
from obstore.store import ObjectStore, from_url

from fakturo.blobs.base import AREAS, CHUNK_BYTES, NAME, SEARCHED_AREAS, BlobMissing, Draft
from fakturo.blobs.object_drafts import ObjectDraft, delete, in_a_line, our_errors
from fakturo.blobs.signatures import with_query
from fakturo.blobs.unfinished import UnfinishedUploads, prefix_of

if TYPE_CHECKING:
    from obstore import GetResult  # there for the type checker only

log = structlog.get_logger()

SCHEMES = frozenset({"s3", "gs", "az"})
PART_BYTES = 5 * 1024 * 1024
"""S3 takes no smaller part but the last. Times its 10,000 parts that is 50 GB, more than any upload may be."""
PROBE = "results/probe"
WARNING_SECONDS = 24 * 3600.0
"""What an operator has to mend is said once a day."""


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
        self._secret = (options or {}).get("secret_access_key") if url.startswith("s3://") else None
        self._unfinished = self._find_unfinished(options or {}, patience or Patience())
        self._warned_at = -WARNING_SECONDS

    def place(self, name: str) -> str:
        return f"{self._base}/{name}"

    def owns(self, path: str) -> bool:
        """One bucket may hold several stores, one below the other."""
        return path.startswith(f"{self._base}/") and NAME.fullmatch(path.removeprefix(f"{self._base}/")) is not None

    @contextlib.asynccontextmanager
    async def draft(self, path: str) -> AsyncIterator[Draft]:
        draft = ObjectDraft(self._store, self._key(path), self._part_bytes)
        try:
            yield draft
        finally:
            await draft.settle()

    async def read(self, path: str) -> AsyncIterator[bytes]:
        key = self._key(path)
        with our_errors(missing=path):
            return _chunks(await obstore.get_async(self._store, key))

    async def size(self, path: str) -> int | None:
        key = self._key(path)
        try:
            with our_errors(missing=path):
                return (await obstore.head_async(self._store, key))["size"]
        except BlobMissing:
            return None

    async def list(self, prefix: str) -> "list[str]":
        folder = _require_name(prefix).rpartition("/")[0]
        found = [name async for name, _ in self._files_in(folder) if name.startswith(prefix)]
        return [self.place(name) for name in sorted(found)]

    async def delete(self, path: str) -> None:
        await delete(self._store, self._key(path))

    async def link(self, path: str, lasts: timedelta, *, disposition: str) -> str | None:
        """It says nothing about whether the file is there. None without a secret of ours to sign with."""
        key = self._key(path)
        if self._secret is None:
            return None
        with our_errors():
            signed = await obstore.sign_async(cast("Any", self._store), "GET", key, lasts)
        return with_query(signed, {"response-content-disposition": disposition}, method="GET", secret=self._secret)

    async def probe(self) -> None:
        """By one small object, the same each time, of a name that no file of ours has."""
        with our_errors():
            await obstore.put_async(self._store, PROBE, b"ok", use_multipart=False)

    async def old_files(self, *, older_than_seconds: float) -> AsyncIterator[str]:
        latest = datetime.now(UTC) - timedelta(seconds=older_than_seconds)
        for area in SEARCHED_AREAS:
            async for name, written_at in self._files_in(area):
                if written_at < latest and NAME.fullmatch(name):
                    yield self.place(name)

    async def remove_old_drafts(self, *, older_than_seconds: float) -> int:
        """Parts of uploads whose writer was killed. Where we may not look for them, a rule of the bucket has to."""
        if self._unfinished is None:
            return 0
        before = datetime.now(UTC) - timedelta(seconds=older_than_seconds)
        try:
            return await self._unfinished.abort(AREAS, before=before)
        except OSError as error:
            if time.monotonic() - self._warned_at >= WARNING_SECONDS:
                self._warned_at = time.monotonic()
                log.warning("unfinished_uploads_not_removed", reason=error.strerror, see="docs/storage.md")
            return 0

    async def _files_in(self, folder: str) -> AsyncIterator[tuple[str, datetime]]:
        batches = aiter(obstore.list(self._store, folder))
        while True:
            with our_errors():
                batch = await anext(batches, None)
            if batch is None:
                return
            for each in batch:
                yield each["path"], each["last_modified"]

    def _find_unfinished(self, options: Mapping[str, str], patience: Patience) -> UnfinishedUploads | None:
        if self._secret is None:
            return None
        bucket, prefix = prefix_of(self._base)
        return UnfinishedUploads(_open_store(bucket, options, patience), prefix, self._secret)

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
    config = dict(options)
    if parts.scheme == "s3":
        config["disable_bulk_delete"] = "true"  # not every store that speaks S3 knows it
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
        return from_url(url, config=cast("Any", config), client_options=cast("Any", client), retry_config=retry)
    except BaseError as error:
        raise ValueError(in_a_line(error)) from None


async def _chunks(answer: "GetResult") -> AsyncIterator[bytes]:
    left = answer.meta["size"]
    stream = aiter(answer.stream(min_chunk_size=CHUNK_BYTES))
    while True:
        with our_errors():
            buffer = await anext(stream, None)
        if buffer is None:
            break
        left -= len(buffer)
        view = memoryview(buffer)
        for start in range(0, len(view), CHUNK_BYTES):
            yield bytes(view[start : start + CHUNK_BYTES])
    if left:
        raise OSError(errno.EIO, "An object ended too soon")
