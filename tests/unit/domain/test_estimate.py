"""How long a job will still take, from durations that are given."""

import random
import uuid
from collections.abc import Callable

import pytest

from fakturo.domain.estimate import Durations, Work, estimate_running, estimate_waiting, figures_of

KB = 1024


def work(size: int, seconds: float = 0.0, mapping: str = "a") -> Work:
    return Work(uuid.uuid4(), mapping, size, seconds)


def whole(durations: Durations, size: int, mapping: str = "a") -> float | None:
    guess = durations.whole(mapping, size)
    return guess.told if guess else None


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
            expected = whole(durations, size)
            if expected is not None:
                good += abs(expected - takes(size)) <= takes(size) / 2
                total += 1
    assert total >= 0.75 * 20 * 50, "of few nothing is said"
    assert good >= 0.9 * total


def test_what_size_does_is_not_bent_by_a_few_odd_ones() -> None:
    usual = [work(size * KB, size / 50) for size in range(50, 150, 10)]
    slow, quick = work(140 * KB, 90.0), work(60 * KB, 0.01)
    assert whole(Durations(usual), 100 * KB) == pytest.approx(2.0, rel=0.1)
    assert whole(Durations([quick, *usual]), 100 * KB) == pytest.approx(2.0, rel=0.2)
    assert whole(Durations([slow, *usual]), 100 * KB) is None, "the next one may be such, too"


TEXTS, SCANS = [work(100 * KB, 0.3) for _ in range(8)], [work(100 * KB, 20.0) for _ in range(4)]


def test_where_texts_and_scans_are_alike_in_size_nothing_is_said_until_it_shows_which_it_is() -> None:
    figures = figures_of([*TEXTS, *SCANS], [], [], 1)
    at_first, later, too_late = (estimate_running(figures, "a", 100 * KB, passed) for passed in (0.1, 1.0, 30.0))
    assert (at_first.remaining_sec, at_first.expected_sec, at_first.progress) == (None, None, 0.0)
    assert later.remaining_sec == pytest.approx(19.0)
    assert later.expected_sec == pytest.approx(20.0)
    assert later.progress == pytest.approx(0.05)
    assert too_late.remaining_sec is None, "nothing took so long before"


def test_a_line_of_texts_and_scans_takes_their_mean_which_is_known_of_many_alone() -> None:
    line = [work(100 * KB) for _ in range(40)]
    figures = figures_of([*TEXTS, *SCANS], [], line, 2)

    def remaining(place: int) -> float | None:
        job = line[place]
        return estimate_waiting(figures, job.id, "a", job.bytes, retry_in_sec=None, is_paused=False).remaining_sec

    assert remaining(0) is None
    mean = (8 * 0.3 + 4 * 20) / 12
    assert remaining(39) == pytest.approx(mean * 40 / 2, rel=0.1)


def test_another_mapping_is_asked_only_if_there_is_nothing_better() -> None:
    others = [work(KB, 8.0, "b") for _ in range(5)]
    assert whole(Durations(others), KB) == pytest.approx(8.0)
    own = [work(KB, 1.0) for _ in range(3)]
    assert whole(Durations([*others, *own]), KB) == pytest.approx(1.0)
    assert whole(Durations(others[:2]), KB) is None


def test_progress_rises_and_never_reaches_the_end() -> None:
    figures = figures_of([work(KB, 10.0) for _ in range(5)], [], [], 1)
    told = [estimate_running(figures, "a", KB, passed) for passed in (0, 1, 5, 9, 10, 20, 100, 10_000)]
    assert [each.progress for each in told] == sorted(each.progress for each in told)
    assert told[2].progress == pytest.approx(0.5, rel=0.1)
    assert told[-1].progress <= 0.99
    assert told[1].remaining_sec == pytest.approx(9.0, rel=0.1)
    assert [each.remaining_sec for each in told[4:]] == [None] * 4, "of one that is late nobody can say"


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
