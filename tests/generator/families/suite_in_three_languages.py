"""A business suite's standard page in English, German or Dutch: 'Total EUR excl.', tax specification below."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, price_of
from tests.generator.desk import assortment, populate
from tests.generator.english_folk import Folk, address, shown, with_po
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import pairs, room
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look


@dataclass(frozen=True)
class Suite:
    """A suite's words in one language: facts, columns, sums, tax table, foot."""

    title: str
    facts: str
    columns: str
    sums: str
    taxes: str
    foot: str
    goods: tuple[tuple[str, str], ...]
    rates: tuple[int, ...]
    trades: tuple[str, ...]


SUITES = {
    "GB": Suite(
        "Invoice|Page|of",
        "External Document No.|Order No.|Payment Terms|Due Date|Salesperson|Net {} days",
        "No.|Description|Quantity|Unit|Unit Price|Disc. %|VAT %|Line Amount",
        "Subtotal|Total {} Excl. VAT|{}% VAT|VAT Amount|Total {} Incl. VAT",
        "VAT Amount Specification|VAT %|VAT Base|VAT Amount",
        "Phone No.|Email|VAT Registration No.|Bank|IBAN",
        (("Conference Bundle 1-8", "Pieces"), ("Guest chair, black", "Pieces"), ("Whiteboard, base", "Set")),
        (20, 20, 0),
        ("Furniture", "Office Supplies", "Interiors"),
    ),
    "DE": Suite(
        "Rechnung|Seite|von",
        "Ihre Referenz|Auftragsnr.|Zahlungsbedingungen|Fälligkeitsdatum|Verkäufer|{} Tage netto",
        "Nr.|Beschreibung|Menge|Einheit|VK-Preis|Rabatt %|MwSt. %|Zeilenbetrag",
        "Zwischensumme|Total {} ohne MwSt.|{} % MwSt.|MwSt.-Betrag|Total {} inkl. MwSt.",
        "MwSt.-Betrag Spezifikation|MwSt. %|MwSt.-Bemessungsgrundlage|MwSt.-Betrag",
        "Telefonnr.|E-Mail|USt-IdNr.|Bank|IBAN",
        (("Besucherstuhl schwarz", "Stück"), ("Schreibtisch Berlin 160x80", "Stück"), ("Montage vor Ort", "Stunde")),
        (19, 19, 7),
        ("{} Büromöbel", "{} Bürotechnik", "Objekteinrichtung {}"),
    ),
    "NL": Suite(
        "Factuur|Pagina|van",
        "Uw referentie|Ordernr.|Betalingscondities|Vervaldatum|Verkoper|{} dagen netto",
        "Nr.|Omschrijving|Aantal|Eenheid|Eenheidsprijs|Korting %|Btw-%|Regelbedrag",
        "Subtotaal|Totaal {} excl. btw|{}% btw|Btw-bedrag|Totaal {} incl. btw",
        "Specificatie btw-bedrag|Btw-%|Btw-grondslag|Btw-bedrag",
        "Telefoon|E-mail|Btw-nr.|Bank|IBAN",
        (("Bezoekersstoel zwart", "Stuks"), ("Vergadertafel ovaal 240 cm", "Stuks"), ("Montage op locatie", "Uur")),
        (21, 21, 9),
        ("{} Kantoorinrichting", "{} Projectmeubilair"),
    ),
}


