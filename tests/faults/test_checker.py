"""The checker on histories written by hand: a good one of each kind passes, and each violation is named."""

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.checker import judge
from tests.faults.history import Cause, Event, Fenced, File, History, Kept, Policy, Row, Upload

POLICY = Policy(lease_seconds=2, max_attempts=3, base_ms=1000, jitter_ms=500)
PDF, XML = "a" * 64, "b" * 64
A, B = "host:1:aa", "host:2:bb"
Make = Callable[[], History]


class Story:
    """One job, told event by event."""

    def __init__(self, job: str = "j1", first_id: int = 1) -> None:
        self.job = job
        self.events: list[Event] = []
        self._id = first_id
        self.tell("uploaded", 0, at=0).tell("queued", 0, at=0)

    def tell(self, kind: str, attempt: int, *, at: float, **more: Any) -> "Story":
        self.events.append(Event(self._id, self.job, kind, attempt, at, **more))
        self._id += 1
        return self

    def claim(self, attempt: int, at: float, worker: str = A) -> "Story":
        return self.tell("processing", attempt, at=at, token=f"t{attempt}", worker=worker)

    def complete(self, attempt: int, at: float, worker: str = A) -> "Story":
        meta = {"result_sha256": XML, "result_bytes": 5}
        return self.tell("complete", attempt, at=at, token=f"t{attempt}", worker=worker, meta=meta)

    def retry(self, attempt: int, at: float, delay_ms: float, code: str = "GW_5XX") -> "Story":
        meta = {"delay_ms": delay_ms}
        return self.tell("retry", attempt, at=at, token=f"t{attempt}", worker=A, error_code=code, meta=meta)

    def reclaim(self, attempt: int, at: float, kind: str = "reclaimed", held_by: str = A) -> "Story":
        code = "UNKNOWN" if kind == "failed" else None
        meta = {"held_by": held_by}
        return self.tell(kind, attempt, at=at, token=f"t{attempt}", worker=B, error_code=code, meta=meta)

    def fail(self, attempt: int, at: float, code: str = "GW_4XX") -> "Story":
        return self.tell("failed", attempt, at=at, token=f"t{attempt}", worker=A, error_code=code)

    def history(self, status: str = "complete", attempts: int = 1, **changed: Any) -> History:
        upload, result = f"uploads/00/00/{self.job}.pdf", f"results/00/00/{self.job}.{attempts}-t{attempts}.xml"
        row = Row(self.job, "o", status, attempts, PDF, 9, upload)
        files = {upload: File(PDF, 9)}
        if status == "complete":
            row = replace(row, result_path=result, result_sha256=XML, result_bytes=5)
            files[result] = File(XML, 5)
            files[f"{result}.json"] = File("c" * 64, 1, {"output_sha256": XML, "input_sha256": PDF})
        row = replace(row, **changed)
        return History(POLICY, self.events, {self.job: row}, files, [Upload(self.job, PDF, 9)], answers=None)


def kinds(history: History) -> set[str]:
    return {violation.kind for violation in judge(history).violations}


def plain() -> History:
    return Story().claim(1, 1).complete(1, 1.5).history()


def retried() -> History:
    return Story().claim(1, 1).retry(1, 2, 1200).claim(2, 3.3).complete(2, 4).history(attempts=2)


def reclaimed() -> History:
    return Story().claim(1, 1).reclaim(1, 3.1).claim(2, 3.2, B).complete(2, 4, B).history(attempts=2)


def released() -> History:
    story = Story().tell("processing", 1, at=1, token="t0", worker=A)  # noqa: S106
    meta = {"refunded": True, "reason": "busy", "delay_ms": 500}
    story.tell("released", 1, at=2, token="t0", worker=A, meta=meta)  # noqa: S106
    return story.claim(1, 2.6).complete(1, 3).history()


def failed(code: str = "GW_4XX", *causes: Cause) -> History:
    history = Story().claim(1, 1).fail(1, 2, code).history("failed", error_code=code)
    return replace(history, causes=causes)


def lost_at_last() -> History:
    story = Story().claim(1, 1).reclaim(1, 3.1).claim(2, 4).reclaim(2, 6.1).claim(3, 7).reclaim(3, 9.1, "failed")
    return replace(story.history("failed", 3, error_code="UNKNOWN"), causes=[Cause("UNKNOWN", 1, 9)])


def refused() -> History:
    story = Story()
    story.events = []
    story.tell("uploaded", 0, at=0).tell("failed", 0, at=0, error_code="NOT_PDF")
    history = story.history("failed", 0, error_code="NOT_PDF", sha256=None, upload_path=None)
    return replace(history, uploads=(), causes=[Cause("NOT_PDF")])


