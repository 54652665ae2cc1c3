"""Invoices and what a directory knows about them, into the values of a file for Coretax; and what stands in the way."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, islice, repeat
from typing import NamedTuple

from fakturo.convert.directory.question import (
    Answer,
    GoodsQuestion,
    GoodsRecord,
    PartyAnswer,
    PartyQuestion,
    Question,
    Role,
)
from fakturo.convert.invoice import Invoice, Kind, Totals
from fakturo.convert.targets.coretax.arithmetic import NOTHING, RATE, exact, reduced, share
from fakturo.convert.targets.coretax.decisions import LUXURY, facility_of, transaction_of
from fakturo.convert.targets.coretax.goods import Namer, What
from fakturo.convert.targets.coretax.lines import Priced, charged_items, priced
from fakturo.convert.targets.coretax.notes import Notes
from fakturo.convert.targets.coretax.parties import NOBODY, buyer_of, names_known, seller_of, seller_record
from fakturo.convert.targets.coretax.text import LONGEST_TEXT, plain
from fakturo.convert.targets.coretax.totals import Sums, compare, printed_net, spread_of
from fakturo.convert.targets.coretax.values import Line, TaxInvoice, Values
from fakturo.convert.targets.figures import is_reasonable
from fakturo.convert.targets.target import AboutInvoice, Prepared, Settled

RUPIAH = "IDR"
_PART_PAYMENT = re.compile(
    r"\buang\s+muka\b|\bdown\s*payment\b|\badvance\s+payment\b|\bpelunasan\b|\bfinal\s+payment\b"
    r"|\bDP\s*\d{1,2}\s*%|\b\d{1,2}\s*%\s*DP\b|\btermin\s+(?:ke\s*-?\s*)?(?:\d|[IVX]+\b)",
    re.IGNORECASE,
)


class _Known(NamedTuple):
    """What the directory answered about one invoice."""

    answer: Answer
    seller: PartyAnswer
    buyer: PartyAnswer
    goods: Sequence[GoodsRecord | None]


def ask(invoices: Sequence[Invoice]) -> Question:
    return Question(
        parties=tuple(
            PartyQuestion(role, party.name, party.tax_id)
            for invoice in invoices
            for role, party in ((Role.SELLER, invoice.seller), (Role.BUYER, invoice.buyer))
        ),
        units=tuple(dict.fromkeys(item.uom for invoice in invoices for item in invoice.items if item.uom)),
        goods=tuple(GoodsQuestion(item.sku, item.description) for invoice in invoices for item in invoice.items),
    )


def prepare(invoices: Sequence[Invoice], answer: Answer) -> Prepared:
    parties = chain(answer.parties, repeat(PartyAnswer()))
    goods = chain(answer.goods, repeat(None))
    made: list[TaxInvoice] = []
    issues: list[AboutInvoice] = []
    settled: list[Settled] = []
    for place, invoice in enumerate(invoices):
        notes = Notes(invoice)
        known = _Known(answer, next(parties), next(parties), list(islice(goods, len(invoice.items))))
        with exact():
            made.append(_tax_invoice(invoice, known, notes))
        _check_one_seller(made, notes)
        settled += [Settled(place, *each) for each in names_known(invoice, known.seller, known.buyer)]
        issues += [AboutInvoice(place, issue) for issue in notes.issues()]
    seller = next((invoice.seller for invoice in made if invoice.seller.tin), NOBODY)
    return Prepared(Values(seller, tuple(made)), issues, settled)


def _tax_invoice(invoice: Invoice, known: _Known, notes: Notes) -> TaxInvoice:
    _check_kind(invoice, notes)
    seller = seller_record(invoice.seller, known.seller, known.answer.own_sellers, notes)
    code = transaction_of(invoice, known.buyer.record, seller, notes)
    facility = facility_of(invoice.coretax, code, known.buyer.record, seller, notes)
    return TaxInvoice(
        date=invoice.date,
        transaction_code=code,
        add_info=facility.add_info,
        custom_doc=plain(invoice.coretax.custom_doc),
        custom_doc_month_year=invoice.coretax.custom_doc_month_year,
        reference=plain(invoice.number),
        facility_stamp=facility.facility_stamp,
        seller=seller_of(seller, invoice.seller, notes),
        buyer=buyer_of(invoice.buyer, known.buyer, notes),
        items=_lines(invoice, known, code, notes),
    )


def _lines(invoice: Invoice, known: _Known, code: str | None, notes: Notes) -> tuple[Line, ...]:
    full_base = code == LUXURY
    invoice = _with_reasonable_totals(invoice, notes)
    _check_lines(invoice, notes, full_base=full_base)
    charged, below = charged_items(invoice, notes, full_base=full_base)
    spread = spread_of(invoice, charged, below)
    namer = Namer(known.answer, notes)
    lines = [
        _line(one, namer.what(one.place, one.item, known.goods[one.place]), notes, full_base=full_base)
        for one in priced(charged, spread, printed_net(invoice, spread), notes)
    ]
    if lines and invoice.currency in {RUPIAH, None}:
        compare(invoice, _sums(lines), spread, code, notes)
    return tuple(lines)


def _with_reasonable_totals(invoice: Invoice, notes: Notes) -> Invoice:
    totals = invoice.totals
    sums = (totals.discount, totals.charges, totals.rounding, totals.tax_base, totals.tax, totals.total)
    if all(map(is_reasonable, sums)):
        return invoice
    notes.error("FIGURE_TOO_LARGE", "totals", "One of the sums is too large to be right.")
    return replace(invoice, totals=Totals())


def _line(one: Priced, what: What, notes: Notes, *, full_base: bool) -> Line:
    own = one.item.coretax
    luxury_rate = own.luxury_rate or NOTHING
    usual = one.net if luxury_rate or full_base else reduced(one.net)
    other = usual if own.other_tax_base is None else own.other_tax_base
    return Line(
        place=one.place,
        opt=what.opt,
        code=what.code,
        name=_name(one, notes),
        unit=what.unit,
        price=one.fitted.price,
        qty=one.fitted.qty,
        discount=one.fitted.discount,
        tax_base=one.net,
        other_tax_base=other,
        vat_rate=RATE,
        vat=share(other, RATE) if own.vat is None else own.vat,
        luxury_rate=luxury_rate,
        luxury_tax=share(other, luxury_rate),
    )


def _name(one: Priced, notes: Notes) -> str | None:
    name = plain(one.item.description) or plain(one.item.sku)
    if len(one.item.description or "") > LONGEST_TEXT:
        message = f"the description is longer than {LONGEST_TEXT} characters, and was cut there."
        notes.line_warning(one.place, "TEXT_CUT", "description", message)
    return name


def _sums(lines: Sequence[Line]) -> Sums:
    def total(name: str) -> Decimal:
        return sum((getattr(line, name) for line in lines), NOTHING)

    return Sums(total("tax_base"), total("other_tax_base"), total("vat"), total("luxury_tax"))


def _check_kind(invoice: Invoice, notes: Notes) -> None:
    totals = invoice.totals
    if invoice.currency not in {RUPIAH, None}:
        message = f"The amounts are in {invoice.currency}; a tax invoice is in rupiah, at the tax office's weekly rate."
        notes.error("CURRENCY_NOT_RUPIAH", "invoice.currency", message)
    if invoice.kind is Kind.CREDIT_NOTE:
        message = "This is a credit note. Returns have another menu in Coretax; it can't be imported as an invoice."
        notes.error("CREDIT_NOTE", "kind", message)
    if any(_PART_PAYMENT.search(item.description or "") for item in invoice.items):
        _tell_part_payment("items", notes)
    elif totals.total is not None and NOTHING < totals.prepaid < totals.total:
        _tell_part_payment("totals.prepaid", notes)


def _tell_part_payment(field: str, notes: Notes) -> None:
    message = "This looks like a down payment or a settlement, which are ticked in Coretax itself: enter it there."
    notes.error("PART_PAYMENT", field, message)


def _check_lines(invoice: Invoice, notes: Notes, *, full_base: bool) -> None:
    bears = [bool(item.coretax.luxury_rate) for item in invoice.items if (item.amount or NOTHING) >= 0]
    if full_base and any(bears) and not all(bears):
        message = "Luxury goods and others can't share a tax invoice with code 01: the others need one with 04."
        notes.error("LUXURY_MIXED", "items", message)
    taxed = [item for item in invoice.items if item.tax_rate]
    for place, item in enumerate(invoice.items):
        if taxed and item.tax_rate == 0:
            message = "its printed tax rate is 0, that of others is not: they can't share a tax invoice."
            notes.line_error(place, "LINE_UNTAXED", "tax_rate", message)


def _check_one_seller(made: Sequence[TaxInvoice], notes: Notes) -> None:
    tins = [invoice.seller.tin for invoice in made if invoice.seller.tin]
    if tins and made[-1].seller.tin not in {None, tins[0]}:
        message = f"The file is of {tins[0]}, this invoice of {made[-1].seller.tin}: one file holds one seller's."
        notes.error("SELLERS_DIFFER", "seller.name", message)
