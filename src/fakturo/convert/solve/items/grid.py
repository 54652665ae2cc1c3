"""The lines ruled in the item table: between which of them a row stands, and a word."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fakturo.convert.layout.sheet import Row, Rules
from fakturo.convert.page import Box

SAME_LINE = 1.5
"""Points between pieces of one line."""
ACROSS = 0.6
"""A line between items covers this part of the table's width."""
OVERHANG = 1.0


@dataclass(frozen=True, slots=True)
class Grid:
    """A document's rulings, by page, and how far to the left and the right its item table reaches."""

    rules: Mapping[int, Rules] = field(default_factory=dict)
    left: float = 0.0
    right: float = 0.0
    _lines: dict[int, list[float]] = field(default_factory=dict)
    _borders: dict[tuple[int, float], list[float]] = field(default_factory=dict)

    def band(self, row: Row) -> tuple[float, float] | None:
        """From the line above the row to the one below it, if there are both."""
        middle = (row.box.y0 + row.box.y1) / 2
        lines = self._across(row.page)
        above, below = [y for y in lines if y <= middle], [y for y in lines if y > middle]
        return (above[-1], below[0]) if above and below else None

    def extent(self, page: int, box: Box) -> tuple[float, float] | None:
        """The cell in which something stands, from its left to its right line."""
        borders = self._beside(page, (box.y0 + box.y1) / 2)
        place = bisect_right(borders, (box.x0 + box.x1) / 2)
        return (borders[place - 1], borders[place]) if 0 < place < len(borders) else None

    def _beside(self, page: int, middle: float) -> list[float]:
        """Where lines run down at this height, from the left."""
        if (page, middle) not in self._borders:
            rules = self.rules.get(page, Rules()).vertical
            crossing = {(r.x0 + r.x1) / 2 for r in rules if r.y0 - OVERHANG <= middle <= r.y1 + OVERHANG}
            self._borders[page, middle] = sorted(crossing)
        return self._borders[page, middle]

    def _across(self, page: int) -> list[float]:
        if page not in self._lines:
            self._lines[page] = list(_lines(self.rules.get(page, Rules()).horizontal, self.left, self.right))
        return self._lines[page]


def _lines(rules: Sequence[Box], left: float, right: float) -> list[float]:
    """The heights of lines across the table, from the top; a line may be drawn in pieces, cell by cell."""
    lines: list[tuple[float, float]] = []
    for rule in sorted(rules, key=lambda rule: rule.y0):
        covered = max(0.0, min(rule.x1, right) - max(rule.x0, left))
        if lines and rule.y0 - lines[-1][0] <= SAME_LINE:
            lines[-1] = lines[-1][0], lines[-1][1] + covered
        else:
            lines.append((rule.y0, covered))
    return [y for y, covered in lines if covered >= ACROSS * (right - left)]
