"""Where an attempt's outcome leads, for every code, attempt, history, policy and chance."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import UUID

import pytest

from fakturo.domain.errors import JOB_CODES, ErrorCode, final_text
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import RetryPolicy, gateway_policy, llm_policy, stepped_policy
from fakturo.domain.transitions import (
    MAX_BUSY_RELEASES,
    MAX_PARSER_DEATHS,
    MAX_RELEASES,
    AttemptFailed,
    Complete,
    Converted,
    Fail,
    HandBackReason,
    HandedBack,
    ParserDied,
    Release,
    Retry,
    decide,
)

POLICIES: list[Callable[[], RetryPolicy]] = [gateway_policy, stepped_policy, llm_policy]
CHANCES = [0, 0.5, 0.999]
HISTORIES: list[ErrorCode | None] = [None, *sorted(JOB_CODES)]
RETRIED_BY_POLICY = {ErrorCode.GW_5XX, ErrorCode.GW_TIMEOUT, ErrorCode.UNKNOWN}


STOPPING = HandedBack(HandBackReason.SHUTDOWN)


def claimed(*, attempt: int = 1, last: ErrorCode | None = None, released: int = 0, deaths: int = 0) -> ClaimedJob:
    return ClaimedJob(
        id=UUID(int=1),
        lease_token=UUID(int=2),
        owner_key="session:x",
        pipeline="gateway",
        mapping="layout_v1",
        mapping_version=1,
        upload_path="uploads/00/00/x.pdf",
        sha256="0" * 64,
        bytes=1,
        attempt_count=attempt,
        crash_count=deaths,
        release_count=released,
        last_error_code=last,
        place=datetime(2026, 3, 9, tzinfo=UTC),
    )


def should_retry(policy: RetryPolicy, code: ErrorCode, last: ErrorCode | None, attempt: int) -> bool:
    """A storage error is retried once, but for the model's jobs. At a first attempt, one before it can only have been a
    hand-back."""
    was_retried = last is ErrorCode.IO_ERROR and attempt > 1 and policy.name != "llm"
    return code in RETRIED_BY_POLICY or (code is ErrorCode.IO_ERROR and not was_retried)


@pytest.mark.parametrize(("code", "make"), [*product(ErrorCode, POLICIES)])
def test_a_failure_is_retried_exactly_while_its_code_and_the_policy_allow(
    code: ErrorCode, make: Callable[[], RetryPolicy]
) -> None:
    policy = make()
    failed = AttemptFailed(code, None, 500)
    for attempt, last, random in product(range(1, policy.max_attempts + 1), HISTORIES, CHANCES):
        settlement = decide(claimed(attempt=attempt, last=last), failed, policy, random)
        delay = policy.next_delay(attempt, random)
        if should_retry(policy, code, last, attempt) and delay is not None:
            assert settlement == Retry(code, delay, 500)
        else:
            assert settlement == Fail(code, final_text(code), 500)


@pytest.mark.parametrize("make", POLICIES)
def test_every_job_comes_to_an_end_within_its_attempts(make: Callable[[], RetryPolicy]) -> None:
    policy = make()
    for code, last in product(ErrorCode, HISTORIES):
        settlement = decide(claimed(attempt=policy.max_attempts, last=last), AttemptFailed(code), policy, 0.5)
        assert isinstance(settlement, Fail)


def test_a_job_fails_with_the_gateways_own_reason() -> None:
    settlement = decide(claimed(), AttemptFailed(ErrorCode.GW_4XX, "The PDF needs a password."), gateway_policy(), 0)
    assert isinstance(settlement, Fail)
    assert settlement.message == ("Couldn't convert this file with the selected mapping. The PDF needs a password.")


@pytest.mark.parametrize("attempt", range(1, 5))
def test_a_result_completes_the_job_whatever_came_before(attempt: int) -> None:
    converted = Converted("results/00/00/x.xml", 1, "0" * 64, 200)
    job = claimed(attempt=attempt, last=ErrorCode.IO_ERROR, released=MAX_RELEASES)
    assert decide(job, converted, gateway_policy(), 0.5) == Complete(converted)


@pytest.mark.parametrize("released", range(MAX_RELEASES))
def test_a_job_handed_back_gets_its_attempt_back_even_at_the_last(released: int) -> None:
    for attempt in range(1, 4):
        job = claimed(attempt=attempt, released=released)
        assert decide(job, STOPPING, gateway_policy(), 0.5) == Release(HandBackReason.SHUTDOWN)


@pytest.mark.parametrize("released", [MAX_RELEASES, MAX_RELEASES + 1, MAX_RELEASES * 10])
def test_a_job_handed_back_too_often_pays_with_its_attempts(released: int) -> None:
    job = claimed(attempt=2, released=released)
    assert decide(job, STOPPING, gateway_policy(), 0.5) == Release(HandBackReason.SHUTDOWN, refunds_attempt=False)


@pytest.mark.parametrize("last", HISTORIES)
def test_a_job_handed_back_too_often_ends_with_its_last_attempt(last: ErrorCode | None) -> None:
    code = last or ErrorCode.UNKNOWN
    for attempt in (3, 4):
        settlement = decide(
            claimed(attempt=attempt, last=last, released=MAX_RELEASES),
            STOPPING,
            gateway_policy(),
            0,
        )
        assert settlement == Fail(code, final_text(code), None, {"released": MAX_RELEASES})


def test_a_hand_back_keeps_what_the_page_shall_say_and_how_long_to_wait() -> None:
    busy = HandedBack(HandBackReason.BUSY, timedelta(seconds=30), ErrorCode.GW_5XX, 503)
    expected = Release(HandBackReason.BUSY, True, timedelta(seconds=30), ErrorCode.GW_5XX, 503)
    assert decide(claimed(), busy, gateway_policy(), 0.5) == expected


def test_a_failure_that_is_final_is_not_retried() -> None:
    settlement = decide(claimed(), AttemptFailed(ErrorCode.GW_5XX, final=True), gateway_policy(), 0.5)
    assert settlement == Fail(ErrorCode.GW_5XX, final_text(ErrorCode.GW_5XX))


def test_a_first_death_of_the_parser_is_tried_again_and_counted() -> None:
    died = ParserDied({"signal": 9}, 500)
    delay = gateway_policy().next_delay(1, 0.5)
    assert delay is not None
    expected = Retry(ErrorCode.UNKNOWN, delay, 500, crashed=True, meta={"signal": 9})
    assert decide(claimed(), died, gateway_policy(), 0.5) == expected


@pytest.mark.parametrize("attempt", range(1, 4))
def test_a_pdf_that_kills_two_parsers_fails_with_the_evidence(attempt: int) -> None:
    job = claimed(attempt=attempt, deaths=MAX_PARSER_DEATHS - 1)
    settlement = decide(job, ParserDied({"signal": 9, "page": 3}, 500), gateway_policy(), 0.5)
    assert isinstance(settlement, Fail)
    assert (settlement.code, settlement.meta) == (ErrorCode.GW_4XX, {"signal": 9, "page": 3})
    assert "broke down" in settlement.message


@pytest.mark.parametrize(
    ("reason", "free"),
    [
        (HandBackReason.SHUTDOWN, MAX_RELEASES),
        (HandBackReason.BREAKER, MAX_RELEASES),
        (HandBackReason.BUSY, MAX_BUSY_RELEASES),
        (HandBackReason.GATEWAY_DISK, MAX_BUSY_RELEASES),
    ],
)
def test_patience_has_an_end(reason: HandBackReason, free: int) -> None:
    for released, refunds in ((free - 1, True), (free, False)):
        settlement = decide(claimed(released=released), HandedBack(reason), gateway_policy(), 0)
        assert settlement == Release(reason, refunds_attempt=refunds)


def test_a_gateway_that_never_had_time_is_the_reason_in_the_end() -> None:
    given_up = claimed(attempt=3, released=MAX_BUSY_RELEASES)
    settlement = decide(given_up, HandedBack(HandBackReason.BUSY, gateway_status=503), gateway_policy(), 0)
    code = ErrorCode.GW_5XX
    assert settlement == Fail(code, final_text(code), 503, {"released": MAX_BUSY_RELEASES})


def test_a_full_disk_never_costs_an_attempt() -> None:
    settlement = decide(claimed(attempt=3, released=10**6), HandedBack(HandBackReason.DISK), gateway_policy(), 0)
    assert settlement == Release(HandBackReason.DISK)
