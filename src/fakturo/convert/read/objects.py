"""The objects of a page in the order they are drawn, also of those inside forms (drawings used like a stamp)."""

from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.read import native
from fakturo.convert.read.native import Handle

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
    waiting = [(_children(native.address_of(page), native.page_objects, native.page_object), UNCHANGED)]
    for _ in range(MAX_OBJECTS):
        item = None
        while waiting and (item := next(waiting[-1][0], None)) is None:
            waiting.pop()
        if item is None:
            return
        matrix = waiting[-1][1]
        kind = native.object_type(item)
        if kind != pdfium.FPDF_PAGEOBJ_FORM:
            yield item, kind, matrix
        elif len(waiting) < MAX_DEPTH:
            inner = _children(item, native.form_objects, native.form_object)
            waiting.append((inner, matrix.after(matrix_of(item))))


def matrix_of(item: native.Address) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    native.object_matrix(item, matrix)
    return Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _children(parent: native.Address, count: native.Function, child: native.Function) -> Iterator[native.Address]:
    for index in range(count(parent)):
        if item := child(parent, index):
            yield item
