"""The one table of errors: complete, and in the words and statuses that the design fixes."""

import pytest

from fakturo.domain.errors import (
    ERRORS,
    JOB_CODES,
    RETRYABLE_BY_CLIENT,
    ErrorCode,
    Retried,
    code_of_gateway_status,
    final_text,
)

HTTP_STATUS = {
    "NOT_PDF": 400,
    "TOO_LARGE": 413,
    "GW_4XX": None,
    "GW_5XX": None,
    "GW_TIMEOUT": None,
    "IO_ERROR": 500,
    "NOT_READY": 409,
    "EXPIRED": 404,
    "FORBIDDEN": 403,
    "UNKNOWN": 500,
    "INVALID_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "RATE_LIMITED": 429,
    "PAUSED": 503,
}

RETRIED = {
    "GW_5XX": Retried.BY_POLICY,
    "GW_TIMEOUT": Retried.BY_POLICY,
    "UNKNOWN": Retried.BY_POLICY,
    "IO_ERROR": Retried.ONCE,
}

SPECIFIED_TEXTS = {
    "NOT_PDF": "Only PDF files are supported.",
    "TOO_LARGE": "File exceeds 50 MB limit.",
    "GW_4XX": "Couldn't convert this file with the selected mapping.",
    "GW_5XX": "Converter service is having an issue. We'll retry shortly.",
    "GW_TIMEOUT": "Conversion is taking too long. We'll retry.",
    "IO_ERROR": "Temporary storage issue. We'll retry.",
    "NOT_READY": "Conversion not finished yet.",
    "EXPIRED": "File was removed by retention. Re-upload to regenerate.",
    "FORBIDDEN": "This file isn't yours.",
}
"""While a job waits, for codes that are retried; otherwise final."""


def test_every_code_has_a_row() -> None:
    assert set(ERRORS) == set(ErrorCode)
    assert {code.value for code in ErrorCode} == set(HTTP_STATUS)


@pytest.mark.parametrize("code", ErrorCode)
def test_http_statuses_are_those_of_the_design(code: ErrorCode) -> None:
    assert ERRORS[code].http_status == HTTP_STATUS[code]


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_is_retried_as_the_design_says_and_has_a_text_for_the_wait_exactly_then(code: ErrorCode) -> None:
    spec = ERRORS[code]
    assert spec.retried == RETRIED.get(code, Retried.NEVER)
    assert (spec.waiting_text is not None) == (spec.retried is not Retried.NEVER)


@pytest.mark.parametrize(("code", "text"), SPECIFIED_TEXTS.items())
def test_people_read_the_specified_words(code: str, text: str) -> None:
    spec = ERRORS[ErrorCode(code)]
    assert text == (spec.waiting_text or final_text(ErrorCode(code)))


@pytest.mark.parametrize("code", ErrorCode)
def test_a_text_is_one_sentence_for_people_without_paths_or_loose_ends(code: ErrorCode) -> None:
    for text in filter(None, (final_text(code), ERRORS[code].waiting_text)):
        assert text.endswith(".")
        assert text.isprintable()
        assert not set(text) & set("/\\{}<>")
        assert code not in text


@pytest.mark.parametrize("code", ErrorCode)
def test_only_a_text_for_the_wait_promises_a_retry(code: ErrorCode) -> None:
    assert "We'll retry" not in final_text(code)
    if waiting := ERRORS[code].waiting_text:
        assert "We'll retry" in waiting


def test_the_limit_in_the_text_is_the_one_that_holds() -> None:
    assert final_text(ErrorCode.TOO_LARGE, limit_mb=7) == "File exceeds 7 MB limit."


def test_what_only_a_request_meets_never_stands_in_a_row() -> None:
    assert {code.value for code in set(ErrorCode) - JOB_CODES} == {
        *("NOT_READY", "EXPIRED", "FORBIDDEN"),
        *("INVALID_REQUEST", "UNAUTHORIZED", "NOT_FOUND", "CONFLICT", "RATE_LIMITED", "PAUSED"),
    }


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_without_http_status_is_met_by_jobs_alone(code: ErrorCode) -> None:
    spec = ERRORS[code]
    assert spec.http_status is not None or spec.in_job
    assert spec.in_job or spec.retried is Retried.NEVER


def test_only_the_gateways_own_failures_trip_the_breaker() -> None:
    assert {code for code, spec in ERRORS.items() if spec.trips_breaker} == {ErrorCode.GW_5XX, ErrorCode.GW_TIMEOUT}


def test_a_client_is_told_to_come_back_only_where_that_may_help() -> None:
    assert {code.value for code in RETRYABLE_BY_CLIENT} == {
        "NOT_READY",
        "RATE_LIMITED",
        "PAUSED",
        "IO_ERROR",
        "UNKNOWN",
    }
    assert all(ERRORS[code].http_status is not None for code in RETRYABLE_BY_CLIENT)


def test_the_gateways_answer_is_the_files_fault_below_500_except_for_a_timeout_and_a_wrong_token() -> None:
    files_fault, gateways_fault = ErrorCode.GW_4XX, ErrorCode.GW_5XX
    expected = dict.fromkeys(range(400, 500), files_fault) | dict.fromkeys(range(500, 600), gateways_fault)
    expected |= {401: gateways_fault, 408: ErrorCode.GW_TIMEOUT}
    assert {status: code_of_gateway_status(status) for status in expected} == expected
