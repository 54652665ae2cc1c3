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
    CII = "cii"
    """The norm in CII by itself, as XRechnung writes it: not Factur-X, which leaves out more."""
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

    names_itself: bool = False
    """By another name than its rules know: an older version, or a refinement of the norm."""


_PROFILES = {
    "urn:{}:minimum": ("MINIMUM", Rules.MINIMUM),
    "urn:{}:basicwl": ("BASIC WL", Rules.BASIC_WL),
    f"{EN16931}#compliant#urn:{{}}:basic": ("BASIC", Rules.BASIC),
    f"{EN16931}#conformant#urn:{{}}:extended": ("EXTENDED", Rules.EXTENDED),
}
_FACTUR_X, _ZUGFERD_2_0 = "factur-x.eu:1p0", "zugferd.de:2p0"
_BY_GUIDELINE = {
    EN16931: Form("Factur-X, profile EN 16931", Rules.EN16931),
    **{name.format(_FACTUR_X): Form(f"Factur-X, profile {title}", rules) for name, (title, rules) in _PROFILES.items()},
    **{
        name.format(_ZUGFERD_2_0): Form(f"ZUGFeRD 2.0, profile {title}", rules, names_itself=True)
        for name, (title, rules) in _PROFILES.items()
    },
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
    if profile := _BY_GUIDELINE.get(guideline):
        return profile
    specification = _specification(guideline)
    title = f"{specification} (CII)" if specification else "Cross Industry Invoice (CII)"
    return Form(title, Rules.CII, specification, names_itself=bool(guideline))


def _specification(identifier: str) -> str | None:
    lower = identifier.lower()
    return next((name for part, name in _SPECIFICATIONS.items() if part in lower), None)


def _text(root: etree._Element, path: str) -> str:
    found = root.find("/".join(f"{{*}}{step}" for step in path.split("/")))
    return " ".join((found.text or "").split()) if found is not None else ""
