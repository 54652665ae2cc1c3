"""Made-up invoices over all kinds of tax cases, each with what must come of it, reckoned with fractions."""

import datetime as dt
import random
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import GoodsRecord, Record, Role
from fakturo.convert.directory.shelf import Shelf
from fakturo.convert.invoice import Coretax, CoretaxItem, Invoice, Item, Party, Totals, Verdict
from tests.unit.convert.targets.coretax.coretax_checker import Paper, PaperLine

ZERO = Decimal(0)
PAIRS = [("07", number) for number in range(1, 29)] + [("08", number) for number in range(1, 11)]
LUXURY_RATES = [Decimal(10), Decimal(20), Decimal(40), Decimal(95)]
UNITS = [
    ("PCS", "UM.0021"), ("Kg", "UM.0003"), ("BOX", "UM.0022"), ("m²", "UM.0012"), ("CTN", "UM.0037"),
    ("Unit", "UM.0018"), ("KRG", "UM.0033"), ("BTG", "UM.0018"), (None, "UM.0018"), ("H87", "UM.0021"),
    ("Lusin", "UM.0017"),
]  # fmt: skip
"""As printed, and what they are: KRG by the directory, BTG by nobody."""
HEADINGS = [("8536", "853600"), ("8536.50.99", "853600"), ("9403", "940300"), (None, "000000"), ("9999", "000000")]
NAMES = [
    "Saklar dinding 1 gang",
    "Kabel\n  NYA  4 mm",
    'Lampu <LED> & "tabung" 9W',
    "Roti\x0b tawar\u200b",
    "Meja – kayu jati",
]
DOCUMENTS = ["TIN", "TIN", "TIN", "National ID", "Passport", "Other ID"]
ABROAD = [("USA", "USA"), ("QAT", "OAT"), ("CYP", "CY"), ("JPN", "JPN")]
SERVICE = "Perbaikan mesin"


Printed = tuple[Item, PaperLine | None]
"""An item, and the line that it should have in the file; those below zero have none."""


@dataclass(frozen=True)
class Case:
    invoice: Invoice
    paper: Paper
    shelf: Shelf


def cents(value: Fraction) -> Decimal:
    return Decimal(int(value * 100 + Fraction(1, 2))) / 100


def npwp(rng: random.Random) -> str:
    eight = f"{rng.randrange(1, 10**8):08}"
    check = next(digit for digit in range(10) if _luhn([*map(int, eight), digit]))
    return f"0{eight}{check}{rng.randrange(1000):03}000"


