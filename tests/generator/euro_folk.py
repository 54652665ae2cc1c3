"""More people and firms of Europe than `lands` has: named after their owners and trades, as small firms are.

All of it is made up. In shapes, # stands for a digit and @ for a capital letter.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests.generator.bill import Bill
from tests.generator.invent import shaped
from tests.generator.model import Company
from tests.generator.registry import Truth

SURNAMES = {
    "de": "Achtermeier|Bruchhagen|Dettenkofer|Eschbaumer|Grohnwald|Hinnerksen|Jaschkewitz|Kupferschlag|Niederquell"
    "|Pottgiesser|Rauhbichler|Schlehenkamp|Tränkle|Uphoff-Lenz|Vossgätter|Wuchenauer",
    "fr": "Aubrespin|Bourdeloup|Chantegris|Delacombe|Escoffrey|Fournillier|Guérandais|Lestrange|Marvillon|Pontaubert"
    "|Rochebrune|Sénéchaux|Tourmagne|Vaillandet",
    "nl": "Aardenburg|Boterbloem|Dekkinga|Eikelboom|Gortmaker|Hazewindt|Kerkhoven|Lammertink|Overmaat|Ruitenschild"
    "|Snoeijer|Terpsma|Wagenvoort",
    "es": "Alcorisa|Bermudo|Cañizal|Escudillers|Fontanar|Garrapiña|Larrauri|Montesinos|Olmedilla|Pedrosillo|Zurbano",
    "it": "Armellini|Bertagnoli|Calderoni|Fossalunga|Gambarelli|Montebruno|Pasquinelli|Rovigatti|Scarpellino|Zambonin",
    "pt": "Aroeira|Belmiro|Castanhal|Figueirinha|Lourosa|Mourisca|Pedregal|Ribeirinha|Sabugueiro|Tavarede",
    "sv": "Ahlgrund|Björnståhl|Ekliden|Granfeldt|Hallstensson|Kvarnlöf|Norrsjö|Rosenhed|Stenkulla|Ånäs",
    "da": "Agerholt|Bækdal|Dybvad|Enghave|Fruergaard|Højslet|Kildevang|Rimmer|Skovsgård|Ørnstrup",
    "fi": "Aaltovirta|Haapaketo|Jokiranta|Kallionpää|Lumikoski|Mäntysuo|Niemikangas|Rantapelto|Suvimäki",
    "no": "Aasgrend|Brattlien|Dalsvåg|Elvestad|Fossnes|Hegglund|Kvamsdal|Nordbotten|Solbakken-Ruud|Østmoen",
    "pl": "Brzezicki|Czapliński|Gołębiowski|Jarzębina|Kłosowicz|Mączyński|Orzechowicz|Śliwczyk|Wróblewicz|Żurawiński",
    "cs": "Bělohlávek|Dvořiště|Havránek|Jezerný|Kopřivík|Lesák|Mlynářský|Říčanský|Skřivánek|Vaňátko",
}
FIRST = {
    "de": "Anke|Detlef|Frauke|Gregor|Hanno|Ilse|Jörg|Katrin|Ludger|Monika|Norbert|Yasemin",
    "fr": "Agnès|Bruno|Cécile|Damien|Élodie|Fabrice|Hélène|Karim|Odile|Thierry",
    "nl": "Anouk|Diederik|Femke|Gijs|Hanneke|Joost|Lotte|Mohamed|Wouter",
    "es": "Begoña|Fermín|Gonzalo|Inmaculada|Jesús|Pilar|Rocío|Toño",
    "it": "Beatrice|Dario|Fiorenza|Gianluca|Loredana|Matteo|Silvano",
    "pt": "Anabela|Duarte|Filipa|Gonçalo|Joaquim|Margarida|Telmo",
    "sv": "Annika|Göran|Håkan|Kerstin|Linnéa|Mattias|Åsa",
    "da": "Birgitte|Flemming|Jesper|Kirsten|Lærke|Rasmus",
    "fi": "Aino|Eero|Heikki|Marjatta|Pekka|Sanna|Väinö",
    "no": "Anders|Gunnhild|Kjetil|Marit|Sigrun|Torbjørn",
    "pl": "Bożena|Grzegorz|Halina|Łukasz|Małgorzata|Zbigniew",
    "cs": "Alžběta|Bohumil|František|Jiřina|Květa|Ondřej|Tomáš",
}
PLACES = {
    "DE": (
        ("Lindenallee #", "Werkstr. 1#", "Am alten Güterbahnhof ##", "Kirchweg #b", "Industriestraße 4#"),
        ("495## Bramhorst", "866## Oberlechau", "247## Klein Wittensee-Dorf", "099## Erzmünde", "524## Jülichfeld"),
    ),
    "AT": (
        ("Mühlgasse #", "Bundesstraße 1#", "Am Anger #/2", "Gewerbepark Süd #"),
        ("5### Salzachhofen", "3### St. Veit am Bache", "8### Weizberg", "6### Innmoos"),
    ),
    "CH": (
        ("Bahnhofstrasse ##", "Gewerbestrasse #", "Oberdorf 1#", "Riedmattweg #"),
        ("3### Emmenried", "8### Thurwinkel", "5### Aareberg", "9### Sitterwil"),
    ),
    "FR": (
        ("## rue des Lavandières", "ZA du Petit Moulin - Lot #", "# bis, avenue de la Gare", "Lieu-dit Les Genêts"),
        ("35### SAINT-BRIEUL", "69### VILLEFONT SUR RHONE", "33### Médocville", "02### LAONNAIS CEDEX"),
    ),
    "BE": (
        ("Steenweg op Halle ###", "Kerkstraat ## bus #", "Nijverheidslaan #", "Molendreef 1#"),
        ("28## Mechelveld", "B-93## Aalsterdam", "32## Diestbroek", "85## Kortrijkzand"),
    ),
    "NL": (
        ("Havenweg ##", "Dorpsstraat 1##", "De Ambachten #", "Parallelweg ##c"),
        ("82## @@  Lelyhaven", "4### @@ Bergse Polder", "7### @@  TWENTEREN", "16## @@ Hoornsdijk"),
    ),
    "ES": (
        ("C/ Mayor, #", "Polígono Ind. El Romeral, parc. ##", "Avda. Constitución ##, bajo", "Ctra. N-### km #"),
        ("46### Albufereta (Valencia)", "28### Madrilejos", "50### ZARAGOCILLA", "30### Murciana (Murcia)"),
    ),
    "IT": (
        ("Via Roma, #", "Via dell'Artigianato ##", "Strada Provinciale ## km #", "C.so Cavour n. #"),
        ("31### CASTELBRENTA TV", "4### Reggiolana (RE)", "10### MONCALVANO (TO)", "60### Anconetta (AN)"),
    ),
    "PT": (
        ("Rua do Moinho, #", "Travessa da Fonte, ## - #º Dto", "Estrada Nacional ##, Km #"),
        ("47##-3## Bragadelo", "30##-0## Coimbrela", "29##-5## SETUBALINHA"),
    ),
    "SE": (
        ("Kvarngatan #", "Industrigatan ##", "Box ##", "Lillvägen #A"),
        ("541 ## SKÖVINGE", "903 ## Umestrand", "352 ## VÄXSJÖ", "791 ## Falsunda"),
    ),
    "DK": (
        ("Håndværkervej #", "Møllebakken ##", "Torvet #, st."),
        ("74## Herningsø", "41## Ringkilde", "99## Skagdal"),
    ),
    "FI": (
        ("Teollisuuskatu #", "Koivutie ## B", "PL ##"),
        ("40### JYVÄSRANTA", "70### Kuopinlahti", "20### TURKUMÄKI"),
    ),
    "NO": (
        ("Industriveien ##", "Skolegata #B", "Postboks 1##"),
        ("26## LILLEHAUG", "43## Sandnesvåg", "90## TROMSVIK"),
    ),
    "PL": (
        ("ul. Składowa #", "ul. Wąska ##/#", "os. Leśne #", "Brzeźno ##A"),
        ("42-2## Częstochówek", "15-6## Białostoczek", "65-0## Zielonogóra"),
    ),
    "CZ": (
        ("Nádražní ##/#", "Za Mlýnem #", "Dělnická 1###/##", "Křižovatka #"),
        ("37# 0# Budějín", "77# 00 Olomouček", "50# 0# Hradečno"),
    ),
}


def full_name(bill: Bill) -> str:
    language = bill.land.language
    return f"{bill.rng.choice(FIRST[language].split('|'))} {bill.rng.choice(SURNAMES[language].split('|'))}"


def settle(bill: Bill, sellers: Sequence[str], buyers: Sequence[str]) -> str:
    """Name seller, buyer and delivery address by patterns such as 'Malerbetrieb {}'; the seller's surname."""
    rng = bill.rng
    stems = rng.sample(SURNAMES[bill.land.language].split("|"), 3)
    patterns = (rng.choice(sellers), *(rng.choice(buyers) for _ in range(2)))
    names = [pattern.format(stem) for pattern, stem in zip(patterns, stems, strict=True)]
    moved = zip((bill.seller, bill.buyer, bill.ship_to), names, stems, strict=True)
    bill.seller, bill.buyer, bill.ship_to = (_moved(rng, bill, *one) for one in moved)
    return stems[0]


