"""Services that bill by themselves: a care clearing house, a hoster, an internet provider, a ride app."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread, squares
from tests.generator.desk import addressee, assortment, full_name, populate, settled
from tests.generator.english_folk import address, last_month, shown, with_po
from tests.generator.english_folk import full_name as english_name
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

TEAL, ORANGE = (0.0, 0.5, 0.5), (0.9, 0.4, 0.1)
CARE = (
    ("C002", "Consult ten behoeve van een intake", "25.40", ""),
    ("M03", "Gebitsreiniging, per vijf minuten", "16.34", ""),
    ("X10", "Kleine röntgenfoto", "20.43", ""),
    ("A10", "Geleidings-, infiltratie- en/of wortelkanaalanesthesie", "18.16", ""),
    ("V92", "Eénvlaksvulling composiet", "59.03", "36"),
    ("V93", "Tweevlaksvulling composiet", "74.91", "46"),
    ("H11", "Trekken tand of kies", "54.49", "28"),
    ("C022", "Second opinion", "122.59", ""),
)


@family("dutch-care-clearing")
def dutch_care_clearing(rng: Random) -> Drawn:
    """A clearing house sends a dentist's bill to the patient: treatments by date, exempt, insurer's part off."""
    bill = Bill(rng, "NL", rng.choice(("##########", "2##.###.###", "N{y}#######")))
    populate(bill, ("Tandartspraktijk {}", "Mondzorg {}", "Orthodontie {}"), private=1)
    bill.day_format = "%d-%m-%Y"
    house = rng.choice(("Zorgnota Nederland B.V.", "MediFactuur B.V.", "Cura Incasso & Nota B.V."))
    visit = bill.date - dt.timedelta(days=rng.randint(8, 30))
    for code, text, tariff, tooth in assortment(rng, CARE, 14):
        bill.add(
            text,
            rng.choice((1, 2, 3)) if code in ("M03", "X10") else 1,
            Decimal(tariff),
            sku=code,
            more=(bill.d(visit), tooth),
        )
    bill.reckon(taxed=False)
    bill.prepaid = bill.money(bill.total * Decimal("0.75")) if rng.random() < 0.35 else ZERO
    sheet = Sheet()
    sheet.text(45, 62, house.removesuffix(" B.V."), size=20, bold=True, colour=TEAL)
    own = [house, f"Postbus {rng.randint(100, 999)}", bill.shape("13## @@ Almerdam"), "www.mijnnota.example"]
    sheet.lines(420, 50, [*own, f"KvK {bill.shape('########')}"], size=8)
    sheet.lines(45, 140, [bill.buyer.name, *address(bill.buyer)], size=10)
    born = dt.date(rng.randint(1945, 2015), rng.randint(1, 12), rng.randint(1, 28))
    facts = [("Notanummer", bill.number), ("Notadatum", bill.d(bill.date)), ("Vervaldatum", bill.d(bill.due))]
    facts += [("Patiënt", bill.buyer.name), ("Geboortedatum", f"{born:%d-%m-%Y}")]
    facts += [("Zorgverlener", bill.seller.name), ("AGB-code praktijk", bill.shape("11######"))]
    pairs(sheet, 215, "<45 <150", facts, size=9, step=13)
    sheet.text(330, 215, "Praktijkadres", size=9, colour=GREY)
    sheet.lines(330, 228, [bill.seller.name, *address(bill.seller)], size=9)
    sheet.y = 322
    heads = "62<Datum|45<Code|220<Omschrijving|45^Element|40>Aantal|45>Tarief|52>Bedrag"
    rows = [
        (r.more[0], r.sku or "", r.text, r.more[1], bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in bill.rows
    ]
    table(sheet, 42, heads, rows, Look("rows", size=8.5, gap=5), bottom=680)
    room(sheet, 110, 760)
    sums = [("Totaal nota", bill.total)] + (
        [("Reeds vergoed door zorgverzekeraar", -bill.prepaid)] if bill.prepaid else []
    )
    sums += [("Door u te betalen", bill.payable)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 16, "<330 >548", texts, size=9.5, step=16, bold=("Door",))
    squares(sheet, 45, y + 14, 56, rng)
    told = [f"Betaal eenvoudig via de QR-code of maak € {bill.m(bill.payable)} over op {bill.seller.iban}"]
    told += [f"t.n.v. {house} onder vermelding van betalingskenmerk {bill.shape('#### #### #### ####')}."]
    told += ["Deze zorgprestaties zijn vrijgesteld van btw (artikel 11, lid 1, onderdeel g, Wet OB)."]
    sheet.lines(112, y + 28, told, size=8, leading=1.5)
    truth = bill.truth(sheet, "due qty price payable", "medical", "clearing-house")
    truth["seller"]["name"] = [bill.seller.name, house]
    return Drawn(sheet.finish(), (with_po(truth, ""),))


HOSTED = (
    ("Hébergement web Perso", "web-perso-12m", "35.88"),
    ("Nom de domaine .fr - renouvellement 1 an", "dom-fr-renew", "7.49"),
    ("Serveur privé virtuel VPS Comfort", "vps-comfort-1m", "11.50"),
    ("Sauvegarde automatique", "vps-backup-1m", "2.80"),
    ("Messagerie E-mail Pro 10 Go", "mail-pro-1m", "1.49"),
    ("Licence panneau d'administration", "lic-panel-1m", "14.99"),
    ("Adresse IP supplémentaire", "ip-failover", "2.00"),
)


@family("french-hosting-references")
def french_hosting_references(rng: Random) -> Drawn:
    """A French hoster: 'FACTURE FR123', references and periods under the offer, TVA, paid by card or debit later."""
    bill = Bill(rng, "FR", rng.choice(("FR########", "FR{y}#######", "F#######")))
    brand = rng.choice(("Nuagis", "Hébergeo", "Webcoline"))
    folk = populate(bill, (f"{brand} {{}}",), private=0.3)
    start, end = last_month(bill)
    for text, ref, price in assortment(rng, HOSTED, 24):
        site = rng.choice(("exemple-boutique", "atelier-du-port", "cabinet-sud"))
        notes = (f"{site}.example", f"({bill.d(start)} - {bill.d(end)})")
        count = rng.choice((1, 1, 1, 2, 5))
        bill.add(text, count, Decimal(price), sku=ref, rate=Decimal(20), notes=notes[: rng.randint(0, 2)])
    bill.reckon()
    sheet, debit = Sheet(face=VERA), rng.random() < 0.35
    sheet.text(40, 62, brand, size=22, bold=True, colour=ORANGE)
    sheet.lines(40, 84, [bill.seller.name, *address(bill.seller), "France"], size=7.5)
    sheet.text(555, 60, f"FACTURE {bill.number}", size=13, bold=True, align="right")
    head = [("Date d'émission", bill.d(bill.date)), ("Référence client", bill.shape("@@#####-hb").lower())]
    head += [("Bon de commande", bill.shape("#########"))]
    head += [("Moyen de paiement", "Prélèvement SEPA" if debit else rng.choice(("Carte bancaire", "PayPal")))]
    head += [("Date d'échéance", bill.d(bill.due))] if debit else []
    pairs(sheet, 82, "<350 >555", head, size=7.5, step=12)
    vat = not folk.private and rng.random() < 0.6
    theirs = addressee(bill, folk) + ([f"TVA : {bill.buyer.tax_id}"] if vat else [])
    sheet.lines(350, 165, ["Facturé à :", *theirs], size=8, bold_first=True, leading=1.4)
    stops = "<40 <270 >400 >480 >555"

    def begin() -> None:
        sheet.y = 270 if sheet.page == 1 else 60
        bar(sheet, sheet.y - 12, 18, 36, 559, (0.94, 0.94, 0.94))
        spread(
            sheet, sheet.y, stops, ["Offre", "Référence", "Quantité", "Prix unitaire", "Prix HT"], size=7.5, bold=True
        )
        sheet.y += 20

    begin()
    rows = []
    for r in bill.rows:
        text = "\n".join((r.text, *r.notes))
        rows.append((text, r.sku or "", bill.q(r.qty), f"{bill.p(r.price)} €", f"{bill.m(r.amount)} €"))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=7.5, gap=8, bottom=690)
    room(sheet, 90, 760)
    paid = ZERO if debit else bill.total
    sums = [("Total HT", bill.subtotal), ("TVA (20 %)", bill.tax), ("TOTAL TTC", bill.total)]
    sums += [] if debit else [("Montant réglé", paid), ("Reste à payer", ZERO)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    pairs(sheet, sheet.y + 12, "<400 >555", texts, size=8, step=14, bold=("TOTAL",))
    foot = (
        f"{bill.seller.name} au capital de 50 000 € - RCS {bill.shape('### ### ###')} - N° TVA : {bill.seller.tax_id}"
    )
    sheet.text(297, 800, foot, size=6.5, align="centre", colour=GREY)
    sheet.text(
        297,
        809,
        "Pas d'escompte pour paiement anticipé. Pénalités de retard : 3 fois le taux légal.",
        size=6.5,
        align="centre",
        colour=GREY,
    )
    on = shown("seller_id qty price subtotal tax", due=debit, buyer_id=vat)
    truth = bill.truth(sheet, on, "hosting")
    return Drawn(sheet.finish(), (truth if debit else settled(bill, truth),))


LINES = {
    "Internet": (("Zakelijk Glasvezel 1 Gb/s", "62.50"), ("Vast IP-adres", "5.00"), ("Wifi-punt extra", "3.25")),
    "Bellen": (
        ("Bellen onbeperkt, 2 lijnen", "24.00"),
        ("Gesprekken buiten bundel", "4.17"),
        ("Doorkiesnummer", "1.50"),
    ),
    "Televisie": (("TV Zakelijk Publiek", "17.50"),),
    "Overig": (("Eenmalige aansluitkosten", "41.32"), ("Servicepakket Plus", "7.50"), ("Papieren factuur", "1.65")),
}


@family("dutch-internet-month")
def dutch_internet_month(rng: Random) -> Drawn:
    """A provider's month: the sum and its debit day in a tinted box, charges in sections with periods, net and btw."""
    bill = Bill(rng, "NL", rng.choice(("9##########", "F{y}{m}######", "##.###.###.##")))
    folk = populate(bill, ("Glasnet {}", "Lumofoon {}", "Vezelaar {}"), private=0.3)
    bill.day_format = "%d-%m-%Y"
    start = bill.date.replace(day=1)
    until = (start + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)
    sections = [name for name in LINES if name == "Internet" or rng.random() < 0.6]
    for name in sections:
        for text, price in LINES[name][: rng.randint(1, len(LINES[name]))]:
            bill.add(text, None, Decimal(price), rate=Decimal(21), more=(name,))
    if rng.random() < 0.4:
        bill.add("Actiekorting 6 maanden", None, -price_of(rng, 5, 15), rate=Decimal(21), more=(sections[-1],))
    bill.reckon()
    debit, sheet = rng.random() < 0.6, Sheet(face=VERA)
    sheet.text(45, 65, bill.seller.name.split(" ")[0].lower(), size=24, bold=True, colour=(0.0, 0.55, 0.2))
    sheet.lines(45, 130, addressee(bill, folk), size=9)
    facts = [("Factuurnummer", bill.number), ("Klantnummer", bill.shape("########"))]
    facts += [("Factuurdatum", bill.d(bill.date)), ("Periode", f"{bill.d(start)} t/m {bill.d(until)}")]
    facts += [] if debit else [("Uiterlijk betalen op", bill.d(bill.due))]
    pairs(sheet, 130, "<330 <440", facts, size=8, step=13)
    bar(sheet, 215, 56, 45, 550, (0.9, 0.96, 0.91))
    sheet.text(57, 236, f"Te betalen: € {bill.m(bill.total)}", size=14, bold=True)
    way = f"Wij schrijven dit bedrag rond {bill.d(bill.due)} af van {bill.shape('NL## BANK #### #### ##')}."
    other = f"Maak het bedrag over op {bill.seller.iban} onder vermelding van uw factuurnummer."
    sheet.text(57, 257, way if debit else other, size=8.5)
    sheet.y = 300
    spread(sheet, sheet.y, "<45 <300 >550", ["Specificatie", "Periode", "Bedrag excl. btw"], size=8, colour=GREY)
    sheet.y += 16
    for name in sections:
        _section(sheet, bill, name, f"{start:%d-%m} t/m {until:%d-%m}")
    sums = [("Totaal exclusief btw", bill.subtotal), (f"Btw 21% over € {bill.m(bill.subtotal)}", bill.tax)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in [*sums, ("Totaal inclusief btw", bill.total)]]
    pairs(sheet, sheet.y + 14, "<300 >550", texts, size=9, step=15, bold=("Totaal inc",))
    foot = ", ".join((bill.seller.name, *address(bill.seller)))
    foot += f" - KvK {bill.shape('########')} - Btw {bill.seller.tax_id}"
    sheet.text(45, 800, foot, size=6.5, colour=GREY)
    sheet.text(45, 810, "Vragen over uw factuur? Bel 0800-0000 (gratis) of kijk op uw account.", size=6.5, colour=GREY)
    truth = bill.truth(sheet, shown("seller_id subtotal tax tax_base payable", due=not debit), "telecom", "sections")
    if debit:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _section(sheet: Sheet, bill: Bill, name: str, period: str) -> None:
    rows = [r for r in bill.rows if r.more[0] == name]
    sheet.text(45, sheet.y + 4, name, size=10, bold=True)
    sheet.y += 20
    for r in rows:
        when = "" if "Eenmalig" in r.text or "buiten" in r.text else period
        spread(sheet, sheet.y, "<45 <300 >550", [r.text, when, f"€ {bill.m(r.amount)}"], size=8.5)
        sheet.y += 14
    sheet.rule(45, sheet.y - 8, 550, sheet.y - 8, 0.3)
    spread(sheet, sheet.y + 4, "<45 >550", [f"Totaal {name}", f"€ {bill.m(bill.sum(rows))}"], size=8.5, bold=True)
    sheet.y += 24


