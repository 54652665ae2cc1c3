"""What the words beside or above a figure say about it, outside the item table: sum, tax, discount, payment …"""

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.vocabulary import fold, listed_in, terms, tokens_of

LONGEST_LABEL = 16
"""Words of a label; more are a sentence."""
HIGHEST_ABOVE = 45.0
"""Points between a figure and the label above it."""
HIGHEST_RATE = 40
SAME_EDGE = 3.0
LEAST_SHARE, LEAST_SHARE_LED = 0.5, 0.35
"""How much of a row's words must speak of sums; less if it begins with them."""
_WHOLE = frozenset({"total", "subtotal", "payable"})


class Means(StrEnum):
    SUBTOTAL = "subtotal"
    TAX_BASE = "tax_base"
    TAX = "tax"
    TOTAL = "total"
    PAYABLE = "payable"
    DISCOUNT = "discount"
    CHARGES = "charges"
    STAMP_DUTY = "stamp_duty"
    WITHHELD = "withheld"
    PREPAID = "prepaid"
    ROUNDING = "rounding"
    EXEMPT = "exempt"
    CARRIED = "carried"
    PREVIOUS = "previous"
    """What an older bill left open."""
    INFO = "info"
    CASH_DISCOUNT = "cash_discount"
    """For those who pay early: no part of the sums, unless they say so."""
    LESS = "less"
    """Something is taken off, whatever it is."""
    LOOSE = "loose"
    """No known word, but a figure with a text beside it among the sums."""


SUMS = frozenset({Means.SUBTOTAL, Means.TAX_BASE, Means.TAX, Means.TOTAL, Means.PAYABLE})
"""What ends an item table."""


class Mark(NamedTuple):
    """A figure with what its label says."""

    figure: Figure
    means: Means
    rate: Decimal | None
    """A percentage in the label."""
    label: str
    row: int
    """In the document."""
    above: bool = False
    others: frozenset[Means] = frozenset()
    """What else the label may say."""

    @property
    def value(self) -> Decimal:
        return self.figure.value


@cache
def said_of_tax(how: str) -> frozenset[str]:
    """Words that say whether a sum has the tax: `included` and `excluded`; or, `within`, that it is the tax in it."""
    return frozenset(fold(word) for word in listed_in("tax").get(how, ()))


@cache
def meanings(label: str) -> tuple[Means, ...]:
    """What the label says, the likeliest first. `Total incl. 19 % VAT` is a total, `Total excl. VAT` is not one."""
    found = [Means(match.meaning) for match in terms("totals").find(label)]
    if not found:
        return ()
    words = {token.text for token in tokens_of(label)}
    if len(set(found)) > 1:
        found = [means for means in found if means is not Means.LESS]
    found = _whole_or_part(found, words)
    for strong in (Means.WITHHELD, Means.CASH_DISCOUNT, Means.INFO, Means.CARRIED, Means.PREVIOUS):
        if strong in found[1:]:
            found = [strong, *found]
    return tuple(dict.fromkeys(found))


def _whole_or_part(found: list[Means], words: set[str]) -> list[Means]:
    """With, without or of the tax: `Total includes VAT of` names the tax."""
    included, excluded = said_of_tax("included"), said_of_tax("excluded")
    if found[0] is Means.TAX and len(words) > 1 and words & (excluded | included) and not words & said_of_tax("within"):
        found = [Means.SUBTOTAL if words & excluded else Means.TOTAL, *found]  # `Amount excl. tax`
    elif found[0] in _WHOLE | {Means.TAX_BASE} and words & excluded and not words & included:
        found = [Means.SUBTOTAL, *found]
    elif found[0] in {Means.TOTAL, Means.SUBTOTAL} and found[-1] is Means.TAX and not words & included:
        found = [Means.TAX, *found]  # all of the tax
    elif found[0] in {Means.TOTAL, Means.SUBTOTAL} and words & included and not words & excluded:
        found = [Means.TOTAL, *found]
    elif found[0] is Means.CHARGES and found[-1] is Means.TAX:
        found = [Means.TAX, *found]  # `Insurance premium tax`
    if Means.TAX in found and words & said_of_tax("within"):
        found = [Means.TAX, *found]
    elif Means.WITHHELD in found and words & said_of_tax("within"):
        found = [Means.INFO]  # a part of the total that goes to another account
    return found


def says_included(label: str) -> bool:
    """The tax is in the sum, or in the sums above."""
    words = {token.text for token in tokens_of(label)}
    return bool(words & (said_of_tax("included") | said_of_tax("within"))) and not words & said_of_tax("excluded")


def is_within(label: str) -> bool:
    """`Incl. levy` is told of what stands above it, and no item."""
    first = next(iter(tokens_of(label)), None)
    return first is not None and first.text in said_of_tax("included") | said_of_tax("within")


