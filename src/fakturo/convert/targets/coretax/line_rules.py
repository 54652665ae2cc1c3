"""A line of a file: what it is, and whether its figures follow from each other. A cent is forgiven, and told."""

from collections.abc import Iterator
from decimal import Decimal

from fakturo.convert.targets.coretax.arithmetic import CENT, RATE, reduced, share, to_cent
from fakturo.convert.targets.coretax.lists import goods, transactions, units
from fakturo.convert.targets.coretax.part import Part
from fakturo.convert.targets.target import Finding

NEARLY = Decimal("0.01")
"""A base so near to 11/12, and not it, is a slip and no rule of its own."""
KINDS = {"A": "goods", "B": "services"}


def line_findings(line: Part, transaction: str) -> Iterator[Finding]:
    yield from _about_codes(line)
    yield from _about_base(line)
    yield from _about_other_base(line, transaction)
    yield from _about_vat(line, transaction)
    yield from _about_luxury(line, transaction)


def _about_codes(line: Part) -> Iterator[Finding]:
    unit, kind, code = line.text("Unit"), line.text("Opt"), line.text("Code")
    if unit.startswith("UM.") and unit not in units():
        message = f"Unit {unit[:20]} is not in the tax office's list, UM.0001 to UM.{len(units()):04}."
        yield line.error("Unit", "UNIT_UNKNOWN", message)
    if kind in KINDS and len(code) == len("000000") and code.isdecimal() and (kind, code) not in goods():
        other = next((opt for opt in KINDS if (opt, code) in goods()), None)
        hint = f"; it is one of {KINDS[other]} (Opt {other})" if other else ""
        message = f"Code {code} is not in the tax office's list of {KINDS[kind]}{hint}."
        yield line.error("Code", "GOODS_CODE_UNKNOWN", message)


def _about_base(line: Part) -> Iterator[Finding]:
    price, qty, discount, base = (line.amount(name) for name in ("Price", "Qty", "TotalDiscount", "TaxBase"))
    if qty == 0:
        yield line.error("Qty", "QTY_ZERO", "Qty is 0.")
    if price == 0:
        yield line.warning("Price", "PRICE_ZERO", "Price is 0: goods given away have rules of their own.")
    if price is None or qty is None or discount is None or base is None:
        return
    if discount > to_cent(price * qty):
        message = f"TotalDiscount {discount} is more than Price times Qty, {to_cent(price * qty)}."
        yield line.error("TotalDiscount", "DISCOUNT_TOO_LARGE", message)
        return
    yield from _compared(line, "TaxBase", to_cent(price * qty - discount), "Price times Qty less TotalDiscount")


def _about_other_base(line: Part, transaction: str) -> Iterator[Finding]:
    base, other, known = line.amount("TaxBase"), line.amount("OtherTaxBase"), transactions().get(transaction)
    if base is None or other is None or known is None:
        return
    wanted = reduced(base)
    if other > base + CENT:
        message = f"OtherTaxBase {other} is more than TaxBase {base}."
        yield line.error("OtherTaxBase", "OTHER_BASE_MISMATCH", message)
    elif known.base == "full" or line.amount("STLGRate"):
        words = "TaxBase, in full for luxury goods" if line.amount("STLGRate") else "TaxBase, in full for code 01"
        yield from _compared(line, "OtherTaxBase", base, words)
    elif abs(other - wanted) <= CENT:
        yield from _compared(line, "OtherTaxBase", wanted, "11/12 of TaxBase")
    elif known.base == "reduced":
        yield from _about_fraction(line, transaction, base, wanted, other)


def _about_fraction(line: Part, code: str, base: Decimal, wanted: Decimal, other: Decimal) -> Iterator[Finding]:
    """Other values than 11/12 exist by special rules; the full base is one of code 04's never."""
    if other == base and code != "04":
        message = (
            f"OtherTaxBase is the full TaxBase; with code {code} it is 11/12 of it, {wanted}, but for luxury goods."
        )
        yield line.warning("OtherTaxBase", "OTHER_BASE_UNUSUAL", message)
    elif other == base or abs(other - wanted) <= NEARLY * wanted:
        message = f"OtherTaxBase must be 11/12 of TaxBase, {wanted}; it is {other}."
        yield line.error("OtherTaxBase", "OTHER_BASE_MISMATCH", message)
    else:
        message = f"OtherTaxBase {other} is not 11/12 of TaxBase, {wanted}: right only if a special rule says so."
        yield line.warning("OtherTaxBase", "OTHER_BASE_UNUSUAL", message)


def _about_vat(line: Part, transaction: str) -> Iterator[Finding]:
    other, rate, vat = (line.amount(name) for name in ("OtherTaxBase", "VATRate", "VAT"))
    known = transactions().get(transaction)
    if rate is None or known is None:
        return
    if rate != RATE:
        told = line.warning if known.base == "special" else line.error
        yield told("VATRate", "VAT_RATE_UNUSUAL", f"VATRate must be {RATE} since 2025; it is {rate}.")
    if other is None or vat is None:
        return
    wanted = share(other, rate)
    if known.vat_is_rate_of_base or abs(vat - wanted) <= CENT:
        yield from _compared(line, "VAT", wanted, f"{rate} % of OtherTaxBase")
    elif known.base != "special":
        message = f"VAT {vat} is not {rate} % of OtherTaxBase, {wanted}: right only if a special rule says so."
        yield line.warning("VAT", "VAT_UNUSUAL", message)


def _about_luxury(line: Part, transaction: str) -> Iterator[Finding]:
    other, rate, tax = line.amount("OtherTaxBase"), line.amount("STLGRate"), line.amount("STLG")
    if other is not None and rate is not None and tax is not None:
        yield from _compared(line, "STLG", share(other, rate), f"{rate} % of OtherTaxBase")
    if rate and transaction == "04":
        message = "Transaction code 04 is not for luxury goods; with luxury tax it is 01."
        yield line.error("STLGRate", "LUXURY_UNEXPECTED", message)


def _compared(line: Part, name: str, wanted: Decimal, words: str) -> Iterator[Finding]:
    found = line.amount(name)
    if found is None or found == wanted:
        return
    code = {"TaxBase": "TAX_BASE", "OtherTaxBase": "OTHER_BASE"}.get(name, name) + "_MISMATCH"
    if abs(found - wanted) <= CENT:
        yield line.warning(
            name, code.replace("MISMATCH", "ROUNDING"), f"{name} {found} is a cent off {words}, {wanted}."
        )
    else:
        yield line.error(name, code, f"{name} must be {words}, {wanted}; it is {found}.")
