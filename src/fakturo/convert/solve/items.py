"""Items from the table's rows: the words that belong to each, and every printed value with its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.invoice import Evidence, Item, Origin
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.page import Box, Source, Word, around
from fakturo.convert.solve.codes import codes_apart
from fakturo.convert.solve.deals import Deal, written_deal
from fakturo.convert.solve.entries import Entry, names_something
from fakturo.convert.solve.heads import Cell, Role
from fakturo.convert.solve.labels import SUMS, Means, meanings
from fakturo.convert.solve.table import Table
from fakturo.convert.vocabulary import terms

TEXT_ROLES = (Role.DESCRIPTION, Role.SKU, Role.HS_CODE, Role.NO, Role.UOM)
WIDEST_LEADING = 2.4
"""Rows of one item lie at most so many type sizes apart."""
LONGEST_ITEM = 25
"""Rows."""
LONGEST_TEXT = 1000
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,12})[)\]]")
Texts = dict[Role, list[Phrase]]
LEAST_CODE = 1000
"""A larger number below an unknown head is rather an article's than a quantity."""
CELL_START = 3.0
"""Points between the start of a head cell and of a word below it."""


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
) -> list[Shown]:
    """`printed` are the rows as people see them, where those to reckon by hold other words."""
    spans = _spans(rows, table, entries)
    printed = printed or rows
    texts = _all_texts([[printed[index] for index in span] for span in spans], table, entries)
    shown: list[Shown] = []
    counted = table.roles.qty if table.roles.qty is not None else counting_column(table, entries)
    last = max((place for place, entry in enumerate(entries) if entry.amount.value * sign > 0), default=0)
    for place, (entry, span, words) in enumerate(zip(entries, spans, texts, strict=True)):
        if shown and place < last and _reduces(entry):
            shown[-1] = _reduced(shown[-1], entry.amount.value * sign)
        else:
            shown.append(_shown(printed, table, entry, span, words, counted=counted, included=included, sign=sign))
    return shown


def _reduces(entry: Entry) -> bool:
    """A discount in a row of its own, between two items, is the upper one's."""
    reducing = {Means.DISCOUNT, Means.LESS}
    return entry.deal is None and bool(reducing & set(entry.means)) and entry.amount.value < 0


def _reduced(shown: Shown, reduction: Decimal) -> Shown:
    item = shown.item
    amount = None if item.amount is None else item.amount + reduction
    return replace(shown, item=replace(item, amount=amount, discount=item.discount - reduction))


