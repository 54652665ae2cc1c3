"""The seller: no single place holds its name, so every trace counts: label, letterhead, sender line, footer, domain."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.blocks import Block, is_party_start
from fakturo.convert.header.buyer import labelled
from fakturo.convert.header.claims import Claim, is_bullet
from fakturo.convert.header.labels import CREDIT_TITLE, INVOICE_TITLE, OTHER_TITLE
from fakturo.convert.header.names import bare, goes_on, is_group_line, is_sender_line, legal_end, on_one_line
from fakturo.convert.header.party import Found, name_in, name_text, settle
from fakturo.convert.header.places import bank_words, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.vocabulary import fold

_DOMAIN = re.compile(r"(?:@|www\.|https?://(?:www\.)?)([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.[a-z]{2,}", re.IGNORECASE)
_MAILERS = frozenset(
    {"gmail", "yahoo", "hotmail", "outlook", "gmx", "web", "t-online", "icloud", "orange", "live", "aol"}
)
_ACCOUNT = ("account", "konto", "titulaire", "beneficiary", "remit", "pay", "rekening")
_TITLES = frozenset({INVOICE_TITLE, CREDIT_TITLE, OTHER_TITLE})


TOP, LETTERHEAD, FOOT = 0.11, 0.16, 0.85
"""Parts of the page's height: where a bare name may stand, where a letterhead ends, where the foot begins."""
LARGE = 13


@dataclass(slots=True)
class _Trace:
    """Everything that speaks for one name."""

    weight: float = 0.0
    best: float = 0.0
    found: Found | None = None
    places: set[int] = field(default_factory=set)
    full_name: str | None = None
    """The first of its spellings that has the legal form."""

    def add(self, found: Found, weight: float) -> None:
        if self.full_name is None and legal_end(found.name):
            self.full_name = found.name
        if id(found.spot) not in self.places:
            self.weight += weight if not self.places else weight * 0.5
            self.places.add(id(found.spot))
        if (
            weight > self.best
            or self.found is None
            or (found.block and found.block.is_address and not self.found.block)
        ):
            if weight >= self.best or not (self.found and self.found.block):
                self.found = found
            self.best = max(self.best, weight)


class Candidate(NamedTuple):
    found: Found
    weight: float
    key: str


def find_sellers(
    scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], buyer: Found | None
) -> list[Candidate]:
    """Who may be the seller, best first."""
    traces: dict[str, _Trace] = defaultdict(_Trace)
    theirs = {bare(buyer.name)} if buyer else set()
    excluded = {id(line) for block in blocks if block.label - {"seller"} for line in block.lines}
    excluded |= {id(spot) for spot in scene.spots if _is_buyers(spot)}
    if buyer and buyer.block:
        excluded |= {id(line) for line in buyer.block.lines}
    for found, full_weight in _all_traces(scene, blocks, claims):
        key = bare(found.name)
        is_bank = bool(bank_words() & set(folded(found.name).split()))
        weight = 0.3 * full_weight if is_bank else full_weight
        if key and key not in theirs and id(found.spot) not in excluded:
            traces[key].add(found, weight)
    _add_domains(scene, traces, excluded)
    _add_tax_lines(scene, traces)
    homes = [block for block in blocks if id(block.lines[0]) not in excluded]
    candidates = []
    for key, trace in traces.items():
        if trace.found:
            trace.found.name = trace.full_name or trace.found.name
            settle(trace.found, homes)
            candidates.append(Candidate(trace.found, trace.weight, key))
    return sorted(candidates, key=lambda candidate: -candidate.weight)


def judge(chosen: Candidate, candidates: Sequence[Candidate], buyer: Found | None) -> Found:
    """How sure the choice is: by its weight, and by its lead over all others that aren't the buyer."""
    theirs = bare(buyer.name) if buyer else None
    rivals = [one.weight for one in candidates if one.key not in {chosen.key, theirs}]
    margin = chosen.weight - max(rivals, default=0.0)
    alone = 0.15 if margin > chosen.weight / 2 else 0.0
    chosen.found.confidence = round(min(0.92, chosen.weight + alone, 0.42 + margin), 2)
    return chosen.found


def _is_buyers(spot: Spot) -> bool:
    return is_party_start(spot) and not spot.marks[0].meanings & {"seller"}


def _all_traces(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> Iterator[tuple[Found, float]]:
    for found in labelled(blocks, claims, "seller"):
        label = fold(found.spot.marks[0].text if found.spot.marks else "")
        money = any(word in label for word in _ACCOUNT)
        yield found, 0.4 if money else found.confidence
    yield from _sender_lines(scene, blocks)
    yield from _letterheads(blocks)
    yield from _legal_names(scene, blocks)


def _sender_lines(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, float]]:
    """`Abc GmbH ● Ecke 12 ● 12345 Stadt`: on one line, above the window or at the foot of the page."""
    below = {id(line) for block in blocks for line in block.lines[1:]} | _under_heading(scene)
    for row in scene.rows:
        for line, spot in _lines(row):
            parts = on_one_line(line)
            if parts is None or _is_labelled(spot) or (not is_sender_line(line) and id(spot) in below):
                continue
            name, address = parts
            yield Found(_cut(name), spot, 0.8, None, address), 0.75 if legal_end(name) else 0.6


