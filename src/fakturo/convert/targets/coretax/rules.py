"""What must hold in a file beyond its form: code lists, numbers that belong together, sums. In plain words.

Errors are what Coretax is known to refuse, or what is wrong tax; warnings are what only looks wrong. Nothing is told
here about a value that the schema has refused already.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from fakturo.convert.directory.npwp import TIN_DIGITS, belongs_to, doubt_about
from fakturo.convert.targets.coretax.arithmetic import exact
from fakturo.convert.targets.coretax.buyer_rules import buyer_findings
from fakturo.convert.targets.coretax.line_rules import line_findings
from fakturo.convert.targets.coretax.lists import UNSPECIFIED, facilities, transactions
from fakturo.convert.targets.coretax.notes import counted
from fakturo.convert.targets.coretax.part import Part
from fakturo.convert.targets.coretax.schema import ROOT, schema_findings
from fakturo.convert.targets.coretax.text import LONGEST_TEXT, hides_something
from fakturo.convert.targets.target import Finding

MOST_INVOICES = 1000
"""Of which the tax office has spoken for one file; a newer figure of 15,000 was not confirmed."""
FIRST_DAY = dt.date(2025, 1, 1)
"""Of Coretax, and of the rate of 12 %."""
_TEXTS = ("CustomDoc", "RefDesc", "BuyerDocumentNumber", "BuyerName", "BuyerAdress", "BuyerEmail")


def findings(root: etree._Element, today: dt.date) -> list[Finding]:
    """Everything that is wrong or doubtful about a file: its form first, then its contents."""
    with exact():
        return _findings(root, today)


def _findings(root: etree._Element, today: dt.date) -> list[Finding]:
    found = schema_findings(root)
    if root.tag != ROOT:
        return found
    bulk = Part(root)
    found += _about_file(bulk)
    for invoice in bulk.parts("ListOfTaxInvoice", "TaxInvoice"):
        found += _about_invoice(bulk, invoice, today)
    return found


def _about_file(bulk: Part) -> Iterator[Finding]:
    yield from doubts_about_tin(bulk, "TIN")
    invoices = bulk.parts("ListOfTaxInvoice", "TaxInvoice")
    if len(invoices) > MOST_INVOICES:
        message = f"The file holds {len(invoices)} invoices; Coretax is known to take {MOST_INVOICES} in one file."
        yield bulk.warning("ListOfTaxInvoice", "TOO_MANY_INVOICES", message)
    references = Counter(invoice.text("RefDesc") for invoice in invoices if invoice.has("RefDesc"))
    for invoice in invoices:
        if references[invoice.text("RefDesc")] > 1:
            message = f"Several invoices of this file have the reference '{invoice.text('RefDesc')[:40]}'."
            yield invoice.warning("RefDesc", "REFERENCE_TWICE", message)


def _about_invoice(bulk: Part, invoice: Part, today: dt.date) -> Iterator[Finding]:
    yield from _about_date(invoice, today)
    yield from _about_facility(invoice)
    yield from _about_seller(bulk, invoice)
    yield from buyer_findings(invoice)
    yield from doubts_about_tin(invoice, "BuyerTin")
    yield from _about_texts(invoice, _TEXTS)
    lines = invoice.parts("ListOfGoodService", "GoodService")
    for line in lines:
        yield from line_findings(line, invoice.text("TrxCode"))
        yield from _about_texts(line, ("Name",))
    yield from _about_lines(invoice, lines)


def _about_date(invoice: Part, today: dt.date) -> Iterator[Finding]:
    try:
        date = dt.date.fromisoformat(invoice.text("TaxInvoiceDate"))
    except ValueError:
        return
    if date > today:
        yield invoice.warning("TaxInvoiceDate", "DATE_IN_FUTURE", f"TaxInvoiceDate {date} is in the future.")
    elif date < FIRST_DAY:
        message = f"TaxInvoiceDate {date} is before {FIRST_DAY}, when Coretax and the rate of 12 % began."
        yield invoice.warning("TaxInvoiceDate", "DATE_BEFORE_CORETAX", message)


def _about_facility(invoice: Part) -> Iterator[Finding]:
    code = invoice.text("TrxCode")
    known = transactions().get(code)
    if known is None:
        return
    names = ("AddInfo", "FacilityStamp")
    if not known.needs_facility:
        for name in filter(invoice.has, names):
            message = f"{name} is for the transaction codes 07 and 08; with {code} it should be empty."
            yield invoice.warning(name, "FACILITY_UNEXPECTED", message)
        return
    for name in names:
        if not invoice.has(name):
            yield invoice.error(name, "FACILITY_MISSING", f"Transaction code {code} needs {name}; it is empty.")
    if all(map(invoice.has, names)):
        yield from _about_pair(invoice, code)


def _about_pair(invoice: Part, code: str) -> Iterator[Finding]:
    add_info, stamp = invoice.text("AddInfo"), invoice.text("FacilityStamp")
    if add_info[-2:] != stamp[-2:]:
        message = f"AddInfo {add_info} and FacilityStamp {stamp} don't belong together: their last two digits differ."
        yield invoice.error("FacilityStamp", "FACILITY_PAIR", message)
        return
    known = facilities().get((code, add_info[-2:]))
    if known is None:
        message = f"AddInfo {add_info} is not in the tax office's list for transaction code {code}."
        yield invoice.error("AddInfo", "FACILITY_UNKNOWN", message)
    elif known.facility_stamp is None:
        message = f"FacilityStamp {stamp} is in no list that is known here: compare it with Coretax."
        yield invoice.warning("FacilityStamp", "FACILITY_DOUBTFUL", message)


def _about_seller(bulk: Part, invoice: Part) -> Iterator[Finding]:
    tin, nitku = bulk.text("TIN"), invoice.text("SellerIDTKU")
    if len(tin) == TIN_DIGITS and nitku.isdecimal() and not belongs_to(nitku, tin):
        message = f"SellerIDTKU {nitku} does not begin with the seller's TIN {tin}."
        yield invoice.warning("SellerIDTKU", "NITKU_OF_OTHER", message)


def doubts_about_tin(part: Part, name: str) -> Iterator[Finding]:
    tin = part.text(name)
    if len(tin) == TIN_DIGITS and tin.isascii() and tin.isdecimal() and tin.strip("0") and (doubt := doubt_about(tin)):
        yield part.warning(name, "TIN_DOUBTFUL", f"{name} {tin}: {doubt}.")


def _about_texts(part: Part, names: Sequence[str]) -> Iterator[Finding]:
    for name in names:
        text = part.text(name)
        if len(text) > LONGEST_TEXT:
            message = f"{name} has {len(text)} characters; more than {LONGEST_TEXT} may be refused."
            yield part.warning(name, "TEXT_LONG", message)
        if hides_something(text):
            yield part.warning(name, "HIDDEN_CHARACTERS", f"{name} holds line breaks or characters that can't be seen.")


def _about_lines(invoice: Part, lines: Sequence[Part]) -> Iterator[Finding]:
    bare = [place for place, line in enumerate(lines) if line.text("Code") == UNSPECIFIED]
    if bare:
        named = f"{'Line' if len(bare) == 1 else 'Lines'} {counted(bare)}"
        message = f"{named}: no code of goods or services is given ({UNSPECIFIED})."
        yield lines[bare[0]].warning("Code", "GOODS_CODE_MISSING", message)
    if invoice.text("TrxCode") == "01" and lines and not any(line.amount("STLGRate") for line in lines):
        message = "Transaction code 01 is for luxury goods since 2025, but no line bears luxury tax; 04 may be meant."
        yield invoice.warning("TrxCode", "LUXURY_MISSING", message)
