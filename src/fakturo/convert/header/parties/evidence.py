"""What is seen about a phrase that may name seller or buyer: what stands around it, and where it is repeated."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from fakturo.convert.header import neighbours
from fakturo.convert.header.labels.marks import PARTIES, TITLES
from fakturo.convert.header.neighbours import meanings_of
from fakturo.convert.header.parties import lines
from fakturo.convert.header.parties.blocks import Block
from fakturo.convert.header.parties.candidates import NameReading
from fakturo.convert.header.parties.legal_form import bare, is_named_in, legal_end
from fakturo.convert.header.parties.readings import is_self_billed
from fakturo.convert.header.parties.shape import kind_of, shape_of
from fakturo.convert.header.places import bank_words, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.tax_ids.shapes import shaped_in
from fakturo.convert.vocabulary import fold, words_in
from fakturo.convert.weigh.candidate import Tests, facts

SHORTEST_NAME, SHORTEST_DOMAIN, SHORTEST_PART = 4, 3, 5
"""Letters: of a name that is looked for elsewhere, of a domain, and of one that a name holds."""
LARGER_BY = 1.15
MOST_LINES = 4
LINES = tuple(f"line {at} of block" for at in range(MOST_LINES + 1))
MOST_COUNTED = 3
NEAR_DOWN, NEAR_ACROSS = 60, 100
"""Points between a name and the domain that is its own."""
NARROW = 320
"""Points that a till's paper is less wide than."""
BARE_LABELS = frozenset({"label alone as name", "a label itself"})
LABELS = BARE_LABELS | {"label as name"}
"""Readings of a label as a name."""
CALLING = ("left", "inside", "headed", "over it")
"""Where the label of a party stands that calls somebody so."""
CALLED_FOR = "name called for"
CALLED = {side: f"called {side}" for side in PARTIES}
CALLS = {called: frozenset(f"{where} {side}" for where in CALLING) for side, called in CALLED.items()}
SELF_BILLED, PAGES_LABEL, ADDRESSES, ADDRESS = "self billed", "pages label", "addresses", "address"
ELSEWHERE = AGAIN, DOMAIN, MAIL = "again", "domain", "mail is called after it"
AGAIN_AT_FOOT = f"{AGAIN} at foot"
IN_SHORT, SPELT_OUT = "spelt out below", "spelt out from above"
LARGER, BELOW_IS, RIGHT_IS, LABEL_RIGHT = "larger than", "below is", "right is", "right is label"
WITH_CONTACTS, WITH_TAX_NUMBER, WITH_MAIL = "block with contacts", "block with tax number", "block with mail"
WITH_OTHERS = (WITH_CONTACTS, WITH_TAX_NUMBER, WITH_MAIL)
"""Facts that others ask for, or what they begin with."""
_DOMAIN = re.compile(r"(?:@|www\.|https?://(?:www\.)?)([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.[a-z]{2,}", re.IGNORECASE)
_MAIL = re.compile(r"(\S+)@\S")
_MAILERS = frozenset({"gmail", "yahoo", "hotmail", "outlook", "gmx", "icloud", "orange", "live", "aol", "mail"})


class NamePage:
    """The pages as a whole: what is asked of every phrase, worked out once."""

    def __init__(self, scene: Scene, blocks: Sequence[Block]) -> None:
        self.scene = scene
        self.around = neighbours.Around(scene)
        self.usual_size = scene.usual_size
        spots = (*scene.spots, *scene.aside)
        self.domains = {core: spot for spot in spots for core in _domains(spot.text)}
        self.mails = [fold(match[1]) for spot in spots if "@" in spot.text for match in _MAIL.finditer(spot.text)]
        self.texts = [(spot, "".join(words_in(spot.text))) for spot in spots]
        """With their letters only, in which a name is looked for first."""
        self.all_letters = "\n".join([letters for _, letters in self.texts])
        self.first = next(iter(scene.spots), None)
        labels = (spot for spot in scene.spots if spot.has_own_label)
        self.title = next((spot for spot in labels if spot.marks[0].meanings & TITLES), None)
        self.largest = max((spot.phrase.size for spot in scene.spots), default=0.0)
        self._blocks = {line.number: block for block in blocks for line in block.lines}
        self._heads: dict[int, Spot | None] = {}
        self.standing: dict[int, tuple[str, ...]] = {}
        """What is seen of each phrase, by its number."""
        self.of_blocks: dict[int, tuple[str, ...]] = {}
        """What all lines of a block have in common, by the number of its first."""
        self.addresses = [block for block in blocks if block.is_address]

    @cached_property
    def labelled(self) -> str:
        """Whose labels the pages have."""
        meant = frozenset().union(*(meanings_of(spot) for spot in self.scene.spots if spot.is_label)) & PARTIES
        return " and ".join(sorted(meant - {"ship_to"})) or "nobody"

    def head_of(self, block: Block) -> Spot | None:
        """What heads the block: a party's label, or else its caption or what stands left of it or above it."""
        first = block.lines[0]
        if first.number not in self._heads:
            own = first if first.is_label else None
            tried = (block.caption, own, self.around.left(first), self.around.over(first, block.box))
            heads = [head for head in tried if head and neighbours.is_label_like(head)]
            calling = (head for head in heads if meanings_of(head) & PARTIES)
            self._heads[first.number] = next(calling, next(iter(heads), None))
        return self._heads[first.number]

    def block_of(self, spot: Spot) -> Block | None:
        return self._blocks.get(spot.number)


