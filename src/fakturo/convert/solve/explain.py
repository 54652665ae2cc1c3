"""How the sums were put together, for people: the chain that was taken, and the readings that came next."""

from collections.abc import Iterator, Sequence
from typing import Any

from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.sums.labels import LabelledFigure
from fakturo.convert.solve.sums.model import Chain

MOST_RIVALS = 3


def sums_explained(solutions: Sequence[Solution]) -> dict[str, Any]:
    """The reading that was taken, then those with other values, the best first."""
    told = dict.fromkeys((_words(one), round(one.score, 2)) for one in solutions if one.chain)
    readings = [{"words": words, "score": score} for words, score in told]
    return {"chain": readings[0] if readings else None, "rivals": readings[1 : 1 + MOST_RIVALS]}


def _words(solution: Solution) -> str:
    chain = solution.chain
    assert chain
    left = ", ".join(_named(one) for one in chain.unexplained)
    doubt = "" if chain.closes else "; it does not add up as printed"
    doubt += "" if solution.lines_close or not solution.items else "; the lines come to another sum"
    return " ".join(_steps(chain, len(solution.items))) + doubt + (f"; not explained: {left}" if left else "")


def _steps(chain: Chain, lines: int) -> Iterator[str]:
    yield f"{chain.lines:f} of {lines} lines"
    for sign, name, part in (("-", "discount", chain.discount), ("+", "charges", chain.charges)):
        yield from (f"{sign} {name} {_named(one)}" for one in part.addends)
    if chain.rounding:
        yield f"+ rounding {chain.rounding:f}"
    if chain.tax:
        yield f"{'with' if chain.included else '+'} tax {chain.tax:f}" + ("" if not chain.included else " inside")
    yield f"= total {_named(chain.printed_total) if chain.printed_total else f'{chain.total:f}'}"
    for name, part in (("withheld", chain.withheld), ("paid", chain.prepaid)):
        yield from (f"- {name} {_named(one)}" for one in part.addends)
    if chain.payable:
        yield f"= to pay {_named(chain.payable)}"


def _named(one: LabelledFigure) -> str:
    return f'{abs(one.value):f} ("{one.label.strip()}")' if one.label.strip() else f"{abs(one.value):f}"
