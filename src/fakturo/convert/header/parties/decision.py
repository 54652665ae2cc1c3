"""Who sells and who buys: the candidates of both sides, weighed, and the pair that fits best."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce

from fakturo.convert.header.neighbours import FOOT, TYPE
from fakturo.convert.header.parties import evidence as seen
from fakturo.convert.header.parties import shape
from fakturo.convert.header.parties.blocks import Block
from fakturo.convert.header.parties.candidates import SENDER_LINE, readings_of
from fakturo.convert.header.parties.legal_form import bare, legal_end
from fakturo.convert.header.parties.lines import on_one_line
from fakturo.convert.header.parties.party import Found, name_text
from fakturo.convert.header.parties.readings import Bill, Parties, parties_of
from fakturo.convert.header.places import folded
from fakturo.convert.invoice import Issue
from fakturo.convert.verdict import BARELY_SURE, SURE_OF_NAMES
from fakturo.convert.weigh.candidate import Candidate, merged
from fakturo.convert.weigh.decide import Weighed, together, vetoed, weigh
from fakturo.convert.weigh.report import doubts_of

SIDES = ("seller", "buyer")
Fit = Callable[[Candidate[str] | None, Candidate[str] | None], float]
MOST_CANDIDATES = 160
CALLED_SELLER, CALLED_BUYER, GETS_THE_GOODS = (seen.CALLED[side] for side in (*SIDES, "ship_to"))
IS_CALLED = frozenset({CALLED_SELLER, CALLED_BUYER})
CALLED_COMPANY = frozenset({CALLED_SELLER, shape.LEGAL_FORM})
COMPANY = frozenset({shape.LEGAL_FORM, shape.INSTITUTION})
SHORTEST_CUT = 16
"""Letters of a name that another one begins with."""
LABEL_BUYER = frozenset({f"{seen.PAGES_LABEL} buyer", f"{seen.PAGES_LABEL} buyer and seller"})
THREE_ADDRESSES = f"{seen.ADDRESSES} {seen.MOST_COUNTED}"
"""Of the pages as a whole."""
HIS_ADDRESS = re.compile(rf"{seen.ADDRESS} \d of \d")
BOTH = 2
MAY_BE_BRAND = "another is registered"
OVER_ANOTHER = frozenset({shape.PERSON, f"{seen.BELOW_IS} {shape.PERSON}"})
OVER_A_NAME = frozenset(f"{seen.BELOW_IS} {kind}" for kind in shape.NAMES)
REGISTERED = frozenset({FOOT, seen.AGAIN_AT_FOOT})
LARGE = (f"{TYPE} 1", f"{TYPE} 2", seen.LARGER)
"""Evidence that begins so, from elsewhere than a name's place; but slogans are set large, too."""
BORNE_OUT = (*seen.ELSEWHERE, seen.IN_SHORT, seen.SPELT_OUT, SENDER_LINE, *LARGE, *seen.WITH_OTHERS)
KIN = 0.1
"""How likely one bills another whose name begins alike, beside one whose does not: 1 of 114 real papers."""


def weigh_names(bill: Bill) -> dict[str, Weighed[str]]:
    page = seen.NamePage(bill.scene, bill.blocks)
    candidates, nobody = name_candidates(page), frozenset(seen.page_evidence(page))
    fit = partial(_fit, page)
    if seen.SELF_BILLED in nobody:
        return _self_billed(candidates, nobody, fit)
    seller, buyer = together(weigh("seller", candidates, nobody), weigh("buyer", candidates, nobody), fit)
    if seller.best and (MAY_BE_BRAND in seller.best.evidence or may_be_a_slogan(seller)):
        seller = vetoed(seller)
    if buyer.best and (_gets_but_the_goods(buyer) or may_be_the_line_below(buyer) or _is_a_bank(buyer.best)):
        buyer = vetoed(buyer)
    seller, buyer = (vetoed(one) if _may_be_a_label(one) or is_no_name(one) else one for one in (seller, buyer))
    if seller.best and buyer.best and _may_be_one(seller.best, buyer.best):
        seller, buyer = vetoed(seller), vetoed(buyer)
    return {"seller": seller, "buyer": buyer}


def _self_billed(candidates: Sequence[Candidate[str]], nobody: frozenset[str], fit: Fit) -> dict[str, Weighed[str]]:
    """The buyer writes as else the seller does, only labels call both what they are. Few papers have taught it, so
    that it is never sure."""
    exchanged = [one._replace(evidence=frozenset(_exchanged(one.evidence))) for one in candidates]
    writer, reader = together(weigh("seller", exchanged, nobody), weigh("buyer", exchanged, nobody), fit)
    return {"seller": vetoed(replace(reader, field="seller")), "buyer": vetoed(replace(writer, field="buyer"))}


