"""Rulings and images of a page, also of those inside forms (drawings that a page uses like a stamp)."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Image, Ruling
from fakturo.convert.read import native
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import Matrix, Point, matrix_of, objects_of

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
    found = Drawings()
    for item, kind, matrix in objects_of(page):
        found.objects += 1
        if kind == pdfium.FPDF_PAGEOBJ_PATH and found.segments < MAX_SEGMENTS:
            found.rulings += [Ruling(frame.box(*box)) for box in _rulings(item, matrix, found)]
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            found.images.append(Image(frame.box(*_bounds(item, matrix))))
    return found


def _bounds(item: native.Address, matrix: Matrix) -> Box:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    native.object_bounds(item, left, bottom, right, top)
    xs, ys = (left.value, right.value), (bottom.value, top.value)
    return _around([matrix.apply(x, y) for x in xs for y in ys])


def _around(points: list[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _spanned(one: Point, other: Point) -> Box:
    """The same for two, of which there are most."""
    (x0, y0), (x1, y1) = one, other
    return Box(min(x1, x0), min(y1, y0), max(x0, x1), max(y0, y1))


def _rulings(path: native.Address, outer: Matrix, found: Drawings) -> list[Box]:
    """Boxes in PDF's coordinates."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    native.draw_mode(path, fill, stroke)
    if not fill.value and not stroke.value:
        return []  # only clips what comes after it
    matrix = outer.after(matrix_of(path))
    boxes: list[Box] = []
    for points in _straight_runs(path, matrix, found):
        if stroke.value:
            boxes += [_spanned(one, other) for one, other in pairwise(points)]
        else:
            boxes.append(_around(points))
    return [box for box in boxes if _is_ruling(box, STRAIGHT if stroke.value else THICKEST)]


def _is_ruling(box: Box, thickest: float) -> bool:
    width, height = box.width, box.height
    return min(width, height) <= thickest and max(width, height) >= SHORTEST


def _straight_runs(path: native.Address, matrix: Matrix, found: Drawings) -> Iterator[list[Point]]:
    """The corners of each part of the path, as far as it is made of straight strokes."""
    x, y = ctypes.c_float(), ctypes.c_float()
    run: list[Point] = []
    for index in range(min(native.path_segments(path), MAX_SEGMENTS - found.segments)):
        found.segments += 1
        segment = native.path_segment(path, index)
        native.segment_point(segment, x, y)
        point, kind = matrix.apply(x.value, y.value), native.segment_type(segment)
        if kind == pdfium.FPDF_SEGMENT_LINETO and run:
            run.append(point)
            if native.segment_closes(segment):
                run.append(run[0])
            continue
        if len(run) > 1:
            yield run
        run = [point]
    if len(run) > 1:
        yield run
