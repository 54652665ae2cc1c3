"""How long a job will still take, from how long others took. Pure: the figures and the time are given.

A conversion's length depends on what is made of the file, and on its size. So the job is compared with recent ones of
the same mapping that are nearest to it in size; a line through them, which a few odd ones do not bend, says
what to expect.
"""

import heapq
import itertools
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

FEWEST = 3
"""With less to compare, those of all mappings are asked; and with less than that in all, nothing is said."""
RECENT, NEAREST = 100, 12
STEPS_PER_DOUBLING, APART = 4, 1.2
"""Sizes are told apart so finely."""
NEARLY_THERE, MOST = 0.9, 0.99
"""From the first on, a job that takes longer than expected comes nearer to the second, and never there."""
LATE_SHARE = 0.1
"""Of what is expected, or has passed: what is said to remain of a job that should be done by now."""


@dataclass(frozen=True, slots=True)
class Work:
    id: UUID
    mapping: str
    bytes: int
    seconds: float = 0.0
    """How long it took, if it is done; how long it has been running, if it runs."""


@dataclass(frozen=True, slots=True)
class Estimate:
    progress: float
    """From 0 to 1, which it never is before the end."""
    expected_sec: float | None
    """How long the conversion itself takes."""
    remaining_sec: float | None
    """Until the end, the wait in line included. None: nobody can say."""
    position: int | None = None
    """In line; 1 is next. None for who is not in line, or far behind."""


class Durations:
    """What recent conversions, the last first, tell about the next one."""

    def __init__(self, done: Iterable[Work]) -> None:
        self._all: list[tuple[float, float]] = []
        self._of: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for work in done:
            for known in (self._all, self._of[work.mapping]):
                if len(known) < RECENT:
                    known.append((float(max(work.bytes, 1)), work.seconds))
        self._told: dict[tuple[str, int], float | None] = {}

    def expected(self, mapping: str, size: int) -> float | None:
        """In seconds."""
        step = round(math.log2(max(size, 1)) * STEPS_PER_DOUBLING)
        if (mapping, step) not in self._told:
            self._told[mapping, step] = self._predict(mapping, 2 ** (step / STEPS_PER_DOUBLING))
        return self._told[mapping, step]

    def _predict(self, mapping: str, size: float) -> float | None:
        of_mapping = self._of.get(mapping, ())
        known = of_mapping if len(of_mapping) >= FEWEST else self._all
        if len(known) < FEWEST:
            return None
        nearest = sorted(known, key=lambda each: abs(math.log(each[0] / size)))[:NEAREST]
        return _on_the_line(nearest, size)


def _on_the_line(points: Sequence[tuple[float, float]], size: float) -> float:
    """Through the middle of all slopes and of all heights (Theil and Sen). Files of about the same size tell nothing
    about what size does; larger ones are never quicker; and nothing is quicker than half of what was seen."""
    pairs = ((min(each), max(each)) for each in itertools.combinations(points, 2))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairs if b[0] >= APART * a[0]]
    slope = max(0.0, statistics.median(slopes)) if slopes else 0.0
    height = statistics.median(seconds - slope * size_of for size_of, seconds in points)
    return max(height + slope * size, min(seconds for _, seconds in points) / 2)


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one moment, of one pipeline."""

    durations: Durations
    running: Sequence[Work] = ()
    line: Sequence[Work] = ()
    """In the order in which they are taken; not to its end, if it is very long."""
    slots: int = 0
    """Of workers that are alive; none, if nobody works."""
    starts: dict[UUID, tuple[int, float | None]] = field(default_factory=dict)
    """By job in line: its position, and in how many seconds it begins. Reckoned once for all."""


def figures_of(done: Iterable[Work], running: Sequence[Work], line: Sequence[Work], slots: int) -> Figures:
    durations = Durations(done)
    slots = max(slots, len(running))
    return Figures(durations, running, line, slots, _starts(durations, running, line, slots))


def _starts(
    durations: Durations, running: Sequence[Work], line: Sequence[Work], slots: int
) -> dict[UUID, tuple[int, float | None]]:
    """Whoever is next takes the slot that is free first. Behind a job of which nobody knows how long it takes, nobody
    knows when the next one begins."""
    free = [_left(durations.expected(work.mapping, work.bytes), work.seconds) for work in running]
    known = slots > 0 and None not in free
    ends = [each or 0.0 for each in free] + [0.0] * (slots - len(running))
    heapq.heapify(ends)
    starts: dict[UUID, tuple[int, float | None]] = {}
    for position, work in enumerate(line, 1):
        starts[work.id] = position, ends[0] if known else None
        takes = durations.expected(work.mapping, work.bytes)
        known = known and takes is not None
        if known:
            heapq.heapreplace(ends, ends[0] + (takes or 0.0))
    return starts


def estimate_running(figures: Figures, mapping: str, size: int, passed_sec: float) -> Estimate:
    expected = figures.durations.expected(mapping, size)
    if expected is None:
        return Estimate(0.0, None, None)
    return Estimate(_progress(passed_sec / max(expected, 1e-3)), expected, _left(expected, passed_sec))


def estimate_waiting(
    figures: Figures, job_id: UUID, mapping: str, size: int, *, retry_in_sec: float | None, is_paused: bool
) -> Estimate:
    """Of one that is in line, or waits for its next try first; nobody knows when a pause ends."""
    expected = figures.durations.expected(mapping, size)
    position, start = figures.starts.get(job_id, (None, None))
    if retry_in_sec is not None:
        position, start = None, max(0.0, retry_in_sec)
    if is_paused or start is None or expected is None or not figures.slots:
        return Estimate(0.0, expected, None, position)
    return Estimate(0.0, expected, start + expected, position)


def _left(expected: float | None, passed: float) -> float | None:
    if expected is None:
        return None
    return max(expected - passed, LATE_SHARE * max(expected, passed))


def _progress(share: float) -> float:
    if share <= NEARLY_THERE:
        return max(0.0, share)
    return NEARLY_THERE + (MOST - NEARLY_THERE) * (1 - math.exp(NEARLY_THERE - share))