def _spans(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> list[range]:
    """Rows that belong to each item: those below its figures, or above them where the figures come last."""
    if _figures_come_last(table, entries):
        first = table.head.last + 1 if table.head else max(0, entries[0].index - 1)
        starts = [first, *(entry.index + 1 for entry in entries)]
        return [range(start, entry.index + 1) for start, entry in zip(starts, entries, strict=False)]
    ends = [entry.index for entry in entries[1:]] + [min(len(rows), entries[-1].index + LONGEST_ITEM)]
    return [range(entry.index, _last_row(rows, entry.index, end)) for entry, end in zip(entries, ends, strict=True)]


def _figures_come_last(table: Table, entries: Sequence[Entry]) -> bool:
    """The row of the first item's figures has no name, but a row above it has."""
    if names_something(entries[0].text):
        return False
    return not table.head or entries[0].index > table.head.last + 1


def _last_row(rows: Sequence[Row], first: int, end: int) -> int:
    """Past the last row that still follows closely and says nothing about sums."""
    for index in range(first + 1, end):
        above, row = rows[index - 1], rows[index]
        size = max(phrase.size for phrase in above.phrases)
        if row.page != above.page or row.box.y0 - above.box.y1 > WIDEST_LEADING * size:
            return index
        if set(meanings(row.phrases[0].text)[:1]) & (SUMS | {Means.CARRIED, Means.DISCOUNT, Means.CHARGES}):
            return index
    return end


def _shown(
    rows: Sequence[Row],
    table: Table,
    entry: Entry,
    span: range,
    texts: Texts,
    *,
    counted: int | None,
    included: bool,
    sign: int,
) -> Shown:
    roles = table.roles
    own_rows = [rows[index] for index in span]
    above = rows[span.start - 1 : span.start] if not table.head else []
    deal = entry.deal or _written([*own_rows, *above], entry)
    sku, description = _code_and_name(_text(texts.get(Role.SKU)), _text(texts.get(Role.DESCRIPTION)))
    qty = entry.figures.get(counted) if counted is not None else None
    price = entry.figures.get(roles.price) if roles.price is not None else None
    rate = _rate(table, entry)
    uom = (qty.unit if qty else None) or _text(texts.get(Role.UOM)) or _unit_in_head(rows, table)
    item = Item(
        no=_text(texts.get(Role.NO)) or _raw(_figure(table, entry, Role.NO)),
        sku=sku or _raw(_figure(table, entry, Role.SKU)),
        hs_code=_text(texts.get(Role.HS_CODE)) or _raw(_figure(table, entry, Role.HS_CODE)),
        description=description,
        qty=_positive(deal.qty if deal and (qty or roles.qty is None) else _value(qty), sign),
        uom=uom,
        unit_price=deal.price if deal else _value(price),
        discount=deal.discount * sign if deal else Decimal(0),
        amount=_signed(deal.amount if deal else entry.amount.value, sign),
        tax_rate=rate.value if rate else None,
        tax_included=included or bool(deal and deal.taxed),
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
    closes = None if not entry.complete and deal is None else deal is not None
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
        return not (first and numbered and len(figures) > 1)
    short = all(abs(figure.value) < LEAST_CODE for figure in figures)
    return short and not first and len(figures) == len(entries)


def _written(rows: Sequence[Row], entry: Entry) -> Deal | None:
    """Quantity and price may stand in the item's text."""
    if entry.complete:
        return None
    deals = (written_deal(row, figures_of(row), entry.amount.value) for row in rows)
    return next((deal for deal in deals if deal), None)


_BRACKETED = re.compile(r"\[([^\]\s]{2,30})\]\s+(\S.*)", re.DOTALL)


def _code_and_name(sku: str | None, description: str | None) -> tuple[str | None, str | None]:
    """`[CODE] Name` is how some programs print both in one cell. A code has no name beside it."""
    if sku is None and description and (match := _BRACKETED.fullmatch(description)):
        return match[1], match[2]
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


def _all_texts(rows: Sequence[Sequence[Row]], table: Table, entries: Sequence[Entry]) -> list[Texts]:
    texts = [_texts(own_rows, table, entry) for own_rows, entry in zip(rows, entries, strict=True)]
    if any(Role.SKU in each for each in texts):
        return texts
    parted = codes_apart([each.get(Role.DESCRIPTION, []) for each in texts])
    return [
        {**each, Role.SKU: list(codes[:1]), Role.DESCRIPTION: list(description)} if codes else each
        for each, (codes, description) in zip(texts, parted, strict=True)
    ]


def _texts(rows: Sequence[Row], table: Table, entry: Entry) -> Texts:
    """The words of the item's rows, by the head cell that they stand under. Codes stand in its first row only."""
    figures = [figure.box for place, figure in entry.figures.items() if not _is_text(table, place)]
    texts: Texts = {}
    for row in rows:
        for phrase in row.phrases:
            words = _without(phrase, figures) if any(_holds(phrase.box, box) for box in figures) else phrase
            for part in _by_cell(words, table) if words else ():
                role = _role_at(table, part, first=row is rows[0])
                if role and (row is rows[0] or role in {Role.DESCRIPTION, Role.SKU}):
                    texts.setdefault(role, []).append(part)
    if Role.DESCRIPTION not in texts and Role.SKU in texts:
        texts[Role.DESCRIPTION] = texts[Role.SKU]
    return texts


def _is_text(table: Table, place: int) -> bool:
    """A number that stands under the description's head, and is nothing else, belongs to it: an article number, say."""
    return place not in table.roles.used and table.columns[place].roles == {Role.DESCRIPTION}


def _unit_in_head(rows: Sequence[Row], table: Table) -> str | None:
    """`Qty. (PCS)`, in one row or two."""
    if not table.head:
        return None
    heads = [cell for cell in table.head.cells if Role.QTY in cell.roles]
    below = [phrase for row in rows[table.head.last + 1 : table.head.last + 2] for phrase in row.phrases]
    texts = [cell.text for cell in heads]
    texts += [part.text for part in below if any(_overlaps(cell.box, part.box) for cell in heads)]
    inside = next((match[1].strip() for text in texts if (match := _IN_BRACKETS.search(text))), None)
    return inside if inside and terms("units").find(inside) else None


def _overlaps(one: Box, other: Box) -> bool:
    return min(one.x1, other.x1) > max(one.x0, other.x0)


def _by_cell(phrase: Phrase, table: Table) -> Iterator[Phrase]:
    """A phrase that runs on under the next head cell is parted where a word begins just there."""
    starts = [cell.box.x0 for cell in table.head.cells] if table.head else []
    groups: list[list[Word]] = []
    for word in phrase.words:
        if not groups or any(abs(word.box.x0 - start) <= CELL_START for start in starts):
            groups.append([])
        groups[-1].append(word)
    for words in groups:
        text = " ".join(word.text for word in words)
        yield Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.x0 - 1 <= inner.x0 and inner.x1 <= outer.x1 + 1 and outer.y0 - 1 <= inner.y0 and inner.y1 <= outer.y1 + 1
    )


def _without(phrase: Phrase, figures: Sequence[Box]) -> Phrase | None:
    """What is left of a phrase beside the figures in it, if that is a text and no unit."""
    words = [word for word in phrase.words if not any(_holds(box, word.box) for box in figures)]
    text = " ".join(word.text for word in words)
    if not words or (len(words) <= 2 and (terms("units").find(text) or not any(map(str.isalpha, text)))):  # noqa: PLR2004
        return None
    return Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)


