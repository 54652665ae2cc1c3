"""What a country's invoices have in common: currency, how numbers and dates are written, tax rates, shapes of tax ids.

In shapes, # stands for a digit and @ for a capital letter. All ids and post codes are made up.
"""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Country:
    code: str
    language: str
    currency: str
    symbols: tuple[str, ...]
    """The ways to write the currency, code included."""
    numbers: tuple[str, ...]
    """Ways to write 1234567.89; see numbers.NumberFormat."""
    dates: tuple[str, ...]
    tax: str
    rates: tuple[str, ...]
    """In percent, the usual one first."""
    tax_id: tuple[str, ...]
    cities: tuple[str, ...]
    forms: tuple[str, ...]
    """Company forms; {} is the name."""
    scale: int = 1
    """Roughly how many units of money a euro is: prices are made in this size."""
    places: int = 2

    @property
    def rate(self) -> Decimal:
        return Decimal(self.rates[0])


DOTS, COMMAS, SPACES, HARD_SPACES, APOSTROPHES, PLAIN_DOT, PLAIN_COMMA = (
    "1.234,56",
    "1,234.56",
    "1 234,56",
    "1\u00a0234,56",
    "1'234.56",
    "1234.56",
    "1234,56",
)
_DMY = ("%d/%m/%Y", "%d-%m-%Y")
_DOTTED = ("%d.%m.%Y", "%d. %B %Y", "%d.%m.%y")

COUNTRIES = {
    country.code: country
    for country in (
        Country(
            "GB",
            "en",
            "GBP",
            ("£", "GBP"),
            (COMMAS,),
            ("%d/%m/%Y", "%d %B %Y", "%d %b %Y", "%Y-%m-%d"),
            "VAT",
            ("20", "5", "0"),
            ("GB ### #### ##", "GB#########"),
            ("Harrowgate HG1 #@@", "Eastcombe EC# #@@", "Millport LS## #@@"),
            ("{} Ltd", "{} Limited", "{} LLP", "{} plc"),
        ),
        Country(
            "US",
            "en",
            "USD",
            ("$", "USD", "US$"),
            (COMMAS,),
            ("%B %d, %Y", "%m/%d/%Y", "%b %d, %Y"),
            "Sales Tax",
            ("8.25", "6.5", "7"),
            ("##-#######",),
            ("Maple Falls, OR 97###", "Cedar Bluff, TX 75###"),
            ("{} Inc.", "{} LLC", "{} Corp."),
        ),
        Country(
            "IN",
            "en",
            "INR",
            ("Rs.", "INR", "Rs"),
            (COMMAS,),
            ("%d-%m-%Y", "%d-%b-%Y", "%d/%m/%Y"),
            "GST",
            ("18", "12", "5"),
            ("29@@@@@####@1Z#", "07@@@@@####@1Z#"),
            ("Bengaluru 5600##", "New Delhi 1100##"),
            ("{} Pvt. Ltd.", "{} Private Limited", "{} & Co."),
            scale=60,
        ),
        Country(
            "ID",
            "id",
            "IDR",
            ("Rp", "IDR", "Rp."),
            (DOTS, COMMAS),
            ("%d %B %Y", "%d/%m/%Y", "%d-%m-%Y", "%d %b %Y"),
            "PPN",
            ("11",),
            ("##.###.###.#-###.000", "0################"),
            ("Jakarta Selatan 12###", "Surabaya 602##", "Bekasi 17###"),
            ("PT {}", "PT. {}", "CV {}", "UD {}"),
            scale=16000,
            places=0,
        ),
        Country(
            "DE",
            "de",
            "EUR",
            ("€", "EUR"),
            (DOTS, DOTS, PLAIN_COMMA),
            _DOTTED,
            "MwSt.",
            ("19", "7"),
            ("DE#########",),
            ("2#### Lüneborn", "5#### Rheinfurt", "8#### Isartal"),
            ("{} GmbH", "{} GmbH & Co. KG", "{} AG", "{} e.K.", "{} UG (haftungsbeschränkt)"),
        ),
        Country(
            "AT",
            "de",
            "EUR",
            ("€", "EUR"),
            (DOTS,),
            _DOTTED,
            "USt.",
            ("20", "10"),
            ("ATU########",),
            ("10## Wien", "50## Salzach"),
            ("{} GmbH", "{} OG", "{} KG"),
        ),
        Country(
            "CH",
            "de",
            "CHF",
            ("CHF", "Fr."),
            (APOSTROPHES,),
            _DOTTED,
            "MWST",
            ("8.1", "2.6"),
            ("CHE-###.###.### MWST",),
            ("80## Zürichberg", "30## Bernau"),
            ("{} AG", "{} GmbH", "{} & Co."),
        ),
        Country(
            "FR",
            "fr",
            "EUR",
            ("€", "EUR"),
            (SPACES, HARD_SPACES, PLAIN_COMMA),
            ("%d/%m/%Y", "%d %B %Y", "%d/%m/%y"),
            "TVA",
            ("20", "10", "5.5"),
            ("FR## ### ### ###", "FR###########"),
            ("69### Lyonnet", "33### Bordelais", "75010 Parville"),
            ("{} SARL", "SARL {}", "{} SAS", "{} SA"),
        ),
        Country(
            "BE",
            "fr",
            "EUR",
            ("€", "EUR"),
            (DOTS, SPACES),
            _DMY,
            "TVA",
            ("21", "6"),
            ("BE 0###.###.###", "BE0#########"),
            ("10## Bruxelles", "40## Liégeois"),
            ("{} SRL", "{} SA"),
        ),
        Country(
            "NL",
            "nl",
            "EUR",
            ("€", "EUR"),
            (DOTS, DOTS, PLAIN_COMMA),
            ("%d-%m-%Y", "%d %B %Y", "%d/%m/%Y"),
            "BTW",
            ("21", "9"),
            ("NL#########B##",),
            ("1### @@ Amstelwijk", "3### @@ Rottemeren"),
            ("{} B.V.", "{} BV", "{} VOF"),
        ),
        Country(
            "ES",
            "es",
            "EUR",
            ("€", "EUR"),
            (DOTS, DOTS, PLAIN_COMMA),
            ("%d/%m/%Y", "%d de %B de %Y", "%d-%m-%Y"),
            "IVA",
            ("21", "10", "4"),
            ("B########", "A########"),
            ("46### Valdemar", "28### Madriguera"),
            ("{} S.L.", "{} S.A.", "{}, S.L.U."),
        ),
        Country(
            "IT",
            "it",
            "EUR",
            ("€", "EUR", "Euro"),
            (DOTS,),
            ("%d/%m/%Y", "%d %B %Y", "%d.%m.%Y"),
            "IVA",
            ("22", "10", "4"),
            ("IT###########", "###########"),
            ("20### Milanello (MI)", "35### Padovana (PD)"),
            ("{} S.r.l.", "{} S.p.A.", "{} S.n.c."),
        ),
    )
}

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "id": "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "no": "januar februar mars april mai juni juli august september oktober november desember",
    "fi": "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta"
    " marraskuuta joulukuuta",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "cs": "ledna února března dubna května června července srpna září října listopadu prosince",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
