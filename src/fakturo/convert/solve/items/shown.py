"""Items from the table's rows: the words that belong to each, and every printed value with its place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.invoice import Evidence, Item, Origin
from fakturo.convert.layout.sheet import Phrase, Row, Rules
from fakturo.convert.page import Box, Source, around
from fakturo.convert.solve.items.grid import Grid
from fakturo.convert.solve.items.rows import rows_of_items
from fakturo.convert.solve.items.texts import Texts, text_of, texts_of
from fakturo.convert.solve.items.units import unit_in_head, unit_of
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.table.entries import Entry
from fakturo.convert.solve.table.headed import Table
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.solve.table.pricing import Pricing, told_deal, written_pricing

LEAST_CODE = 1000
"""A larger number below an unknown head is rather an article's than a quantity."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An item, and where its values stand."""

    item: Item
    entry: Entry
    """The row that it was read from."""
    fields: dict[str, Evidence]
    box: Box
    page: int
    closes: bool | None
    """None when no quantity and price are printed to check it by."""


def show_items(
    rows: Sequence[Row],
    table: Table,
    entries: Sequence[Entry],
    *,
    included: bool,
    sign: int,
    printed: Sequence[Row] | None = None,
    rules: Mapping[int, Rules] | None = None,
) -> list[Shown]:
    """`printed` are the rows as people see them, where those to reckon by hold other words; `rules` are by page."""
    grid = _grid(rows, table, entries, rules or {})
    spans = rows_of_items(rows, table, entries, grid)
    printed = printed or rows
    shown: list[Shown] = []
    counted = table.roles.qty if table.roles.qty is not None else counting_column(table, entries)
    texts = texts_of([[printed[index] for index in span] for span in spans], table, entries, counted, grid)
    last = max((place for place, entry in enumerate(entries) if entry.amount.value * sign > 0), default=0)
    for place, (entry, span, words) in enumerate(zip(entries, spans, texts, strict=True)):
        if shown and place < last and _reduces(entry):
            shown[-1] = _reduced(shown[-1], entry.amount.value * sign)
        else:
            shown.append(_shown(printed, table, entry, span, words, counted=counted, included=included, sign=sign))
    return shown


def _grid(rows: Sequence[Row], table: Table, entries: Sequence[Entry], rules: Mapping[int, Rules]) -> Grid:
    boxes = [rows[entry.index].box for entry in entries] + ([table.head.box] if table.head else [])
    return Grid(rules, min(box.x0 for box in boxes), max(box.x1 for box in boxes))


def _reduces(entry: Entry) -> bool:
    """A discount in a row of its own, between two items, is the upper one's."""
    reducing = {Means.DISCOUNT, Means.LESS}
    return entry.pricing is None and bool(reducing & set(entry.means)) and entry.amount.value < 0


def _reduced(shown: Shown, reduction: Decimal) -> Shown:
    item = shown.item
    amount = None if item.amount is None else item.amount + reduction
    return replace(shown, item=replace(item, amount=amount, discount=item.discount - reduction))


def _shown(
    rows: Sequence[Row],
    table: Table,
    entry: Entry,
    span: Sequence[int],
    texts: Texts,
    *,
    counted: int | None,
    included: bool,
    sign: int,
) -> Shown:
    roles = table.roles
    own_rows = [rows[index] for index in span]
    first = span[0] if span else entry.index  # rows that overlap leave some entry without one of its own
    above = rows[max(0, first - 1) : first] if not table.head else []
    told = _told([*own_rows, *above], entry, counted) if entry.pricing is None else None
    pricing = entry.pricing or told
    sku, description = _code_and_name(text_of(texts.get(Role.SKU)), text_of(texts.get(Role.DESCRIPTION)))
    qty = entry.figures.get(counted) if counted is not None else None
    price = entry.figures.get(roles.price) if roles.price is not None else None
    rate = _rate(table, entry)
    uom = (qty.unit if qty else None) or text_of(texts.get(Role.UOM)) or unit_in_head(rows, table) or unit_of(price)
    item = Item(
        no=text_of(texts.get(Role.NO)) or _raw(_figure(table, entry, Role.NO)),
        sku=sku or _raw(_figure(table, entry, Role.SKU)),
        hs_code=text_of(texts.get(Role.HS_CODE)) or _raw(_figure(table, entry, Role.HS_CODE)),
        description=description,
        qty=_positive(pricing.qty if pricing and (told or qty or roles.qty is None) else _value(qty), sign),
        uom=uom,
        unit_price=pricing.price if pricing else _value(price),
        price_base=pricing.price_base if pricing else Decimal(1),
        discount=pricing.discount * sign if pricing else Decimal(0),
        amount=_signed(pricing.amount if pricing else entry.amount.value, sign),
        tax_rate=rate.value if rate else None,
        tax_included=included or bool(pricing and pricing.taxed),
    )
    fields = {
        name: evidence_of(figure)
        for name, figure in (("qty", qty), ("unit_price", price), ("amount", entry.amount))
        if figure
    }
    for name, role in (("description", Role.DESCRIPTION), ("sku", Role.SKU), ("no", Role.NO)):
        if phrases := texts.get(role):
            fields[name] = _evidence(phrases)
    boxes = [figure.box for figure in entry.figures.values()] + [entry.amount.box]
    closes = None if not entry.complete and pricing is None else pricing is not None
    return Shown(item, entry, fields, around(boxes), entry.amount.page, closes)


