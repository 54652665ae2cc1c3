"""How a job reads on the page."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from fakturo.domain.errors import ERRORS, JOB_CODES, ErrorCode, final_text
from fakturo.domain.job import Job, Review, Status
from fakturo.web.words import REVIEW_NEEDED, row_of, size_in_words

MakeJob = Callable[..., Job]
VERSIONS = {"layout_v1": 1}
AT_14_32 = datetime(2026, 3, 9, 14, 32, tzinfo=UTC)


@pytest.mark.parametrize("status", Status)
def test_every_status_has_icon_word_and_tone(job: MakeJob, status: Status) -> None:
    row = row_of(job(status=status), max_attempts=3, versions=VERSIONS)
    assert row.icon
    assert row.word
    assert row.tone in {"plain", "busy", "ok", "bad"}


def test_a_job_that_waits_says_why_and_until_when(job: MakeJob) -> None:
    for code in JOB_CODES:
        waiting = ERRORS[code].waiting_text
        if waiting is None:
            continue
        row = row_of(
            job(last_error_code=code, retry_after=AT_14_32, attempt_count=1), max_attempts=3, versions=VERSIONS
        )
        assert (row.word, row.detail) == ("Retrying", f"{waiting} Next try 14:32 UTC, attempt 2 of 3")


def test_a_job_that_waits_for_no_fault_of_its_own_says_only_until_when(job: MakeJob) -> None:
    row = row_of(job(retry_after=AT_14_32), max_attempts=3, versions=VERSIONS)
    assert row.detail == "Next try 14:32 UTC, attempt 1 of 3"


def test_times_are_in_the_zone_that_they_name(job: MakeJob) -> None:
    elsewhere = AT_14_32.astimezone(timezone(timedelta(hours=7)))
    row = row_of(job(last_error_code=ErrorCode.GW_5XX, retry_after=elsewhere), max_attempts=3, versions=VERSIONS)
    assert "14:32 UTC" in (row.detail or "")


def test_an_attempt_given_back_is_never_counted_beyond_the_last(job: MakeJob) -> None:
    row = row_of(job(retry_after=AT_14_32, attempt_count=3), max_attempts=3, versions=VERSIONS)
    assert "attempt 3 of 3" in (row.detail or "")


def test_a_failed_job_shows_its_message(job: MakeJob) -> None:
    failed = job(status=Status.FAILED, error_code=ErrorCode.NOT_PDF, error_message="Only PDF files are supported.")
    row = row_of(failed, max_attempts=3, versions=VERSIONS)
    assert (row.word, row.tone, row.detail, row.can_download) == (
        "Failed",
        "bad",
        "Only PDF files are supported.",
        False,
    )


@pytest.mark.parametrize(
    ("code", "versions", "can_retry"),
    [
        (ErrorCode.GW_5XX, {"layout_v1": 1}, True),
        (ErrorCode.GW_5XX, {}, False),
        (ErrorCode.GW_4XX, {"layout_v1": 1}, False),
        (ErrorCode.GW_4XX, {"layout_v1": 2}, True),
        (ErrorCode.GW_4XX, {}, False),
    ],
    ids=["may pass", "mapping withdrawn", "the mapping's fault", "another version now", "its fault, and withdrawn"],
)
def test_a_failed_job_can_be_asked_for_again_if_that_may_go_better(
    job: MakeJob, code: ErrorCode, versions: dict[str, int], can_retry: bool
) -> None:
    failed = job(status=Status.FAILED, error_code=code, error_message="It went wrong.")
    assert row_of(failed, max_attempts=3, versions=versions).can_retry is can_retry


def test_a_complete_job_can_be_downloaded_until_it_has_expired(job: MakeJob) -> None:
    ready = row_of(job(status=Status.COMPLETE, result_path="results/00/00/x.xml"), max_attempts=3, versions=VERSIONS)
    assert (ready.word, ready.detail, ready.can_download) == ("Ready", None, True)
    doubtful = job(status=Status.COMPLETE, result_path="results/00/00/x.xml", review=Review.NEEDED)
    draft = row_of(doubtful, max_attempts=3, versions=VERSIONS)
    assert (draft.word, draft.detail, draft.tone, draft.can_download) == ("Needs review", REVIEW_NEEDED, "warn", True)
    expired = row_of(job(status=Status.COMPLETE), max_attempts=3, versions=VERSIONS)
    assert (expired.word, expired.detail, expired.can_download) == ("Expired", final_text(ErrorCode.EXPIRED), False)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1 KB"),
        (1536, "2 KB"),
        (1024 * 1024 - 1, "1.0 MB"),
        (1024 * 1024, "1.0 MB"),
        (50 * 1024 * 1024, "50.0 MB"),
    ],
)
def test_sizes_are_in_round_words(size: int, words: str) -> None:
    assert size_in_words(size) == words
