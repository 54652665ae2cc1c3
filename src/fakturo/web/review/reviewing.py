"""A job's invoice in somebody's hands: checked by the gateway, stored, and saved as the next version of its result."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from fakturo.blobs.base import Blobs, Sidecar, document_path, put, result_path, sidecar_path
from fakturo.domain.corrections import Correction
from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import findings_in
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Job, Owner, Review
from fakturo.domain.transitions import Converted, StoredDocument
from fakturo.http.media_types import JSON, XML
from fakturo.http.problems import Problem
from fakturo.web.deps import Deps
from fakturo.web.guards.callers import Caller

MOST_TOLD = 200
BY_PERSON = "person"
"""Stands where a sidecar names its engine, so that no worker takes what a person saved for its own work."""


@dataclass(frozen=True, slots=True)
class Made:
    """A result that lies in storage and that no row names yet."""

    converted: Converted
    document: Any
    accepted: bool

    async def take_back(self, blobs: Blobs) -> None:
        path = self.converted.result_path
        for each in (path, sidecar_path(path), document_path(path)):
            await blobs.delete(each)


@dataclass(frozen=True, slots=True)
class Reviewing:
    deps: Deps
    caller: Caller
    job: Job
    stored: Any
    """The invoice, or a list of those in the PDF, as it is now."""

    @property
    def owner(self) -> Owner:
        return self.caller.owner

    @property
    def by(self) -> str:
        key, person = self.caller.key, self.caller.person
        return person.name if person else f"key {key.prefix}" if key else "session"

    @property
    def mapping(self) -> str:
        return f"{self.job.mapping}@{self.job.mapping_version}"

    async def check(self, document: Any) -> tuple[Any, bool]:
        """As it would be saved, and whether nobody need look at it."""
        async with self.deps.converter.check(_as_json(document), self.mapping, self.owner.key) as answer:
            async for part in answer.parts:
                if part.content_type == JSON:
                    return json.loads(b"".join([chunk async for chunk in part.chunks])), answer.accepted
        raise Problem(ErrorCode.UNKNOWN)

    async def make(self, document: Any) -> Made:
        """The XML streams into storage; the invoice, which is small, is looked at on its way."""
        deps, job = self.deps, self.job
        path = deps.blobs.place(result_path(job.id, job.attempt_count, uuid4()))
        directory = await deps.jobs.directory_state(self.owner)
        async with contextlib.AsyncExitStack() as drafts:
            xml = await drafts.enter_async_context(deps.blobs.draft(path))
            beside = await drafts.enter_async_context(deps.blobs.draft(document_path(path)))
            invoice = b""
            async with deps.converter.check(_as_json(document), self.mapping, self.owner.key) as answer:
                async for part in answer.parts:
                    async for chunk in part.chunks:
                        if part.content_type == XML:
                            await xml.write(chunk)
                        elif part.content_type == JSON:
                            invoice += chunk
            await beside.write(invoice)
            written, described = await xml.seal(), await beside.seal()
            await beside.commit()
            await xml.commit()
        converted = Converted(
            *(path, written.size, written.sha256, HTTPStatus.OK),
            document=StoredDocument(document_path(path), described.size, described.sha256),
            findings=await asyncio.to_thread(findings_in, invoice),
            made_with=Inputs(answer.made_with.engine, answer.made_with.templates, directory),
        )
        await put(deps.blobs, sidecar_path(path), _sidecar(job, converted).to_json())
        return Made(converted, json.loads(invoice), answer.accepted)

    async def save(self, made: Made, review: Review, correction: Correction, told: Mapping[str, Any]) -> Job | None:
        """None: somebody else has changed it meanwhile, and what was made is taken back."""
        fields = {"fields": list(dict.fromkeys(change.field for change in correction.changes))[:MOST_TOLD]}
        saved = await self.deps.reviews.save(
            self.owner,
            self.job,
            replace(made.converted, review=review),
            saved_by=self.by,
            changes=correction.changes,
            approved=review is Review.APPROVED,
            told=self.for_timeline({**told, **fields, "kept": list(correction.kept)[:MOST_TOLD]}),
        )
        if saved is None:
            await made.take_back(self.deps.blobs)
        return saved

    def for_timeline(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Names of fields, never their values."""
        said = {"by": self.by, **told}
        return {name: value for name, value in said.items() if value not in (None, [])}


def _as_json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def _sidecar(job: Job, made: Converted) -> Sidecar:
    return Sidecar(
        job.sha256 or "",
        made.result_sha256,
        made.result_bytes,
        job.mapping,
        job.mapping_version,
        BY_PERSON,
        document_sha256=made.document.sha256 if made.document else None,
    )
