"""A job as the API shows it."""

from collections.abc import Callable

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Status
from fakturo.web.schemas import JobAnswer

MakeJob = Callable[..., Job]


def test_a_job_is_shown_in_the_tables_words_except_for_its_file_name(job: MakeJob) -> None:
    shown = JobAnswer.of(job(attempt_count=2, bytes=7)).model_dump()
    assert (shown["filename"], shown["attempt_count"], shown["bytes"]) == ("invoice.pdf", 2, 7)
    assert set(shown) - set(Job.__slots__) == {"filename", "message", "draft"}


def test_nothing_of_where_files_are_or_whose_they_are_is_shown(job: MakeJob) -> None:
    shown = JobAnswer.of(job(status=Status.COMPLETE, result_path="results/ab/cd/x.xml")).model_dump_json()
    assert "results/" not in shown
    assert not {name for name in JobAnswer.model_fields if "path" in name or "owner" in name or "lease" in name}


def test_the_message_is_the_final_one_or_why_the_job_waits(job: MakeJob) -> None:
    failed = job(
        status=Status.FAILED, error_code=ErrorCode.GW_4XX, error_message="No.", last_error_code=ErrorCode.GW_5XX
    )
    assert JobAnswer.of(failed).message == "No."
    assert (
        JobAnswer.of(job(last_error_code=ErrorCode.GW_TIMEOUT)).message == "Conversion is taking too long. We'll retry."
    )
    assert JobAnswer.of(job(status=Status.PROCESSING, last_error_code=ErrorCode.GW_TIMEOUT)).message is None
    assert JobAnswer.of(job()).message is None