def counting_column(table: Table, entries: Sequence[Entry]) -> int | None:
    """Where nothing is priced by the piece: the first column that is headed so, or the only one with a strange head."""
    columns = [(place, column) for place, column in enumerate(table.columns) if place != table.roles.amount]
    if table.roles.price is not None or any(Role.UNIT_PRICE in column.roles for _, column in columns):
        return None
    named = [place for place, column in columns if column.roles == {Role.QTY}]
    nameless = [place for place, column in columns if not column.roles and not column.percent] if table.head else []
    place = named[0] if named else nameless[0] if len(nameless) == 1 else None
    return place if place is not None and _counts(place, table, entries, named=bool(named)) else None


def _counts(place: int, table: Table, entries: Sequence[Entry], *, named: bool) -> bool:
    """Not the numbers of the lines; without a name it stands between the words and the amounts, and is short."""
    figures = [entry.figures[place] for entry in entries if place in entry.figures]
    starts = [cell.box.x0 for cell in table.head.cells if Role.DESCRIPTION in cell.roles] if table.head else []
    first = bool(starts) and all(figure.box.x1 <= starts[0] for figure in figures)
    numbered = [figure.value for figure in figures] == [Decimal(number + 1) for number in range(len(figures))]
    if named:
        return not (numbered and len(figures) > (1 if first else 2))
    short = all(abs(figure.value) < LEAST_CODE or not figure.clean for figure in figures)  # or a word behind it
    return short and not first and len(figures) == len(entries)


def _told(rows: Sequence[Row], entry: Entry, counted: int | None) -> Pricing | None:
    """Quantity and price may stand in the item's text, or in rows of their own."""
    pricings = (written_pricing(row, figures_of(row), entry.amount.value) for row in (() if entry.complete else rows))
    written = next((pricing for pricing in pricings if pricing), None)
    return written or told_deal(rows, entry.amount.value, entry.figures.get(counted) if counted is not None else None)


_BRACKETED = re.compile(r"\[([^\]\s]{2,30})\]\s+\S")


def _code_and_name(sku: str | None, description: str | None) -> tuple[str | None, str | None]:
    """`[CODE] Name` is how some programs print both in one cell; the name stays as printed. A code is no name."""
    if sku is None and description and (match := _BRACKETED.match(description)):
        return match[1], description
    return None if sku == description else sku, description


def _signed(value: Decimal | None, sign: int) -> Decimal | None:
    return value if value is None or sign > 0 else -value


def _positive(value: Decimal | None, sign: int) -> Decimal | None:
    """A credit note prints its minus before the quantity, the amount, or both."""
    return value if value is None or sign > 0 else abs(value)


def _value(figure: Figure | None) -> Decimal | None:
    return figure.value if figure else None


def _raw(figure: Figure | None) -> str | None:
    return figure.raw if figure else None


def _figure(table: Table, entry: Entry, role: Role) -> Figure | None:
    place = table.column_for(role)
    return entry.figures.get(place) if place is not None and place not in table.roles.used else None


def _rate(table: Table, entry: Entry) -> Figure | None:
    place = table.column_for(Role.TAX_RATE)
    if place is not None and place in entry.figures:
        figure = entry.figures[place]
        return figure if figure.percent or Role.TAX not in table.columns[place].roles else None
    discount = table.roles.discount
    return next((figure for place, figure in entry.figures.items() if figure.percent and place != discount), None)


def _evidence(phrases: Sequence[Phrase]) -> Evidence:
    page = phrases[0].page
    box = around([phrase.box for phrase in phrases if phrase.page == page])
    return Evidence(text_of(phrases), page, box, _origin(phrases), 0.9)


def evidence_of(figure: Figure, confidence: float = 0.95) -> Evidence:
    return Evidence(figure.raw, figure.page, figure.box, Origin.OCR if figure.recognised else Origin.TEXT, confidence)


def _origin(phrases: Sequence[Phrase]) -> Origin:
    recognised = any(word.source is Source.OCR for phrase in phrases for word in phrase.words)
    return Origin.OCR if recognised else Origin.TEXT