def _role_at(table: Table, phrase: Phrase, *, first: bool) -> Role | None:
    if not table.head:
        return Role.DESCRIPTION
    cell = _cell_over(table.head.cells, phrase)
    if cell is None:
        return Role.DESCRIPTION
    if {Role.SKU, Role.DESCRIPTION} <= cell.roles:
        return Role.SKU if first and len(phrase.words) == 1 and any(map(str.isdigit, phrase.text)) else Role.DESCRIPTION
    return next((role for role in TEXT_ROLES if role in cell.roles), None)


def _cell_over(cells: Sequence[Cell], phrase: Phrase) -> Cell | None:
    """The cell whose column the phrase begins in: texts are set flush left, so what counts is where it starts."""
    over = [cell for cell in cells if min(cell.box.x1, phrase.box.x1) - max(cell.box.x0, phrase.box.x0) > 0]
    texts = [cell for cell in over if cell.roles & set(TEXT_ROLES)]
    if texts or over:
        return max(texts or over, key=lambda cell: min(cell.box.x1, phrase.box.x1) - max(cell.box.x0, phrase.box.x0))
    left = [cell for cell in cells if cell.box.x0 <= phrase.box.x0 + 2]
    nearest = max(left, key=lambda cell: cell.box.x0, default=None)
    if nearest is None or not nearest.roles & set(TEXT_ROLES):
        right = [cell for cell in cells if cell.box.x0 > phrase.box.x0 and cell.roles & set(TEXT_ROLES)]
        return min(right, key=lambda cell: cell.box.x0, default=nearest)
    return nearest


def _text(phrases: Sequence[Phrase] | None) -> str | None:
    if not phrases:
        return None
    lines: list[str] = []
    for before, phrase in _with_previous(phrases):
        if before is not None and before.row == phrase.row:
            lines[-1] += f" {phrase.text}"
        else:
            lines.append(phrase.text)
    return " ".join(lines)[:LONGEST_TEXT] or None


def _with_previous(phrases: Sequence[Phrase]) -> Iterator[tuple[Phrase | None, Phrase]]:
    return zip([None, *phrases[:-1]], phrases, strict=True)


def _evidence(phrases: Sequence[Phrase]) -> Evidence:
    page = phrases[0].page
    box = around([phrase.box for phrase in phrases if phrase.page == page])
    return Evidence(_text(phrases), page, box, _origin(phrases), 0.9)


def evidence_of(figure: Figure, confidence: float = 0.95) -> Evidence:
    return Evidence(figure.raw, figure.page, figure.box, Origin.OCR if figure.recognised else Origin.TEXT, confidence)


def _origin(phrases: Sequence[Phrase]) -> Origin:
    recognised = any(word.source is Source.OCR for phrase in phrases for word in phrase.words)
    return Origin.OCR if recognised else Origin.TEXT
