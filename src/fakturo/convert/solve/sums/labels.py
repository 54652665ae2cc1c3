"""What the label of a figure says about it: sum, tax, discount, payment …"""

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import fold, listed_in, terms, words_in

HIGHEST_RATE = 40
LEAST_SHARE, LEAST_SHARE_LED = 0.5, 0.35
"""How much of a row's words must speak of sums; less if it begins with them."""
_IN_BRACKETS = re.compile(r"\([^)]*\)")
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
ENDS = frozenset({Means.TOTAL, Means.PAYABLE})
"""What the sums lead to."""


class LabelledFigure(NamedTuple):
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


Labelled = Sequence[LabelledFigure]


@cache
def said_of_tax(how: str) -> frozenset[str]:
    """Words that say whether a sum has the tax: `included` and `excluded`; or, `within`, that it is the tax in it."""
    return frozenset(fold(word) for word in listed_in("tax").get(how, ()))


@remembered
def meanings(label: str) -> tuple[Means, ...]:
    """What the label says, the likeliest first. `Total incl. 19 % VAT` is a total, `Total excl. VAT` is not one."""
    found = [Means(match.meaning) for match in terms("totals").find(label)]
    if not found:
        return ()
    words = set(words_in(label))
    if len(set(found)) > 1:
        found = [means for means in found if means is not Means.LESS]
    if found[0] is Means.CHARGES and Means.TAX not in {
        match.meaning for match in terms("totals").find(unbracketed(label))
    }:
        found = [means for means in found if means is not Means.TAX]  # `Freight (no VAT)`
    found = _whole_or_part(found, words)
    if set(found) <= {Means.TOTAL, Means.SUBTOTAL} and _counts(label):
        found = [Means.INFO]  # `Total quantity`
    for strong in (Means.WITHHELD, Means.CASH_DISCOUNT, Means.INFO, Means.CARRIED, Means.PREVIOUS):
        if strong in found[1:]:
            found = [strong, *found]
    return tuple(dict.fromkeys(found))


def _counts(label: str) -> bool:
    """What else it says is a column's name for quantities; in `Total  30 Nos` it is a unit."""
    if any(map(str.isdigit, label)):
        return False
    sums = {(match.start, match.end) for match in terms("totals").find(label)}
    columns = [match for match in terms("columns").find(label) if (match.start, match.end) not in sums]
    return {match.meaning for match in columns} == {"qty"}


def unbracketed(label: str) -> str:
    return _IN_BRACKETS.sub("", label)


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
    words = set(words_in(label))
    return bool(words & (said_of_tax("included") | said_of_tax("within"))) and not words & said_of_tax("excluded")


def is_within(label: str) -> bool:
    """`Incl. levy` is told of what stands above it, and no item."""
    first = next(iter(words_in(label)), None)
    return first is not None and first in said_of_tax("included") | said_of_tax("within")


@remembered
def plain_meanings(label: str) -> tuple[Means, ...]:
    """What a label says that says little else: the name of an item may hold such words, too."""
    found = terms("totals").find(label)
    first = next((index for index, character in enumerate(label) if character.isalpha()), 0)
    led = any(match.start <= first < match.end for match in found)
    return meanings(label) if share_known(label) >= (LEAST_SHARE_LED if led else LEAST_SHARE) else ()


def share_known(label: str) -> float:
    """How much of its letters are words for sums."""
    letters = sum(map(str.isalpha, label))
    spans = {(match.start, match.end) for match in terms("totals").find(label)}  # none reaches into another
    return sum(sum(map(str.isalpha, label[start:end])) for start, end in spans) / letters if letters else 0.0


def label_of(row: Row, figure: Figure, figures: Sequence[Figure]) -> str:
    """The nearest words to the left that say something; all words back to the figure before it otherwise."""
    right = figure.box.x0
    phrases = [phrase for phrase in row.phrases if phrase.box.x0 < right]
    if not phrases:
        return ""
    before = [other for other in figures if other.box.x1 <= right + 1 and not other.percent]
    named = [other.box.x1 for other in before if not other.raw.strip("()").isdigit()]  # `PPh 23` is a name
    lefts = (max(named), 0.0) if named else (0.0,)
    for near in phrases[:-3:-1]:  # the figure's own phrase, and the one before it
        for left in lefts:
            if (text := _text([near], left, right)) and meanings(text):
                return text
    return next((text for left in lefts if (text := _text(phrases, left, right))), "")


_GLUED_RATE = re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?)\s?%")
LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|[^\x00-\x7f])+|°|%")
"""Two letters, or one with its vowel sign: in many scripts these are no letters."""


def _text(phrases: Sequence[Phrase], left: float, right: float) -> str:
    first, last = left - 1, right + 1
    texts = [w.text for phrase in phrases for w in phrase.words if w.box.x0 >= first and w.box.x1 <= last]
    return " ".join(texts) if any(map(says_something, texts)) else ""


@remembered
def says_something(word: str) -> bool:
    return bool(LETTERS.search(word)) and word.casefold() not in CURRENCY_WORDS


def rate_beside(figure: Figure, figures: Sequence[Figure], label: str) -> Decimal | None:
    rate = next((other.value for other in figures if other.percent and other.box.x1 <= figure.box.x0 + 1), None)
    glued = _GLUED_RATE.search(label) if rate is None else None
    return Decimal(glued[1].replace(",", ".")) if glued else rate
