"""Numbers as they stand on a page, and what the solver makes of them."""

from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import Solution, solve
from fakturo.convert.solve.sums.model import Chain
from tests.support.sheets import rows_from

HEAD = "Qty     Description              Unit price      Amount\n"


def solution(text: str) -> Solution:
    return solve(numbers_of(rows_from(text)))[0]


def chain(text: str) -> Chain:
    found = solution(text).chain
    assert found
    return found


def pricings(text: str) -> list[tuple[str, str, str]]:
    pricings = [entry.pricing for entry in solution(text).items]
    return [(str(pricing.qty), str(pricing.price), str(pricing.amount)) for pricing in pricings if pricing]
