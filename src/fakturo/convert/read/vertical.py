"""Vertical writing. PDFium takes columns that start at one height for a line, and puts the leftmost first.

Such columns are read from the right; the file has them in their order, and gets it back here.
"""

from collections.abc import Iterable, Iterator

from fakturo.convert.page import Word
from fakturo.convert.read import native
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import objects_of

TALL = 1.6
"""A line is about as tall as its font. A word that is so much taller has its letters below each other."""

DOWNWARDS = 270

Placed = tuple[Word, native.Address | None]
"""A word and the text object that it comes from."""


def in_file_order(placed: Iterable[Placed], page: Handle) -> Iterator[Word]:
    """The words as they come, but columns next to each other in the order of the file."""
    columns: list[Placed] = []
    for word, text_object in placed:
        if _is_column(word) or (columns and len(word.text) == 1):
            columns.append((word, text_object))
            continue
        if columns:
            yield from _sorted(columns, page)
            columns = []
        yield word
    yield from _sorted(columns, page)


def _is_column(word: Word) -> bool:
    left, top, right, bottom = word.box
    height, width = bottom - top, right - left
    return word.angle == 0 and len(word.text) > 1 and height > width and height > TALL * word.size


def _sorted(columns: list[Placed], page: Handle) -> Iterator[Word]:
    if len(columns) > 1:
        order: dict[native.Address | None, int] = {item: number for number, (item, _) in enumerate(objects_of(page))}
        columns.sort(key=lambda placed: order.get(placed[1], len(order)))
    for word, _ in columns:
        yield word._replace(angle=DOWNWARDS)
