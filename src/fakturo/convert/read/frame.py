"""From PDF's coordinates (bottom left, before turning) to the reader's (top left, upright)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from fakturo.convert.page import Box, made

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top in PDF's coordinates. A plain tuple: a page takes thousands."""

FARTHEST = 1e7
"""No page is that large; what lies beyond, or is no number at all, is a broken file's."""


@dataclass(frozen=True, slots=True)
class Frame:
    left: float
    bottom: float
    right: float
    top: float
    rotation: int
    """0, 90, 180 or 270 degrees clockwise."""

    @property
    def width(self) -> float:
        return self.top - self.bottom if self.rotation in {90, 270} else self.right - self.left

    @property
    def height(self) -> float:
        return self.right - self.left if self.rotation in {90, 270} else self.top - self.bottom

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """The upright box of a rectangle in PDF's coordinates."""
        if not isfinite(left + bottom + right + top):
            left, bottom, right, top = clamp(left), clamp(bottom), clamp(right), clamp(top)
        if self.rotation == 0:
            return Box(left - self.left, self.top - top, right - self.left, self.top - bottom)
        if self.rotation == 90:  # noqa: PLR2004
            return Box(bottom - self.bottom, left - self.left, top - self.bottom, right - self.left)
        if self.rotation == 180:  # noqa: PLR2004
            return Box(self.right - right, bottom - self.bottom, self.right - left, top - self.bottom)
        return Box(self.top - top, self.right - right, self.top - bottom, self.right - left)

    def boxes(self, rectangles: Sequence[Rectangle]) -> list[Box]:
        """Of many at once."""
        if self.rotation or not isfinite(sum(map(sum, rectangles))):
            return [self.box(*rectangle) for rectangle in rectangles]
        from_left, from_top = self.left, self.top
        return made(
            Box,
            [
                (left - from_left, from_top - top, right - from_left, from_top - bottom)
                for left, bottom, right, top in rectangles
            ],
        )

    def angle(self, degrees: float) -> int:
        """A direction in PDF's coordinates, as seen on the turned page."""
        return round(degrees - self.rotation) % 360


def clamp(value: float) -> float:
    return value if -FARTHEST <= value <= FARTHEST else min(max(-FARTHEST, value), FARTHEST)
