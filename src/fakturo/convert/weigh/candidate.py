"""A value that may be a field's, where it stands, and what speaks for or against it."""

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from fakturo.convert.header.scene import Spot
from fakturo.convert.page import Box

T = TypeVar("T")
Tests = Mapping[str, Callable[[T], object]]
"""Facts by name, each with how it is told."""
BOTH_PLACES = frozenset({"before table", "after table"})
LOWER = ("after table", "later page", "at low", "at bottom", "foot")
"""Places that begin so."""


class Candidate(NamedTuple, Generic[T]):
    value: T
    spot: Spot
    box: Box
    raw: str
    evidence: frozenset[str]
    """Names of facts, such as `left buyer`: a label of the buyer's stands to its left."""


def merged(one: Candidate[T], other: Candidate[T]) -> Candidate[T]:
    """The same value, printed twice: all that speaks for either speaks for it, but that it is printed again below the
    table says nothing of where it belongs."""
    evidence = one.evidence | other.evidence
    if evidence >= BOTH_PLACES:
        evidence = frozenset(fact for fact in evidence if not fact.startswith(LOWER))
    return one._replace(evidence=evidence)


def facts(tests: Tests[T], subject: T) -> list[str]:
    return [name for name, holds in tests.items() if holds(subject)]
