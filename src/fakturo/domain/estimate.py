"""How long a job will still take, from how long others took. Pure: the figures and the time are given.

A conversion's length depends on what is made of the file, on its size, and on what nobody knows before it is read:
whether its pages are pictures. So a job is compared with recent ones of the same mapping that are nearest to it in
size, as if they had been of its size. One that runs is compared only with those that took longer than it has been
running: what is not done in the time of a text must be a scan. Who waits, waits for the mean of what may stand before
it: of many files together that is known well, though of each alone it may not be. And nothing is said that may well be
wrong by half.
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
MOST_DOUBT = 0.5
"""A time is said if its standard deviation is no more than this share of it."""


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


@dataclass(frozen=True, slots=True)
class Guess:
    """How long something takes, on average, and how much single cases differ from that."""

    seconds: float
    variance: float = 0.0

    @property
    def told(self) -> float | None:
        """None: it may well be wrong by half."""
        return self.seconds if math.sqrt(self.variance) <= MOST_DOUBT * self.seconds else None

    def after(self, start: "Guess") -> "Guess":
        return Guess(start.seconds + self.seconds, start.variance + self.variance)


class Durations:
    """What recent conversions, the last first, tell about the next one."""

    def __init__(self, done: Iterable[Work]) -> None:
        self._all: list[tuple[float, float]] = []
        self._of: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for work in done:
            for known in (self._all, self._of[work.mapping]):
                if len(known) < RECENT:
                    known.append((float(max(work.bytes, 1)), work.seconds))
        self._guessed: dict[tuple[str, int], Guess | None] = {}

    def whole(self, mapping: str, size: int) -> Guess | None:
        """Of one that has not begun. None: there is nothing to compare it with."""
        step = round(math.log2(max(size, 1)) * STEPS_PER_DOUBLING)
        if (mapping, step) not in self._guessed:
            self._guessed[mapping, step] = _guess(self._comparable(mapping, 2 ** (step / STEPS_PER_DOUBLING)))
        return self._guessed[mapping, step]

    def rest(self, mapping: str, size: int, passed: float) -> Guess | None:
        """Of one that has been running for so long. None: nothing that can be compared with it took longer."""
        longer = [each for each in self._comparable(mapping, max(size, 1), longer_than=passed) if each > passed]
        return _guess([each - passed for each in longer])

    def _comparable(self, mapping: str, size: float, *, longer_than: float = 0.0) -> list[float]:
        """What the nearest of those that took longer would have taken at this size."""
        of_mapping = self._of.get(mapping, ())
        known = of_mapping if len(of_mapping) >= FEWEST else self._all
        longer = [each for each in known if each[1] > longer_than]
        return _at_size(sorted(longer, key=lambda each: abs(math.log(each[0] / size)))[:NEAREST], size)


def _guess(seconds: Sequence[float]) -> Guess | None:
    return Guess(statistics.fmean(seconds), statistics.variance(seconds)) if len(seconds) >= FEWEST else None


def _at_size(points: Sequence[tuple[float, float]], size: float) -> list[float]:
    """Moved along the middle of all slopes (Theil and Sen), which a few odd ones do not bend. Files of about the same
    size tell nothing about what size does; larger ones are never quicker; and nothing is quicker than half of what was
    seen."""
    pairs = ((min(each), max(each)) for each in itertools.combinations(points, 2))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairs if b[0] >= APART * a[0]]
    slope = max(0.0, statistics.median(slopes)) if slopes else 0.0
    least = min((seconds for _, seconds in points), default=0.0) / 2
    return [max(seconds + slope * (size - size_of), least) for size_of, seconds in points]


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one moment, of one pipeline."""

    durations: Durations
    running: Sequence[Work] = ()
    line: Sequence[Work] = ()
    """In the order in which they are taken; not to its end, if it is very long."""
    slots: int = 0
    """Of workers that are alive; none, if nobody works."""
    starts: dict[UUID, tuple[int, Guess | None]] = field(default_factory=dict)
    """By job in line: its position, and in how many seconds it begins. Reckoned once for all."""


def figures_of(done: Iterable[Work], running: Sequence[Work], line: Sequence[Work], slots: int) -> Figures:
    durations = Durations(done)
    slots = max(slots, len(running))
    return Figures(durations, running, line, slots, _starts(durations, running, line, slots))


def _starts(
    durations: Durations, running: Sequence[Work], line: Sequence[Work], slots: int
) -> dict[UUID, tuple[int, Guess | None]]:
    """Whoever is next takes the slot that is free first. Behind a job of which nobody knows how long it takes, nobody
    knows when the next one begins. What is doubted of all before it is shared by the slots."""
    rests = [_rest_of(durations, work) for work in running]
    known = slots > 0 and None not in rests
    ends = [rest.seconds if rest else 0.0 for rest in rests] + [0.0] * (slots - len(running))
    variance = sum(rest.variance for rest in rests if rest)
    heapq.heapify(ends)
    starts: dict[UUID, tuple[int, Guess | None]] = {}
    for position, work in enumerate(line, 1):
        starts[work.id] = position, Guess(ends[0], variance / slots**2) if known else None
        takes = durations.whole(work.mapping, work.bytes)
        if takes is None or not known:
            known = False
            continue
        heapq.heapreplace(ends, ends[0] + takes.seconds)
        variance += takes.variance
    return starts


def _rest_of(durations: Durations, work: Work) -> Guess | None:
    """One that takes longer than all that were seen will take as long again, or not: with others before you, that
    matters little."""
    if durations.whole(work.mapping, work.bytes) is None:
        return None
    return durations.rest(work.mapping, work.bytes, work.seconds) or Guess(work.seconds, work.seconds**2)


def estimate_running(figures: Figures, mapping: str, size: int, passed_sec: float) -> Estimate:
    rest = figures.durations.rest(mapping, size, passed_sec)
    remaining = rest.told if rest else None
    if remaining is not None:
        return Estimate(_progress(passed_sec / (passed_sec + remaining)), passed_sec + remaining, remaining)
    whole = figures.durations.whole(mapping, size)
    expected = whole.told if whole else None
    if expected is None:
        return Estimate(0.0, None, None)
    return Estimate(_progress(passed_sec / max(expected, 1e-3)), expected, None)


def estimate_waiting(
    figures: Figures, job_id: UUID, mapping: str, size: int, *, retry_in_sec: float | None, is_paused: bool
) -> Estimate:
    """Of one that is in line, or waits for its next try first; nobody knows when a pause ends."""
    takes = figures.durations.whole(mapping, size)
    expected = takes.told if takes else None
    position, start = figures.starts.get(job_id, (None, None))
    if retry_in_sec is not None:
        position, start = None, Guess(max(0.0, retry_in_sec))
    if is_paused or start is None or takes is None or not figures.slots:
        return Estimate(0.0, expected, None, position)
    return Estimate(0.0, expected, takes.after(start).told, position)


def _progress(share: float) -> float:
    if share <= NEARLY_THERE:
        return max(0.0, share)
    return NEARLY_THERE + (MOST - NEARLY_THERE) * (1 - math.exp(NEARLY_THERE - share))
