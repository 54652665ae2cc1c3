"""How a field was decided, for people: its candidates, what spoke for and against each, who won and by how much."""

import math
from collections.abc import Mapping
from typing import Any

from fakturo.convert.header.dates.written import DateMatch
from fakturo.convert.weigh.decide import Weighed
from fakturo.convert.weigh.taught import STANDS_THERE, WEIGHT
from fakturo.convert.weigh.weights import weights_of

PATHS = {
    "seller": "seller.name",
    "buyer": "buyer.name",
    "number": "invoice.number",
    "date": "invoice.date",
    "due": "invoice.due_date",
}
MOST_CANDIDATES, MOST_FACTS, FACTS_SAID = 5, 10, 3
NOTHING = "nothing on the page"


def explained(weighed: Mapping[str, Weighed[Any]]) -> dict[str, Any]:
    """By the field's path."""
    return {PATHS[field]: _field(one) for field, one in weighed.items()}


def _field(weighed: Weighed[Any]) -> dict[str, Any]:
    last = len(weighed.candidates)
    taken = last if weighed.chosen is None else weighed.chosen
    others = sorted((at for at in range(last + 1) if at != taken), key=lambda at: -weighed.shares[at])
    candidates = [_candidate(weighed, at) for at in [taken, *others][:MOST_CANDIDATES]]
    candidates[0]["probability"] = round(weighed.probability, 4)
    return {"words": _words(candidates), "candidates": candidates}


def _candidate(weighed: Weighed[Any], at: int) -> dict[str, Any]:
    one = weighed.candidates[at] if at < len(weighed.candidates) else None
    weights = {**weights_of(weighed.field), STANDS_THERE: WEIGHT}
    known = {name: weights[name] for name in (one.evidence if one else weighed.nothing) if name in weights}
    strongest = sorted(known.items(), key=lambda fact: (-abs(fact[1]), fact[0]))[:MOST_FACTS]
    return {
        "value": _shown(one.value) if one else None,
        "page": one.spot.phrase.page if one else None,
        "probability": round(weighed.shares[at], 4),
        "weight": round(math.fsum(known.values()), 2),
        "evidence": [{"fact": name, "weight": weight} for name, weight in strongest],
    }


def _shown(value: Any) -> str:
    return value.day.isoformat() if isinstance(value, DateMatch) else str(value)


def _words(candidates: list[dict[str, Any]]) -> str:
    first, *others = candidates
    pros = [fact["fact"] for fact in first["evidence"] if fact["weight"] > 0][:FACTS_SAID]
    cons = [fact["fact"] for fact in first["evidence"] if fact["weight"] < 0][:FACTS_SAID]
    said = f"{_named(first)}, {first['probability']:.0%}"
    said += f"; for it above all: {', '.join(pros)}" if pros else ""
    said += f"; against it: {', '.join(cons)}" if cons else ""
    return said + (f". Next: {_named(others[0])}, {others[0]['probability']:.0%}." if others else ".")


def _named(candidate: dict[str, Any]) -> str:
    return NOTHING if candidate["value"] is None else f'"{candidate["value"]}"'
