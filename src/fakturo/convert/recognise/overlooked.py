"""Digits that the finder overlooks: one that stands alone, as a quantity does, is a speck to it.

What is as tall as a digit of a line that was found, and stands level with that line, may be one.
"""

from collections.abc import Iterator, Sequence
from math import radians, tan
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fakturo.convert.recognise.letters import Word
from fakturo.convert.recognise.lines import Line, Picture
from fakturo.convert.recognise.rulings import SHRUNK, Rulings, darker_than_around, shrunk

_DARKER = 48
"""Than its surroundings, of 255."""
_TALL = (0.36, 0.62)
"""A digit, by the height of its line."""
_WIDEST, _SMALLEST = 0.9, 12
"""By its height, and in pixels."""
_LEVEL = 0.12
"""Its middle and that of its line lie at most so far apart, by the line's height."""
_MARGIN = 0.2
"""Paper on each side of it, by the line's height."""
_MOST = 100
_SURE = 0.9


class _Speck(NamedTuple):
    x: float
    y: float
    """Of its middle."""
    width: float
    height: float


def overlooked(picture: Picture, lines: Sequence[Line], rulings: Rulings) -> list[Line]:
    """Further lines, one for each digit that may stand there."""
    if not lines:
        return []
    rows = np.array([(*line[:4], tan(radians(line.angle))) for line in lines])
    specks = _specks(_left_over(picture, lines, rulings))
    found = (_around(speck, lines[at]) for speck in specks if (at := _level_with(speck, rows)) is not None)
    return [line for line, _ in zip(found, range(_MOST), strict=False)]


def is_digit(words: Sequence[Word]) -> bool:
    """Whether what was overlooked is one indeed."""
    return len(words) == 1 and words[0].text in "0123456789" and words[0].confidence >= _SURE


def _left_over(picture: Picture, lines: Sequence[Line], rulings: Rulings) -> NDArray[np.uint8]:
    """What is dark, and neither in a line nor ruled, in half the size."""
    dark = darker_than_around(shrunk(picture), _DARKER)
    dark[cv2.dilate(rulings.upright | rulings.level, np.ones((3, 3), np.uint8)) > 0] = 0
    for line in lines:
        corners = [line.at(*at) for at in ((0, 0), (line.width, 0), (line.width, line.height), (0, line.height))]
        cv2.fillPoly(dark, [np.array(corners, np.int32) // SHRUNK], (0,))
    return dark


def _specks(dark: NDArray[np.uint8]) -> Iterator[_Speck]:
    _, _, found, _ = cv2.connectedComponentsWithStats(dark)
    for left, top, width, height, _ in (SHRUNK * found[1:]).tolist():
        if height >= _SMALLEST and width <= _WIDEST * height:
            yield _Speck(left + width / 2, top + height / 2, width, height)


def _level_with(speck: _Speck, rows: NDArray[np.float64]) -> int | None:
    """Which line is nearest of those in whose row it stands, as tall as a digit there."""
    x, y, width, height, slope = rows.T
    tall, level = speck.height / height, np.abs(y + (speck.x - x) * slope - speck.y) / height
    away = np.abs(x - speck.x) - width / 2
    away[(tall < _TALL[0]) | (tall > _TALL[1]) | (level > _LEVEL)] = np.inf
    nearest = int(away.argmin())
    return nearest if np.isfinite(away[nearest]) else None


def _around(speck: _Speck, line: Line) -> Line:
    """As high as the lines of its row, which it stands level with."""
    middle = line.y + (speck.x - line.x) * tan(radians(line.angle))
    return Line(speck.x, middle, speck.width + 2 * _MARGIN * line.height, line.height, line.angle)
