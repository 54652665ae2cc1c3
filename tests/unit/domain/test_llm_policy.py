"""The policy `llm`: four attempts, and what is tried again under it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import gateway_policy, llm_policy
from fakturo.domain.transitions import AttemptFailed, Fail, Retry, decide

JOB = ClaimedJob(
    id=uuid4(),
    lease_token=uuid4(),
    owner_key="session:a",
    pipeline="llm",
    mapping="invoice_llm_v1",
    mapping_version=1,
    upload_path="uploads/00/00/a.pdf",
    sha256="0" * 64,
    bytes=10,
    attempt_count=1,
    crash_count=0,
    release_count=0,
    last_error_code=None,
    place=datetime(2026, 3, 9, tzinfo=UTC),
)


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 30), (2, 120), (3, 480)])
def test_delays_grow_within_their_bands(attempt: int, seconds: int) -> None:
    for random, share in ((0.0, 0.8), (0.5, 1.0), (0.999999, 1.2)):
        job = replace(JOB, attempt_count=attempt)
        settled = decide(job, AttemptFailed(ErrorCode.GW_TIMEOUT), llm_policy(), random)
        assert isinstance(settled, Retry)
        assert settled.delay.total_seconds() == pytest.approx(seconds * share, rel=1e-3)


def test_the_fourth_attempt_is_the_last() -> None:
    settled = decide(replace(JOB, attempt_count=4), AttemptFailed(ErrorCode.GW_5XX), llm_policy(), 0.5)
    assert isinstance(settled, Fail)


def test_storage_trouble_is_tried_as_often_as_any_other() -> None:
    again = replace(JOB, attempt_count=2, last_error_code=ErrorCode.IO_ERROR)
    assert isinstance(decide(again, AttemptFailed(ErrorCode.IO_ERROR), llm_policy(), 0.5), Retry)
    assert isinstance(decide(again, AttemptFailed(ErrorCode.IO_ERROR), gateway_policy(), 0.5), Fail)


def test_a_longer_wait_that_was_asked_for_is_kept() -> None:
    for asked, waits in ((timedelta(seconds=5), 30), (timedelta(seconds=900), 900)):
        settled = decide(JOB, AttemptFailed(ErrorCode.GW_5XX, not_before=asked), llm_policy(), 0.5)
        assert isinstance(settled, Retry)
        assert settled.delay == timedelta(seconds=waits)


def test_reason_and_cost_are_in_the_event() -> None:
    said: dict[str, object] = {"reason": "schema_failed", "llm": {"tokens_in": 1}}
    failed = AttemptFailed(ErrorCode.GW_4XX, final=True, meta=said, raw="x")
    settled = decide(JOB, failed, llm_policy(), 0.5)
    assert isinstance(settled, Fail)
    assert (settled.meta, settled.raw) == (said, "x")