def plain_meanings(label: str) -> tuple[Means, ...]:
    """What a label says that says little else: the name of an item may hold such words, too."""
    found = terms("totals").find(label)
    first = next((index for index, character in enumerate(label) if character.isalpha()), 0)
    led = any(match.start <= first < match.end for match in found)
    return meanings(label) if share_known(label) >= (LEAST_SHARE_LED if led else LEAST_SHARE) else ()


def share_known(label: str) -> float:
    """How much of its letters are words for sums."""
    covered = {index for match in terms("totals").find(label) for index in range(match.start, match.end)}
    letters = [index for index, character in enumerate(label) if character.isalpha()]
    return sum(index in covered for index in letters) / len(letters) if letters else 0.0


def label_of(row: Row, figure: Figure, figures: Sequence[Figure]) -> str:
    """The nearest words to the left that say something; all words back to the figure before it otherwise."""
    phrases = [phrase for phrase in row.phrases if phrase.box.x0 < figure.box.x0]
    before = [other for other in figures if other.box.x1 <= figure.box.x0 + 1 and not other.percent]
    last = max((other.box.x1 for other in before if not other.raw.isdigit()), default=0.0)  # `PPh 23` is a name
    for near in phrases[:-3:-1]:  # the figure's own phrase, and the one before it
        for text in (_text([near], last, figure.box.x0), _text([near], 0.0, figure.box.x0)):
            if meanings(text):
                return text
    return _text(phrases, last, figure.box.x0) or _text(phrases, 0.0, figure.box.x0)


_RATE_LABEL = re.compile(r"^\s*%|(?<![\d\s])\s*%\s*:?$")
"""`VAT-%` names a rate; `VAT 20 %` an amount."""
_AMOUNT = re.compile(r"\d[\d.,]*\d(?!\s?%|[\d.,])")
_TIMES = re.compile(r"\d\s?[x×]\W*(\w*)\W*$", re.IGNORECASE)
"""`11 x 81.00`, with a currency or without, is no sum; `DPP (11/12 x fee)` is one."""
_GLUED_RATE = re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?)\s?%")
_ONLY_A_RATE = re.compile(r"(\d{1,2}(?:[.,]\d{1,4})?)\s?%")
_LETTERS = re.compile(r"[^\W\d_]{2,}|°|%")


def _text(phrases: Sequence[Phrase], left: float, right: float) -> str:
    words = [
        word.text for phrase in phrases for word in phrase.words if word.box.x0 >= left - 1 and word.box.x1 <= right + 1
    ]
    return " ".join(words) if any(map(_says_something, words)) else ""


def _says_something(word: str) -> bool:
    return bool(_LETTERS.search(word)) and word.casefold() not in CURRENCY_WORDS


def marks_of(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], heads: frozenset[int]) -> list[Mark]:
    """Every figure that stands beside or below a text. What the item table's head says is no label of a sum."""
    marks = [
        mark
        for index in range(len(rows))
        for figure in figures[index]
        if not figure.percent and (mark := _mark(rows, index, figure, figures[index], heads))
    ]
    return _by_their_column(marks, rows, figures)


