"""Charts as lines and bars of an SVG, drawn from figures alone: no script, no library."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from fakturo.store.operations import Step

WIDTH, HEIGHT = 300.0, 100.0
_NICE = (1, 2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Chart:
    """Paths in a box of 300 by 100, its origin at the top left."""

    lines: tuple[str, ...]
    bars: str
    top: float
    """What the upper edge stands for."""
    bands: tuple[tuple[float, float], ...]
    """Where work was paused: x and width."""


def line_chart(steps: Sequence[Step], *values: Callable[[Step], float | None]) -> Chart:
    series = [[value(step) for step in steps] for value in values]
    top = round_up(max((point for each in series for point in each if point is not None), default=0))
    return Chart(tuple(_line(each, top) for each in series), "", top, bands(steps))


def bar_chart(steps: Sequence[Step], value: Callable[[Step], int]) -> Chart:
    points = [value(step) for step in steps]
    top = round_up(max(points, default=0))
    width = WIDTH / max(1, len(points))
    drawn = (
        f"M{place * width + width * 0.16:.1f} {HEIGHT:g}V{_y(point, top)}h{width * 0.68:.1f}V{HEIGHT:g}z"
        for place, point in enumerate(points)
        if point
    )
    return Chart((), "".join(drawn), top, bands(steps))


def bands(steps: Sequence[Step]) -> tuple[tuple[float, float], ...]:
    """Steps in which work was paused; neighbours are one."""
    width, found = WIDTH / max(1, len(steps)), list[tuple[float, float]]()
    for place, step in enumerate(steps):
        if not step.paused:
            continue
        if found and place and steps[place - 1].paused:
            x, so_far = found.pop()
            found.append((x, round(so_far + width, 2)))
        else:
            found.append((round(place * width, 2), round(width, 2)))
    return tuple(found)


def ticks(steps: Sequence[Step], count: int = 4) -> list[datetime]:
    """Moments to write below a chart, evenly spread, the last of them now."""
    if len(steps) < count:
        return [step.at for step in steps]
    return [steps[round(place * (len(steps) - 1) / (count - 1))].at for place in range(count)]


def round_up(value: float) -> float:
    """To a number that reads well at the edge of a chart, never 0."""
    if value <= 1:
        return 1
    size = 1
    while size * 10 < value:
        size *= 10
    return float(next(step * size for step in _NICE if step * size >= value))


def _line(points: Sequence[float | None], top: float) -> str:
    """Broken where there is nothing to show; a value alone is a dot."""
    width, drawn = WIDTH / max(1, len(points) - 1), ""
    for place, point in enumerate(points):
        if point is None:
            continue
        goes_on = place > 0 and points[place - 1] is not None
        is_alone = not goes_on and (place + 1 == len(points) or points[place + 1] is None)
        drawn += f"{'L' if goes_on else 'M'}{place * width:.1f} {_y(point, top)}{'h0' if is_alone else ''}"
    return drawn


def _y(point: float, top: float) -> str:
    return f"{HEIGHT - point / top * HEIGHT:.1f}"
