"""The files of one attempt on their way into storage: the XML, beside it the invoice as JSON, and what they were made
from."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from fakturo.blobs.base import Blobs, Draft, Sidecar, document_path, sidecar_path
from fakturo.domain.findings import Findings, findings_in
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Review
from fakturo.domain.transitions import Converted, StoredDocument
from fakturo.http.media_types import JSON, XML

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
        return (await self._drafts[content_type].seal()).sha256 if content_type in self._drafts else None

    async def commit(
        self,
        review: Review,
        made_with: Inputs,
        describe: Callable[[Converted], Sidecar],
        gateway_status: int | None = None,
        *,
        adopted: bool = False,
    ) -> Converted:
        """Whoever finds the XML finds its invoice, too; and the sidecar comes last: a result that has one is whole."""
        document, findings = await self._document_and_findings()
        written = await self._drafts[XML].seal()
        result = self._path, written.size, written.sha256
        converted = Converted(*result, gateway_status, adopted, review, document, findings, made_with)
        sidecar = await self._opened.enter_async_context(self._blobs.draft(sidecar_path(self._path)))
        await sidecar.write(describe(converted).to_json())
        first, *then = *(self._drafts[kind] for kind in (JSON, XML) if kind in self._drafts), sidecar
        await first.commit(*then)
        return converted

    async def _document_and_findings(self) -> tuple[StoredDocument | None, Findings | None]:
        if JSON not in self._drafts:
            return None, None
        written = await self._drafts[JSON].seal()
        document = StoredDocument(document_path(self._path), written.size, written.sha256)
        if written.size <= SMALL_BYTES:  # read sooner than a thread begins
            return document, findings_in(bytes(self._document))
        if written.size <= MAX_SUMMARISED_BYTES:
            return document, await asyncio.to_thread(findings_in, bytes(self._document))
        return document, None