@dataclass(frozen=True)
class Ride:
    title: str
    issued: str
    facts: str
    columns: str
    sums: str
    goods: tuple[str, ...]
    rate: int
    tax_id: str


RIDES = {
    "GB": Ride(
        "Invoice",
        "Issued by {} on behalf of:",
        "Invoice number:|Invoice date:|Customer:",
        "Tax point date|Description|Qty|VAT|Tax|Net amount",
        "Total net amount|Total VAT {}%|Total gross amount",
        ("Transportation service fare", "Booking fee", "Waiting time", "Airport surcharge"),
        20,
        "VAT number:",
    ),
    "DE": Ride(
        "Rechnung",
        "Ausgestellt von {} im Namen von:",
        "Rechnungsnummer:|Rechnungsdatum:|Kunde:",
        "Leistungsdatum|Beschreibung|Menge|USt.|Steuerbetrag|Nettobetrag",
        "Gesamtnettobetrag|Gesamtbetrag USt. {} %|Gesamtbruttobetrag",
        ("Personenbeförderung", "Vermittlungsgebühr", "Wartezeit", "Flughafenzuschlag"),
        7,
        "USt-IdNr.:",
    ),
    "FR": Ride(
        "Facture",
        "Émise par {} au nom et pour le compte de :",
        "Numéro de facture :|Date de facture :|Client :",
        "Date|Description|Qté|TVA|Montant TVA|Montant net",
        "Montant total net|Montant total TVA {} %|Montant total brut",
        ("Service de transport de personnes", "Frais de réservation", "Attente", "Supplément aéroport"),
        10,
        "Numéro de TVA :",
    ),
    "NL": Ride(
        "Factuur",
        "Uitgereikt door {} namens:",
        "Factuurnummer:|Factuurdatum:|Klant:",
        "Datum|Omschrijving|Aantal|Btw|Btw-bedrag|Nettobedrag",
        "Totaal nettobedrag|Totaal btw {}%|Totaal brutobedrag",
        ("Personenvervoer", "Boekingskosten", "Wachttijd", "Luchthaventoeslag"),
        9,
        "Btw-nummer:",
    ),
}


