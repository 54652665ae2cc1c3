"""Values of header fields at the places that a template names."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import NamedTuple

from fakturo.convert.figures import read_core
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.labels.marks import marks_of
from fakturo.convert.header.number.shape import code_in
from fakturo.convert.header.parties.lines import without_salutation
from fakturo.convert.invoice import Evidence, Origin, Reading
from fakturo.convert.layout.sheet import Phrase, Row, Sheet
from fakturo.convert.page import Box, Word, around
from fakturo.convert.templates.template import OTHER_NUMBER, Anchor, Where
from fakturo.convert.templates.texts import Run, runs_in, squeezed

LONGEST_TEXT = 160
"""Patterns look at so many characters of a line."""
LONGEST_VALUE = 100
SAME_LINE = 0.4
"""Phrases stand side by side if they share this part of the smaller height."""
SAME_EDGE, SAME_HEIGHT = 4.0, 6.0
"""Points by which a text may be beside the place that a template names."""
FARTHEST_BELOW = 60.0
"""Points from a label to the value below it."""
LINE_GAP = 0.9
"""Between lines of one text, in heights of them."""
LEAST_TAX_ID = 6
LONGEST_PREFIX = 4
DECIDED = 0.98
_NUMBER = re.compile(r"\d(?:[\d.,'’ ]*\d)?")
_TAX_ID = re.compile(r"[^\W\d_]{0,4}[ .:-]?[\d][\w ./-]*")
_AROUND = " :;,.=|*•·-–—_#"


class Found(NamedTuple):
    """A text where the value should be."""

    text: str
    page: int
    box: Box


def read_text(
    sheets: Sequence[Sheet], anchors: Sequence[Anchor], field: str, *, but: str | None = None
) -> Reading[str] | None:
    """A number, a tax id or a name: the first text at the anchors that can be one, `but` this."""
    for found in _found(sheets, anchors):
        value = _value(found.text, field)
        if value and not (but and squeezed(value) == squeezed(but)):
            return Reading(value, _evidence(found))
    return None


def read_date(sheets: Sequence[Sheet], anchors: Sequence[Anchor], order: Order) -> Reading[dt.date] | None:
    for found in _found(sheets, anchors):
        for whole in (found, *_wrapped(sheets, found)):
            match = next(iter(dates_in(whole.text, compact=True)), None)
            if match:
                raw = whole.text[match.start : match.end]
                return Reading(match.by(order), _evidence(whole._replace(text=raw)))
    return None


def _wrapped(sheets: Sequence[Sheet], found: Found) -> Iterator[Found]:
    """With the line below: `31 December` over `2026`."""
    for sheet in (sheet for sheet in sheets if sheet.number == found.page):
        holding = next((phrase for phrase in sheet.phrases if _is_inside(found.box, phrase.box)), None)
        below = next_line(sheet, found.box, holding.box.x0 if holding else found.box.x0)
        if below:
            yield Found(f"{found.text} {below.text}", found.page, around([found.box, below.box]))


def next_line(sheet: Sheet, box: Box, margin: float) -> Phrase | None:
    """What the text in the box goes on with: right below it, or at the margin where its own line began."""
    near = [phrase for phrase in sheet.phrases if -0.4 * box.height <= phrase.box.y0 - box.y1 <= LINE_GAP * box.height]
    below = [one for one in near if one.box.x0 <= box.x1 and one.box.x1 >= box.x0 and one.box.y0 > box.y0]
    return next((one for one in near if abs(one.box.x0 - margin) <= SAME_EDGE), below[0] if below else None)


def read_amounts(sheets: Sequence[Sheet], anchors: Sequence[Anchor]) -> frozenset[Decimal]:
    """Whatever the first number at each place may stand for: a label may be printed on every page."""
    cores = [
        core
        for found in _found(sheets, anchors)
        if (printed := _NUMBER.search(found.text)) and (core := read_core(printed[0]))
    ]
    return frozenset(abs(value) for core in cores for value in core.values)


def is_ambiguous(reading: Reading[dt.date]) -> bool:
    return any(match.ambiguous for match in dates_in(reading.evidence.raw or ""))


def _evidence(found: Found) -> Evidence:
    return Evidence(found.text, found.page, found.box, Origin.TEMPLATE, DECIDED)


def _value(text: str, field: str) -> str | None:
    plain = " ".join(text.split()).strip(_AROUND)
    if field.endswith(".tax_id") or field == OTHER_NUMBER:  # in a sentence, more may follow
        own = _TAX_ID.match(plain)
        number = " ".join(takewhile(_is_of_number, own[0].split())).strip(_AROUND) if own else ""
        return number if sum(map(str.isdigit, number)) >= LEAST_TAX_ID else None
    if not plain or len(plain) > LONGEST_VALUE:
        return None
    if field.endswith(".name"):
        name = without_salutation(plain)
        return name if any(map(str.isalpha, name)) else None
    code = code_in(plain)
    return code.value if code else plain if any(map(str.isdigit, plain)) and " " not in plain else None


def tax_id_at(sheets: Sequence[Sheet], page: int | None, box: Box | None) -> str | None:
    """The number that is printed there, without its label."""
    words = [word for sheet in sheets if sheet.number == page for phrase in sheet.phrases for word in phrase.words]
    text = " ".join(word.text for word in words if box and _is_inside(word.box, box))
    parts = (text, text.rpartition(":")[2], *(mark.rest for mark in marks_of(text)[-1:]))
    return next((number for part in parts if (number := _value(part, OTHER_NUMBER))), None)


def _is_of_number(word: str) -> bool:
    """A part of a tax id, like `DE` before it or `MWST` behind; in a sentence, other words follow."""
    return any(map(str.isdigit, word)) or (word.isupper() and len(word) <= LONGEST_PREFIX)


def _found(sheets: Sequence[Sheet], anchors: Sequence[Anchor]) -> Iterator[Found]:
    for anchor in anchors:
        yield from _found_at(sheets, anchor)


def _found_at(sheets: Sequence[Sheet], anchor: Anchor) -> Iterator[Found]:
    if anchor.at:
        for phrase in _at_place(sheets[0], *anchor.at):
            yield _whole(phrase)
            yield Found(phrase.text.rpartition(":")[2], phrase.page, phrase.box)  # where its label stands before it
            yield from (Found(mark.rest, phrase.page, phrase.box) for mark in marks_of(phrase.text)[-1:])
        return
    for sheet in sheets:
        if anchor.pattern:
            yield from _in_pattern(sheet, anchor)
            continue
        assert anchor.label, "an anchor has a label or a pattern"
        for phrase in sheet.phrases:
            for run in runs_in(phrase, anchor.label):
                yield from (found for found in _AT[anchor.value](sheet, run) if squeezed(found.text))


def _at_place(sheet: Sheet, x: float, y: float) -> list[Phrase]:
    """Texts that begin or end there."""
    return [
        phrase
        for phrase in sheet.phrases
        if min(abs(phrase.box.x0 - x), abs(phrase.box.x1 - x)) <= SAME_EDGE
        and abs((phrase.box.y0 + phrase.box.y1) / 2 - y) <= SAME_HEIGHT
    ]


def _in_pattern(sheet: Sheet, anchor: Anchor) -> Iterator[Found]:
    assert anchor.pattern
    for row in sheet.rows:
        match = anchor.pattern.search(row.text[:LONGEST_TEXT])
        if match:
            yield Found(match[1] or "", row.page, _box_of(row, *match.span(1)))


def _box_of(row: Row, start: int, end: int) -> Box:
    boxes, at = [], 0
    for word in (word for phrase in row.phrases for word in phrase.words):
        if at < end and at + len(word.text) > start:
            boxes.append(word.box)
        at += len(word.text) + 1
    return around(boxes) if boxes else row.box


def _to_the_right(sheet: Sheet, run: Run) -> Iterator[Found]:
    """Behind the label in its own phrase, or the next phrase on its line; where a sentence wraps, on the next line."""
    own = _behind(run)
    if own:
        yield own
        return
    beside = [phrase for phrase in sheet.phrases if phrase.box.x0 >= run.box.x1 - 1 and _is_level(phrase.box, run.box)]
    for phrase in sorted((one for one in beside if squeezed(one.text)), key=lambda one: one.box.x0)[:1]:
        yield _whole(phrase)
        return
    below = next_line(sheet, run.phrase.box, run.phrase.box.x0) if run.first else None
    if below:
        yield _whole(below)


def _below(sheet: Sheet, run: Run) -> Iterator[Found]:
    box = run.box
    under = [
        phrase
        for phrase in sheet.phrases
        if phrase.box.across(box) > 0
        and -0.5 * box.height <= phrase.box.y0 - box.y1 <= FARTHEST_BELOW
        and squeezed(phrase.text)
    ]
    for phrase in sorted(under, key=lambda one: one.box.y0)[:1]:
        yield _whole(phrase)


def _last_below(sheet: Sheet, run: Run) -> Iterator[Found]:
    """The end of what stands below the label and each other: the last of some instalments."""
    column = column_below(sheet, run.box)
    if column:
        yield _whole(column[-1])


def column_below(sheet: Sheet, box: Box) -> list[Phrase]:
    """Texts with digits that begin where the first of them does, without a gap or another text between them."""
    column: list[Phrase] = []
    for phrase in sorted(sheet.phrases, key=lambda one: one.box.y0):
        above = column[-1].box if column else box
        far = FARTHEST_BELOW if not column else above.height
        if not -0.5 * above.height <= phrase.box.y0 - above.y1 <= far or phrase.box.y0 <= above.y0:
            continue
        shared = min(phrase.box.x1, above.x1) > max(phrase.box.x0, above.x0)
        if not shared or (column and abs(phrase.box.x0 - above.x0) > SAME_EDGE):
            continue
        if not any(map(str.isdigit, phrase.text)):
            break
        column.append(phrase)
    return column


def _in_the_same_cell(sheet: Sheet, run: Run) -> Iterator[Found]:
    own = _behind(run)
    if own:
        yield own
    box = run.box
    for phrase in _inside(sheet, _cell_at(sheet, *_middle(box))):
        if (
            phrase is not run.phrase
            and phrase.box.y1 > box.y0
            and (phrase.box.y0 > box.y0 + 1 or phrase.box.x0 > box.x0)
        ):
            yield _whole(phrase)


def _in_the_next_cell(sheet: Sheet, run: Run) -> Iterator[Found]:
    x, y = _middle(run.box)
    right = _cell_at(sheet, x, y).x1
    if right < sheet.width:
        for phrase in _inside(sheet, _cell_at(sheet, right + 3, y)):
            yield _whole(phrase)


_AT = {
    Where.RIGHT: _to_the_right,
    Where.BELOW: _below,
    Where.SAME_CELL: _in_the_same_cell,
    Where.NEXT_CELL: _in_the_next_cell,
    Where.LAST_BELOW: _last_below,
}


def _behind(run: Run) -> Found | None:
    """What follows the label in its own phrase."""
    words: Sequence[Word] = run.after
    text = " ".join([run.rest, *(word.text for word in words)]).strip()
    if not squeezed(text):
        return None
    boxes = [word.box for word in words] if not squeezed(run.rest) else [run.box, *(word.box for word in words)]
    return Found(text, run.phrase.page, around(boxes))


def _whole(phrase: Phrase) -> Found:
    return Found(phrase.text, phrase.page, phrase.box)


def _is_level(one: Box, other: Box) -> bool:
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return shared >= SAME_LINE * min(one.height, other.height)


def _is_inside(inner: Box, outer: Box) -> bool:
    x, y = _middle(inner)
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _cell_at(sheet: Sheet, x: float, y: float) -> Box:
    """From the nearest ruled line on each side; the page's edge where there is none."""
    upright = [rule.x0 for rule in sheet.rules.vertical if rule.y0 - 1 <= y <= rule.y1 + 1]
    level = [rule.y0 for rule in sheet.rules.horizontal if rule.x0 - 1 <= x <= rule.x1 + 1]
    return Box(
        max((edge for edge in upright if edge <= x), default=0.0),
        max((edge for edge in level if edge <= y), default=0.0),
        min((edge for edge in upright if edge > x), default=sheet.width),
        min((edge for edge in level if edge > y), default=sheet.height),
    )


def _inside(sheet: Sheet, cell: Box) -> list[Phrase]:
    """Phrases of the cell in reading order."""
    held = []
    for phrase in sheet.phrases:
        x, y = _middle(phrase.box)
        if cell.x0 <= x <= cell.x1 and cell.y0 <= y <= cell.y1:
            held.append(phrase)
    return held
