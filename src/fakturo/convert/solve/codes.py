"""Article numbers that share their column's head with the description: several columns under one head."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase

MOST_ITEMS_HAVE_ONE = 0.8
FEWEST_ITEMS = 2
"""One line alone shows no columns."""
FLUSH = 2.0
"""Points between the starts of texts in one column."""
SHORTEST = 2


class Parted(NamedTuple):
    codes: Sequence[Phrase]
    description: Sequence[Phrase]


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
