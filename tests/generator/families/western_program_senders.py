"""France and the Low Countries as programs print there: a builder's lots, a cloud ledger, a week of parcels."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

LOTS = {
    "INSTALLATION DE CHANTIER": ("Amenée et repli du matériel", "Protection des sols et du mobilier"),
    "MAÇONNERIE": (
        "Démolition de cloison en briques plâtrières, évacuation des gravats en décharge agréée",
        "Linteau béton armé 20 x 20 cm, compris coffrage et étaiement",
        "Reprise d'enduit au mortier de chaux, 2 couches",
    ),
    "PLOMBERIE - SANITAIRE": (
        "Fourniture et pose receveur extra-plat 90 x 120",
        "Alimentation EC/EF en multicouche",
        "Mitigeur thermostatique, coloris chromé",
    ),
    "PEINTURE": (
        "Préparation des supports, ponçage, impression",
        "Peinture acrylique velours 2 couches, murs et plafonds",
    ),
}


@family("french-builder-lots")
def french_builder_lots(rng: Random) -> Drawn:
    """A building trade's program: lots with sous-totaux, two rates or autoliquidation, acompte, NET À PAYER."""
    bill = Bill(rng, "FR", rng.choice(("FA0####", "F{y}-0##", "FC{y}{m}##", "####")))
    bill.day_format = "%d/%m/%Y"
    owner = rng.choice(("Lagrange", "Kervella", "Dos Anjos", "Mazerolle"))
    bill.seller = replace(
        bill.seller, name=rng.choice((f"SARL {owner} Bâtiment", f"{owner} Rénovation", f"EURL {owner} & Fils"))
    )
    reverse = rng.random() < 0.2
    rates = (ZERO,) if reverse else tuple(map(Decimal, rng.choice((("20",), ("10",), ("10", "20"), ("5.5", "10")))))
    for at, lot in enumerate(rng.sample(sorted(LOTS), rng.randint(1, 4)), 1):
        for n, text in enumerate(rng.sample(LOTS[lot], rng.randint(1, len(LOTS[lot]))), 1):
            unit = rng.choice(("m²", "ml", "U", "Ens", "h"))
            qty = Decimal(1) if unit == "Ens" else Decimal(rng.randint(150, 9000)) / 100
            bill.add(text, qty, price_of(rng, 14, 290), rate=rng.choice(rates), no=f"{at}.{n}", uom=unit, more=(lot,))
    bill.reckon(taxed=not reverse, slips="total qty")
    bill.prepaid = bill.money(bill.total * rng.choice((0, 0, 30, 40)) / 100)
    sheet = Sheet()
    late = rng.random() < 0.6
    _builder_head(sheet, bill, late=late)
    _builder_rows(sheet, bill)
    _builder_sums(sheet, bill, reverse=reverse, late=late)
    shown = f"{'due' if late else ''} seller_id subtotal qty price payable" + (" tax" if len(bill.taxes) == 1 else "")
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "lots", "deposit"),))


