"""Where a right value of the header stands: anchors that find it, the likeliest to hold on the next paper first."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.labels.marks import known_meanings, marks_of
from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Phrase, Sheet
from fakturo.convert.page import Box, around
from fakturo.convert.teach.differences import is_same, is_same_name
from fakturo.convert.templates.anchors import FARTHEST_BELOW, SAME_LINE, column_below, next_line, read_date, read_text
from fakturo.convert.templates.template import OTHER_NUMBER, Anchor, Where
from fakturo.convert.templates.texts import runs_in, squeezed
from fakturo.convert.vocabulary import terms

MEANINGS = {
    "invoice.number": frozenset({"invoice_number", "number", "title_invoice", "title_credit_note"}),
    "invoice.date": frozenset({"invoice_date", "date", "dated"}),
    "invoice.due_date": frozenset({"due_date"}),
    "invoice.po": frozenset({"po"}),
    "seller.name": frozenset({"seller"}),
    "seller.tax_id": frozenset({"tax_id"}),
    "buyer.name": frozenset({"buyer"}),
    "buyer.tax_id": frozenset({"tax_id"}),
}
"""What the vocabulary calls labels of these fields."""
PLAIN_TITLES = frozenset({"invoice", "credit_note"})
MOST_WORDS = 5
MOST_PLACES = 2
"""At which one value is confirmed."""
FLOWING = 0.45
"""Part of the page below which things move with the number of lines: a text above them holds better than a place."""
SAME_EDGE = 1.5
_NUMBERING = re.compile(r"^\W*\d{1,2}\W+")
_LETTERS = re.compile(r"[^\W\d_]")
KNOWN, ANNOUNCING, PLAIN, BARE_PLACE, STRANGE = range(5)
"""How well an anchor will hold: its label is known for the field; it ends with a colon; it is a text without digits;
there is no label but a place; the text above is of another field."""


class Occurrence(NamedTuple):
    """A right value on the page."""

    sheet: Sheet
    phrase: Phrase
    first: int
    """Word of the phrase that it begins with."""
    box: Box


def anchors_for(
    sheets: Sequence[Sheet],
    field: str,
    value: Any,
    order: Order | None,
    changing: Sequence[str],
    but: str | None = None,
) -> list[Anchor]:
    """Anchors that read exactly this value. Texts in `changing` are on this paper alone and make no label; `but` is
    known to be something else."""
    ranked: dict[Anchor, int] = {}
    places = list(occurrences(sheets, value))
    if field == "buyer.name":  # who gets the goods may be somebody else on the next paper
        places = [place for place in places if not _gets_the_goods(place)] or places
    for place in places:
        for rank, anchor in _anchors(place, field, place.sheet is sheets[0]):
            if (
                _holds(anchor, changing)
                and not _is_of_another(anchor, field)
                and rank < ranked.get(anchor, STRANGE + 1)
            ):
                ranked[anchor] = rank
    held = sorted(ranked, key=lambda anchor: ranked[anchor])
    return [anchor for anchor in held if reads(sheets, anchor, field, value, order, but)]


def confirming(anchors: Sequence[Anchor], field: str, height: float) -> list[Anchor]:
    """Those that will hold best on the next paper: a label that says what the field is, a place above the lines. Where
    no label says that, the place is not enough: on a paper that begins lower, the text above would stand there. What
    stands below the lines moves with them, so that any label holds better there than a place."""
    plain = [anchor for anchor in anchors if anchor.label and _says(anchor.label, field)]
    fixed = [anchor for anchor in anchors if anchor.at and anchor.at[1] <= FLOWING * height]
    others = [anchor for anchor in anchors if anchor.label and anchor not in plain]
    without_word = [*fixed[:1], *others, *anchors]
    return list(dict.fromkeys([*plain, *fixed] if plain else without_word))[:MOST_PLACES]


def _says(label: str, field: str) -> bool:
    """Nothing that may be another text on the next paper."""
    return _is_known(label, field) or label.endswith(":")


def label_of(sheets: Sequence[Sheet], field: str, value: Any, changing: Sequence[str]) -> str | None:
    """The text that names the field on this vendor's papers, if one does."""
    anchors = anchors_for(sheets, field, value, None, changing)
    return next((anchor.label for anchor in anchors if anchor.label and _is_known(anchor.label, field)), None)


