"""The seller: no single place holds its name, so every sign counts: label, letterhead, sender line, foot, domain."""

import re
from collections.abc import Sequence

from fakturo.convert.header.blocks import Block, is_party_start
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.company import SHORTEST_KEY, Company, joined, with_operators, with_owners
from fakturo.convert.header.labelled import labelled
from fakturo.convert.header.legal import bare, is_named_in, spelt_out
from fakturo.convert.header.mentions import mentions
from fakturo.convert.header.names import is_contact
from fakturo.convert.header.party import Found, settle
from fakturo.convert.header.places import bank_words, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs, add

_DOMAIN = re.compile(r"(?:@|www\.|https?://(?:www\.)?)([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.[a-z]{2,}", re.IGNORECASE)
_AND = re.compile(r"(?<=\w)(?:and|und)(?=\w)")
"""What a domain has for `&`."""
_MAILERS = frozenset(
    {"gmail", "yahoo", "hotmail", "outlook", "gmx", "web", "t-online", "icloud", "orange", "live", "aol"}
)
BANKS_PART = 0.3
OWN_DOMAIN = 0.3
"""What a mail address beside its owner's name says: that it is the owner's, who may be the buyer as well."""


def find_sellers(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], buyer: Found | None) -> list[Company]:
    """Who may be the seller, best first."""
    companies: dict[str, Company] = {}
    theirs = {bare(buyer.name)} if buyer else set()
    excluded = _others(scene, blocks, claims, buyer)
    for found, signs in mentions(scene, blocks, claims):
        key = bare(found.name)
        if key and key not in theirs and id(found.spot) not in excluded:
            companies.setdefault(key, Company(key)).mention(found, _less_for_banks(found.name, signs))
    whole = with_operators(scene, with_owners(scene, joined(scene, list(companies.values()))))
    _add_domains(scene, whole, excluded)
    _add_repetitions(scene, whole, excluded)
    _add_tax_lines(scene, whole)
    homes = [block for block in blocks if id(block.lines[0]) not in excluded]
    for company in whole:
        if company.found:
            company.found.name = company.full_name or company.found.name
            settle(company.found, homes)
    return sorted(whole, key=lambda company: -company.weight)


def _others(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], buyer: Found | None) -> set[int]:
    """Lines under labels of others than the seller."""
    excluded = {id(line) for block in blocks if block.label - {"seller"} for line in block.lines}
    homes = [found.block for found in labelled(blocks, claims, "ship_to") if found.block]
    excluded |= {id(line) for block in homes for line in block.lines}
    excluded |= {id(spot) for spot in scene.spots if _is_buyers(spot)}
    if buyer and buyer.block:
        excluded |= {id(line) for line in buyer.block.lines}
    return excluded


def _less_for_banks(name: str, signs: Signs) -> Signs:
    if not bank_words() & set(folded(name).split()):
        return signs
    return {sign: BANKS_PART * strength for sign, strength in signs.items()}


def _is_buyers(spot: Spot) -> bool:
    return is_party_start(spot) and not spot.marks[0].meanings & {"seller"}


def _add_domains(scene: Scene, companies: Sequence[Company], excluded: set[int]) -> None:
    """The name that resembles the domain of the mail or web address is the writer's."""
    domains: dict[str, set[int]] = {}
    for spot in scene.spots:
        if id(spot) in excluded or ("@" not in spot.text and "www" not in spot.text and "http" not in spot.text):
            continue
        for match in _DOMAIN.finditer(spot.text):
            core = match[1].split(".")[-1].casefold()
            if core not in _MAILERS and len(core) > 2:
                domains.setdefault(core.replace("-", ""), set()).add(id(spot))
    for company in companies:
        keys = {company.key, *spelt_out(company.found.name if company.found else "")}
        home = {id(line) for line in company.found.block.lines} if company.found and company.found.block else set()
        for domain, places in domains.items():
            if any(_resembles(key, domain) or _resembles(key, _AND.sub("", domain)) for key in keys):
                add(company.signs, Sign.DOMAIN, 0.9 if places - home - company.spots else OWN_DOMAIN)


def _add_repetitions(scene: Scene, companies: Sequence[Company], excluded: set[int]) -> None:
    """Named in another line, too: `for Abc Ltd`, `Cheques to Abc Ltd`. Below the table it is who asks for money."""
    told = [company for company in companies if len(company.key) >= SHORTEST_KEY]
    for spot in scene.spots:
        if id(spot) in excluded or len(spot.text) < SHORTEST_KEY or is_contact(spot.text):
            continue  # what a mail address says is the domain's sign
        for company in told:
            if id(spot) not in company.spots and is_named_in(company.key, spot.text):
                if spot.box.y0 > scene.foot_of(spot.phrase.page):
                    add(company.signs, Sign.FOOT, 0.7)
                else:
                    add(company.signs, Sign.AGAIN, 0.4 if scene.is_before_table(spot) else 0.6)
    for spot in scene.aside:
        for company in told:
            if is_named_in(company.key, spot.text):
                add(company.signs, Sign.AGAIN, 0.4)


def _add_tax_lines(scene: Scene, companies: Sequence[Company]) -> None:
    """A tax or bank line in a block or a little below it, in its column, is the block's owner's."""
    lines = [spot for spot in scene.spots if spot.has_own_label and "tax_id" in spot.marks[0].meanings]
    for company in companies:
        block = company.found.block if company.found else None
        named = block and (block.is_address or company.full_name)  # `Notes`, and below it a tax number, names nobody
        if block and named and any(_is_appended(line, block) or line in block.lines for line in lines):
            add(company.signs, Sign.TAX, 0.4)


def _is_appended(line: Spot, block: Block) -> bool:
    gap = line.box.y0 - block.box.y1
    return line.phrase.page == block.page and abs(line.box.x0 - block.box.x0) < 5 and 0 < gap < 60


def _resembles(key: str, domain: str) -> bool:
    if len(key) < 3 or len(domain) < 3:
        return False
    return key.startswith(domain) or domain.startswith(key) or (len(domain) >= 5 and domain in key)
