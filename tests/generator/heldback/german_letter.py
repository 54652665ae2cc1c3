"""A German tool dealer's letter after DIN 5008: sender line, data at the right, prices per 100, Skonto."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import Item, cents, grouped, planted, price, share, short, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("Sechskantschraube DIN 933 M8x40 verzinkt, Güte 8.8", 100, "Stk", 9, 32),
    ("Unterlegscheibe DIN 125 A 8,4 verzinkt", 100, "Stk", 1, 4),
    ("Spiralbohrer HSS-G 6,8 mm, geschliffen, Split-Point 130°, für Stahl bis 900 N/mm²", 1, "Stk", 3, 9),
    ("Trennscheibe 125 x 1,0 mm INOX", 1, "Stk", 1, 3),
    ("Schutzhandschuh Nitril Gr. 10, Paar, Kategorie II nach EN 388", 1, "Paar", 2, 6),
    ("Kabelbinder 290 x 4,8 mm schwarz UV-beständig", 100, "Stk", 4, 12),
    ("Silikonkartusche transparent 310 ml, Essigsäure vernetzend", 1, "Kart", 3, 8),
    ("Gewindestange DIN 976 M10 x 1000 verzinkt", 1, "m", 1, 5),
    ("Montageschaum 750 ml B2", 1, "Dose", 4, 11),
    (
        "Akku-Bohrschrauber 18 V im Koffer, 2 Akkus 4,0 Ah, Ladegerät 230 V, Lieferumfang siehe Datenblatt",
        1,
        "Set",
        180,
        340,
    ),
)
COLUMNS = ((62, "l"), (112, "r"), (120, "l"), (148, "l"), (392, "r"), (420, "r"), (458, "r"), (545, "r"))
HEAD = ("Pos", "Menge", "Einh", "Artikel-Nr. / Bezeichnung", "Preis", "PE", "Rab. %", "Gesamt EUR")


def goods(rng: Random) -> list[tuple[Item, int, Decimal]]:
    """The items with the unit their price is for and their discount in percent."""
    lines = []
    for place in range(1, rng.choice((1, 2, 3, 5, 8, 14, 26, 38)) + 1):
        words, per, uom, low, high = rng.choice(GOODS)
        qty = Decimal(rng.randrange(1, 40) * (50 if per > 1 else 1))
        each = price(rng, low, high)
        percent = Decimal(rng.choice((0, 0, 0, 5, 10, 15)))
        full = cents(qty * each / per)
        less = share(full, percent)
        item = Item(words, full - less, qty, each, uom, str(place), digits(rng, "##-#####"), less)
        lines.append((item, per, percent))
    return lines


def letterhead(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(545, 60, seller.name, 17, SANS_BOLD, "r", (0.1, 0.2, 0.45))
    paper.text(62, 132, f"{seller.name} · {' · '.join(seller.address)}", 6.5, colour=GREY)
    paper.lines(62, 152, [buyer.name, "Abt. Rechnungsprüfung", *buyer.address], 10)
    for place, (label, value) in enumerate(facts):
        paper.text(370, 132 + 13 * place, label, 8)
        paper.text(545, 132 + 13 * place, value, 8, align="r")


def table_head(paper: Paper, y: float) -> float:
    paper.row(y, COLUMNS, HEAD, 8, SANS_BOLD)
    paper.rule(62, y + 4, 545, y + 4)
    return y + 17


def draw_items(paper: Paper, y: float, lines: list[tuple[Item, int, Decimal]]) -> float:
    y = table_head(paper, y)
    carried = Decimal(0)
    for item, per, percent in lines:
        words = wrap(item.description, 200, 8)
        if y + 11 * (len(words) + 1) > 735:
            paper.text(458, y + 4, "Übertrag", 8, align="r")
            paper.text(545, y + 4, grouped(carried, ".", ","), 8, align="r")
            paper.page()
            y = table_head(paper, 80)
            paper.text(148, y, "Übertrag von vorheriger Seite", 8)
            paper.text(545, y, grouped(carried, ".", ","), 8, align="r")
            y += 16
        assert item.qty is not None
        assert item.unit_price is not None
        cells = (item.no or "", grouped(item.qty, ".", ",", 0), item.uom or "", item.sku or "")
        money = (grouped(item.unit_price, ".", ","), str(per), short(percent, ",") if percent else "")
        paper.row(y, COLUMNS, (*cells, *money, grouped(item.amount, ".", ",")), 8)
        y = paper.lines(148, y + 11, words, 8, lead=1.3) + 5
        carried += item.amount
    return y


@family("held back: German letter")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("de", rng.choice(("Werkzeuge", "Befestigungstechnik"))), ("de", ""))
    day = some_day(rng)
    number = digits(rng, rng.choice((f"RE-{day.year}-#####", "9######", "##/####")))
    lines = goods(rng)
    # A price for a hundred is no unit price: the truth leaves it open.
    items = [replace(item, unit_price=item.unit_price if per == 1 else None) for item, per, _ in lines]
    net = total_of(items)
    freight = rng.choice((Decimal(0), Decimal("6.90"), Decimal("14.50")))
    base = net + freight
    tax = share(base, 19)
    wrong = planted(rng)
    total = base + tax + (Decimal("9.00") if wrong else 0)
    due = day + timedelta(days=30)

    paper = Paper()
    order = digits(rng, "B-######")
    facts = [
        ("Kunden-Nr.", digits(rng, "1####")),
        ("Ihre Bestellung", order),
        ("Lieferschein-Nr.", digits(rng, "LS8#####")),
        ("Lieferdatum", f"{day - timedelta(days=2):%d.%m.%Y}"),
        ("Sachbearbeiter", "Fr. Imhoff, DW -214"),
        ("Datum", f"{day:%d.%m.%Y}"),
    ]
    letterhead(paper, seller, buyer, facts)
    paper.text(62, 268, f"Rechnung Nr. {number}", 13, SANS_BOLD)
    paper.text(62, 290, "Sehr geehrte Damen und Herren, für unsere Lieferung berechnen wir Ihnen wie folgt:", 9)
    y = draw_items(paper, 315, lines)
    if y > 610:
        paper.page()
        y = 90
    closing(paper, y, [net, freight, base, tax, total], quick=rng.choice((2, 3)), due_text=f"{due:%d.%m.%Y}")
    for page in range(1, paper.count + 1):
        paper.turn_to(page)
        foot(paper, seller, page)
    tags = {"language": "de", "numbers": "1.234,56", "tax": "one rate, prices per 100"}
    told = sums(subtotal=net, charges=freight, tax_base=base, tax=tax, total=total, payable=total)
    pages = range(1, paper.count + 1)
    return Drawn(
        paper.pdf(),
        (
            truth(
                number=number,
                day=day,
                currency="EUR",
                seller=seller,
                buyer=buyer,
                items=items,
                totals=told,
                tags=tags,
                pages=pages,
                due=due,
                po=order,
                wrong=wrong,
            ),
        ),
    )


def closing(paper: Paper, y: float, money: list[Decimal], quick: int, due_text: str) -> None:
    net, freight, base, tax, total = money
    paper.rule(340, y, 545, y)
    rows = [("Warenwert netto", net)]
    if freight:
        rows += [("Versandkostenanteil", freight), ("Nettobetrag", base)]
    rows += [("zzgl. 19,00 % MwSt.", tax)]
    for label, value in rows:
        y += 14
        paper.text(340, y, label, 9)
        paper.text(545, y, grouped(value, ".", ","), 9, align="r")
    y += 17
    paper.text(340, y, "Rechnungsbetrag EUR", 10, SANS_BOLD)
    paper.text(545, y, grouped(total, ".", ","), 10, SANS_BOLD, "r")
    off = share(total, quick)
    paper.lines(
        62,
        y + 30,
        [
            f"Zahlbar bis {due_text} ohne Abzug, in 10 Tagen mit {quick} % Skonto = {grouped(off, '.', ',')} EUR,",
            f"Überweisungsbetrag bei Skonto: {grouped(total - off, '.', ',')} EUR.",
            "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Gerichtsstand ist Arnsberg.",
        ],
        8.5,
    )


def foot(paper: Paper, seller: Party, page: int) -> None:
    paper.rule(62, 770, 545, 770, 0.3)
    paper.lines(62, 780, [seller.name, *seller.address], 6.5, colour=GREY)
    paper.lines(
        230, 780, ["Sparkasse Musterkreis", "IBAN DE21 5005 0000 0012 3456 78", "BIC MUSTDE5FXXX"], 6.5, colour=GREY
    )
    paper.lines(
        400, 780, [f"USt-IdNr. {seller.tax_id}", "HRB 40711, Amtsgericht", "Tel. 02931 4455-0"], 6.5, colour=GREY
    )
    paper.text(545, 815, f"Seite {page} von {paper.count}", 6.5, align="r", colour=GREY)
