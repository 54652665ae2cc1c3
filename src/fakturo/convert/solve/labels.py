"""What the words beside or above a figure say about it, outside the item table: sum, tax, discount, payment …"""

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.vocabulary import terms, tokens_of

LONGEST_LABEL = 12
"""Words of a label; more are a sentence."""
HIGHEST_ABOVE = 45.0
"""Points between a figure and the label above it."""
HIGHEST_RATE = 40
LEAST_SHARE, LEAST_SHARE_LED = 0.5, 0.35
"""How much of a row's words must speak of sums; less if it begins with them."""
_INCLUDED = frozenset(
    """
    incl inkl including inclusive incluido incluida inclusief inclusa incluse ttc tvac compris comprise comprises
    termasuk ivato
    """.split()
)
_EXCLUDED = frozenset(
    """
    excl exkl excluding exclusive exclusief ohne without before hors ht htva sin zonder esclusa escluso sebelum ex
    """.split()
)
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
    INFO = "info"
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
def meanings(label: str) -> tuple[Means, ...]:
    """What the label says, the likeliest first. `Total incl. 19 % VAT` is a total, `Total excl. VAT` is not one."""
    found = [Means(match.meaning) for match in terms("totals").find(label)]
    if not found:
        return ()
    words = {token.text for token in tokens_of(label)}
    if len(set(found)) > 1:
        found = [means for means in found if means is not Means.LESS]
    if found[0] in _WHOLE | {Means.TAX_BASE} and words & _EXCLUDED and not words & _INCLUDED:
        found = [Means.SUBTOTAL, *found]
    elif found[0] in {Means.TOTAL, Means.SUBTOTAL} and words & _INCLUDED and not words & _EXCLUDED:
        found = [Means.TOTAL, *found]
    for strong in (Means.INFO, Means.CARRIED, Means.EXEMPT):
        if strong in found[1:] and strong is not Means.EXEMPT:
            found = [strong, *found]
    return tuple(dict.fromkeys(found))


def plain_meanings(label: str) -> tuple[Means, ...]:
    """What a label says that says little else: the name of an item may hold such words, too."""
    covered = {index for match in terms("totals").find(label) for index in range(match.start, match.end)}
    letters = [index for index, character in enumerate(label) if character.isalpha()]
    share = sum(index in covered for index in letters) / len(letters) if letters else 0
    return meanings(label) if share >= (LEAST_SHARE_LED if letters and letters[0] in covered else LEAST_SHARE) else ()


def label_of(row: Row, figure: Figure, figures: Sequence[Figure]) -> str:
    """The nearest words to the left that say something; all words back to the figure before it otherwise."""
    phrases = [phrase for phrase in row.phrases if phrase.box.x0 < figure.box.x0]
    before = [other.box.x1 for other in figures if other.box.x1 <= figure.box.x0 + 1 and not other.percent]
    last = max(before, default=0.0)
    for near in phrases[:-3:-1]:  # the figure's own phrase, and the one before it
        for text in (_text([near], last, figure.box.x0), _text([near], 0.0, figure.box.x0)):
            if meanings(text):
                return text
    return _text(phrases, last, figure.box.x0) or _text(phrases, 0.0, figure.box.x0)


_RATE_LABEL = re.compile(r"(?<![\d\s])\s*%\s*:?$")
"""`VAT-%` names a rate; `VAT 20 %` an amount."""
_GLUED_RATE = re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?)\s?%")
_LETTERS = re.compile(r"[^\W\d_]{2,}|°|%")


def _text(phrases: Sequence[Phrase], left: float, right: float) -> str:
    words = [
        word.text for phrase in phrases for word in phrase.words if word.box.x0 >= left - 1 and word.box.x1 <= right + 1
    ]
    says_something = any(_LETTERS.search(word) and word.casefold() not in CURRENCY_WORDS for word in words)
    return " ".join(words) if says_something else ""


def marks_of(rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> list[Mark]:
    """Every figure that stands beside or below a text."""
    return [
        mark
        for index in range(len(rows))
        for figure in figures[index]
        if not figure.percent and (mark := _mark(rows, index, figure, figures[index]))
    ]


def _mark(rows: Sequence[Row], index: int, figure: Figure, figures: Sequence[Figure]) -> Mark | None:
    row = rows[index]
    label = beside = label_of(row, figure, figures)
    means = meanings(label) if len(tokens_of(label)) <= LONGEST_LABEL else ()
    above = not means and figure.clean
    if above:
        label = _label_above(rows, index, figure)
        means = meanings(label)
    if not means and (not beside or len(tokens_of(beside)) > LONGEST_LABEL):
        return None
    if not _ends_its_phrase(row, figure) or (_RATE_LABEL.search(label) and figure.value <= HIGHEST_RATE):
        return None
    if not means:
        return Mark(figure, Means.LOOSE, None, beside, index)
    rate = next((other.value for other in figures if other.percent and other.box.x1 <= figure.box.x0 + 1), None)
    if rate is None and (glued := _GLUED_RATE.search(label)):
        rate = Decimal(glued[1].replace(",", "."))
    return Mark(figure, means[0], rate, label, index, above, frozenset(means[1:]))


def _ends_its_phrase(row: Row, figure: Figure) -> bool:
    """A figure inside a sentence or an enumeration is no sum."""
    if figure.raw[-1] in ",;":
        return False
    phrase = next(phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 and figure.box.x1 <= phrase.box.x1)
    after = [word.text for word in phrase.words if word.box.x0 >= figure.box.x1 - 1]
    return len(after) <= 2  # noqa: PLR2004


def _label_above(rows: Sequence[Row], index: int, figure: Figure) -> str:
    for above in range(index - 1, max(-1, index - 6), -1):
        row = rows[above]
        if row.page != figure.page or figure.box.y0 - row.box.y1 > HIGHEST_ABOVE:
            return ""
        for phrase in row.phrases:
            if _is_over(phrase, figure) and _LETTERS.search(phrase.text):
                return phrase.text if len(tokens_of(phrase.text)) <= LONGEST_LABEL else ""
    return ""


def _is_over(phrase: Phrase, figure: Figure) -> bool:
    return min(phrase.box.x1, figure.box.x1) - max(phrase.box.x0, figure.box.x0) > 0
