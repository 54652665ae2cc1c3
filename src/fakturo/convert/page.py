"""What a page holds, in the coordinates a reader sees: points from the top left corner of the upright page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


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


@dataclass(frozen=True, slots=True)
class PageContent:
    head: PageHead
    words: Iterator[Word]
    rulings: Iterator[Ruling]
    images: Iterator[Image]
    notes: Sequence[str] = ()
    """Sentences about what could not be read on this page."""


def around(boxes: Sequence[Box]) -> Box:
    if len(boxes) == 1:
        return boxes[0]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))
