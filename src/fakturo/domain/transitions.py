"""The state machine of a job, and the decision where one attempt's outcome leads.

    uploaded ── enqueue ──▶ queued ── claim ──▶ processing ── complete ──▶ complete
        │                     ▲ ▲                  │  │
        └─ refuse ─▶ failed ──┘ └── retry, release,┘  └── fail ──▶ failed
                    (manual retry)   reclaim

Each transition has a name, the status it starts from, the one it leads to, and the event it writes. The SQL
applies a settlement only while the job is still `processing` under the same lease token.
"""

import math
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from fakturo.domain.errors import ERRORS, ErrorCode, Retried, final_text
from fakturo.domain.findings import Findings
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob, Review, Status
from fakturo.domain.retry import RetryPolicy

MAX_RELEASES = 10
"""A job is handed back so often at no cost; then each hand-back costs an attempt, so that none circles for ever."""

MAX_BUSY_RELEASES = 1000
"""A busy gateway says itself when to come back, and a busy worker lets others try, so that is patience, not circling;
and yet it ends."""

MAX_PARSER_DEATHS = 2


class Event(StrEnum):
    UPLOADED = "uploaded"
    QUEUED = "queued"
    PROCESSING = "processing"
    RETRY = "retry"
    RELEASED = "released"
    RECLAIMED = "reclaimed"
    COMPLETE = "complete"
    FAILED = "failed"
    KEPT = "kept"
    DELETED = "deleted"
    EXPIRED = "expired"
    DOWNLOADED = "downloaded"
    REVIEWED = "reviewed"
    APPROVED = "approved"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Transition:
    name: str
    source: Status | None
    """None: the job did not exist before."""
    target: Status
    event: Event
    why: str


TRANSITIONS: tuple[Transition, ...] = (
    Transition("receive", None, Status.UPLOADED, Event.UPLOADED, "an upload arrived whole"),
    Transition("enqueue", Status.UPLOADED, Status.QUEUED, Event.QUEUED, "its file is stored"),
    Transition("refuse", Status.UPLOADED, Status.FAILED, Event.FAILED, "not a PDF, too large, or not stored"),
    Transition("claim", Status.QUEUED, Status.PROCESSING, Event.PROCESSING, "a worker took it under a lease"),
    Transition("complete", Status.PROCESSING, Status.COMPLETE, Event.COMPLETE, "its result is stored"),
    Transition("fail", Status.PROCESSING, Status.FAILED, Event.FAILED, "no further attempt would help"),
    Transition("retry", Status.PROCESSING, Status.QUEUED, Event.RETRY, "another attempt is due later"),
    Transition("release", Status.PROCESSING, Status.QUEUED, Event.RELEASED, "handed back, the attempt not counted"),
    Transition("fall_back", Status.PROCESSING, Status.COMPLETE, Event.KEPT, "converting anew failed: what was, stays"),
    Transition("reclaim", Status.PROCESSING, Status.QUEUED, Event.RECLAIMED, "its worker's lease ran out"),
    Transition("reclaim_last", Status.PROCESSING, Status.FAILED, Event.FAILED, "its lease ran out at the last attempt"),
    Transition(
        *("reclaim_kept", Status.PROCESSING, Status.COMPLETE, Event.KEPT),
        "its lease ran out at the last attempt to convert it anew",
    ),
    Transition("manual_retry", Status.FAILED, Status.QUEUED, Event.QUEUED, "a person asked for it"),
    Transition("convert_again", Status.COMPLETE, Status.QUEUED, Event.QUEUED, "a new version is asked for"),
    Transition("escalate", Status.COMPLETE, Status.QUEUED, Event.QUEUED, "in doubt, a language model reads it, too"),
)


# ---------------------------------------------------------------- what an attempt came to


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """The invoice JSON beside a result."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Converted:
    result_path: str
    result_bytes: int
    result_sha256: str
    gateway_status: int | None
    adopted: bool = False
    """Made by an earlier attempt whose end was lost, and found whole."""
    review: Review = Review.CLEAN
    document: StoredDocument | None = None
    """Of mappings that are of invoices, if the gateway gives it."""
    findings: Findings | None = None
    """What the document says, in short."""
    made_with: Inputs | None = None
    meta: dict[str, object] = field(default_factory=dict)
    """What else its event should say."""


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    code: ErrorCode
    reason: str | None = None
    """Safe to show: a sentence of the gateway's about the file. Never a path, a file name or a stack trace."""
    gateway_status: int | None = None
    final: bool = False
    """No further attempt, whatever the policy says."""
    not_before: timedelta = timedelta(0)
    """Somebody asked for so long a wait; a policy's own may be longer."""
    counts: bool = True
    """In the breaker, if it is of a kind that does."""
    meta: dict[str, object] = field(default_factory=dict)
    """The finer reason, and what the attempt cost, for its event."""
    raw: str | None = None
    """What a language model answered, if that can't be used: kept for the owner."""


@dataclass(frozen=True, slots=True)
class ParserDied:
    """The gateway's parser ended over this PDF. That says nothing about the gateway, and little about the next try."""

    evidence: dict[str, object]
    gateway_status: int | None = None


