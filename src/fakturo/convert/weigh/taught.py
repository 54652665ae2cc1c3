"""What is known of a vendor before its paper is weighed: one more fact, as strong as many that were learned.

It chooses only among the candidates that the page has, and a place that leads elsewhere than all else is a doubt.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from fakturo.convert.weigh.candidate import Candidate
from fakturo.convert.weigh.decide import VETOED, Weighed

T = TypeVar("T")
STANDS_THERE = "stands where its template says"
WEIGHT = 4.0
"""Of that fact: less than a plain label and all that usually comes with it."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What a template says of the header."""

    seller: str | None = None
    """Its name."""
    values: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    """What stands at the places of each field, by the names of the weights."""


NOTHING_TAUGHT = Taught()


def is_taught(candidate: Candidate[Any] | None) -> bool:
    return candidate is not None and STANDS_THERE in candidate.evidence


def backed(weighed: Weighed[T], stands_there: Callable[[T], bool]) -> Weighed[T]:
    """Weighed again with that fact. What something spoke against stays unsure, unless it stands there."""
    candidates = [
        one._replace(evidence=one.evidence | {STANDS_THERE}) if stands_there(one.value) else one
        for one in weighed.candidates
    ]
    if not any(map(is_taught, candidates)):
        return weighed
    factors = [math.exp(WEIGHT) if is_taught(one) else 1.0 for one in candidates]
    return _reweighed(replace(weighed, candidates=candidates), [*factors, 1.0])


def without(weighed: Weighed[T], is_other: Callable[[T], bool]) -> Weighed[T]:
    """Those are known to be something else."""
    if not any(is_other(one.value) for one in weighed.candidates):
        return weighed
    return _reweighed(weighed, [*(0.0 if is_other(one.value) else 1.0 for one in weighed.candidates), 1.0])


def settled(weighed: Weighed[T], is_it: Callable[[T], bool]) -> Weighed[T]:
    """It is known: that candidate, or none of them."""
    last = len(weighed.candidates)
    at = next((place for place, one in enumerate(weighed.candidates) if is_it(one.value)), last)
    shares = [float(place == at) for place in range(last + 1)]
    return replace(weighed, shares=shares, chosen=at if at < last else None, probability=1.0)


def _reweighed(weighed: Weighed[T], factors: list[float]) -> Weighed[T]:
    parts = [share * factor for share, factor in zip(weighed.shares, factors, strict=True)]
    whole = math.fsum(parts) or 1.0
    shares = [part / whole for part in parts]
    top = max(range(len(shares)), key=shares.__getitem__)
    chosen = top if top < len(weighed.candidates) else None
    was_sure = chosen == weighed.chosen and weighed.probability > VETOED
    may_be_sure = was_sure or (chosen is not None and is_taught(weighed.candidates[chosen]))
    probability = shares[top] if may_be_sure else min(shares[top], VETOED)
    return replace(weighed, shares=shares, chosen=chosen, probability=probability)
