"""A decision as it is told: a reading with its place and probability, and an issue where that is too small."""

from collections.abc import Callable
from math import inf
from typing import TypeVar

from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.page import Source
from fakturo.convert.verdict import SURE_OF_TOLD
from fakturo.convert.weigh.decide import Weighed

T = TypeVar("T")
U = TypeVar("U")


def reading_of(weighed: Weighed[T], value: Callable[[T], U]) -> Reading[U] | None:
    best = weighed.best
    if best is None:
        return None
    source = Origin.OCR if any(word.source is Source.OCR for word in best.spot.phrase.words) else Origin.TEXT
    evidence = Evidence(best.raw, best.spot.phrase.page, best.box, source, round(weighed.probability, 2))
    return Reading(value(best.value), evidence)


def doubts_of(
    weighed: Weighed[T],
    code: str,
    path: str,
    what: str,
    shown: Callable[[T], str],
    *,
    sure: float = SURE_OF_TOLD,
    ahead: float = inf,
) -> list[Issue]:
    """`what` it is, in words: `the invoice number`. `ahead`: so many times as probable as any other is sure, too."""
    best = weighed.best
    if best is None:
        return [Issue(f"{code}_MISSING", path, f"{what[0].upper()}{what[1:]} was not found.")]
    if weighed.probability >= sure or weighed.is_ahead(ahead):
        return []
    rival = weighed.candidates[weighed.rival] if weighed.rival < len(weighed.candidates) else None
    message = (
        f"{what[0].upper()}{what[1:]} may be {shown(best.value)} or {shown(rival.value)}."
        if rival and weighed.shares[weighed.rival] > 1 - sure
        else f"{shown(best.value)} is probably {what}, but nothing on the page says so clearly."
    )
    return [Issue(f"{code}_DOUBTFUL", path, message, best.spot.phrase.page, best.box)]
