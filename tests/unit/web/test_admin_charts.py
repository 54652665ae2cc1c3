"""Charts are drawn from figures alone."""

from datetime import UTC, datetime, timedelta

import pytest

from fakturo.store.operations import Step
from fakturo.web.admin.charts import bands, bar_chart, line_chart, round_up, ticks
from fakturo.web.admin.entry import LASTS_SECONDS, Operator, sealed, unsealed

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
TOKEN = "let-me-in-for-a-test"  # noqa: S105  made up


def steps(*depths: int, paused: tuple[int, ...] = (), median: float | None = 1.0) -> list[Step]:
    return [
        Step(BEGIN + timedelta(minutes=place), depth, depth, 0, median if depth else None, None, place in paused)
        for place, depth in enumerate(depths)
    ]


@pytest.mark.parametrize(("value", "edge"), [(0, 1), (0.4, 1), (1, 1), (4, 5), (11, 20), (60, 100), (301, 500)])
def test_the_upper_edge_reads_well_and_is_never_below_a_value(value: float, edge: float) -> None:
    assert round_up(value) == edge


def test_a_line_goes_from_edge_to_edge_and_breaks_where_nothing_is_known() -> None:
    chart = line_chart(steps(5, 0, 10), lambda step: step.depth)
    assert chart.lines == ("M0.0 50.0L150.0 100.0L300.0 0.0",)
    broken = line_chart(steps(1, 0, 1), lambda step: step.median_seconds)
    assert broken.lines == ("M0.0 0.0h0M300.0 0.0h0",)


def test_bars_stand_on_the_ground_and_nothing_is_no_bar() -> None:
    chart = bar_chart(steps(0, 2), lambda step: step.done)
    assert chart.bars == "M174.0 100V0.0h102.0V100z"


def test_neighbouring_pauses_are_one_band() -> None:
    assert bands(steps(0, 0, 0, 0, paused=(1, 2))) == ((75.0, 150.0),)
    assert bands(steps(0, 0, 0, 0, paused=(0, 3))) == ((0.0, 75.0), (225.0, 75.0))


def test_ticks_are_spread_and_end_now() -> None:
    drawn = steps(*range(60))
    assert [each.minute for each in ticks(drawn)] == [0, 20, 39, 59]


def test_only_our_own_cookie_of_the_last_hours_lets_an_operator_in() -> None:
    cookie = sealed(Operator("Ana"), TOKEN, now=1000)
    assert unsealed(cookie, TOKEN, now=1000 + LASTS_SECONDS - 1) == Operator("Ana")
    assert unsealed(cookie, TOKEN, now=1000 + LASTS_SECONDS) is None
    assert unsealed(cookie, "another token, longer", now=1000) is None
    until, name, signature = cookie.split(".")
    assert unsealed(f"{int(until) + 1}.{name}.{signature}", TOKEN, now=1000) is None
    assert unsealed("", TOKEN, now=1000) is None
