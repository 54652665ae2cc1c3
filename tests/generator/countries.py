"""Senders' countries, for bills that are drawn by hand: who lives there, and how they write. All of it is made up.

In shapes, # stands for a digit and @ for a capital letter, as in `invent.shaped`.
"""

from dataclasses import dataclass
from random import Random

from tests.generator.invent import shaped
from tests.generator.model import Company
from tests.generator.places import COMMAS, DOTS, SPACES


@dataclass(frozen=True)
class Land:
    code: str
    language: str
    currency: str
    numbers: tuple[str, ...]
    dates: tuple[str, ...]
    stems: str
    forms: tuple[str, ...]
    streets: tuple[str, ...]
    cities: tuple[str, ...]
    ids: tuple[str, ...]
    persons: str
    phone: str = "+## ## ### ## ##"
    places: int = 2


COUNTRIES = {
    land.code: land
    for land in (
        Land(
            "DE",
            "de",
            "EUR",
            (DOTS,),
            ("%d.%m.%Y", "%d.%m.%y", "%d. %B %Y"),
            "Ackerknecht|Bärenklau|Dornmühle|Fuchsloh|Hagebuche|Kiebitz|Moorhaus|Rotdornweiler|Zaunreiter",
            ("{} GmbH", "{} GmbH & Co. KG", "{} Handelsgesellschaft mbH", "{} e.K.", "{} AG", "Gebr. {} OHG"),
            ("Gewerbering #", "Hinter der Bleiche ##", "Torfstecherweg #a", "Bahnhofstr. 1#", "Am Kalkofen ##-3#"),
            ("293## Heidewinkel", "481## Münzdorf", "763## Rebstadt", "041## Lindau-Süd"),
            ("DE#########",),
            "Wiebke Sandforth|Dr. Rainer Ohlendiek|Cem Yalinkaya|Babette Kröll",
            "0#### / ## ## ##",
        ),
        Land(
            "AT",
            "de",
            "EUR",
            (DOTS,),
            ("%d.%m.%Y", "%d. %B %Y"),
            "Almrausch|Eierschwammerl|Gamsleitner|Murtaler|Ötscherblick|Traunkirchner",
            ("{} Handels GmbH", "{} KG", "{} e.U.", "{} Ges.m.b.H.", "Verein {}"),
            ("Hauptplatz #", "Wiener Straße 1##/#", "Kirchengasse #/Top #"),
            ("80## Grazfeld", "40## Linzerau", "11## Wien"),
            ("ATU########",),
            "Mag. Leopold Hinterseer|Ing. Vroni Pichler",
            "+43 6## ## ## ##",
        ),
        Land(
            "FR",
            "fr",
            "EUR",
            (SPACES,),
            ("%d/%m/%Y", "%d %B %Y"),
            "Belle-Épine|Cormoran Bleu|Fougeraie|Gentilhomme|Hirondel|La Mésange|Périgrande|Vauclair",
            ("{} SAS", "SARL {}", "Établissements {}", "{} S.A.", "EURL {}", "Association {}"),
            ("## rue des Tanneurs", "ZA du Grand Pré - Bât. @", "#bis, avenue Foch", "1## chemin du Lavoir"),
            ("313## VILLEGARONNE CEDEX", "440## NANTILLE", "590## LILLERON"),
            ("FR ## 4########", "FR##5########"),
            "Maëlle Quiberon|Jean-Loup Tardieu|Sabine Orsetti",
            "0# ## ## ## ##",
        ),
        Land(
            "BE",
            "fr",
            "EUR",
            (DOTS, SPACES),
            ("%d/%m/%Y", "%d-%m-%Y"),
            "Brabançonne|Dijleveld|Kruisboog|Mosanella|Scheldeland|Waterzooi",
            ("{} SRL", "{} BV", "{} NV/SA", "{} ASBL-VZW"),
            ("Chaussée de Ninove ##", "Meirlaan 1##", "Rue du Canal # bte #"),
            ("1### Bruxelles / Brussel", "9### Gentbrugge", "5### Namurois"),
            ("BE 0###.###.###",),
            "Koen Verhulpen|Amélie Dewitte",
            "+32 # ### ## ##",
        ),
        Land(
            "NL",
            "nl",
            "EUR",
            (DOTS,),
            ("%d-%m-%Y", "%d %B %Y", "%d/%m/%y"),
            "Dijkgraaf|Eendenkooi|Havermout|Klaproos|Polderlicht|Veenstra-Oord|Zilvermeeuw",
            ("{} B.V.", "{} Groothandel BV", "Stichting {}", "{} V.O.F.", "Gemeente {}"),
            ("Nieuwe Gracht ##", "Edisonweg 1## unit #", "Korenmolen #-A"),
            ("35## @@ Utrechtseveen", "97## @@ Groningerdiep", "56## @@ Eindhout"),
            ("NL00#######B0#",),
            "Sjoerd Tichelaar|Marijke van Olden|Bas Kuipers-de Wit",
            "0##-#######",
        ),
        Land(
            "GB",
            "en",
            "GBP",
            (COMMAS,),
            ("%d/%m/%Y", "%d %B %Y", "%d-%b-%Y"),
            "Applegarth|Birchover|Crowthorne Vale|Dunnock|Fernyhough|Otterburn|Pargeter|Thistledown",
            ("{} Ltd", "{} Wholesale Limited", "{} LLP", "{} (Holdings) Ltd", "{} Group plc", "{} Parish Council"),
            ("Unit 1#, Tannery Trading Estate", "## High Street", "The Old Forge, Back Lane", "#-# Corn Exchange"),
            ("LEEDLEY LS1# #@@", "Wincanton Moor BA# #@@", "Stokesay SY# #@@"),
            ("GB ### #### ##", "GB#########"),
            "Gwen Ollerenshaw|Mr P. Dacre|Aisha Winterbourne",
            "01### ######",
        ),
        Land(
            "IE",
            "en",
            "EUR",
            (COMMAS,),
            ("%d/%m/%Y", "%d %b %Y"),
            "Ballykeel|Corrib Lane|Donnybridge|Glenfarrow|Shannonside",
            ("{} Ltd", "{} DAC", "{} Retail Limited"),
            ("## Quay Street", "Unit #, Kilbarry Retail Park"),
            ("Galwegan, Co. Galway H91 @#@#", "Dublin 1#, D1# @@##"),
            ("IE#######@@", "IE #######@"),
            "Niamh Culhane|Declan Rafter",
            "0## ### ####",
        ),
        Land(
            "US",
            "en",
            "USD",
            (COMMAS,),
            ("%m/%d/%Y", "%B %d, %Y", "%m/%d/%y", "%b %d, %Y"),
            "Blue Mesa|Cottonwood Flats|Drury & Halsted|Ironbark|Lakeview|Pine Hollow|Tumbleweed",
            ("{} Inc.", "{} LLC", "{} Corporation", "{} Associates, P.C.", "{} Co."),
            ("#### Industrial Pkwy", "1## W. Elm Street, Suite ###", "P.O. Box ####"),
            ("Cedar Bend, OH 44###", "Red Rock, AZ 85###", "Port Wendell, WA 98###"),
            ("##-#######",),
            "Marcy Dillworth|Theodore Banks|Luz Arreola",
            "(5##) 555-01##",
        ),
        Land(
            "ID",
            "id",
            "IDR",
            (DOTS, COMMAS),
            ("%d %B %Y", "%d/%m/%Y", "%d-%m-%Y"),
            "Adhi Cakra|Bumi Lestari Makmur|Garuda Samudra|Kencana Wiratama|Mitra Usaha Sentosa|Nusa Indah Perkasa"
            "|Sumber Rejeki Abadi|Tirta Bening",
            ("PT {}", "PT. {}", "CV. {}", "PT {} Tbk"),
            ("Jl. Raya Serpong Km. # No. ##", "Kawasan Industri Jatake Blok @ No. #", "Gedung Menara Kembar Lt. 1#"),
            ("Tangerang 151##", "Kab. Bekasi 175##", "Jakarta Barat 114##", "Sidoarjo 612##"),
            ("0#.###.###.#-###.000", "00################"[:16]),
            "Ibu Ratna Kusumawardhani|Bapak Agus Purnomo|Dewi Anggraini",
            "(021) #######",
            places=0,
        ),
        Land(
            "AU",
            "en",
            "AUD",
            (COMMAS,),
            ("%d/%m/%Y", "%d %b %Y", "%d %B %Y"),
            "Banksia Ridge|Billabong|Currawong|Kookaburra Flat|Mulga Creek|Wattlebird",
            ("{} Pty Ltd", "{} Pty. Limited", "{} Services Pty Ltd", "The {} Unit Trust"),
            ("## Station Street", "Unit #, 1## Boundary Road", "Level #, ### Collins Parade"),
            ("Wodongarra VIC 36##", "Toowoombah QLD 43##", "Fremantel WA 61##"),
            ("## ### ### ###",),
            "Bronte Callaghan|Deepak Nair|Shane Wiltshire",
            "(03) 55## ####",
        ),
        Land(
            "NZ",
            "en",
            "NZD",
            (COMMAS,),
            ("%d %b %Y", "%d/%m/%Y", "%d %B %Y"),
            "Harakeke|Kahikatea|Korimako|Pohutu|Tui Ridge|Weka Bay",
            ("{} Limited", "{} Ltd", "{} Builders Limited", "{} (NZ) Ltd"),
            ("## Great North Road", "Unit @, ## Tarndale Grove", "PO Box ####"),
            ("Whangarata 01##", "Palmerstone North 44##", "Aucklanda 10##"),
            ("1##-###-###", "##-###-###"),
            "Aroha Ngatai|Callum Pike",
            "09 ### ####",
        ),
        Land(
            "CZ",
            "en",
            "EUR",
            (SPACES, COMMAS),
            ("%d. %B %Y", "%Y-%m-%d"),
            "Brusnice|Kovarna|Lipnice|Modrava|Stribro",
            ("{} s.r.o.", "{} a.s."),
            ("Nadrazni ##", "Na Kopci ###/#"),
            ("11# 00 Prahov", "60# 00 Brnov"),
            ("CZ########",),
            "Ing. Marek Dusil|Jitka Slaba",
            "+420 ### ### ###",
        ),
        Land(
            "MX",
            "es",
            "MXN",
            (COMMAS,),
            ("%d/%m/%Y", "%Y-%m-%d", "%d de %B de %Y"),
            "Agave Real|Cenote Azul|Nopalito|Quetzal|Tres Volcanes",
            ("{} S.A. de C.V.", "{} S. de R.L. de C.V.", "Grupo {} SA de CV"),
            ("Av. Insurgentes ### Int. #", "Calle 5 de Mayo No. ##, Col. Centro"),
            ("C.P. 06###, Ciudad Nueva, CDMX", "C.P. 64###, Monterreyes, N.L."),
            ("@@@######@#@", "@@@######@@#"),
            "Ximena Robledo|Arturo Quiñones",
            "55 #### ####",
        ),
        Land(
            "IL",
            "en",
            "ILS",
            (COMMAS,),
            ("%d/%m/%Y", "%d/%m/%y", "%d.%m.%Y"),
            "Carmel Ridge|Etrog|Galim|Negev Bloom|Shaked|Tamar Systems",
            ("{} Ltd.", "{} Technologies Ltd", "{} (2011) Ltd.", "{}"),
            ("## HaRakefet St.", "# HaMelacha St., PO Box ####", "1## Derech Hayam, Floor #"),
            ("Holonit 58#####", "Haifat 33#####, Israel", "Tel Arava 67#####"),
            ("51#######",),
            "Noa Ben-Shalev|Yossi Amrani",
            "0#-#######",
        ),
    )
}


def firms(rng: Random, land: Land, count: int) -> list[Company]:
    """Companies that can't be taken for each other."""
    return [_firm(rng, land, stem) for stem in rng.sample(land.stems.split("|"), count)]


def _firm(rng: Random, land: Land, stem: str) -> Company:
    domain = "".join(c for c in stem.lower() if c.isascii() and c.isalnum())
    return Company(
        name=rng.choice(land.forms).format(stem),
        street=shaped(rng, rng.choice(land.streets)),
        city=shaped(rng, rng.choice(land.cities)),
        tax_id=shaped(rng, rng.choice(land.ids)),
        phone=shaped(rng, land.phone),
        mail=f"{rng.choice(('info', 'invoices', 'accounts', 'hello'))}@{domain}.example",
        iban=shaped(rng, f"{land.code}## #### #### #### #### ##"),
    )


def person(rng: Random, land: Land) -> str:
    return rng.choice(land.persons.split("|"))