def asked_again() -> History:
    story = Story().claim(1, 1).fail(1, 2).tell("queued", 0, at=3, meta={"manual": True})
    story.tell("processing", 1, at=4, token="t9", worker=A)  # noqa: S106
    story.tell("complete", 1, at=5, token="t9", worker=A, meta={"result_sha256": XML, "result_bytes": 5})  # noqa: S106
    history = story.history()
    files = {path.replace("1-t1", "1-t9"): file for path, file in history.files.items()}
    rows = {"j1": replace(history.rows["j1"], result_path="results/00/00/j1.1-t9.xml")}
    return replace(history, files=files, rows=rows)


FIRST, SECOND = "results/00/00/j1.1-t1.xml", "results/00/00/j1.1-u1.xml"


def converted_again(*, kept: tuple[Kept, ...] = (Kept(1, FIRST, XML, 5),), fails: bool = False) -> History:
    """A second version under another token; or a try of it that fails, after which the first is the job's again."""
    story = Story().claim(1, 1).complete(1, 2).tell("queued", 0, at=3, meta={"again": True, "version": 2})
    story.tell("processing", 1, at=4, token="u1", worker=A)  # noqa: S106
    if fails:
        story.tell("kept", 1, at=5, token="u1", worker=A, error_code="GW_4XX")  # noqa: S106
        return story.history(versions=())
    made = {"result_sha256": XML, "result_bytes": 5}
    story.tell("complete", 1, at=5, token="u1", worker=A, meta=made)  # noqa: S106
    history = story.history(version=2, versions=kept, result_path=SECOND)
    files = {path.replace(FIRST, SECOND): file for path, file in history.files.items()}
    return replace(history, files={**history.files, **files})


def fell_back() -> History:
    return converted_again(fails=True)


def deleted() -> History:
    story = Story().claim(1, 1).tell("deleted", 1, at=1.2)
    return replace(story.history("processing", deleted=True), files={})


@pytest.mark.parametrize(
    "make",
    [plain, retried, reclaimed, released, lost_at_last, refused, asked_again, converted_again, fell_back, deleted],
    ids=lambda m: m.__name__,
)
def test_a_lawful_history_passes(make: Make) -> None:
    assert judge(make()).violations == ()


def test_a_failure_passes_when_the_run_caused_it() -> None:
    assert kinds(failed("GW_4XX", Cause("GW_4XX", 1, 1.5, PDF))) == set()


def test_the_last_line_counts_jobs() -> None:
    history = replace(plain(), fenced=[Fenced("j1", "t7", 0)])
    assert judge(history).line(3) == "faults=3 jobs=1 lost=0 doubled=0 stale=0 fenced=1"
    gone = replace(plain(), files={})
    assert judge(gone).line(0) == "faults=0 jobs=1 lost=1 doubled=0 stale=0 fenced=0"


