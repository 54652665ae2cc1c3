"""What a template tells the header before it is weighed: who sells, and what stands at the places it confirms."""

from collections.abc import Iterator, Sequence
from typing import Any

from fakturo.convert.header.dates.written import Order
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.templates.anchors import read_date, read_text
from fakturo.convert.templates.template import Anchor, Template
from fakturo.convert.weigh.taught import Taught

WEIGHED = {
    "invoice.number": "number",
    "invoice.date": "date",
    "invoice.due_date": "due",
    "buyer.name": "buyer",
}
"""What the weights call the fields that a template confirms."""


def known_to(template: Template, sheets: Sequence[Sheet]) -> Taught:
    values = {
        WEIGHED[field]: frozenset(_standing(sheets, field, anchors, template.date_order))
        for field, anchors in template.confirmed.items()
        if field in WEIGHED and field not in template.anchors
    }
    return Taught(template.seller.get("name"), values)


def _standing(sheets: Sequence[Sheet], field: str, anchors: Sequence[Anchor], order: Order | None) -> Iterator[Any]:
    for anchor in anchors:
        if field.endswith("date"):
            readings = [read_date(sheets, [anchor], each) for each in ([order] if order else Order)]
            yield from (reading.value for reading in readings if reading)
        elif text := read_text(sheets, [anchor], field):
            yield text.value