def _under_heading(scene: Scene) -> set[int]:
    """Lines right under one in larger type, which names whom they belong to."""
    return {
        id(spot)
        for row, lower in pairwise(scene.rows)
        for spot in lower
        for above in row
        if above.phrase.page == spot.phrase.page
        and above.phrase.size > 1.25 * spot.phrase.size
        and above.box.x0 < spot.box.x1
        and above.box.x1 > spot.box.x0
        and spot.box.y0 - above.box.y1 < above.box.height
        and not is_title(above)
    }


def _is_labelled(spot: Spot) -> bool:
    return spot.has_own_label and not spot.marks[0].alone and ":" in spot.marks[0].rest[:2]


def _lines(row: Sequence[Spot]) -> Iterator[tuple[str, Spot]]:
    """Phrases of a row, those with a dot or bar between them as one."""
    held: list[Spot] = []
    glue = False
    for spot in row:
        if is_bullet(spot):
            glue = True
            continue
        if held and not glue and not held[-1].text.rstrip().endswith(("●", "•", "|", "·")):
            yield " ● ".join(one.text for one in held), held[0]
            held = []
        held.append(spot)
        glue = False
    if held:
        yield " ● ".join(one.text for one in held), held[0]


def _cut(name: str) -> str:
    end = legal_end(name)
    if not end or end == len(name):
        return name
    return name[:end] + (name[end] if name[end] == "." or (name[end] == ")" and "(" in name[:end]) else "")


def _letterheads(blocks: Sequence[Block]) -> Iterator[tuple[Found, float]]:
    """A block at the very top or foot of the page, with an address or ways to reach its owner."""
    first = _first_address(blocks)
    for block in blocks:
        top = block.box.y0 / max(block.lines[0].sheet.height, 1)
        speaks = block.is_address or block.contacts > 0
        if block.label or not (speaks or top < TOP):
            continue
        named = name_in(block.lines)
        if named is None or is_title(named[1]):
            continue
        legal = bool(legal_end(named[0]))
        if speaks:
            weight = 0.42 if top < TOP else 0.3 if top < LETTERHEAD else 0.38 if top > FOOT else 0.15
            weight += 0.12 if block is first and top < TOP else 0.0
            weight += 0.12 * min(block.contacts, 2) + (0.12 if legal else 0.0)
        else:
            weight = 0.2 + (0.2 if legal else 0.0) + (0.15 if block.lines[0].phrase.size >= LARGE else 0.0)
        yield Found(_cut(named[0]), named[1], weight, block), weight


def _first_address(blocks: Sequence[Block]) -> Block | None:
    """The address that begins above all others; of two side by side, none."""
    addresses = sorted((block for block in blocks if block.is_address), key=lambda block: block.box.y0)
    if len(addresses) > 1 and addresses[1].box.y0 - addresses[0].box.y0 < 8:
        return None
    return addresses[0] if addresses else None


def is_title(spot: Spot) -> bool:
    return bool(spot.marks) and spot.marks[0].leads and bool(spot.marks[0].meanings & _TITLES)


def _legal_names(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, float]]:
    """Names with their legal form, anywhere; a sentence is no name."""
    homes = {id(line): block for block in blocks for line in block.lines}
    second = {id(line) for block in blocks for above, line in pairwise(block.lines) if goes_on(above.text)}
    for spot in scene.spots:
        text = name_text(spot)
        if text is None or len(text) > 160 or id(spot) in second or not (end := legal_end(text)):
            continue
        name = _cut(text)
        if is_group_line(name):
            continue
        words = name.split()
        small = sum(word[0].islower() for word in words)
        if len(words) > 8 or not name[:1].isalnum() or small * 2 > len(words):
            continue
        top = spot.box.y0 / max(spot.sheet.height, 1)
        edge = top < 0.2 or top > 0.8
        weight = 0.35 if edge else 0.2
        if end < len(text) and len(text) - end > 60 and not edge:
            weight = 0.1
        yield Found(name, spot, weight, homes.get(id(spot))), weight


def _add_domains(scene: Scene, traces: dict[str, _Trace], excluded: set[int]) -> None:
    """The name that resembles the domain of the mail or web address is the writer's."""
    domains: set[str] = set()
    for spot in scene.spots:
        if id(spot) in excluded or ("@" not in spot.text and "www" not in spot.text and "http" not in spot.text):
            continue
        for match in _DOMAIN.finditer(spot.text):
            core = match[1].split(".")[-1].casefold()
            if core not in _MAILERS and len(core) > 2:
                domains.add(core.replace("-", ""))
    for key, trace in traces.items():
        if any(_resembles(key, domain) for domain in domains):
            trace.weight += 0.3


def _add_tax_lines(scene: Scene, traces: dict[str, _Trace]) -> None:
    """A tax or bank line a little below a block, in its column, is the block's owner's."""
    lines = [spot for spot in scene.spots if spot.has_own_label and "tax_id" in spot.marks[0].meanings]
    for trace in traces.values():
        block = trace.found.block if trace.found else None
        if block and any(_is_appended(line, block) for line in lines):
            trace.weight += 0.2


def _is_appended(line: Spot, block: Block) -> bool:
    gap = line.box.y0 - block.box.y1
    return line.phrase.page == block.page and abs(line.box.x0 - block.box.x0) < 5 and 0 < gap < 60


def _resembles(key: str, domain: str) -> bool:
    if len(key) < 3 or len(domain) < 3:
        return False
    return key.startswith(domain) or domain.startswith(key) or (len(domain) >= 5 and domain in key)
