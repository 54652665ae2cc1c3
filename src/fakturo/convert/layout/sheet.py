"""A page as a person takes it in: rows of phrases, and the lines ruled between them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from fakturo.convert.page import Box, PageContent, Source, Word, around

WORD_GAP = 0.95
"""Words of one phrase stand at most so many type sizes apart; a wider gap parts cells or columns."""
SHORTEST_RUN = 30.0
"""Points; shorter runs of words say nothing about how the page is turned."""
_GLUED = (
    re.compile(r"(?!\d{1,3}[.,]\d{3}[.,]\d\d$)(\d+(?P<sign>[.,])\d\d)(?P<next>\d+(?P=sign)\d\d)"),  # but `1,169,43`
    re.compile(r"(\d+[.,]\d\d)(?P<next>[1-9][1-9]%)"),
    re.compile(r"(\S*[^\W\d]\S*:|\S*%:)(?P<next>\d[\d.,]*[.,]\d{1,2})"),
)
"""Cells that touch: two amounts, an amount and the rate of its tax, a label and its amount."""
_GLUED_NAME = re.compile(r"(\d{4}[-‐./]\d\d[-‐./]\d\d|\d{8,14})(?P<next>[^\W\d_][^\W\d_A-Z]{2}\S*)")
"""A day or a code, and the name in the next cell."""
_LEADER = re.compile(r"(?:\.{4,}|_{4,}|-{4,}|={4,}|\*{4,})(?P<next>\w.*)?")
"""Dots that lead from a label to its value, and lines drawn with signs; some programs put them in one word with it."""
UNSURE_EDGE = 0.5
"""Where a recognised word begins and ends is known to this part of its size."""
SHORTEST_GLUED = 4
"""Letters of the shortest word that is any of these."""
SAME_ROW = 0.45
"""Centres of words in one row differ by at most this part of the smaller height."""


class Phrase(NamedTuple):
    """Words that stand together in one row."""

    text: str
    words: Sequence[Word]
    box: Box
    page: int
    row: int
    """Number of its row on the page, from the top."""
    size: float
    """Of its largest word."""
    bold: bool
    """All of it is."""


class Row(NamedTuple):
    """Everything that stands on one line of the page, from left to right."""

    phrases: Sequence[Phrase]
    box: Box
    page: int
    number: int

    @property
    def text(self) -> str:
        return " ".join([phrase.text for phrase in self.phrases])


@dataclass(frozen=True, slots=True)
class Rules:
    """Lines ruled on the page, by direction."""

    horizontal: Sequence[Box] = ()
    vertical: Sequence[Box] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    number: int
    width: float
    height: float
    rows: Sequence[Row]
    rules: Rules = Rules()
    notes: Sequence[str] = field(default=())
    turned: int = 0
    """Degrees by which a scan was turned clockwise to be read."""
    file_title: str = ""

    @property
    def phrases(self) -> list[Phrase]:
        return [phrase for row in self.rows for phrase in row.phrases]


def sheet_of(page: PageContent) -> Sheet:
    rules = _rules([ruling.box for ruling in page.rulings])
    words = [part for word in page.words if word.angle == 0 for part in _apart(word)]
    number = page.head.number
    rows = [_row(line, rules, number, index) for index, line in enumerate(_lines(words, slope_of(words)))]
    head = page.head
    return Sheet(number, head.width, head.height, rows, rules, page.notes, head.turned, page.file_title)


def _apart(word: Word) -> list[Word]:
    """`1300.00600.00`, `0,2621%`, `12.0%:5.16`; `.........Sep` without its dots."""
    if word.text.isalpha() or len(word.text) < SHORTEST_GLUED:
        return [word]  # most words: nothing to look for
    if leader := _LEADER.fullmatch(word.text):
        led = leader["next"]
        dots = word.box.width * leader.start("next") / len(word.text)
        return [word._replace(text=led, box=word.box._replace(x0=word.box.x0 + dots))] if led else []
    if not word.text[0].isdigit() and ":" not in word.text:
        return [word]  # what is glued begins with a digit, or with a label and its colon
    match = next((found for glued in (*_GLUED, _GLUED_NAME) if (found := glued.fullmatch(word.text))), None)
    if match is None:
        return [word]
    border = word.box.x0 + word.box.width * len(match[1]) / len(word.text)
    gap = word.size if match.re is _GLUED_NAME else 0.0  # phrases of their own
    left, right = word.box._replace(x1=max(word.box.x0, border - gap)), word.box._replace(x0=border)
    return [word._replace(text=match[1], box=left), word._replace(text=match["next"], box=right)]


def _rules(boxes: Iterable[Box]) -> Rules:
    horizontal: list[Box] = []
    vertical: list[Box] = []
    for box in boxes:
        (horizontal if box.width >= box.height else vertical).append(box)
    return Rules(horizontal, vertical)


def slope_of(words: Sequence[Word]) -> float:
    """How much a scanned page is turned: points down per point to the right, the median over lines by their length.
    Text of the file itself is level."""
    ends = [(run[0].box, run[-1].box) for run in _runs(words)]
    long = [(first, last) for first, last in ends if last.x0 - first.x0 >= SHORTEST_RUN]
    slopes = sorted(((last.y1 - first.y1) / (last.x0 - first.x0), last.x0 - first.x0) for first, last in long)
    half = sum(length for _, length in slopes) / 2
    passed = accumulate(length for _, length in slopes)
    return next((slope for (slope, _), so_far in zip(slopes, passed, strict=True) if so_far >= half), 0.0)


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Recognised words that stand close together in one line, in the order in which they were recognised."""
    run: list[Word] = []
    for word in words:
        if word.source is not Source.OCR:
            continue
        if run and not _goes_on(run[-1], word):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _goes_on(before: Word, word: Word) -> bool:
    gap = word.box.x0 - before.box.x1
    return abs(gap) <= WORD_GAP * before.size and abs(word.box.y1 - before.box.y1) <= SAME_ROW * before.size


