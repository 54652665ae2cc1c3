"""What the vendor's labels of sums mean, found by the right values: each label beside or above one of them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Phrase, Row, Sheet
from fakturo.convert.solve.sums.labels import Means, meanings, says_something
from fakturo.convert.teach.differences import differences
from fakturo.convert.teach.pieces import Piece
from fakturo.convert.teach.truth import Truth
from fakturo.convert.templates.anchors import read_amounts
from fakturo.convert.templates.template import Anchor, Where
from fakturo.convert.templates.texts import leads, squeezed

FARTHEST_ABOVE = 45.0
MOST_WORDS = 8
MOST_PARTS = 3
"""Labels that a deduction may be spread over."""
MOST_SUMS = 14
MOST_ITEMS = 6
"""A list of more has a table's head, or names of its own."""
LEAST_LETTERS = 4
"""Of a text that tells rows apart."""
_WORD_OF_LABEL = re.compile(r"[^\W\d_]")
WHOLE = frozenset({Means.TOTAL, Means.PAYABLE})
ALIKE = (frozenset({"subtotal", "tax_base"}), frozenset({"total", "payable"}))
"""Sums that are often one and the same figure."""
SPREAD = ("withheld", "prepaid", "discount", "charges")
OTHERWISE = (Means.CHARGES, Means.TAX, Means.DISCOUNT, Means.PREPAID, Means.WITHHELD, Means.INFO)
"""What a sum may be that is not what its label says."""


def sum_pieces(sheets: Sequence[Sheet], truth: Truth) -> list[Piece]:
    """For each right sum that is printed beside a label: what that label means. Lower on the page first."""
    found: dict[Piece, None] = {}
    labelled = list(_labelled(sheets))
    for name, value in truth.totals.items():
        if value and not _may_be_mistaken(name, truth):
            means = Means(name)
            for label, figure in reversed(labelled):
                if abs(value) in {abs(one) for one in figure.values} and meanings(label) != (means,):
                    found[Piece("totals", label, means)] = None
    return list(found)


def _may_be_mistaken(name: str, truth: Truth) -> bool:
    """Half is paid already, and half is left: the figures alone don't tell which is which."""
    value = truth.totals[name]
    equal = [other for other, amount in truth.totals.items() if abs(amount) == abs(value)]
    kinds = {next((kind for kind in ALIKE if other in kind), frozenset({other})) for other in equal}
    return len(kinds) > 1 and not kinds <= set(ALIKE)


def is_printed(sheets: Sequence[Sheet], value: Decimal) -> bool:
    figures = (figure for sheet in sheets for row in sheet.rows for figure in figures_of(row))
    return any(abs(value) in map(abs, figure.values) for figure in figures)


def total_anchors(sheets: Sequence[Sheet], truth: Truth) -> list[Anchor]:
    """Labels that lead to the total: those that say so first, and of these the ones that lead to nothing else."""
    total = truth.totals.get("total") or Decimal(0)
    items = [squeezed(str(item["description"])) for item in truth.items or () if item.get("description")]
    here = (label for label, figure in _labelled(sheets) if abs(total) in map(abs, figure.values))
    labels = dict.fromkeys(label for label in here if not any(squeezed(label) in item for item in items))
    places = [Anchor(label, where) for label in labels for where in (Where.RIGHT, Where.BELOW)]
    found = {anchor: read_amounts(sheets, [anchor]) for anchor in places}
    right = [anchor for anchor, amounts in found.items() if abs(total) in amounts and _may_be_total(anchor)]
    return sorted(right, key=lambda anchor: (_distance(anchor), len(found[anchor])))


def _distance(anchor: Anchor) -> int:
    """From a word for the total: what is to be paid may hold more on the next paper, an older debt for one."""
    said = set(meanings(anchor.label or ""))
    return 0 if Means.TOTAL in said else 1 if Means.PAYABLE in said else 2


def _may_be_total(anchor: Anchor) -> bool:
    """A subtotal, or a total without the tax, may be the same figure here, and another on the next paper."""
    said = meanings(anchor.label or "")
    return not said or said[0] in WHOLE


def spread_pieces(sheets: Sequence[Sheet], truth: Truth) -> list[list[Piece]]:
    """A deduction or charge that is printed in parts: sets of labels whose figures give it together."""
    amounts: dict[str, Decimal] = {}
    for label, figure in reversed(list(_labelled(sheets))):
        if figure.edge:  # `Less 2. account`: the 2 is none
            amounts[label] = amounts.get(label, Decimal(0)) + abs(figure.value)
    single = {abs(value) for value in truth.totals.values()}
    parts = [label for label, amount in amounts.items() if amount and amount not in single - _spread(truth)]
    return [
        [Piece("totals", label, Means(name)) for label in chosen]
        for name in SPREAD
        if (value := truth.totals.get(name))
        for count in range(1, MOST_PARTS + 1)
        for chosen in combinations(parts[:MOST_SUMS], count)
        if sum((amounts[label] for label in chosen), Decimal(0)) == abs(value)
    ]


def _spread(truth: Truth) -> set[Decimal]:
    return {abs(truth.totals[name]) for name in SPREAD if name in truth.totals}


def mistaken_pieces(sheets: Sequence[Sheet], truth: Truth, invoice: Invoice) -> list[Piece]:
    """What was read as a deduction, and there is none: its label means something else here."""
    wrong = [name for name in SPREAD if truth.totals.get(name) == 0 and getattr(invoice.totals, name)]
    places = [(field.page, field.box) for name in wrong if (field := invoice.fields.get(f"totals.{name}"))]
    labels = dict.fromkeys(label for label, figure in _labelled(sheets) if (figure.page, figure.box) in places)
    return [Piece("totals", label, means) for label in labels for means in OTHERWISE]