def page_evidence(page: NamePage) -> Iterator[str]:
    """What speaks for or against that nobody is named."""
    yield f"{PAGES_LABEL} {page.labelled}"
    yield f"{ADDRESSES} {min(len(page.addresses), MOST_COUNTED)}"
    if page.first and page.first.sheet.width < NARROW:
        yield "narrow page"
    if is_self_billed(page.scene):
        yield SELF_BILLED


def name_evidence(page: NamePage, spot: Spot, reading: NameReading, key: str) -> frozenset[str]:
    seen = {
        *reading.how,
        *shape_of(reading.name),
        *_labels(page, spot, reading),
        *_as_label(page, spot, reading),
        *_standing(page, spot),
        *_elsewhere(page, spot, reading.name, key),
    }
    called = [called for called, calls in CALLS.items() if not calls.isdisjoint(seen)]
    return frozenset(seen.union(called, *(_called(one, seen) for one in called)))


def _called(called: str, seen: set[str]) -> Iterator[str]:
    """A label calls somebody so whose name mostly comes first below it, or after `Name:`."""
    yield from (f"{called}, {place}" for place in LINES if place in seen)
    if CALLED_FOR in seen:
        yield f"{called}, {CALLED_FOR}"


def _labels(page: NamePage, spot: Spot, reading: NameReading) -> Iterator[str]:
    """Those near it; and, where none is, whose labels stand elsewhere: the other one's leave this one."""
    near = neighbours.labels_near(page.around, spot, reading.label)
    yield from near
    yield from _fields(page, spot, reading.label)
    over = _called_over(page, spot)
    yield from (f"over it {meaning}" for meaning in over)
    if not over and not any(one.endswith(tuple(PARTIES)) for one in near):
        yield f"no party's label, {PAGES_LABEL} {page.labelled}"


def _called_over(page: NamePage, spot: Spot) -> frozenset[str]:
    """Whose label stands over it, or over its block; not over the address above it, which is that one's."""
    top = spot
    for up in page.around.column(spot):
        if meant := meanings_of(up) & PARTIES:
            return meant
        if lines.is_postal(up.text):
            return frozenset()
        top = up
    block = page.block_of(spot)
    head = page.around.over(top, block.box) if block else None
    return meanings_of(head) & PARTIES if head else frozenset()


def _fields(page: NamePage, spot: Spot, inside: str) -> Iterator[str]:
    """`Company name`, before it or beside it: what follows names somebody, whoever that is."""
    left, above = page.around.left(spot), page.around.above(spot)
    beside = {"inside": inside, "left": left.text if left else "", "above": above.text if above else ""}
    for where, text in beside.items():
        if lines.calls_for_name(text.strip(" :*-")):
            yield CALLED_FOR
            yield f"{CALLED_FOR} {where}"


def _as_label(page: NamePage, spot: Spot, reading: NameReading) -> Iterator[str]:
    """A template's `Customer name` stands where a name does; other labels head what follows."""
    if not LABELS & set(reading.how):
        return
    yield f"label over {kind_of(page.around.below(spot))}"
    above = page.around.above(spot)
    if above and meanings_of(above) & PARTIES:
        yield "label under a party's"


def _standing(page: NamePage, spot: Spot) -> tuple[str, ...]:
    """What is seen of the phrase, whatever is read in it."""
    known = page.standing.get(spot.number)
    if known is None:
        known = page.standing[spot.number] = (
            *neighbours.place_of(page.scene, spot),
            *neighbours.type_of(spot, page.usual_size),
            *_beside_title(page, spot),
            *_company(page, spot),
        )
    return known


