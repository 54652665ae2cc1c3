"""What a page holds, in the coordinates a reader sees: points from the top left corner of the upright page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple, TypeVar

Made = TypeVar("Made", bound=tuple[Any, ...])


def made(kind: type[Made], fields: Iterable[tuple[object, ...]]) -> list[Made]:
    """Many of a kind of named tuples, from all that each holds: half the time of calling it for each."""
    return [*map(partial(tuple.__new__, kind), fields)]


class Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    def across(self, other: "Box") -> float:
        """How much of the width both have; less than nothing where they stand apart."""
        left, _, right, _ = self
        other_left, _, other_right, _ = other
        return (min(other_right, right)) - (max(other_left, left))

    def spans(self, other: "Box") -> bool:
        """From left to right, to a point."""
        return self.x0 - 1 <= other.x0 and other.x1 <= self.x1 + 1


def turned_back(box: Box, degrees: int, width: float, height: float) -> Box:
    """A box on a page of that size, as it was before the page was turned clockwise by so much."""
    x0, y0, x1, y1 = box
    if degrees == 90:  # noqa: PLR2004
        return Box(y0, width - x1, y1, width - x0)
    if degrees == 180:  # noqa: PLR2004
        return Box(width - x1, height - y1, width - x0, height - y0)
    return Box(height - y1, x0, height - y0, x1) if degrees else box


class Source(StrEnum):
    TEXT = "text"
    OCR = "ocr"


class Word(NamedTuple):
    text: str
    box: Box
    size: float
    """Height of the type in points, as it stands on the page."""
    bold: bool = False
    angle: int = 0
    """Direction of the baseline in degrees, counter-clockwise; 0 runs to the right."""
    source: Source = Source.TEXT
    confidence: float | None = None
    """From 0 to 1; only recognised text has one."""


class Line(NamedTuple):
    words: Sequence[Word]
    box: Box


class Block(NamedTuple):
    lines: Sequence[Line]
    box: Box


class Ruling(NamedTuple):
    """A straight horizontal or vertical line, or a bar thin enough to be one."""

    box: Box


class Image(NamedTuple):
    box: Box


@dataclass(frozen=True, slots=True)
class PageHead:
    number: int
    width: float
    height: float
    rotation: int
    """Degrees by which the file has the page turned clockwise; everything else is given as turned."""
    media_box: Box
    """As the file has it: bottom-left origin, before turning."""
    crop_box: Box
    turned: int = 0
    """Degrees by which a scan's picture was turned clockwise, beyond that, to be read."""


def turned(head: PageHead, degrees: int) -> PageHead:
    width, height = (head.height, head.width) if degrees % 180 else (head.width, head.height)
    return replace(head, width=width, height=height, rotation=(head.rotation + degrees) % 360, turned=degrees)


@dataclass(frozen=True, slots=True)
class PageContent:
    head: PageHead
    words: Iterator[Word]
    rulings: Iterator[Ruling]
    images: Iterator[Image]
    notes: Sequence[str] = ()
    """Sentences about what could not be read on this page."""
    file_title: str = ""
    """What its file is called in its properties, unseen on paper."""


def around(boxes: Sequence[Box]) -> Box:
    if len(boxes) == 1:
        return boxes[0]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))
