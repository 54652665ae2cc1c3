"""Due dates in running text: "Bitte überweisen Sie bis zum 09.06.2014", "payable no later than 3 May"."""

from collections.abc import Iterator, Sequence

from fakturo.convert.header.date_fields import Dated
from fakturo.convert.header.dates import DateMatch, dates_in
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.vocabulary import Match, terms

NEAR = 12
"""Characters between "until" and its date."""


def due_sentences(scene: Scene) -> Iterator[Dated]:
    before: Spot | None = None
    for row in scene.rows:
        for spot in row:
            if len(spot.text) > 12:
                yield from _in_sentence(spot, before)
                before = spot


def _in_sentence(spot: Spot, before: Spot | None) -> Iterator[Dated]:
    dates = dates_in(spot.text)
    if not dates:
        return
    words = terms("payment").find(spot.text)
    pays = any(word.meaning == "pay" for word in words)
    debits = any(word.meaning == "debit" for word in words)
    continued = before is not None and "pay" in terms("payment").meanings(before.text)
    for index, date in enumerate(dates):
        since = dates[index - 1].end if index else 0
        clause = [word for word in words if since <= word.start < date.start]
        if any(word.meaning == "early" for word in clause) or _ends_range(spot.text, dates, index):
            continue
        close = {word.meaning for word in clause if _is_just_before(spot.text, word, date)}
        if ("until" in close and (pays or continued)) or ("on" in close and debits):
            raw = spot.text[date.start : date.end]
            weight = 0.9 if any(word.meaning == "pay" for word in clause) else 0.75
            yield Dated(date, spot, box_of(spot.phrase, spot.text, date.start, date.end), raw, weight)


def _is_just_before(text: str, word: Match, date: DateMatch) -> bool:
    return 0 <= date.start - word.end <= NEAR and "," not in text[word.end : date.start]


def _ends_range(text: str, dates: Sequence[DateMatch], index: int) -> bool:
    """`vom 01.04. bis zum 30.06.` is a period."""
    return (
        index > 0
        and dates[index].start - dates[index - 1].end <= NEAR
        and "," not in text[dates[index - 1].end : dates[index].start]
    )