def _exchanged(evidence: frozenset[str]) -> Iterator[str]:
    for fact in evidence:
        first, _, last = fact.rpartition(" ")
        if last in SIDES:
            yield f"{first} {'buyer' if last == 'seller' else 'seller'}"
        elif "~" not in fact:
            yield fact


def name_candidates(page: seen.NamePage) -> list[Candidate[str]]:
    found: dict[str, Candidate[str]] = {}
    for spot in page.scene.spots:
        for reading in readings_of(page.around, spot):
            key = bare(reading.name)
            if not key or len(found) >= MOST_CANDIDATES:
                continue
            evidence = seen.name_evidence(page, spot, reading, key)
            one = Candidate(reading.name, spot, spot.box, reading.name, evidence)
            found[key] = _both(found[key], one) if key in found else one
    return among_each_other(list(_spelt_out(found)))


def _spelt_out(found: Mapping[str, Candidate[str]]) -> Iterator[Candidate[str]]:
    """A name in short right above the same in full is that one, and so is one that is cut off: all that speaks for it
    speaks for the whole."""
    shorts: dict[str, str] = {}
    for key, one in found.items():
        longer = [(other, whole) for other, whole in found.items() if other.startswith(key) and other != key]
        full = [other for other, whole in longer if _is_in_full(one, whole) or _is_cut(one.value, whole.value)]
        if len(full) == 1:
            shorts[key] = full[0]
    for key, one in found.items():
        parts = [found[short] for short, full in shorts.items() if full == key]
        if key not in shorts:
            yield reduce(merged, parts, one)


def _is_in_full(short: Candidate[str], whole: Candidate[str]) -> bool:
    return seen.IN_SHORT in short.evidence and seen.SPELT_OUT in whole.evidence


def _is_cut(short: str, whole: str) -> bool:
    """`Abc Supplies and Ser`, in a cell that has no room for the rest of its last word."""
    text, full = folded(short), folded(whole)
    return len(text) >= SHORTEST_CUT and full.startswith(text) and full[len(text)].isalpha()


def _both(known: Candidate[str], one: Candidate[str]) -> Candidate[str]:
    """The same name, printed twice: told as it is printed with its legal form, or else in full."""
    return merged(one, known) if _fullness(one.value) > _fullness(known.value) else merged(known, one)


def _fullness(name: str) -> tuple[bool, int]:
    return bool(legal_end(name)), len(name)


def among_each_other(candidates: list[Candidate[str]]) -> list[Candidate[str]]:
    """With what each is beside the others: the first of two companies, a part of a longer name."""
    keys = [bare(one.value) for one in candidates]
    companies = [key for one, key in zip(candidates, keys, strict=True) if legal_end(one.value)]
    at_foot = (one.evidence & REGISTERED and shape.LEGAL_FORM in one.evidence for one in candidates)
    registered = [key for key, it_is in zip(keys, at_foot, strict=True) if it_is]
    others = _Others(keys, companies)
    return [
        one._replace(evidence=one.evidence | {*_among(key, others), *_standing(one, key, registered)})
        for one, key in zip(candidates, keys, strict=True)
    ]


class _Others:
    """The bare names of all candidates, and what these begin and end with: asked of each, worked out once."""

    def __init__(self, keys: Sequence[str], companies: Sequence[str]) -> None:
        self.companies = companies
        self.keys, self.called = frozenset(keys), frozenset(companies)
        self.beginnings = {key[:end] for key in keys for end in range(1, len(key))}
        self.endings = {key[start:] for key in keys for start in range(1, len(key))}


def may_be_a_slogan(seller: Weighed[str]) -> bool:
    """A label, a place or its type alone tells it: it must be surer than others. No slogan has a legal form and a
    label that calls it the seller."""
    facts = seller.best.evidence if seller.best else frozenset[str]()
    told = facts >= CALLED_COMPANY or any(fact.startswith(BORNE_OUT) and not fact.startswith(LARGE) for fact in facts)
    return seller.probability < BARELY_SURE and not told


def _may_be_a_label(named: Weighed[str]) -> bool:
    """`Client Some Client`: most of its words are labels'; and one with a value beside it is no name: `Payer  same`."""
    facts = named.best.evidence if named.best else frozenset[str]()
    beside = any(fact.startswith(seen.RIGHT_IS) and not fact.startswith(seen.LABEL_RIGHT) for fact in facts)
    mostly = shape.LABEL_WORDS in facts and named.probability < BARELY_SURE
    return mostly or (beside and not facts.isdisjoint(seen.BARE_LABELS))


def is_no_name(named: Weighed[str]) -> bool:
    """A line of an address, or what no name looks like, whatever calls it so: the name is rather the line above, which
    words of a label may have hidden."""
    facts = named.best.evidence if named.best else frozenset[str]()
    return shape.STREET in facts or (shape.NO_NAME in facts and shape.LEGAL_FORM not in facts)


