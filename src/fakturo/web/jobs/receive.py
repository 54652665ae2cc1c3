"""Takes uploads in: the body streams once, past the rules and into storage, then the job gets its row.

The file first, then the row: a crash in between leaves at most a file that no row names.
"""

import contextlib
import re
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import structlog
from starlette.requests import Request

from fakturo.blobs.base import DISK_IS_FULL, Blobs, Draft, Written, upload_path
from fakturo.convert.mapping import Mapping, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Input
from fakturo.domain.job import Job, Owner
from fakturo.domain.uploads import Inspector, Refusal, UploadRules, display_name
from fakturo.http.forms import BrokenForm, FormPart, read_form
from fakturo.http.names import FIELD, SEVERAL_FILES, said_twice, unknown_name
from fakturo.http.problems import Problem
from fakturo.ops import metrics, trace
from fakturo.ops.disk_watch import DiskWatch
from fakturo.store.jobs import Jobs, Pin
from fakturo.store.signals import WORK_IS_WAITING, Notifier
from fakturo.store.standing import NoLongerSo, Standing, Standings
from fakturo.store.submitting import NewJob
from fakturo.web.jobs.offer import Offer
from fakturo.web.jobs.paused import require_open
from fakturo.web.jobs.today import Today
from fakturo.web.jobs.vanished import forget_if_vanished

log = structlog.get_logger()

MAX_TEXT_PARTS = 20
MAX_ROUNDS = 5
"""A twin may vanish while we look at it; then we try again, but not for ever."""
FILE_FIELD, MAPPING_FIELD = "file", "mapping"
FORM = (FILE_FIELD, MAPPING_FIELD)
_KEY = re.compile(r"[!-~]([ -~]{0,253}[!-~])?")


class KeyInUse(Exception):
    """The key of this upload was given to another one before."""


class BadUpload(Exception):
    """The request itself is wrong, so nothing is kept of it; the text is for the client."""


