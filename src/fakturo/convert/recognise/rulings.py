"""Lines ruled on a picture. They part the cells of a table, whose words the finder takes for one line of text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fakturo.convert.recognise.lines import Line, Picture, levelled

_SHRUNK = 2
"""Rulings are looked for in a picture of half the size: a quarter of the time, and enough for a hairline."""
_SHORTEST = 40
"""Pixels of that picture, some seven millimetres of a page: no letter but a headline's is so tall."""
_SLACK = 3
"""A line may stray so many pixels sideways within the shortest length, as on a page that lies askew by four degrees."""
_DARKER = 24
"""Than its surroundings, of 255."""
_SURROUNDINGS = 31
_THICKEST = 12
_CROSSING = 0.7
"""A ruling runs through this part of the height of a line of text."""
_NARROWEST = 0.3
"""Pieces of a line that are narrower, by its height, are no cells."""
_LONGEST = 128


class Rulings(NamedTuple):
    """By direction: pictures of nothing but rulings, of half the size."""

    upright: Picture
    level: Picture


def find_rulings(picture: Picture) -> Rulings:
    small = cv2.resize(picture, None, fx=1 / _SHRUNK, fy=1 / _SHRUNK, interpolation=cv2.INTER_AREA)
    around = cv2.blur(small, (_SURROUNDINGS, _SURROUNDINGS))
    dark = (cv2.subtract(around, small) > _DARKER).astype(np.uint8)
    return Rulings(_long(dark, upright=True), _long(dark, upright=False))


def _long(dark: NDArray[np.uint8], *, upright: bool) -> Picture:
    """What of it goes on for long in one direction."""
    across, along = ((_SLACK, 1), (1, _SHORTEST)) if upright else ((1, _SLACK), (_SHORTEST, 1))
    widened = cv2.dilate(dark, np.ones(across[::-1], np.uint8))
    return cv2.morphologyEx(widened, cv2.MORPH_OPEN, np.ones(along[::-1], np.uint8)).astype(np.uint8)


def parted(lines: Iterable[Line], rulings: Rulings) -> Iterator[Line]:
    """The lines of text, those in pieces that rulings cross."""
    for line in lines:
        small = Line(line.x / _SHRUNK, line.y / _SHRUNK, line.width / _SHRUNK, line.height / _SHRUNK, line.angle)
        strip = levelled(rulings.upright, small)
        scale = line.width / strip.shape[1]
        for start, end in _between(strip.mean(axis=0) >= _CROSSING, round(_NARROWEST * line.height / scale)):
            x, y = line.at((start + end) / 2 * scale, line.height / 2)
            yield line._replace(x=x, y=y, width=(end - start) * scale)


def _between(crossed: NDArray[np.bool_], narrowest: int) -> Iterator[tuple[int, int]]:
    """Pieces of a line, as columns. What stands at its own end stays: it may be a letter that touches a ruling."""
    edges = np.flatnonzero(np.diff(crossed.astype(np.int8), prepend=0, append=0)).tolist()
    start = 0
    for ruling, behind in zip(edges[::2], edges[1::2], strict=True):
        if min(ruling - start, len(crossed) - behind) >= narrowest:
            yield start, ruling
            start = behind
    yield start, len(crossed)


def boxes(rulings: Rulings) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, width and height of each, in pixels of the whole picture. On a page that lies askew, the box of a long
    one is wide: those that run down come in pieces."""
    in_pieces = rulings.upright.copy()
    in_pieces[::_LONGEST] = 0
    for mask, upright in ((in_pieces, True), (rulings.level, False)):
        _, _, found, _ = cv2.connectedComponentsWithStats(mask)
        for left, top, width, height, _ in found[1:].tolist():
            if min(width, height) <= _THICKEST and (height > width) is upright:
                yield left * _SHRUNK, top * _SHRUNK, width * _SHRUNK, (height + upright) * _SHRUNK
