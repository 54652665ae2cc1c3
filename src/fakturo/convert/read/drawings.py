"""Rulings and images of a page, also of those inside forms (drawings that a page uses like a stamp)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.page import Image, Ruling, made
from fakturo.convert.read import native
from fakturo.convert.read.frame import Frame, Rectangle
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import UNCHANGED, Matrix, Point, objects_of

_PATH, _IMAGE = int(pdfium.FPDF_PAGEOBJ_PATH), int(pdfium.FPDF_PAGEOBJ_IMAGE)
_STRAIGHT_RUN = re.compile(b".%c+" % pdfium.FPDF_SEGMENT_LINETO, re.DOTALL)
"""Kinds of segments: where straight strokes begin, and these."""
_A_BYTE = 0xFF
"""What PDFium does not know the kind of is -1, which no byte is."""
_ONE_RUN = frozenset(bytes([pdfium.FPDF_SEGMENT_MOVETO] + lines * [pdfium.FPDF_SEGMENT_LINETO]) for lines in (1, 4))
"""A line and a rectangle."""
MANY_SEGMENTS = 8
"""Paths of more are asked for their bounds first, which takes as long as three segments."""
MAX_SEGMENTS = 200_000
"""A map or a plan can have millions; beyond these the rest of the page's drawings is left out."""
STRAIGHT = 0.5
"""A stroke that strays by at most so many points is horizontal or vertical."""
_THIRD = 2
THICKEST = 3.0
"""A filled bar up to so many points thick is a ruling."""
SHORTEST = 3.0


@dataclass(frozen=True, slots=True)
class Drawings:
    rulings: list[Ruling]
    images: list[Image]
    is_empty: bool
    """Nothing at all is drawn, no text either."""


class _Path(NamedTuple):
    item: native.Address
    outer: Matrix
    """That leads from its form to the page."""
    stroked: int
    segments: int


def read_drawings(page: Handle, frame: Frame) -> Drawings:
    placed = [*objects_of(page)]
    paths = [(item, outer) for item, kind, outer in placed if kind == _PATH]
    images = [(item, outer) for item, kind, outer in placed if kind == _IMAGE]
    return Drawings(
        made(Ruling, zip(frame.boxes(_rulings(_worth_asking(paths))))),
        made(Image, zip(frame.boxes(_bounds(images)))),
        is_empty=not placed,
    )


def _bounds(placed: Sequence[tuple[native.Address, Matrix]]) -> list[Rectangle]:
    """Of each, in PDF's coordinates, as all rectangles here."""
    told = native.object_bounds.of([item for item, _ in placed])
    return [
        _around(outer.applied([(x, y) for x in (left, right) for y in (bottom, top)]))
        for (_, outer), (left, bottom, right, top) in zip(placed, told, strict=True)
    ]


def _around(points: Sequence[Point]) -> Rectangle:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _worth_asking(placed: Sequence[tuple[native.Address, Matrix]]) -> list[_Path]:
    """What shows, and is no letter."""
    modes = native.draw_mode.of([item for item, _ in placed])
    # What is neither filled nor stroked only clips what comes after it.
    shown = [(*path, stroked) for path, (filled, stroked) in zip(placed, modes, strict=True) if filled or stroked]
    counts = _at_most(MAX_SEGMENTS, native.count_segments.of([item for item, _, _ in shown]))
    paths = made(_Path, [(*path, count) for path, count in zip(shown, counts, strict=True)])
    long = [(path.item, path.outer) for path in paths if path.segments > MANY_SEGMENTS]
    tiny = {item for (item, _), rectangle in zip(long, _bounds(long), strict=True) if _is_tiny(rectangle)}
    return [path for path in paths if path.item not in tiny] if tiny else paths


def _at_most(left: int, counts: Sequence[int]) -> Iterator[int]:
    """The first so many of all."""
    for count in counts:
        taken = max(0, min(count, left))
        left -= taken
        yield taken


def _rulings(paths: Sequence[_Path]) -> list[Rectangle]:
    items = [path.item for path in paths]
    segments = native.path_segment.of_all(items, [path.segments for path in paths])
    kinds = bytes(map(_A_BYTE.__and__, native.segment_type.of(segments)))
    closes = native.segment_closes.of(segments)
    points = [*native.segment_point.of(segments)]
    rulings: list[Rectangle] = []
    end, last, to_page = 0, None, UNCHANGED
    for (_, outer, stroked, count), matrix in zip(paths, native.object_matrix.of(items), strict=True):
        start, end = end, end + count
        if (outer, matrix) != last:  # most are placed as the one before
            last, to_page = (outer, matrix), outer.after(Matrix(*matrix))
        for run in _straight_runs(kinds, start, end):
            corners = to_page.applied(points[run])
            rulings += _of_strokes(_closed(corners, closes[run])) if stroked else _of_bars(corners)
    return rulings


def _straight_runs(kinds: bytes, start: int, end: int) -> list[slice]:
    """Of a path's segments: where a straight stroke begins, and those that follow it."""
    if kinds[start:end] in _ONE_RUN:  # most paths: nothing to look for
        return [slice(start, end)]
    return [slice(*run.span()) for run in _STRAIGHT_RUN.finditer(kinds, start, end)]


def _of_strokes(corners: list[Point]) -> list[Rectangle]:
    strokes: list[Rectangle] = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        left, right = (x, next_x) if x < next_x else (next_x, x)
        bottom, top = (y, next_y) if y < next_y else (next_y, y)
        if _is_ruling(right - left, top - bottom, STRAIGHT):
            strokes.append((left, bottom, right, top))
    return strokes


def _of_bars(corners: list[Point]) -> list[Rectangle]:
    """What is filled may be a bar, thin enough to be a ruling."""
    if len(corners) > _THIRD and _is_area(corners[0], corners[_THIRD]):
        return []
    left, bottom, right, top = _around(corners)
    return [(left, bottom, right, top)] if _is_ruling(right - left, top - bottom, THICKEST) else []


def _closed(corners: list[Point], closes: Sequence[int]) -> list[Point]:
    """Also the first one again, where a stroke leads back to it."""
    if 1 in closes:
        for at in range(len(corners) - 1, 0, -1):
            if closes[at]:
                corners.insert(at + 1, corners[0])
    return corners


def _is_area(one: Point, other: Point) -> bool:
    """Whatever else belongs to it, it is no bar. Most that is filled is known by its first and third corner."""
    return abs(one[0] - other[0]) > THICKEST and abs(one[1] - other[1]) > THICKEST


def _is_tiny(rectangle: Rectangle) -> bool:
    left, bottom, right, top = rectangle
    return right - left < SHORTEST and top - bottom < SHORTEST


def _is_ruling(width: float, height: float, thickest: float) -> bool:
    return (width <= thickest and height >= SHORTEST) or (height <= thickest and width >= SHORTEST)
