"""Parties in the norm's terms: which of their numbers is one for VAT, and what of an address stands where."""

import re
from collections.abc import Iterator

from fakturo.convert import invoice as paper
from fakturo.convert.invoice import Issue, Severity
from fakturo.convert.targets.en16931.values import Address, Party

EU = frozenset("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split())
_COUNTRY_OF_PREFIX = {"EL": "GR", "XI": "GB"}
_BODIES = {  # what follows the country's letters in its VAT numbers
    "AT": r"U\d{8}",
    "BE": r"[01]\d{9}",
    "BG": r"\d{9,10}",
    "CH": r"E\d{9}(?:MWST|TVA|IVA)?",
    "CY": r"\d{8}[A-Z]",
    "CZ": r"\d{8,10}",
    "DE": r"\d{9}",
    "DK": r"\d{8}",
    "EE": r"\d{9}",
    "ES": r"[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z]",
    "FI": r"\d{8}",
    "FR": r"[A-Z\d]{2}\d{9}",
    "GB": r"\d{9}(?:\d{3})?",
    "GR": r"\d{9}",
    "HR": r"\d{11}",
    "HU": r"\d{8}",
    "IE": r"\d[A-Z\d]\d{5}[A-Z]{1,2}",
    "IT": r"\d{11}",
    "LT": r"\d{9}|\d{12}",
    "LU": r"\d{8}",
    "LV": r"\d{11}",
    "MT": r"\d{8}",
    "NL": r"\d{9}B\d{2}",
    "NO": r"\d{9}(?:MVA)?",
    "PL": r"\d{10}",
    "PT": r"\d{9}",
    "RO": r"\d{2,10}",
    "SE": r"\d{12}",
    "SI": r"\d{8}",
    "SK": r"\d{10}",
}
_ALSO_FOR_VAT = frozenset("BE DK ES HR IT NL PT RO".split())
"""Where companies have one number for all taxes, so that it becomes the one for VAT by its country's letters alone."""
_PUNCTUATION = re.compile(r"[\s./_-]+")
_TOWN = re.compile(
    r"(?:[A-Z]{1,2}[- ])?(?P<postcode>\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2}|\d{4,5})"
    r"\s+(?P<city>[^\d\W].*)"
)


def parties(invoice: paper.Invoice) -> tuple[Party, Party, list[Issue]]:
    """Seller and buyer. Where VAT is charged and only one country is known, it is the country of both."""
    countries = [_vat_id(given)[1] for given in (invoice.seller, invoice.buyer)]
    same = countries[0] or countries[1] if invoice.totals.tax else None
    seller, about_seller = party(invoice.seller, "seller", same)
    buyer, about_buyer = party(invoice.buyer, "buyer", same)
    return seller, buyer, [*about_seller, *about_buyer]


def party(given: paper.Party, role: str, assumed_country: str | None = None) -> tuple[Party, list[Issue]]:
    vat_id, printed_country = _vat_id(given)
    country = printed_country or assumed_country
    other = None if vat_id else _one_line(given.tax_id)
    made = Party(
        name=_one_line(given.name),
        vat_id=vat_id,
        tax_number=other if role == "seller" else None,
        legal_id=other,
        address=_address(given.address, country),
    )
    issues = list(_issues(given, made, role))
    if country and not printed_country:
        message = f"The {role}'s country is not printed. As VAT is charged, it was taken to be {country}, too."
        issues.append(Issue("COUNTRY_ASSUMED", f"{role}.country", message, severity=Severity.WARNING))
    return made, issues


def country_of(vat_id: str | None) -> str | None:
    if not vat_id:
        return None
    prefix = vat_id[:2]
    return _COUNTRY_OF_PREFIX.get(prefix, prefix)


def _vat_id(given: paper.Party) -> tuple[str | None, str | None]:
    """The number for VAT, if it is one, and the country: as it is printed, or by the number."""
    number = _PUNCTUATION.sub("", given.tax_id or "").upper()
    country = (given.country or "").upper() or None
    prefix, body = number[:2], number[2:]
    issuer = country_of(prefix) if prefix.isalpha() else None
    if issuer in _BODIES and re.fullmatch(_BODIES[issuer], body):
        return number, country or issuer
    if country in _ALSO_FOR_VAT and re.fullmatch(_BODIES[country], number):
        return f"{country}{number}", country
    return None, country


def _address(text: str | None, country: str | None) -> Address:
    lines = [_one_line(line) or "" for line in re.split(r"[\n;]|, ", text or "")]
    lines = [line for line in lines if line]
    towns = [(index, town) for index, line in enumerate(lines) if (town := _TOWN.fullmatch(line))]
    postcode = city = None
    if towns:
        index, town = towns[-1]
        postcode, city = town["postcode"], town["city"]
        del lines[index]
    street, more, *rest = (*lines, "", "")
    return Address(country, street or None, more or None, ", ".join(filter(None, rest)) or None, postcode, city)


def _issues(given: paper.Party, made: Party, role: str) -> Iterator[Issue]:
    whose = f"The {role}'s"
    if not made.name:
        yield Issue("FIELD_MISSING", f"{role}.name", f"{whose} name is missing.")
    if not made.address.country:
        yield Issue("FIELD_MISSING", f"{role}.country", f"{whose} country is not known: it has to be given.")
    elif not re.fullmatch("[A-Z]{2}", made.address.country):
        message = f"{whose} country has to be given by two letters, like DE or ID."
        yield Issue("COUNTRY_UNKNOWN", f"{role}.country", message)
    if role == "seller" and not given.tax_id:
        message = "The seller's tax number is missing: a VAT number, or one of the tax office."
        yield Issue("FIELD_MISSING", "seller.tax_id", message)
    number = _PUNCTUATION.sub("", given.tax_id or "").upper()
    if made.vat_id and made.vat_id != number:
        message = f"The {role}'s tax number was taken for its VAT number, and its country put before it: {made.vat_id}."
        yield Issue("VAT_PREFIX_ADDED", f"{role}.tax_id", message, severity=Severity.WARNING)


def _one_line(text: str | None) -> str | None:
    return " ".join((text or "").split()) or None
