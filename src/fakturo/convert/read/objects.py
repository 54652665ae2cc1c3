"""The objects of a page in the order they are drawn, also of those inside forms (drawings used like a stamp)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.read import native
from fakturo.convert.read.native import Handle

_FORM = int(pdfium.FPDF_PAGEOBJ_FORM)
MAX_OBJECTS = 100_000
MAX_DEPTH = 12

Point = tuple[float, float]


class Matrix(NamedTuple):
    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def apply(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def applied(self, points: Iterable[Point]) -> list[Point]:
        if self == UNCHANGED:
            return [*points]
        a, b, c, d, e, f = self
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]

    def after(self, first: "Matrix") -> "Matrix":
        """The matrix that does `first`, then this one."""
        if self is UNCHANGED:
            return first
        a, b, c, d, e, f = first
        return Matrix(
            self.a * a + self.c * b,
            self.b * a + self.d * b,
            self.a * c + self.c * d,
            self.b * c + self.d * d,
            self.a * e + self.c * f + self.e,
            self.b * e + self.d * f + self.f,
        )


UNCHANGED = Matrix()
"""Of whatever is in no form."""


def objects_of(page: Handle) -> Iterator[tuple[native.Address, int, Matrix]]:
    """Every object but forms, its kind, and the matrix that leads from its form to the page; at most MAX_OBJECTS."""
    items, kinds = _children(native.address_of(page), native.count_page_objects, native.page_object)
    own = zip(items, kinds, strict=True)
    return zip(items, kinds, repeat(UNCHANGED)) if _FORM not in kinds else _with_forms(own)


def _with_forms(own: Iterator[tuple[native.Address, int]]) -> Iterator[tuple[native.Address, int, Matrix]]:
    waiting = [(own, UNCHANGED)]
    left = MAX_OBJECTS
    while waiting:
        children, matrix = waiting[-1]
        for item, kind in children:
            if not left:
                return
            left -= 1
            if kind != _FORM:
                yield item, kind, matrix
            elif len(waiting) < MAX_DEPTH:
                inner = zip(*_children(item, native.count_form_objects, native.form_object), strict=True)
                (own_matrix,) = native.object_matrix.of([item])
                waiting.append((inner, matrix.after(Matrix(*own_matrix))))
                break  # and go on behind it when all in it were seen
        else:
            waiting.pop()


def _children(
    parent: native.Address, count: native.OfItems, child: native.OfParts
) -> tuple[Sequence[native.Address], Sequence[int]]:
    """And their kinds."""
    items: Sequence[native.Address] = child.of(parent, range(min(count.ask(parent), MAX_OBJECTS)))
    if 0 in items:
        items = [item for item in items if item]
    return items, native.object_type.of(items)
