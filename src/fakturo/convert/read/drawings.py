"""Rulings and images of a page, also of those inside forms (drawings that a page uses like a stamp)."""

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Image, Ruling
from fakturo.convert.read import native
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import Matrix, Point, objects_of

_PATH, _IMAGE = int(pdfium.FPDF_PAGEOBJ_PATH), int(pdfium.FPDF_PAGEOBJ_IMAGE)
_STRAIGHT_RUN = re.compile(b".%c+" % pdfium.FPDF_SEGMENT_LINETO, re.DOTALL)
"""Kinds of segments: where straight strokes begin, and these."""
_ONE_RUN = frozenset(bytes([pdfium.FPDF_SEGMENT_MOVETO] + lines * [pdfium.FPDF_SEGMENT_LINETO]) for lines in (1, 4))
"""A line and a rectangle."""
MANY_SEGMENTS = 8
"""Paths of more are asked for their bounds first, which takes as long as three segments."""
MAX_SEGMENTS = 200_000
"""A map or a plan can have millions; beyond these the rest of the page's drawings is left out."""
STRAIGHT = 0.5
"""A stroke that strays by at most so many points is horizontal or vertical."""
THICKEST = 3.0
"""A filled bar up to so many points thick is a ruling."""
SHORTEST = 3.0


@dataclass
class Drawings:
    rulings: list[Ruling] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    objects: int = 0
    segments: int = 0

    @property
    def is_empty(self) -> bool:
        return self.objects == 0


def read_drawings(page: Handle, frame: Frame) -> Drawings:
    found, room = Drawings(), native.Room()
    for number, (item, kind, matrix) in enumerate(objects_of(page), start=1):
        found.objects = number
        if kind == _PATH and found.segments < MAX_SEGMENTS:
            found.rulings += [Ruling(frame.box(*box)) for box in _rulings(item, matrix, found, room)]
        elif kind == _IMAGE:
            found.images.append(Image(frame.box(*_bounds(item, matrix))))
    return found


def _bounds(item: native.Address, matrix: Matrix) -> Box:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    native.object_bounds(item, left, bottom, right, top)
    xs, ys = (left.value, right.value), (bottom.value, top.value)
    return _around([matrix.apply(x, y) for x in xs for y in ys])


def _around(points: Sequence[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _rulings(path: native.Address, outer: Matrix, found: Drawings, room: native.Room) -> list[Box]:
    """Boxes in PDF's coordinates."""
    filled, stroked = room.draw_mode(path)
    if not filled and not stroked:
        return []  # only clips what comes after it
    count = min(native.path_segments(path), MAX_SEGMENTS - found.segments)
    found.segments += count
    if count > MANY_SEGMENTS and _is_tiny(_bounds(path, outer)):
        return []
    segments = native.each(native.path_segment, path, range(count))
    kinds = native.kinds_of(segments)
    if kinds in _ONE_RUN:  # most paths: nothing to look for
        return _strokes(segments, _points(path, outer, room, segments), stroked=stroked)
    runs = [segments[run.start() : run.end()] for run in _STRAIGHT_RUN.finditer(kinds)]
    if not runs:
        return []
    points = iter(_points(path, outer, room, [*chain.from_iterable(runs)]))  # of all in one question
    return [box for run in runs for box in _strokes(run, [*islice(points, len(run))], stroked=stroked)]


def _points(path: native.Address, outer: Matrix, room: native.Room, segments: list[native.Address]) -> list[Point]:
    return outer.after(Matrix(*room.matrix(path))).applied(room.points(segments))


def _strokes(run: list[native.Address], corners: list[Point], *, stroked: int) -> list[Box]:
    """Rulings in a run of straight strokes."""
    if stroked:
        strokes = pairwise(_closed(corners, run))
        return [_around(stroke) for stroke in strokes if _is_ruling(*stroke, STRAIGHT)]
    box = _around(corners)
    return [box] if _is_ruling(box[:2], box[2:], THICKEST) else []


def _closed(corners: list[Point], run: list[native.Address]) -> list[Point]:
    """Also the first one again, where a stroke leads back to it."""
    closing = [at for at, segment in enumerate(run) if at and native.segment_closes(segment)]
    for at in reversed(closing):
        corners.insert(at + 1, corners[0])
    return corners


def _is_tiny(box: Box) -> bool:
    return box.width < SHORTEST and box.height < SHORTEST


def _is_ruling(one: Point, other: Point, thickest: float) -> bool:
    """Between two opposite corners."""
    width, height = abs(one[0] - other[0]), abs(one[1] - other[1])
    return min(width, height) <= thickest and max(width, height) >= SHORTEST
