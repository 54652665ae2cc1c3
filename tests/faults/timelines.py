"""Follows one job through its events and says where they break the rules. Pure, and ignorant of the product's code."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.faults.history import Cause, Event, Fenced, Policy

SETTLEMENTS = frozenset({"complete", "failed", "kept", "retry", "released"})
RETRIED_TO_THE_LAST = frozenset({"GW_5XX", "GW_TIMEOUT", "UNKNOWN"})
EVENT_TIME_TOLERANCE_SECONDS = 0.3
"""An event's own time is taken a little after the one that its statement acted on; on a busy machine, not so little."""
DELAY_TOLERANCE_MS = 1


@dataclass(frozen=True)
class Violation:
    kind: str
    job: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: job {self.job} {self.what}"


@dataclass
class Timeline:
    job: str
    policy: Policy
    status: str | None = None
    attempt: int = 0
    lease: Event | None = None
    """The `processing` event of the lease that is held."""
    end: Event | None = None
    """The event that ended the present generation."""
    version: int = 1
    """Of the result that there is, or is to be."""
    accepted: dict[int, Event] = field(default_factory=dict)
    """By version, the event that made it; none of those that are gone for a reason."""
    deleted: bool = False
    not_before: float = float("-inf")
    refunds: int = 0
    last_code: str | None = None
    spans: list[tuple[float, float]] = field(default_factory=list)
    """When attempts were under way."""
    leases_lost: int = 0
    events: list[Event] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)

    def wrong(self, kind: str, what: str) -> None:
        self.violations.append(Violation(kind, self.job, what))

    def was_running(self, cause: Cause, tolerance: float) -> bool:
        spans = self.spans or [(event.at, event.at) for event in self.events[-1:]]
        return any(cause.since - tolerance <= until and since <= cause.until + tolerance for since, until in spans)

    def settlements_after(self, fenced: Fenced, tolerance: float) -> Iterator[Event]:
        for event in self.events:
            late = event.at > fenced.at + tolerance
            if late and event.type in SETTLEMENTS and event.token == fenced.token and "held_by" not in event.meta:
                yield event


def follow(job: str, events: Iterable[Event], policy: Policy, reused_tokens: set[str]) -> Timeline:
    timeline = Timeline(job, policy)
    for event in events:
        timeline.events.append(event)
        if timeline.deleted and event.type != "deleted":
            timeline.wrong("illegal", f"{event.type} after it was deleted")
        if event.type == "processing" and event.token in reused_tokens:
            timeline.wrong("illegal", "its lease token was given out twice")
        _step(timeline, event)
    return timeline


def _step(timeline: Timeline, event: Event) -> None:
    match event.type:
        case "uploaded":
            _require(timeline, event, None)
            timeline.status = "uploaded"
        case "queued":
            _queued(timeline, event)
        case "processing":
            _processing(timeline, event)
        case "reclaimed" | "failed" | "kept" if event.type == "reclaimed" or "held_by" in event.meta:
            _taken_back(timeline, event)
        case "failed" if event.token is None:
            _require(timeline, event, "uploaded")
            timeline.status, timeline.end = "failed", event
        case "complete" | "failed" | "kept" | "retry" | "released":
            _settled(timeline, event)
        case "deleted":
            _close(timeline, event)
            timeline.deleted = True
        case _:
            _watched(timeline, event)


def _watched(timeline: Timeline, event: Event) -> None:
    """Events that change no status."""
    allowed = {"downloaded": ("complete",), "expired": ("complete", "failed")}.get(event.type)
    earlier = event.meta.get("version")
    if event.type == "downloaded" and earlier in timeline.accepted:
        return
    if event.type == "expired" and event.meta.get("what") in {"version", "xml"}:
        timeline.accepted.pop(earlier or timeline.version, None)
    if allowed is None:
        timeline.wrong("illegal", f"has an event of the unknown type {event.type}")
    else:
        _require(timeline, event, *allowed)


def _require(timeline: Timeline, event: Event, *allowed: str | None) -> bool:
    if timeline.status in allowed:
        return True
    timeline.wrong("illegal", f"{event.type} while it was {timeline.status}")
    return False


def _queued(timeline: Timeline, event: Event) -> None:
    if event.meta.get("manual"):
        _require(timeline, event, "failed")
        _begin_anew(timeline)
    elif event.meta.get("again"):
        _require(timeline, event, "complete")
        _begin_anew(timeline)
        timeline.version += 1
        if event.meta.get("version") != timeline.version:
            timeline.wrong("illegal", f"version {event.meta.get('version')} follows {timeline.version - 1}")
    else:
        _require(timeline, event, "uploaded")
    timeline.status = "queued"


def _begin_anew(timeline: Timeline) -> None:
    timeline.attempt, timeline.end, timeline.last_code = 0, None, None
    timeline.refunds, timeline.not_before = 0, float("-inf")


