"""Everything about one job: what was found, every doubt, and what happened, newest first."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from babel.numbers import format_decimal

from fakturo.blobs.base import BlobMissing, Blobs, read_checked
from fakturo.domain.errors import ERRORS, ErrorCode
from fakturo.domain.job import Job
from fakturo.web.page.issue_words import headline
from fakturo.web.page.languages import Language, mark
from fakturo.web.page.rows import NO_BREAK

MOST_ISSUES = 200
MOST_FIELDS = 5
_EVENTS = {
    "uploaded": ("plain", mark("Uploaded")),
    "queued": ("plain", mark("In line")),
    "processing": ("plain", mark("Converting, attempt {attempt}")),
    "retry": ("warn", mark("Attempt {attempt} failed, and is tried again")),
    "released": ("plain", mark("Handed back, and in line again")),
    "reclaimed": ("warn", mark("The worker was lost, and it is in line again")),
    "complete": ("ok", mark("Converted")),
    "failed": ("bad", mark("Failed")),
    "kept": ("plain", mark("It could not be converted again, so the result from before stays")),
    "downloaded": ("plain", mark("Downloaded")),
    "expired": ("plain", mark("Removed by retention")),
    "reviewed": ("plain", mark("Corrected and saved")),
    "approved": ("ok", mark("Approved")),
    "split": ("plain", mark("Split into files of their own")),
}
_AGAIN = mark("In line again, as you asked")
_ANEW = mark("In line, to be converted again")
_ESCALATED = mark("In doubt, so a language model reads it, too")
_DOUBTFUL = ("warn", mark("Converted, needs review"))
_SECOND_MS = 1000


@dataclass(frozen=True, slots=True)
class Doubt:
    headline: str | None
    message: str
    page: int | None
    is_warning: bool


@dataclass(frozen=True, slots=True)
class Step:
    tone: str
    text: str
    at: datetime
    detail: str | None


async def doubts_of(job: Job, blobs: Blobs, speaks: Language) -> list[Doubt]:
    """All that the invoice's JSON lists; the first in words, if that can't be read just now."""
    issues = await _issues(job, blobs)
    if issues is None:
        issues = [{"code": job.first_issue_code, "message": job.first_issue}] if job.first_issue else []
    return [_doubt(issue, speaks) for issue in issues[:MOST_ISSUES]]


async def _issues(job: Job, blobs: Blobs) -> list[Mapping[str, Any]] | None:
    if job.document_path is None or job.document_sha256 is None:
        return None
    try:
        chunks = await read_checked(blobs, job.document_path, size=job.document_bytes, sha256=job.document_sha256)
        text = b"".join([chunk async for chunk in chunks])
    except (BlobMissing, OSError):
        return None
    return await asyncio.to_thread(_issues_in, text)


def _issues_in(text: bytes) -> list[Mapping[str, Any]]:
    try:
        parsed = json.loads(text)
    except ValueError:
        return []
    invoices = parsed if isinstance(parsed, list) else [parsed]
    listed = [issue for each in invoices if isinstance(each, dict) for issue in each.get("issues") or ()]
    issues = [issue for issue in listed if isinstance(issue, dict) and issue.get("message")]
    return sorted(issues, key=lambda issue: issue.get("severity") == "warning")


def _doubt(issue: Mapping[str, Any], speaks: Language) -> Doubt:
    page = issue.get("page")
    return Doubt(
        headline=headline(str(issue.get("code")), speaks),
        message=str(issue["message"]),
        page=page if isinstance(page, int) else None,
        is_warning=issue.get("severity") == "warning",
    )


def timeline(events: Sequence[Mapping[str, Any]], speaks: Language, *, error: str | None = None) -> list[Step]:
    """`error`: why the job has failed, with what its code alone does not say."""
    steps = [_step(event, speaks, error) for event in events]
    return [step for step in reversed(steps) if step]


def _step(event: Mapping[str, Any], speaks: Language, error: str | None) -> Step | None:
    kind, details = event["event_type"], event["meta"]
    if kind not in _EVENTS:
        return None
    tone, text = _EVENTS[kind]
    if kind == "complete" and details.get("review") == "needed":
        tone, text = _DOUBTFUL
    if kind == "queued" and details.get("manual"):
        text = _AGAIN
    if kind == "queued" and details.get("again"):
        text = _ESCALATED if details.get("reason") == "escalated" else _ANEW
    told = speaks.gettext(text).format(attempt=event["attempt"])
    return Step(tone, told, event["created_at"], _detail(event, speaks, error))


def _detail(event: Mapping[str, Any], speaks: Language, error: str | None) -> str | None:
    parts = [*_of_review(event["meta"], speaks)]
    if code := event["error_code"]:
        spec = ERRORS[ErrorCode(code)]
        waits = event["event_type"] in {"retry", "released"}
        text = (spec.waiting_text if waits else None) or spec.final_text
        has_limit = "{" in text  # which only the job's own message names
        parts.append((error or "") if has_limit else speaks.gettext(text))
    if duration := event["duration_ms"]:
        seconds = duration / _SECOND_MS
        rounded = format_decimal(seconds, format="#,##0.#", locale=speaks.locale)
        parts.append(speaks.gettext("Took {seconds} s").format(seconds=rounded).replace(" ", NO_BREAK))
    return " ".join(filter(None, parts)) or None


def _of_review(told: Mapping[str, Any], speaks: Language) -> Iterator[str]:
    """What a person did: why it was approved all the same, what was written, and how long that took."""
    if (reason := told.get("reason")) and "by" in told:
        yield speaks.gettext("Although checks fail: {reason}").format(reason=reason)
    if fields := told.get("fields"):
        yield ", ".join(fields[:MOST_FIELDS]) + ("…" if len(fields) > MOST_FIELDS else "")
    if seconds := told.get("review_seconds"):
        yield speaks.gettext("Looked at for {seconds} s").format(seconds=seconds).replace(" ", NO_BREAK)
