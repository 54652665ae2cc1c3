"""Takes uploads in: the body streams once, past the rules and into storage, then the job gets its row.

The file first, then the row: a crash in between leaves at most a file that no row names.
"""

import contextlib
import re
import uuid
from collections.abc import Collection
from dataclasses import dataclass, field

import structlog
from starlette.requests import Request

from fakturo.blobs.base import DISK_IS_FULL, Blobs, Draft, Written, upload_path
from fakturo.convert.mapping import Mapping, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Owner
from fakturo.domain.uploads import Inspector, Refusal, UploadRules, display_name
from fakturo.http.forms import BrokenForm, FormPart, read_form
from fakturo.ops import metrics, trace
from fakturo.ops.disk_watch import DiskWatch
from fakturo.store.jobs import Jobs, NewJob, Pin
from fakturo.store.signals import WORK_IS_WAITING, Notifier
from fakturo.web.jobs.offer import Offer
from fakturo.web.jobs.today import Today
from fakturo.web.jobs.vanished import forget_if_vanished

log = structlog.get_logger()

MAX_TEXT_PARTS = 20
FILE_FIELD = "file"
_KEY = re.compile(r"[!-~]([ -~]{0,253}[!-~])?")


class KeyInUse(Exception):
    """The key of this upload was given to another one before."""


class BadUpload(Exception):
    """The request itself is wrong, so nothing is kept of it; the text is for the client."""


@dataclass(slots=True)
class IncomingFile:
    """A file of the form: stored as a draft, or refused."""

    filename: str
    job_id: uuid.UUID = field(default_factory=uuid.uuid4)
    size: int = 0
    draft: Draft | None = None
    written: Written | None = None
    refusal: Refusal | None = None
    is_stored: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    job: Job
    deduped: bool
    refusal: Refusal | None = None
    changed_inputs: Collection[Input] = ()
    """Why a file that was here before is converted again."""


