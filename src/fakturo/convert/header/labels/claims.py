"""Which value belongs to which label: beside it, below it, in its own phrase, rarely above it."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.labels.marks import (
    DATES,
    NUMBERS,
    OWN_NUMBER,
    PARTIES,
    TITLES,
    Mark,
    begins_label,
    marks_of,
)
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.page import Box, around
from fakturo.convert.vocabulary import words_in

SAME_LINE = 0.4
"""Phrases stand side by side if they share this part of the smaller height."""
ROWS_BELOW = 4
NEAR_BELOW = 2.6
"""A value below its label begins within so many label heights of its end."""
IN_CELL_BELOW = 4.0
_PLAIN = frozenset({"number", "date", "dated"})
_BULLETS = ":.-–=|●•·*>"
_MORE_WORDS = re.compile(r"[\s.]*[^\W\d_]{2}[^\d:;,/()]{0,30}:")


class Relation(StrEnum):
    INSIDE = "inside"
    RIGHT = "right"
    BELOW = "below"
    ABOVE = "above"


class Claim(NamedTuple):
    """A label's claim on a value."""

    meanings: frozenset[str]
    label: str
    label_box: Box
    value: Spot
    text: str
    at: int
    """Where the text begins in the value's phrase."""
    relation: Relation
    strength: float
    """From 0 to 1: how surely the value is this label's, by geometry alone."""
    before: str = ""
    """Words before the label in its phrase."""

    @property
    def goes_on(self) -> int:
        """Where a label ends that has more words than are known: `Number` of `Number of arrival: 17`; else 0."""
        more = _MORE_WORDS.match(self.text) if self.relation is Relation.INSIDE else None
        return more.end() if more else 0

    def box(self, start: int, end: int) -> Box:
        return box_of(self.value.phrase, self.value.text, self.at + start, self.at + end)


class _Label(NamedTuple):
    mark: Mark
    box: Box
    row: int
    size: float
    spot: Spot


def claims_of(scene: Scene) -> list[Claim]:
    claims: list[Claim] = []
    second_lines: set[int] = set()
    for number, row in enumerate(scene.rows):
        for index, spot in enumerate(row):
            claims += _inside(spot)
            if spot.number in second_lines:
                continue
            has_value = index + 1 < len(row) and not _has_label(row[index + 1])
            wrapped = None if has_value else _wrapped(scene, spot, number)
            if wrapped:
                label, under = wrapped
                second_lines.add(under.number)
                claims += _outside(scene, label, index)
            elif spot.is_label:
                label = _Label(_with_left(spot, row, index), spot.box, number, spot.phrase.size, spot)
                claims += _outside(scene, label, index)
    return _without_usurpers(claims)


def _with_left(spot: Spot, row: Sequence[Spot], index: int) -> Mark:
    """`Date` to the right of `Order no.` is the order's, to the right of `Invoice no.` the invoice's."""
    mark = spot.marks[-1]
    generic = mark.meanings & {"date", "dated"}
    if not generic or len(mark.meanings) > 1 or not index or not row[index - 1].is_label:
        return mark
    left = row[index - 1].marks[-1].meanings
    if left & OWN_NUMBER:
        return mark._replace(meanings=frozenset({"invoice_date"}))
    return mark._replace(meanings=mark.meanings | {"of_left"}) if left & {"po", "other_number"} else mark


def _inside(spot: Spot) -> Iterator[Claim]:
    """Labels with their values behind them. In the middle of a sentence they often speak of another document."""
    early = bool(spot.marks) and len(words_in(spot.text[: spot.marks[0].start])) <= 3
    for mark in spot.marks:
        if mark.alone:
            continue
        strength = 1.0 if mark.leads else 0.92 if early else 0.78
        yield Claim(
            mark.meanings, mark.text, spot.box, spot, mark.rest, mark.end, Relation.INSIDE, strength, mark.before
        )


