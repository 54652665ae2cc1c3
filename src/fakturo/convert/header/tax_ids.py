"""Tax numbers of seller and buyer, by label and by the shape that their country prescribes."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.page import Box

_EU = {
    "AT": r"U\d{8}", "BE": r"[01]?\d{9}", "BG": r"\d{9,10}", "CHE": r"\d{9}", "CY": r"\d{8}[A-Z]", "CZ": r"\d{8,10}",
    "DE": r"\d{9}", "DK": r"\d{8}", "EE": r"\d{9}", "EL": r"\d{9}", "ES": r"[A-Z0-9]\d{7}[A-Z0-9]", "FI": r"\d{8}",
    "FR": r"[A-Z0-9]{2}\d{9}", "GB": r"\d{9}(?:\d{3})?", "HR": r"\d{11}", "HU": r"\d{8}",
    "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}", "IT": r"\d{11}", "LT": r"\d{9}(?:\d{3})?", "LU": r"\d{8}", "LV": r"\d{11}",
    "MT": r"\d{8}", "NL": r"\d{9}B\d{2}", "NO": r"\d{9}", "PL": r"\d{10}", "PT": r"\d{9}", "RO": r"\d{6,10}",
    "SE": r"\d{12}", "SI": r"\d{8}", "SK": r"\d{10}", "XI": r"\d{9}",
}  # fmt: skip
_EU_SHAPE = re.compile("|".join(f"(?:{country}){shape}" for country, shape in _EU.items()))
_EU_START = re.compile(r"(?<![A-Z0-9])(" + "|".join(sorted(_EU, key=len, reverse=True)) + r")[ .:-]{0,2}(?=[A-Z0-9])")
_OTHERS = (
    ("IN", re.compile(r"\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]\b"), False),
    ("ID", re.compile(r"\b\d{2}\.\d{3}\.\d{3}\.\d[-.]\d{3}\.\d{3}\b"), False),
    ("ID", re.compile(r"\b\d{15,16}\b"), True),
    ("US", re.compile(r"\b\d{2}-\d{7}\b"), True),
    ("IT", re.compile(r"\b\d{11}\b"), True),
    ("ES", re.compile(r"\b(?:[A-HJ-NP-SUVW]-?\d{7}[0-9A-J]|\d{8}-?[A-Z]|[XYZ]-?\d{7}-?[A-Z])\b"), True),
    ("AU", re.compile(r"\b\d{2} ?\d{3} ?\d{3} ?\d{3}\b"), True),
    (None, re.compile(r"\b\d{2,3}[ /]\d{3,4}[ /]\d{4,5}\b"), True),
    (None, re.compile(r"\b[A-Z]{0,3}\d[A-Z0-9./-]{6,18}[A-Z0-9]\b"), True),
)
_COUNTRY_BY_LABEL = {
    "ID": ("npwp",), "US": ("ein", "federal", "fein"), "IT": ("iva", "codice", "c.f"), "AU": ("abn",),
    "ES": ("nif", "cif", "dni"), "IN": ("gst", "tin"),
}  # fmt: skip
_SWISS_SUFFIX = re.compile(r"[ /]{1,2}(MWST|TVA|IVA)\b")
_YOURS = re.compile(
    r"\b(?:your|ihre?|votre|vostra|su|uw|customer|client|kunden|buyer|klant|cliente|pelanggan)\b", re.IGNORECASE
)


class TaxId(NamedTuple):
    value: str
    country: str | None
    spot: Spot
    box: Box
    raw: str
    yours: bool
    """Its label says that it is the buyer's."""
    is_vat: bool


def tax_ids_of(scene: Scene, claims: Iterable[Claim]) -> list[TaxId]:
    found: dict[tuple[str, int], TaxId] = {}
    for claim in claims:
        if "tax_id" in claim.meanings:
            for tax_id in _labelled(claim):
                found.setdefault((tax_id.value, id(tax_id.spot)), tax_id)
    for spot in scene.spots:
        for tax_id in _by_shape(spot):
            found.setdefault((tax_id.value, id(spot)), tax_id)
    return list(found.values())


def _labelled(claim: Claim) -> Iterator[TaxId]:
    yours = bool(_YOURS.search(claim.value.text[: claim.at])) or bool(_YOURS.search(claim.label))
    yours = yours or "buyer" in claim.meanings
    eu = next(_eu_in(claim.text), None)
    if eu:
        value, start, end = eu
        yield _tax_id(claim, value, (start, end), value[:2], yours=yours, is_vat=True)
        return
    label = claim.label.casefold()
    for country, shape, needs_label in _OTHERS:
        match = shape.search(claim.text)
        if match and match.start() <= 6 and _fits(country, label, needs_label=needs_label):
            value = match[0] if country in {None, "US"} else _compact(match[0])
            yield _tax_id(claim, value, match.span(), country, yours=yours, is_vat=country is not None)
            return


def _fits(country: str | None, label: str, *, needs_label: bool) -> bool:
    if not needs_label or country is None:
        return True
    return any(word in label for word in _COUNTRY_BY_LABEL.get(country, ()))


def _tax_id(
    claim: Claim, value: str, span: tuple[int, int], country: str | None, *, yours: bool, is_vat: bool
) -> TaxId:
    raw = claim.text[span[0] : span[1]]
    return TaxId(value, _iso(country), claim.value, claim.box(*span), raw, yours, is_vat)


def _by_shape(spot: Spot) -> Iterator[TaxId]:
    """Numbers that no label is needed for: two letters of a country and what it prescribes, GSTIN, NPWP."""
    if len(spot.text) < 9 or sum(map(str.isdigit, spot.text)) < 7 or spot.text.upper().lstrip().startswith("IBAN"):
        return
    yours = bool(_YOURS.search(spot.text))
    for value, start, end in _eu_in(spot.text):
        if any("tax_id" in mark.meanings for mark in spot.marks) or end - start >= 10:
            box = box_of(spot.phrase, spot.text, start, end)
            yield TaxId(value, _iso(value[:2]), spot, box, spot.text[start:end], yours, is_vat=True)
    for country, shape, needs_label in _OTHERS:
        if not needs_label:
            for match in shape.finditer(spot.text):
                box = box_of(spot.phrase, spot.text, *match.span())
                yield TaxId(_compact(match[0]), country, spot, box, match[0], yours, is_vat=True)


def _eu_in(text: str) -> Iterator[tuple[str, int, int]]:
    for start in _EU_START.finditer(text):
        if "IBAN" in text[max(0, start.start() - 10) : start.start()].upper():
            continue
        end = start.end()
        best = None
        compact = start[1]
        while end < len(text) and (text[end].isalnum() or text[end] in " .-") and len(compact) <= 16:
            compact += text[end] if text[end].isalnum() else ""
            end += 1
            at_border = end == len(text) or not text[end].isalnum()
            if at_border and _EU_SHAPE.fullmatch(compact):
                best = (compact, start.start(), end)
        if best:
            yield _with_suffix(text, *best)


def _with_suffix(text: str, value: str, start: int, end: int) -> tuple[str, int, int]:
    """In Switzerland the word that follows makes the company's number its tax number."""
    suffix = _SWISS_SUFFIX.match(text, end) if value.startswith("CHE") else None
    return (value + suffix[1], start, suffix.end()) if suffix else (value, start, end)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text)).upper()


def _iso(country: str | None) -> str | None:
    return {"EL": "GR", "XI": "GB", "CHE": "CH", "CH": "CH"}.get(country or "", country)
