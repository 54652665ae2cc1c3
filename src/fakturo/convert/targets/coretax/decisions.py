"""Which kind of supply an invoice is: the transaction code, and for 07 and 08 the facility. A tax decision, so whoever
decided it nearest to the invoice wins: the invoice itself, its buyer, its seller. Nothing here guesses."""

from collections.abc import Iterator
from typing import NamedTuple

from fakturo.convert.directory.question import Record
from fakturo.convert.invoice import Coretax, Invoice
from fakturo.convert.targets.coretax.lists import facilities, transactions
from fakturo.convert.targets.coretax.notes import Notes

LUXURY = "01"


class Facility(NamedTuple):
    add_info: str | None = None
    facility_stamp: str | None = None


def transaction_of(invoice: Invoice, buyer: Record | None, seller: Record | None, notes: Notes) -> str | None:
    """None if nobody decided it, and no luxury tax does."""
    decided = ((invoice.coretax.transaction_code, "the invoice"), *_of_records(buyer, seller))
    for code, whose in decided:
        if not (code or "").strip():
            continue
        known = two_digits(code)
        if known in transactions():
            return known
        message = f"The transaction code of {whose} must be 01 to 10; it is '{code}'."
        notes.error("TRANSACTION_CODE_UNKNOWN", "coretax.transaction_code", message)
        return None
    return LUXURY if any(item.coretax.luxury_rate for item in invoice.items) else None


def _of_records(buyer: Record | None, seller: Record | None) -> Iterator[tuple[str | None, str]]:
    for record in (buyer, seller):
        if record:
            yield record.transaction_code, record.name


def facility_of(
    decided: Coretax, code: str | None, buyer: Record | None, seller: Record | None, notes: Notes
) -> Facility:
    """Both codes, for supplies whose tax is not collected or exempt; nothing for others."""
    if code is None or not transactions()[code].needs_facility:
        if decided.facility or decided.add_info or decided.facility_stamp:
            message = f"A facility is given, which goes with the transaction codes 07 and 08, not with {code or '04'}."
            notes.error("FACILITY_UNEXPECTED", "coretax.facility", message)
        return Facility()
    number = decided.facility or (buyer.facility if buyer else None) or (seller.facility if seller else None)
    found = _by_number(two_digits(number), code, decided, notes) if number else Facility()
    return Facility(decided.add_info or found.add_info, decided.facility_stamp or found.facility_stamp)


def _by_number(number: str, code: str, decided: Coretax, notes: Notes) -> Facility:
    known = facilities().get((code, number))
    if known is None:
        message = f"The tax office's list has no facility {number} for transaction code {code}."
        notes.error("FACILITY_UNKNOWN", "coretax.facility", message)
        return Facility()
    if known.facility_stamp is None and not decided.facility_stamp:
        message = f"No list that is known here has the stamp of facility {number}: look it up in Coretax and enter it."
        notes.error("FACILITY_STAMP_UNKNOWN", "coretax.facility_stamp", message)
    return Facility(known.add_info, known.facility_stamp)


def two_digits(code: str | None) -> str:
    """Spreadsheets take the zero from 04."""
    return (code or "").strip().zfill(2)
