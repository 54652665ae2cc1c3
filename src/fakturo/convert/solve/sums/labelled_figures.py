"""Figures beside or below a text, outside the item table, with what that calls them."""

import re
from collections.abc import Sequence
from decimal import Decimal

from fakturo.convert.figures import CENTS, CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.solve.sums.labels import (
    HIGHEST_RATE,
    LETTERS,
    Labelled,
    LabelledFigure,
    Means,
    is_within,
    label_of,
    meanings,
    plain_meanings,
    rate_beside,
    says_something,
)
from fakturo.convert.vocabulary import fold, months, word_count

LONGEST_AROUND = 4
"""Words before and behind a figure that name it together."""
SHORTEST_GROUP = 2
"""Digits of a part of an account number."""
HIGHEST_ABOVE = 45.0
"""Points between a figure and the label above it."""
SAME_EDGE = 3.0
LONGEST_LABEL = 16
"""Words of a label; more are a sentence."""
_RATE_LABEL = re.compile(r"^\s*%|(?<![\d\s])\s*%\s*:?$")
"""`VAT-%` names a rate; `VAT 20 %` an amount."""
_AMOUNT = re.compile(r"\d[\d.,]*\d(?!\s?%|[\d.,])")
_TIMES = re.compile(r"\d\s?[x×]\W*(\w*)\W*$", re.IGNORECASE)
"""`11 x 81.00`, with a currency or without, is no sum; `DPP (11/12 x fee)` is one."""
_ONLY_A_RATE = re.compile(r"(\D*)(\d{1,2}(?:[.,]\d{1,4})?)\s?%")
_YEAR = re.compile(r"(?:19|20)\d\d")


def labelled_figures(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], heads: frozenset[int]) -> Labelled:
    """Every figure that stands beside or below a text. What the item table's head says is no label of a sum."""
    labelled = [
        one
        for index in range(len(rows))
        for figure in figures[index]
        if not figure.percent and (one := _labelled(rows, index, figure, figures[index], heads))
    ]
    return _by_their_column(labelled, rows, figures)