def _builder_head(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    rng, seller = bill.rng, bill.seller
    sheet.text(40, 54, seller.name, size=15, bold=True)
    lines = [*seller.address, f"Tél. : {seller.phone}", f"Email : {seller.mail}"]
    sheet.lines(40, 68, lines, size=8.5)
    sheet.box(330, 40, 555, 100)
    sheet.text(442, 56, f"FACTURE N° {bill.number}", size=12, bold=True, align="centre")
    head = [("Date :", bill.d(bill.date)), ("Code client :", bill.shape("CL0###"))]
    head += [("Échéance :", bill.d(bill.due))] if late else [("Règlement :", "à réception de facture")]
    pairs(sheet, 70, "<340 <420", head, size=8.5, step=11)
    civil = rng.random() < 0.4
    if civil:
        bill.buyer = replace(bill.buyer, name=f"M. et Mme {person(rng, bill.land).split()[-1]}")
    sheet.lines(330, 128, [bill.buyer.name, *bill.buyer.address], size=10)
    about = [
        f"Chantier : {bill.ship_to.street}, {bill.ship_to.city}",
        f"Suivant devis {bill.shape('DE00###')} accepté le {bill.d(bill.date, -45)}",
    ]
    sheet.lines(40, 190, about, size=8.5)
    foot = f"{seller.name} au capital de 8 000 € - SIRET {seller.tax_id[-9:]} 00021 - RM 31 - APE 4399C"
    foot += f" - TVA intracom. {seller.tax_id}"
    sheet.text(297, 806, foot, size=6.5, align="centre")
    cover = (
        "Assurance décennale : Mutuelle des Bâtisseurs, contrat n° "
        + bill.shape("######@")
        + " - couverture France métropolitaine"
    )
    sheet.text(297, 816, cover, size=6.5, align="centre")


BUILDER_STOPS = "<44 <72 >360 <364 >440 >515 >552"


def _builder_rows(sheet: Sheet, bill: Bill) -> None:
    def begin() -> None:
        top = 232 if sheet.page == 1 else 56
        sheet.box(40, top - 12, 555, top + 6, fill=(0.9, 0.9, 0.86))
        heads = ["N°", "Désignation", "Qté", "U.", "P.U. HT", "Total HT", "TVA"]
        spread(sheet, top, BUILDER_STOPS, heads, size=8.5, bold=True)
        sheet.y = top + 20

    begin()
    turn = turned(sheet, begin)
    for lot in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == lot]
        if sheet.y > 660:
            turn()
        no = (rows[0].no or "").split(".")[0]
        sheet.y = spread(sheet, sheet.y, "<44 <72", [no, lot], size=9, bold=True) + 4
        listing(
            sheet,
            BUILDER_STOPS,
            [_builder_cells(sheet, bill, row) for row in rows],
            turn=turn,
            size=8.5,
            gap=5,
            bottom=720,
        )
        sheet.y = (
            spread(sheet, sheet.y, ">440 >515", [f"Sous-total {lot}", bill.m(bill.sum(rows))], size=8.5, bold=True) + 8
        )


def _builder_cells(sheet: Sheet, bill: Bill, row: Row) -> list[str]:
    rate = f"{bill.q(row.rate)} %" if row.rate else "-"
    text = folded(sheet, row.text, 245, 8.5)
    return [row.no or "", text, bill.q(row.qty, 2), row.uom or "", bill.p(row.price), bill.m(row.amount), rate]


def _builder_sums(sheet: Sheet, bill: Bill, *, reverse: bool, late: bool) -> None:
    room(sheet, 150, 790)
    sums = [("Total HT", bill.subtotal)]
    sums += [(f"TVA {bill.m(tax.rate)} % sur {bill.m(tax.base)}", tax.amount) for tax in bill.taxes]
    sums += [("Total TTC", bill.total)]
    sums += [(f"Acompte versé le {bill.d(bill.date, -44)}", -bill.prepaid)] if bill.prepaid else []
    sums += [("NET À PAYER", bill.payable)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = sheet.y + 12
    sheet.box(320, y - 12, 555, y + 15 * len(texts) - 6)
    end = pairs(sheet, y, "<326 >550", texts, size=9, step=15, bold=("NET", "Total T"))
    notes = ["Mode de règlement : virement ou chèque", f"IBAN : {bill.seller.iban}"]
    notes += ["Autoliquidation : TVA due par le preneur assujetti (art. 283-2 nonies du CGI)."] if reverse else []
    notes += ["Pas d'escompte pour paiement anticipé. En cas de retard, pénalités au taux de 3 fois le taux légal"]
    notes += ["et indemnité forfaitaire de recouvrement de 40 €."]
    sheet.lines(40, end + 16, notes, size=7.5)


@family("dutch-friendly-request")
def dutch_friendly_request(rng: Random) -> Drawn:
    """A Dutch cloud program: quantity and unit first, euro signs at the column's left, a sentence with sum and date."""
    bill = Bill(rng, "NL", rng.choice(("{y}-0###", "{y}0###", "F000##", "##-###")))
    stem = bill.seller.name.removeprefix("Stichting ").removeprefix("Gemeente ").split()[0]
    bill.seller = replace(
        bill.seller, name=f"{stem} {rng.choice(('Hoveniers', 'Groenvoorziening', 'Tuin & Park'))} B.V."
    )
    works = (
        "Onderhoud tuin en terras|Snoeien haag|Afvoer groenafval|Voorrijkosten|Graszoden per m2|Beplanting volgens plan"
    )
    works += "|Advies en ontwerp|Aanleg druppelsysteem|Strooizout en sneeuwruimen|Verhuur hoogwerker per dag"
    for text in rng.choices(works.split("|"), k=some(rng, 18)):
        rate = Decimal(9) if "Beplanting" in text or "Graszoden" in text else Decimal(21)
        unit = rng.choice(("", "uur", "st.", "x"))
        qty = Decimal(rng.randint(1, 40)) / (4 if unit == "uur" else 1)
        bill.add(text, qty, price_of(rng, 8, 240), rate=rate, uom=unit or None)
    bill.reckon(slips="total qty")
    sheet = Sheet()
    seller = bill.seller
    sheet.text(
        545,
        62,
        stem,
        size=22,
        bold=True,
        align="right",
        colour=(0.2, 0.45, 0.25),
    )
    with_id, late = rng.random() < 0.3, rng.random() < 0.7
    attention = [f"T.a.v. {person(rng, bill.land)}"] if rng.random() < 0.5 else []
    whom = [bill.buyer.name, *attention, *bill.buyer.address]
    sheet.lines(60, 120, [*whom, f"Btw-nr. {bill.buyer.tax_id}"] if with_id else whom, size=10)
    sheet.lines(400, 120, [seller.name, *seller.address, seller.mail], size=8.5, bold_first=True)
    sheet.text(60, 222, "Factuur", size=18, bold=True)
    head = [("Factuurnummer:", bill.number), ("Factuurdatum:", bill.d(bill.date))]
    head += [("Vervaldatum:", bill.d(bill.due))] if late else []
    head += (
        [("Debiteurnummer:", bill.shape("10###")), ("Uw referentie:", bill.shape("PO-####"))]
        if rng.random() < 0.5
        else []
    )
    pairs(sheet, 244, "<60 <150", head, size=9, step=13)
    _friendly_rows(sheet, bill)
    _friendly_close(sheet, bill, late=late)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if with_id else ''} subtotal qty price"
    shown += " tax tax_base" if len(bill.taxes) == 1 else ""
    truth = bill.truth(sheet, shown, "quantity-first", "currency-sign-apart")
    if not late:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (truth,))