def _gets_but_the_goods(buyer: Weighed[str]) -> bool:
    """While a label calls somebody else the buyer, or a third address may be his. Too few papers could teach it."""
    best = buyer.best
    if best is None or GETS_THE_GOODS not in best.evidence or best.evidence & IS_CALLED:
        return False
    called = (one.value for one in buyer.candidates if CALLED_BUYER in one.evidence)
    in_short = any(_begin_alike(best.value, name) for name in called)
    his = sum(bool(HIS_ADDRESS.fullmatch(fact)) for fact in best.evidence)
    third = THREE_ADDRESSES in buyer.nothing and his < BOTH  # and is neither his nor the seller's
    return (third or bool(LABEL_BUYER & buyer.nothing)) and not in_short


def may_be_the_line_below(buyer: Weighed[str]) -> bool:
    """Over another name: one of two persons may work for the other or be its street, and what is no company and has no
    label may be one that nobody knows."""
    facts = buyer.best.evidence if buyer.best else frozenset[str]()
    may_be_label = not facts & (IS_CALLED | COMPANY) and not facts.isdisjoint(OVER_A_NAME)
    return (facts >= OVER_ANOTHER or may_be_label) and buyer.probability < BARELY_SURE


def _is_a_bank(buyer: Candidate[str]) -> bool:
    """No label calls it the buyer: it may be where to pay."""
    return shape.BANK in buyer.evidence and not buyer.evidence & IS_CALLED


def _is_borne_out(one: Candidate[str]) -> bool:
    return any(fact.startswith(BORNE_OUT) for fact in one.evidence)


def _standing(one: Candidate[str], key: str, registered: Sequence[str]) -> Iterator[str]:
    """What bears it out beside its place; and whether it may be a brand of the company at the foot."""
    if not _is_borne_out(one):
        yield "nothing bears it out" if one.evidence & IS_CALLED else "nothing bears it out or calls it"
    if not one.evidence & COMPANY and any(other != key for other in registered):
        yield MAY_BE_BRAND


def _among(key: str, others: _Others) -> Iterator[str]:
    companies = others.companies
    if key in others.called:
        yield f"company {min(companies.index(key) + 1, seen.MOST_COUNTED)} of {min(len(companies), seen.MOST_COUNTED)}"
    elif companies:
        yield "others are companies"
    if key in others.beginnings:
        yield "begins another"
    if any(key[:end] in others.keys for end in range(1, len(key))):
        yield "begins with another"
    if any(key[start:] in others.called for start in range(1, len(key))):
        yield "ends with a company"
    if key in others.endings:
        yield "ends another"


def _fit(page: seen.NamePage, one: Candidate[str] | None, other: Candidate[str] | None) -> float:
    """Nobody bills himself, and an address is one party's; `Abc Ltd` may bill `Abc Trading Ltd`, but few do."""
    if one is None or other is None:
        return 1.0
    block = page.block_of(one.spot)
    if block and block is page.block_of(other.spot):
        return 0.0
    if not _begin_alike(one.value, other.value):
        return 1.0
    return KIN if _is_whole(one.value) and _is_whole(other.value) and bare(one.value) != bare(other.value) else 0.0


def _may_be_one(seller: Candidate[str], buyer: Candidate[str]) -> bool:
    """A company in full and in short; but with a label each they are a company and its daughter."""
    called = CALLED_SELLER in seller.evidence and CALLED_BUYER in buyer.evidence
    return _begin_alike(seller.value, buyer.value) and not called


def _begin_alike(one: str, other: str) -> bool:
    first, second = bare(one), bare(other)
    return first.startswith(second) or second.startswith(first)


def _is_whole(name: str) -> bool:
    """It ends with its legal form."""
    return 0 < len(name.rstrip(" .")) <= legal_end(name)


def read_parties(bill: Bill, weighed: Mapping[str, Weighed[str]]) -> Parties:
    seller, buyer = (_found(weighed[side], bill.blocks) for side in SIDES)
    return parties_of(bill, seller, buyer, [issue for side in SIDES for issue in _doubts(side, weighed[side])])


def _found(weighed: Weighed[str], blocks: Sequence[Block]) -> Found | None:
    """Who was chosen, with the block that the name stands in."""
    best = weighed.best
    if best is None:
        return None
    block = next((one for one in blocks if any(line.box == best.box for line in one.lines)), None)
    line = on_one_line(name_text(best.spot) or best.spot.text)
    return Found(best.value, best.spot, weighed.probability, block, line[1] if line else None)


def _doubts(side: str, weighed: Weighed[str]) -> list[Issue]:
    what = f"the {side}'s name"
    return doubts_of(weighed, side.upper(), f"{side}.name", what, lambda name: f'"{name}"', sure=SURE_OF_NAMES)
