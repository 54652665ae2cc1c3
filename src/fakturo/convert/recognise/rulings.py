"""Lines ruled on a picture. They part the cells of a table, whose words the finder takes for one line of text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fakturo.convert.recognise.lines import Line, Picture, levelled

SHRUNK = 2
"""Rulings are looked for in a picture of half the size: a quarter of the time, and enough for a hairline."""
_SHORTEST = 40
"""Pixels of that picture, some seven millimetres of a page: no letter but a headline's is so tall."""
_SLACK = 3
"""A line may stray so many pixels sideways within the shortest length, as on a page that lies askew by four degrees."""
_DARKER = 24
"""Than its surroundings, of 255."""
_SURROUNDINGS = 31
_THICKEST = 12
_CROSSED = 5
"""Pixels that a ruling has in common with one that crosses it, at most."""
_CROSSING = 0.7
"""A ruling runs through this part of the height, or width, of a line of text."""
_LETTERS = (0.2, 0.8)
"""Where letters stand in the height of a line."""
_THIN = 3
"""Pixels around a ruling that say what lies behind it."""
_NARROWEST = 0.3
"""Pieces of a line that are narrower, by its height, are no cells."""
_LONGEST = 128


class Rulings(NamedTuple):
    """By direction: pictures of nothing but rulings, of half the size."""

    upright: Picture
    level: Picture


def find_rulings(picture: Picture) -> Rulings:
    small = shrunk(picture)
    dark = darker_than_around(small, _DARKER)
    return Rulings(_ruled(small, dark, upright=True), _ruled(small, dark, upright=False))


def shrunk(picture: Picture) -> Picture:
    small = cv2.resize(picture, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False)


def darker_than_around(small: Picture, by: int) -> Picture:
    around = cv2.blur(small, (_SURROUNDINGS, _SURROUNDINGS))
    return (cv2.subtract(around, small) > by).astype(np.uint8)


def _ruled(small: Picture, dark: Picture, *, upright: bool) -> Picture:
    """What is thin, goes on for long, and is darker than what lies on both sides of it: a bar behind white letters is
    not. Where a ruling crosses another, it is dark, and not thin."""
    thin = cv2.morphologyEx(small, cv2.MORPH_BLACKHAT, _kernel(1, _THICKEST + 1, upright=upright)) > _DARKER
    bridged = cv2.morphologyEx(thin.astype(np.uint8), cv2.MORPH_CLOSE, _kernel(_CROSSED, 1, upright=upright))
    widened = cv2.dilate(cv2.bitwise_and(bridged, dark), _kernel(1, _SLACK, upright=upright))
    return cv2.morphologyEx(widened, cv2.MORPH_OPEN, _kernel(_SHORTEST, 1, upright=upright)).astype(np.uint8)


def _kernel(along: int, across: int, *, upright: bool) -> Picture:
    return np.ones((along, across) if upright else (across, along), np.uint8)


def parted(lines: Iterable[Line], rulings: Rulings) -> Iterator[Line]:
    """The lines of text, those in pieces that rulings cross."""
    for line in lines:
        strip = _strip(rulings.upright, line)
        scale = line.width / strip.shape[1]
        for start, end in _between(strip.mean(axis=0) >= _CROSSING, round(_NARROWEST * line.height / scale)):
            x, y = line.at((start + end) / 2 * scale, line.height / 2)
            yield line._replace(x=x, y=y, width=(end - start) * scale)


def without_rulings(piece: Picture, line: Line, rulings: Rulings) -> Picture:
    """A line as it would look on plain paper: beside a letter, a ruling is read as one, and above it as its accent."""
    upright, level = _strip(rulings.upright, line), _strip(rulings.level, line)
    upright[:, upright.mean(axis=0) < _CROSSING] = 0
    top, bottom = (round(part * len(level)) for part in _LETTERS)
    level[top:bottom] = 0  # strokes of bold letters that touch look like a ruling
    level[level.mean(axis=1) < _CROSSING] = 0
    ruled = cv2.dilate(upright | level, np.ones((3, 3), np.uint8))[:, : piece.shape[1]]
    return cv2.inpaint(piece, ruled, _THIN, cv2.INPAINT_TELEA).astype(np.uint8, copy=False) if ruled.any() else piece


def _strip(mask: Picture, line: Line) -> Picture:
    small = Line(line.x / SHRUNK, line.y / SHRUNK, line.width / SHRUNK, line.height / SHRUNK, line.angle)
    return levelled(mask, small)


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
                yield left * SHRUNK, top * SHRUNK, width * SHRUNK, (height + upright) * SHRUNK
