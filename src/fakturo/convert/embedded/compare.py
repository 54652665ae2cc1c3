"""The invoice of the XML beside the pages: where its values are printed, and which of them are not."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from fakturo.convert.embedded.fields import as_text, in_words, values_of
from fakturo.convert.embedded.printed import Printed, Spot
from fakturo.convert.invoice import Invoice, Issue, Item
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.vocabulary import terms

_LABELS = {
    "invoice.number": {"invoice_number"},
    "invoice.date": {"invoice_date", "date"},
    "invoice.due_date": {"due_date"},
}
_TEXTS = ("invoice.number", "invoice.po", "seller.name", "seller.tax_id", "buyer.name", "buyer.tax_id")
_MAX_LOOKED_AT = 8
_MAX_PAIRS = 20_000
"""Of lines and places that are weighed: a page full of one number must not cost more than others."""


def compared(invoice: Invoice, sheets: Iterable[Sheet]) -> Invoice:
    """With the places where its values are printed, and an issue for each that plainly should be and is not."""
    printed = Printed(sheets)
    if printed.is_blank:
        return invoice
    places = dict(places_of(invoice, printed))
    fields = dict(invoice.fields)
    for path, spot in places.items():
        fields[path] = replace(fields[path], raw=spot.text, page=spot.page, box=spot.box)
    issues = (*invoice.issues, *_differences(invoice, places))
    return replace(invoice, fields=fields, issues=issues)


def places_of(invoice: Invoice, printed: Printed) -> Iterator[tuple[str, Spot]]:
    """Where each value is printed, most likely; the texts of lines and addresses are not looked for."""
    for path, value in values_of(invoice):
        if path.startswith("items."):
            continue
        if path in _TEXTS:
            spots: Sequence[Spot] = printed.text(str(value))
        elif isinstance(value, Decimal):
            spots = printed.number(value)
        elif not isinstance(value, str):
            spots = printed.date(value)
        else:
            continue
        if spots:
            yield path, _most_likely(path, spots, printed)
    yield from _places_of_items(invoice.items, printed)


def _most_likely(path: str, spots: Sequence[Spot], printed: Printed) -> Spot:
    """Beside its label; otherwise the first of a date or number, and the last of a sum."""
    is_sum = path.startswith("totals.")
    section, wanted = ("totals", {path.removeprefix("totals.")}) if is_sum else ("labels", _LABELS.get(path, set()))
    in_order = spots[::-1] if is_sum else spots
    for spot in in_order[:_MAX_LOOKED_AT]:
        if wanted & terms(section).meanings(printed.row_text(spot)):
            return spot
    return in_order[0]


def _places_of_items(items: Sequence[Item], printed: Printed) -> Iterator[tuple[str, Spot]]:
    """Lines are printed in their order: the most of them that stand one below the other are where they seem to be."""
    most = max(_MAX_LOOKED_AT, _MAX_PAIRS // max(len(items), 1))
    likely = [_rows_of(item, printed, most) for item in items]
    for index, spot in in_order(likely):
        yield f"items.{index}.amount", spot
        for name in ("qty", "unit_price"):
            value = getattr(items[index], name)
            beside = [at for number, at in printed.numbers_in_row(spot) if value is not None and number == abs(value)]
            if beside:
                yield f"items.{index}.{name}", beside[0]


def _rows_of(item: Item, printed: Printed, most: int) -> Sequence[Spot]:
    """Where the line's amount is printed, if possible beside its quantity and price."""
    if item.amount is None:
        return []
    spots = printed.number(item.amount)[:most]
    wanted = {abs(value) for value in (item.qty, item.unit_price) if value is not None}
    beside = [len(wanted & {number for number, _ in printed.numbers_in_row(spot)}) for spot in spots]
    return [spot for spot, count in zip(spots, beside, strict=True) if count == max(beside)]


def in_order(likely: Sequence[Sequence[Spot]]) -> list[tuple[int, Spot]]:
    """One place for as many lines as possible, each in a row below the one before: a longest rising sequence."""
    ends: list[tuple[int, int]] = []
    chains: list[tuple[int, Spot, Any]] = []
    for index, spots in enumerate(likely):
        # From the bottom up, so that no line follows itself.
        for spot in reversed(spots):
            place = (spot.page, spot.row)
            at = bisect_left(ends, place)
            if ends[at : at + 1] != [place]:
                chains[at : at + 1] = [(index, spot, chains[at - 1] if at else None)]
                ends[at : at + 1] = [place]
    placed: list[tuple[int, Spot]] = []
    link = chains[-1] if chains else None
    while link:
        placed.append((link[0], link[1]))
        link = link[2]
    return placed[::-1]


def _differences(invoice: Invoice, places: dict[str, Spot]) -> list[Issue]:
    wanted = {"invoice.number": invoice.number, "invoice.date": invoice.date, "totals.total": invoice.totals.total}
    given = {path: value for path, value in wanted.items() if value is not None}
    absent = {path: value for path, value in given.items() if path not in places}
    if invoice.totals.payable and "totals.payable" in places:
        # The page may say only what is left to pay.
        absent.pop("totals.total", None)
    if given and len(absent) == len(given):
        message = "Nothing of what the XML says is printed on the page: number, date and total are all different."
        return [Issue("PAGE_DIFFERS", None, message)]
    return [
        Issue("PAGE_DIFFERS", path, f"The XML gives {as_text(value)} as the {in_words(path)}, but the page does not.")
        for path, value in absent.items()
    ]