def _beside_title(page: NamePage, spot: Spot) -> Iterator[str]:
    """A letterhead stands above the document's title or beside it, who is written to mostly below."""
    title = page.title
    if title is None or title.phrase.page != spot.phrase.page:
        return
    if spot.box.y1 <= title.box.y0:
        yield "above title"
    elif spot.box.y0 >= title.box.y1:
        yield "below title"
    else:
        yield "left of title" if spot.box.x0 < title.box.x0 else "right of title"


class _Beside(NamedTuple):
    """A phrase with what stands right above and below it."""

    page: NamePage
    spot: Spot
    above: Spot | None
    below: Spot | None

    def is_larger(self, other: Spot | None) -> bool:
        return other is not None and self.spot.phrase.size > LARGER_BY * other.phrase.size

    def is_smaller(self, other: Spot | None) -> bool:
        return other is not None and LARGER_BY * self.spot.phrase.size < other.phrase.size

    def is_bolder(self, other: Spot | None) -> bool:
        return other is not None and self.spot.phrase.bold and not other.phrase.bold


_BESIDE: Tests[_Beside] = {
    f"{LARGER} below": lambda it: it.is_larger(it.below),
    f"{LARGER} above": lambda it: it.is_larger(it.above),
    "smaller than below": lambda it: it.is_smaller(it.below),
    "smaller than above": lambda it: it.is_smaller(it.above),
    "bolder than below": lambda it: it.is_bolder(it.below),
    "lighter than above": lambda it: it.above is not None and it.above.phrase.bold and not it.spot.phrase.bold,
    "alone in row": lambda it: len(it.page.around.row(it.spot)) == 1,
    IN_SHORT: lambda it: it.below is not None and _begins(it.spot, it.below),
    SPELT_OUT: lambda it: it.above is not None and _begins(it.above, it.spot),
    "field name above": lambda it: it.above is not None and lines.is_field_name(it.above.text.rstrip(" :")),
    "first of page": lambda it: it.spot is it.page.first,
    "line ends with a comma": lambda it: it.spot.text.rstrip().endswith(","),
    "largest of page": lambda it: it.spot.phrase.size >= it.page.largest - 0.1,
}


def _begins(short: Spot, whole: Spot) -> bool:
    """The whole name below a logo."""
    return len(short.text) >= SHORTEST_NAME and folded(whole.text).startswith(f"{folded(short.text)} ")


def _company(page: NamePage, spot: Spot) -> Iterator[str]:
    """What stands around it, and the block that it is a line of."""
    it = _Beside(page, spot, page.around.above(spot), page.around.below(spot))
    yield f"{BELOW_IS} {kind_of(it.below)}"
    yield f"above is {kind_of(it.above)}"
    yield f"second below is {kind_of(page.around.below(it.below) if it.below else None)}"
    if right := page.around.right(spot):
        yield f"{RIGHT_IS} {kind_of(right)}"
    yield from facts(_BESIDE, it)
    yield from _numbers_below(page, spot)
    if block := page.block_of(spot):
        yield from _of_block(page, block, spot)


def _numbers_below(page: NamePage, spot: Spot) -> Iterator[str]:
    """A tax number in one of the next lines, whether or not they are of one block."""
    line: Spot | None = spot
    for _ in range(MOST_LINES):
        line = page.around.below(line) if line else None
        if line is None or (line.is_label and meanings_of(line) & PARTIES):
            return
        if any("tax_id" in mark.meanings for mark in line.marks):
            yield "tax number below"
            return


_BLOCKS: Tests[Block] = {
    WITH_CONTACTS: lambda block: block.contacts,
    WITH_TAX_NUMBER: lambda block: any("tax_id" in meanings_of(line) for line in block.lines),
    "block with bare tax number": lambda block: any(
        shaped.telling for line in block.lines if not line.marks for shaped in shaped_in(line.text)
    ),
    WITH_MAIL: lambda block: any("@" in line.text for line in block.lines),
    "block with bank": lambda block: any(bank_words() & set(folded(line.text).split()) for line in block.lines),
    "block with street": lambda block: any(lines.is_street(line.text) for line in block.lines),
    "block with town": lambda block: any(lines.is_postal(line.text) for line in block.lines),
    "block with caption": lambda block: block.caption,
}