def _friendly_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 <130 <350 >420 >460 <475 >545"

    def begin() -> None:
        top = 330 if sheet.page == 1 else 60
        spread(sheet, top, stops, ["Aantal", "Omschrijving", "Bedrag", "", "Btw", "Totaal", ""], size=8.5, bold=True)
        sheet.rule(60, top + 5, 545, top + 5, 0.5)
        sheet.y = top + 20

    begin()
    rows = []
    for row in bill.rows:
        count = f"{bill.q(row.qty)} {row.uom}" if row.uom else bill.q(row.qty)
        cells = (
            count,
            folded(sheet, row.text, 205, 9),
            "€",
            bill.p(row.price),
            f"{row.rate}%",
            "€",
            bill.m(row.amount),
        )
        rows.append(cells)
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=6, bottom=730)


def _friendly_close(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 130, 780)
    sheet.rule(350, sheet.y - 4, 545, sheet.y - 4, 0.5)
    rows = [("Subtotaal", "€", bill.m(bill.subtotal))]
    rows += [(f"{tax.rate}% btw over € {bill.m(tax.base)}", "€", bill.m(tax.amount)) for tax in bill.taxes]
    rows += [("Totaal", "€", bill.m(bill.total))]
    y = pairs(sheet, sheet.y + 10, "<300 <475 >545", rows, size=9, step=15, bold=("Totaal",))
    days, seller = (bill.due - bill.date).days, bill.seller
    when = f"voor {bill.d(bill.due)}" if late else f"binnen {days} dagen"
    said = f"We verzoeken je vriendelijk het bovenstaande bedrag van € {bill.m(bill.total)} {when} te voldoen op onze "
    said += f"bankrekening {seller.iban} ten name van {seller.name} onder vermelding van het factuurnummer."
    sheet.lines(60, y + 20, sheet.wrap(said, 480, 9), size=9, leading=1.5)
    foot = [f"KvK {bill.shape('########')}", f"Btw {seller.tax_id}", f"IBAN {seller.iban}", f"T {seller.phone}"]
    sheet.text(302, 808, "   ·   ".join(foot), size=7.5, align="centre", colour=GREY)


