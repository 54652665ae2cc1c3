"""Teaching through the API: from a job's corrected invoice to a template, tried on the vendor's earlier documents.

Nothing is switched on here: what was learned is kept as the next version of the vendor's template, with what it says in
words and what it did to earlier documents, until somebody switches it on (`PATCH /api/templates/{name}`).
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from fastapi import Request
from pydantic import ConfigDict, Field

from fakturo.convert.templates.catalog import TemplateFile
from fakturo.convert.templates.changes import changes_between
from fakturo.convert.templates.parse import BadTemplate
from fakturo.convert.templates.write import with_version
from fakturo.directory.proposals import proposals
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner, Review, Status
from fakturo.domain.own_templates import OwnTemplates
from fakturo.domain.versions import Kind
from fakturo.http.problems import Problem
from fakturo.store.jobs import Wanted
from fakturo.store.templates import NewVersion
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.downloads import document_of, pdf_of
from fakturo.web.jobs.listing import own_job
from fakturo.web.review.invoice_json import MAX_BYTES, stored_invoice
from fakturo.web.review.page_views import to_send
from fakturo.web.vendors.templates import ATTEMPTS, TemplateAnswer, add, who

MOST_TRIED = 10
MOST_LOOKED_AT = 200
MOST_CHANGES = 12
AT_ONCE = 2
CORRECT_IT_FIRST = (
    "This document has not been looked at yet: correct or approve it first, or send its right values in 'values'."
)
_NAME = re.compile(r'^name\s*=\s*"([^"\n]{1,60})"', re.MULTILINE)

router = api_router()

Document = Mapping[str, Any]


class TeachOrder(Order):
    """Nothing: the job's invoice as it was saved last; or its right values."""

    model_config = ConfigDict(json_schema_extra={"example": {"values": {"invoice": {"number": "7"}}}})

    values: dict[str, Any] | None = Field(
        None, description="An invoice's JSON, of which only the keys that are there count; null is what is not printed."
    )


class ChangeAnswer(Answer):
    field: str
    before: str | None
    after: str | None


class TriedAnswer(Answer):
    job_id: UUID
    filename: str
    clean_before: bool
    """Nobody has to look at it, or somebody has approved it."""
    clean_after: bool
    """It would be accepted with what was learned."""
    template_used: bool
    changes: list[ChangeAnswer]
    """Values that would be read differently, the first of them."""
    failed: str | None
    """Why it could not be tried."""


class ProposalAnswer(Answer):
    id: str
    """To be named in `POST /api/jobs/{id}/teach/directory`."""
    says: str
    """In plain words."""


class TeachAnswer(Answer):
    template: TemplateAnswer | None
    """What was learned, as a version that is not used yet; none, if there was nothing new."""
    merged_with: str | None
    """The vendor's template that it adds to; none for a vendor, or a layout, that is new."""
    learned: list[str]
    """In plain words."""
    unlearned: list[str]
    """What would still be read wrong, and why."""
    doubts: list[str]
    """Why this document would still go to review."""
    reads_right: bool
    """With what was learned, this document is read as it should be."""
    tried: list[TriedAnswer]
    """Your other documents of this vendor, the newest first, ten at most."""
    clean_before: int
    clean_after: int
    directory: list[ProposalAnswer]
    """For your directory: other names of parties, names of units, codes of goods. None is kept before you say so."""


class KeepOrder(Order):
    """Which of the proposals become part of the directory; `values` as for teaching."""

    model_config = ConfigDict(json_schema_extra={"example": {"keep": ["unit PCS"]}})

    keep: list[str] = Field(max_length=1000)
    values: dict[str, Any] | None = None


class KeptAnswer(Answer):
    kept: list[str]
    """In plain words; what can't be kept, or is known by now, is not in it."""


@router.post(
    "/jobs/{job_id}/teach",
    summary="Teach from a corrected invoice",
    openapi_extra=body_of(TeachOrder, required=False),
)
async def teach_job(request: Request, job_id: UUID) -> TeachAnswer:
    """Finds where each right value stands, what the vendor calls its sums and columns, and how to know the vendor, and
    tries it on your earlier documents of that vendor. Nothing is used before you switch the template on."""
    deps, owner = deps_of(request), owner_of(request)
    order = await read_order(request, TeachOrder, empty=TeachOrder(values=None), most_bytes=MAX_BYTES)
    job = await own_job(deps, owner, job_id)
    truth = order.values if order.values is not None else await _saved_invoice(deps, job)
    own = await deps.templates.in_use(owner.key)
    files = _parsed(own)
    lesson = await deps.converter.teach(to_send(deps, pdf_of(job)), json.dumps(truth, ensure_ascii=False), own.texts)
    taught = _with_lesson(files, lesson)
    earlier = await _of_same_vendor(deps, owner, job, truth)
    tried = await _try_all(deps, owner, earlier, taught, lesson["name"])
    told: dict[str, Any] = {key: lesson[key] for key in ("learned", "unlearned", "doubts", "merged_with")}
    counts: dict[str, Any] = {
        "clean_before": sum(each.clean_before for each in tried),
        "clean_after": sum(each.clean_after for each in tried),
    }
    is_new = lesson["merged_with"] != f"{lesson['name']}@{lesson['version']}"
    by, kept = who(caller_of(request)), None
    if is_new:
        kept = await _keep(deps, owner, lesson, job, {**told, **counts, "tried": len(tried)}, by)
    found = proposals(deps.directory, owner.key, truth)
    proposed = [ProposalAnswer(id=each.id, says=each.says) async for each in found]
    return TeachAnswer(
        template=kept, reads_right=not lesson["unlearned"], tried=tried, directory=proposed, **told, **counts
    )


