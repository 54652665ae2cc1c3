"""Judges a run by what it left behind. Written apart from the code it judges: it imports nothing of it.

lost      an acknowledged upload that is gone, never ended, or ended without its result
doubled   work accepted twice: two ends in one generation, two leases at a time, two live jobs for one file
stale     a write by somebody whose lease was no longer the job's
other     everything else that the contract of the events forbids
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.faults.history import Event, History, Kept, Row
from tests.faults.timelines import Timeline, Violation, follow

LOST = frozenset({"upload-missing", "upload-file", "not-ended", "result-missing", "version-lost"})
DOUBLED = frozenset({"two-ends", "two-leases", "twin"})
STALE = frozenset({"stale-token", "result-differs", "version-unknown", "wrote-after-fenced"})
ENDED = frozenset({"complete", "failed"})
CLOCK_TOLERANCE_SECONDS = 0.25
CAUSE_TOLERANCE_SECONDS = 1.0


@dataclass(frozen=True)
class Verdict:
    violations: tuple[Violation, ...]
    jobs: int
    fenced: int

    @property
    def ok(self) -> bool:
        return not self.violations

    def count(self, kinds: frozenset[str]) -> int:
        """Jobs, not findings: a job that is lost in three ways is one lost job."""
        return len({violation.job for violation in self.violations if violation.kind in kinds})

    def line(self, faults: int) -> str:
        return (
            f"faults={faults} jobs={self.jobs} lost={self.count(LOST)} doubled={self.count(DOUBLED)} "
            f"stale={self.count(STALE)} fenced={self.fenced}"
        )


def judge(history: History) -> Verdict:
    timelines = _timelines(history)
    found: list[Violation] = []
    for job in sorted(timelines.keys() | history.rows.keys()):
        timeline, row = timelines.get(job), history.rows.get(job)
        if timeline is None or row is None:
            found.append(Violation("row", job, "has a row without events" if row else "has events without a row"))
            continue
        found += timeline.violations
        found += _row_agrees(row, timeline)
        found += _files_agree(row, timeline, history)
        found += _failure_explained(row, timeline, history)
        if history.nobody_was_hurt and timeline.leases_lost:
            found.append(Violation("lease-lost", job, "was taken from a worker that was alive and well"))
    found += _uploads_kept(history)
    found += _no_twins(history.rows.values())
    found += [
        Violation("unforeseen", job, f"met an error that nobody had thought of: {kind}")
        for job, kind in history.unforeseen
    ]
    if history.calls_while_out > history.calls_allowed:
        made = f"{history.calls_while_out} calls of a gateway out of order, {history.calls_allowed} would do"
        found.append(Violation("breaker", "-", made))
    kept, broken = _fences(history, timelines)
    return Verdict((*found, *broken), len(history.rows), kept)


def _timelines(history: History) -> dict[str, Timeline]:
    by_job = defaultdict(list)
    for event in sorted(history.events, key=lambda event: event.id):
        by_job[event.job].append(event)
    tokens: Counter[str] = Counter(e.token for e in history.events if e.type == "processing" and e.token)
    reused = {token for token, times in tokens.items() if times > 1}
    return {job: follow(job, events, history.policy, reused) for job, events in by_job.items()}


def _row_agrees(row: Row, timeline: Timeline) -> Iterator[Violation]:
    if row.version != timeline.version:
        yield Violation("row", row.id, f"is at version {row.version}, its events say {timeline.version}")
    if row.status != timeline.status:
        yield Violation("row", row.id, f"is {row.status}, its events say {timeline.status}")
    if row.attempt_count != timeline.attempt:
        yield Violation("row", row.id, f"counts {row.attempt_count} attempts, its events {timeline.attempt}")
    if (row.lease_token is not None) != (row.status == "processing" and not row.deleted):
        yield Violation("row", row.id, f"is {row.status} and its lease token is {row.lease_token}")
    if row.deleted != timeline.deleted:
        yield Violation("row", row.id, "is deleted in its row or in its events, not in both")
    if row.status not in ENDED and not row.deleted:
        yield Violation("not-ended", row.id, f"is still {row.status} at the end")
    if row.status == "failed" and timeline.end and row.error_code != timeline.end.error_code:
        yield Violation("row", row.id, f"failed with {row.error_code}, its event says {timeline.end.error_code}")


def _files_agree(row: Row, timeline: Timeline, history: History) -> Iterator[Violation]:
    if row.deleted:
        if row.versions:
            yield Violation("row", row.id, "is deleted, and yet has earlier versions")
        return
    yield from _versions_agree(row, timeline, history)
    if row.expired:
        return
    if row.upload_path is not None:
        file = history.files.get(row.upload_path)
        if file is None or (file.sha256, file.size) != (row.sha256, row.bytes):
            yield Violation("upload-file", row.id, f"its PDF is {'damaged' if file else 'gone'}")
    if row.status == "complete":
        yield from _result_agrees(row, timeline, history)


def _result_agrees(row: Row, timeline: Timeline, history: History) -> Iterator[Violation]:
    end = timeline.end
    if end is None or end.type != "complete":
        return  # told already: row and events disagree
    current = Kept(row.version, row.result_path or "", row.result_sha256 or "", row.result_bytes or 0)
    yield from _version_agrees(row, current, end, history)


def _versions_agree(row: Row, timeline: Timeline, history: History) -> Iterator[Violation]:
    """Every result that was ever accepted is still there, as it was; and no other is."""
    kept = {each.number: each for each in row.versions}
    current = {row.version} if row.status == "complete" else set()
    for number in timeline.accepted.keys() - current - kept.keys():
        yield Violation("version-lost", row.id, f"its version {number} was accepted and is not there")
    for number, each in kept.items():
        if number in current or number not in timeline.accepted:
            yield Violation("version-unknown", row.id, f"its version {number} is one that nobody accepted")
        else:
            yield from _version_agrees(row, each, timeline.accepted[number], history)


def _version_agrees(row: Row, made: Kept, end: Event, history: History) -> Iterator[Violation]:
    path = made.result_path
    file, sidecar = history.files.get(path), history.files.get(f"{path}.json")
    if file is None or sidecar is None:
        yield Violation("result-missing", row.id, f"its {'sidecar' if file else 'result'} is gone")
        return
    if not re.search(rf"/{row.id}\.{end.attempt}-{end.token}\.xml$", path):
        yield Violation("stale-token", row.id, "its result is not that of the attempt that completed it")
    promised = (end.meta.get("result_sha256"), end.meta.get("result_bytes"))
    if (file.sha256, file.size) != (made.result_sha256, made.result_bytes) or (file.sha256, file.size) != promised:
        yield Violation("result-differs", row.id, "its result is not the one that was accepted")
    said = sidecar.content or {}
    if (said.get("output_sha256"), said.get("input_sha256")) != (file.sha256, row.sha256):
        yield Violation("result-differs", row.id, "its sidecar speaks of other files")
    if history.answers is not None and file.sha256 not in history.answers.get(row.sha256 or "", ()):
        yield Violation("foreign-answer", row.id, "its result is no whole answer that the gateway gave for this file")


def _failure_explained(row: Row, timeline: Timeline, history: History) -> Iterator[Violation]:
    """A job fails only for something that the run did to it, while one of its attempts was under way."""
    end = timeline.end
    if row.status != "failed" or end is None:
        return
    for cause in history.causes:
        to_this_file = cause.sha256 is None or cause.sha256 == row.sha256
        if cause.code == end.error_code and to_this_file and timeline.was_running(cause, CAUSE_TOLERANCE_SECONDS):
            return
    yield Violation("unexplained", row.id, f"failed with {end.error_code}, and nothing was done that explains it")


def _uploads_kept(history: History) -> Iterator[Violation]:
    for upload in history.uploads:
        row = history.rows.get(upload.job)
        if row is None:
            yield Violation("upload-missing", upload.job, "was acknowledged and has no row")
        elif (row.sha256, row.bytes) != (upload.sha256, upload.size):
            yield Violation("upload-file", upload.job, "was acknowledged with other bytes")


def _no_twins(rows: Iterable[Row]) -> Iterator[Violation]:
    live = [row for row in rows if row.status != "failed" and not row.deleted and not row.expired]
    per_file = Counter((row.owner, row.sha256) for row in live)
    for row in live:
        if per_file[row.owner, row.sha256] > 1:
            yield Violation("twin", row.id, "another live job of the same owner has the same file")


def _fences(history: History, timelines: dict[str, Timeline]) -> tuple[int, list[Violation]]:
    """How many attempts were fenced off and wrote nothing more; and those that did write though they had been told."""
    kept, broken = set(), []
    for fenced in history.fenced:
        timeline = timelines.get(fenced.job)
        after = list(timeline.settlements_after(fenced, CLOCK_TOLERANCE_SECONDS)) if timeline else []
        if not after:
            kept.add(fenced.token)
        elif fenced.told:
            what = f"{after[0].type} after the worker's settlement had been refused"
            broken.append(Violation("wrote-after-fenced", fenced.job, what))
    return len(kept), broken
