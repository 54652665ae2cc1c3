"""Parts that many layouts share: parties, pairs of label and value, blocks of totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.generator.ink import Ink
from tests.generator.model import Company
from tests.generator.sheet import Colour, Sheet
from tests.generator.words import words

Pair = tuple[str, str]


def party(ink: Ink, role: str, *, tax_id: bool = False) -> list[str]:
    """Name and address of seller or buyer, as lines."""
    if role == "seller":
        lines = [ink.seller(), *ink.seller_address()]
        return [*lines, f"{ink.label('tax_id')}: {ink.seller_tax_id()}"] if tax_id else lines
    lines = [ink.buyer(), *ink.buyer_address()]
    return [*lines, f"{ink.label('tax_id')}: {ink.buyer_tax_id()}"] if tax_id else lines


def stranger(company: Company) -> list[str]:
    """Someone who is neither seller nor buyer: where the goods go."""
    return [company.name, *company.address]


def head_pairs(ink: Ink, *keys: str) -> list[Pair]:
    """Label and value of the head's fields: number, date, due_date, po, order, customer_no, delivery_date, terms."""
    document = ink.document
    others = {
        "order": document.order,
        "customer_no": document.customer_no,
        "delivery_date": ink.write_date(document.date.replace(day=1)),
        "terms": "30 d",
        "currency": document.currency,
    }
    shown = {"number": ink.number, "date": ink.date, "due_date": ink.due_date, "po": ink.po}
    return [(ink.label(key), shown[key]() if key in shown else others[key]) for key in keys]


def pairs_beside(
    sheet: Sheet, pairs: Sequence[Pair], x: float, y: float, width: float, *, colon: str = ":", size: float = 9
) -> float:
    """Label at the left, value at a fixed distance to its right."""
    for label, value in pairs:
        sheet.text(x, y, f"{label}{colon}", size=size)
        sheet.text(x + width, y, value, size=size)
        y += size * 1.5
    return y


def pairs_below(sheet: Sheet, pairs: Sequence[Pair], x: float, y: float, step: float, *, size: float = 9) -> float:
    """Labels in a row, each with its value below."""
    for n, (label, value) in enumerate(pairs):
        sheet.text(x + n * step, y, label, size=size - 1, colour=(0.4, 0.4, 0.4))
        sheet.text(x + n * step, y + size * 1.5, value, size=size, bold=True)
    return y + size * 3


@dataclass(frozen=True)
class TotalRow:
    label: str
    value: str
    strong: bool = False


def total_rows(
    ink: Ink,
    *,
    subtotal: bool = True,
    base: bool = False,
    tax: str = "{name} {rate}",
    total_tax: bool = False,
    payable: bool | None = None,
) -> list[TotalRow]:
    """The chain from subtotal to what is to be paid, with the rows that this document has."""
    totals = ink.document.totals
    rows: list[TotalRow] = []
    if subtotal:
        rows.append(TotalRow(ink.label("subtotal"), ink.total("subtotal")))
    if totals.discount:
        rows.append(TotalRow(ink.label("total_discount"), ink.total("discount")))
    early = [charge for charge in totals.charges if charge.label != "stamp"]
    rows += [_charge(ink, charge.label) for charge in early]
    if base:
        rows.append(TotalRow(ink.label("tax_base"), ink.total("tax_base")))
    rows += [TotalRow(ink.tax_label(line, tax), ink.tax_amount(line)) for line in totals.taxes]
    if total_tax and totals.taxes:
        rows.append(TotalRow(ink.label("total_tax"), ink.total("tax")))
    rows += [_charge(ink, charge.label) for charge in totals.charges if charge.label == "stamp"]
    if totals.rounding:
        rows.append(TotalRow(ink.label("rounding"), ink.money(totals.rounding)))
    rows.append(TotalRow(ink.label("total"), ink.total("total"), strong=True))
    return rows + _after_total(ink, payable)


