"""Names that may be the seller's or the buyer's: any phrase that could name somebody, and what is seen about it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.captions import is_caption
from fakturo.convert.header.dates import dates_in
from fakturo.convert.header.legal import bare, is_form, is_named_in, legal_end
from fakturo.convert.header.names import (
    attention,
    country_in,
    goes_on,
    is_contact,
    is_institution,
    is_name,
    is_person,
    is_postal,
    is_sender_line,
    is_street,
    on_one_line,
    without_salutation,
)
from fakturo.convert.header.parties import Bill, Parties, Rules, parties_of
from fakturo.convert.header.party import Found, name_text, until_form
from fakturo.convert.header.places import bank_words, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import SURE
from fakturo.convert.invoice import Issue
from fakturo.convert.weigh.around import Around, labels_near, meanings_of, pieces_of, place_of, type_of
from fakturo.convert.weigh.candidate import RULES, Candidate, Tests, facts, merged
from fakturo.convert.weigh.decide import Weighed, together, weigh
from fakturo.convert.weigh.told import doubts_of

SIDES = ("seller", "buyer")
LEAST_LETTERS, LONGEST, MOST_DIGITS = 2, 80, 0.4
LONG, LONG_LINE = 40, 30
LONGEST_LABEL = 60
MOST_CANDIDATES = 160
ALIGNED = 6.0
"""Points between the edges of two lines of one name, or half of that between their middles."""
SHORTEST_KEY, SHORTEST_DOMAIN, SHORTEST_PART = 4, 3, 5
LARGER = 1.15
MOST_LINES = 4
NEAR_DOWN, NEAR_ACROSS = 60, 100
"""Points between a name and the domain that is its own."""
_MONEY = re.compile(r"\d[.,]\d\d\b")
_FIGURES = re.compile(r"(?:\d\D*){3}")
_DOMAIN = re.compile(r"(?:@|www\.|https?://(?:www\.)?)([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.[a-z]{2,}", re.IGNORECASE)
_MAILERS = frozenset({"gmail", "yahoo", "hotmail", "outlook", "gmx", "icloud", "orange", "live", "aol", "mail"})


class _Reading(NamedTuple):
    """What a phrase may name, the label before it in the phrase, and how it was cut."""

    name: str
    label: str
    how: Sequence[str] = ()


def weigh_names(bill: Bill) -> dict[str, Weighed[str]]:
    candidates = name_candidates(bill.scene, bill.blocks, bill.ruled)
    seller, buyer = (weigh(side, candidates, ruled=getattr(bill.ruled, side) is not None) for side in SIDES)
    return dict(zip(SIDES, together(seller, buyer, _are_two), strict=True))


def _are_two(one: Candidate[str] | None, other: Candidate[str] | None) -> bool:
    """Nobody bills himself."""
    if one is None or other is None:
        return True
    first, second = bare(one.value), bare(other.value)
    return not (first.startswith(second) or second.startswith(first))


def told_parties(bill: Bill, weighed: Mapping[str, Weighed[str]]) -> Parties:
    seller, buyer = (_found(weighed[side], bill.blocks, getattr(bill.ruled, side)) for side in SIDES)
    return parties_of(bill, seller, buyer, [issue for side in SIDES for issue in _doubts(side, weighed[side])])


def _found(weighed: Weighed[str], blocks: Sequence[Block], ruled: Found | None) -> Found | None:
    """Who was chosen, with the block that the name stands in."""
    best = weighed.best
    if best is None:
        return None
    if ruled and bare(ruled.name) == bare(best.value):
        return replace(ruled, confidence=weighed.probability)
    block = next((one for one in blocks if any(line.box == best.box for line in one.lines)), None)
    return Found(best.value, best.spot, weighed.probability, block)


def _doubts(side: str, weighed: Weighed[str]) -> list[Issue]:
    return doubts_of(weighed, side.upper(), f"{side}.name", f"the {side}'s name", lambda name: f'"{name}"')


def name_candidates(scene: Scene, blocks: Sequence[Block], rules: Rules) -> list[Candidate[str]]:
    page = _Page(scene, blocks)
    found: dict[str, Candidate[str]] = {}

    def propose(spot: Spot, reading: _Reading) -> None:
        key = bare(reading.name)
        evidence = frozenset(_evidence(page, spot, reading, key, rules))
        one = Candidate(reading.name, spot, spot.box, reading.name, evidence)
        found[key] = merged(found[key], one) if key in found else one

    for spot in scene.spots:
        for reading in _readings(page.around, spot):
            if len(found) < MOST_CANDIDATES and bare(reading.name) and _may_name(reading.name):
                propose(spot, reading)
    for ruled in rules:
        if ruled and bare(ruled.name) not in found:
            propose(ruled.spot, _Reading(ruled.name, "", (f"{RULES} alone",)))
    return list(found.values())


def _evidence(page: "_Page", spot: Spot, reading: _Reading, key: str, rules: Rules) -> Iterator[str]:
    yield from reading.how
    yield from _shape(reading.name)
    yield from labels_near(page.around, spot, reading.label)
    yield from place_of(page.scene, spot)
    yield from type_of(spot, page.usual_size)
    yield from _company(page, spot)
    yield from _elsewhere(page, spot, key)
    yield from _chosen(key, rules)


def _readings(around: Around, spot: Spot) -> Iterator[_Reading]:
    whole, text = spot.text.strip(), name_text(spot)
    if text is None or ":" in text:
        label, colon, rest = whole.partition(":") if text is None else text.rpartition(":")
        if colon and rest.strip() and len(label) < LONGEST_LABEL:
            yield _Reading(_clean(rest), label, ("behind colon",))
        return
    if not text:  # `Company name`, where a template has one
        yield _Reading(_clean(whole), "", ("a label itself",))
        return
    label = whole[: max(whole.find(text), 0)]
    if line := on_one_line(text):
        yield _Reading(_clean(line[0]), label, ("sender line",))
    elif to_read := attention(text):
        yield _Reading(_clean(to_read), label, ("attention",))
    else:
        named = _clean(until_form(without_salutation(text)))
        yield _Reading(named, label, ("greeted",) if without_salutation(text) != text else ())
        below = around.below(spot)
        if below and _may_go_on(spot, named, below):
            yield _Reading(f"{named} {_clean(below.text)}", label, ("joined", *_joins(named, below)))


def _clean(text: str) -> str:
    return text.strip(" :-–|,;*•●✉\u00a0").strip()


def _may_go_on(spot: Spot, named: str, below: Spot) -> bool:
    """The next line, in the same type at the same edge, and no part of an address."""
    edges, middles = below.box.x0 - spot.box.x0, below.box.x0 + below.box.x1 - spot.box.x0 - spot.box.x1
    aligned = abs(edges) < ALIGNED or abs(middles) < 2 * ALIGNED
    near = below.box.y0 - spot.box.y1 < LARGER * spot.box.height
    alike = abs(below.phrase.size - spot.phrase.size) < 1 and below.phrase.bold == spot.phrase.bold
    if not (aligned and near and alike) or below.marks or (legal_end(named) and not below.text.startswith("(")):
        return False
    text = below.text
    return not (is_street(text) or is_postal(text) or is_contact(text) or ":" in text or any(map(str.isdigit, text)))


def _joins(named: str, below: Spot) -> Iterator[str]:
    if is_form(below.text):
        yield "joined with form"
    elif legal_end(below.text):
        yield "joined with company"
    if goes_on(named):
        yield "joined as it goes on"
    if below.text.startswith("("):
        yield "joined with brackets"
    if len(named) > LONG_LINE:
        yield "joined long"


def _may_name(text: str) -> bool:
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    if letters < LEAST_LETTERS or len(text) > LONGEST or digits > MOST_DIGITS * len(text):
        return False
    return not (is_postal(text) or is_contact(text) or dates_in(text) or _MONEY.search(text))


_SHAPES: Tests[str] = {
    "legal form": legal_end,
    "person": is_person,
    "institution": is_institution,
    "no name": lambda text: not is_name(text),
    "caption": is_caption,
    "street": is_street,
    "country": country_in,
    "capitals": str.isupper,
    "small": lambda text: text[:1].islower(),
    "digits": lambda text: any(map(str.isdigit, text)),
    "sentence": lambda text: text.endswith((".", "!", "?")) and not legal_end(text),
    "comma": lambda text: "," in text,
    "mostly small": lambda text: 2 * sum(word[:1].islower() for word in text.split()) > len(text.split()),
    "long": lambda text: len(text) > LONG,
}


def _shape(text: str) -> Iterator[str]:
    yield f"words {min(len(text.split()), 6)}"
    yield from facts(_SHAPES, text)
    yield from (f"own ~{piece}" for piece in pieces_of(text) if piece[0] == "<" and piece[-1] == ">")


_KINDS: Tests[str] = {
    "contact": is_contact,
    "postal": is_postal,
    "street": is_street,
    "country": country_in,
    "company": legal_end,
    "date": dates_in,
    "figures": _FIGURES.search,
    "colon": lambda text: text.rstrip().endswith(":"),
    "name": is_name,
}


def _kind(spot: Spot | None) -> str:
    """What stands there: the first that fits."""
    if spot is None:
        return "nothing"
    if spot.has_own_label:
        return f"label {min(spot.marks[0].meanings)}"
    return next(facts(_KINDS, spot.text), "text")


class _Page:
    """The pages as a whole."""

    def __init__(self, scene: Scene, blocks: Sequence[Block]) -> None:
        self.scene = scene
        self.around = Around(scene)
        self.usual_size = scene.usual_size
        self.texts = [(spot, spot.text) for spot in (*scene.spots, *scene.aside)]
        self.domains = {core: spot for spot, text in self.texts for core in _domains(text)}
        self.first = next(iter(scene.spots), None)
        self.largest = max((spot.phrase.size for spot in scene.spots), default=0.0)
        self._blocks = {(line.phrase.page, line.box): block for block in blocks for line in block.lines}

    def block_of(self, spot: Spot) -> Block | None:
        return self._blocks.get((spot.phrase.page, spot.box))


@dataclass
class _Beside:
    """A phrase with what stands right above and below it."""

    page: _Page
    spot: Spot

    @cached_property
    def below(self) -> Spot | None:
        return self.page.around.below(self.spot)

    @cached_property
    def above(self) -> Spot | None:
        return self.page.around.above(self.spot)

    def is_larger(self, other: Spot | None) -> bool:
        return other is not None and self.spot.phrase.size > LARGER * other.phrase.size

    def is_bolder(self, other: Spot | None) -> bool:
        return other is not None and self.spot.phrase.bold and not other.phrase.bold


_BESIDE: Tests[_Beside] = {
    "larger than below": lambda it: it.is_larger(it.below),
    "larger than above": lambda it: it.is_larger(it.above),
    "bolder than below": lambda it: it.is_bolder(it.below),
    "lighter than above": lambda it: it.above is not None and it.above.phrase.bold and not it.spot.phrase.bold,
    "alone in row": lambda it: len(it.page.around.row(it.spot)) == 1,
    "first of page": lambda it: it.spot is it.page.first,
    "largest of page": lambda it: it.spot.phrase.size >= it.page.largest - 0.1,
}


def _company(page: _Page, spot: Spot) -> Iterator[str]:
    """What stands around it, and the block that it is a line of."""
    it = _Beside(page, spot)
    yield f"below is {_kind(it.below)}"
    yield f"above is {_kind(it.above)}"
    yield f"second below is {_kind(page.around.below(it.below) if it.below else None)}"
    if right := page.around.right(spot):
        yield f"right is {_kind(right)}"
    yield from facts(_BESIDE, it)
    if block := page.block_of(spot):
        yield from _of_block(block, spot)


def _of_block(block: Block, spot: Spot) -> Iterator[str]:
    at = next((index for index, line in enumerate(block.lines) if line.box == spot.box), MOST_LINES)
    yield f"line {min(at, MOST_LINES)} of block"
    if block.is_address:
        yield "in address"
        yield f"line {min(at, MOST_LINES)} of address"
    if block.contacts:
        yield "block with contacts"
    if any("tax_id" in meanings_of(line) for line in block.lines):
        yield "block with tax number"
    yield from (f"block of {meaning}" for meaning in block.label)
    if block.caption:
        yield "block with caption"


def _domains(text: str) -> Iterator[str]:
    if "@" in text or "www" in text or "http" in text:
        for match in _DOMAIN.finditer(text):
            core = match[1].split(".")[-1].casefold().replace("-", "")
            if core not in _MAILERS and len(core) >= SHORTEST_DOMAIN:
                yield core


_AGAIN: Tests[tuple[_Page, Spot]] = {
    "again at foot": lambda it: it[1].box.y0 > it[0].scene.foot_of(it[1].phrase.page),
    "again after table": lambda it: not it[0].scene.is_before_table(it[1]),
    "again in sender line": lambda it: is_sender_line(it[1].text),
    "again beside bank": lambda it: bank_words() & set(folded(it[1].text).split()),
}


def _elsewhere(page: _Page, spot: Spot, key: str) -> Iterator[str]:
    """Printed again, or in a domain."""
    for core, home in page.domains.items():
        if key.startswith(core) or core.startswith(key) or (len(core) >= SHORTEST_PART and core in key):
            yield "domain"
            if abs(home.box.y0 - spot.box.y0) < NEAR_DOWN and abs(home.box.x0 - spot.box.x0) < NEAR_ACROSS:
                yield "domain beside"
    if len(key) < SHORTEST_KEY:
        return
    others = ((other, text) for other, text in page.texts if other is not spot and len(text) >= len(key))
    again = [other for other, text in others if is_named_in(key, text)]
    if again:
        yield f"again {min(len(again), 3)}"
    for other in again:
        yield from facts(_AGAIN, (page, other))


def _chosen(key: str, rules: Rules) -> Iterator[str]:
    for side, found in zip(("seller", "buyer"), rules, strict=True):
        if found is None:
            continue
        if bare(found.name) == key:
            yield f"{RULES} {side}"
            yield f"{RULES} {side} {'sure' if found.confidence >= SURE else 'doubted'}"
            yield from (f"{RULES} sign {side} {sign.value}" for sign in found.signs)
        elif found.confidence >= SURE:
            yield f"{RULES} sure of another {side}"