def _by_their_column(marks: Sequence[Mark], rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> list[Mark]:
    """In a block of sums, the labels stand below each other: what is left of an unknown one belongs to another text."""
    beside = [mark for mark in marks if not mark.above and mark.means is not Means.LOOSE]
    near = {id(mark): cell for mark in beside if (cell := _nearest(rows[mark.row], mark.figure))}
    known = [(near[id(mark)], mark.figure) for mark in beside if id(mark) in near and meanings(near[id(mark)].text)]
    found: list[Mark] = []
    for mark in marks:
        cell = near.get(id(mark))
        foreign = cell is not None and cell.text != mark.label and not meanings(cell.text)
        if cell and foreign and any(_is_level(cell, mark.figure, *other) for other in known):
            rate = rate_beside(mark.figure, figures[mark.row], cell.text)
            found.append(Mark(mark.figure, Means.LOOSE, rate, cell.text, mark.row))
        else:
            found.append(mark)
    return found


def _nearest(row: Row, figure: Figure) -> Phrase | None:
    """The last cell of words before it."""
    cells = [phrase for phrase in row.phrases if phrase.box.x1 <= figure.box.x0 + 1]
    return next((cell for cell in reversed(cells) if any(_says_something(word.text) for word in cell.words)), None)


def _is_level(label: Phrase, figure: Figure, other_label: Phrase, other: Figure) -> bool:
    """Both begin and end where those of another sum do."""
    level = abs(label.box.x0 - other_label.box.x0) <= SAME_EDGE and abs(figure.box.x1 - other.box.x1) <= SAME_EDGE
    return level and figure.page == other.page


def _mark(
    rows: Sequence[Row], index: int, figure: Figure, figures: Sequence[Figure], heads: frozenset[int]
) -> Mark | None:
    row = rows[index]
    label = beside = label_of(row, figure, figures) or _label_behind(row, figure)
    means = meanings(label) if len(tokens_of(label)) <= LONGEST_LABEL else ()
    above = not means and figure.clean
    if above:
        label = _label_above(rows, index, figure, heads)
        means = meanings(label)
    if not means and not beside and above and label and _is_strip(row):
        beside = label
    alone = figure.money and figure.clean and len(row.phrases) == 1  # a total in large type may need no label
    if not means and not alone and (not beside or len(tokens_of(beside)) > LONGEST_LABEL):
        return None
    if (
        (not _ends_its_phrase(row, figure) and means[:1] != (Means.INFO,))
        or _multiplies(beside)
        or (_RATE_LABEL.search(label) and figure.value <= HIGHEST_RATE)
    ):
        return None
    if not means:
        return Mark(figure, Means.LOOSE, rate_beside(figure, figures, beside), beside, index)
    if figure.value < 0 and means[0] is Means.CHARGES and len(means) > 1:
        means = (*means[1:], means[0])  # nothing is charged with a minus
    rate = rate_beside(figure, figures, label)
    if rate is None and means[0] is Means.TAX and index:
        rate = _rate_alone(rows[index - 1])
    return Mark(figure, means[0], rate, label, index, above, frozenset(means[1:]))


def _multiplies(label: str) -> bool:
    times = _TIMES.search(label)
    return times is not None and (not times[1] or times[1].casefold() in CURRENCY_WORDS)


def _is_strip(row: Row) -> bool:
    """Cells of figures side by side, each below its label."""
    words = (word.text for phrase in row.phrases for word in phrase.words)
    return len(row.phrases) > 1 and not any(_says_something(word) for word in words)


def rate_beside(figure: Figure, figures: Sequence[Figure], label: str) -> Decimal | None:
    rate = next((other.value for other in figures if other.percent and other.box.x1 <= figure.box.x0 + 1), None)
    glued = _GLUED_RATE.search(label) if rate is None else None
    return Decimal(glued[1].replace(",", ".")) if glued else rate


def _label_behind(row: Row, figure: Figure) -> str:
    """Where the row begins with its figure, the words come after it."""
    first = row.phrases[0]
    if figure.box.x0 > first.box.x0 + 1 or len(row.phrases) != 2 or not figure.clean:  # noqa: PLR2004
        return ""
    return row.phrases[1].text if meanings(row.phrases[1].text) else ""


def _rate_alone(row: Row) -> Decimal | None:
    """`Tax rate  8.25 %` in a row of its own, above the tax."""
    texts = [phrase.text for phrase in row.phrases[-2:]]
    if len(texts) < 2 or Means.TAX not in meanings(texts[0]):  # noqa: PLR2004
        return None
    rate = _ONLY_A_RATE.fullmatch(texts[1])
    return Decimal(rate[1].replace(",", ".")) if rate else None


def _ends_its_phrase(row: Row, figure: Figure) -> bool:
    """A figure inside a sentence, an enumeration or an account's number is no sum."""
    if figure.raw[-1] in ",;":
        return False
    phrase = next(phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 and figure.box.x1 <= phrase.box.x1)
    after = [word.text for word in phrase.words if word.box.x0 >= figure.box.x1 - 1]
    before = [word.text for word in phrase.words if word.box.x1 <= figure.box.x0 + 1]
    groups = sum(map(str.isdigit, (*before[-2:], *after)))
    return len(after) <= 2 and not any(map(str.isdigit, after)) and groups < 2  # noqa: PLR2004


def _label_above(rows: Sequence[Row], index: int, figure: Figure, heads: frozenset[int]) -> str:
    for above in range(index - 1, max(-1, index - 6), -1):
        row = rows[above]
        if row.page != figure.page or figure.box.y0 - row.box.y1 > HIGHEST_ABOVE or above in heads:
            return ""
        phrase = next((phrase for phrase in row.phrases if _is_over(phrase, figure)), None) or _cell_above(row, figure)
        if phrase and _LETTERS.search(phrase.text):
            plain = len(tokens_of(phrase.text)) <= LONGEST_LABEL and not _AMOUNT.search(phrase.text)
            return phrase.text if plain and not _has_its_own(row, phrase) else ""
    return ""


def _has_its_own(row: Row, label: Phrase) -> bool:
    """The figure stands beside it, so that it says nothing about one below."""
    beside = next((phrase.text for phrase in row.phrases if phrase.box.x0 > label.box.x0), "")
    words = [word for word in _LETTERS.findall(beside) if word.casefold() not in CURRENCY_WORDS]
    return bool(_AMOUNT.search(beside)) and not words


def _cell_above(row: Row, figure: Figure) -> Phrase | None:
    """In a strip of cells the label stands at the left of its cell, the figure at the right."""
    if sum(bool(meanings(phrase.text)) for phrase in row.phrases) < 2:  # noqa: PLR2004
        return None
    left = [phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0]
    return left[-1] if left else None


def _is_over(phrase: Phrase, figure: Figure) -> bool:
    return min(phrase.box.x1, figure.box.x1) - max(phrase.box.x0, figure.box.x0) > 0
