"""More people of the English-speaking countries, for senders that should not all share a few names.

Firms are called after people and trades, customers are firms, schools, shops and private persons, and addresses have as
many lines as they have in life. All of it is made up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.generator.bill import Bill
from tests.generator.ink import ABSENT
from tests.generator.invent import shaped
from tests.generator.model import Company
from tests.generator.registry import Truth

SURNAMES = (
    "Abernall|Bexwell|Callowden|Dunmerrow|Ettrigg|Fanshott|Gillarde|Hollis-Wray|Jessamer|Kirkbrigg|Lomaxton|Marchetto"
    "|Nordahl-Pryce|Odunsi|Prendergill|Quarterby|Ruskell|Sandovar|Tresmorran|Vanterbrook|Wetherlow|Yardcole"
)
FIRST = "Amara|Bill|Chloe|Desmond|Erin|Farid|Gemma|Hugh|Imogen|Jamal|Keira|Luca|Mei|Nora|Oscar|Priya|Rory|Sunil|Tess"
CUSTOMERS = (
    "{} Dental Practice|{} & Sons Joinery|Café {}|{} Community Centre|The {} Arms|{} Logistics|{} Media Group"
    "|St {}'s Primary School|{} Farm Supplies|{} Veterinary Clinic|Hotel {}|{} Property Management|{} Robotics"
)
FORMS = {
    "US": ("{}, Inc.", "{} LLC", "{}", "{} Corp."),
    "GB": ("{} Ltd", "{} Limited", "{}", "{} LLP"),
    "IE": ("{} Ltd", "{} Limited", "{} DAC", "{}"),
    "CA": ("{} Inc.", "{} Ltd.", "{}"),
    "AU": ("{} Pty Ltd", "{} P/L", "{}"),
    "NZ": ("{} Limited", "{} Ltd", "{}"),
}
STREETS = {
    "US": ("#### Larkspur Ave\nSte ###", "## N Orchard Blvd", "1### County Road ##", "### Main St Apt #@"),
    "GB": (
        "## Tollgate Road",
        "Suite #, Brunswick House\n1## Castle Street",
        "# Mill Cottages\nChapel Lane",
        "Unit ##@",
    ),
    "IE": ("## Bridge Street", "Block @, Oakfield Business Campus", "Knockadoon\nMain Street"),
    "CA": ("###-### Granville Cres", "#### 1##th Avenue NW", "## rue Wexford, Suite ###"),
    "AU": ("Shop #, ## Beach Parade", "## Ironbark Drive", "Level 1#\n### Castlereach St", "PO Box ###"),
    "NZ": ("## Manuka Street", "Level #, ## Customs Quay", "RD #"),
}
TOWNS = {
    "US": ("Brennan Falls, CO 80###", "Oakport, FL 33###", "Saint Orrin, MN 55###-####", "Tilden Heights NJ 07###"),
    "GB": (
        "Kettlebridge\nNorthants\nNN1# #@@",
        "LOWER MARSDEN\nOL# #@@",
        "Port Ellis, Swansea SA# #@@",
        "London\nE# #@@",
    ),
    "IE": ("Ballinvane\nCo. Cork\nT45 @#@#", "Dublin 4\nD04 @#@#", "Kilbrack, Co. Mayo"),
    "CA": ("Rossmoor, BC  V#@ #@#", "Saskaville SK S#@ #@#\nCanada", "Kingsbury, Ontario K#@ #@#"),
    "AU": ("Mount Carrick NSW 2###", "Port Wallace QLD 4###\nAustralia", "COBURN EAST VIC 3###"),
    "NZ": ("Te Rimu\nHamiltown 32##", "Wellingford 60##", "Nelsonby 70##\nNew Zealand"),
}


@dataclass(frozen=True)
class Folk:
    """Who stands on the paper besides the bill's seller and buyer."""

    contact: str
    clerk: str
    private: bool


def full_name(rng: Random) -> str:
    return f"{rng.choice(FIRST.split('|'))} {rng.choice(SURNAMES.split('|'))}"


def _settle(rng: Random, company: Company, code: str, name: str) -> Company:
    domain = "".join(c for c in name.lower().split(" ")[0] if c.isalnum())
    street, town = shaped(rng, rng.choice(STREETS[code])), shaped(rng, rng.choice(TOWNS[code]))
    return replace(company, name=name, street=street, city=town, mail=f"accounts@{domain}.example")


def populate(bill: Bill, trades: Sequence[str], *, buyer: str = "", private: float = 0.2) -> Folk:
    """Give seller, buyer and ship-to of a bill names by their trades; some buyers are private persons."""
    rng, code = bill.rng, bill.land.code
    first, second, third = rng.sample(SURNAMES.split("|"), 3)
    names = [rng.choice(FORMS[code]).format(f"{first} {rng.choice(trades)}")]
    away = buyer or code
    kinds = CUSTOMERS.split("|")
    names += [rng.choice(FORMS[away]).format(rng.choice(kinds).format(stem)) for stem in (second, third)]
    folk = Folk(full_name(rng), full_name(rng), rng.random() < private)
    if folk.private:
        names[1] = rng.choice((folk.contact, f"{rng.choice(('Mr', 'Mrs', 'Dr'))} {folk.contact}"))
    bill.seller = _settle(rng, bill.seller, code, names[0])
    bill.buyer = _settle(rng, bill.buyer, away, names[1])
    bill.ship_to = _settle(rng, bill.ship_to, away, names[2])
    return folk


def address(company: Company) -> list[str]:
    return [*company.street.split("\n"), *company.city.split("\n")]


def addressee(bill: Bill, folk: Folk) -> list[str]:
    """The buyer as it is written on a letter: a person above the company, below it, or none."""
    name, way = bill.buyer.name, bill.rng.choice(("none", "none", "above", "below"))
    if folk.private or way == "none":
        return [name, *address(bill.buyer)]
    if way == "above":
        return [folk.contact, name, *address(bill.buyer)]
    return [name, f"{bill.rng.choice(('Attn:', 'FAO', 'Attention:', 'c/o'))} {folk.contact}", *address(bill.buyer)]


def shown(always: str, **maybe: object) -> str:
    """The words for `Bill.truth`: those that always stand on the paper, and those whose value is not empty."""
    return " ".join([always, *(name for name, on in maybe.items() if on)])


def with_po(truth: Truth, po: str) -> Truth:
    return {**truth, "invoice": {**truth["invoice"], "po": po or ABSENT}}