def titles_of(sheets: Sequence[Sheet], invoice: Invoice) -> list[str]:
    """What the first page calls itself, if that was doubted; a plain title is what it says.

    No other text will do: a brand, or a label of a sum, is on every paper of its vendor.
    """
    first = sheets[0]
    doubted = {issue.box for issue in invoice.issues if issue.field == "kind" and issue.page == first.number}
    titles = [_without_number(phrase.text) for phrase in first.phrases if phrase.box in doubted]
    open_ones = (text for text in titles if not terms("titles").meanings(text) & PLAIN_TITLES)
    return [text for text in dict.fromkeys(open_ones) if _LETTERS.search(text) and not any(map(str.isdigit, text))]


def _without_number(title: str) -> str:
    """`Reversal 2026-17` is called Reversal."""
    words = title.split()
    while words and any(map(str.isdigit, words[-1])):
        words.pop()
    return " ".join(words)


def occurrences(sheets: Sequence[Sheet], value: Any) -> Iterator[Occurrence]:
    for sheet in sheets:
        for phrase in sheet.phrases:
            yield from _days(sheet, phrase, value) if isinstance(value, dt.date) else _texts(sheet, phrase, str(value))


def _texts(sheet: Sheet, phrase: Phrase, value: str) -> Iterator[Occurrence]:
    for run in runs_in(phrase, value) if squeezed(value) else ():
        yield Occurrence(sheet, phrase, run.first, run.box)


def _days(sheet: Sheet, phrase: Phrase, day: dt.date) -> Iterator[Occurrence]:
    below = next_line(sheet, phrase.box, phrase.box.x0)
    text = f"{phrase.text} {below.text}" if below else phrase.text  # `31 December` over `2026`
    for match in dates_in(text, compact=True):
        if day in {match.day_first, match.month_first} and match.start < len(phrase.text):
            first = len(text[: match.start].split())
            words = phrase.words[first : len(text[: match.end].split())] or phrase.words[first : first + 1]
            yield Occurrence(sheet, phrase, first, around([word.box for word in words or phrase.words]))


def reads(
    sheets: Sequence[Sheet], anchor: Anchor, field: str, value: Any, order: Order | None, but: str | None = None
) -> bool:
    if isinstance(value, dt.date):
        day = read_date(sheets, [anchor], order or Order.DAY_FIRST)
        other = read_date(sheets, [anchor], Order.MONTH_FIRST) if order is None else day
        return any(found is not None and found.value == value for found in (day, other))
    text = read_text(sheets, [anchor], field, but=but)
    same = is_same_name if field.endswith(".name") else is_same
    return text is not None and same(str(value), text.value)


def _anchors(place: Occurrence, field: str, on_first: bool) -> Iterator[tuple[int, Anchor]]:
    flows = place.box.y0 > FLOWING * place.sheet.height
    for label in _own_labels(place):
        yield _rank(label, field), Anchor(label)
    if on_first and (place.first == 0 or not field.endswith(".name")):
        yield (STRANGE if flows else BARE_PLACE), Anchor(at=_point(place))
    if field == "invoice.due_date":
        yield from ((_rank(label, field), Anchor(label, Where.LAST_BELOW)) for label in _over_column(place))
    if place.first == 0:
        for label in _line_before(place) if not field.endswith(".name") else ():
            yield _rank(label, field), Anchor(label)
        beside = _beside(place)
        for label in _of_label(beside) if beside else ():
            yield _rank(label, field), Anchor(label)
            yield _rank(label, field), Anchor(label, Where.NEXT_CELL)
        above = _above(place)
        for label in _of_label(above) if above else ():
            rank = _rank(label, field)
            yield (STRANGE if rank > KNOWN and not flows else rank), Anchor(label, Where.BELOW)
            yield (STRANGE if rank > KNOWN and not flows else rank), Anchor(label, Where.SAME_CELL)


