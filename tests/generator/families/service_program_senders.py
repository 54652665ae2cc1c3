"""Services with data of their own: a French garage, a laboratory's month by patient, a Spanish telephone company."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.ink import ABSENT, number_text
from tests.generator.lands import person
from tests.generator.listing import Turn, listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet

TWENTY, IVA = Decimal(20), Decimal(21)
PARTS = (
    "Filtre à huile|Huile moteur 5W30 (litre)|Plaquettes de frein avant|Disque de frein AV ventilé|Balai d'essuie-glace"
)
PARTS += "|Ampoule H7|Pneu 205/55 R16 91V|Kit distribution + pompe à eau|Liquide de refroidissement|Batterie 70 Ah"
LABOUR = "M.O. Entretien T1|M.O. Mécanique T2|M.O. Carrosserie T3|Équilibrage et montage|Passage valise diagnostic"


@family("french-garage-order")
def french_garage_order(rng: Random) -> Drawn:
    """A garage: plate, chassis and mileage in a band, work and parts with remise, sums in a row of cells."""
    bill = Bill(rng, "FR", rng.choice(("2######", "FA{y}-####", "V0#####")))
    bill.day_format = "%d/%m/%Y"
    bill.seller = replace(
        bill.seller, name=f"Garage {rng.choice(('des Trois Ponts', 'Lemoigne', 'de la Gare', 'Auto Passion'))} SARL"
    )
    private = rng.random() < 0.5
    if private:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land))
    for text in rng.sample(LABOUR.split("|"), rng.randint(1, 3)):
        bill.add(
            text, Decimal(rng.randint(2, 45)) / 10, Decimal(rng.choice((62, 69, 78))), rate=TWENTY, sku="MO", more=("",)
        )
    for text in rng.sample(PARTS.split("|"), rng.randint(1, 9)):
        less = rng.choice(("", "", "10", "15"))
        qty, sku = Decimal("4.5") if "litre" in text else rng.choice((1, 1, 2, 4)), bill.shape("##.#####.##")
        bill.add(text, qty, price_of(rng, 6, 190), discount=less or 0, rate=TWENTY, sku=sku, more=(less,))
    if rng.random() < 0.6:
        bill.add("Participation recyclage déchets", 1, Decimal("3.50"), rate=TWENTY, sku="REC", more=("",))
    bill.reckon(slips="total qty amount")
    paid = rng.random() < 0.5
    bill.prepaid = bill.total if paid else ZERO
    sheet = Sheet()
    _garage_head(sheet, bill)
    _garage_rows(sheet, bill)
    late = not paid and rng.random() < 0.7
    _garage_sums(sheet, bill, late=late)
    shown = f"{'due' if late else ''} seller_id subtotal tax tax_base qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "vehicle", "totals-strip"),))


def _garage_head(sheet: Sheet, bill: Bill) -> None:
    seller = bill.seller
    sheet.text(36, 52, seller.name, size=16, bold=True, colour=(0.1, 0.2, 0.55))
    sheet.lines(
        36,
        66,
        ["Mécanique - Carrosserie - Véhicules neufs et occasions", *seller.address, f"Tél {seller.phone}"],
        size=8,
    )
    sheet.text(555, 52, "FACTURE", size=16, bold=True, align="right")
    sheet.lines(330, 96, [bill.buyer.name, *bill.buyer.address], size=10)
    head = [("Facture n°", bill.number), ("Date", bill.d(bill.date)), ("N° client", bill.shape("4####"))]
    head += [("OR n°", bill.shape("OR7####")), ("Réceptionnaire", person(bill.rng, bill.land))]
    pairs(sheet, 118, "<36 <110", head, size=8.5, step=11)
    tops = ["Immatriculation", "Marque - Modèle", "N° de série (VIN)", "1ère M.E.C.", "Kilométrage"]
    car = [
        bill.shape("@@-###-@@"),
        bill.rng.choice(("Corvane 1.6 HDi", "Alizée II", "Trafiquo L2")),
        bill.shape("VF1@@@0####@#####"),
    ]
    car += [bill.d(bill.date, -1900), f"{bill.m(Decimal(bill.rng.randint(9000, 240000)), 0)} km"]
    sheet.box(36, 184, 559, 212, fill=(0.93, 0.94, 0.98))
    spread(sheet, 194, "<42 <130 <235 <370 <460", tops, size=7, colour=GREY)
    spread(sheet, 206, "<42 <130 <235 <370 <460", car, size=8.5)


def _garage_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 <112 >360 >430 >475 >555"

    def begin() -> None:
        top = 236 if sheet.page == 1 else 56
        spread(
            sheet,
            top,
            stops,
            ["Référence", "Désignation", "Qté / Tps", "P.U. H.T.", "Rem. %", "Montant H.T."],
            size=8,
            bold=True,
        )
        sheet.rule(36, top + 4, 559, top + 4, 0.6)
        sheet.y = top + 17

    begin()
    rows = [
        (r.sku or "", folded(sheet, r.text, 200, 8.5), bill.q(r.qty, 2), bill.p(r.price), r.more[0], bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=3, bottom=640)


def _garage_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    y = max(sheet.y + 20, 660)
    tops = ["Total H.T.", "Base T.V.A.", "Taux", "Montant T.V.A.", "Total T.T.C.", "Net à payer"]
    cells = [
        bill.m(bill.subtotal),
        bill.m(bill.tax_base),
        "20,00",
        bill.m(bill.tax),
        bill.m(bill.total),
        f"{bill.m(bill.payable)} €",
    ]
    stops = "^80 ^167 ^254 ^341 ^428 ^515"
    for n in range(6):
        sheet.box(36 + 87.16 * n, y - 12, 36 + 87.16 * (n + 1), y + 20)
    spread(sheet, y, stops, tops, size=7.5, colour=GREY)
    spread(sheet, y + 14, stops, cells, size=9.5, bold=True)
    said = (
        f"Réglé le {bill.d(bill.date)} par carte bancaire : {bill.m(bill.total)} €"
        if bill.prepaid
        else "Règlement par chèque ou virement"
    )
    said = f"Échéance : {bill.d(bill.due)}" if late else said
    notes = [
        said,
        "Pièces remplacées tenues à votre disposition. Prochaine révision conseillée dans 20 000 km ou 12 mois.",
    ]
    sheet.lines(36, y + 38, notes, size=8)
    seller = bill.seller
    foot = f"SARL au capital de 15 000 € - RCS {seller.tax_id[-9:]} - N° TVA {seller.tax_id} - IBAN {seller.iban}"
    sheet.text(297, 818, foot, size=6.5, align="centre")


TESTS = {
    "3550": ("Blutbild", "3.50"),
    "3551": ("Differenzialblutbild", "1.17"),
    "3560": ("Glukose", "2.33"),
    "3585.H1": ("Kreatinin", "2.33"),
    "3562.H1": ("Cholesterin", "2.33"),
    "4030.H4": ("TSH basal", "14.57"),
    "3741": ("CRP quantitativ", "11.66"),
    "3735": ("HbA1c", "11.66"),
}


@family("laboratory-by-patient")
def laboratory_by_patient(rng: Random) -> Drawn:
    """A laboratory's month for a practice: patients as headings, code, test, count and price; exempt from tax."""
    bill = Bill(rng, "DE", rng.choice(("L{y}{m}###", "#######", "{y}-{m}-####")))
    bill.day_format = "%d.%m.%Y"
    bill.seller = replace(
        bill.seller,
        name=rng.choice(("MVZ Labor {} GbR", "Laborgemeinschaft {}", "Medizinisches Labor {} GmbH")).format(
            bill.seller.city.split()[-1]
        ),
    )
    bill.buyer = replace(
        bill.buyer,
        name=rng.choice(("Praxis Dr. med. Ohlendiek", "Gemeinschaftspraxis am Markt", "Hausarztzentrum Münzdorf")),
    )
    patients = [
        f"{name}, geb. {bill.shape('1#.0#.19##')}"
        for name in rng.sample(("Amann, I.", "Bohle, K.", "Ceylan, N.", "Dreier, H.", "Ewert, P."), rng.randint(1, 5))
    ]
    for patient in patients:
        seen = f"{patient}   Auftrag {bill.shape('#######')} vom {bill.d(bill.date, -rng.randint(3, 28))}"
        for code in sorted(rng.sample(sorted(TESTS), rng.randint(1, 6))):
            text, price = TESTS[code]
            bill.add(text, rng.choice((1, 1, 1, 2)), Decimal(price), sku=code, more=(seen,))
    bill.reckon(taxed=False, slips="total qty")
    sheet = Sheet()
    office_no = bill.shape("##/###/#####")
    late = rng.random() < 0.6
    sheet.text(56, 56, bill.seller.name, size=14, bold=True, colour=(0.0, 0.35, 0.35))
    sheet.text(56, 69, "Fachärzte für Laboratoriumsmedizin, Mikrobiologie und Infektionsepidemiologie", size=7.5)
    sheet.text(56, 120, f"{bill.seller.name} · {bill.seller.street} · {bill.seller.city}", size=6)
    sheet.lines(56, 136, [bill.buyer.name, *bill.buyer.address], size=10)
    head = [
        ("Sammelrechnung", bill.number),
        ("Rechnungsdatum", bill.d(bill.date)),
        ("Einsender-Nr.", bill.shape("4###")),
    ]
    head += [("Zahlbar bis", bill.d(bill.due))] if late else [("Zahlbar", "sofort rein netto")]
    pairs(sheet, 136, "<370 <455", head, size=9, step=13, bold=("Samm",))
    stops = "<70 <130 >400 >455 >540"

    def begin() -> None:
        top = 232 if sheet.page == 1 else 56
        spread(sheet, top, stops, ["GOÄ-Ziffer", "Untersuchung", "Anz.", "Preis €", "Betrag €"], size=8.5, bold=True)
        sheet.rule(56, top + 4, 540, top + 4, 0.5)
        sheet.y = top + 18

    begin()
    _patients(sheet, bill, stops, begin)
    room(sheet, 90, 780)
    sheet.rule(400, sheet.y - 6, 540, sheet.y - 6, 0.5)
    spread(sheet, sheet.y + 8, "<300 >540", ["Rechnungsbetrag EUR", bill.m(bill.total)], size=11, bold=True)
    said = ["Heilbehandlungen sind nach § 4 Nr. 14 UStG von der Umsatzsteuer befreit."]
    said += [
        f"Apotheker- und Ärztebank, IBAN {bill.seller.iban}",
        f"Steuernummer {office_no} · Fragen zur Abrechnung: {bill.seller.phone}",
    ]
    sheet.lines(56, sheet.y + 34, said, size=8.5)
    truth = bill.truth(sheet, f"{'due' if late else ''} qty price", "patients", "no-tax", "subtotals")
    truth["seller"]["tax_id"] = [office_no, None]
    return Drawn(sheet.finish(), (truth,))