UNLAWFUL: dict[str, tuple[str, Make]] = {
    "an-earlier-version-is-gone": ("version-lost", lambda: converted_again(kept=())),
    "an-earlier-version-is-the-new-one": (
        "stale-token",
        lambda: converted_again(kept=(Kept(1, SECOND, XML, 5),)),
    ),
    "a-version-that-nobody-made": (
        "version-unknown",
        lambda: converted_again(kept=(Kept(1, FIRST, XML, 5), Kept(7, FIRST, XML, 5))),
    ),
    "fell-back-to-nothing": (
        "version-lost",
        lambda: Story().claim(1, 1).tell("kept", 1, at=2, token="t1", worker=A, error_code="GW_4XX").history(),  # noqa: S106
    ),
    "claimed-twice": (
        "two-leases",
        lambda: Story().claim(1, 1).claim(2, 1.5, B).complete(2, 2, B).history(attempts=2),
    ),
    "completed-twice": ("two-ends", lambda: Story().claim(1, 1).complete(1, 2).complete(1, 3).history()),
    "failed-after-complete": (
        "two-ends",
        lambda: Story().claim(1, 1).complete(1, 2).fail(1, 3).history("failed", error_code="GW_4XX"),
    ),
    "settled-by-an-old-token": (
        "stale-token",
        lambda: Story().claim(1, 1).reclaim(1, 3.1).claim(2, 4, B).complete(1, 5).history(attempts=2),
    ),
    "settled-after-reclaim": (
        "stale-token",
        lambda: Story().claim(1, 1).reclaim(1, 3.1).complete(1, 3.2).history(),
    ),
    "reclaimed-what-nobody-held": ("stale-token", lambda: Story().reclaim(1, 3).claim(1, 4).complete(1, 5).history()),
    "reclaimed-before-the-lease-ended": (
        "reclaimed-early",
        lambda: Story().claim(1, 1).reclaim(1, 2.5).claim(2, 3).complete(2, 4).history(attempts=2),
    ),
    "reclaimed-from-another": (
        "illegal",
        lambda: Story().claim(1, 1).reclaim(1, 3.5, held_by=B).claim(2, 4).complete(2, 5).history(attempts=2),
    ),
    "settled-by-another-worker": ("illegal", lambda: Story().claim(1, 1, A).complete(1, 2, B).history()),
    "an-attempt-uncounted": (
        "attempts",
        lambda: Story().claim(1, 1).reclaim(1, 3.1).claim(1, 4).complete(1, 5).history(),
    ),
    "an-attempt-skipped": ("attempts", lambda: Story().claim(2, 1).complete(2, 2).history(attempts=2)),
    "too-many-attempts": (
        "attempts",
        lambda: (
            Story()
            .claim(1, 1)
            .retry(1, 2, 1000)
            .claim(2, 3)
            .retry(2, 4, 2000)
            .claim(3, 6)
            .retry(3, 7, 4000)
            .claim(4, 11)
            .complete(4, 12)
            .history(attempts=4)
        ),
    ),
    "reclaimed-to-the-queue-at-the-last": (
        "attempts",
        lambda: (
            Story().claim(1, 1).reclaim(1, 4).claim(2, 5).reclaim(2, 8).claim(3, 9).reclaim(3, 12).history("queued", 3)
        ),
    ),
    "given-up-with-attempts-left": ("attempts", lambda: failed("GW_5XX", Cause("GW_5XX"))),
    "io-error-retried-twice": (
        "attempts",
        lambda: (
            Story()
            .claim(1, 1)
            .retry(1, 2, 1000, "IO_ERROR")
            .claim(2, 3)
            .retry(2, 4, 2000, "IO_ERROR")
            .claim(3, 6)
            .complete(3, 7)
            .history(attempts=3)
        ),
    ),
    "delay-too-short": (
        "delay",
        lambda: Story().claim(1, 1).retry(1, 2, 900).claim(2, 3).complete(2, 4).history(attempts=2),
    ),
    "delay-too-long": (
        "delay",
        lambda: Story().claim(1, 1).retry(1, 2, 1600).claim(2, 4).complete(2, 4).history(attempts=2),
    ),
    "begun-before-due": (
        "too-early",
        lambda: Story().claim(1, 1).retry(1, 2, 1490).claim(2, 2.1).complete(2, 4).history(attempts=2),
    ),
    "claimed-after-the-end": (
        "illegal",
        lambda: Story().claim(1, 1).complete(1, 2).claim(2, 3).complete(2, 4).history(attempts=2),
    ),
    "retried-by-hand-though-complete": (
        "illegal",
        lambda: Story().claim(1, 1).complete(1, 2).tell("queued", 0, at=3, meta={"manual": True}).history("queued", 0),
    ),
    "unknown-event": ("illegal", lambda: Story().tell("resurrected", 0, at=1).claim(1, 1).complete(1, 2).history()),
    "downloaded-before-complete": ("illegal", lambda: Story().tell("downloaded", 0, at=1).history("queued", 0)),
    "written-after-delete": (
        "illegal",
        lambda: Story().claim(1, 1).tell("deleted", 1, at=1.2).complete(1, 2).history(deleted=True),
    ),
    "row-says-something-else": ("row", lambda: Story().claim(1, 1).complete(1, 2).history("queued", 1)),
    "row-counts-otherwise": ("row", lambda: Story().claim(1, 1).complete(1, 2).history(attempt_count=2)),
    "lease-left-on-an-ended-job": ("row", lambda: Story().claim(1, 1).complete(1, 2).history(lease_token="t1")),  # noqa: S106
    "row-without-events": ("row", lambda: replace(plain(), events=())),
    "never-ended": ("not-ended", lambda: Story().history("queued", 0)),
    "failed-for-nothing": ("unexplained", failed),
    "failed-for-another-file": ("unexplained", lambda: failed("GW_4XX", Cause("GW_4XX", 1, 2, "f" * 64))),
    "failed-at-another-time": ("unexplained", lambda: failed("GW_4XX", Cause("GW_4XX", 60, 61))),
    "acknowledged-and-gone": ("upload-missing", lambda: replace(plain(), uploads=[Upload("j2", PDF, 9)])),
    "acknowledged-with-other-bytes": ("upload-file", lambda: replace(plain(), uploads=[Upload("j1", XML, 9)])),
    "pdf-gone": ("upload-file", lambda: without(plain(), ".pdf")),
    "pdf-damaged": ("upload-file", lambda: with_file(plain(), ".pdf", File(XML, 9))),
    "result-gone": ("result-missing", lambda: without(plain(), ".xml")),
    "sidecar-gone": ("result-missing", lambda: without(plain(), ".xml.json")),
    "result-overwritten": ("result-differs", lambda: with_file(plain(), ".xml", File("d" * 64, 5))),
    "sidecar-of-another": ("result-differs", lambda: with_file(plain(), ".json", File("d" * 64, 5, {}))),
    "result-of-another-attempt": ("stale-token", lambda: renamed(plain(), "1-t1", "1-t0")),
    "result-nobody-gave": ("foreign-answer", lambda: replace(plain(), answers={PDF: frozenset({"d" * 64})})),
    "two-jobs-for-one-file": (
        "twin",
        lambda: replace(plain(), rows={**plain().rows, "j2": replace(plain().rows["j1"], id="j2")}),
    ),
    "written-after-giving-up": (
        "wrote-after-fenced",
        lambda: replace(plain(), fenced=[Fenced("j1", "t1", at=1.1)]),
    ),
    "an-error-nobody-thought-of": ("unforeseen", lambda: replace(plain(), unforeseen=[("j1", "KeyError")])),
    "lease-taken-from-the-living": ("lease-lost", lambda: replace(reclaimed(), nobody_was_hurt=True)),
    "an-outage-not-heeded": ("breaker", lambda: replace(plain(), calls_while_out=20, calls_allowed=8)),
    "too-many-free-releases": ("attempts", lambda: handed_back(11)),
    "one-token-for-two-jobs": ("illegal", lambda: both(Story("j1"), Story("j2", 100))),
}


