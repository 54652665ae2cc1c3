"""Senders' countries, for bills that are drawn by hand: who lives there, and how they write. All of it is made up.

In shapes, # stands for a digit and @ for a capital letter, as in `invent.shaped`.
"""

from dataclasses import dataclass
from random import Random

from tests.generator.invent import shaped
from tests.generator.model import Company
from tests.generator.places import APOSTROPHES, COMMAS, DOTS, SPACES


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


LANDS = {
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
            "CH",
            "de",
            "CHF",
            (APOSTROPHES,),
            ("%d.%m.%Y", "%d. %B %Y"),
            "Alpsteiner|Brüggli|Föhrenwald|Lawinenhof|Rüebliland|Tobelmüller|Wildbachtal",
            ("{} AG", "{} GmbH", "{} Treuhand AG", "{} & Partner AG", "Stiftung {}"),
            ("Dorfplatz #", "Seestrasse 1##", "Im Ried #a"),
            ("84## Winterhalden", "60## Luzernbach", "40## Rheinknie"),
            ("CHE-1##.###.###",),
            "Urs Zgraggen|Regula Bärtschi|Fabio Lüthold",
            "0## ### ## ##",
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
            "ES",
            "es",
            "EUR",
            (DOTS,),
            ("%d/%m/%Y", "%d-%m-%Y", "%d de %B de %Y"),
            "Almazara Vieja|Bodegón del Sur|Cerro Pardo|Golondrina|Mirasierra|Papelera Torrente",
            ("{}, S.L.", "{} S.A.", "{} S.L.U.", "Comercial {} S.L.", "Hnos. {} C.B."),
            ("C/ Alfareros, ##", "Pol. Ind. Las Eras, nave ##", "Avda. de la Paz, 1## - #º B"),
            ("410## Sevillana", "080## Barcelonés", "150## A Coruñesa"),
            ("B########", "A########", "E########"),
            "Nuria Cansino|Íñigo Belmonte",
            "9## ### ###",
        ),
        Land(
            "IT",
            "it",
            "EUR",
            (DOTS,),
            ("%d/%m/%Y", "%d.%m.%Y"),
            "Belforte|Castagneto|F.lli Marangon|Girasole|Officine Vergani|Tre Pini",
            ("{} S.r.l.", "{} S.p.A.", "{} S.n.c.", "Ditta {}", "{} Soc. Coop."),
            ("Via dei Mulini, ##", "Viale Industria ##/@", "P.zza Garibaldi #"),
            ("360## Vicentina (VI)", "401## Bolognola (BO)", "251## Brescianello (BS)"),
            ("IT0##########", "0##########"),
            "Ornella Fabbricatore|Tullio Bragadin",
            "0## ### ####",
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
            "CA",
            "en",
            "CAD",
            (COMMAS,),
            ("%Y-%m-%d", "%B %d, %Y", "%b %d, %Y"),
            "Beaver Creek|Loonlake|Maplecrest|Northern Birch|Tamarack",
            ("{} Ltd.", "{} Inc.", "{} Contracting Ltd."),
            ("## Bayfield Road", "RR #, Concession ##"),
            ("Hamilville, ON L#@ #@#", "Moosehead, NB E#@ #@#"),
            ("######### RT0001",),
            "Colette Tanguay|Gord McPhail",
            "(4##) 555-01##",
        ),
        Land(
            "SG",
            "en",
            "SGD",
            (COMMAS,),
            ("%d %b %Y", "%d/%m/%Y"),
            "Changi Crest|Lionheart|Merlion Point|Orchid Bay|Straits Harbour|Tembusu",
            ("{} Pte. Ltd.", "{} Pte Ltd", "{} (S) Pte Ltd", "{} LLP"),
            ("## Kallang Way #0#-##", "1## Robinson Quay #1#-0#"),
            ("Singapore 3#####", "Singapore 0#####"),
            ("20#######@", "M#-#######-#"),
            "Tan Wei Ling|Rajesh Menon|Farah Iskandar",
            "+65 6### ####",
        ),
        Land(
            "MY",
            "en",
            "MYR",
            (COMMAS,),
            ("%d/%m/%Y", "%d-%m-%Y", "%d %b %Y"),
            "Bunga Raya|Gemilang Jaya|Kelapa Emas|Seri Wangsa|Titiwangsa",
            ("{} Sdn. Bhd.", "{} Sdn Bhd", "{} Berhad", "{} Enterprise"),
            ("No. ##, Jalan Perusahaan #/#", "Lot ##, Kawasan Industri Ringan"),
            ("47### Petaling Hulu, Selangor", "81### Johor Baharu Lama, Johor"),
            ("W10-####-########", "B16-####-########"),
            "Nurul Hidayah|Lim Chee Keong",
            "03-#### ####",
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
            "IN",
            "en",
            "INR",
            (COMMAS,),
            ("%d-%b-%Y", "%d/%m/%Y", "%d-%b-%y"),
            "Aravalli|Chandrika|Deccan Bloom|Neelgiri|Sahyadri|Vindhya",
            ("{} Private Limited", "{} Technologies Pvt Ltd", "{} LLP", "M/s {} Enterprises"),
            ("Plot No. ##, Sector ##", "#th Floor, Tower @, Cyber Gardens"),
            ("Gurgaonpur, Haryana - 1220##", "Pune Khurd, Maharashtra - 4110##"),
            ("06@@@@@####@1Z#", "27@@@@@####@1Z#"),
            "Ananya Kulkarni|Vikram Setty",
            "+91 98### #####",
        ),
        Land(
            "AE",
            "en",
            "AED",
            (COMMAS,),
            ("%d/%m/%Y", "%d-%b-%Y"),
            "Al Nakhla|Creekside|Desert Falcon|Dhow Gate|Oryx Sands",
            ("{} Trading LLC", "{} FZE", "{} General Contracting L.L.C.", "{} DMCC"),
            ("Warehouse ##, Al Quoz Ind. Area #", "Office 1###, Pearl Tower"),
            ("P.O. Box #####, Dubai, UAE", "P.O. Box ####, Sharjah, UAE"),
            ("100###########3",),
            "Omar Haddadin|Sunita Rao",
            "+971 4 ### ####",
        ),
        Land(
            "ZA",
            "en",
            "ZAR",
            (SPACES, COMMAS),
            ("%Y/%m/%d", "%d %B %Y", "%d/%m/%Y"),
            "Baobab Ridge|Fynbos|Kingfisher|Protea Vlei|Springhaas",
            ("{} (Pty) Ltd", "{} CC", "{} Holdings (Pty) Ltd"),
            ("## Voortrekker Road", "Unit #, Kya Business Park"),
            ("Randvaal, Gauteng, 21##", "Paarlberg, 76##"),
            ("4#########",),
            "Thandiwe Nkabinde|Johan Esterhuyse",
            "011 ### ####",
        ),
        Land(
            "SE",
            "en",
            "SEK",
            (SPACES,),
            ("%Y-%m-%d",),
            "Björkdal|Fjällvind|Havsörn|Lingonskog|Mälarstrand",
            ("{} AB", "{} Sverige AB", "{} Nordic AB (publ)"),
            ("Storgatan ##", "Hamnvägen # B", "Box ###"),
            ("SE-413 ## Göteborgsvik", "112 ## Stockholmen"),
            ("SE556#######01",),
            "Astrid Hallberg|Nils-Erik Sundvall",
            "+46 8 ### ## ##",
        ),
        Land(
            "HU",
            "en",
            "EUR",
            (SPACES, DOTS),
            ("%Y.%m.%d.", "%d.%m.%Y"),
            "Bakonyvár|Duna-Kapu|Hortobagy|Moravka|Tiszavirág",
            ("{} Kft.", "{} Zrt.", "{} s.r.o.", "{} Export Kft."),
            ("Ipari út #.", "Tovarni 1##/#"),
            ("H-90## Gyorvar", "CZ-60# 00 Brnenec"),
            ("HU########", "CZ########"),
            "Katalin Somody|Petr Vlasak",
            "+36 ## ### ###",
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