def _patients(sheet: Sheet, bill: Bill, stops: str, begin: Turn) -> None:
    turn = turned(sheet, begin)
    for patient in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == patient]
        if sheet.y > 700:
            turn()
        sheet.y = spread(sheet, sheet.y, "<56", [patient], size=8.5, bold=True) + 3
        cells = [(r.sku or "", r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in rows]
        listing(sheet, stops, cells, turn=turn, size=8.5, gap=2, bottom=760)
        sheet.y = spread(sheet, sheet.y, ">455 >540", ["Summe Patient", bill.m(bill.sum(rows))], size=8.5) + 7


LINES = {
    "Fibra 600 Mb": (20, 32),
    "Tarifa móvil 25 GB": (8, 16),
    "Línea adicional ilimitada": (9, 18),
    "Centralita virtual": (12, 30),
}
EXTRA = {
    "Llamadas a números 902": (1, 6),
    "Roaming fuera de la UE": (3, 40),
    "SMS Premium": (1, 4),
    "Bono datos extra 5 GB": (4, 6),
}


@family("spanish-phone-promotions")
def spanish_phone_promotions(rng: Random) -> Drawn:
    """A telephone company: Total a pagar in a box first, periods under fees, promotions as lines with a minus."""
    bill = Bill(rng, "ES", rng.choice(("FT{y}######", "2##-KF##-#####", "A##########")))
    brand = bill.seller.name.removeprefix("Comercial ").removeprefix("Hnos. ").split()[0].strip(",")
    bill.seller = replace(bill.seller, name=f"{brand} Telecomunicaciones S.A.U.", tax_id=bill.shape("A########"))
    period = f"({bill.d(bill.date, -31)} a {bill.d(bill.date, -1)})"
    for text in rng.sample(sorted(LINES), rng.randint(1, 4)):
        price = price_of(rng, *LINES[text])
        bill.add(f"Cuota {text}", None, price, rate=IVA, notes=(period,), more=("Cuotas",))
        if rng.random() < 0.5:
            bill.add(
                f"Promoción {text.split()[0]}",
                None,
                -bill.money(price * rng.choice((20, 30, 50)) / 100),
                rate=IVA,
                more=("Cuotas",),
            )
    for text in rng.sample(sorted(EXTRA), rng.randint(0, 3)):
        bill.add(
            text,
            None,
            price_of(rng, *EXTRA[text], step="0.0001").quantize(Decimal("0.01")),
            rate=IVA,
            more=("Consumos",),
        )
    bill.reckon()
    private = rng.random() < 0.4
    if private:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land).upper(), tax_id=bill.shape("########@"))
    sheet = Sheet()
    sheet.text(42, 66, brand.lower(), size=30, bold=True, colour=(0.0, 0.55, 0.7))
    sheet.lines(330, 60, [bill.buyer.name, *bill.buyer.address], size=10)
    head = [("Nº de factura:", bill.number), ("Fecha de emisión:", bill.d(bill.date)), ("NIF/CIF:", bill.buyer.tax_id)]
    head += [("Nº de cuenta cliente:", bill.shape("1#######")), ("Período:", period.strip("()"))]
    pairs(sheet, 128, "<42 <150", head, size=9, step=13)
    bar(sheet, 122, 62, 330, 553, (0.0, 0.55, 0.7))
    sheet.text(345, 142, "Total a pagar", size=11, colour=WHITE)
    sheet.text(540, 168, f"{bill.m(bill.total)} €", size=20, bold=True, align="right", colour=WHITE)
    late = rng.random() < 0.6
    pay = f"Fecha de cargo en cuenta: {bill.d(bill.due)}" if late else "Domiciliado en su cuenta habitual"
    sheet.text(330, 200, f"{pay}  ES** **** **** **{bill.shape('##')}", size=8)
    _phone_rows(sheet, bill)
    foot = f"{bill.seller.name}. Domicilio social: {', '.join(bill.seller.address)}. C.I.F. {bill.seller.tax_id}."
    sheet.text(42, 812, foot, size=6.5, colour=GREY)
    truth = bill.truth(sheet, "seller_id buyer_id tax_base tax", "summary-first", "negative-lines")
    truth["invoice"]["due_date"] = [bill.due.isoformat(), None] if late else ABSENT
    return Drawn(sheet.finish(), (_promotions_as_discount(truth, bill),))


