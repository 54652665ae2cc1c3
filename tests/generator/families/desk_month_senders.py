"""Contracts that run on: a Dutch energy year, a German hoster by contract, a software maker's renewals."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, price_of
from tests.generator.desk import addressee, assortment, populate
from tests.generator.english_folk import Folk, address, last_month, shown, with_po
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import pairs, room
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet
from tests.generator.table import Look

BTW = Decimal(21)


@family("dutch-energy-year")
def dutch_energy_year(rng: Random) -> Drawn:
    """A Dutch jaarnota: kWh and m3 by price with levies, a tax credit as a minus line, advances off."""
    bill = Bill(rng, "NL", rng.choice(("##########", "JN{y}######", "1##.###.###")))
    folk = populate(bill, ("{} Energie", "Energiehuis {}"), private=0.6)
    bill.day_format = "%d-%m-%Y"
    power, gas = rng.randint(900, 14_000), rng.choice((0, rng.randint(300, 4200)))
    _use(bill, "Stroom", power, "kWh", price_of(rng, 0.11, 0.19, step="0.0001"), Decimal("0.1015"))
    if gas:
        _use(bill, "Gas", gas, "m3", price_of(rng, 0.38, 0.62, step="0.0001"), Decimal("0.5782"))
    bill.add("Netbeheerkosten", 12, price_of(rng, 24, 41), rate=BTW, uom="mnd")
    bill.add("Vermindering energiebelasting", None, Decimal("-521.81"), rate=BTW)
    bill.reckon()
    bill.prepaid = bill.money(bill.total * Decimal(rng.randint(60, 97)) / 100)
    sheet, debit = Sheet(), rng.random() < 0.6
    _year_head(sheet, bill, folk, debit)
    sheet.y = 300
    heads = "215<Omschrijving|75>Verbruik|40<Eenheid|85>Tarief (€)|85>Bedrag (€)"
    rows = []
    for r in bill.rows:
        price = bill.numbers.write(r.price, 4) if r.price else ""
        rows.append((r.text, bill.q(r.qty), r.uom or "", price, bill.m(r.amount)))
    table(sheet, 45, heads, rows, Look("rows", size=8.5, gap=5))
    sums = [("Totaal exclusief btw", bill.subtotal), ("Btw 21%", bill.tax), ("Totaal inclusief btw", bill.total)]
    sums += [("Betaalde termijnbedragen", -bill.prepaid), ("Te betalen", bill.payable)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 18, "<320 >542", texts, size=9, step=15, bold=("Totaal inc", "Te betalen"))
    new = bill.m(price_of(rng, 60, 400, step="1"))
    sheet.text(45, sheet.y + 115, f"Uw nieuwe termijnbedrag vanaf volgende maand: € {new} per maand.", size=9)
    foot = f"{bill.seller.name} | KvK {bill.shape('########')} | Btw-nummer {bill.seller.tax_id} | {bill.seller.iban}"
    sheet.text(297, 808, foot, size=7, align="centre", colour=GREY)
    truth = bill.truth(sheet, shown("seller_id qty price subtotal tax payable", due=not debit), "energy", "advances")
    if debit:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _use(bill: Bill, name: str, used: int, unit: str, price: Decimal, levy: Decimal) -> None:
    bill.add(f"{name}: leveringskosten", used, price, rate=BTW, uom=unit)
    bill.add(f"{name}: vaste leveringskosten", 12, Decimal("5.95"), rate=BTW, uom="mnd")
    bill.add(f"{name}: energiebelasting", used, levy, rate=BTW, uom=unit)


def _year_head(sheet: Sheet, bill: Bill, folk: Folk, debit: bool) -> None:
    sheet.text(45, 62, bill.seller.name, size=17, bold=True, colour=(0.8, 0.2, 0.4))
    sheet.text(45, 76, ", ".join(address(bill.seller)), size=8, colour=GREY)
    sheet.lines(45, 125, addressee(bill, folk), size=9.5)
    year = f"{bill.d(bill.date, -372)} t/m {bill.d(bill.date, -8)}"
    facts = [
        ("Factuurnummer", bill.number),
        ("Klantnummer", bill.shape("#######")),
        ("Factuurdatum", bill.d(bill.date)),
    ]
    facts += [("Periode", year)] + ([] if debit else [("Betalen vóór", bill.d(bill.due))])
    pairs(sheet, 125, "<320 <420", facts, size=9, step=14)
    sheet.text(45, 225, "Uw jaarnota", size=16, bold=True)
    bar(sheet, 236, 40, 42, 548, (0.99, 0.93, 0.95))
    sheet.text(54, 252, f"U betaalt ons nog € {bill.m(bill.payable)}", size=12, bold=True)
    way = f"Wij incasseren dit bedrag rond {bill.d(bill.due)}." if debit else "U kunt het bedrag zelf overmaken."
    sheet.text(54, 268, way, size=9)


PACKETS = (
    ("Webhosting Business L", "14.00", 1),
    ("Domain .de", "0.99", 1),
    ("Domain .com", "1.49", 1),
    ("SSL-Zertifikat Wildcard", "4.90", 1),
    ("Cloud-Server CX32, 4 vCPU, 8 GB", "8.40", 2),
    ("Backup-Speicher 1 TB", "3.81", 1),
    ("Zusätzliche IPv4-Adresse", "0.50", 4),
    ("Traffic-Überschreitung je TB", "1.00", 7),
)


@family("german-hosting-contracts")
def german_hosting_contracts(rng: Random) -> Drawn:
    """A German hoster: contracts as headings with their domain, period per line, net prices, collected by debit."""
    bill = Bill(rng, "DE", rng.choice(("R00########", "{y}#########", "DRP#########")))
    folk = populate(bill, ("{} Hosting", "{} Rechenzentrum", "{} Internet"), private=0.2)
    bill.day_format, (start, end) = "%d.%m.%Y", last_month(bill)
    contracts = [bill.shape("########") for _ in range(rng.choice((1, 1, 2, 3)))]
    for contract in contracts:
        for text, price, most in assortment(rng, PACKETS, 8)[:8]:
            bill.add(text, rng.randint(1, most), Decimal(price), rate=Decimal(19), more=(contract,))
    bill.reckon()
    sheet = Sheet(face=VERA)
    debit, vat = rng.random() < 0.7, not folk.private and rng.random() < 0.4
    sheet.text(50, 62, bill.seller.name.split(" ")[0].lower() + "net", size=20, bold=True, colour=(0.8, 0.0, 0.0))
    sheet.text(50, 110, " * ".join((bill.seller.name, *address(bill.seller))), size=6)
    theirs = addressee(bill, folk) + ([f"USt-IdNr.: {bill.buyer.tax_id}"] if vat else [])
    sheet.lines(50, 126, theirs, size=9)
    facts = [("Kundennummer", bill.shape("K##########")), ("Rechnungsnummer", bill.number)]
    facts += [("Rechnungsdatum", bill.d(bill.date))] + ([] if debit else [("Fällig am", bill.d(bill.due))])
    pairs(sheet, 126, "<340 >548", facts, size=8.5, step=13)
    sheet.text(50, 220, "Rechnung", size=15, bold=True)
    sheet.y = 236
    period = f"{start:%d.%m.} - {end:%d.%m.%Y}"
    heads = "205<Leistung|105<Zeitraum|45>Menge|70>Einzelpreis|73>Netto EUR"
    look = Look("none", size=8, gap=4, header_fill=(0.93, 0.93, 0.93))
    for n, contract in enumerate(contracts):
        room(sheet, 120, 720)
        sheet.text(50, sheet.y + 12, f"Vertrag {contract} - beispiel{n + 1}.example", size=8.5, bold=True)
        sheet.y += 20
        mine = [r for r in bill.rows if r.more[0] == contract]
        rows = [(r.text, period, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in mine]
        table(sheet, 50, heads, rows, look, bottom=740)
        sheet.y += 6
    room(sheet, 100, 750)
    sums = [("Summe netto", bill.subtotal), ("zzgl. 19 % USt.", bill.tax), ("Zu zahlender Betrag", bill.total)]
    y = pairs(sheet, sheet.y + 14, "<340 >545", [(a, f"{bill.m(b)} €") for a, b in sums], size=9, step=15, bold=("Zu",))
    told = "Der Rechnungsbetrag wird in den nächsten Tagen von Ihrem Konto abgebucht."
    other = f"Bitte überweisen Sie den Betrag auf IBAN {bill.seller.iban}."
    sheet.text(50, y + 12, told if debit else other, size=8.5)
    register = f"{bill.shape('HRB #####')} | USt-IdNr. {bill.seller.tax_id}"
    foot = f"{bill.seller.name} | Geschäftsführung: {folk.clerk} | {register}"
    sheet.text(297, 806, foot, size=6.5, align="centre", colour=GREY)
    on = shown("seller_id qty price subtotal tax", due=not debit, buyer_id=vat)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "hosting", "sections"), ""),))


SEATS = (
    ("Boardly Cloud Standard", "7.75"),
    ("Boardly Service Desk Premium", "47.20"),
    ("Wikipad Cloud", "5.75"),
    ("Diagrams add-on for Wikipad", "1.10"),
    ("Code Hosting, extra build minutes (1,000)", "10.00"),
)


@family("software-renewal-contacts")
def software_renewal_contacts(rng: Random) -> Drawn:
    """An Australian software maker: billing and technical contact, periods per seat, US dollars, GST at home."""
    away = rng.choice(("US", "US", "AU", "GB"))
    bill = Bill(rng, "AU", rng.choice(("AT-#########", "IN-###-###-###", "AQ######")), buyer=away, currency="USD")
    folk = populate_english(bill, ("Software",), buyer=away, private=0)
    brand = rng.choice(("Boardly", "Wattlestack", "Koalabase"))
    bill.seller = replace(bill.seller, name=f"{brand} Pty Ltd")
    bill.day_format, rate = "%d %b %Y", Decimal(10) if away == "AU" else ZERO
    start = bill.date + dt.timedelta(days=rng.randint(1, 9))
    period = f"{start:%d %b %Y} - {start + dt.timedelta(days=30):%d %b %Y}"
    cut = rng.choice((0, 0, 25, 50))
    for text, price in assortment(rng, SEATS, 8)[:8]:
        notes = (f"{bill.buyer.mail.split('@')[1]} {bill.shape('SEN-########')}", f"Period: {period}")
        bill.add(text, rng.randint(1, 120), Decimal(price), rate=rate, discount=cut, notes=notes)
    bill.reckon(taxed=bool(rate))
    sheet, po, card = Sheet(size=LETTER), rng.choice(("", bill.shape("PO-####"))), rng.random() < 0.5
    sheet.text(45, 64, brand, size=22, bold=True, colour=(0.0, 0.3, 0.7))
    mine = [bill.seller.name, *address(bill.seller)]
    mine += [] if mine[-1] == "Australia" else ["Australia"]
    sheet.lines(45, 82, [*mine, f"ABN {bill.seller.tax_id}"], size=8)
    sheet.text(567, 64, "Tax Invoice" if rate else "Invoice", size=18, align="right")
    facts = [("Invoice #", bill.number), ("Invoice date", bill.d(bill.date))]
    facts += [("Payment method", "Credit card")] if card else [("Payment due", bill.d(bill.due))]
    facts += [("PO number", po)] if po else []
    pairs(sheet, 88, "<380 >567", facts, size=9, step=14)
    sheet.lines(45, 170, ["Bill to", bill.buyer.name, folk.contact, *address(bill.buyer)], size=9, bold_first=True)
    sheet.lines(300, 170, ["Technical contact", folk.clerk, bill.buyer.mail], size=9, bold_first=True)
    sheet.y = 268
    heads = "232<Product|40>Users|80>Unit price|80>Discount|90>Amount (USD)"
    rows = []
    for r in bill.rows:
        off = f"-${bill.m(r.discount)}" if r.discount else ""
        rows.append(("\n".join((r.text, *r.notes)), bill.q(r.qty), f"${bill.p(r.price)}", off, f"${bill.m(r.amount)}"))
    table(sheet, 45, heads, rows, Look("rows", size=8.5, gap=6, note_size=7.5), bottom=660)
    sums = [("Subtotal", bill.subtotal), (f"GST ({rate}%)" if rate else "Tax", bill.tax), ("Total USD", bill.total)]
    texts = [(label, f"${bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 16, "<400 >564", texts, size=9.5, step=16, bold=("Total",))
    told = (
        "Your card on file will be charged on the invoice date." if card else "Wire transfer: quote the invoice number."
    )
    sheet.text(45, y + 14, told, size=8.5)
    on = shown("seller_id qty price subtotal tax", due=not card)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "software", "foreign-currency"), po),))
