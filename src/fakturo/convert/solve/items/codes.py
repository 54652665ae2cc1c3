"""Article numbers that share their column's head with the description: several columns under one head."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase, phrase_of
from fakturo.convert.page import Word
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.vocabulary import terms

MOST_ITEMS_HAVE_ONE = 0.8
FEWEST_ITEMS = 2
"""One line alone shows no columns."""
FLUSH = 2.0
"""Points between the starts of texts in one column."""
SHORTEST = 2
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")


class Parted(NamedTuple):
    codes: Sequence[Phrase]
    description: Sequence[Phrase]


def part_of(phrase: Phrase, words: Sequence[Word]) -> Phrase:
    return phrase_of(words, phrase.page, phrase.row)


def codes_apart(descriptions: Sequence[Sequence[Phrase]]) -> list[Parted]:
    """For each item the codes that stand left of where the descriptions begin, and what is left."""
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
    """Where the last text of most rows begins, in most of the items."""
    starts = Counter(place for phrases in descriptions for place in _last_starts(phrases))
    place, count = starts.most_common(1)[0] if starts else (0, 0)
    return place * FLUSH if count >= MOST_ITEMS_HAVE_ONE * len(descriptions) else None


def _last_starts(phrases: Sequence[Phrase]) -> set[int]:
    last = {(phrase.page, phrase.row): phrase for phrase in phrases}
    return {round(phrase.box.x0 / FLUSH) for phrase in last.values()}


def _parted(phrases: Sequence[Phrase], start: float) -> Parted:
    codes = [phrase for phrase in phrases if phrase.box.x1 < start]
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
