"""A company that may be the seller: everything that speaks for it, under all the names it goes by."""

from dataclasses import dataclass, field

from fakturo.convert.header.legal import bare, before_trade_name, is_named_in, legal_end
from fakturo.convert.header.party import Found
from fakturo.convert.header.places import folded
from fakturo.convert.header.scene import Scene, Spot
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
    """The fullest of its spellings that have the legal form: `PT Abc Tbk` rather than `ABC TBK`."""
    spots: set[int] = field(default_factory=set)

    @property
    def weight(self) -> float:
        return weight_of(self.signs)

    def mention(self, found: Found, signs: Signs) -> None:
        """One of the places where it stands. The one that says most is where it is shown."""
        if legal_end(found.name) and len(found.name.split()) > len((self.full_name or "").split()):
            self.full_name = found.name
        if self.found and id(found.spot) not in self.spots and not _is_one_place(self.found, found):
            add(self.signs, Sign.AGAIN, 0.6)
        self.spots.add(id(found.spot))
        for sign, strength in signs.items():
            add(self.signs, sign, strength)
        weight = weight_of(signs)
        has_address = bool(found.block and found.block.is_address)
        if self.found is None or weight > self.best or (has_address and not self.found.block):
            if weight >= self.best or not (self.found and self.found.block):
                self.found = found
            self.best = max(self.best, weight)


def _is_one_place(one: Found, other: Found) -> bool:
    if one.spot.phrase.page != other.spot.phrase.page:
        return True  # the head of a page is printed on the next one, too
    return any(
        found.block and one.spot in found.block.lines and other.spot in found.block.lines for found in (one, other)
    )


def joined(scene: Scene, companies: list[Company]) -> list[Company]:
    """`Brightwater` in large type and `Brightwater Landscaping LLC` below the sums are one."""
    kept: list[Company] = []
    for company in sorted(companies, key=lambda one: -len(one.key)):
        whole = [one for one in kept if _is_part(company.key, one.key)]
        if len(whole) == 1:
            _take_over(whole[0], company, told=_is_told(scene, whole[0]))
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


def with_operators(scene: Scene, companies: list[Company]) -> list[Company]:
    """`Abc is a brand of Def Ltd`, or `operated by Def Ltd` right under Abc: Def has all that speaks for Abc."""
    brands = {one.key: one for one in companies if Sign.LEGAL not in one.signs and not one.full_name}
    owners = [one for one in companies if Sign.OPERATOR in one.signs and one.full_name]
    if len(owners) != 1 or not brands:
        return companies
    owner = owners[0]
    lines = [spot for spot in scene.spots if id(spot) in owner.spots]
    run = [one for one in brands.values() if one.found and any(_is_named_with(one, line) for line in lines)]
    for brand in run:
        _take_over(owner, brand)
    return [one for one in companies if one not in run]


def _is_named_with(brand: Company, line: Spot) -> bool:
    """In the same line, or right above it."""
    if len(brand.key) >= SHORTEST_KEY and brand.key in folded(line.text).replace(" ", ""):
        return True
    assert brand.found
    spot = brand.found.spot
    gap = line.box.y0 - spot.box.y1
    return spot.phrase.page == line.phrase.page and abs(spot.box.x0 - line.box.x0) < 5 and -2 < gap < spot.box.height


def _is_part(short: str, long: str) -> bool:
    return len(short) >= SHORTEST_KEY and (long.startswith(short) or long.endswith(short))


def _is_told(scene: Scene, company: Company) -> bool:
    """With its address, or in two places: no line that only begins like the logo above it."""
    block = company.found.block if company.found else None
    if block and block.is_address and company.found and block.lines[0] is company.found.spot:
        return True
    return sum(is_named_in(company.key, spot.text) for spot in scene.spots) > 1


def _take_over(whole: Company, part: Company, *, told: bool = False) -> None:
    """The longer name stays if it has the legal form, or a place of its own that tells as much."""
    is_owner = Sign.OPERATOR in whole.signs
    for sign, strength in part.signs.items():
        add(whole.signs, sign, strength)
    if whole.found and part.found and not part.spots & whole.spots and not _is_one_place(whole.found, part.found):
        add(whole.signs, Sign.AGAIN, 0.6)
    whole.spots |= part.spots
    shorter = part.full_name if whole.full_name else part.full_name or (part.best > whole.best + 0.6 and not told)
    if part.found and shorter and not is_owner and (part.best >= whole.best or not whole.full_name):
        whole.found, whole.full_name, whole.key = part.found, part.full_name, part.key
    elif part.found and whole.found and not whole.found.block:
        whole.found.block = part.found.block
    whole.best = max(whole.best, part.best)