def _charge(ink: Ink, label: str) -> TotalRow:
    charge = next(charge for charge in ink.document.totals.charges if charge.label == label)
    ink.shows("totals.charges")
    return TotalRow(ink.label(label), ink.money(charge.amount * ink.sign))


def _after_total(ink: Ink, payable: bool | None) -> list[TotalRow]:
    totals = ink.document.totals
    rows: list[TotalRow] = []
    if totals.withheld:
        label = f"{ink.label('withheld')} {ink.percent(totals.withheld_rate)}"
        rows.append(TotalRow(label, ink.total("withheld")))
    if totals.prepaid:
        rows.append(TotalRow(ink.label("prepaid"), ink.total("prepaid")))
    if payable if payable is not None else rows:
        rows.append(TotalRow(ink.label("payable"), ink.total("payable"), strong=True))
    return rows


def totals_right(
    sheet: Sheet,
    rows: Sequence[TotalRow],
    x: float,
    right: float,
    *,
    size: float = 9,
    ruled: bool = False,
    colon: str = "",
    fill: Colour | None = None,
) -> None:
    """Labels from x on, values flush right, below sheet.y."""
    for row in rows:
        height = size * 1.7
        if fill and row.strong:
            sheet.box(x - 4, sheet.y, right + 2, sheet.y + height, fill=fill, stroke=False)
        if ruled:
            sheet.box(x - 4, sheet.y, right + 2, sheet.y + height)
        sheet.text(x, sheet.y + size * 1.2, f"{row.label}{colon}", size=size, bold=row.strong)
        sheet.text(right, sheet.y + size * 1.2, row.value, size=size, bold=row.strong, align="right")
        sheet.y += height


def tax_table(sheet: Sheet, ink: Ink, x: float, y: float, *, size: float = 8) -> float:
    """The small table of rates: rate, base, tax."""
    heads = (ink.label("rate"), ink.label("tax_base"), ink.label("tax"))
    columns = (x + 50, x + 130, x + 200)
    for right, head in zip(columns, heads, strict=True):
        sheet.text(right, y, head, size=size, bold=True, align="right")
    for line in ink.document.totals.taxes:
        y += size * 1.5
        for right, text in zip(
            columns, (ink.percent(line.rate), ink.tax_base(line), ink.tax_amount(line)), strict=True
        ):
            sheet.text(right, y, text, size=size, align="right")
    if len(ink.document.totals.taxes) == 1:
        ink.shows("totals.tax_base")
    return y + size * 1.5


def need(sheet: Sheet, height: float, bottom: float = 790) -> None:
    """A new page if that much does not fit on this one."""
    if sheet.y + height > bottom:
        sheet.new_page()


def sender_line(ink: Ink) -> str:
    """The small line above the window of an envelope."""
    return " - ".join((ink.seller(), *ink.seller_address()))


def footer(sheet: Sheet, ink: Ink, *, names_seller: bool = False, y: float = 810) -> None:
    """Registered office, phone, bank, tax id, in small type at the foot."""
    seller = ink.document.seller
    parts = [f"{ink.label('phone')} {seller.phone}", seller.mail, f"IBAN {seller.iban}"]
    if names_seller:
        parts = [ink.seller(), *ink.seller_address(), *parts]
    sheet.text(sheet.width / 2, y, " | ".join(parts), size=6.5, align="centre")
    sheet.text(sheet.width / 2, y + 9, f"{ink.label('tax_id')}: {ink.seller_tax_id()}", size=6.5, align="centre")


def page_number(sheet: Sheet, ink: Ink, y: float = 832) -> None:
    sheet.text(sheet.width - 40, y, f"{ink.label('page')} {sheet.page}", size=7, align="right")


def attention(ink: Ink) -> str:
    names = words(ink.document.language)["names"]["persons"]
    return f"{ink.label('attention')} {names[len(ink.document.number) % len(names)]}"
