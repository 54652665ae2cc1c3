"""Why a job waits, in words that are true."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from fakturo.domain.job import Job, Status
from fakturo.store.pauses import Pause
from fakturo.web.jobs.waiting import CONVERTER, why_waiting

MakeJob = Callable[..., Job]
NOON = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)


def pause(reason: str, *, what: str = "claims", pipeline: str = "*") -> Pause:
    return Pause(what, reason, pipeline, "host", "The disk is full.", NOON, LATER)


@pytest.mark.parametrize(
    ("ahead", "text"),
    [
        (0, "It is next in line."),
        (1, "One job is before it."),
        (999, "999 jobs are before it."),
        (1000, "1,000 or more jobs are before it."),
    ],
)
def test_in_line_it_says_how_many_are_before_it(ahead: int, text: str, job: MakeJob) -> None:
    waiting = why_waiting(job(), ahead, [])
    assert waiting
    assert (waiting.reason, waiting.text, waiting.ahead, waiting.until) == ("in_line", text, ahead, None)


def test_a_retry_is_not_in_line_but_has_its_time(job: MakeJob) -> None:
    waiting = why_waiting(job(retry_after=LATER), 0, [])
    assert waiting
    assert (waiting.reason, waiting.until, waiting.ahead) == ("retry", LATER, None)


@pytest.mark.parametrize(
    ("given", "reason", "text"),
    [
        ("breaker", "converter", CONVERTER),
        ("disk", "storage", "The disk is full."),
        ("operator", "operator", "The disk is full."),
    ],
)
def test_a_pause_comes_before_all_other_reasons(given: str, reason: str, text: str, job: MakeJob) -> None:
    waiting = why_waiting(job(retry_after=LATER), 3, [pause(given)])
    assert waiting
    assert (waiting.reason, waiting.text, waiting.until) == (reason, text, LATER)


def test_a_pause_of_uploads_or_of_another_pipeline_is_none_of_its_business(job: MakeJob) -> None:
    waiting = why_waiting(job(), 0, [pause("disk", what="uploads"), pause("operator", pipeline="llm")])
    assert waiting
    assert waiting.reason == "in_line"


@pytest.mark.parametrize("status", [Status.PROCESSING, Status.COMPLETE, Status.FAILED])
def test_who_is_at_work_or_done_does_not_wait(status: Status, job: MakeJob) -> None:
    assert why_waiting(job(status=status), 0, []) is None
