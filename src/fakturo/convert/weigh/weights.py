"""Evidence into probabilities: a sum of weights for each candidate, and their shares of the whole (softmax).

Weights are data, one file a field in `convert/weights`, made by `scripts/train`. NOTHING stands for the case that no
candidate is right.
"""

import json
import math
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from fakturo.convert.weigh.candidate import Candidate

FIELDS = ("seller", "buyer", "number", "date", "due")
NOTHING = "nothing"
Weights = Mapping[str, float]
_used: dict[str, Weights] = {}


def weights_of(field: str) -> Weights:
    if field not in _used:
        file = resources.files("fakturo.convert") / "weights" / f"{field}.json"
        _used[field] = json.loads(file.read_text("utf-8"))["weights"] if file.is_file() else {}
    return _used[field]


def use(weights: Mapping[str, Weights]) -> None:
    """Others than those that are shipped: for scoring with weights that have not seen a paper."""
    _used.clear()
    _used.update(weights)


def score(weights: Weights, evidence: frozenset[str]) -> float:
    """To the last bit the same in every run: a set has another order in each, and two candidates may be as good."""
    return math.fsum(filter(None, map(weights.get, evidence)))


def shares(field: str, candidates: Sequence[Candidate[Any]], nothing: frozenset[str]) -> list[float]:
    """The probability of each, and last that none is right; `nothing` is what speaks for that."""
    weights = weights_of(field)
    scores = [score(weights, one.evidence) for one in candidates]
    scores.append(score(weights, nothing))
    top = max(scores)
    parts = [math.exp(one - top) for one in scores]
    whole = sum(parts)
    return [part / whole for part in parts]
