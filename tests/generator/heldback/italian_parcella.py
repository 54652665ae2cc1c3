"""An Italian professional's note: fees without quantities, pension fund, withholding, or flat rate with bollo."""

from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, SERIF_ITALIC, Paper, wrap
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import ZERO, Item, grouped, price, share, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

NAMES = ("Ing. Ludovica Tramontin", "Avv. Berto Serravalle", "Arch. Fosca Guidobono", "Geom. Ulisse Pestarini")
FEES = (
    (
        "Onorario per progettazione esecutiva delle opere strutturali relative al fabbricato sito in Via dei Mulini, "
        "compresi elaborati grafici, relazione di calcolo e computo metrico"
    ),
    "Consulenza contrattuale e assistenza nelle trattative, periodo gennaio - marzo",
    "Direzione lavori, II acconto come da disciplinare d'incarico",
    "Pratica catastale: accatastamento e variazione di destinazione d'uso",
    "Sopralluoghi e rilievi",
)


def euro(value: Decimal) -> str:
    return "€ " + grouped(value, ".", ",")


def rows_of(
    fees: Decimal, *, flat_rate: bool, withholds: bool
) -> tuple[list[tuple[str, Decimal, bool]], dict[str, Decimal]]:
    """What is printed under the fees (label, sum, bold), and what it means."""
    fund = share(fees, 4)
    rows = [("Totale competenze", fees, False), ("Contributo integrativo Cassa 4%", fund, False)]
    if flat_rate:
        stamp = Decimal(2)
        total = fees + fund + stamp
        rows += [("Imposta di bollo", stamp, False), ("NETTO A PAGARE", total, True)]
        return rows, {"charges": fund + stamp, "total": total, "payable": total}
    base = fees + fund
    tax = share(base, 22)
    total = base + tax
    kept = share(fees, 20) if withholds else ZERO
    rows += [("Imponibile IVA", base, False), ("IVA 22%", tax, False), ("Totale fattura", total, True)]
    if kept:
        rows += [(f"Ritenuta d'acconto 20% su {euro(fees)}", -kept, False), ("NETTO A PAGARE", total - kept, True)]
    meaning = {"charges": fund, "tax_base": base, "tax": tax, "total": total, "withheld": kept, "payable": total - kept}
    return rows, meaning


@family("held back: Italian professional")
def draw(rng: Random) -> Drawn:
    home, buyer = firm(rng, "it"), firm(rng, "it", "Costruzioni")
    seller = Party(rng.choice(NAMES).upper(), home.address, home.tax_id)
    day = some_day(rng)
    words = rng.sample(FEES, rng.randrange(1, 5))
    items = [Item(each, price(rng, 250, 6800, Decimal(10))) for each in words]
    number = rng.choice(("{}", "{}/{}", "{}/FE", "PA {}")).format(rng.randrange(3, 140), day.year)
    flat_rate = rng.random() < 0.3
    rows, meaning = rows_of(total_of(items), flat_rate=flat_rate, withholds=rng.random() < 0.8)

    paper = Paper()
    paper.text(297, 64, seller.name, 15, SERIF_BOLD, "c")
    y = paper.lines(297, 80, [" - ".join(seller.address), f"P. IVA {seller.tax_id}"], 9, SERIF, "c")
    paper.text(297, y, f"C.F. {'TRMLVC70A41F###Q'.replace('###', digits(rng, '###'))}", 9, SERIF, "c")
    paper.text(530, 150, "Spett.le", 10, SERIF_ITALIC, "r")
    paper.lines(530, 164, [buyer.name, *buyer.address, f"P. IVA {buyer.tax_id}"], 10, SERIF, "r")
    dated = f"{day.day} {spelled(day, 'it')} {day.year}"
    town = seller.address[-1].split()[1]
    paper.text(65, 250, f"{town}, {dated}", 10, SERIF)
    paper.text(65, 280, f"Parcella n. {number} del {day:%d/%m/%Y}", 13, SERIF_BOLD)
    paper.rule(65, 300, 530, 300)
    paper.text(65, 314, "Descrizione della prestazione", 9, SERIF_ITALIC)
    paper.text(530, 314, "Importo", 9, SERIF_ITALIC, "r")
    paper.rule(65, 320, 530, 320)
    y = 338.0
    for item in items:
        paper.text(530, y, euro(item.amount), 10.5, SERIF, "r")
        y = paper.lines(65, y, wrap(item.description, 350, 10.5, SERIF), 10.5, SERIF) + 7
    paper.rule(300, y, 530, y)
    for label, value, bold in rows:
        y += 16
        font = SERIF_BOLD if bold else SERIF
        paper.text(300, y, label, 10.5, font)
        paper.text(530, y, euro(value), 10.5, font, "r")
    notes = ["Pagamento: bonifico bancario a vista fattura - IBAN IT60 X054 2811 1010 0000 0123 456"]
    if flat_rate:
        notes.append(
            "Operazione senza applicazione dell'IVA ai sensi dell'art. 1, commi da 54 a 89, Legge n. 190/2014."
        )
        notes.append("Non soggetta a ritenuta d'acconto ai sensi del comma 67 della stessa legge.")
    paper.lines(65, y + 45, notes, 8.5, SERIF)
    told = sums(subtotal=total_of(items), **meaning)
    tax = "flat rate without tax, stamp duty" if flat_rate else "one rate, fund, income tax withheld"
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        tags={"language": "it", "numbers": "1.234,56", "tax": tax},
    )
    return Drawn(paper.pdf(), (told_all,))
