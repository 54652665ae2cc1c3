"""A company that may be the seller: everything that speaks for it, under all the names it goes by."""

from dataclasses import dataclass, field

from fakturo.convert.header.legal import bare, before_trade_name, legal_end
from fakturo.convert.header.party import Found
from fakturo.convert.header.places import folded
from fakturo.convert.header.scene import Scene
from fakturo.convert.header.signs import Sign, Signs, add, weight_of

SHORTEST_KEY = 5
"""Shorter names stand in many a line by chance."""


@dataclass(slots=True)
class Company:
    """A name that may be the seller's, and all that speaks for it."""

    key: str
    signs: Signs = field(default_factory=dict)
    found: Found | None = None
    best: float = 0.0
    full_name: str | None = None
    """The first of its spellings that has the legal form."""
    spots: set[int] = field(default_factory=set)

    @property
    def weight(self) -> float:
        return weight_of(self.signs)

    def mention(self, found: Found, signs: Signs) -> None:
        """One of the places where it stands. The one that says most is where it is shown."""
        if self.full_name is None and legal_end(found.name):
            self.full_name = found.name
        self.spots.add(id(found.spot))
        for sign, strength in signs.items():
            add(self.signs, sign, strength)
        weight = weight_of(signs)
        has_address = bool(found.block and found.block.is_address)
        if self.found is None or weight > self.best or (has_address and not self.found.block):
            if weight >= self.best or not (self.found and self.found.block):
                self.found = found
            self.best = max(self.best, weight)


def joined(companies: list[Company]) -> list[Company]:
    """`Brightwater` in large type and `Brightwater Landscaping LLC` below the sums are one."""
    kept: list[Company] = []
    for company in sorted(companies, key=lambda one: -len(one.key)):
        whole = [one for one in kept if _is_part(company.key, one.key)]
        if len(whole) == 1:
            _take_over(whole[0], company)
        else:
            kept.append(company)
    return kept


def with_owners(scene: Scene, companies: list[Company]) -> list[Company]:
    """`Abc Pty Ltd t/as Corner Shop` gives Abc all that speaks for the shop."""
    for spot in scene.spots:
        name = before_trade_name(spot.text)
        if name == spot.text:
            continue
        trade, owner = folded(spot.text[len(name) :]).replace(" ", ""), bare(name)
        shops = [one for one in companies if one.key != owner and len(one.key) >= SHORTEST_KEY and one.key in trade]
        own = next((one for one in companies if one.key == owner), None)
        if own is None and not shops:
            continue
        own = own or Company(owner, found=Found(name, spot, 0.0, shops[0].found.block if shops[0].found else None))
        own.full_name = name
        add(own.signs, Sign.OPERATOR, 0.9)
        for shop in shops:
            _take_over(own, shop)
        companies = [one for one in companies if one is not own and one not in shops] + [own]
    return companies


def _is_part(short: str, long: str) -> bool:
    return len(short) >= SHORTEST_KEY and (long.startswith(short) or long.endswith(short))


def _take_over(whole: Company, part: Company) -> None:
    """The longer name stays if it has the legal form, or a place of its own that tells as much."""
    is_owner = Sign.OPERATOR in whole.signs
    for sign, strength in part.signs.items():
        add(whole.signs, sign, strength)
    whole.spots |= part.spots
    shorter = part.full_name if whole.full_name else part.full_name or part.best > whole.best + 0.6
    if part.found and shorter and not is_owner and (part.best >= whole.best or not whole.full_name):
        whole.found, whole.full_name, whole.key = part.found, part.full_name, part.key
    elif part.found and whole.found and not whole.found.block:
        whole.found.block = part.found.block
    whole.best = max(whole.best, part.best)