def _by_their_column(labelled: Labelled, rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> Labelled:
    """In a block of sums, the labels stand below each other: what is left of an unknown one belongs to another text."""
    near = [None if one.above or one.means is Means.LOOSE else _nearest(rows[one.row], one.figure) for one in labelled]
    known = [(cell, one.figure) for one, cell in zip(labelled, near, strict=True) if cell and meanings(cell.text)]
    found: list[LabelledFigure] = []
    for one, cell in zip(labelled, near, strict=True):
        foreign = cell is not None and cell.text != one.label and not meanings(cell.text)
        if cell and foreign and any(_is_level(cell, one.figure, *other) for other in known):
            rate = rate_beside(one.figure, figures[one.row], cell.text)
            found.append(LabelledFigure(one.figure, Means.LOOSE, rate, cell.text, one.row))
        else:
            found.append(one)
    return found


def _nearest(row: Row, figure: Figure) -> Phrase | None:
    """The last cell of words before it."""
    cells = [phrase for phrase in row.phrases if phrase.box.x1 <= figure.box.x0 + 1]
    return next((cell for cell in reversed(cells) if any(says_something(word.text) for word in cell.words)), None)


def _is_level(label: Phrase, figure: Figure, other_label: Phrase, other: Figure) -> bool:
    """Both begin and end where those of another sum do."""
    level = abs(label.box.x0 - other_label.box.x0) <= SAME_EDGE and abs(figure.box.x1 - other.box.x1) <= SAME_EDGE
    return level and figure.page == other.page


def _labelled(
    rows: Sequence[Row], index: int, figure: Figure, figures: Sequence[Figure], heads: frozenset[int]
) -> LabelledFigure | None:
    row = rows[index]
    beside = label_of(row, figure, figures) or _label_behind(row, figure)
    label, means = _said_in_row(row, figure, beside)
    above = not means and figure.clean
    if above:
        label = _label_above(rows, index, figure, heads, has_words=any(map(str.isalpha, beside)))
        means = meanings(label)
        beside = beside or (label if _is_strip(row) else "")
    if not (means or _is_label(beside) or _needs_no_label(row, figure)):
        return None
    if means[:1] != (Means.INFO,) and not (_ends_its_phrase(row, figure) or _leads_its_cell(row, figure)):
        return None
    if _is_of_a_number(row, figure) or _is_a_rate(figure, label) or _is_multiplied(beside):
        return None
    if not means:
        rate = rate_beside(figure, figures, beside) or _rate_above(rows, index)
        return LabelledFigure(figure, Means.LOOSE, rate, beside, index)
    if figure.value < 0 and means[0] is Means.CHARGES:
        means = (*means[1:], means[0])  # nothing is charged with a minus
    rate = rate_beside(figure, figures, label)
    if rate is None and means[0] is Means.TAX:
        rate = _rate_above(rows, index)
    return LabelledFigure(figure, means[0], rate, label, index, above, frozenset(means[1:]))


def _said_in_row(row: Row, figure: Figure, beside: str) -> tuple[str, tuple[Means, ...]]:
    """Beside it; or before and behind it."""
    means = meanings(beside) if _is_label(beside) else ()
    if not means and is_within(beside) and (around := _around(row, figure)):
        return around, meanings(around)
    return beside, means


def _is_label(text: str) -> bool:
    return 0 < len(text) <= LONGEST_LABEL or (bool(text) and word_count(text) <= LONGEST_LABEL)


def _needs_no_label(row: Row, figure: Figure) -> bool:
    """A total in large type."""
    return figure.money and figure.clean and len(row.phrases) == 1


def _is_a_rate(figure: Figure, label: str) -> bool:
    return figure.value <= HIGHEST_RATE and bool(_RATE_LABEL.search(label))


def _is_multiplied(label: str) -> bool:
    return bool((times := _TIMES.search(label)) and (not times[1] or times[1].casefold() in CURRENCY_WORDS))


def _is_strip(row: Row) -> bool:
    """Cells of figures side by side, each below its label."""
    words = (word.text for phrase in row.phrases for word in phrase.words)
    return len(row.phrases) > 1 and not any(says_something(word) for word in words)


def _label_behind(row: Row, figure: Figure) -> str:
    """Where the row begins with its figure, the words come after it."""
    first = row.phrases[0]
    if figure.box.x0 > first.box.x0 + 1 or len(row.phrases) != 2 or not figure.clean:  # noqa: PLR2004
        return ""
    return row.phrases[1].text if meanings(row.phrases[1].text) else ""


def _rate_above(rows: Sequence[Row], index: int) -> Decimal | None:
    """`Tax rate  8.25 %` in a row of its own, above the tax; in one cell or in two."""
    if index == 0:
        return None
    row = rows[index - 1]
    rate = _ONLY_A_RATE.fullmatch(row.phrases[-1].text)
    label = rate and (rate[1] or " ".join(phrase.text for phrase in row.phrases[-2:-1]))
    return Decimal(rate[2].replace(",", ".")) if rate and label and Means.TAX in meanings(label) else None


def _ends_its_phrase(row: Row, figure: Figure) -> bool:
    """A figure inside a sentence, an enumeration or an account's number is no sum."""
    if figure.raw[-1] in ",;":
        return False
    words = _cell_of(row, figure).words
    after = [word.text for word in words if word.box.x0 >= figure.box.x1 - 1]
    before = [word.text for word in words if word.box.x1 <= figure.box.x0 + 1]
    groups = sum(map(str.isdigit, (*before[-2:], *after)))
    return len(after) <= 2 and not any(map(str.isdigit, after)) and groups < 2  # noqa: PLR2004


def _cell_of(row: Row, figure: Figure) -> Phrase:
    return next(phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 and figure.box.x1 <= phrase.box.x1)


def _leads_its_cell(row: Row, figure: Figure) -> bool:
    """`Shipping   $3.95 via courier`: its label has a cell of its own."""
    cell = _cell_of(row, figure)
    label = next((phrase for phrase in reversed(row.phrases) if phrase.box.x1 < cell.box.x0), None)
    money = figure.box.x0 <= cell.box.x0 + 1 and figure.decimals == CENTS  # no phone number
    return money and label is not None and bool(plain_meanings(label.text))


def _around(row: Row, figure: Figure) -> str:
    """`includes 53.17 VAT` in a cell of its own."""
    words = [word.text for word in _cell_of(row, figure).words if not figure.box.spans(word.box)]
    return " ".join(words) if len(words) <= LONGEST_AROUND else ""


def _is_of_a_number(row: Row, figure: Figure) -> bool:
    """Digits beside other digits, or below a month's name: an account, a year."""
    if not figure.raw.strip(".,;:()").isdigit():
        return False
    cell = _cell_of(row, figure)
    texts = [word.text for word in cell.words if not figure.box.spans(word.box)]
    beside = [word.text for word in cell.words if 0 <= word.box.x0 - figure.box.x1 <= word.size]
    beside += [word.text for word in cell.words if 0 <= figure.box.x0 - word.box.x1 <= word.size]
    dated = _YEAR.fullmatch(figure.raw.strip(".,;:()")) and any(fold(text.strip(".,")) in months() for text in texts)
    return bool(dated) or any(len(text) >= SHORTEST_GROUP and text.isdigit() for text in beside)


def _label_above(rows: Sequence[Row], index: int, figure: Figure, heads: frozenset[int], *, has_words: bool) -> str:
    """Right above it; unless it has words beside it, also those at the left of its cell."""
    for above in range(index - 1, max(-1, index - 6), -1):
        row = rows[above]
        if row.page != figure.page or figure.box.y0 - row.box.y1 > HIGHEST_ABOVE or above in heads:
            return ""
        phrase = next((phrase for phrase in row.phrases if phrase.box.across(figure.box) > 0), None)
        if has_words and phrase and _AMOUNT.fullmatch(phrase.text):
            return ""  # the label of that one
        phrase = phrase or (None if has_words else _cell_above(row, figure))
        if phrase and LETTERS.search(phrase.text):
            plain = word_count(phrase.text) <= LONGEST_LABEL and not _AMOUNT.search(phrase.text)
            return phrase.text if plain else ""
    return ""


def _cell_above(row: Row, figure: Figure) -> Phrase | None:
    """In a strip of cells the label stands at the left of its cell, the figure at the right."""
    if sum(bool(meanings(phrase.text)) for phrase in row.phrases) < 2:  # noqa: PLR2004
        return None
    left = [phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0]
    return left[-1] if left else None
