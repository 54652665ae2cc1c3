"""Orders of web shops: an electronics shop, a book shop, and two shop systems' own invoice pages."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.desk import addressee, assortment, populate, settled
from tests.generator.english_folk import SIGNS, address, shown
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, TIMES, Sheet
from tests.generator.table import Look

BLUE, PALE = (0.0, 0.35, 0.7), (0.92, 0.93, 0.95)
GADGETS = (
    ("Korvex WH-720 Zwart draadloze koptelefoon", 89, 349),
    ("Lumira 27 inch monitor 4K USB-C", 229, 599),
    ("Vantell HDMI 2.1 kabel 2 meter", 12, 29),
    ("Tessera 11 256GB Wifi Spacegrijs", 279, 649),
    ("Brightleaf Airfryer XXL 7,2 L", 99, 239),
    ("Garantieverlenging 3 jaar", 19, 99),
    ("Nordhaus wasmachine 9 kg 1600 toeren A-10%", 449, 899),
    ("Inktcartridges 912XL combipack", 45, 98),
    ("Oplader 65 W USB-C snellader wit", 22, 59),
)


@family("dutch-electronics-shop")
def dutch_electronics_shop(rng: Random) -> Drawn:
    """A big Dutch shop: quantity first, prices with btw, 'waarvan btw', paid with iDEAL so that nothing stays open."""
    bill = Bill(rng, "NL", rng.choice(("9########", "{y}########", "F-#########")))
    folk = populate(bill, ("{} Elektro", "{} Online", "Witgoed {}"), private=0.6)
    bill.included, twenty = True, Decimal(21)
    for text, low, high in assortment(rng, GADGETS, 14):
        sku = bill.shape("######")
        bill.add(
            text, rng.choice((1, 1, 1, 2, 4)), Decimal(rng.randint(low, high)) - Decimal("0.01"), sku=sku, rate=twenty
        )
    code = price_of(rng, 5, 12, step="5") if rng.random() < 0.25 else ZERO
    bill.reckon(discount=code, charges=rng.choice((ZERO, ZERO, Decimal("3.99"))), at=twenty)
    sheet, later = Sheet(face=VERA), rng.random() < 0.3
    sheet.text(40, 62, bill.seller.mail.split("@")[1], size=22, bold=True, colour=BLUE)
    mine = [bill.seller.name, *address(bill.seller), f"KvK {bill.shape('########')}", f"Btw-nr. {bill.seller.tax_id}"]
    sheet.lines(555, 48, mine, size=7, align="right")
    sheet.text(40, 120, "Factuur", size=18, bold=True)
    business = not folk.private and rng.random() < 0.5
    theirs = addressee(bill, folk) + ([f"Btw-nummer: {bill.buyer.tax_id}"] if business else [])
    sheet.lines(40, 145, theirs, size=8.5, leading=1.45)
    method = "Achteraf betalen" if later else rng.choice(("iDEAL", "iDEAL | Wero", "Creditcard", "PayPal"))
    facts = [
        ("Factuurnummer", bill.number),
        ("Factuurdatum", bill.d(bill.date)),
        ("Ordernummer", bill.shape("########")),
    ]
    facts += [("Klantnummer", bill.shape("#######")), ("Betaalmethode", method)]
    facts += [("Uiterste betaaldatum", bill.d(bill.due))] if later else []
    pairs(sheet, 145, "<330 <450", facts, size=8.5, step=14)
    stops = "<40 <85 >400 >450 >555"

    def begin() -> None:
        sheet.y = 262 if sheet.page == 1 else 60
        spread(sheet, sheet.y, stops, ["Aantal", "Artikel", "Prijs per stuk", "Btw", "Totaal"], size=8, colour=GREY)
        sheet.rule(40, sheet.y + 6, 555, sheet.y + 6, 0.4)
        sheet.y += 22

    begin()
    rows = [
        (f"{bill.q(r.qty)}x", f"{r.text}\nArtikelnr. {r.sku}", f"€ {bill.p(r.price)}", "21%", f"€ {bill.m(r.amount)}")
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=8, bottom=700)
    room(sheet, 130, 780)
    sheet.rule(330, sheet.y, 555, sheet.y)
    sums = [("Subtotaal", bill.subtotal)]
    sums += [("Korting actiecode", -code)] if code else []
    sums += [("Verzendkosten", bill.charges)] if bill.charges or rng.random() < 0.5 else []
    sums += [("Totaal incl. btw", bill.total), ("Totaal excl. btw", bill.tax_base), ("Waarvan 21% btw", bill.tax)]
    sums += [] if later else [(f"Betaald met {method}", -bill.total), ("Nog te betalen", ZERO)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 16, "<330 >555", texts, size=8.5, step=15, bold=("Totaal incl", "Nog"))
    foot = "Vragen over je bestelling? Kijk op onze klantenservicepagina. Bewaar deze factuur als garantiebewijs."
    sheet.text(297, 808, foot, size=7, align="centre", colour=GREY)
    on = shown("seller_id subtotal tax tax_base qty price", due=later, buyer_id=business)
    truth = bill.charge_as_line(bill.truth(sheet, on, "web-shop", "prices-with-tax"))
    return Drawn(sheet.finish(), (truth if later else settled(bill, truth),))


BOOKS = (
    ("Ahlgrimm: Der letzte Deich. Roman", 12, 26, 7),
    ("Tessenow/Brück: Handbuch Lohnsteuer, 14. Aufl.", 49, 129, 7),
    ("Kranich: Vogelstimmen zwischen Elbe und Oder", 18, 34, 7),
    ("Matheprofi 7, Arbeitsheft mit Lösungen", 9, 13, 7),
    ("Weltatlas für die Sekundarstufe", 24, 32, 7),
    ("Wandkalender Leuchttürme", 15, 29, 19),
    ("Brettspiel Hansekontor", 29, 44, 19),
    ("Iwersen: Baurecht kompakt (br.)", 22, 58, 7),
    ("Notizbuch A5 liniert, Leinen", 9, 19, 19),
)


@family("german-bookshop-isbn")
def german_bookshop_isbn(rng: Random) -> Drawn:
    """A book shop: count and ISBN first, shop prices with tax at 7 and 19 %, a library's discount, tax in sentences."""
    bill = Bill(rng, "DE", rng.choice(("######", "R{y}-#####", "2#####/{y}")))
    folk = populate(bill, ("Buchhandlung {}", "Bücherstube {}", "Fachbuch {}"), private=0.3)
    bill.included, bill.day_format = True, "%d.%m.%Y"
    percent = rng.choice((0, 0, 5, 10))
    for text, low, high, rate in assortment(rng, BOOKS, 28):
        qty, price = rng.choice((1, 1, 2, 3, 25)), price_of(rng, low, high, step="0.1")
        bill.add(text, qty, price, rate=Decimal(rate), discount=percent, sku=bill.shape("978-3-####-####-#"))
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("3.50"))), at=Decimal(7))
    sheet, dated = Sheet(face=TIMES), rng.random() < 0.6
    sheet.text(297, 60, bill.seller.name, size=20, bold=True, align="centre")
    line = f"Inh. {folk.clerk} - Belletristik - Fachbuch - Schulbuch - Telefon {bill.seller.phone}"
    sheet.text(297, 78, line, size=9, align="centre")
    sheet.rule(60, 86, 535, 86)
    sheet.text(60, 125, ", ".join((bill.seller.name, *address(bill.seller))), size=6.5)
    sheet.lines(60, 142, addressee(bill, folk), size=10.5)
    facts = [("Rechnung-Nr.", bill.number), ("Datum", bill.d(bill.date)), ("Kunden-Nr.", bill.shape("#####"))]
    facts += [("Ihre Bestellung", f"vom {bill.d(bill.date, -rng.randint(2, 9))}")] if rng.random() < 0.6 else []
    pairs(sheet, 142, "<380 <455", facts, size=10, step=14)
    sheet.text(60, 240, "RECHNUNG", size=13, bold=True)
    stops = ">78 <90 <190 >410 >450 >480 >535" if percent else ">78 <90 <190 >440 >440 >480 >535"

    def begin() -> None:
        sheet.y = 262 if sheet.page == 1 else 60
        heads = ["Anz.", "ISBN/Artikel", "Titel", "Ladenpr.", "Rab.%" if percent else "", "USt", "EUR"]
        spread(sheet, sheet.y, stops, heads, size=9, bold=True)
        sheet.rule(60, sheet.y + 4, 535, sheet.y + 4)
        sheet.y += 18

    begin()
    rows = []
    for r in bill.rows:
        off = bill.m(Decimal(percent), 0) if percent else ""
        title = folded(sheet, r.text, 165, 9)
        rows.append((bill.q(r.qty), r.sku or "", title, bill.p(r.price), off, f"{r.rate}", bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=690)
    room(sheet, 110, 770)
    sheet.rule(380, sheet.y - 4, 535, sheet.y - 4)
    if bill.charges:
        sheet.y = spread(sheet, sheet.y + 8, "<380 >535", ["Porto/Versand", bill.m(bill.charges)], size=9.5)
    spread(sheet, sheet.y + 10, "<380 >535", ["Rechnungsbetrag EUR", bill.m(bill.total)], size=11, bold=True)
    told = [f"Enthaltene USt {t.rate} % aus {bill.m(t.base)} EUR netto: {bill.m(t.amount)} EUR" for t in bill.taxes]
    term = f"Zahlbar bis {bill.d(bill.due)} ohne Abzug." if dated else "Zahlbar sofort nach Erhalt rein netto."
    told += ["", term, "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum."]
    sheet.lines(60, sheet.y + 32, told, size=9.5)
    foot = f"USt-IdNr. {bill.seller.tax_id} - IBAN {bill.seller.iban} - Volksbank - {bill.seller.mail}"
    sheet.text(297, 812, foot, size=8, align="centre")
    truth = bill.truth(sheet, shown("seller_id qty price", due=dated), "web-shop", "prices-with-tax", "isbn")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


PRODUITS = (
    ("Bougie parfumée figuier - Taille : 180 g", "20"),
    ("Carnet pointillé A5 (Couleur : Ocre)", "20"),
    ("Thé noir bergamote vrac 100 g", "5.5"),
    ("Miel de châtaignier 500 g", "5.5"),
    ("Lampe de bureau articulée - Couleur : Noir mat", "20"),
    ("Affiche encadrée « Phare » 30x40", "20"),
    ("Tablier en lin lavé, taille unique", "20"),
)


@family("french-shop-module")
def french_shop_module(rng: Random) -> Drawn:
    """A free shop system's page: FACTURE with '#FA' at the right, two addresses, facts in a row, tax detail beside."""
    bill = Bill(rng, "FR", rng.choice(("FA00####", "FA0#####", "FA{y}00###")))
    folk = populate(bill, ("L'Atelier {}", "{} Déco", "Comptoir {}"), private=0.7)
    bill.day_format = "%d/%m/%Y"
    for text, rate in assortment(rng, PRODUITS, 12):
        row = {"rate": Decimal(rate), "sku": bill.shape(rng.choice(("REF-####", "demo_##", "@@@###")))}
        bill.add(text, rng.choice((1, 1, 2, 3)), price_of(rng, 4, 60), **row)
    offer = price_of(rng, 1, 4) if rng.random() < 0.3 else ZERO
    bill.reckon(discount=offer, charges=price_of(rng, 4, 9) if rng.random() < 0.7 else ZERO, at=Decimal(20))
    sheet = Sheet()
    sheet.text(35, 62, bill.seller.name, size=17, bold=True)
    sheet.text(560, 50, "FACTURE", size=12, bold=True, align="right", colour=GREY)
    sheet.lines(560, 65, [bill.d(bill.date), f"#{bill.number}"], size=9, align="right")
    where = address(bill.buyer)
    person = [folk.contact] if folk.private else [folk.contact, bill.buyer.name]
    phone = [bill.shape("06########")]
    sheet.lines(35, 110, ["Adresse de livraison", *person, *where, "France", *phone], size=9, bold_first=True)
    vat = [] if folk.private or rng.random() < 0.5 else [bill.buyer.tax_id]
    sheet.lines(300, 110, ["Adresse de facturation", *person, *where, *vat, "France", *phone], size=9, bold_first=True)
    look = Look("grid", header_fill=PALE, size=8.5)
    sheet.y = 222
    heads = "131^Numéro de facture|131^Date de facturation|131^Réf. de commande|132^Date de commande"
    table(
        sheet, 35, heads, [(f"#{bill.number}", bill.d(bill.date), bill.shape("@@@@@@@@@"), bill.d(bill.date, -1))], look
    )
    sheet.y += 14
    heads = "70<Référence|215<Produit|55^Taux de taxe|70>Prix unitaire (HT)|45^Qté|70>Total (HT)"
    rows = [
        (r.sku or "", r.text, f"{bill.q(r.rate)} %", f"{bill.p(r.price)} €", bill.q(r.qty), f"{bill.m(r.amount)} €")
        for r in bill.rows
    ]
    table(sheet, 35, heads, rows, look, bottom=720)
    sheet.y += 16
    room(sheet, 150, 780)
    _module_sums(sheet, bill, look)
    sheet.text(297, 790, f"{bill.seller.name} - {' - '.join(address(bill.seller))} - FRANCE", size=8, align="centre")
    sheet.text(
        297,
        801,
        f"N° de TVA intracommunautaire : {bill.seller.tax_id} - SIRET {bill.shape('### ### ### 000##')}",
        size=8,
        align="centre",
    )
    on = shown("seller_id tax tax_base qty price subtotal", buyer_id=vat)
    truth = bill.charge_as_line(bill.truth(sheet, on, "web-shop", "facts-in-a-row"))
    truth["invoice"]["number"] = [bill.number, f"#{bill.number}"]
    return Drawn(sheet.finish(), (settled(bill, truth),))


def _module_sums(sheet: Sheet, bill: Bill, look: Look) -> None:
    top = sheet.y
    taxes = [(f"{bill.q(t.rate, 3)} %", f"{bill.m(t.base)} €", f"{bill.m(t.amount)} €") for t in bill.taxes]
    table(sheet, 35, "90^Taux de taxe|80>Base HT|80>Total taxe", taxes, look)
    sheet.y += 10
    paid = bill.rng.choice(("Carte bancaire", "PayPal", "Paiement par virement"))
    table(sheet, 35, "120<Moyen de paiement|130>", [(paid, f"{bill.m(bill.total)} €")], look)
    sheet.y += 10
    table(sheet, 35, "120<Transporteur|130<", [(bill.rng.choice(("Colis Mésange", "Retrait en magasin")), "")], look)
    sums = [("Total produits", bill.subtotal)]
    sums += [("Total réductions", -bill.discount)] if bill.discount else []
    sums += [("Frais de livraison", bill.charges)]
    sums += [("Total (HT)", bill.tax_base), ("Total taxe", bill.tax), ("Total", bill.total)]
    for n, (label, value) in enumerate(sums):
        text = "Livraison gratuite" if label.startswith("Frais") and not value else f"{bill.m(value)} €"
        bar(sheet, top + 17 * n, 16, 340, 440, PALE)
        strong = label == "Total"
        spread(sheet, top + 12 + 17 * n, ">434 >556", [label, text], size=9, bold=strong)


STORE = (
    "Ridgeway Insulated Bottle",
    "Harlow Canvas Tote",
    "Merino Hiking Socks (3 pack)",
    "Compact Camp Stove",
    "Trail Running Cap",
    "Foldable Yoga Mat 5 mm, non-slip, with carry strap",
)


@family("shop-suite-order-print")
def shop_suite_order_print(rng: Random) -> Drawn:
    """A shop suite's print: grey bar with invoice and order number, Sold to, Ship to, tax per line, Grand Total."""
    code = rng.choice(("GB", "US", "AU", "IE"))
    bill = Bill(rng, code, rng.choice(("0000#####", "1000#####", "2000000##")))
    folk = populate_english(bill, ("Outdoor", "Supply Co", "Goods", "Sports"), private=0.7)
    percent = {"GB": Decimal(20), "US": Decimal(rng.choice(("8.25", "7", "0"))), "AU": Decimal(10), "IE": Decimal(23)}[
        code
    ]
    name, sign = {"GB": "VAT", "US": "Tax", "AU": "GST", "IE": "VAT"}[code], SIGNS[code]
    for text in assortment(rng, STORE, 18):
        option = rng.choice(((), ("Color", "Moss"), ("Size", "M")))
        row = {"rate": percent, "sku": bill.shape("@@-####-@@"), "notes": option}
        bill.add(text, rng.choice((1, 1, 2, 3)), price_of(rng, 6, 90), **row)
    off = price_of(rng, 1, 5) if rng.random() < 0.3 else ZERO
    bill.reckon(discount=off, charges=rng.choice((ZERO, Decimal(5), Decimal("9.95"))), at=percent, taxed=bool(percent))
    bill.day_format = "%b %d, %Y"
    sheet = Sheet(size=LETTER if code == "US" else A4)
    own = {"GB": "VAT no.", "IE": "VAT no.", "AU": "ABN", "US": ""}[code]
    _suite_head(sheet, bill, own, private=folk.contact, ship=rng.random() < 0.3)
    stops = "<35 <255 >365 >410 >475 >560"

    def begin() -> None:
        sheet.y = 300 if sheet.page == 1 else 40
        bar(sheet, sheet.y, 16, 25, 570, PALE)
        spread(sheet, sheet.y + 11, stops, ["Products", "SKU", "Price", "Qty", name, "Subtotal"], size=9)
        sheet.y += 30

    begin()
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount * r.rate / 100)
        options = [r.notes[0], f"   {r.notes[1]}"] if r.notes else []
        text = "\n".join((folded(sheet, r.text, 210, 9), *options))
        rows.append(
            (
                text,
                r.sku or "",
                f"{sign}{bill.p(r.price)}",
                bill.q(r.qty),
                f"{sign}{bill.m(tax)}",
                f"{sign}{bill.m(r.amount)}",
            )
        )
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=9, bottom=sheet.height - 90)
    room(sheet, 100, sheet.height - 40)
    sums = [("Subtotal:", bill.subtotal)] + ([(f"Discount ({bill.shape('SAVE##')}):", -off)] if off else [])
    sums += [("Shipping & Handling:", bill.charges), (f"{name} ({bill.q(percent)}%):", bill.tax)]
    texts = [(label, f"{'-' if value < 0 else ''}{sign}{bill.m(abs(value))}") for label, value in sums]
    texts += [("Grand Total:", f"{sign}{bill.m(bill.total)}")]
    for label, value in texts:
        sheet.text(475, sheet.y + 8, label, size=10, bold=True, align="right")
        sheet.text(560, sheet.y + 8, value, size=10, bold=True, align="right")
        sheet.y += 15
    on = shown("qty price subtotal tax", seller_id=code != "US")
    truth = bill.charge_as_line(bill.truth(sheet, on, "web-shop", "order-date-only"))
    return Drawn(sheet.finish(), (settled(bill, truth),))


