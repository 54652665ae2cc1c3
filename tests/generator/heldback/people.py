"""Made-up firms and people, country by country: nobody here exists."""

from dataclasses import dataclass, replace
from random import Random

SURNAMES = {
    "pl": "Wronek Kalisz Borowik Jasnecki Zawilski Dobrzan",
    "ch": "Zbinderli Aeschwil Brunnhofer Muffli Rothenegg Kappelried",
    "es": "Valdeolmos Carrizo Moncada Peribáñez Zurita Ibarrola",
    "it": "Bellandi Tramontin Farnocchi Serravalle Guidobono Pestarini",
    "fr": "Bellegarde Tronchon Vauquelin Larrivière Malaquin Desbrosses",
    "nl": "Veldkamp Oosterling Hagedoorn Brinkhuis Zandvliet Terpstra",
    "de": "Hagemeister Obentraut Lüttgens Wiesbrock Schönfelder Tannhäuser",
    "at": "Almhofer Gstrein-Moser Kogler Unterwurzacher Hinterleitner Perlinger",
    "id": "Sentosa Nusaraya Cahaya Pratama Tirtawangi Lestari",
    "in": "Veerapur Chandrakona Suryavanshi Malhotra-Rao Keshavan Bhorkar",
    "uk": "Thornbury Wexcombe Haddlesey Pickersgill Ollerenshaw Marchbanks",
    "us": "Brackenridge Tolliver Sandoval-Price Whitlock Ferncliff Oquirrh",
    "au": "Wattlebird Coorabin Jindalee Mackellan Barrawong Tamworthy",
    "pt": "Vasconcelos Alvarinho Mouzinho Penaguião Serrão Bragadas",
    "sg": "Tanjong Kwekhua Bukit Serangoon Limhock Raffington",
    "kr": "Hanbit Daeyoung Sejin Woosung Miraean Dongkang",
    "lu": "Schrondweiler Kieffer Wagnermont Reulandt Thillmany Bettenburg",
    "ie": "Gilhooly Rathcoole Mulvanney Drumcarra Fennelly Kilbarrack",
}
ENDINGS = {
    "pl": ("Sp. z o.o.", "S.A.", "Sp. j."),
    "ch": ("AG", "GmbH", "& Co. AG"),
    "es": ("S.L.", "S.A.", "S.L.U."),
    "it": ("S.r.l.", "S.p.A.", "S.n.c."),
    "fr": ("SARL", "SAS", "& Fils"),
    "nl": ("B.V.", "N.V.", "& Zn. B.V."),
    "de": ("GmbH", "GmbH & Co. KG", "e.K.", "AG"),
    "at": ("GmbH", "KG", "Ges.m.b.H."),
    "id": ("Abadi", "Makmur", "Jaya Mandiri", "Sukses Bersama"),
    "in": ("Pvt. Ltd.", "Private Limited", "& Sons", "Enterprises"),
    "uk": ("Ltd", "Limited", "& Sons Ltd", "LLP"),
    "us": ("Inc.", "LLC", "Corp.", "Co."),
    "au": ("Pty Ltd", "& Co Pty Ltd", "Pty Limited"),
    "pt": ("Lda.", "S.A.", "Unipessoal, Lda."),
    "sg": ("Pte Ltd", "Pte. Ltd.", "(S) Pte Ltd"),
    "kr": ("Co., Ltd.", "Corporation", "Trading Co., Ltd."),
    "lu": ("S.à r.l.", "S.A.", "S.e.c.s."),
    "ie": ("Ltd", "DAC", "Limited"),
}
STREETS = {
    "pl": ("ul. Polna {}", "ul. Fabryczna {}", "al. Lipowa {}/4"),
    "ch": ("Dorfstrasse {}", "Industrieweg {}", "Seehaldenstrasse {}"),
    "es": ("C/ de la Encina, {}, 2º B", "Avda. de la Vega, {}", "Pol. Ind. Las Norias, nave {}"),
    "it": ("Via dei Cipressi {}", "Corso Garibaldi, {}", "Viale della Stazione {}/A"),
    "fr": ("{}, rue des Tilleuls", "{} bis, avenue de la Gare", "ZA des Prés - Lot {}"),
    "nl": ("Molenkade {}", "Havenstraat {}-b", "Industrieweg {}"),
    "de": ("Lindenstraße {}", "Am Gewerbepark {}", "Mühlenweg {}a"),
    "at": ("Hauptplatz {}", "Bahnhofstraße {}/2", "Dorf {}"),
    "id": ("Jl. Raya Kemuning No. {}", "Jl. Melati III Blok C/{}", "Kawasan Industri Sukamaju Kav. {}"),
    "in": ("Plot No. {}, MIDC Phase II", "{}/A, Station Road", "Shop No. {}, Ganesh Complex"),
    "uk": ("{} Mill Lane", "Unit {}, Priory Trading Estate", "{} Station Road"),
    "us": ("{} Quarry Ridge Rd", "{} Commerce Pkwy Ste 210", "{} W Alder St"),
    "au": ("{} Ironbark Street", "Unit 3, {} Boundary Rd", "{} Harbour Parade"),
    "pt": ("Rua das Oliveiras, {}", "Av. da Liberdade Nova, {} - 3.º Esq.", "Zona Industrial, Lote {}"),
    "sg": ("{} Kallang Way #04-11", "Blk {} Ubi Avenue 9 #01-20", "{} Tuas Crescent"),
    "kr": ("{}, Samsan-ro, Nam-gu", "{}-1, Gajwa-dong, Seo-gu", "#{} Techno Tower, Guro-gu"),
    "lu": ("{}, rue de l'Alzette", "{}, route de Trèves", "{}, Z.I. Riedgen"),
    "ie": ("{} Quay Street", "Unit {}, Clonmel Business Park", "{} Abbey Road"),
}
TOWNS = {
    "pl": ("62-510 Konin, Poland", "43-300 Bielsko, Poland"),
    "ch": ("3400 Burgdorf", "8610 Uster", "6210 Sursee"),
    "es": ("28231 Las Rozas (Madrid)", "50410 Cuarte de Huerva (Zaragoza)", "46980 Paterna (Valencia)"),
    "it": ("50053 Empoli (FI)", "31044 Montebelluna (TV)", "12051 Alba (CN)"),
    "fr": ("69400 Villefranche", "35220 Châteaubourg", "86100 Châtellerault"),
    "nl": ("7411 KT Deventer", "3311 GH Dordrecht", "9203 ZP Drachten"),
    "de": ("59759 Arnsberg", "73430 Aalen", "26721 Emden", "04668 Grimma"),
    "at": ("5710 Kaprun", "6365 Kirchberg", "4810 Gmunden"),
    "id": ("Jakarta Timur 13920", "Bekasi 17530, Jawa Barat", "Surabaya 60293"),
    "in": ("Pune - 411019, Maharashtra", "Nashik 422010, Maharashtra", "Thane 400604, Maharashtra"),
    "uk": ("Otley, LS21 9QX", "Stroud GL5 8ZZ", "Kettering, Northants NN15 9TT"),
    "us": ("Boise, ID 83709", "Toledo, OH 43604", "Chattanooga, TN 37402"),
    "au": ("Geelong VIC 3220", "Toowoomba QLD 4350", "Penrith NSW 2750"),
    "pt": ("4760-012 Vila Nova de Famalicão", "2410-098 Leiria", "3800-200 Aveiro"),
    "sg": ("Singapore 349317", "Singapore 408934", "Singapore 638719"),
    "kr": ("Ulsan 44715, Korea", "Incheon 22829, Korea", "Seoul 08378, Korea"),
    "lu": ("L-4010 Esch-sur-Alzette", "L-6730 Grevenmacher", "L-3378 Livange"),
    "ie": ("Galway, H91 X0X0", "Co. Tipperary E91 0Z0Z", "Dundalk, Co. Louth"),
}
TAX_IDS = {  # a hash stands for a digit
    "pl": "PL##########",
    "ch": "CHE-###.###.### MWST",
    "es": "B########",
    "it": "IT###########",
    "fr": "FR## ### ### ###",
    "nl": "NL#########B01",
    "de": "DE#########",
    "at": "ATU########",
    "id": "##.###.###.#-###.000",
    "in": "27AAKCS####R1Z#",
    "uk": "GB ### #### ##",
    "us": "##-#######",
    "au": "## ### ### ###",
    "pt": "5########",
    "sg": "20#######K",
    "kr": "###-81-#####",
    "lu": "LU########",
    "ie": "IE#######HH",
}