def _outside(scene: Scene, label: _Label, index: int) -> Iterator[Claim]:
    beside = _right_of(scene, label, index)
    if beside and not _fits(label.mark, beside):
        beside = None
    if beside:
        gap = max(0.0, beside.box.x0 - label.box.x1) / max(label.spot.sheet.width, 1)
        yield _claim(label, beside, Relation.RIGHT, 0.97 - 0.3 * gap)
    below, distance = _below(scene, label)
    if below and _fits(label.mark, below):
        yield _claim(label, below, Relation.BELOW, (0.72 if beside else 0.93) - 0.03 * distance)
    if not beside and not below and (above := _above(scene, label)):
        yield _claim(label, above, Relation.ABOVE, 0.55)


def _fits(mark: Mark, value: Spot) -> bool:
    """Of the label's kind at all: a date has one, a number has digits."""
    if mark.meanings & DATES and not mark.meanings & NUMBERS:
        return bool(dates_in(value.text, compact=True))
    if mark.meanings & (NUMBERS | TITLES):
        return value.has_digits
    return True


def _claim(label: _Label, value: Spot, relation: Relation, strength: float) -> Claim:
    mark = label.mark
    return Claim(mark.meanings, mark.text, label.box, value, value.text, 0, relation, strength, mark.before)


def _wrapped(scene: Scene, spot: Spot, number: int) -> tuple[_Label, Spot] | None:
    """A label of two lines, `Invoice` above `number`."""
    if not _may_go_on(spot):
        return None
    under = next((one for one in _overlapping(scene, spot.box, number, 1) if _follows(spot, one)), None)
    if under is None:
        return None
    marks = marks_of(f"{spot.text} {under.text}")
    first = marks[0] if len(marks) == 1 else None
    if first is None or not first.leads or not first.alone or first.end <= len(spot.text) + 1:
        return None
    row = next(row for row in range(number + 1, len(scene.rows)) if under in scene.rows[row])
    return _Label(first, around([spot.box, under.box]), row, spot.phrase.size, spot), under


def _may_go_on(spot: Spot) -> bool:
    """Short words that begin a label, and no label that is complete in itself."""
    if len(spot.text) > 20 or spot.text.rstrip().endswith(":"):
        return False
    if spot.marks and (not spot.has_own_label or spot.marks[0].meanings & _PLAIN):
        return False
    return not spot.has_digits and any(map(begins_label, words_in(spot.text)))


def _follows(spot: Spot, under: Spot) -> bool:
    if under.has_digits or (under.marks and not under.marks[0].meanings <= _PLAIN):
        return False
    return under.box.y0 - spot.box.y1 < 0.6 * spot.box.height and abs(under.phrase.size - spot.phrase.size) < 1


def _right_of(scene: Scene, label: _Label, index: int) -> Spot | None:
    """The nearest phrase to the right on the same line, even if its baseline is a little off."""
    row = scene.rows[label.row]
    near = [spot for spot in row[index + 1 :] if not is_bullet(spot)] if label.spot in row else []
    best = near[0] if near else None
    for number in (label.row - 1, label.row + 1):
        for spot in _same_page_row(scene, label, number):
            if spot.box.x0 >= label.box.x1 - 1 and _side_by_side(spot.box, label.box) and not is_bullet(spot):
                best = spot if best is None or spot.box.x0 < best.box.x0 else best
                break
    return best if best and not _has_label(best) else None


def _same_page_row(scene: Scene, label: _Label, number: int) -> list[Spot]:
    if not 0 <= number < len(scene.rows) or not scene.rows[number]:
        return []
    row = scene.rows[number]
    return list(row) if row[0].phrase.page == label.spot.phrase.page else []


def _side_by_side(one: Box, other: Box) -> bool:
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return shared >= SAME_LINE * min(one.height, other.height)


