"""Which candidate it is: the most probable one, or, of fields that must fit each other, the most probable pair."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from fakturo.convert.weigh.candidate import Candidate
from fakturo.convert.weigh.weights import NOTHING, shares

T = TypeVar("T")
U = TypeVar("U")
VETOED = 0.5
TOP = 6
"""So many candidates of each field are tried with those of another."""


@dataclass(frozen=True, slots=True)
class Weighed(Generic[T]):
    """The candidates of a field with their probabilities, and which of them was taken; None: it is not printed."""

    field: str
    candidates: Sequence[Candidate[T]]
    shares: Sequence[float]
    """One more than there are candidates: the last is the probability that none is right."""
    nothing: frozenset[str]
    chosen: int | None
    probability: float

    @property
    def best(self) -> Candidate[T] | None:
        return None if self.chosen is None else self.candidates[self.chosen]

    @property
    def rival(self) -> int:
        """The most probable of the others."""
        taken = len(self.candidates) if self.chosen is None else self.chosen
        return max((at for at in range(len(self.shares)) if at != taken), key=self.shares.__getitem__, default=taken)

    def is_ahead(self, times: float) -> bool:
        """More probable than not, which no vetoed one is, and so many times as probable as any other."""
        return self.probability > VETOED and self.probability >= times * self.shares[self.rival]


def weigh(field: str, candidates: Sequence[Candidate[T]], against: frozenset[str]) -> Weighed[T]:
    """`against`: what is seen that speaks for or against that none of them is right."""
    nothing = against | {NOTHING}
    found = shares(field, candidates, nothing)
    top = max(range(len(found)), key=found.__getitem__)
    return Weighed(field, candidates, found, nothing, top if top < len(candidates) else None, found[top])


def vetoed(weighed: Weighed[T]) -> Weighed[T]:
    """The same decision, but something speaks against it that no evidence holds: never sure."""
    return replace(weighed, probability=min(weighed.probability, VETOED))


def together(
    one: Weighed[T], other: Weighed[U], fit: Callable[[Candidate[T] | None, Candidate[U] | None], float]
) -> tuple[Weighed[T], Weighed[U]]:
    """The most probable pair; each one's probability is its share of all pairs. `fit`: how likely two are a pair."""
    pairs = {
        (a, b): one.shares[a] * other.shares[b] * fit(_at(one, a), _at(other, b))
        for a in _top(one)
        for b in _top(other)
    }
    whole = sum(pairs.values())
    if not whole:
        return one, other
    first, second = max(pairs, key=pairs.__getitem__)
    mine = sum(share for (a, _), share in pairs.items() if a == first) / whole
    theirs = sum(share for (_, b), share in pairs.items() if b == second) / whole
    return _taking(one, first, mine), _taking(other, second, theirs)


def _top(weighed: Weighed[T]) -> list[int]:
    places = sorted(range(len(weighed.shares)), key=weighed.shares.__getitem__, reverse=True)[:TOP]
    last = len(weighed.candidates)
    return places if last in places else [*places, last]


def _at(weighed: Weighed[T], place: int) -> Candidate[T] | None:
    return weighed.candidates[place] if place < len(weighed.candidates) else None


def _taking(weighed: Weighed[T], place: int, probability: float) -> Weighed[T]:
    chosen = place if place < len(weighed.candidates) else None
    return replace(weighed, chosen=chosen, probability=probability)