@dataclass(frozen=True)
class Party:
    name: str
    address: tuple[str, ...]
    tax_id: str | None = None

    def without_tax_id(self) -> "Party":
        return replace(self, tax_id=None)

    def in_capitals(self) -> "Party":
        return replace(self, name=self.name.upper(), address=tuple(line.upper() for line in self.address))


def digits(rng: Random, pattern: str) -> str:
    return "".join(str(rng.randrange(1, 10)) if sign == "#" else sign for sign in pattern)


def firm(rng: Random, country: str, trade: str = "", unlike: str = "") -> Party:
    """A firm with a surname, sometimes a trade, and a legal form."""
    surnames = [name for name in SURNAMES[country].split() if name not in unlike]
    parts = [rng.choice(surnames), trade, rng.choice(ENDINGS[country])]
    if country == "id":
        parts.insert(0, "PT")
    street = rng.choice(STREETS[country]).format(rng.randrange(2, 190))
    return Party(
        " ".join(part for part in parts if part),
        (street, rng.choice(TOWNS[country])),
        digits(rng, TAX_IDS[country]),
    )


def pair(rng: Random, seller: tuple[str, str], buyer: tuple[str, str]) -> tuple[Party, Party]:
    """Seller and buyer by country and trade; the buyer's tax id is seldom printed, so a family asks for it."""
    sells = firm(rng, *seller)
    return sells, firm(rng, *buyer, unlike=sells.name).without_tax_id()
