"""How long a job will still take, from durations that are given."""

import random
import uuid
from collections.abc import Callable

import pytest

from fakturo.domain.estimate import Durations, Work, estimate_running, estimate_waiting, figures_of

KB = 1024


def work(size: int, seconds: float = 0.0, mapping: str = "a") -> Work:
    return Work(uuid.uuid4(), mapping, size, seconds)


def mixed(chance: random.Random) -> int:
    return round(10 * KB * 2 ** chance.uniform(0, 9))


@pytest.mark.parametrize(
    "takes",
    [lambda size: 0.2 + size / (2000 * KB), lambda _: 3.0, lambda size: 0.1 + (size / (1000 * KB)) ** 1.5],
    ids=["by size", "all alike", "more than by size"],
)
def test_after_twenty_conversions_of_mixed_sizes_most_are_estimated_within_half(
    takes: Callable[[int], float],
) -> None:
    chance, good, total = random.Random(7), 0, 0
    for _ in range(20):
        done = [work(size, takes(size) * chance.uniform(0.8, 1.25)) for size in (mixed(chance) for _ in range(20))]
        durations = Durations(done)
        for size in (mixed(chance) for _ in range(50)):
            expected = durations.expected("a", size)
            assert expected is not None
            good += abs(expected - takes(size)) <= takes(size) / 2
            total += 1
    assert good >= 0.9 * total


def test_a_few_odd_ones_bend_nothing() -> None:
    usual = [work(100 * KB, 2.0) for _ in range(10)]
    odd = [work(100 * KB, 90.0), work(90 * KB, 0.01)]
    assert Durations([*odd, *usual]).expected("a", 100 * KB) == pytest.approx(2.0, rel=0.05)


def test_another_mapping_is_asked_only_if_there_is_nothing_better() -> None:
    others = [work(KB, 8.0, "b") for _ in range(5)]
    assert Durations(others).expected("a", KB) == pytest.approx(8.0)
    own = [work(KB, 1.0) for _ in range(3)]
    assert Durations([*others, *own]).expected("a", KB) == pytest.approx(1.0)
    assert Durations(others[:2]).expected("a", KB) is None


def test_progress_rises_and_never_reaches_the_end() -> None:
    figures = figures_of([work(KB, 10.0) for _ in range(5)], [], [], 1)
    told = [estimate_running(figures, "a", KB, passed) for passed in (0, 1, 5, 9, 10, 20, 100, 10_000)]
    assert [each.progress for each in told] == sorted(each.progress for each in told)
    assert told[2].progress == pytest.approx(0.5, rel=0.1)
    assert told[-1].progress <= 0.99
    assert told[1].remaining_sec == pytest.approx(9.0, rel=0.1)
    assert all((each.remaining_sec or 0) > 0 for each in told), "also one that is late takes a little more"


def test_who_waits_waits_for_those_before_it() -> None:
    done = [work(KB, 10.0) for _ in range(5)]
    running, line = [work(KB, 4.0), work(KB, 8.0)], [work(KB) for _ in range(3)]
    figures = figures_of(done, running, line, 2)

    def waiting(each: Work, **more: object) -> tuple[int | None, float | None]:
        given = {"retry_in_sec": None, "is_paused": False} | more
        told = estimate_waiting(figures, each.id, "a", KB, **given)  # type: ignore[arg-type]
        return told.position, told.remaining_sec and round(told.remaining_sec)

    assert [waiting(each) for each in line] == [(1, 12), (2, 16), (3, 22)]
    assert waiting(line[0], is_paused=True) == (1, None), "nobody knows when a pause ends"
    assert waiting(work(KB), retry_in_sec=30.0) == (None, 40)
    assert waiting(work(KB)) == (None, None), "far behind, or not in line"
    nobody = figures_of(done, [], line, 0)
    assert estimate_waiting(nobody, line[0].id, "a", KB, retry_in_sec=None, is_paused=False).remaining_sec is None


def test_without_figures_nothing_is_made_up() -> None:
    figures = figures_of([], [work(KB, 3.0)], [work(KB)], 1)
    told = estimate_waiting(figures, figures.line[0].id, "a", KB, retry_in_sec=None, is_paused=False)
    assert (told.position, told.remaining_sec, told.expected_sec) == (1, None, None)
    assert estimate_running(figures, "a", KB, 3.0).remaining_sec is None