@family("belgian-parcel-week")
def belgian_parcel_week(rng: Random) -> Drawn:
    """A parcel service's week: shipment numbers, towns, pieces and kilos on each row, a fuel surcharge below."""
    bill = Bill(rng, "BE", rng.choice(("VF{y}#####", "8########", "{y}/7####")))
    trade, form = rng.choice(("Express", "Colis", "Logistics")), rng.choice(("NV", "SA"))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} {trade} {form}")
    rate = Decimal(21)
    services = ("B2B Classic", "B2C Domicile", "Express 10:00", "Retour", "Point relais")
    towns = (
        "4000 LIEGEOIS",
        "FR 59800 LILLERON",
        "2000 ANTWERPENAAR",
        "NL 3511 UTRECHTSEVEEN",
        "6700 ARLONNE",
        "DE 52062 AACHENER",
    )
    for n in range(some(rng, 40)):
        text = rng.choice(services)
        kilos, pieces = Decimal(rng.randint(2, 310)) / 10, rng.choice((1, 1, 1, 2, 4))
        more = (
            bill.d(bill.date, -7 + n % 5),
            bill.shape("0539##########"),
            rng.choice(towns),
            str(pieces),
            bill.q(kilos, 1),
        )
        bill.add(text, None, price_of(rng, 4, 38), rate=rate, more=more)
    percent = Decimal(rng.choice(("9.75", "12.5", "14.25")))
    bill.reckon(charges=bill.money(bill.sum(bill.rows) * percent / 100), at=rate, slips="total amount")
    sheet = Sheet()
    bar(sheet, 30, 40, 36, 250, (0.75, 0.05, 0.1))
    sheet.text(46, 58, bill.seller.name.rsplit(" ", 1)[0].upper(), size=15, bold=True, colour=WHITE)
    with_id = rng.random() < 0.8
    whom = [bill.buyer.name, "Service comptabilité", *bill.buyer.address]
    sheet.lines(330, 110, [*whom, f"TVA {bill.buyer.tax_id}"] if with_id else whom, size=10)
    mine = [bill.seller.name, *bill.seller.address, f"TVA {bill.seller.tax_id}", f"IBAN {bill.seller.iban}"]
    sheet.lines(36, 90, mine, size=8)
    sheet.text(36, 190, "FACTURE", size=15, bold=True)
    tops = ["N° de facture", "Date de facture", "N° client", "Période", "Échéance"]
    week = f"Semaine {bill.date.isocalendar()[1]}/{bill.date.year}"
    cells = [bill.number, bill.d(bill.date), bill.shape("3#####"), week, bill.d(bill.due)]
    spread(sheet, 208, "<36 <140 <240 <330 <450", tops, size=7.5, colour=GREY)
    spread(sheet, 220, "<36 <140 <240 <330 <450", cells, size=9, bold=True)
    _parcel_rows(sheet, bill)
    _parcel_sums(sheet, bill, percent)
    shown = f"due seller_id {'buyer_id' if with_id else ''} subtotal tax_base tax"
    truth = bill.truth(sheet, shown, "shipments", "surcharge")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        weight = Decimal(row.more[4].replace(",", "."))
        item["qty"] = [row.more[3], number_text(weight), None]
        item["description"] = None
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _parcel_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<36 <90 <170 <250 >425 >475 >555"

    def begin() -> None:
        top = 248 if sheet.page == 1 else 56
        heads = ["Date", "N° d'envoi", "Service", "Destination", "Colis", "Kg", "Prix EUR"]
        spread(sheet, top, stops, heads, size=7.5, bold=True)
        sheet.rule(36, top + 4, 555, top + 4, 0.5)
        sheet.y = top + 15
        sheet.text(555, 826, f"Page {sheet.page}", size=7, align="right")

    begin()
    rows = []
    for row in bill.rows:
        day, number, town, pieces, kilos = row.more
        rows.append((day, number, row.text, town, pieces, kilos, bill.m(row.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=7.5, gap=2, bottom=700)


def _parcel_sums(sheet: Sheet, bill: Bill, percent: Decimal) -> None:
    room(sheet, 130, 790)
    sheet.rule(36, sheet.y - 4, 555, sheet.y - 4, 0.5)
    sums = [
        (f"Total transport ({len(bill.rows)} envois)", bill.subtotal),
        (f"Supplément carburant {bill.q(percent)} %", bill.charges),
    ]
    sums += [("Base imposable", bill.tax_base), ("TVA 21 %", bill.tax), ("TOTAL À PAYER EUR", bill.total)]
    y = pairs(sheet, sheet.y + 8, "<320 >555", [(a, bill.m(b)) for a, b in sums], size=9, step=14, bold=("TOTAL",))
    code = bill.shape("+++###/####/#####+++")
    sheet.lines(
        36,
        y + 10,
        [f"Communication structurée : {code}", "Toute réclamation est à introduire dans les 8 jours."],
        size=8.5,
    )
