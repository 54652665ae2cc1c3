"""Uploads in parts that nobody will finish: their writer was killed, and S3 keeps the parts, unseen and paid for.

The store's library can neither list nor end them, so these two requests are ours.
"""

import errno
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import obstore
from lxml import etree
from obstore.store import ObjectStore

from fakturo.blobs.base import NAME
from fakturo.blobs.object_drafts import our_errors
from fakturo.blobs.signatures import with_query

SIGNED_FOR = timedelta(minutes=5)
MOST_PAGES = 1000
"""Of a thousand uploads each: no store of ours has more, and no loop of ours is without an end."""


@dataclass(frozen=True, slots=True)
class Upload:
    key: str
    id: str
    begun_at: datetime


class UnfinishedUploads:
    def __init__(self, bucket: ObjectStore, prefix: str, secret: str) -> None:
        """`bucket` is the whole of it: S3 lists uploads by bucket, and we ask for those below the prefix only."""
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""
        self._secret = secret

    async def abort(self, areas: Iterable[str], *, before: datetime) -> int:
        """Ends those of our files that were begun before then; how many there were."""
        aborted = 0
        async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
            for area in areas:
                async for upload in self._list(client, f"{self._prefix}{area}/"):
                    if upload.begun_at < before and NAME.fullmatch(upload.key.removeprefix(self._prefix)):
                        await self._ask(client, "DELETE", upload.key, {"uploadId": upload.id})
                        aborted += 1
        return aborted

    async def _list(self, client: httpx.AsyncClient, prefix: str) -> AsyncIterator[Upload]:
        query = {"uploads": "", "prefix": prefix}
        for _ in range(MOST_PAGES):
            answer = await self._ask(client, "GET", "", query)
            if answer is None:
                return
            page = _parsed(answer)
            for each in page.iterfind("{*}Upload"):
                yield Upload(
                    _text(each, "Key"), _text(each, "UploadId"), datetime.fromisoformat(_text(each, "Initiated"))
                )
            if _text(page, "IsTruncated") != "true":
                return
            query |= {"key-marker": _text(page, "NextKeyMarker"), "upload-id-marker": _text(page, "NextUploadIdMarker")}

    async def _ask(self, client: httpx.AsyncClient, method: str, key: str, query: dict[str, str]) -> bytes | None:
        """None if there is no such upload: finished or ended by another. Some stores say so if there is none at all."""
        with our_errors():
            signed = await obstore.sign_async(cast("Any", self._bucket), cast("Any", method), key, SIGNED_FOR)
        try:
            answer = await client.request(method, with_query(signed, query, method=method, secret=self._secret))
        except httpx.HTTPError as error:
            raise OSError(errno.EIO, f"The store did not answer ({type(error).__name__})") from None
        if answer.status_code == httpx.codes.NOT_FOUND and "NoSuchUpload" in answer.text:
            return None
        if answer.is_error:
            number = errno.EACCES if answer.status_code == httpx.codes.FORBIDDEN else errno.EIO
            raise OSError(number, f"The store answered {answer.status_code}")
        return answer.content


def prefix_of(url: str) -> tuple[str, str]:
    """The address of the bucket, and what comes after it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}", parts.path.strip("/")


def _parsed(answer: bytes) -> Any:
    try:
        return etree.fromstring(answer, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError:
        raise OSError(errno.EIO, "The store's list of uploads cannot be read") from None


def _text(element: Any, name: str) -> str:
    return str(element.findtext(f"{{*}}{name}") or "")
