"""A bucket's arithmetic, and how a standing is told."""

import pytest

from fakturo.domain.limits import Rate, Standing

UPLOADS = Rate(per_minute=10, burst=50)


def test_ten_a_minute_are_one_each_six_seconds_and_fifty_fill_up_in_five_minutes() -> None:
    assert UPLOADS.seconds_each == 6
    assert UPLOADS.window_seconds == 300


@pytest.mark.parametrize(("per_minute", "burst"), [(20, 100), (1, 5), (10, 50)])
def test_another_rate_has_its_burst_in_proportion(per_minute: int, burst: int) -> None:
    assert UPLOADS.of(per_minute) == Rate(per_minute, burst)


def test_a_burst_is_never_nothing() -> None:
    assert Rate(1000, 10).of(1).burst == 1


@pytest.mark.parametrize(("full_in", "left", "wait"), [(0, 50, 1), (6, 49, 1), (294, 1, 1), (300, 0, 6), (296, 0, 2)])
def test_what_is_left_and_how_long_to_wait(full_in: float, left: int, wait: int) -> None:
    standing = Standing("uploads", UPLOADS, granted=left > 0, full_in=full_in)
    assert (standing.left, standing.wait_seconds) == (left, wait)


def test_what_a_process_has_taken_in_advance_is_left_too() -> None:
    assert Standing("requests", Rate(1000, 1000), granted=True, full_in=1.2, spare=19).left == 980 + 19


def test_never_more_is_left_than_a_full_bucket_holds() -> None:
    assert Standing("requests", Rate(1000, 1000), granted=True, full_in=-3, spare=19).left == 1000


def test_headers_are_those_of_the_draft() -> None:
    standing = Standing("uploads", UPLOADS, granted=True, full_in=7.5)
    assert standing.policy() == '"uploads";q=50;w=300'
    assert standing.state() == '"uploads";r=48;t=8'


def test_of_two_the_tighter_counts() -> None:
    refused = Standing("requests", UPLOADS, granted=False, full_in=1)
    few = Standing("requests", UPLOADS, granted=True, full_in=290)
    many = Standing("requests", UPLOADS, granted=True, full_in=0)
    assert few.tighter(many) == many.tighter(few) == few
    assert refused.tighter(few) == few.tighter(refused) == refused