@family("suite-in-three-languages")
def suite_in_three_languages(rng: Random) -> Drawn:
    """A business suite's standard page in English, German or Dutch: 'Total EUR excl.', tax specification below."""
    code = rng.choice(tuple(SUITES))
    say, bill = SUITES[code], Bill(rng, code, rng.choice(("10####", "PS-INV10####", "1#####", "VF{y}-0####")))
    populating = populate_english if code == "GB" else populate
    folk = populating(bill, say.trades, private=0)
    off = rng.random() < 0.4
    for text, unit in assortment(rng, say.goods, 22):
        row = {"rate": Decimal(rng.choice(say.rates)), "sku": bill.shape("19##-@"), "uom": unit}
        cut = rng.choice((0, 5, 10)) if off else 0
        bill.add(text, rng.choice((1, 2, 4, 12)), price_of(rng, 12, 900), discount=cut, more=(str(cut or ""),), **row)
    bill.reckon()
    sheet, po = Sheet(), rng.choice(("", bill.shape("PO####"), bill.shape("45000#####")))
    dated = rng.random() < 0.8
    _suite_page(sheet, bill, say, po or "", folk if dated else None)
    columns = say.columns.split("|")
    heads = "55<{}|150<{}|45>{}|45<{}|65>{}|45>{}|40>{}|75>{}".format(*columns)
    rows = []
    for r in bill.rows:
        money = (bill.p(r.price), r.more[0], f"{r.rate}", bill.m(r.amount))
        rows.append((r.sku or "", r.text, bill.q(r.qty), r.uom or "", *money))
    look = Look("none", size=8, gap=5)
    table(sheet, 38, heads, rows, look, bottom=700, begin=lambda: setattr(sheet, "y", 60.0))
    room(sheet, 190, 770)
    _suite_sums(sheet, bill, say)
    on = shown("seller_id qty price tax_base tax", due=dated, buyer_id=code != "GB", subtotal=True)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "program", "suite"), po),))


def _suite_page(sheet: Sheet, bill: Bill, say: Suite, po: str, folk: Folk | None) -> None:
    """The head; without its salesperson, the due date is missing, too."""
    title, page, of = say.title.split("|")
    sheet.lines(560, 50, [bill.seller.name, *address(bill.seller)], size=8.5, bold_first=True, align="right")
    tax = say.foot.split("|")[2]
    theirs = [bill.buyer.name, *address(bill.buyer)]
    sheet.lines(40, 110, theirs, size=9)
    if bill.land.code != "GB":
        sheet.text(40, 110 + 11.7 * len(theirs), f"{tax} {bill.buyer.tax_id}", size=9)
    sheet.text(40, 195, f"{title} {bill.number}", size=16, bold=True)
    sheet.text(40, 210, bill.d(bill.date), size=9)
    sheet.text(560, 195, f"{page} 1 {of} 1", size=8, align="right") if len(bill.rows) < 15 else None
    names = say.facts.split("|")
    values = [po, bill.shape("1010##"), names[5].format((bill.due - bill.date).days)]
    values += [bill.d(bill.due), folk.clerk] if folk else []
    cells = [(name, value) for name, value in zip(names, values, strict=False) if value]
    for n, (name, value) in enumerate(cells):
        sheet.text(40 + 106 * n, 235, name, size=8, bold=True)
        sheet.text(40 + 106 * n, 247, value, size=8)
    sheet.y = 268
    foot = zip(say.foot.split("|"), _suite_foot(bill), strict=True)
    for n, (name, value) in enumerate(foot):
        sheet.text((40, 125, 260, 375, 430)[n], 800, name, size=7, bold=True)
        sheet.text((40, 125, 260, 375, 430)[n], 810, value, size=7)


def _suite_foot(bill: Bill) -> tuple[str, ...]:
    return bill.seller.phone, bill.seller.mail, bill.seller.tax_id, "WWB Bank", bill.seller.iban


def _suite_sums(sheet: Sheet, bill: Bill, say: Suite) -> None:
    sub, net, one, several, gross = say.sums.split("|")
    tax = one.format(bill.taxes[0].rate) if len(bill.taxes) == 1 else several
    sums = [(sub, bill.subtotal)] if bill.rng.random() < 0.5 else []
    sums += [(net.format(bill.currency), bill.subtotal), (tax, bill.tax), (gross.format(bill.currency), bill.total)]
    sheet.rule(330, sheet.y + 2, 558, sheet.y + 2)
    strong = (net.split(" ")[0],)
    y = pairs(sheet, sheet.y + 16, "<330 >555", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=strong)
    title, rate, base, amount = say.taxes.split("|")
    sheet.text(40, y + 22, title, size=9, bold=True)
    sheet.y = y + 28
    rows = [(f"{t.rate}", bill.m(t.base), bill.m(t.amount)) for t in bill.taxes]
    table(sheet, 38, f"70>{rate}|130>{base}|90>{amount}", rows, Look("none", size=8))
