"""Vertical writing. PDFium takes columns that start at one height for a line, and puts the leftmost first.

Such columns are read from the right; the file has them in their order, and gets it back here.
"""

from collections.abc import Sequence
from functools import cached_property

from fakturo.convert.page import Word
from fakturo.convert.read import native
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import objects_of

TALL = 1.6
"""A line is about as tall as its font. A word that is so much taller has its letters below each other."""

DOWNWARDS = 270

Placed = tuple[Word, native.Address]
"""A word and the text object that it comes from, or 0."""


def in_file_order(words: list[Word], text_objects: Sequence[native.Address], page: Handle) -> list[Word]:
    """The words as they come, but columns next to each other in the order of the file."""
    if not any(map(_is_column, words)):
        return words
    ordered: list[Word] = []
    columns: list[Placed] = []
    order = FileOrder(page)
    for word, text_object in zip(words, text_objects, strict=True):
        if _is_column(word) or (columns and len(word.text) == 1):
            columns.append((word, text_object))
            continue
        ordered += _sorted(columns, order)
        columns = []
        ordered.append(word)
    return ordered + _sorted(columns, order)


def _is_column(word: Word) -> bool:
    text, (left, top, right, bottom), size, _, angle, _, _ = word
    height = bottom - top
    return height > right - left and height > TALL * size and angle == 0 and len(text) > 1


class FileOrder:
    """Which object of a page comes when; its objects are walked once, and only if somebody asks."""

    def __init__(self, page: Handle) -> None:
        self._page = page

    @cached_property
    def _numbers(self) -> dict[native.Address, int]:
        return {item: number for number, (item, _, _) in enumerate(objects_of(self._page))}

    def of(self, item: native.Address) -> int:
        return self._numbers.get(item, len(self._numbers))


def _sorted(columns: list[Placed], order: FileOrder) -> list[Word]:
    if len(columns) > 1:
        columns.sort(key=lambda placed: order.of(placed[1]))
    return [word._replace(angle=DOWNWARDS) for word, _ in columns]
