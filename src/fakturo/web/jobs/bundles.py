"""Many results as one download: a ZIP of their files, or their invoices merged into one. Never whole in memory.

Files are compared with size and hash on their way, as those that are fetched alone. Damage that shows late breaks the
answer off, so that it cannot pass as complete.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, islice

from fastapi.responses import Response, StreamingResponse

from fakturo.blobs.base import BlobDamaged, BlobMissing, Blobs, read_checked
from fakturo.convert.merge import BulkReader, CannotMerge, Merger, Piece, Plan, Survey
from fakturo.domain.errors import ErrorCode, final_text
from fakturo.domain.job import Job
from fakturo.domain.uploads import download_names
from fakturo.web.jobs.downloads import DAMAGED, NO_STORE, UNREACHABLE, disposition, log_trouble, path_of
from fakturo.web.jobs.selection import Trouble, refusal
from fakturo.web.jobs.zips import ZipStream
from fakturo.web.schemas import JobTrouble

MAX_PAIRS_TOLD = 50
MISSING = "missing.json"
SEND_BYTES = SLICE_BYTES = 64 * 1024
DRAFT = "Somebody should look at this result first; with 'include_drafts' it is merged all the same."


@dataclass(frozen=True, slots=True)
class Bundle:
    """Finished jobs, with what to call when their results were handed over to the last byte."""

    jobs: Sequence[Job]
    blobs: Blobs
    fetched: Callable[[], Awaitable[None]]

    def as_zip(self, *, missing: Sequence[JobTrouble] = (), has_more: bool = False) -> Response:
        """What is missing is listed in the ZIP itself, and counted in a header."""
        about = ({"X-Missing": str(len(missing))} if missing else {}) | ({"X-More": "true"} if has_more else {})
        return self._answer(self._zipped(missing), "application/zip", "results.zip", about)

    async def as_merged(self, *, limit: int, include_drafts: bool) -> Response:
        """One file, or a ZIP of several, if there are more invoices than one may hold."""
        if not include_drafts:
            self._refuse_drafts()
        plan = await self._survey(limit, include_drafts=include_drafts)
        pieces = self._pieces(plan)
        about = _about(plan, self.jobs)
        if plan.parts == 1:
            texts = (piece.text async for piece in pieces)
            return self._answer(texts, "application/xml; charset=utf-8", "merged.xml", about)
        return self._answer(self._zipped_parts(pieces), "application/zip", "merged.zip", about)

    def _answer(
        self, chunks: AsyncIterator[bytes], media_type: str, name: str, about: dict[str, str] | None = None
    ) -> Response:
        headers = NO_STORE | {"Content-Disposition": disposition(name)} | (about or {})
        return StreamingResponse(self._whole(chunks), media_type=media_type, headers=headers)

    async def _whole(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """In pieces that are worth sending."""
        held = bytearray()
        async for chunk in chunks:
            held += chunk
            if len(held) >= SEND_BYTES:
                yield bytes(held)
                held.clear()
        yield bytes(held)
        await self.fetched()

    async def _zipped(self, missing: Sequence[JobTrouble]) -> AsyncIterator[bytes]:
        with ZipStream() as archive:
            for job, name in self._named():
                assert job.completed_at
                yield archive.begin(name, job.completed_at, job.result_bytes or 0)
                async for chunk in self._read(job):
                    yield await asyncio.to_thread(archive.write, chunk)
            if missing:
                listed = json.dumps([each.model_dump(mode="json") for each in missing], indent=1).encode()
                yield archive.begin(MISSING, datetime.now(UTC), len(listed))
                yield archive.write(listed)
            yield archive.finish()

    async def _zipped_parts(self, pieces: AsyncIterator[Piece]) -> AsyncIterator[bytes]:
        part, moment = -1, max(job.completed_at for job in self.jobs if job.completed_at)
        most = sum(job.result_bytes or 0 for job in self.jobs)
        with ZipStream() as archive:
            async for piece in pieces:
                if piece.part != part:
                    part = piece.part
                    yield archive.begin(f"merged-{part + 1}.xml", moment, most)
                yield await asyncio.to_thread(archive.write, piece.text)
            yield archive.finish()

    def _refuse_drafts(self) -> None:
        drafts = [Trouble(job.id, ErrorCode.CONFLICT, DRAFT) for job in self.jobs if job.is_draft]
        if drafts:
            raise refusal(drafts, len(self.jobs))

    async def _survey(self, limit: int, *, include_drafts: bool) -> Plan:
        survey = Survey()
        for job, name in self._named():
            reading = survey.begin(name)
            try:
                async for chunk in self._slices(job):
                    reading.feed(chunk)
            except (BlobMissing, OSError) as error:
                raise refusal([_unreadable(job, error)], len(self.jobs)) from None
            reading.end()
        try:
            return survey.plan(limit=limit, include_drafts=include_drafts)
        except CannotMerge as error:
            reasons = [Trouble(self.jobs[at].id, ErrorCode.CONFLICT, f"It {why}.") for at, why in error.files.items()]
            raise refusal(reasons, len(self.jobs), " ".join(str(error).splitlines())) from None

    async def _pieces(self, plan: Plan) -> AsyncIterator[Piece]:
        merger = Merger(plan)
        for job in self.jobs:
            reader = BulkReader()
            async for chunk in self._slices(job):
                for piece in _copied(chunk, reader, merger):
                    yield piece
            for piece in merger.add(reader.close()):
                yield piece
        yield merger.end()

    def _named(self) -> Iterator[tuple[Job, str]]:
        return zip(self.jobs, download_names((job.original_filename, job.is_draft) for job in self.jobs), strict=True)

    async def _slices(self, job: Job) -> AsyncIterator[bytes]:
        """So small that reading one holds nobody up. (An XML parser must not wander between threads.)"""
        async for chunk in self._read(job):
            for start in range(0, len(chunk), SLICE_BYTES):
                yield chunk[start : start + SLICE_BYTES]
                await asyncio.sleep(0)

    async def _read(self, job: Job) -> AsyncIterator[bytes]:
        assert job.result_sha256 is not None
        try:
            chunks = await read_checked(self.blobs, path_of(job), size=job.result_bytes, sha256=job.result_sha256)
            async for chunk in chunks:
                yield chunk
        except OSError as error:
            log_trouble(job, error)
            raise


def _copied(chunk: bytes, reader: BulkReader, merger: Merger) -> list[Piece]:
    """The invoices that came whole with this chunk, as one piece of each part."""
    pieces = groupby(merger.add(reader.feed(chunk)), key=lambda piece: piece.part)
    return [Piece(part, b"".join(piece.text for piece in of_part)) for part, of_part in pieces]


def _unreadable(job: Job, error: BlobMissing | OSError) -> Trouble:
    if isinstance(error, BlobMissing):
        return Trouble(job.id, ErrorCode.EXPIRED, final_text(ErrorCode.EXPIRED))
    return Trouble(job.id, ErrorCode.IO_ERROR, DAMAGED if isinstance(error, BlobDamaged) else UNREACHABLE)


def _about(plan: Plan, jobs: Sequence[Job]) -> dict[str, str]:
    """What a client should know beyond the file. Duplicates as pairs of jobs: file names do not belong into headers."""
    pairs = dict.fromkeys((jobs[each.first].id, jobs[each.second].id) for each in plan.duplicates)
    told = ", ".join(f"{first} {second}" for first, second in islice(pairs, MAX_PAIRS_TOLD))
    return {"X-Invoices": str(plan.invoices), "X-Parts": str(plan.parts)} | ({"X-Duplicates": told} if told else {})
