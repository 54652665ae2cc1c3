"""Which syntax an XML has, which profile it claims, and which rules it is held against."""

from dataclasses import dataclass
from enum import StrEnum

from lxml import etree

UBL = "urn:oasis:names:specification:ubl:schema:xsd:"
CII = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
ZUGFERD_1 = "urn:ferd:CrossIndustryDocument:invoice:1p0"
EN16931 = "urn:cen.eu:en16931:2017"


class Rules(StrEnum):
    """One set of schema and rules each."""

    UBL = "ubl"
    MINIMUM = "minimum"
    BASIC_WL = "basicwl"
    BASIC = "basic"
    EN16931 = "en16931"
    EXTENDED = "extended"
    ZUGFERD_1 = "zugferd1"


@dataclass(frozen=True, slots=True)
class Form:
    """What an XML is, by its own account."""

    name: str
    """For people."""
    rules: Rules
    unchecked: str | None = None
    """Whose rules it claims to keep besides, which are not looked at here."""


_PROFILES = {
    "urn:factur-x.eu:1p0:minimum": Form("Factur-X, profile MINIMUM", Rules.MINIMUM),
    "urn:factur-x.eu:1p0:basicwl": Form("Factur-X, profile BASIC WL", Rules.BASIC_WL),
    f"{EN16931}#compliant#urn:factur-x.eu:1p0:basic": Form("Factur-X, profile BASIC", Rules.BASIC),
    EN16931: Form("Factur-X, profile EN 16931", Rules.EN16931),
    f"{EN16931}#conformant#urn:factur-x.eu:1p0:extended": Form("Factur-X, profile EXTENDED", Rules.EXTENDED),
}
_SPECIFICATIONS = {"xrechnung": "XRechnung", "peppol": "Peppol", "nlcius": "NLCIUS", "cius-ro": "CIUS-RO"}
"""Refinements of the norm, by a part of their name."""


def form_of(root: etree._Element) -> Form | None:
    """None for what is no invoice of these."""
    name = etree.QName(root)
    if name.namespace in {f"{UBL}Invoice-2", f"{UBL}CreditNote-2"} and name.localname in {"Invoice", "CreditNote"}:
        return _ubl(root, "invoice" if name.localname == "Invoice" else "credit note")
    if name.localname == "CrossIndustryInvoice" and name.namespace == CII:
        return _cii(_text(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"))
    if name.namespace == ZUGFERD_1:
        return Form("ZUGFeRD 1", Rules.ZUGFERD_1)
    return None


def _ubl(root: etree._Element, kind: str) -> Form:
    specification = _specification(_text(root, "CustomizationID"))
    title = f"{specification} (UBL)" if specification else "UBL 2.1"
    return Form(f"{title}, {kind}", Rules.UBL, specification)


def _cii(guideline: str) -> Form:
    if profile := _PROFILES.get(guideline):
        return profile
    specification = _specification(guideline)
    if specification:
        return Form(f"{specification} (CII)", Rules.EN16931, specification)
    return Form("Cross Industry Invoice (CII)", Rules.EN16931)


def _specification(identifier: str) -> str | None:
    lower = identifier.lower()
    return next((name for part, name in _SPECIFICATIONS.items() if part in lower), None)


def _text(root: etree._Element, path: str) -> str:
    found = root.find("/".join(f"{{*}}{step}" for step in path.split("/")))
    return " ".join((found.text or "").split()) if found is not None else ""