@dataclass(slots=True)
class IncomingFile:
    """A file of the form: stored as a draft, or refused."""

    filename: str
    draft: Draft
    job_id: uuid.UUID
    size: int = 0
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class _Upload:
    """What holds for all files of a request."""

    owner: Owner
    standing: Standing
    key: str | None = None
    is_judged: bool = False
    """How uploads stand was remembered, and is held against what is so when the row is written."""


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
    standings: Standings
    offer: Offer
    today: Today
    default_mapping: str

    async def take_one(self, request: Request, owner: Owner, standing: Standing) -> Taken:
        """Exactly one file; refused at the first byte that breaks a rule, without reading on."""
        taken = await self._take(request, _Upload(owner, standing, _key_of(request), is_judged=True), max_files=1)
        return taken[0]

    async def take_many(self, request: Request, owner: Owner, standing: Standing, *, max_files: int) -> list[Taken]:
        """Any number of files up to a limit; those that are refused do not keep the others out."""
        return await self._take(request, _Upload(owner, standing), max_files=max_files)

    async def _take(self, request: Request, upload: _Upload, *, max_files: int) -> list[Taken]:
        mapping: Mapping | None = None
        files, is_alone = list[IncomingFile](), max_files == 1
        async with contextlib.AsyncExitStack() as drafts:
            try:
                async for part in read_form(request, max_parts=max_files + MAX_TEXT_PARTS):
                    if _is_upload(part):
                        _require_room(files, max_files)
                        file = await self._store(part, drafts, upload)
                        files.append(file)
                        if file.refusal and is_alone:
                            break
                        if not file.refusal and not is_alone:
                            await self._write_out(file, upload)
                    elif part.name == MAPPING_FIELD:
                        if mapping:
                            raise BadUpload(said_twice(MAPPING_FIELD))
                        mapping = await self._pick(await part.text(), upload)  # before any file that comes after it
                    elif part.name != FILE_FIELD:
                        raise BadUpload(unknown_name(FIELD, part.name, FORM))
            except BrokenForm as error:
                raise BadUpload(str(error)) from None
            mapping = mapping or await self._pick("", upload)
            chosen = [file for file in files if file.filename or file.size]
            if not chosen:
                raise BadUpload(f"There is no file in the request: send one PDF in a part named '{FILE_FIELD}'.")
            return [await self._submit(file, upload, mapping) for file in chosen]

    async def _pick(self, wanted: str, upload: _Upload) -> Mapping:
        try:
            return self.offer.pick_among(upload.standing.releases, wanted or self.default_mapping, upload.owner)
        except UnknownMapping as error:
            if upload.is_judged:  # nobody is refused by what was so a moment ago
                return await self._pick(wanted, await self._asked_now(upload))
            raise BadUpload(str(error)) from None

    async def _asked_now(self, upload: _Upload) -> _Upload:
        return replace(upload, standing=await self.standings.ask(), is_judged=False)

    async def _store(self, part: FormPart, drafts: contextlib.AsyncExitStack, upload: _Upload) -> IncomingFile:
        job_id = uuid.uuid4()
        try:
            draft = await drafts.enter_async_context(self.blobs.draft(self._path(job_id)))
        except OSError as error:  # there is not even a file to write to
            await self._not_stored(error, upload)
            raise
        file, inspector = IncomingFile(part.filename or "", draft, job_id), Inspector(self.rules)
        try:
            async for chunk in part.chunks:
                inspector.feed(chunk)
                await draft.write(chunk)
            inspector.finish()
        except Refusal as refusal:
            file.refusal = refusal
        except OSError as error:
            file.refusal = await self._not_stored(error, upload)
        file.size = inspector.size
        return file

    async def _write_out(self, file: IncomingFile, upload: _Upload) -> None:
        """The end of a file that others follow: a single one's is written when it is made to last."""
        try:
            await file.draft.seal()
        except OSError as error:
            file.refusal = await self._not_stored(error, upload)

    async def _submit(self, file: IncomingFile, upload: _Upload, mapping: Mapping) -> Taken:
        new = NewJob(
            id=file.job_id,
            owner=upload.owner,
            original_filename=display_name(file.filename),
            content_type="application/pdf",
            bytes=file.size,
            mapping=mapping.name,
            mapping_version=mapping.version,
            pipeline=mapping.pipeline,
            idempotency_key=upload.key,
            request_id=trace.headers().get("x-request-id"),
            traceparent=trace.current_traceparent(),
        )
        if file.refusal:
            return await self._refuse(new, file.refusal)
        try:
            if earlier := await self.jobs.find_by_key(new):
                if not _is_same(earlier, new, await file.draft.seal()):
                    raise KeyInUse
                return Taken(earlier, deduped=True)
            written = await file.draft.commit()
        except OSError as error:
            refusal = await self._not_stored(error, upload)
            return await self._stored_before(file, new, mapping) or await self._refuse(new, refusal)
        try:
            return await self._queue(new, written, mapping, upload)
        except NoLongerSo:
            return await self._queue_anew(new, written, mapping, upload)
        except OSError as error:
            return await self._refuse(new, await self._not_stored(error, upload))

    async def _queue_anew(self, new: NewJob, written: Written, mapping: Mapping, upload: _Upload) -> Taken:
        """How uploads stand is asked now, and as good as if it had been before the file came."""
        now = await self._asked_now(upload)
        try:
            require_open(now.standing)
            mapping = await self._pick(mapping.name, now)
        except (Problem, BadUpload):
            await self.blobs.delete(self._path(new.id))
            raise
        return await self._queue(
            replace(new, mapping_version=mapping.version, pipeline=mapping.pipeline), written, mapping, now
        )

    async def _stored_before(self, file: IncomingFile, new: NewJob, mapping: Mapping) -> Taken | None:
        """Where nothing can be stored now, that file need not be."""
        twin = await self.jobs.find_twin(new, sha256=(await file.draft.seal()).sha256)
        if twin is None or await self.today.changed_since(twin, new.owner, mapping):
            return None
        return Taken(twin, deduped=True)

    async def _queue(self, new: NewJob, written: Written, mapping: Mapping, upload: _Upload) -> Taken:
        """The file is stored; its row comes now, unless the same file was here before. The database decides that, and
        is not asked first: nearly every file is new."""
        path, standing = self._path(new.id), upload.standing if upload.is_judged else None
        for _ in range(MAX_ROUNDS):
            job, was_there = await self.jobs.submit(
                new, sha256=written.sha256, upload_path=path, unless_converted=True, standing=standing
            )
            if not was_there:
                metrics.jobs_created.labels(job.mapping).inc()
                metrics.upload_bytes.inc(job.bytes)
                log.info("uploaded", job_id=job.id, status=job.status, bytes=job.bytes)
                return Taken(job, deduped=False)
            if not _is_same(job, new, written):  # sent at the same time with the same key
                await self.blobs.delete(path)
                raise KeyInUse
            if known := await self._known(job, new, written, mapping):
                await self.jobs.remember_key(new, known.job.id)
                return known
        raise RuntimeError("a twin of the upload keeps appearing and vanishing")

    async def _known(self, twin: Job, new: NewJob, written: Written, mapping: Mapping) -> Taken | None:
        """The same file was here before: its job, which gets another version of its result if that would now be made
        with something else. Our copy goes, unless it takes the place of one that is gone. None: the job is gone."""
        path = self._path(new.id)
        if await forget_if_vanished(twin, self.jobs, self.blobs):
            return None
        changed = await self.today.changed_since(twin, new.owner, mapping)
        if not changed:
            await self.blobs.delete(path)
            return Taken(twin, deduped=True)
        is_needed = not await self._has_pdf(twin)
        pin = Pin(mapping.version, mapping.pipeline)
        found = await self.jobs.convert_again(
            new.owner, twin, pin, because=changed, upload_path=path if is_needed else None
        )
        if found is None or found[1]:  # somebody else was faster, or deleted it
            other = found[0] if found else await self.jobs.find_twin(new, sha256=written.sha256)
            if other:
                await self.blobs.delete(path)
            return Taken(other, deduped=True) if other else None
        if not is_needed:
            await self.blobs.delete(path)
        self.notifier.call(WORK_IS_WAITING)
        log.info("converts_again", job_id=twin.id, version=found[0].version, because=list(changed))
        return Taken(found[0], deduped=True, changed_inputs=changed)

    async def _has_pdf(self, job: Job) -> bool:
        return job.upload_path is not None and await self.blobs.size(job.upload_path) is not None

    def _path(self, job_id: uuid.UUID) -> str:
        return self.blobs.place(upload_path(job_id))

    async def _refuse(self, new: NewJob, refusal: Refusal) -> Taken:
        job = await self.jobs.refuse(new, code=refusal.code, message=refusal.text)
        metrics.jobs_failed.labels(refusal.code, new.mapping).inc()
        log.info("refused", job_id=job.id, status=job.status, error_code=refusal.code)
        return Taken(job, deduped=False, refusal=refusal)

    async def _not_stored(self, error: OSError, upload: _Upload) -> Refusal:
        if error.errno in DISK_IS_FULL and upload.is_judged:  # perhaps somebody knew that, and we remembered otherwise
            require_open(await self.standings.ask())
        log.error("upload_not_stored", error_code=ErrorCode.IO_ERROR, reason=error.strerror)
        if error.errno in DISK_IS_FULL:
            await self.disk.filled_up()
            self.standings.forget()
        return self.rules.refuse(ErrorCode.IO_ERROR)


def _key_of(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise BadUpload("'Idempotency-Key' should be 1 to 255 plain characters, like a UUID.")
    return key


def _is_same(earlier: Job, new: NewJob, written: Written) -> bool:
    return (earlier.sha256, earlier.mapping) == (written.sha256, new.mapping)


def _is_upload(part: FormPart) -> bool:
    """With a name, or in our own field: some clients give their file none."""
    return part.is_file and bool(part.filename or part.name == FILE_FIELD)


def _require_room(files: Sequence[IncomingFile], max_files: int) -> None:
    if len(files) >= max_files:
        raise BadUpload(
            SEVERAL_FILES
            if max_files == 1
            else f"There are more than {max_files} files in the form: send them in smaller lots."
        )