class HandBackReason(StrEnum):
    SHUTDOWN = "shutdown"
    BREAKER = "breaker"
    BUSY = "busy"
    DISK = "disk"
    GATEWAY_DISK = "gateway_disk"
    NO_SLOT = "no_slot"
    """Claimed ahead, and the jobs before it took longer than those before them."""


@dataclass(frozen=True, slots=True)
class HandedBack:
    """The work was not done, and it is not the job's fault: it goes back without losing the attempt."""

    reason: HandBackReason
    delay: timedelta = timedelta(0)
    code: ErrorCode | None = None
    """What the page says while the job waits."""
    gateway_status: int | None = None


Outcome = Converted | AttemptFailed | ParserDied | HandedBack


# ---------------------------------------------------------------- where it leads


@dataclass(frozen=True, slots=True)
class Complete:
    converted: Converted


@dataclass(frozen=True, slots=True)
class Fail:
    code: ErrorCode
    message: str
    gateway_status: int | None = None
    meta: dict[str, object] = field(default_factory=dict)
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class FallBack:
    """Converting anew failed for good: the result from before is the job's again."""

    failure: Fail


@dataclass(frozen=True, slots=True)
class Retry:
    code: ErrorCode
    delay: timedelta
    gateway_status: int | None = None
    crashed: bool = False
    meta: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Release:
    reason: HandBackReason
    refunds_attempt: bool = True
    delay: timedelta = timedelta(0)
    code: ErrorCode | None = None
    gateway_status: int | None = None


Settlement = Complete | Fail | FallBack | Retry | Release


def decide(job: ClaimedJob, outcome: Outcome, policy: RetryPolicy, random: float) -> Settlement:
    """Where this attempt's outcome leads. Times are delays: the database's clock alone makes them moments."""
    settlement = _settlement(job, outcome, policy, random)
    return FallBack(settlement) if isinstance(settlement, Fail) and job.version > 1 else settlement


def _settlement(job: ClaimedJob, outcome: Outcome, policy: RetryPolicy, random: float) -> Settlement:
    match outcome:
        case Converted():
            return Complete(outcome)
        case HandedBack():
            return _hand_back(job, outcome, policy)
        case ParserDied():
            return _after_death(job, outcome, policy, random)
        case AttemptFailed(code, reason, gateway_status):
            delay = None if outcome.final else _delay_before_retry(job, code, policy, random)
            if delay is None:
                return Fail(code, failure_message(code, reason), gateway_status, outcome.meta, outcome.raw)
            return Retry(code, max(delay, outcome.not_before), gateway_status, meta=outcome.meta)


def _hand_back(job: ClaimedJob, outcome: HandedBack, policy: RetryPolicy) -> Settlement:
    """At no cost as a rule. Handed back too often, a job ends like one whose worker vanished: with its attempts."""
    is_free = job.release_count < _free_releases(outcome.reason)
    if is_free or job.attempt_count < policy.max_attempts:
        return Release(outcome.reason, is_free, outcome.delay, outcome.code, outcome.gateway_status)
    never_served = ErrorCode.GW_5XX if outcome.reason is HandBackReason.BUSY else ErrorCode.UNKNOWN
    code = outcome.code or job.last_error_code or never_served
    return Fail(code, final_text(code), outcome.gateway_status, {"released": job.release_count})


def _free_releases(reason: HandBackReason) -> float:
    match reason:
        case HandBackReason.DISK:
            return math.inf  # nothing is claimed while the disk is full
        case HandBackReason.BUSY | HandBackReason.GATEWAY_DISK | HandBackReason.NO_SLOT:
            return MAX_BUSY_RELEASES
        case HandBackReason.SHUTDOWN | HandBackReason.BREAKER:
            return MAX_RELEASES


def _after_death(job: ClaimedJob, death: ParserDied, policy: RetryPolicy, random: float) -> Settlement:
    """One death may be bad luck; a second shows that it is this PDF, which must neither circle nor stop others."""
    delay = policy.next_delay(job.attempt_count, random)
    if job.crash_count + 1 >= MAX_PARSER_DEATHS or delay is None:
        message = failure_message(ErrorCode.GW_4XX, "The converter broke down over this file.")
        return Fail(ErrorCode.GW_4XX, message, death.gateway_status, death.evidence)
    return Retry(ErrorCode.UNKNOWN, delay, death.gateway_status, crashed=True, meta=death.evidence)


def _delay_before_retry(job: ClaimedJob, code: ErrorCode, policy: RetryPolicy, random: float) -> timedelta | None:
    match ERRORS[code].retried:
        case Retried.NEVER:
            return None
        case Retried.ONCE if (
            not policy.storage_counts_as_any and job.last_error_code == code and job.attempt_count > 1
        ):  # not one that was handed back
            return None
        case Retried.ONCE | Retried.BY_POLICY:
            return policy.next_delay(job.attempt_count, random)


def failure_message(code: ErrorCode, reason: str | None) -> str:
    return f"{final_text(code)} {reason}" if reason else final_text(code)