def _processing(timeline: Timeline, event: Event) -> None:
    if timeline.lease is not None:
        timeline.wrong("two-leases", f"claimed by {event.worker} while {timeline.lease.worker} held it")
        _close(timeline, event)
    else:
        _require(timeline, event, "queued")
    if event.attempt != timeline.attempt + 1:
        timeline.wrong("attempts", f"attempt {event.attempt} began after {timeline.attempt} counted ones")
    if event.attempt > timeline.policy.max_attempts:
        timeline.wrong("attempts", f"attempt {event.attempt} of {timeline.policy.max_attempts} began")
    early = timeline.not_before - event.at
    if early > EVENT_TIME_TOLERANCE_SECONDS:
        timeline.wrong("too-early", f"began {early:.3f} s before it was due")
    timeline.status, timeline.attempt, timeline.lease = "processing", event.attempt, event


def _settled(timeline: Timeline, event: Event) -> None:
    lease = timeline.lease
    if lease is None or event.token != lease.token:
        timeline.wrong("stale-token", f"{event.type} by {event.worker}, whose lease was over")
        if timeline.end is not None and event.type in {"complete", "failed", "kept"}:
            timeline.wrong("two-ends", f"{event.type} after it was {timeline.end.type}")
    elif (event.attempt, event.worker) != (lease.attempt, lease.worker):
        timeline.wrong("illegal", f"{event.type} names another attempt or worker than its lease")
    _close(timeline, event)
    if event.type in {"complete", "failed", "kept"}:
        _ended(timeline, event)
    elif event.type == "retry":
        _retried(timeline, event)
    else:
        _released(timeline, event)


def _ended(timeline: Timeline, event: Event) -> None:
    gave_up = event.type in {"failed", "kept"} and event.error_code in RETRIED_TO_THE_LAST
    if gave_up and event.attempt < timeline.policy.max_attempts:
        timeline.wrong("attempts", f"failed with {event.error_code} at attempt {event.attempt}, with some left")
    if event.type == "kept":
        _fell_back(timeline)
        return
    timeline.status, timeline.end = event.type, event
    if event.type == "complete":
        timeline.accepted[timeline.version] = event


def _fell_back(timeline: Timeline) -> None:
    """To the version before, which must be there."""
    timeline.version -= 1
    timeline.status, timeline.end = "complete", timeline.accepted.get(timeline.version)
    if timeline.end is None:
        timeline.wrong("version-lost", "fell back to a result that it never had")


def _band(policy: Policy, attempt: int) -> tuple[float, float]:
    """In milliseconds."""
    if policy.steps_seconds:
        step = policy.steps_seconds[min(attempt, len(policy.steps_seconds)) - 1] * 1000
        return step * 0.8, step * 1.2
    least = policy.base_ms * 2 ** (attempt - 1)
    return least, least + policy.jitter_ms


def _retried(timeline: Timeline, event: Event) -> None:
    policy, delay = timeline.policy, float(event.meta.get("delay_ms", -1))
    least, most = _band(policy, event.attempt)
    if not least - DELAY_TOLERANCE_MS <= delay <= most + DELAY_TOLERANCE_MS:
        timeline.wrong("delay", f"waits {delay} ms after attempt {event.attempt}, not {least} to {most}")
    if event.attempt >= policy.max_attempts:
        timeline.wrong("attempts", f"retry after attempt {event.attempt}, the last")
    if event.error_code == "IO_ERROR" == timeline.last_code:
        timeline.wrong("attempts", "a second retry in a row for IO_ERROR")
    timeline.status, timeline.not_before, timeline.last_code = "queued", event.at + delay / 1000, event.error_code


def _released(timeline: Timeline, event: Event) -> None:
    timeline.not_before = event.at + float(event.meta.get("delay_ms") or 0) / 1000
    timeline.status = "queued"
    if event.meta.get("refunded"):
        timeline.attempt -= 1
        timeline.refunds += 1
    if timeline.refunds > timeline.policy.max_refunds:
        timeline.wrong("attempts", f"handed back at no cost for the {timeline.refunds}th time")


def _taken_back(timeline: Timeline, event: Event) -> None:
    timeline.leases_lost += 1
    lease = timeline.lease
    if lease is None or event.token != lease.token:
        timeline.wrong("stale-token", f"{event.type} takes back a lease that it does not have")
    else:
        if event.meta.get("held_by") != lease.worker:
            timeline.wrong("illegal", f"{event.type} names another holder than its lease")
        held = event.at - lease.at
        if held < timeline.policy.lease_seconds - EVENT_TIME_TOLERANCE_SECONDS:
            timeline.wrong("reclaimed-early", f"taken back after {held:.3f} s of {timeline.policy.lease_seconds} s")
        last = lease.attempt >= timeline.policy.max_attempts
        if last != (event.type in {"failed", "kept"}):
            timeline.wrong("attempts", f"{event.type} by reclaim at attempt {lease.attempt}")
    _close(timeline, event)
    timeline.not_before = float("-inf")
    if event.type == "kept":
        _fell_back(timeline)
        return
    timeline.status, timeline.end = ("failed", event) if event.type == "failed" else ("queued", None)


def _close(timeline: Timeline, event: Event) -> None:
    if timeline.lease is not None:
        timeline.spans.append((timeline.lease.at, event.at))
    timeline.lease = None
