"""A model's answer as invoices. It follows its schema, as whoever asked has checked; its values are still anybody's."""

import json
from typing import Any

from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Invoice
from fakturo.convert.invoice_input import BadJson, invoices_from_json

NO_INVOICE = "A language model found no invoice in it."


class NoReading(ConversionError):
    """The text says to the sender what is wrong with a model's answer."""


def reading_from_json(data: bytes) -> dict[str, Any]:
    """As the schemas have it, an object."""
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise NoReading("The model's reading is not valid JSON.") from None
    if not isinstance(given, dict):
        raise NoReading("The model's reading is no object.")
    return given


def invoices_in(data: bytes) -> list[Invoice]:
    """Dates that no calendar has, and the like, end the reading: NoReading."""
    listed = reading_from_json(data).get("invoices")
    if not isinstance(listed, list):
        raise NoReading("The model's reading has no list of invoices.")
    if not listed:
        raise NoReading(NO_INVOICE)
    try:
        return invoices_from_json(json.dumps(listed).encode())
    except BadJson as error:
        raise NoReading(f"The model's reading can't be used. {error}") from None
