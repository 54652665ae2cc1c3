"""What stands around a phrase: labels to its left and above it, and where on the page it is."""

import re
from collections.abc import Iterator, Sequence

from fakturo.convert.header.labels.marks import PARTIES
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.memory import remembered
from fakturo.convert.page import Box
from fakturo.convert.vocabulary import fold

FAR_LEFT = 0.3
"""Part of the page's width between a label and its value."""
ROWS_UP, GAP_UP = 14, 4.0
"""Rows that are searched upwards, and the widest gap in heights of the type."""
STEPS_UP = 6
LONGEST_LABEL = 48
PIECE = 4
"""Letters of a word's piece."""
FEW = 2
"""Digits that a label may have, less one; and lines between a label and what it heads."""
FOOT, TYPE = "foot", "type"
LEFT, MIDDLE, SMALL = 0.4, 0.6, 0.85
_BANDS = ((0.06, "edge"), (0.12, "top"), (0.2, "high"), (0.3, "upper"), (0.42, "middle"), (0.6, "lower"), (0.85, "low"))
"""Parts of the page's height."""

_LETTERS = re.compile(r"[^\W\d_]+")


class Around:
    """The neighbours of each phrase of a scene; phrases are known by their numbers."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._places = {
            spot.number: (number, index) for number, row in enumerate(scene.rows) for index, spot in enumerate(row)
        }
        self._above: dict[int, Spot | None] = {}
        self._below: dict[int, Spot | None] = {}

    def row(self, spot: Spot) -> Sequence[Spot]:
        place = self._places.get(spot.number)
        return self.scene.rows[place[0]] if place else (spot,)

    def left(self, spot: Spot) -> Spot | None:
        place = self._places.get(spot.number)
        if place is None or not place[1]:
            return None
        left = self.scene.rows[place[0]][place[1] - 1]
        return left if spot.box.x0 - left.box.x1 <= FAR_LEFT * spot.sheet.width else None

    def right(self, spot: Spot) -> Spot | None:
        place = self._places.get(spot.number)
        row = self.scene.rows[place[0]] if place else ()
        return row[place[1] + 1] if place and place[1] + 1 < len(row) else None

    def above(self, spot: Spot) -> Spot | None:
        if spot.number not in self._above:
            self._above[spot.number] = self._next(spot, -1)
        return self._above[spot.number]

    def below(self, spot: Spot) -> Spot | None:
        if spot.number not in self._below:
            self._below[spot.number] = self._next(spot, 1)
        return self._below[spot.number]

    def over(self, spot: Spot, box: Box) -> Spot | None:
        """What stands above it and over the box that it is the top of."""
        return self._next(spot, -1, box)

    def column(self, spot: Spot) -> Iterator[Spot]:
        """What stands above it, one over the other."""
        for _ in range(STEPS_UP):
            up = self.above(spot)
            if up is None:
                return
            yield up
            spot = up

    def _next(self, spot: Spot, by: int, box: Box | None = None) -> Spot | None:
        place = self._places.get(spot.number)
        if place is None:
            return None
        page, (_, top, _, bottom) = spot.phrase.page, spot.box
        widest = GAP_UP * max(bottom - top, 6)
        left, _, right, _ = box or spot.box
        rows, at = self.scene.rows, place[0]
        for row in rows[at + 1 : at + 1 + ROWS_UP] if by > 0 else reversed(rows[max(at - ROWS_UP, 0) : at]):
            if not row or row[0].phrase.page != page:
                return None
            first = row[0].box
            if (top - first.y1 if by < 0 else first.y0 - bottom) > widest:
                return None
            if found := _most_shared(row, left, right):
                return found
        return None


def _most_shared(row: Sequence[Spot], left: float, right: float) -> Spot | None:
    """The one that shares most of the width; of several, the one that begins nearest, or else the last."""
    best = None
    shared, near = 0.0, 0.0
    for one in row:
        x0, _, x1, _ = one.box
        if x1 <= left or x0 >= right:
            continue  # most stand elsewhere
        width, apart = min(x1, right) - max(x0, left), -abs(x0 - left)
        if width > shared or (width == shared > 0 and apart >= near):
            best, shared, near = one, width, apart
    return best


def labels_near(around: Around, spot: Spot, inside: str) -> list[str]:
    """Evidence of the labels that may speak of a value: before it in its phrase, to its left, above it."""
    leading = [mark for mark in spot.marks if mark.leads] if inside else []
    found = [f"inside {meaning}" for mark in leading for meaning in mark.meanings]
    where, nearest = ("inside", inside) if _has_letters(inside) else ("", "")
    if left := around.left(spot):
        found += [f"left {meaning}" for meaning in meanings_of(left)]
        if not nearest and is_label_like(left):
            where, nearest = "left", left.text
    told = False
    for step, up in enumerate(around.column(spot), start=1):
        meanings = meanings_of(up)
        if meanings and not told:
            told = bool(meanings & PARTIES) or step == 1
            found += [f"above{step if step <= FEW else '+'} {meaning}" for meaning in meanings]
            found += [f"under {meaning}" for meaning in meanings]
        if not nearest and step <= FEW and is_label_like(up):
            where, nearest = f"above{step}", up.text
    if not nearest:
        return [*found, "no label"]
    return [*found, f"labelled {where}", *pieces_told("label", nearest[-LONGEST_LABEL:])]


def meanings_of(spot: Spot) -> frozenset[str]:
    return spot.marks[0].meanings if spot.has_own_label else frozenset()


def is_label_like(spot: Spot) -> bool:
    text = spot.text
    if not _has_letters(text) or len(text) > LONGEST_LABEL:
        return False
    return spot.is_label or text.rstrip().endswith(":") or sum(map(str.isdigit, text)) < FEW


def _has_letters(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 1


@remembered
def pieces_told(where: str, text: str) -> tuple[str, ...]:
    """As evidence of a label that stands there."""
    return tuple([f"{where} ~{piece}" for piece in pieces_of(text)])


@remembered
def pieces_of(text: str) -> frozenset[str]:
    """Pieces of its words, and the words themselves."""
    plain = fold(text)
    plain = plain if plain.isascii() else "".join([letter if letter.isalpha() else " " for letter in plain])
    found: set[str] = set()
    for word in _LETTERS.findall(plain)[:8]:
        framed = f"<{word[:20]}>"
        found.add(framed)
        found.update([framed[at : at + PIECE] for at in range(len(framed) - PIECE + 1)])
    return frozenset(found)


def place_of(scene: Scene, spot: Spot) -> Iterator[str]:
    sheet, box = spot.sheet, spot.box
    down, across = box.y0 / max(sheet.height, 1), (box.x0 + box.x1) / 2 / max(sheet.width, 1)
    first = spot.phrase.page == scene.sheets[0].number
    yield "first page" if first else "later page"
    band = next((name for limit, name in _BANDS if down < limit), "bottom")
    side = "left" if across < LEFT else "middle" if across < MIDDLE else "right"
    if first:
        yield f"at {band}"
        yield f"at {band} {side}"
    yield "before table" if scene.is_before_table(spot) else "after table"
    if box.y0 > scene.foot_of(spot.phrase.page):
        yield FOOT


def type_of(spot: Spot, usual: float) -> Iterator[str]:
    ratio = spot.phrase.size / max(usual, 1)
    for least in (1.15, 1.5, 2.0):
        if ratio >= least:
            yield f"{TYPE} {least:g}"
    if ratio < SMALL:
        yield f"{TYPE} small"
    if spot.phrase.bold:
        yield "bold"