def _gets_the_goods(place: Occurrence) -> bool:
    labels = (_above(place), _beside(place))
    return any(label is not None and "ship_to" in known_meanings(label.text) for label in labels)


def _over_column(place: Occurrence) -> Iterator[str]:
    """Labels of a column of days that it ends: of instalments, say."""
    for phrase in place.sheet.phrases:
        column = column_below(place.sheet, phrase.box)
        if len(column) > 1 and column[-1] is place.phrase and not any(map(str.isdigit, phrase.text)):
            yield from _of_label(phrase)


def _own_labels(place: Occurrence) -> Iterator[str]:
    """The words before it in its own phrase, as many as are no value themselves."""
    words = [word.text for word in place.phrase.words[: place.first]]
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        yield from _labels(" ".join(words[-count:]))


def _line_before(place: Occurrence) -> Iterator[str]:
    """The last words of the line above, where a sentence wraps just before the value."""
    lines = (line for line in place.sheet.phrases if next_line(place.sheet, line.box, line.box.x0) is place.phrase)
    for line in (line for line in lines if len(line.words) > MOST_WORDS):
        for count in range(MOST_WORDS, 0, -1):
            yield from _labels(" ".join(word.text for word in line.words[-count:]))


def _of_label(phrase: Phrase) -> Iterator[str]:
    yield from _labels(" ".join(word.text for word in phrase.words[:MOST_WORDS]))


def _labels(text: str) -> Iterator[str]:
    """From the last label in it on, and the whole: what stands before a label may be another on the next paper."""
    marks = marks_of(text)
    if marks and marks[-1].start:
        yield from _plain(text[marks[-1].start :])
    yield from _plain(text)


def _plain(text: str) -> Iterator[str]:
    """A text without digits, but for a number before it."""
    bare = _NUMBERING.sub("", text)
    if len(_LETTERS.findall(bare)) > 1 and not any(map(str.isdigit, bare)):
        yield text.strip()


def _rank(label: str, field: str) -> int:
    if _is_known(label, field):
        return KNOWN
    return ANNOUNCING if label.endswith(":") else PLAIN


def _is_known(label: str, field: str) -> bool:
    return bool(known_meanings(label) & MEANINGS.get(field, frozenset()))


def _is_of_another(anchor: Anchor, field: str) -> bool:
    """`Due date` is no label of the invoice's date, though both may be one day here."""
    if field == OTHER_NUMBER:
        return False  # any label but its own will do
    known = known_meanings(anchor.label or "")
    others = frozenset[str]().union(*(MEANINGS[other] for other in MEANINGS if other != field)) - MEANINGS[field]
    return bool(known & others) and not known & MEANINGS[field]


def _holds(anchor: Anchor, changing: Sequence[str]) -> bool:
    label = squeezed(anchor.label or "")
    return not any(text in label or (label and label in text) for text in map(squeezed, changing) if text)


def _beside(place: Occurrence) -> Phrase | None:
    box = place.box
    left = [
        phrase
        for phrase in place.sheet.phrases
        if phrase.box.x1 <= box.x0 + 1
        and min(phrase.box.y1, box.y1) - max(phrase.box.y0, box.y0) >= SAME_LINE * min(phrase.box.height, box.height)
    ]
    return max(left, key=lambda phrase: phrase.box.x1, default=None)


def _above(place: Occurrence) -> Phrase | None:
    box = place.box
    over = [
        phrase
        for phrase in place.sheet.phrases
        if min(phrase.box.x1, box.x1) > max(phrase.box.x0, box.x0)
        and -0.5 * box.height <= box.y0 - phrase.box.y1 <= FARTHEST_BELOW
    ]
    return max(over, key=lambda phrase: phrase.box.y0, default=None)


def _point(place: Occurrence) -> tuple[float, float]:
    """Its beginning, or its end if more texts end there than begin."""
    box, others = place.phrase.box, place.sheet.phrases
    begin = sum(abs(other.box.x0 - box.x0) <= SAME_EDGE for other in others)
    end = sum(abs(other.box.x1 - box.x1) <= SAME_EDGE for other in others)
    return round(box.x1 if end > begin else box.x0, 1), round((box.y0 + box.y1) / 2, 1)