@router.post(
    "/jobs/{job_id}/teach/directory",
    summary="Keep what an invoice says about units, goods and parties",
    openapi_extra=body_of(KeepOrder),
)
async def keep_in_directory(request: Request, job_id: UUID) -> KeptAnswer:
    """The proposals of teaching that you confirm, and no others, become entries of your directory."""
    deps, owner = deps_of(request), owner_of(request)
    job = await own_job(deps, owner, job_id)
    order = await read_order(request, KeepOrder, most_bytes=MAX_BYTES)
    truth = order.values if order.values is not None else await _saved_invoice(deps, job)
    wanted = [each async for each in proposals(deps.directory, owner.key, truth) if each.id in order.keep]
    return KeptAnswer(kept=[each.says for each in wanted if await each.keep()])


async def _saved_invoice(deps: Deps, job: Job) -> Document:
    """The newest version, if a person has saved or approved it: what nobody has looked at teaches nothing."""
    file = document_of(job)
    if job.result_kind != Kind.REVIEWED and job.review is not Review.APPROVED:
        raise Problem(ErrorCode.CONFLICT, CORRECT_IT_FIRST)
    found = await _document(deps, job)
    if len(found) != 1:
        raise Problem(ErrorCode.CONFLICT, f"There are {len(found)} invoices in it ({file.name}): teach one at a time.")
    return found[0]


async def _document(deps: Deps, job: Job) -> Sequence[Document]:
    found = await stored_invoice(deps.blobs, job)
    return found if isinstance(found, list) else [found]


def _parsed(own: OwnTemplates) -> list[TemplateFile]:
    """Those in use; one of an engine that knew more stands in the way of every document, and is named."""
    found = []
    for text in own.texts:
        name = _NAME.search(text)
        try:
            found.append(TemplateFile.parse(f"Your template {name[1] if name else ''}".strip(), text))
        except BadTemplate as mistakes:
            raise Problem(ErrorCode.CONFLICT, f"{mistakes} Mend it or switch it off, then teach again.") from None
    return found


def _with_lesson(own: Sequence[TemplateFile], lesson: Mapping[str, Any]) -> tuple[str, ...]:
    """The owner's templates as they would be."""
    return (*(each.text for each in own if each.template.name != lesson["name"]), lesson["text"])


async def _keep(
    deps: Deps, owner: Owner, lesson: Mapping[str, Any], job: Job, told: Mapping[str, Any], by: str
) -> TemplateAnswer:
    """As the next version, which is not used yet."""
    name = lesson["name"]
    for _ in range(ATTEMPTS):
        known = await deps.templates.versions(owner, name)
        version = max(lesson["version"], known[0].version + 1 if known else 1)
        text = with_version(lesson["text"], version)
        if await add(deps.templates, owner, NewVersion(name, version, text, "taught", by, job.id, told)):
            return TemplateAnswer.of((await deps.templates.versions(owner, name))[0])
    raise Problem(ErrorCode.CONFLICT, "Somebody else is changing this template just now.")


# ---------------------------------------------------------------- tried on the vendor's earlier documents


async def _of_same_vendor(deps: Deps, owner: Owner, job: Job, truth: Document) -> list[Job]:
    """By the seller that was found in them, or that this one was taken for; the newest first."""
    seller = truth.get("seller")
    named = seller.get("name") if isinstance(seller, dict) else None
    before = [each.seller for each in await deps.jobs.versions(owner, job.id)] if job.version > 1 else []
    names = {_plain(name) for name in (named, job.seller, *before) if isinstance(name, str) and name.strip()}
    found: dict[UUID, Job] = {}
    for name in names:
        page = await deps.jobs.list(owner, limit=MOST_LOOKED_AT, wanted=Wanted([Status.COMPLETE]), text=name)
        found |= {each.id: each for each in page.jobs if _plain(each.seller or "") in names}
    usable = [each for each in found.values() if each.id != job.id and each.upload_path and each.document_path]
    return sorted(usable, key=lambda each: each.created_at, reverse=True)[:MOST_TRIED]


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


async def _try_all(
    deps: Deps, owner: Owner, jobs: Sequence[Job], templates: Sequence[str], taught: str
) -> list[TriedAnswer]:
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(job: Job) -> TriedAnswer:
        async with turns:
            return await _try(deps, owner, job, templates, taught)

    return list(await asyncio.gather(*map(in_turn, jobs)))


async def _try(deps: Deps, owner: Owner, job: Job, templates: Sequence[str], taught: str) -> TriedAnswer:
    """The result of today beside what would be read."""
    was_clean = job.review is not Review.NEEDED
    told: dict[str, Any] = {"job_id": job.id, "filename": job.original_filename, "clean_before": was_clean}
    try:
        before = await _document(deps, job)
        mapping = f"{job.mapping}@{job.mapping_version}"
        accepted, after = await deps.converter.read(to_send(deps, pdf_of(job)), mapping, owner.key, templates)
    except Problem as problem:
        return TriedAnswer(**told, clean_after=was_clean, template_used=False, changes=[], failed=problem.detail)
    used = {str(each.get("template") or "").partition("@")[0] for each in after}
    changes = [change for pair in zip(before, after, strict=False) for change in changes_between(*pair)]
    return TriedAnswer(
        **told,
        clean_after=accepted,
        template_used=taught in used,
        changes=[ChangeAnswer(**change._asdict()) for change in changes[:MOST_CHANGES]],
        failed=None,
    )