def _lines(words: list[Word], slope: float) -> list[list[Word]]:
    """Words by rows, from the top. A row's middle is the mean of its words', so that slight steps don't part it."""
    lines: list[list[Word]] = []
    middle = height = 0.0
    centers = [((y0 + y1) / 2 - slope * x0, y1 - y0, word) for word in words for x0, y0, _, y1 in (word.box,)]
    for center, tall, word in sorted(centers, key=itemgetter(0)):
        if lines and center - middle <= SAME_ROW * min(height, tall):
            count = len(lines[-1])
            lines[-1].append(word)
            middle = (middle * count + center) / (count + 1)
            height = max(height, tall) if tall < 2 * height else height
        else:
            lines.append([word])
            middle, height = center, tall
    return lines


def _row(words: list[Word], rules: Rules, page: int, number: int) -> Row:
    words.sort(key=lambda word: word.box.x0)
    top, bottom = min([word.box.y0 for word in words]), max([word.box.y1 for word in words])
    middle = (top + bottom) / 2
    borders = [rule.x0 for rule in rules.vertical if rule.y0 <= middle <= rule.y1]
    groups: list[list[Word]] = []
    for word in words:
        if groups and _continues(groups[-1][-1], word, borders):
            groups[-1].append(word)
        else:
            groups.append([word])
    phrases = [phrase_of(group, page, number) for group in groups]
    return Row(phrases, around([phrase.box for phrase in phrases]), page, number)


def _continues(before: Word, word: Word, borders: Sequence[float]) -> bool:
    gap = word.box.x0 - before.box.x1
    if gap > WORD_GAP * min(before.size, word.size):
        return False
    if not borders:
        return True
    slack = 1.0 if word.source is Source.TEXT else UNSURE_EDGE * word.size
    left, right = before.box.x1 - slack, word.box.x0 + slack
    return not any(left <= border <= right for border in borders)


def phrase_of(words: Sequence[Word], page: int, row: int) -> Phrase:
    texts, boxes, sizes, bold, *_ = zip(*words, strict=True)
    return Phrase(" ".join(texts), words, around(boxes), page, row, max(sizes), all(bold))