def _below(scene: Scene, label: _Label) -> tuple[Spot | None, float]:
    """The first phrase under the label, and how many label heights lie between."""
    height = max(label.size, 6)
    reach = (IN_CELL_BELOW if _is_boxed(label) else NEAR_BELOW) * height
    for spot in _overlapping(scene, label.box, label.row, ROWS_BELOW):
        gap = spot.box.y0 - label.box.y1
        if gap > reach:
            break
        if is_bullet(spot):
            continue
        return (None, 0) if _has_label(spot) else (spot, max(0.0, gap) / height)
    return _in_order(scene, label, reach)


def _in_order(scene: Scene, label: _Label, reach: float) -> tuple[Spot | None, float]:
    """Under a row of labels, the value of the same place in the next row, where columns don't overlap."""
    labels = scene.rows[label.row]
    values = _same_page_row(scene, label, label.row + 1)
    if len(labels) != len(values) or len(labels) < 2 or label.spot not in labels:
        return None, 0
    if any(_has_label(spot) for spot in values) or not (
        all(spot.is_label for spot in labels) or _are_cells(labels, values)
    ):
        return None, 0
    value = values[labels.index(label.spot)]
    gap = value.box.y0 - label.box.y1
    return (value, max(0.0, gap) / max(label.size, 6)) if gap <= reach else (None, 0)


def _are_cells(labels: Sequence[Spot], values: Sequence[Spot]) -> bool:
    """Each value begins right of its label's edge and ends left of the next one's."""
    edges = [*(spot.box.x0 for spot in labels[1:]), labels[-1].sheet.width]
    cells = zip(labels, values, edges, strict=True)
    within = all(label.box.x0 - 2 <= value.box.x0 and value.box.x1 <= edge for label, value, edge in cells)
    return within and not any(label.has_digits for label in labels)


def _overlapping(scene: Scene, box: Box, row: int, rows_below: int) -> Iterator[Spot]:
    page = scene.rows[row][0].phrase.page
    for number in range(row + 1, min(row + 1 + rows_below, len(scene.rows))):
        for spot in scene.rows[number]:
            if spot.phrase.page != page:
                return
            if spot.box.x0 < box.x1 - 1 and spot.box.x1 > box.x0 + 1 and spot.box.y0 >= box.y1 - 0.5 * box.height:
                yield spot


def _above(scene: Scene, label: _Label) -> Spot | None:
    for spot in _same_page_row(scene, label, label.row - 1):
        if spot.box.x0 < label.box.x1 and spot.box.x1 > label.box.x0 and not _has_label(spot):
            near = label.box.y0 - spot.box.y1 <= label.box.height
            return spot if near else None
    return None


def _has_label(spot: Spot) -> bool:
    """It can't be another label's value. Small words that may call a party (`a`, `an`, `to`) don't count."""
    if not spot.has_own_label:
        return False
    mark = spot.marks[0]
    return mark.alone or ":" in mark.rest[:3] or not mark.meanings <= PARTIES


def _is_boxed(label: _Label) -> bool:
    """Ruled lines run beside the label: its value may stand lower in the same cell or in the next."""
    middle = (label.box.y0 + label.box.y1) / 2
    rules = label.spot.sheet.rules.vertical
    return any(rule.y0 <= middle <= rule.y1 and -2 <= label.box.x0 - rule.x0 <= 60 for rule in rules)


def is_bullet(spot: Spot) -> bool:
    return not spot.text.strip(_BULLETS)


def _without_usurpers(claims: list[Claim]) -> list[Claim]:
    """A value belongs to its nearest label; another's claim on it is dropped. A title above drops nobody's."""
    best: dict[int, float] = {}
    for claim in claims:
        if claim.relation is not Relation.INSIDE and not (
            claim.relation is Relation.BELOW and claim.meanings <= TITLES
        ):
            key = claim.value.number
            best[key] = max(best.get(key, 0.0), claim.strength)
    return [
        claim
        for claim in claims
        if claim.relation is Relation.INSIDE or claim.strength >= best.get(claim.value.number, 0.0) - 0.02
    ]
