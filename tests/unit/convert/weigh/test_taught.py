"""What a template says is weighed with all else: it decides what was open, and is not believed against all else."""

from fakturo.convert.header.scene import Spot, scene_of
from fakturo.convert.page import Box
from fakturo.convert.verdict import SURE
from fakturo.convert.weigh.candidate import Candidate
from fakturo.convert.weigh.decide import Weighed, vetoed
from fakturo.convert.weigh.taught import STANDS_THERE, backed, settled, without
from tests.support.drawn import drawn


def spot() -> Spot:
    return next(iter(scene_of(drawn("Somebody"), None).spots))


def weighed(**shares: float) -> Weighed[str]:
    """Candidates by name; what is left to one is the case that none is right."""
    place = spot()
    candidates = [Candidate(name, place, Box(0, 0, 1, 1), name, frozenset()) for name in shares]
    each = [*shares.values(), 1 - sum(shares.values())]
    top = max(range(len(each)), key=each.__getitem__)
    chosen = top if top < len(candidates) else None
    return Weighed("buyer", candidates, each, frozenset(), chosen, each[top])


def test_what_was_open_is_decided_by_where_it_stands() -> None:
    taught = backed(weighed(abc=0.45, xyz=0.5), "abc".__eq__)
    assert taught.best is not None
    assert taught.best.value == "abc"
    assert STANDS_THERE in taught.best.evidence
    assert taught.probability > SURE


def test_a_place_against_all_else_is_a_doubt_at_most() -> None:
    taught = backed(weighed(abc=0.03, xyz=0.95), "abc".__eq__)
    assert taught.probability < SURE


def test_nothing_changes_where_nothing_stands_there() -> None:
    before = weighed(abc=0.45, xyz=0.5)
    assert backed(before, "other".__eq__) is before
    assert without(before, "other".__eq__) is before


def test_who_is_known_to_be_the_seller_is_no_rival() -> None:
    after = without(weighed(abc=0.55, seller=0.43), "seller".__eq__)
    assert after.best is not None
    assert after.best.value == "abc"
    assert after.probability > SURE


def test_a_veto_stays_unless_it_stands_there() -> None:
    doubted = vetoed(weighed(abc=0.6, seller=0.38))
    assert without(doubted, "seller".__eq__).probability < SURE
    assert backed(doubted, "abc".__eq__).probability > SURE


def test_a_known_one_is_that_or_none() -> None:
    assert settled(weighed(abc=0.1, xyz=0.8), "abc".__eq__).best is not None
    assert settled(weighed(abc=0.1, xyz=0.8), "nobody".__eq__).best is None
