"""An item's unit where it does not stand beside the quantity: beside the price, or in the head."""

import re
from collections.abc import Sequence

from fakturo.convert.figures import MINOR_UNITS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.table.headed import Table
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.vocabulary import terms

_PER = re.compile(r"/\s?([^\W\d]{1,8})\b")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,12})[)\]]")


def unit_in_head(rows: Sequence[Row], table: Table) -> str | None:
    """`Qty. (PCS)`, in one row or two; `Net kg`; a price `EUR/kg`."""
    if not table.head:
        return None
    heads = [cell for cell in table.head.cells if Role.QTY in cell.roles]
    below = [phrase for row in rows[table.head.last + 1 : table.head.last + 2] for phrase in row.phrases]
    texts = [cell.text for cell in heads]
    texts += [part.text for part in below if any(cell.box.across(part.box) > 0 for cell in heads)]
    inside = [match[1].strip() for text in texts if (match := _IN_BRACKETS.search(text))]
    last = [cell.text.split()[-1] for cell in heads]
    prices = [cell.text for cell in table.head.cells if Role.UNIT_PRICE in cell.roles]
    per = [match[1] for text in prices if (match := _PER.search(text))]
    units = (text for text in inside if terms("units").find(text))
    return next(units, None) or next((text for text in (*last, *per) if _is_measure(text)), None)


def unit_of(price: Figure | None) -> str | None:
    """`35.77 EA`."""
    return price.unit if price and price.unit not in MINOR_UNITS else None


def _is_measure(text: str) -> bool:
    """A unit that says more than that there is one: heads have `Unit` and `Units` for the column itself."""
    return bool(terms("units").find(text)) and not terms("columns").find(text)