def _of_block(page: NamePage, block: Block, spot: Spot) -> Iterator[str]:
    at = next((index for index, line in enumerate(block.lines) if line.box == spot.box), MOST_LINES)
    yield LINES[min(at, MOST_LINES)]
    yield from _with_others(block, at, spot)
    if block.is_address:
        yield f"line {min(at, MOST_LINES)} of address"
    first = block.lines[0].number
    if first not in page.of_blocks:
        page.of_blocks[first] = tuple(_of_whole(page, block))
    yield from page.of_blocks[first]


def _of_whole(page: NamePage, block: Block) -> Iterator[str]:
    yield from facts(_BLOCKS, block)
    yield from (f"block of {meaning}" for meaning in block.label)
    if head := page.head_of(block):
        yield from neighbours.pieces_told("head", head.text)
        yield from (f"headed {meaning}" for meaning in meanings_of(head))
    if block.is_address:
        yield "in address"
        yield from _among(page, block)


def _with_others(block: Block, at: int, spot: Spot) -> Iterator[str]:
    """A company's own people and departments stand beside its name; itself again is no other."""
    own = bare(spot.text)
    for where, there in (("above", block.lines[:at]), ("below", block.lines[at + 1 :])):
        others = [line for line in there if not is_named_in(own, line.text)]
        if any(legal_end(line.text) or lines.is_institution(line.text) for line in others):
            yield f"company {where} in block"
            if lines.is_person(spot.text):
                yield f"person, company {where} in block"
        if any(lines.is_person(line.text) for line in others):
            yield f"person {where} in block"
            if legal_end(spot.text):
                yield f"company, person {where} in block"


def _among(page: NamePage, block: Block) -> Iterator[str]:
    """Which of the pages' addresses it is, from the top; and what others stand beside it."""
    count = min(len(page.addresses), MOST_COUNTED)
    at = next((index for index, one in enumerate(page.addresses) if one is block), 0)
    yield f"{ADDRESS} {min(at + 1, MOST_COUNTED)} of {count}"
    first = block.lines[0]
    for other in page.addresses:
        top = other.lines[0]
        if other is not block and top.phrase.page == first.phrase.page and _are_level(block, other):
            yield "address left of another" if first.box.x0 < top.box.x0 else "address right of another"


def _are_level(one: Block, other: Block) -> bool:
    """Side by side."""
    top = max(one.lines[0].box.y0, other.lines[0].box.y0)
    return top < min(one.lines[-1].box.y1, other.lines[-1].box.y1)


def _domains(text: str) -> Iterator[str]:
    if "@" in text or "www" in text or "http" in text:
        for match in _DOMAIN.finditer(text):
            core = match[1].split(".")[-1].casefold().replace("-", "")
            if core not in _MAILERS and len(core) >= SHORTEST_DOMAIN:
                yield core


_AGAIN: Tests[tuple[NamePage, Spot]] = {
    AGAIN_AT_FOOT: lambda it: it[1].box.y0 > it[0].scene.foot_of(it[1].phrase.page),
    "again after table": lambda it: not it[0].scene.is_before_table(it[1]),
    "again on another page": lambda it: it[1].phrase.page != it[0].scene.sheets[0].number,
    "again in sender line": lambda it: lines.is_sender_line(it[1].text),
    "again beside bank": lambda it: bank_words() & set(folded(it[1].text).split()),
}


def _elsewhere(page: NamePage, spot: Spot, name: str, key: str) -> Iterator[str]:
    """Printed again, or in a domain."""
    for core, home in page.domains.items():
        if key.startswith(core) or core.startswith(key) or (len(core) >= SHORTEST_PART and core in key):
            yield DOMAIN
            if abs(home.box.y0 - spot.box.y0) < NEAR_DOWN and abs(home.box.x0 - spot.box.x0) < NEAR_ACROSS:
                yield f"{DOMAIN} beside"
    last = folded(name).rpartition(" ")[2]
    if len(last) >= SHORTEST_NAME and any(last in mail for mail in page.mails):
        yield MAIL
    if len(key) < SHORTEST_NAME or page.all_letters.count(key) <= "".join(words_in(spot.text)).count(key):
        return  # most names are printed once
    others = (other for other, letters in page.texts if key in letters and other is not spot)
    again = [other for other in others if len(other.text) >= len(key) and is_named_in(key, other.text)]
    if again:
        yield f"{AGAIN} {min(len(again), 3)}"
    for other in again:
        yield from facts(_AGAIN, (page, other))
