"""Evidence becomes probabilities, and fields that must fit each other are decided together."""

from collections.abc import Iterator

import pytest

from fakturo.convert.header.scene import Spot, scene_of
from fakturo.convert.verdict import SURE
from fakturo.convert.weigh import weights
from fakturo.convert.weigh.candidate import Candidate, merged
from fakturo.convert.weigh.decide import VETOED, Weighed, together, vetoed, weigh
from tests.support.drawn import drawn


@pytest.fixture(autouse=True)
def own_weights() -> Iterator[None]:
    weights.use(
        {
            "seller": {"letterhead": 2.0, "labelled": 0.5, "nothing": -1.0},
            "buyer": {"labelled": 2.0, "letterhead": 1.0, "nothing": 0.0, "no label": 1.0},
        }
    )
    yield
    weights.use({})


NO_MORE: frozenset[str] = frozenset()
SPOT = next(iter(scene_of(drawn("Abc Ltd"), None).spots))


def candidate(value: str, *evidence: str, spot: Spot = SPOT) -> Candidate[str]:
    return Candidate(value, spot, spot.box, value, frozenset(evidence))


def differ(one: Candidate[str] | None, other: Candidate[str] | None) -> bool:
    return one is None or other is None or one.value != other.value


def values(*weighed: Weighed[str]) -> list[str | None]:
    return [one.best.value if one.best else None for one in weighed]


def test_the_candidate_with_most_for_it_wins_and_all_shares_make_one() -> None:
    found = weigh("seller", [candidate("A", "labelled"), candidate("B", "letterhead")], NO_MORE)
    assert values(found) == ["B"]
    assert sum(found.shares) == pytest.approx(1)
    assert found.probability == max(found.shares)


def test_nothing_is_an_answer_too() -> None:
    poor = [candidate("A")]
    assert weigh("buyer", poor, frozenset({"no label"})).best is None
    assert weigh("buyer", [], NO_MORE).best is None


def test_evidence_that_no_weight_knows_counts_nothing() -> None:
    one, other = weigh(
        "seller", [candidate("A", "letterhead", "unheard of"), candidate("B", "letterhead")], NO_MORE
    ).shares[:2]
    assert one == other


def test_what_is_printed_twice_has_the_evidence_of_both() -> None:
    assert merged(candidate("A", "one"), candidate("A", "two")).evidence == {"one", "two"}


def test_the_best_pair_that_fits_wins_even_if_neither_is_best_alone() -> None:
    both = [candidate("A", "letterhead", "labelled"), candidate("B", "labelled")]
    seller, buyer = weigh("seller", both, NO_MORE), weigh("buyer", both, NO_MORE)
    assert values(seller, buyer) == ["A", "A"]
    assert values(*together(seller, buyer, differ)) == ["A", "B"]


def test_a_rival_that_fits_costs_probability_and_one_that_does_not_costs_none() -> None:
    both = [candidate("A", "letterhead"), candidate("B", "labelled")]
    seller, buyer = weigh("seller", both, NO_MORE), weigh("buyer", both, NO_MORE)
    free = together(seller, buyer, lambda *_: True)
    bound = together(seller, buyer, differ)
    assert bound[1].probability > free[1].probability


def test_evidence_adds_up_alike_in_whatever_order_it_is_taken() -> None:
    """In another order than this, the middle would be lost beside the first; and each set has an order of its own."""
    for number in range(20):
        worth = {f"first {number}": 1e16, f"middle {number}": 1.0, f"last {number}": -1e16}
        assert weights.score(worth, frozenset(worth)) == 1.0


def test_one_is_far_ahead_of_any_other_though_not_of_all_together() -> None:
    crowd = [candidate(f"C{at}") for at in range(4)]
    found = weigh("seller", [candidate("A", "letterhead"), *crowd], NO_MORE)
    assert VETOED < found.probability < SURE
    assert found.is_ahead(6)
    assert not found.is_ahead(8)
    assert not vetoed(found).is_ahead(1)
    assert not weigh("seller", [candidate("A", "letterhead"), candidate("B", "letterhead")], NO_MORE).is_ahead(1)
