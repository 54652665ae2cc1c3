"""The buyer in a file: with a tax number, or by another document."""

from collections.abc import Iterator

from fakturo.convert.directory.npwp import HEAD_OFFICE, TIN_DIGITS, belongs_to
from fakturo.convert.targets.coretax.lists import country_codes
from fakturo.convert.targets.coretax.part import Part
from fakturo.convert.targets.target import Finding

TIN = "TIN"
NATIONAL_ID = "National ID"
DOCUMENTS = (TIN, NATIONAL_ID, "Passport", "Other ID")
NO_TIN = "0" * TIN_DIGITS
NO_NUMBER = "-"
NO_PLACE = HEAD_OFFICE
"""Six zeros instead of a NITKU, for who has none."""
INDIA = "IND"


def buyer_findings(invoice: Part) -> Iterator[Finding]:
    document = invoice.text("BuyerDocument")
    if document == TIN:
        yield from _with_tin(invoice)
    elif document in DOCUMENTS:
        yield from _with_document(invoice, document)
    yield from _country(invoice)


def _with_tin(invoice: Part) -> Iterator[Finding]:
    tin, nitku, number = invoice.text("BuyerTin"), invoice.text("BuyerIDTKU"), invoice.text("BuyerDocumentNumber")
    if tin == NO_TIN:
        yield invoice.error("BuyerTin", "BUYER_TIN_MISSING", "BuyerTin is all zeros, but BuyerDocument says TIN.")
    elif nitku == NO_PLACE:
        message = "BuyerIDTKU must have 22 digits for a buyer with TIN; 000000 is for buyers without."
        yield invoice.error("BuyerIDTKU", "BUYER_NITKU_MISSING", message)
    elif len(tin) == TIN_DIGITS and nitku.isdecimal() and not belongs_to(nitku, tin):
        yield invoice.warning("BuyerIDTKU", "NITKU_OF_OTHER", f"BuyerIDTKU {nitku} does not begin with BuyerTin {tin}.")
    if number != NO_NUMBER:
        message = f"BuyerDocumentNumber should be '{NO_NUMBER}' for a buyer with TIN; it is {_shown(number)}."
        yield invoice.warning("BuyerDocumentNumber", "BUYER_NUMBER_UNEXPECTED", message)


def _with_document(invoice: Part, document: str) -> Iterator[Finding]:
    number = invoice.text("BuyerDocumentNumber").strip()
    if number in {"", NO_NUMBER}:
        message = f"BuyerDocumentNumber is missing: a buyer with BuyerDocument {document} needs its number."
        yield invoice.error("BuyerDocumentNumber", "BUYER_NUMBER_MISSING", message)
    elif document == NATIONAL_ID and not (number.isascii() and number.isdecimal() and len(number) == TIN_DIGITS):
        message = f"BuyerDocumentNumber must be a NIK of 16 digits for a National ID; it is {_shown(number)}."
        yield invoice.error("BuyerDocumentNumber", "NIK_MALFORMED", message)
    tin = invoice.text("BuyerTin")
    if tin != NO_TIN and len(tin) == TIN_DIGITS:
        message = f"BuyerTin must be 16 zeros if BuyerDocument is {document}; it is {_shown(tin)}."
        yield invoice.error("BuyerTin", "BUYER_TIN_UNEXPECTED", message)
    nitku = invoice.text("BuyerIDTKU")
    if nitku != NO_PLACE and nitku.isdecimal():
        message = f"BuyerIDTKU should be {NO_PLACE} if BuyerDocument is {document}; it is {_shown(nitku)}."
        yield invoice.warning("BuyerIDTKU", "BUYER_NITKU_UNEXPECTED", message)


def _country(invoice: Part) -> Iterator[Finding]:
    code = invoice.text("BuyerCountry")
    known = country_codes().get(code)
    if not code.isascii() or not code.isupper():
        return
    if known is None:
        message = f"BuyerCountry {_shown(code)} is not in the tax office's list; Indonesia is IDN."
        yield invoice.error("BuyerCountry", "COUNTRY_UNKNOWN", message)
    elif code == INDIA:
        yield invoice.warning("BuyerCountry", "COUNTRY_INDIA", "BuyerCountry IND is India; Indonesia is IDN.")
    elif known.code != known.alpha3:
        message = f"The tax office's list has had {known.code} for {known.name}; compare it with Coretax."
        yield invoice.warning("BuyerCountry", "COUNTRY_ODD", message)


def _shown(text: str) -> str:
    return f"'{text[:40]}'" if text.strip() else "empty"