def silent_pieces(sheets: Sequence[Sheet], truth: Truth, invoice: Invoice) -> list[Piece]:
    """Figures that a right reading stumbles over, and that are none of the right sums: no part of them."""
    wrong = [one for one in differences(truth, invoice) if one.is_of_numbers and not one.is_of_words]
    if wrong or "total" not in truth.totals:
        return []
    at = {(issue.page, issue.box) for issue in invoice.issues if issue.box}
    known = {abs(value) for value in truth.totals.values()}
    labels = [
        label
        for label, figure in _labelled(sheets)
        if (figure.page, figure.box) in at and not known & set(map(abs, figure.values))
    ]
    return [Piece("totals", label, means) for label in dict.fromkeys(labels) for means in (Means.INFO, Means.PREVIOUS)]


def ignored_pieces(sheets: Sequence[Sheet], truth: Truth, invoice: Invoice) -> list[Piece]:
    """Rows that were read as items, or look like some, and are none."""
    if truth.items is None:
        return []
    right = [item.get("amount") for item in truth.items]
    places: list[tuple[int | None, object]] = []
    for number, item in enumerate(invoice.items):
        if item.amount in right:
            right.remove(item.amount)
        elif evidence := invoice.fields.get(f"items.{number}.amount"):
            places.append((evidence.page, evidence.box))
    if truth.items and not right:  # every right line was found
        places += [(issue.page, issue.box) for issue in invoice.issues if issue.code == "ROW_LEFT_OUT" and issue.box]
    rows = [row for sheet in sheets for row in sheet.rows]
    texts = (_beginning(row.phrases[0]) for row in rows if _holds_one(row, places))
    return [Piece("ignored_rows", text, True) for text in dict.fromkeys(filter(None, texts))]


def item_pieces(sheets: Sequence[Sheet], truth: Truth, invoice: Invoice) -> list[list[Piece]]:
    """Rows of right items that were not read as such, and of all of them, if they are few."""
    right = {abs(amount) for item in truth.items or () if (amount := item.get("amount"))}
    missing = right - {abs(item.amount) for item in invoice.items if item.amount is not None}
    some = _item_rows(sheets, missing) if missing else []
    every = _item_rows(sheets, right) if some and len(right) <= MOST_ITEMS else []
    return [pieces for pieces in (some, every) if pieces]


def _item_rows(sheets: Sequence[Sheet], amounts: set[Decimal]) -> list[Piece]:
    """Rows with these amounts, by the first words that begin no other row."""
    rows = [row for sheet in sheets for row in sheet.rows if row.phrases]
    items = [row for row in rows if any(figure.edge and abs(figure.value) in amounts for figure in figures_of(row))]
    others = [row for row in rows if row not in items]
    texts = [text for row in items if (text := _own_beginning(row, others))]
    return [Piece("item_rows", text, True) for text in dict.fromkeys(texts)]


def _own_beginning(row: Row, others: Sequence[Row]) -> str | None:
    words = (_beginning(row.phrases[0]) or "").split()
    texts = (" ".join(words[: count + 1]) for count in range(len(words)))
    return next((text for text in texts if _is_telling(text) and not _begins_one(others, text)), None)


def _is_telling(text: str) -> bool:
    return len(_WORD_OF_LABEL.findall(text)) >= LEAST_LETTERS


def _begins_one(rows: Sequence[Row], text: str) -> bool:
    return any(leads(row.phrases[0], text) for row in rows)


def _holds_one(row: Row, places: Sequence[tuple[int | None, object]]) -> bool:
    return any((figure.page, figure.box) in places for figure in figures_of(row))


def _labelled(sheets: Sequence[Sheet]) -> Iterator[tuple[str, Figure]]:
    """Every figure with a label, from the top."""
    for sheet in sheets:
        for index, row in enumerate(sheet.rows):
            for figure in figures_of(row):
                label = None if figure.percent else _beside(row, figure) or _above(sheet.rows, index, figure)
                if label:
                    yield label, figure


def _beside(row: Row, figure: Figure) -> str | None:
    """The nearest cell of words to the left, or those before it in its own cell."""
    cells = [phrase for phrase in row.phrases if phrase.box.x0 < figure.box.x0]
    return next((label for cell in reversed(cells) if (label := _beginning(cell))), None)


def _above(rows: Sequence[Row], index: int, figure: Figure) -> str | None:
    for row in reversed(rows[:index]):
        if figure.box.y0 - row.box.y1 > FARTHEST_ABOVE:
            return None
        for phrase in row.phrases:
            if min(phrase.box.x1, figure.box.x1) > max(phrase.box.x0, figure.box.x0):
                return _beginning(phrase)
    return None


def _beginning(phrase: Phrase) -> str | None:
    """Its words up to the first figure: a label must begin its cell."""
    words: list[str] = []
    for word in phrase.words[:MOST_WORDS]:
        if any(map(str.isdigit, word.text)) and words:
            break
        words.append(word.text)
    text = " ".join(words).strip(" :-–=.(")
    speaks = any(says_something(word) and len(_WORD_OF_LABEL.findall(word)) > 1 for word in words)  # `Rp` does not
    return text if speaks and leads(phrase, text) else None
