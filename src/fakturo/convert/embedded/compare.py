"""The invoice of the XML beside the pages: where its values are printed, and which of them are not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from fakturo.convert.embedded.fields import as_text, in_words, values_of
from fakturo.convert.embedded.printed import Printed, Spot, first_after
from fakturo.convert.invoice import Invoice, Issue, Item
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.vocabulary import terms

_LABELS = {"invoice.number": {"invoice_number"}, "invoice.date": {"invoice_date", "date"}, "invoice.due_date": {"due_date"}}
_TEXTS = ("invoice.number", "invoice.po", "seller.name", "seller.tax_id", "buyer.name", "buyer.tax_id")
_MAX_LOOKED_AT = 8
"""Places of one amount that are weighed for one line."""


def compared(invoice: Invoice, sheets: Iterable[Sheet]) -> Invoice:
    """With the places where its values are printed, and an issue for each that plainly should be and is not."""
    printed = Printed(sheets)
    if printed.is_blank:
        return invoice
    places = dict(_places(invoice, printed))
    fields = dict(invoice.fields)
    for path, spot in places.items():
        fields[path] = replace(fields[path], raw=spot.text, page=spot.page, box=spot.box)
    issues = (*invoice.issues, *_differences(invoice, printed, places))
    return replace(invoice, fields=fields, issues=issues)


def _places(invoice: Invoice, printed: Printed) -> Iterator[tuple[str, Spot]]:
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
    """Lines come in their order: each below the one before, in the row that has most of its numbers."""
    page = row = 0
    for index, item in enumerate(items):
        if item.amount is None:
            continue
        below = first_after(printed.number(item.amount), page, row - 1 if not index else row)[:_MAX_LOOKED_AT]
        if not below:
            continue
        beside = {"qty": item.qty, "unit_price": item.unit_price}
        wanted = {abs(value) for value in beside.values() if value is not None}
        best = max(below, key=lambda spot: len(wanted & {value for value, _ in printed.numbers_in_row(spot)}))
        page, row = best.page, best.row
        yield f"items.{index}.amount", best
        for name, value in beside.items():
            at = [spot for number, spot in printed.numbers_in_row(best) if value is not None and number == abs(value)]
            if at:
                yield f"items.{index}.{name}", at[0]


def _differences(invoice: Invoice, printed: Printed, places: dict[str, Spot]) -> list[Issue]:
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
