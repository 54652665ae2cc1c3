"""An invoice from the page: numbers first, which tell the header where the table and the money are; then judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from fakturo.convert.checks import number_issues
from fakturo.convert.guard import Guard
from fakturo.convert.header.kind import kind_by_sign
from fakturo.convert.header.money.figures import Money
from fakturo.convert.header.reader import UNREAD, Header, read_header
from fakturo.convert.header.scene import TableArea
from fakturo.convert.invoice import Evidence, Invoice, Issue, Kind, Origin, Party, Reading, Totals
from fakturo.convert.layout.sheet import Row, Sheet
from fakturo.convert.scan_checks import scan_issues
from fakturo.convert.solve.explain import sums_explained
from fakturo.convert.solve.items.shown import Shown, evidence_of, show_items
from fakturo.convert.solve.numbers import NO_NUMBERS, Numbers, numbers_of
from fakturo.convert.solve.solution import NO_SOLUTION, Solution, solve
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.sums.model import Chain, Sum
from fakturo.convert.split import once_each, rejoined, split, without_copies
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates
from fakturo.convert.templates.columns import by_columns
from fakturo.convert.templates.header import decided, is_of_other, same_name
from fakturo.convert.templates.known import known_to
from fakturo.convert.templates.marks import count_issues, format_issues, marked, unread_issues, without_settled
from fakturo.convert.templates.template import GENERIC, Template
from fakturo.convert.templates.totals import by_total, leads_there, total_issues
from fakturo.convert.templates.words import KnownPage, in_known_words
from fakturo.convert.value_boxes import narrowed
from fakturo.convert.verdict import verdict_of, with_more

T = TypeVar("T")

MANDATORY = (
    ("invoice.number", "NUMBER_MISSING", "No invoice number was found."),
    ("invoice.date", "DATE_MISSING", "No invoice date was found."),
    ("invoice.currency", "CURRENCY_MISSING", "No currency was found."),
    ("seller.name", "SELLER_MISSING", "The seller was not found."),
    ("buyer.name", "BUYER_MISSING", "The buyer was not found."),
)
NO_ISSUES: list[Issue] = []
NO_ITEMS: list[Shown] = []
NO_TOTALS: tuple[Totals, dict[str, Evidence]] = (Totals(), {})
CHECKED = 0.99
DERIVED = 0.9
UNCHECKED = 0.6


def read_pages(sheets: Sequence[Sheet], templates: Templates = NO_TEMPLATES) -> list[Invoice]:
    """One invoice after the other, as the pages say which belong together, each with the template that fits it."""
    guard = Guard()
    parts = guard.run(lambda: parts_of(sheets), [list(sheets)], what="Which pages belong together")
    read = [_read_part(part, templates) for part in parts]
    invoices = guard.run(lambda: once_each(read, parts), read, what="Which pages belong together")
    torn = next((one for one in invoices if not _is_whole(one)), None) if len(invoices) > 1 else None
    joined = guard.run(lambda: rejoined(parts, read), parts, what="Which pages belong together")
    if len(invoices) > 1 and len(joined) < len(parts):
        invoices = [_read_part(part, templates) for part in joined]
    if torn:
        invoices = _with_split_doubts(invoices, torn.pages[0])
    return [with_more(invoice, after=guard.issues) for invoice in invoices]


def parts_of(sheets: Sequence[Sheet]) -> list[list[Sheet]]:
    """The pages of each invoice: a template is chosen for each by itself."""
    return split(without_copies(sheets))


def _is_whole(invoice: Invoice) -> bool:
    return bool(invoice.items) and invoice.totals.total is not None and invoice.date is not None


def _with_split_doubts(invoices: Sequence[Invoice], page: int) -> list[Invoice]:
    """Pages that were parted from an invoice must make a whole one: otherwise they may be its own."""
    text = f"Page {page} seems to begin another invoice, but it holds no whole one: do they belong together?"
    doubt = Issue("SPLIT_DOUBTFUL", None, text, page)
    return [with_more(one, after=[doubt]) for one in invoices]


def _read_part(sheets: Sequence[Sheet], templates: Templates) -> Invoice:
    guard = Guard()
    template, issues = guard.run(lambda: templates.choose(sheets), (GENERIC, NO_ISSUES), what="Whose layout this is")
    invoice = read_invoice(sheets, template)
    if _is_of_other(invoice, template):
        invoice = read_invoice(sheets)
    return with_more(invoice, before=[*issues, *guard.issues])


def _is_of_other(invoice: Invoice, template: Template) -> bool:
    """The vendor has bought here, or is no more than named: whose paper it is, another template may know."""
    vendor, buyer = template.seller.get("name"), invoice.buyer.name
    return bool(vendor and buyer and same_name(buyer, vendor)) or is_of_other(invoice.seller, template)


def read_invoice(sheets: Sequence[Sheet], template: Template = GENERIC) -> Invoice:
    guard = Guard()
    read = _read(sheets, template, guard)
    kind, signs = _kind(read)
    issues = _issues(read, signs, guard)
    header = read.header
    return Invoice(
        number=_value(header.number),
        date=_value(header.date),
        due_date=_value(header.due_date),
        currency=_value(header.currency),
        po=_value(header.po),
        kind=kind,
        seller=_party(header, "seller"),
        buyer=_party(header, "buyer"),
        items=tuple(shown.item for shown in read.items),
        totals=read.totals,
        pages=tuple(sheet.number for sheet in sheets),
        verdict=verdict_of(issues),
        issues=issues,
        fields=read.fields,
        template=template.title if template.name else None,
        weighed=header.weighed,
        sums_told=guard.run(lambda: sums_explained(read.solutions), {}, what="How the sums were found"),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """What stands on the pages of one invoice, not yet judged."""

    sheets: Sequence[Sheet]
    template: Template
    page: KnownPage
    numbers: Numbers
    solutions: Sequence[Solution]
    header: Header
    items: Sequence[Shown]
    totals: Totals
    fields: dict[str, Evidence]

    @property
    def best(self) -> Solution:
        return self.solutions[0]


def _read(sheets: Sequence[Sheet], template: Template, guard: Guard) -> _Read:
    """Lines and sums first: the head is read around them."""
    page = in_known_words(sheets, template)
    numbers, solutions = guard.run(
        lambda: _solved(page, sheets, template), (NO_NUMBERS, [NO_SOLUTION]), what="The lines and sums", field="totals"
    )
    best = solutions[0]
    header = guard.run(lambda: _header(sheets, page, best, template), UNREAD, what="The head of the invoice")
    items = guard.run(lambda: _items(page, best, sheets), NO_ITEMS, what="The lines", field="items")
    totals, sums = guard.run(lambda: _totals(best), NO_TOTALS, what="The sums", field="totals")
    heads = _header_fields(header)
    heads = guard.run(lambda: narrowed(heads, sheets), heads, what="Where the values stand")
    fields = sums | heads | _item_fields(items)
    fields = guard.run(lambda: marked(fields, template, page, best), fields, what="What the template marks")
    return _Read(sheets, template, page, numbers, solutions, header, items, totals, fields)


def _kind(read: _Read) -> tuple[Kind, list[Issue]]:
    """As its title and its signs say; of a vendor who credits with a minus, that is no doubt."""
    is_negative = _is_negative(read.best)
    kind, signs = kind_by_sign(read.header.kind, minus=is_negative)
    return kind, [] if is_negative and read.template.minus_credits else signs


def _issues(read: _Read, signs: Sequence[Issue], guard: Guard) -> list[Issue]:
    sheets, template = read.sheets, read.template
    doubts = _number_doubts(read, guard)
    issues = [*_notes(sheets), *_missing(read.header, read.fields), *read.header.issues, *signs, *doubts]
    issues += guard.run(lambda: [*scan_issues(sheets, read.fields)], NO_ISSUES, what="How sure a scan is")
    issues += [*format_issues(template, read.numbers.figures), *total_issues(read.best, sheets, template)]
    issues += count_issues(template, [shown.item.qty for shown in read.items])
    return [*issues, *unread_issues(template), *guard.issues]


def _number_doubts(read: _Read, guard: Guard) -> list[Issue]:
    """Whether all adds up; without what the template settles, if every line has a name."""
    header, best = read.header, read.best
    code = header.number.evidence if header.number else None
    doubts = guard.run(
        lambda: number_issues(read.solutions, read.items, read.numbers, _value(header.currency), code),
        NO_ISSUES,
        what="Whether all adds up",
    )
    if not all(shown.item.description for shown in read.items):
        return doubts
    is_total_known = leads_there(best, read.sheets, read.template)
    return without_settled(doubts, read.template, read.page, best, is_total_known=is_total_known)


def _item_fields(items: Sequence[Shown]) -> dict[str, Evidence]:
    named = ((number, *field) for number, shown in enumerate(items) for field in shown.fields.items())
    return {f"items.{number}.{name}": evidence for number, name, evidence in named}


def _solved(page: KnownPage, sheets: Sequence[Sheet], template: Template) -> tuple[Numbers, list[Solution]]:
    numbers = numbers_of(page.known, given_sign=template.decimal_sign)
    return numbers, by_columns(by_total(solve(numbers), sheets, template), page)


def _header(sheets: Sequence[Sheet], page: KnownPage, best: Solution, template: Template) -> Header:
    header = read_header(
        sheets,
        table=_area(page.known, best),
        money=_money(best),
        date_order=template.date_order,
        taught=known_to(template, sheets),
    )
    return decided(header, sheets, template)


def _area(rows: Sequence[Row], best: Solution) -> TableArea | None:
    if best.table is None or best.table.head is None or not best.items:
        return None
    first, last = rows[best.table.head.first], rows[best.items[-1].index]
    return TableArea(first.page, first.box.y0, last.page, last.box.y1)


def _money(best: Solution) -> Money | None:
    """The figures that the total comes from; none if there is no total."""
    chain = best.chain
    if chain is None or not (chain.printed_total or chain.payable):
        return None
    sums = [one.figure for one in (chain.printed_total, chain.payable) if one]
    parts = [one.figure for one in (chain.printed_subtotal, *chain.tax_addends) if one]
    amounts = [entry.amount for entry in best.items]
    prices = [figure for entry in best.items for figure in entry.figures.values() if figure != entry.amount]
    return Money(sums, [*amounts, *parts], prices)


def _items(page: KnownPage, best: Solution, sheets: Sequence[Sheet]) -> list[Shown]:
    if best.table is None or not best.items:
        return []
    sign = -1 if sum(entry.amount.value for entry in best.items) < 0 else 1
    included = bool(best.chain and best.chain.included)
    rules = {sheet.number: sheet.rules for sheet in sheets}
    return show_items(
        page.known, best.table, best.items, included=included, sign=sign, printed=page.printed, rules=rules
    )


def _is_negative(best: Solution) -> bool:
    """Its total, or all of its lines together, is printed with a minus."""
    total = best.chain.printed_total if best.chain else None
    return (total is not None and total.value < 0) or sum(entry.amount.value for entry in best.items) < 0


def _party(header: Header, role: str) -> Party:
    party = getattr(header, role)
    return Party(_value(party.name), _value(party.tax_id), _value(party.address), _value(party.country))


def _value(reading: Reading[T] | None) -> T | None:
    return reading.value if reading else None


def _header_fields(header: Header) -> dict[str, Evidence]:
    named: dict[str, Reading[Any] | None] = {
        "invoice.number": header.number,
        "invoice.date": header.date,
        "invoice.due_date": header.due_date,
        "invoice.currency": header.currency,
        "invoice.po": header.po,
    }
    for role in ("seller", "buyer"):
        party = getattr(header, role)
        named |= {f"{role}.{part}": getattr(party, part) for part in ("name", "tax_id", "address", "country")}
    return {name: reading.evidence for name, reading in named.items() if reading}


def _missing(header: Header, fields: dict[str, Evidence]) -> Iterator[Issue]:
    known = {issue.field for issue in header.issues}
    for field, code, text in MANDATORY:
        if field not in fields and field not in known:
            yield Issue(code, field, text)


def _notes(sheets: Sequence[Sheet]) -> Iterator[Issue]:
    """That a page is a scan nobody could read, or is blank, explains whatever is missing, so it comes first."""
    if sheets and not any(sheet.rows or sheet.notes for sheet in sheets):
        where = "the page" if len(sheets) == 1 else f"any of the {len(sheets)} pages"
        yield Issue("PAGES_BLANK", None, f"Nothing that can be read is written on {where}.", sheets[0].number)
    for sheet in sheets:
        for note in sheet.notes:
            yield Issue("PAGE_UNREAD", None, note, sheet.number)


def _totals(best: Solution) -> tuple[Totals, dict[str, Evidence]]:
    chain = best.chain
    if chain is None:
        return Totals(), {}
    totals = Totals(
        subtotal=chain.lines,
        discount=chain.discount.value,
        charges=chain.charges.value,
        tax_base=chain.base,
        tax=chain.tax,
        total=chain.total,
        withheld=chain.withheld.value,
        prepaid=chain.prepaid.value,
        rounding=chain.rounding,
        payable=_payable(chain),
        taxes=chain.taxes,
    )
    return totals, {f"totals.{name}": evidence for name, evidence in _sum_fields(best, chain)}


def _payable(chain: Chain) -> Decimal:
    if chain.payable:
        return abs(chain.payable.value)
    return chain.total - chain.withheld.value - chain.prepaid.value


def _sum_fields(best: Solution, chain: Chain) -> Iterator[tuple[str, Evidence]]:
    confidence = CHECKED if best.lines_close and chain.closes else UNCHECKED
    printed = {abs(one.value): one.figure for one in reversed(best.labelled) if one.means is not Means.LOOSE}
    if chain.printed_subtotal:
        yield "subtotal", evidence_of(chain.printed_subtotal.figure, confidence)
    else:
        yield "subtotal", _derived(chain.lines)
    for name in ("discount", "charges", "withheld", "prepaid"):
        part: Sum = getattr(chain, name)
        if part.addends:
            yield name, evidence_of(part.addends[0].figure, confidence)
    base = chain.base_figure or (printed.get(chain.base) if chain.base is not None else None)
    if base:
        yield "tax_base", evidence_of(base, confidence)
    elif chain.base is not None:
        yield "tax_base", _derived(chain.base)
    tax = chain.tax_addends[0].figure if len(chain.tax_addends) == 1 else printed.get(chain.tax)
    yield "tax", evidence_of(tax, confidence) if tax and chain.tax else _derived(chain.tax)
    yield "total", evidence_of(chain.printed_total.figure, confidence) if chain.printed_total else _derived(chain.total)
    yield "payable", evidence_of(chain.payable.figure, confidence) if chain.payable else _derived(_payable(chain))


def _derived(value: Decimal) -> Evidence:
    return Evidence(f"{value:f}", None, None, Origin.DERIVED, DERIVED)