def _suite_head(sheet: Sheet, bill: Bill, tax_name: str, *, private: str, ship: bool) -> None:
    sheet.text(25, 50, bill.seller.name, size=18, bold=True)
    mine = [*address(bill.seller), *([f"{tax_name} {bill.seller.tax_id}"] if tax_name else [])]
    sheet.lines(400, 34, mine, size=8)
    bar(sheet, 95, 48, 25, 570, (0.45, 0.45, 0.45))
    order = bill.shape("0000#####")
    told = (f"Invoice # {bill.number}", f"Order # {order}", f"Order Date: {bill.d(bill.date)}")
    for n, text in enumerate(told):
        sheet.text(35, 109 + 14 * n, text, size=9.5, colour=WHITE)
    bar(sheet, 143, 20, 25, 570, PALE)
    spread(sheet, 157, "<35 <300", ["Sold to:", "Ship to:"], size=11, bold=True)
    theirs = [bill.buyer.name, *address(bill.buyer), f"T: {bill.shape('0#### ######')}"]
    sheet.lines(35, 178, theirs, size=9.5, leading=1.2)
    other = [private, *address(bill.ship_to), f"T: {bill.shape('0#### ######')}"]
    sheet.lines(300, 178, other if ship else theirs, size=9.5, leading=1.2)
    bar(sheet, 250, 18, 25, 570, PALE)
    spread(sheet, 263, "<35 <300", ["Payment Method:", "Shipping Method:"], size=10, bold=True)
    fee = f"(Total Shipping Charges {SIGNS[bill.land.code]}{bill.m(bill.charges)})"
    spread(sheet, 281, "<35 <300", ["Credit Card (Braidpay)", f"Flat Rate - Fixed\n{fee}"], size=9)
