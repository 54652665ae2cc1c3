"""What papers of shops and office programs share: more people of DE, FR and NL, and sums paid already.

Firms are called after people and trades, customers are firms, schools and private persons. All of it is made up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar
from unicodedata import normalize

from tests.generator.bill import Bill
from tests.generator.english_folk import Folk, address
from tests.generator.invent import shaped
from tests.generator.listing import some
from tests.generator.model import Company

Good = TypeVar("Good")


@dataclass(frozen=True)
class People:
    first: str
    last: str
    forms: tuple[str, ...]
    customers: str
    streets: tuple[str, ...]
    towns: tuple[str, ...]
    attentions: tuple[str, ...]


PEOPLE = {
    "DE": People(
        "Anke|Bernd|Carsten|Dilara|Elke|Florian|Gudrun|Hakan|Ines|Jochen|Katja|Lars|Mareike|Olaf|Petra|Sven|Tanja",
        "Achterberg|Brömmel|Conradsen|Dähnhardt|Eickelbusch|Fröhdorf|Gansauge|Hüttenrauch|Janowitz|Kesselring-Blum"
        "|Lüdinghaus|Mehrwald|Nagelschmitz|Overhoff|Pfannkuchen|Quast|Riekhof|Schnepfe|Tüllmann|Wachsmuth|Zschorn",
        ("{} GmbH", "{} GmbH & Co. KG", "{} UG (haftungsbeschränkt)", "{} e.K.", "{}", "{} GbR", "{} KG"),
        "{} Metallbau|Praxis Dr. {}|Gasthof {}|Grundschule am {}er Weg|{} IT-Systeme|Hausverwaltung {}|Bäckerei {}"
        "|{} & Söhne Bedachungen|Steuerkanzlei {}|Kita {}straße|Autohaus {}|{} Medizintechnik",
        ("Lerchenweg ##", "Alte Poststraße 1##", "Industriestr. # b", "Marktplatz #", "Mühlenstraße ##-##"),
        ("215## Elbhausen", "506## Köllnberg", "803## Isarfeld", "101## Berlinchen", "701## Neckarheim"),
        ("z. Hd.", "z. Hd. v.", "Ansprechpartner:"),
    ),
    "FR": People(
        "Adrien|Brigitte|Cyril|Delphine|Émile|Fatou|Gaëlle|Hugo|Inès|Jérôme|Karim|Laure|Mathilde|Nicolas|Odile|Pascal",
        "Aubervaux|Bellanger-Roy|Chastagnol|Delacombe|Estrade|Fontvieux|Grandclerc|Hourdeau|Jolivart|Kermorgan"
        "|Lescaut|Marchandier|Noirmont|Ourliac|Pélissard|Quéméneur|Roussillat|Saintonge|Thévenard|Vaugirald",
        ("SARL {}", "{} SAS", "{}", "EURL {}", "{} SASU", "Ets {}", "{} SA"),
        "Boulangerie {}|Cabinet {}|Menuiserie {} et Fils|Pharmacie {}|Traiteur {}|{} Conseil|Garage {}|Hôtel {}"
        "|{} Transports|{} Paysage|Clinique vétérinaire {}|{} Immobilier",
        ("## rue de la République", "1## avenue Jean Jaurès", "# place du Marché", "ZI Nord\n## rue Ampère"),
        ("690## LYONNEL", "330## Bordelac", "750## PARIZY", "350## Rennevel", "060## Nicerol"),
        ("À l'attention de", "A l'att. de", "Att."),
    ),
    "NL": People(
        "Anouk|Bram|Cees|Daan|Esmée|Femke|Gijs|Hanneke|Ibrahim|Joke|Koen|Lotte|Mohamed|Nienke|Pieter|Roos|Sanne|Teun",
        "Abbinga|van den Boomgaard|Cornelisse|Dekkersma|van Eikenhorst|Feenstra|Groothuizen|Hofsteen|Jorritsma"
        "|Kloosterboer|van der Laken|Molenkamp|Nijboer|Oosterwold|Pronkert|Roozemond|Schuitema|Terpstra|de Wildt",
        ("{} B.V.", "{} BV", "{} VOF", "{}", "{} Holding B.V."),
        "Bakkerij {}|Tandartspraktijk {}|{} Installatietechniek|Basisschool {}|{} & Zn. Transport|Hoveniersbedrijf {}"
        "|Café-Restaurant {}|{} Advies|Fysiotherapie {}|Autobedrijf {}|VvE {}staete|{} Interieurbouw",
        ("Dorpsstraat ##", "Julianalaan 1##", "Havenkade # C", "Marconiweg ##", "Prins Bernhardstraat ## hs"),
        ("10## @@ Amstelwijk", "30## @@ Rotteveen", "65## @@ Nijmeer", "73## @@ Apelhoorn", "50## @@ Tilborch"),
        ("T.a.v.", "t.a.v.", "Ter attentie van"),
    ),
}


def full_name(rng: Random, code: str) -> str:
    people = PEOPLE[code]
    return f"{rng.choice(people.first.split('|'))} {rng.choice(people.last.split('|'))}"


def _settle(rng: Random, company: Company, people: People, name: str) -> Company:
    plain = normalize("NFKD", name.lower().replace(" ", "-"))
    domain = "".join(c for c in plain if c.isascii() and (c.isalnum() or c == "-"))[:14]
    street, town = shaped(rng, rng.choice(people.streets)), shaped(rng, rng.choice(people.towns))
    return replace(company, name=name, street=street, city=town, mail=f"info@{domain.strip('-')}.example")


def populate(bill: Bill, trades: tuple[str, ...], *, private: float = 0.2) -> Folk:
    """Give seller, buyer and ship-to names; a trade is a pattern such as 'Buchhandlung {}' for the owner's name."""
    rng, people = bill.rng, PEOPLE[bill.land.code]
    first, second, third = rng.sample(people.last.split("|"), 3)
    kinds = people.customers.split("|")
    names = [rng.choice(people.forms).format(rng.choice(trades).format(first))]
    names += [rng.choice(people.forms).format(rng.choice(kinds).format(stem)) for stem in (second, third)]
    folk = Folk(full_name(rng, bill.land.code), full_name(rng, bill.land.code), rng.random() < private)
    if folk.private:
        names[1] = folk.contact
    parties = zip((bill.seller, bill.buyer, bill.ship_to), names, strict=True)
    bill.seller, bill.buyer, bill.ship_to = (_settle(rng, company, people, name) for company, name in parties)
    return folk


def addressee(bill: Bill, folk: Folk) -> list[str]:
    """The buyer as on an envelope: a person above or below the company, or none."""
    rng, way = bill.rng, bill.rng.choice(("none", "none", "above", "below"))
    titled = f"{rng.choice(PEOPLE[bill.land.code].attentions)} {folk.contact}"
    if folk.private:
        return [bill.buyer.name, *address(bill.buyer)]
    names = {"none": [bill.buyer.name], "above": [folk.contact, bill.buyer.name], "below": [bill.buyer.name, titled]}[
        way
    ]
    return [*names, *address(bill.buyer)]


def assortment(rng: Random, goods: Sequence[Good], most: int) -> list[Good]:
    """Some of the goods, each once unless that is too few."""
    count = some(rng, most)
    return rng.sample(goods, count) if count <= len(goods) else rng.choices(goods, k=count)
