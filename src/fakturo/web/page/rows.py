"""How a job reads on the page: icon, then word, then colour, in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from babel.numbers import format_decimal

from fakturo.convert.mapping import Mapping as XmlMapping
from fakturo.domain.errors import ERRORS, ErrorCode, reason_in
from fakturo.domain.job import Job, Review, Status
from fakturo.store.pauses import Pause
from fakturo.web.jobs.estimates import EstimateAnswer
from fakturo.web.jobs.waiting import why_waiting
from fakturo.web.page.issue_words import headline
from fakturo.web.page.languages import Language, mark
from fakturo.web.page.render import amount
from fakturo.web.schemas import KEPT

_KIB, _MINUTE = 1024, 60
NO_BREAK = "\u00a0"
ACTIVE, READY, REVIEW, FAILED = "active", "ready", "review", "failed"
_STATES = {
    Status.UPLOADED: ("inbox", mark("Queued"), "plain"),
    Status.QUEUED: ("clock", mark("Waiting"), "plain"),
    Status.PROCESSING: ("spinner", mark("Converting…"), "busy"),
    Status.COMPLETE: ("check", mark("Ready"), "ok"),
    Status.FAILED: ("alert", mark("Failed"), "bad"),
}
_RETRYING = ("retry", mark("Retrying"), "plain")
_EXPIRED = ("archive", mark("Expired"), "gone")
_SPLIT = ("check", mark("Split"), "gone")
_DOUBTFUL = ("eye", mark("Needs review"), "warn")
_WAITS_FOR = {
    "converter": mark("The converter is having trouble. It is tried again by itself."),
    "storage": mark("There is no room for results just now. It goes on by itself."),
    "operator": mark("Work is paused by the operator."),
}
REVIEW_NEEDED = mark("Something in the invoice or its XML is in doubt")


@dataclass(frozen=True, slots=True)
class Row:
    job: Job
    group: str
    """The filter that it is shown under."""
    icon: str
    word: str
    tone: str
    detail: str | None
    due: datetime | None
    """Of its next try."""
    found: tuple[str, ...]
    """Seller, number and total, as far as they are known."""
    progress: int | None
    """In percent, while it is being converted."""
    left: str | None
    """How long it will still take."""
    size: str
    mapping_title: str
    target: str | None
    can_convert: bool
    """Again, with the engine, mapping and directory of today."""
    action: str
    """The one thing to do next: cancel, download, review, retry, or upload_again."""


@dataclass(frozen=True, slots=True)
class Teller:
    """What rows are told with: the same for all of one page."""

    language: Language
    mappings: Mapping[str, XmlMapping]
    """Those offered today: of each, the version that a job would get if it were asked for again."""
    max_attempts: int
    pauses: Sequence[Pause] = ()
    estimates: Mapping[UUID, EstimateAnswer] = field(default_factory=dict)
    """Of those that are under way."""

    def row(self, job: Job) -> Row:
        icon, word, tone = _state(job)
        mapping = self.mappings.get(job.mapping)
        return Row(
            job=job,
            group=_group(job),
            icon=icon,
            word=self._word(word, job),
            tone=tone,
            detail=self._detail(job),
            due=job.retry_after if job.status is Status.QUEUED else None,
            found=self._found(job),
            progress=self._progress(job),
            left=self._left(job),
            size=size_in_words(job.bytes, self.language),
            mapping_title=self.language.gettext(mapping.title) if mapping else job.mapping,
            target=mapping.target if mapping else None,
            can_convert=job.status is Status.COMPLETE and job.upload_path is not None and mapping is not None,
            action=self._action(job),
        )

    def _word(self, word: str, job: Job) -> str:
        told = self.language.gettext(word)
        return f"{told} ({job.issue_count})" if job.is_draft and job.issue_count and not has_expired(job) else told

    def _detail(self, job: Job) -> str | None:
        if has_expired(job):
            return self.error_text(ErrorCode.EXPIRED, None)
        if job.status is Status.COMPLETE and job.last_error_code:
            return f"{self.language.gettext(KEPT)} {self.error_text(job.last_error_code, None)}"
        if job.split_into:
            return self.language.gettext("Split into {count} files").format(count=len(job.split_into))
        if job.is_draft:
            return self._reason(job)
        if job.status is Status.FAILED and job.error_code:
            reason = self._reason_in(job.error_code, job.error_message or "")
            return reason or self.error_text(job.error_code, job.error_message)
        return self._waits(job) if job.status is Status.QUEUED else None

    def _reason(self, job: Job) -> str:
        """The first of the doubts, and how many more there are."""
        say = self.language
        first = headline(job.first_issue_code, say) or job.first_issue or say.gettext(REVIEW_NEEDED)
        more = (job.issue_count or 1) - 1
        others = say.gettext("{count} more").format(count=more).replace(" ", NO_BREAK)
        return f"{first} ·{NO_BREAK}{others}" if more > 0 else first

    def _waits(self, job: Job) -> str | None:
        say = self.language.gettext
        waiting = why_waiting(job, 0, self.pauses)
        if waiting and waiting.reason in _WAITS_FOR:
            return say(_WAITS_FOR[waiting.reason])
        if job.retry_after:
            reason = ERRORS[job.last_error_code].waiting_text if job.last_error_code else None
            attempt = min(job.attempt_count + 1, self.max_attempts)
            tries = say("Attempt {number} of {all}").format(number=attempt, all=self.max_attempts)
            return f"{say(reason)} {tries}" if reason else tries
        return self._line(self.estimates.get(job.id))

    def _line(self, estimate: EstimateAnswer | None) -> str:
        """Without a position it is not among the first, or was just taken out of the line."""
        say = self.language.gettext
        if estimate is None or estimate.position is None:
            return say("In line")
        if estimate.position == 1:
            return say("Next in line")
        return say("In line, {count} before it").format(count=estimate.position - 1)

    def _progress(self, job: Job) -> int | None:
        estimate = self.estimates.get(job.id) if job.status is Status.PROCESSING else None
        return round(estimate.progress * 100) if estimate and estimate.expected_sec else None

    def _left(self, job: Job) -> str | None:
        """How long it will still take, in one unit."""
        estimate = self.estimates.get(job.id)
        if estimate is None or estimate.remaining_sec is None:
            return None
        seconds = max(1, round(estimate.remaining_sec))
        if seconds < 2 * _MINUTE:
            return self.language.gettext("~{count} s left").format(count=seconds)
        return self.language.gettext("~{count} min left").format(count=round(seconds / _MINUTE))

    def error_text(self, code: ErrorCode, message: str | None) -> str:
        """Why a job has failed. What the message adds to the code's own sentence is translated where it can be."""
        general = ERRORS[code].final_text
        if message is None or self.language.is_english:
            return message or general
        if self.language.knows(message):
            return self.language.gettext(message)
        if "{" in general:  # a limit stands in it
            number = "".join(filter(str.isdigit, message))
            return self.language.gettext(general).format(limit_mb=number)
        return f"{self.language.gettext(general)} {self._reason_in(code, message) or ''}".strip()

    def _reason_in(self, code: ErrorCode, message: str) -> str | None:
        """What a message says beyond its code's own sentence."""
        reason = reason_in(code, message)
        return self.language.gettext(reason) if reason else None

    def _found(self, job: Job) -> tuple[str, ...]:
        total = f"{job.currency or ''} {amount(job.total, self.language)}".strip() if job.total is not None else None
        several = job.invoice_count or 0
        count = self.language.gettext("{count} invoices").format(count=several) if several > 1 else None
        return tuple(filter(None, (job.seller, job.invoice_number, total, count)))

    def _action(self, job: Job) -> str:
        if job.status in {Status.UPLOADED, Status.QUEUED, Status.PROCESSING}:
            return "cancel"
        if job.status is Status.COMPLETE and job.result_path:
            return "review" if job.is_draft else "download"
        return "retry" if self.can_retry(job) else "upload_again"

    def can_retry(self, job: Job) -> bool:
        """What a mapping could not do, another version of it may."""
        if job.status is not Status.FAILED or job.upload_path is None or job.mapping not in self.mappings:
            return False
        return job.error_code is not ErrorCode.GW_4XX or self.mappings[job.mapping].version != job.mapping_version


def _state(job: Job) -> tuple[str, str, str]:
    if job.status is Status.QUEUED and job.last_error_code:
        return _RETRYING
    if has_expired(job):
        return _EXPIRED
    if job.split_into:
        return _SPLIT
    return _DOUBTFUL if job.review is Review.NEEDED else _STATES[job.status]


def has_expired(job: Job) -> bool:
    return job.status is Status.COMPLETE and job.result_path is None


def _group(job: Job) -> str:
    if job.status is Status.COMPLETE:
        return REVIEW if job.is_draft else READY
    return FAILED if job.status is Status.FAILED else ACTIVE


def size_in_words(size: int, speaks: Language) -> str:
    if size < _KIB:
        return speaks.ngettext("{count} byte", "{count} bytes", size).format(count=size)
    kibibytes = round(size / _KIB)
    if kibibytes < _KIB:
        return f"{kibibytes} KB"
    return f"{format_decimal(size / _KIB / _KIB, format='0.0', locale=speaks.locale)} MB"