@family("ride-for-a-driver")
def ride_for_a_driver(rng: Random) -> Drawn:
    """A ride app's invoice on behalf of its driver, in four languages: a few lines, tax per line, no address to pay."""
    code = rng.choice(tuple(RIDES))
    say, bill = RIDES[code], Bill(rng, code, rng.choice(("@@@@@@@@-0#-{y}-000####", "@@@@####-{y}-#######")))
    (populate_english if code == "GB" else populate)(bill, ("{} VTC",) if code == "FR" else ("Taxi",), private=0.6)
    driver = english_name(rng) if code == "GB" else full_name(rng, code)
    bill.seller = replace(bill.seller, name=driver)
    rate = Decimal(say.rate)
    for n, text in enumerate(say.goods[: rng.randint(1, 4)]):
        bill.add(text, 1, price_of(rng, 9, 70) if n == 0 else price_of(rng, 1, 6), rate=rate, more=(bill.d(bill.date),))
    bill.reckon()
    sheet, app = Sheet(), rng.choice(("Ferrybee B.V.", "Hoppaway B.V.", "Rydra Technologies OÜ"))
    sheet.text(45, 70, say.title, size=26)
    sheet.lines(45, 105, [say.issued.format(app), driver, *address(bill.seller)], size=9)
    with_id = rng.random() < 0.7
    if with_id:
        sheet.text(45, 105 + 11.7 * (2 + len(address(bill.seller))), f"{say.tax_id} {bill.seller.tax_id}", size=9)
    number, day, customer = say.facts.split("|")
    sheet.lines(340, 105, [f"{number} {bill.number}", f"{day} {bill.d(bill.date)}"], size=9)
    where = address(bill.buyer) if rng.random() < 0.6 else []
    sheet.lines(340, 145, [customer, bill.buyer.name, *where], size=9)
    stops = "<45 <130 >350 >400 >475 >550"
    spread(sheet, 250, stops, say.columns.split("|"), size=8.5, bold=True)
    sheet.rule(45, 256, 550, 256, 1.2)
    sheet.y = 274
    for r in bill.rows:
        tax = bill.money(r.amount * rate / 100)
        texts = [r.more[0], r.text, "1", f"{say.rate}%", bill.m(tax), bill.m(r.amount)]
        sheet.y = spread(sheet, sheet.y, stops, texts, size=8.5) + 9
    sheet.rule(300, sheet.y, 550, sheet.y, 1.2)
    net, vat, gross = say.sums.split("|")
    sign = "£" if code == "GB" else ""
    after = "" if code == "GB" else " €"
    sums = [(net, bill.subtotal), (vat.format(say.rate), bill.tax), (gross, bill.total)]
    texts2 = [(label, f"{sign}{bill.m(value)}{after}") for label, value in sums]
    pairs(sheet, sheet.y + 18, ">440 >550", texts2, size=9, step=17, bold=(gross,))
    truth = bill.truth(sheet, shown("qty subtotal tax", seller_id=with_id), "platform", "on-behalf")
    truth["seller"]["name"] = [driver, app]
    return Drawn(sheet.finish(), (with_po(settled(bill, truth), ""),))
