"""Where text stands on a picture: a slanted rectangle for each line or piece of one."""

from collections.abc import Iterator
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows of grey pixels."""

LONGEST_SIDE = 1280
"""Of the picture that the finder sees. Twice as many pixels take twice as long and find no more lines."""
_STEP = 32
"""Sides must be multiples of it."""
_TEXT, _LINE = 0.3, 0.5
"""Probabilities from which on a pixel is text, and a blot of such pixels a line."""
_SHRUNK = 1.6
"""The finder marks the core of a line; area by circumference, times this, is what it leaves out on each side."""
_THINNEST = 3
HEIGHT, WIDEST = 48, 4096
"""Pixels of a line as the reader wants it."""
_MOST_LINES = 2000


class Line(NamedTuple):
    """Of one line of text, in pixels of the whole picture."""

    x: float
    y: float
    """Of its middle."""
    width: float
    height: float
    angle: float
    """Degrees clockwise; 0 is level."""

    def at(self, along: float, across: float) -> tuple[float, float]:
        """The point so many pixels along the line and below its upper edge."""
        right, down = along - self.width / 2, across - self.height / 2
        turn = radians(self.angle)
        return self.x + right * cos(turn) - down * sin(turn), self.y + right * sin(turn) + down * cos(turn)


def find_lines(picture: Picture, finder: Any) -> list[Line]:
    height, width = picture.shape
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    rows, columns = (max(_STEP, round(side * scale / _STEP) * _STEP) for side in (height, width))
    small = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    text = finder.run(None, {"x": normalised(small)[None, None].repeat(3, axis=1)})[0][0, 0]
    found = (_enlarged(line, width / columns, height / rows) for line in _blots(text))
    return [line for line, _ in zip(found, range(_MOST_LINES), strict=False)]


def levelled(picture: Picture, line: Line) -> Picture:
    """The line alone, level and of the height that the reader wants."""
    scale = line.height / HEIGHT
    width = min(max(8, ceil(line.width / scale)), WIDEST)
    left, top = line.at(0, 0)
    right, below = line.at(scale, 0), line.at(0, scale)
    matrix = np.array([[right[0] - left, below[0] - left, left], [right[1] - top, below[1] - top, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(picture, matrix, (width, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return cut.astype(np.uint8, copy=False)


def normalised(picture: NDArray[Any]) -> NDArray[np.float32]:
    """From black to white: -1 to 1, as both networks want it."""
    return picture.astype(np.float32) / 127.5 - 1


def _blots(text: NDArray[np.float32]) -> Iterator[Line]:
    mask = cv2.dilate((text > _TEXT).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        (x, y), (width, height), angle = cv2.minAreaRect(contour)
        if min(width, height) < _THINNEST or _probability(text, contour) < _LINE:
            continue
        margin = _SHRUNK * width * height / (width + height)
        yield _upright(Line(x, y, width + margin, height + margin, angle))


def _upright(line: Line) -> Line:
    """The same rectangle, turned by 45 degrees at most."""
    while abs(line.angle) > 45:  # noqa: PLR2004
        turned = line.angle - (90 if line.angle > 0 else -90)
        line = line._replace(width=line.height, height=line.width, angle=turned)
    return line


def _probability(text: NDArray[np.float32], contour: Any) -> float:
    left, top, width, height = cv2.boundingRect(contour)
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [contour - np.array([left, top])], (1,))
    return float(cv2.mean(text[top : top + height, left : left + width], inside)[0])


def _enlarged(line: Line, across: float, down: float) -> Line:
    """From pixels of the small picture to those of the whole one, whose sides were not shrunk by quite the same."""
    turn = radians(line.angle)
    return Line(
        line.x * across,
        line.y * down,
        line.width * hypot(across * cos(turn), down * sin(turn)),
        line.height * hypot(across * sin(turn), down * cos(turn)),
        degrees(atan2(down * sin(turn), across * cos(turn))),
    )