def _luhn(digits: list[int]) -> bool:
    odd = sum(digits[-1::-2])
    even = sum(sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (odd + even) % 10 == 0


def case(seed: int) -> Case:
    return _Maker(seed).case()


class _Maker:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.code = f"{seed % 10 + 1:02}"
        facility = PAIRS[(seed // 10 * 2 + (self.code == "08")) % len(PAIRS)]
        if self.code in {"07", "08"}:
            self.code = facility[0]
        self.facility = f"{facility[1]:02}" if self.code in {"07", "08"} else None
        self.special = self.code in {"05", "10"} and self._often(0.5)
        self.included = self.code not in {"07", "08"} and not self.special and self._often(0.25)
        self.free = self.code in {"02", "03", "07", "08"} and not self.included and self._often(0.5)
        self.seller = Record("PT Penjual Contoh", Role.SELLER, tin=npwp(self.rng), nitku=None)
        self.seller_nitku = f"{self.seller.tin}{'000000' if self._often(0.7) else '000012'}"
        self.seller = replace(self.seller, nitku=self.seller_nitku)

    def _often(self, share: float) -> bool:
        return self.rng.random() < share

    def case(self) -> Case:
        items: list[Printed] = [
            self._item(number) for number in range(self.rng.choice([1, 1, 2, 2, 3, 3, 5, 8, 12, 60]))
        ]
        if self._often(0.2) and not self.special:
            items.append((Item(-self._part_of(items, 10), "Potongan khusus"), None))
        totals, lines, net, vat, slack = self._sums(items)
        buyer, elements = self._buyer()
        own, by_buyer = self._decided()
        invoice = Invoice(
            number=f"INV/{self.seed}",
            date=dt.date(2025, 1, 1) + dt.timedelta(self.rng.randrange(300)),
            currency="IDR",
            seller=Party(self.seller.name, self.seller.tin if self._often(0.5) else None),
            buyer=Party(buyer.name, buyer.tin if buyer.tin and self._often(0.5) else None),
            items=tuple(item for item, _ in items),
            totals=totals,
            verdict=Verdict.ACCEPTED,
            coretax=own,
        )
        assert invoice.date
        paper = Paper(
            date=invoice.date,
            code=self.code,
            add_info=f"TD.005{self.facility}" if self.facility else "",
            stamp=f"TD.011{self.facility}" if self.facility else "",
            reference=f"INV/{self.seed}",
            custom_doc=own.custom_doc or "",
            custom_doc_month_year=own.custom_doc_month_year or "",
            seller_tin=str(self.seller.tin),
            seller_nitku=self.seller_nitku,
            buyer=elements,
            lines=lines,
            net=net,
            vat=vat,
            vat_slack=slack,
        )
        parties = [self.seller, replace(buyer, transaction_code=by_buyer.transaction_code, facility=by_buyer.facility)]
        repair = GoodsEntry(None, SERVICE, GoodsRecord("B", "300101", "UM.0027"))
        return Case(invoice, paper, Shelf(parties, [UnitAlias("krg", "UM.0033")], [repair]))

    def _part_of(self, items: list[Printed], percent: int) -> Decimal:
        whole = sum((item.amount or ZERO for item, _ in items), ZERO)
        return cents(Fraction(whole) * self.rng.randrange(1, percent * 100) / 10000)

    def _decided(self) -> tuple[Coretax, Coretax]:
        """By the invoice itself or by its buyer; 04 and, with luxury goods, 01 by nobody, too."""
        custom = (
            Coretax(custom_doc="040300/KPU/2026", custom_doc_month_year="032026") if self._often(0.2) else Coretax()
        )
        way = self.rng.choice(["invoice", "buyer", "nobody"] if self.code in {"01", "04"} else ["invoice", "buyer"])
        if way == "nobody":
            return custom, Coretax()
        plain = self.code.lstrip("0") if self._often(0.3) else self.code
        if way == "buyer":
            return custom, Coretax(transaction_code=plain, facility=self.facility)
        if self.facility and self._often(0.5):
            return replace(
                custom,
                transaction_code=plain,
                add_info=f"TD.005{self.facility}",
                facility_stamp=f"TD.011{self.facility}",
            ), Coretax(transaction_code="04")
        return replace(custom, transaction_code=plain, facility=self.facility), Coretax(transaction_code="04")

    def _buyer(self) -> tuple[Record, dict[str, str]]:
        document = DOCUMENTS[self.seed // 10 % len(DOCUMENTS)]
        name = f"{self.rng.choice(['PT', 'CV'])} {self.rng.choice(['Maju', 'Contoh', 'Sinar'])} Jaya {self.seed}"
        record = Record(name, address=f"Jl. Contoh {self.seed},\nBandung", document_type=document)
        elements = {
            "BuyerDocument": document,
            "BuyerCountry": "IDN",
            "BuyerName": name,
            "BuyerAdress": f"Jl. Contoh {self.seed}, Bandung",
            "BuyerEmail": "",
        }
        if self._often(0.3):
            record, elements["BuyerEmail"] = replace(record, email="pajak@contoh.example"), "pajak@contoh.example"
        if document == "TIN":
            tin = npwp(self.rng)
            nitku = f"{tin}000003" if self._often(0.3) else None
            record = replace(record, tin=tin, nitku=nitku)
            elements |= {"BuyerTin": tin, "BuyerDocumentNumber": "-", "BuyerIDTKU": nitku or f"{tin}000000"}
            return record, elements
        number = "3171015708450001" if document == "National ID" else f"X{self.seed:07}"
        country, written = ("IDN", "IDN") if document == "National ID" else self.rng.choice(ABROAD)
        elements |= {
            "BuyerTin": "0" * 16,
            "BuyerDocumentNumber": number,
            "BuyerIDTKU": "000000",
            "BuyerCountry": written,
        }
        return replace(record, document_number=number, country=country), elements

    def _item(self, number: int) -> tuple[Item, PaperLine]:
        rng = self.rng
        qty = rng.choice(
            [
                Decimal(rng.randrange(1, 500)),
                Decimal(rng.randrange(1, 9999)) / 100,
                Decimal(rng.randrange(2000, 9999)) / 1000,
            ]
        )
        price = rng.choice(
            [
                Decimal(rng.randrange(1, 10**9)) / 100,
                Decimal(rng.randrange(1, 5000)) * 1000,
                Decimal(rng.randrange(10**6, 10**9)) / 10000,
            ]
        )
        discount = cents(Fraction(qty * price) * rng.randrange(1, 4000) / 10000) if self._often(0.2) else ZERO
        amount = cents(Fraction(qty * price) - Fraction(discount))
        (uom, unit), (hs_code, code), name = rng.choice(UNITS), rng.choice(HEADINGS), rng.choice(NAMES)
        opt, own = "A", CoretaxItem()
        if self._often(0.1):
            opt, code, unit, name = "B", "300101", "UM.0027", f"{SERVICE} {number}"
        elif self._often(0.1):
            opt, code, unit, own = "B", "310101", "UM.0030", CoretaxItem(opt="B", code="310101", unit="UM.0030")
        rate = rng.choice(LUXURY_RATES) if self.code == "01" or (self.facility and self._often(0.2)) else ZERO
        own = replace(own, luxury_rate=rate) if rate else own
        seen = " ".join(name.replace("\u200b", "").replace("\x0b", " ").split())
        line = PaperLine(opt, code, unit, seen, Fraction(amount), rate)
        item = Item(
            amount, name, str(number), None, hs_code, qty, uom, price, discount, tax_included=self.included, coretax=own
        )
        if self._often(0.1):
            return replace(item, qty=None, unit_price=None, discount=ZERO), replace(line, qty=Decimal(1))
        if qty == qty.quantize(Decimal("0.01")):
            line = replace(line, qty=qty)
        return item, line

    def _sums(self, items: list[Printed]) -> tuple[Totals, list[PaperLine], Decimal, Decimal, Decimal]:
        above = sum((Fraction(item.amount or 0) for item, line in items if line), Fraction(0))
        below = sum((Fraction(item.amount or 0) for item, line in items if not line), Fraction(0))
        discount = self._part_of(items, 20) if self._often(0.3) and not self.special else ZERO
        charges = self._part_of(items, 5) if self._often(0.25) and not self.special else ZERO
        stamp = (
            Decimal(10000)
            if not charges and not self.special and not self.free and self._often(0.15) and above > 10**5
            else ZERO
        )
        more = below - Fraction(discount) + Fraction(charges)
        lines = [self._line(item, line, more / above, untouched=not more) for item, line in items if line]
        net = cents(sum((line.net for line in lines), Fraction(0)))
        vat = sum((self._vat(line) for line in lines), Fraction(0))
        luxury = cents(sum((line.net * Fraction(line.luxury_rate) / 100 for line in lines), Fraction(0)))
        printed = cents(vat)
        whole_rupiah = not self.included and not self.special and self._often(0.2)
        if whole_rupiah:
            printed = Decimal(int(vat + Fraction(1, 2)))
        slack = Decimal("0.01") * len(lines) + (1 if whole_rupiah else Decimal("0.01"))
        if self.included:
            printed = cents(above + more) - net - luxury
        total = net + luxury + (ZERO if self.free else printed) + stamp
        tax = ZERO if self.free and self.code in {"07", "08"} else printed
        base = cents(vat * 100 / 12) if self._often(0.5) and not self.special else net if self._often(0.5) else None
        totals = Totals(cents(above + below), discount, charges + stamp, base, tax, total)
        return totals, lines, net, printed, slack

    def _vat(self, line: PaperLine) -> Fraction:
        if line.vat is not None:
            return Fraction(line.vat)
        return line.net * (Fraction(12, 100) if line.luxury_rate or self.code == "01" else Fraction(11, 100))

    def _line(self, item: Item, line: PaperLine, more: Fraction, *, untouched: bool) -> PaperLine:
        """The line with its share, without tax; and the printed figures that must have survived."""
        burden = (
            Fraction(12, 100) + Fraction(line.luxury_rate) / 100
            if line.luxury_rate or self.code == "01"
            else Fraction(11, 100)
        )
        divisor = 1 + burden if self.included else Fraction(1)
        line = replace(line, net=line.net * (1 + more) / divisor)
        price = item.unit_price
        fits = price is not None and item.qty is not None and cents(Fraction(price)) == price and line.qty is not None
        if untouched and not self.included and fits:
            return replace(line, price=price, discount=item.discount)
        return line


def own_figures(made: Case) -> Case:
    """The same with figures of a special rule: VAT of 1.1 %, decided line by line."""
    items = tuple(
        replace(
            item,
            coretax=replace(
                item.coretax, other_tax_base=item.amount, vat=cents(Fraction(item.amount or 0) * 11 / 1000)
            ),
        )
        for item in made.invoice.items
    )
    lines = [
        replace(line, other_tax_base=item.amount, vat=item.coretax.vat)
        for item, line in zip(items, made.paper.lines, strict=True)
    ]
    vat = sum((item.coretax.vat or ZERO for item in items), ZERO)
    totals = replace(made.invoice.totals, tax=vat, tax_base=None, total=made.paper.net + vat)
    return Case(
        replace(made.invoice, items=items, totals=totals), replace(made.paper, lines=lines, vat=vat), made.shelf
    )