@dataclass(frozen=True, slots=True)
class Reception:
    jobs: Jobs
    blobs: Blobs
    notifier: Notifier
    disk: DiskWatch
    rules: UploadRules
    offer: Offer
    today: Today
    default_mapping: str

    async def take_one(self, request: Request, owner: Owner) -> Taken:
        """Exactly one file; refused at the first byte that breaks a rule, without reading on."""
        taken = await self._take(request, owner, max_files=1, stop_at_refusal=True, key=_key_of(request))
        return taken[0]

    async def take_many(self, request: Request, owner: Owner, *, max_files: int) -> list[Taken]:
        """Any number of files up to a limit; those that are refused do not keep the others out."""
        return await self._take(request, owner, max_files=max_files, stop_at_refusal=False)

    async def _take(
        self, request: Request, owner: Owner, *, max_files: int, stop_at_refusal: bool, key: str | None = None
    ) -> list[Taken]:
        mapping: Mapping | None = None
        files: list[IncomingFile] = []
        async with contextlib.AsyncExitStack() as drafts:
            try:
                async for part in read_form(request, max_parts=max_files + MAX_TEXT_PARTS):
                    if part.is_file and (part.filename or part.name == FILE_FIELD):
                        files.append(await self._store(_expected(part, files, max_files), drafts))
                        if stop_at_refusal and files[-1].refusal:
                            break
                    elif part.name == "mapping":
                        mapping = await self._pick(await part.text(), owner)  # before any file that comes after it
            except BrokenForm as error:
                raise BadUpload(str(error)) from None
            mapping = mapping or await self._pick("", owner)
            chosen = [file for file in files if file.filename or file.size]
            if not chosen:
                raise BadUpload(f"There is no file in the request: send one PDF in a part named '{FILE_FIELD}'.")
            return [await self._submit(file, owner, mapping, key) for file in chosen]

    async def _pick(self, wanted: str, owner: Owner) -> Mapping:
        try:
            return await self.offer.pick(wanted or self.default_mapping, owner)
        except UnknownMapping as error:
            raise BadUpload(str(error)) from None

    async def _store(self, part: FormPart, drafts: contextlib.AsyncExitStack) -> IncomingFile:
        file = IncomingFile(part.filename or "")
        file.draft = await drafts.enter_async_context(self.blobs.draft(self._path(file.job_id)))
        inspector = Inspector(self.rules)
        try:
            async for chunk in part.chunks:
                inspector.feed(chunk)
                await file.draft.write(chunk)
            inspector.finish()
            file.written = await file.draft.seal()
        except Refusal as refusal:
            file.refusal = refusal
        except OSError as error:
            file.refusal = await self._not_stored(error)
        file.size = inspector.size
        return file

    async def _submit(self, file: IncomingFile, owner: Owner, mapping: Mapping, key: str | None) -> Taken:
        new = NewJob(
            id=file.job_id,
            owner=owner,
            original_filename=display_name(file.filename),
            content_type="application/pdf",
            bytes=file.size,
            mapping=mapping.name,
            mapping_version=mapping.version,
            pipeline=mapping.pipeline,
            idempotency_key=key,
            request_id=trace.headers().get("x-request-id"),
            traceparent=trace.current_traceparent(),
        )
        if file.refusal:
            return await self._refuse(new, file.refusal)
        assert file.written is not None
        if earlier := await self.jobs.find_by_key(new):
            return _again(earlier, new, file.written)
        try:
            if known := await self._known(file, new, mapping):
                return known
            path = await self._keep(file)
        except OSError as error:
            return await self._refuse(new, await self._not_stored(error))
        job, deduped = await self.jobs.submit(new, sha256=file.written.sha256, upload_path=path)
        if deduped:  # another request was faster; no row names our copy
            await self.blobs.delete(path)
            return _again(job, new, file.written)
        self.notifier.call(WORK_IS_WAITING)
        metrics.jobs_created.labels(job.mapping).inc()
        metrics.upload_bytes.inc(job.bytes)
        log.info("uploaded", job_id=job.id, status=job.status, bytes=job.bytes)
        return Taken(job, deduped=False)

    async def _known(self, file: IncomingFile, new: NewJob, mapping: Mapping) -> Taken | None:
        """The same file was here before: its job, which gets another version of its result if that would now be made
        with something else."""
        assert file.written is not None
        twin = await self.jobs.find_twin(new, sha256=file.written.sha256)
        if twin is None or await forget_if_vanished(twin, self.jobs, self.blobs):
            return None
        changed = await self.today.changed_since(twin, new.owner, mapping)
        if not changed:
            return Taken(twin, deduped=True)
        path = None if await self._has_pdf(twin) else await self._keep(file)
        pin = Pin(mapping.version, mapping.pipeline)
        found = await self.jobs.convert_again(new.owner, twin, pin, because=changed, upload_path=path)
        if found is None or found[1]:  # somebody else was faster, or deleted it
            twin = found[0] if found else await self.jobs.find_twin(new, sha256=file.written.sha256)
            return Taken(twin, deduped=True) if twin else None
        self.notifier.call(WORK_IS_WAITING)
        log.info("converts_again", job_id=twin.id, version=found[0].version, because=list(changed))
        return Taken(found[0], deduped=True, changed_inputs=changed)

    async def _has_pdf(self, job: Job) -> bool:
        return job.upload_path is not None and await self.blobs.size(job.upload_path) is not None

    async def _keep(self, file: IncomingFile) -> str:
        """Where the file lies for good."""
        assert file.draft is not None
        if not file.is_stored:
            await file.draft.commit()
            file.is_stored = True
        return self._path(file.job_id)

    def _path(self, job_id: uuid.UUID) -> str:
        return self.blobs.place(upload_path(job_id))

    async def _refuse(self, new: NewJob, refusal: Refusal) -> Taken:
        job = await self.jobs.refuse(new, code=refusal.code, message=refusal.text)
        metrics.jobs_failed.labels(refusal.code, new.mapping).inc()
        log.info("refused", job_id=job.id, status=job.status, error_code=refusal.code)
        return Taken(job, deduped=False, refusal=refusal)

    async def _not_stored(self, error: OSError) -> Refusal:
        log.error("upload_not_stored", error_code=ErrorCode.IO_ERROR, reason=error.strerror)
        if error.errno in DISK_IS_FULL:
            await self.disk.filled_up()
        return self.rules.refuse(ErrorCode.IO_ERROR)


def _key_of(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise BadUpload("'Idempotency-Key' should be 1 to 255 plain characters, like a UUID.")
    return key


def _again(earlier: Job, new: NewJob, written: Written) -> Taken:
    """The same upload, sent before."""
    if (earlier.sha256, earlier.mapping) != (written.sha256, new.mapping):
        raise KeyInUse
    return Taken(earlier, deduped=True)


def _expected(part: FormPart, files: list[IncomingFile], max_files: int) -> FormPart:
    if len(files) >= max_files:
        raise BadUpload(
            "There are several files in the request: send one at a time."
            if max_files == 1
            else f"There are more than {max_files} files in the form: send them in smaller lots."
        )
    return part
