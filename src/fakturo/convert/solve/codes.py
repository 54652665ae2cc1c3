"""Article numbers that share their column's head with the description: several columns under one head."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase
from fakturo.convert.page import Word, around
from fakturo.convert.solve.heads import Role
from fakturo.convert.vocabulary import terms

MOST_ITEMS_HAVE_ONE = 0.8
FEWEST_ITEMS = 2
"""One line alone shows no columns."""
FLUSH = 2.0
"""Points between the starts of texts in one column."""
SHORTEST = 2
_SURELY = re.compile(r"(?=.*\d)(?=.*[A-Z-])[A-Z\d./-]{4,}|\d{6,}")
"""A code beyond doubt, with no gap to tell it from the words behind it."""
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")


class Parted(NamedTuple):
    codes: Sequence[Phrase]
    description: Sequence[Phrase]


def codes_apart(descriptions: Sequence[Sequence[Phrase]]) -> list[Parted]:
    """For each item the codes that stand left of where the descriptions begin, and what is left."""
    apart = _in_columns(descriptions)
    if any(each.codes for each in apart):
        return apart
    first_words = [_first_word_apart(phrases) for phrases in descriptions]
    having = [each for each in first_words if each.codes]
    return first_words if len(having) >= max(FEWEST_ITEMS, MOST_ITEMS_HAVE_ONE * len(first_words)) else apart


def _first_word_apart(phrases: Sequence[Phrase]) -> Parted:
    if not phrases or len(phrases[0].words) == 1:
        return Parted((), phrases)
    code, *rest = phrases[0].words
    if not _SURELY.fullmatch(code.text) or _DAY.fullmatch(code.text):
        return Parted((), phrases)
    return Parted([part_of(phrases[0], [code])], [part_of(phrases[0], rest), *phrases[1:]])


def part_of(phrase: Phrase, words: Sequence[Word]) -> Phrase:
    text = " ".join(word.text for word in words)
    return Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)


def _in_columns(descriptions: Sequence[Sequence[Phrase]]) -> list[Parted]:
    nothing = [Parted((), phrases) for phrases in descriptions]
    start = _usual_start(descriptions)
    if start is None:
        return nothing
    parted = [_parted(phrases, start) for phrases in descriptions]
    having = [each for each in parted if each.codes]
    if len(having) < max(FEWEST_ITEMS, MOST_ITEMS_HAVE_ONE * len(parted)):
        return nothing
    if not all(_is_code(code.text) for each in having for code in each.codes):
        return nothing
    return parted


def _usual_start(descriptions: Sequence[Sequence[Phrase]]) -> float | None:
    """Where the last text of most items' first rows begins."""
    starts = Counter(round(_first_row(phrases)[-1].box.x0 / FLUSH) for phrases in descriptions if phrases)
    if not starts:
        return None
    place, count = starts.most_common(1)[0]
    return place * FLUSH if count >= MOST_ITEMS_HAVE_ONE * len(descriptions) else None


def _first_row(phrases: Sequence[Phrase]) -> Sequence[Phrase]:
    return [phrase for phrase in phrases if phrase.row == phrases[0].row]


def _parted(phrases: Sequence[Phrase], start: float) -> Parted:
    first_row = _first_row(phrases) if phrases else ()
    codes = [phrase for phrase in first_row if phrase.box.x1 < start]
    return Parted(codes, [phrase for phrase in phrases if phrase not in codes])


def _is_code(text: str) -> bool:
    one_word = " " not in text and len(text) >= SHORTEST
    return one_word and any(map(str.isdigit, text)) and not any(map(str.islower, text))


def labelled_code(phrase: Phrase) -> Phrase | None:
    """The code behind a word for it: `Article no. 40-1187`, `SKU: CAN-BW-L`."""
    *label, last = phrase.words
    found = terms("columns").find(" ".join(word.text for word in label)) if label else []
    named = len(found) == 1 and found[0].meaning == Role.SKU and found[0].start == 0
    is_code = any(map(str.isdigit, last.text)) or ("-" in last.text and last.text.isupper())
    return part_of(phrase, [last]) if named and is_code and not _DAY.fullmatch(last.text) else None