def _moved(rng: Random, bill: Bill, company: Company, name: str, stem: str) -> Company:
    streets, towns = PLACES[bill.land.code]
    domain = "".join(c for c in stem.lower() if c.isascii() and c.isalnum())
    mail = f"{rng.choice(('info', 'buero', 'post', 'contact'))}@{domain}.example"
    street, town = shaped(rng, rng.choice(streets)), shaped(rng, rng.choice(towns))
    return replace(company, name=name, street=street, city=town, mail=mail)


def addressee(bill: Bill, *before: str, care: str = "z. Hd. {}") -> list[str]:
    """The buyer as on an envelope: after its form of address, a person above the company, below it, or none."""
    name, way = bill.buyer.name, bill.rng.choice(("", "", "above", "below"))
    lines = [*before, name]
    if way == "above":
        lines = [full_name(bill), name]
    elif way == "below":
        lines += [care.format(full_name(bill))]
    return [*lines, *bill.buyer.address]


def due_in(bill: Bill, days: int) -> None:
    bill.due = bill.date + dt.timedelta(days=days)


def term_only(truth: Truth, bill: Bill) -> Truth:
    """The paper names days, not a day: it may be worked out, or left empty."""
    return {**truth, "invoice": {**truth["invoice"], "due_date": [bill.due.isoformat(), None]}}