def _promotions_as_discount(truth: Truth, bill: Bill) -> Truth:
    """What is taken off may as well be read as a discount on all."""
    off = sum((row.amount for row in bill.rows if row.amount < 0), ZERO)
    kept = [item for item, row in zip(truth["items"], bill.rows, strict=True) if row.amount > 0]
    totals = truth["totals"] | {"subtotal": [number_text(bill.subtotal - off), None], "discount": number_text(-off)}
    return {**truth, "or": [{"items": kept, "totals": totals}]} if off else truth


def _phone_rows(sheet: Sheet, bill: Bill) -> None:
    sheet.text(42, 240, "Detalle de la factura", size=12, bold=True)
    sheet.text(553, 240, "Importe (€)", size=8.5, align="right", colour=GREY)
    sheet.y = 262
    for part in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == part]
        bar(sheet, sheet.y - 11, 16, 42, 553, (0.9, 0.96, 0.97))
        sheet.y = spread(sheet, sheet.y, "<48 >547", [part, bill.m(bill.sum(rows))], size=9, bold=True) + 6
        for row in rows:
            text = " ".join((row.text, *row.notes))
            sheet.y = spread(sheet, sheet.y, "<60 >547", [text, bill.m(row.amount)], size=9) + 4
        sheet.y += 6
    sums = [("Total (base imponible)", bill.subtotal), ("IVA (21%)", bill.tax), ("Total factura", bill.total)]
    sheet.rule(300, sheet.y - 8, 553, sheet.y - 8, 0.5)
    pairs(sheet, sheet.y + 6, "<300 >547", [(a, bill.m(b)) for a, b in sums], size=9.5, step=15, bold=("Total f",))
    ad = (
        "¿Sabías que puedes consultar todas tus facturas en la app Mi "
        + bill.seller.name.split()[0]
        + "? ¡Descárgala gratis!"
    )
    sheet.text(42, 780, ad, size=8)