def without(history: History, ending: str) -> History:
    return replace(history, files={path: file for path, file in history.files.items() if not path.endswith(ending)})


def with_file(history: History, ending: str, other: File) -> History:
    files = {path: other if path.endswith(ending) else file for path, file in history.files.items()}
    return replace(history, files=files)


def renamed(history: History, old: str, new: str) -> History:
    files = {path.replace(old, new): file for path, file in history.files.items()}
    row = history.rows["j1"]
    return replace(
        history, files=files, rows={"j1": replace(row, result_path=(row.result_path or "").replace(old, new))}
    )


def handed_back(times: int) -> History:
    story = Story()
    for number in range(times):
        story.tell("processing", 1, at=number, token=f"r{number}", worker=A)
        story.tell("released", 1, at=number + 0.5, token=f"r{number}", worker=A, meta={"refunded": True})
    return story.claim(1, 50).complete(1, 51).history()


def both(one: Story, other: Story) -> History:
    first, second = (story.claim(1, 1).complete(1, 2).history() for story in (one, other))
    second_row = replace(second.rows["j2"], owner="another")
    return replace(
        first,
        events=[*first.events, *second.events],
        rows={**first.rows, "j2": second_row},
        files={**first.files, **second.files},
    )


def test_a_settlement_on_its_way_when_the_worker_gave_up_is_lawful_and_no_fence() -> None:
    history = replace(plain(), fenced=[Fenced("j1", "t1", at=1.1, told=False)])
    assert judge(history).line(0) == "faults=0 jobs=1 lost=0 doubled=0 stale=0 fenced=0"


def test_a_claim_that_a_crash_took_back_may_count_the_same_attempt_again() -> None:
    """Its first token was refused; the worker that held it claims the job anew, and completes it."""
    history = replace(plain(), fenced=[Fenced("j1", "t0", at=1.1)])
    assert judge(history).line(0) == "faults=0 jobs=1 lost=0 doubled=0 stale=0 fenced=1"


def test_ten_free_releases_are_lawful() -> None:
    assert kinds(handed_back(10)) == set()


@pytest.mark.parametrize("case", UNLAWFUL)
def test_a_violation_is_named(case: str) -> None:
    kind, make = UNLAWFUL[case]
    assert kind in kinds(make())


@pytest.mark.parametrize("module", ["history", "timelines", "checker"])
def test_the_checker_knows_nothing_of_what_it_judges(module: str) -> None:
    tree = ast.parse((Path(__file__).parent / f"{module}.py").read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in imported if name.startswith("fakturo")]
