"""Days to pay in running text, and those until which paying earns a discount: never the due date."""

import re
from collections.abc import Iterator, Sequence

from fakturo.convert.header.dates.labelled import RatedDate
from fakturo.convert.header.dates.written import DateMatch, dates_in
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.vocabulary import Match, terms

NEAR = 12
"""Characters between "until" and its date."""
_STOP = re.compile(r"(?:(?<=[^\W\d_]{2}[.!;])|(?<=\d{4}[.;])) +(?=[A-ZÀ-Þ])")


def due_sentences(scene: Scene) -> Iterator[RatedDate]:
    long = [spot for spot in scene.spots if len(spot.text) > 12]
    for index, spot in enumerate(long):
        if dates_in(spot.text):
            before = [one for one in long[max(0, index - 1) : index] if _may_go_on(one, spot)]
            after = [one for one in long[index + 1 : index + 2] if _may_go_on(spot, one)]
            yield from _in_sentence(spot, _meanings(before), _meanings(after))


def _meanings(spots: Sequence[Spot]) -> set[str]:
    return {meaning for spot in spots for meaning in terms("payment").meanings(spot.text)}


def _may_go_on(one: Spot, other: Spot) -> bool:
    """The next line of a text, or what follows on the same one."""
    gap = other.box.y0 - one.box.y1
    return one.phrase.page == other.phrase.page and gap < 1.2 * max(one.box.height, other.box.height)


def _in_sentence(spot: Spot, before: set[str], after: set[str]) -> Iterator[RatedDate]:
    """A sentence may run over several lines: of what the lines before and after speak counts, too, if it does."""
    dates = dates_in(spot.text)
    for index, date in enumerate(dates):
        start, end = _sentence(spot.text, date)
        words = [word for word in terms("payment").find(spot.text) if start <= word.start < end]
        since = max(start, dates[index - 1].end if index else 0)
        clause = [word for word in words if since <= word.start < date.start]
        if is_for_discount(spot.text, date) or _ends_range(spot.text, dates, index):
            continue
        if _was_received(spot.text, start, date):
            continue
        around = (before if start == 0 else set()) | (after if end == len(spot.text) else set())
        meanings = {word.meaning for word in words if word.start < date.start or _goes_on(spot.text, date, word)}
        close = {word.meaning for word in clause if _is_just_before(spot.text, word, date)}
        if ("until" in close and "pay" in meanings | around) or ("on" in close and "debit" in meanings | around):
            raw = spot.text[date.start : date.end]
            weight = 0.9 if any(word.meaning == "pay" for word in clause) else 0.85 if "pay" in meanings else 0.75
            yield RatedDate(date, spot, box_of(spot.phrase, spot.text, date.start, date.end), raw, weight)


def _was_received(text: str, start: int, date: DateMatch) -> bool:
    """It was paid: the date tells when."""
    return any(word.meaning == "received" and start <= word.start < date.start for word in terms("terms").find(text))


def _sentence(text: str, date: DateMatch) -> tuple[int, int]:
    """Where the sentence that holds the date begins and ends."""
    stops = [stop.end() for stop in _STOP.finditer(text)]
    start = max((stop for stop in stops if stop <= date.start), default=0)
    return start, min((stop for stop in stops if stop > date.end), default=len(text))


def _goes_on(text: str, date: DateMatch, word: Match) -> bool:
    """No comma parts what follows from the date: it may speak of something else."""
    return "," not in text[date.end : word.start]


def _is_just_before(text: str, word: Match, date: DateMatch) -> bool:
    return 0 <= date.start - word.end <= NEAR and "," not in text[word.end : date.start]


def _ends_range(text: str, dates: Sequence[DateMatch], index: int) -> bool:
    """`vom 01.04. bis zum 30.06.` is a period."""
    return (
        index > 0
        and dates[index].start - dates[index - 1].end <= NEAR
        and "," not in text[dates[index - 1].end : dates[index].start]
    )


_PART = re.compile(r"[,;](?=\s)|\.(?=\s+[A-ZÄÖÜ])|\s(?:oder|or|ou|of|o|oppure)\s")
_SHARE = re.compile(r"[^\d,.;]{0,12}\d{1,2}(?:[.,]\d+)? ?%")
"""Right behind the date, where another one follows: what is less until then."""


def is_for_discount(text: str, date: DateMatch) -> bool:
    """`2 % Skonto bis 3.5.` and `bis 3.5. mit 2 % Skonto`; another date in the sentence has a part of its own."""
    others = [one for one in dates_in(text) if one != date]
    start = max([one.end for one in others if one.end <= date.start], default=0)
    end = min([one.start for one in others if one.start >= date.end], default=len(text))
    parts = [part.start() for part in _PART.finditer(text)]
    start = max([start, *(part for part in parts if part < date.start)])
    end = min([end, *(part for part in parts if part >= date.end)])
    if any(one.start >= date.end for one in others) and _SHARE.match(text, date.end):
        return True
    early = [word for word in terms("payment").find(text) if word.meaning == "early"]
    without = [word for word in terms("terms").find(text) if word.meaning == "without"]
    early = [word for word in early if not any(text[no.end : word.start].isspace() for no in without)]
    return any(start <= word.start < end for word in early)
