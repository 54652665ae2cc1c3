"""The files of one attempt on their way into storage: the XML, and beside it the invoice as JSON."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from fakturo.blobs.base import Blobs, Draft, document_path
from fakturo.domain.findings import findings_in
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Review
from fakturo.domain.transitions import Converted, StoredDocument
from fakturo.worker.gateway_client import JSON, XML

MAX_SUMMARISED_BYTES = 8 * 1024 * 1024
"""Of an invoice's JSON that is longer, no summary is made: nothing of any size is whole in memory."""

SMALL_BYTES = 64 * 1024


class Results:
    """Drafts until `commit`; left without one, they are gone without a trace."""

    def __init__(self, blobs: Blobs, path: str) -> None:
        self._blobs = blobs
        self._path = path
        self._opened = AsyncExitStack()
        self._drafts: dict[str, Draft] = {}
        self._sizes: dict[str, int] = {}
        self._document = bytearray()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._opened.__aexit__(kind, error, traceback)

    async def fill(self, content_type: str, chunks: AsyncIterator[bytes]) -> None:
        """One of the files from its chunks; what is neither is left alone."""
        paths = {XML: self._path, JSON: document_path(self._path)}
        if content_type not in paths or content_type in self._drafts:
            return
        draft = await self._opened.enter_async_context(self._blobs.draft(paths[content_type]))
        size = 0
        async for chunk in chunks:
            await draft.write(chunk)
            size += len(chunk)
            if content_type == JSON and len(self._document) <= MAX_SUMMARISED_BYTES:
                self._document += chunk
        self._drafts[content_type], self._sizes[content_type] = draft, size

    def has(self, *content_types: str) -> bool:
        return all(self._sizes.get(kind, 0) > 0 for kind in content_types)

    async def sha256_of(self, content_type: str) -> str | None:
        """Before `commit`. Not asked for needlessly: `commit` alone writes a small file in one visit to a thread."""
        return (await self._drafts[content_type].seal()).sha256 if content_type in self._drafts else None

    async def commit(
        self, review: Review, made_with: Inputs, gateway_status: int | None = None, *, adopted: bool = False
    ) -> Converted:
        """The XML last: whoever finds it finds its invoice, too."""
        document = findings = None
        if JSON in self._drafts:
            written = await self._drafts[JSON].commit()
            document = StoredDocument(document_path(self._path), written.size, written.sha256)
            if written.size <= SMALL_BYTES:  # read sooner than a thread begins
                findings = findings_in(bytes(self._document))
            elif written.size <= MAX_SUMMARISED_BYTES:
                findings = await asyncio.to_thread(findings_in, bytes(self._document))
        written = await self._drafts[XML].commit()
        result = self._path, written.size, written.sha256
        return Converted(*result, gateway_status, adopted, review, document, findings, made_with)
