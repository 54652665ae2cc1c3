"""How a job reads on the page."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

import pytest

from fakturo.domain.errors import ERRORS, JOB_CODES, ErrorCode, final_text
from fakturo.domain.job import Job, Review, Status
from fakturo.store.pauses import Pause
from fakturo.web.jobs.estimates import EstimateAnswer
from fakturo.web.page.languages import language
from fakturo.web.page.rows import REVIEW_NEEDED, Row, Teller, size_in_words

MakeJob = Callable[..., Job]
Told = Callable[..., Row]
AT_14_32 = datetime(2026, 3, 9, 14, 32, tzinfo=UTC)
RESULT = "results/00/00/x.xml"


def estimated(
    *, position: int | None = None, progress: float = 0.0, expected: float | None = None, remaining: float | None = None
) -> dict[UUID, EstimateAnswer]:
    answer = EstimateAnswer(
        progress=progress, remaining_sec=remaining, expected_sec=expected, position=position, text=None
    )
    return {UUID(int=1): answer}


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("speaks", ["en", "id"])
def test_every_status_has_icon_word_tone_group_and_something_to_do(
    job: MakeJob, told: Told, status: Status, speaks: str
) -> None:
    row = told(job(status=status), speaks=speaks)
    assert row.icon
    assert row.word
    assert row.tone in {"plain", "busy", "ok", "bad", "gone"}
    assert row.group in {"active", "ready", "failed"}
    assert row.action in {"cancel", "download", "retry", "upload_again"}


def test_a_job_that_waits_for_a_retry_says_why_and_when(job: MakeJob, told: Told) -> None:
    for code in JOB_CODES:
        waiting = ERRORS[code].waiting_text
        if waiting is None:
            continue
        row = told(job(last_error_code=code, retry_after=AT_14_32, attempt_count=1))
        assert (row.word, row.detail, row.due) == ("Retrying", f"{waiting} Attempt 2 of 3", AT_14_32)


def test_a_job_that_waits_for_no_fault_of_its_own_says_only_when(job: MakeJob, told: Told) -> None:
    row = told(job(retry_after=AT_14_32))
    assert (row.detail, row.due) == ("Attempt 1 of 3", AT_14_32)


def test_an_attempt_given_back_is_never_counted_beyond_the_last(job: MakeJob, told: Told) -> None:
    assert told(job(retry_after=AT_14_32, attempt_count=3)).detail == "Attempt 3 of 3"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (1, "Next in line"),
        (3, "In line, 2 before it"),
        (None, "In line"),
    ],
)
def test_a_job_in_line_says_how_many_are_before_it(job: MakeJob, told: Told, position: int | None, words: str) -> None:
    assert told(job(), estimates=estimated(position=position)).detail == words


@pytest.mark.parametrize(
    ("remaining", "words"), [(None, None), (0.2, "~1 s left"), (29.6, "~30 s left"), (170, "~3 min left")]
)
def test_a_job_under_way_says_how_far_it_is(
    job: MakeJob, told: Told, remaining: float | None, words: str | None
) -> None:
    estimates = estimated(progress=0.314, expected=40, remaining=remaining)
    row = told(job(status=Status.PROCESSING), estimates=estimates)
    assert (row.progress, row.left) == (31, words)
    assert told(job(status=Status.PROCESSING), estimates=estimated(progress=0.3)).progress is None, "nobody can say"
    assert told(job(status=Status.PROCESSING)).progress is None


def test_a_pause_is_the_reason_before_all_others(job: MakeJob, told: Told) -> None:
    pause = Pause("claims", "operator", "*", "me", "Update.", AT_14_32, None)
    assert told(job(), pauses=[pause], estimates=estimated(position=3)).detail == "Work is paused by the operator."


def test_a_doubtful_job_says_the_first_reason_and_how_many_more(job: MakeJob, told: Told) -> None:
    doubtful = job(
        status=Status.COMPLETE,
        result_path=RESULT,
        review=Review.NEEDED,
        issue_count=3,
        first_issue="Subtotal, tax and total do not add up as they are printed.",
        first_issue_code="TOTAL_MISMATCH",
    )
    row = told(doubtful)
    assert (row.word, row.tone, row.group, row.action) == ("Needs review (3)", "warn", "review", "review")
    assert row.detail == "Total does not add up ·\u00a02\u00a0more"
    assert told(doubtful, speaks="id").detail == "Total tidak cocok ·\u00a02\u00a0lagi"


def test_a_code_that_has_no_words_is_told_by_the_engines_sentence(job: MakeJob, told: Told) -> None:
    doubtful = {"status": Status.COMPLETE, "result_path": RESULT, "review": Review.NEEDED, "issue_count": 1}
    assert told(job(**doubtful, first_issue="An odd thing.", first_issue_code="BR-CO-15")).detail == "An odd thing."
    assert told(job(**doubtful)).detail == REVIEW_NEEDED


def test_seller_number_and_total_are_what_an_invoice_is_known_by(job: MakeJob, told: Told) -> None:
    found = job(seller="Nordlicht GmbH", invoice_number="INV-1", total=Decimal("1190.50"), currency="EUR")
    assert told(found).found == ("Nordlicht GmbH", "INV-1", "EUR 1,190.50")
    assert told(found, speaks="id").found == ("Nordlicht GmbH", "INV-1", "EUR 1.190,50")
    assert told(job()).found == ()


def test_a_mapping_is_called_by_its_title_and_one_that_is_gone_by_its_name(job: MakeJob, told: Told) -> None:
    assert told(job()).mapping_title == "Layout"
    assert told(job(), speaks="id").mapping_title == "Tata letak"
    assert told(job(), offered=False).mapping_title == "layout_v1"


@pytest.mark.parametrize("code", sorted(JOB_CODES))
def test_an_error_is_told_in_the_readers_language(job: MakeJob, told: Told, code: ErrorCode) -> None:
    failed = job(status=Status.FAILED, error_code=code, error_message=final_text(code, limit_mb=20))
    assert told(failed).detail == final_text(code, limit_mb=20)
    indonesian = told(failed, speaks="id").detail
    assert indonesian == language("id").gettext(ERRORS[code].final_text).format(limit_mb=20)
    assert indonesian != told(failed).detail


def test_what_the_converter_adds_is_told_too(job: MakeJob, told: Told) -> None:
    general, reason = final_text(ErrorCode.GW_4XX), "The file is empty."
    failed = job(status=Status.FAILED, error_code=ErrorCode.GW_4XX, error_message=f"{general} {reason}")
    assert told(failed).detail == reason
    assert told(failed, speaks="id").detail == "Berkas kosong."
    teller = Teller(language("id"), {}, max_attempts=3)
    assert teller.error_text(ErrorCode.GW_4XX, failed.error_message) == (
        "Berkas ini tidak dapat dikonversi dengan pemetaan yang dipilih. Berkas kosong."
    )


@pytest.mark.parametrize(
    ("code", "version", "offered", "action"),
    [
        (ErrorCode.GW_5XX, 1, True, "retry"),
        (ErrorCode.GW_5XX, 1, False, "upload_again"),
        (ErrorCode.GW_4XX, 1, True, "upload_again"),
        (ErrorCode.GW_4XX, 7, True, "retry"),
        (ErrorCode.GW_4XX, 7, False, "upload_again"),
    ],
    ids=["may pass", "mapping withdrawn", "the mapping's fault", "another version now", "its fault, and withdrawn"],
)
def test_a_failed_job_can_be_asked_for_again_if_that_may_go_better(
    job: MakeJob, told: Told, code: ErrorCode, version: int, offered: bool, action: str
) -> None:
    failed = job(status=Status.FAILED, error_code=code, error_message="It went wrong.", mapping_version=version)
    assert told(failed, offered=offered).action == action


def test_a_complete_job_can_be_downloaded_until_it_has_expired(job: MakeJob, told: Told) -> None:
    ready = told(job(status=Status.COMPLETE, result_path=RESULT))
    assert (ready.word, ready.detail, ready.action) == ("Ready", None, "download")
    expired = told(job(status=Status.COMPLETE))
    assert (expired.word, expired.detail, expired.action) == ("Expired", final_text(ErrorCode.EXPIRED), "upload_again")


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1 KB"),
        (1536, "2 KB"),
        (1024 * 1024 - 1, "1.0 MB"),
        (50 * 1024 * 1024, "50.0 MB"),
    ],
)
def test_sizes_are_in_round_words(size: int, words: str) -> None:
    assert size_in_words(size, language("en")) == words
