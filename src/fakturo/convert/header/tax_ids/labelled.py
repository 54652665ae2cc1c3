"""Tax numbers of seller and buyer, by label and by the shape that their country prescribes."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import DATES, TITLES
from fakturo.convert.header.places import company_names, countries_of_tax, country_of_tax, folded, owner_words
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.header.tax_ids.shapes import fits
from fakturo.convert.page import Box
from fakturo.convert.vocabulary import tokens_of

_EU = {
    "AT": r"U\d{8}", "BE": r"[01]?\d{9}", "BG": r"\d{9,10}", "CHE": r"\d{9}", "CY": r"\d{8}[A-Z]", "CZ": r"\d{8,10}",
    "DE": r"\d{9}", "DK": r"\d{8}", "EE": r"\d{9}", "EL": r"\d{9}", "ES": r"[A-Z0-9]\d{7}[A-Z0-9]", "FI": r"\d{8}",
    "FR": r"[A-Z0-9]{2}\d{9}", "GB": r"\d{9}(?:\d{3})?", "HR": r"\d{11}", "HU": r"\d{8}",
    "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}", "IT": r"\d{11}", "LT": r"\d{9}(?:\d{3})?", "LU": r"\d{8}", "LV": r"\d{11}",
    "MT": r"\d{8}", "NL": r"\d{9}B\d{2}", "NO": r"\d{9}", "PL": r"\d{10}", "PT": r"\d{9}", "RO": r"\d{6,10}",
    "SE": r"\d{12}", "SI": r"\d{8}", "SK": r"\d{10}", "EU": r"\d{9}", "XI": r"\d{9}",
}  # fmt: skip
_EU_SHAPE = re.compile("|".join(f"(?:{country}){shape}" for country, shape in _EU.items()))
_EU_START = re.compile(r"(?<![A-Z0-9])(" + "|".join(sorted(_EU, key=len, reverse=True)) + r")[ .:-]{0,2}(?=[A-Z0-9])")
_UNMISTAKABLE = (
    ("IN", re.compile(r"\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]\b")),
    ("ID", re.compile(r"\b\d{2}\.\d{3}\.\d{3}\.\d[-.]\d{3}\.\d{3}\b")),
    ("BR", re.compile(r"\b\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}\b")),
    ("JP", re.compile(r"\bT\d{13}\b")),
    ("CA", re.compile(r"\b\d{5} ?\d{4} ?RT ?\d{4}\b")),
)
_LEAD = re.compile(r"[\s:.#*/|°º)-]*(?:(?:no|nr|n|number|id)\b[\s:.#°º]*)?(?:\([^)]{0,20}\)[\s:.#-]*)?", re.IGNORECASE)
_CHUNK = re.compile(r"[A-Z0-9]+(?:[./-][A-Z0-9]+)*")
_SUFFIX = re.compile(r"RT ?\d{4}|TQ ?\d{4}|MVA|MWST|TVA|IVA|[A-Z]")
_GROUPED = re.compile(r"(?<!\d)\d{1,5}$|^[A-Z]{1,3}$")
"""Printed in groups, so that the next may follow after a space."""
_GOES_ON = re.compile(r",\d|%")
"""An amount or a rate, no number of anybody's."""
_AMOUNT = re.compile(r"\d[.,]\d{2}$")
_SHORT = re.compile(r"[\s:.#]*(\d{5,7})\s*")
_IBAN = re.compile(r"[A-Z]{2} ?\d{2}(?: ?[A-Z0-9]{4}){3,7}")
_REGISTERED = re.compile(r"(?:IBAN|EORI|LEI|GLN|D-?U-?N-?S|BIC|SIREN|SIRET|RCS)\W*(?:N[or°º]\.?)?\W*$", re.IGNORECASE)
"""What stands before numbers that only look like a tax's."""
_WITH_DASHES = frozenset({"US", "HU"})
SHORTEST, LONGEST, LEAST_DIGITS = 8, 20, 6
OWNERS = ("others", "yours", "buyers", "ours", "sellers")
SAME_EDGE = 3.0
"""Points."""
_SECOND_NAME = re.compile(r"[\s.]*(?:[eyio&/+]|et|and|und|en|og|och)\s?(?:[^\W\d_]{1,6}[. ]{0,2}){1,4}:?\s?(?=\d)")
"""`P. IVA e C.F. 0123`: what else the number is called."""
_SWISS_SUFFIX = re.compile(r"[ /]{1,2}(MWST|TVA|IVA)\b")
_NORWEGIAN_SUFFIX = re.compile(r" ?(MVA)\b")
OF_DOCUMENT = frozenset({*TITLES, *DATES, "invoice_number", "po"})
"""Labels of numbers that only look like a tax's: `Invoice FR20240815001`."""
_CLAUSES = re.compile(r"[|·•●;]|\s[-–—]\s|\d\S*")
_STROKE = re.compile(r"[^\W\d_]/")
"""`V/ NIF`: a letter alone is a word only so."""


class Rank(IntEnum):
    """Of several numbers that a party prints, the one that its tax office gave for the tax on sales."""

    SHORT = 0
    """A label calls it so, but hardly any country's are so short: never sure."""
    COMPANY = 1
    TAX = 2
    SHAPED = 3


class TaxId(NamedTuple):
    value: str
    country: str | None
    spot: Spot
    box: Box
    raw: str
    owner: str | None
    """Whose the words before it say that it is: `yours` or `ours`, the `buyers`, the `sellers`, `others`."""
    rank: Rank


def tax_ids_of(scene: Scene, claims: Iterable[Claim]) -> list[TaxId]:
    claims = [*claims]
    found: dict[tuple[str, int], TaxId] = {}
    explained = {(one.value.number, one.text.strip(" :.#")) for one in claims if _is_of_document(one)}
    for claim in claims:
        if "tax_id" in claim.meanings and claim.relation is not Relation.ABOVE:  # a label left empty, as a rule
            for tax_id in _labelled(claim):
                found.setdefault((tax_id.value, tax_id.spot.number), tax_id)
    for tax_id in [*found.values()]:
        for twin in _beside(scene, tax_id):
            found.setdefault((twin.value, twin.spot.number), twin)
    for row in scene.rows:
        for left, spot in pairwise([None, *row]):
            assert spot
            for tax_id in _by_shape(spot, left):
                if (spot.number, tax_id.raw) not in explained:
                    found.setdefault((tax_id.value, spot.number), tax_id)
    return [one for one in found.values() if not any(_is_part_of(one, other) for other in found.values())]


def _is_part_of(one: TaxId, other: TaxId) -> bool:
    """`CHE-123.456.789` of `CHE-123.456.789 TVA`, `123456789B01` of `NL123456789B01`."""
    return one.spot is other.spot and one.value != other.value and one.value in other.value


def _is_of_document(claim: Claim) -> bool:
    return bool(claim.meanings & OF_DOCUMENT) and "tax_id" not in claim.meanings


def _beside(scene: Scene, tax_id: TaxId) -> Iterator[TaxId]:
    """In a row of a table, another party's number stands beside the first: nothing but a number, as long as the first
    or in a column of its own."""
    number = next((number for number, row in enumerate(scene.rows) if any(one is tax_id.spot for one in row)), None)
    after = [one for one in scene.rows[number] if one.box.x0 > tax_id.spot.box.x1] if number is not None else []
    if number is None or not after or tax_id.raw != tax_id.spot.text:
        return
    spot = after[0]
    alike = len(compact(spot.text)) == len(compact(tax_id.raw)) or _are_columns(scene, number, tax_id.spot, spot)
    if alike and not spot.marks and _code_in(spot.text) == (0, len(spot.text)):
        value = compact(spot.text) if tax_id.value == compact(tax_id.raw) else spot.text.replace(" ", "")
        yield tax_id._replace(value=value, spot=spot, box=spot.box, raw=spot.text)


def _are_columns(scene: Scene, number: int, *cells: Spot) -> bool:
    """The row above or below has its cells where these are, and no others."""
    for row in scene.rows[max(0, number - 1) : number + 2 : 2]:
        edges = [one.box.x0 for one in row if one.box.x0 > cells[0].box.x0 - SAME_EDGE]
        if len(edges) == len(cells) and all(
            abs(cell.box.x0 - edge) < SAME_EDGE for cell, edge in zip(cells, edges, strict=True)
        ):
            return True
    return False


def _labelled(claim: Claim) -> Iterator[TaxId]:
    owner = _owner(f"{claim.before} {claim.label}")
    if owner != "others":
        owner = "buyers" if "buyer" in claim.meanings else "sellers" if "seller" in claim.meanings else owner
    shaped = next(_shaped_in(claim.text), None)
    if shaped and not any(character.isdigit() for character in claim.text[: shaped[1]]):
        value, start, end, country = shaped
        yield TaxId(value, country, claim.value, claim.box(start, end), claim.text[start:end], owner, Rank.SHAPED)
        return
    span = _code_in(claim.text)
    if span:
        raw = claim.text[span[0] : span[1]]
        label = folded(claim.label)
        country = country_of_tax(claim.label) or _only_country(claim.label, raw)
        rank = Rank.COMPANY if label in company_names() else Rank.TAX
        value = compact(raw) if country and country not in _WITH_DASHES else raw.replace(" ", "")
        yield TaxId(value, country, claim.value, claim.box(*span), raw, owner, rank)
    elif short := _SHORT.fullmatch(claim.text):
        yield TaxId(short[1], None, claim.value, claim.box(*short.span(1)), short[1], owner, Rank.SHORT)


def _only_country(label: str, raw: str) -> str | None:
    """Of those that call theirs so, the one that writes theirs so."""
    found = [country for country in countries_of_tax(label) if fits(country, raw)]
    return found[0] if len(found) == 1 else None


def _owner(words: str) -> str | None:
    """By what stands between the number and the one before it. The `V` of `B.V.` is no word."""
    last = _CLAUSES.split(words)[-1].split()
    plain = {token.text for word in last for token in tokens_of(word) if len(token.text) > 1 or _STROKE.match(word)}
    return next((owner for owner in OWNERS if plain & owner_words(owner)), None)


def _code_in(text: str) -> tuple[int, int] | None:
    """The number that a label announces, in one piece or in groups."""
    lead = _LEAD.match(text)
    start = at = lead.end() if lead else 0
    if again := _SECOND_NAME.match(text):
        start = at = again.end()
    end = start
    while chunk := _CHUNK.match(text, at):
        grown = text[start : chunk.end()]
        if end > start and not (_GROUPED.search(text[start:end]) or _SUFFIX.fullmatch(chunk[0])):
            break
        if not any(map(str.isdigit, chunk[0])) and end > start and not _SUFFIX.fullmatch(chunk[0]):
            break
        if len(compact(grown)) > LONGEST or _AMOUNT.search(chunk[0]) or text[chunk.end() : chunk.end() + 1].islower():
            break
        end = chunk.end()
        at = end + 1 if text[end : end + 1] == " " else len(text)
    code = text[start:end]
    digits = sum(map(str.isdigit, code))
    if len(compact(code)) < SHORTEST or digits < LEAST_DIGITS or _GOES_ON.match(text, end) or dates_in(code):
        return None
    return start, end


def _by_shape(spot: Spot, left: Spot | None) -> Iterator[TaxId]:
    """Numbers that no label is needed for: two letters of a country and what it prescribes, GSTIN, NPWP."""
    if len(spot.text) < 9 or sum(map(str.isdigit, spot.text)) < 7:
        return
    named = left is not None and any("tax_id" in mark.meanings for mark in left.marks)
    labelled = named or any("tax_id" in mark.meanings for mark in spot.marks)
    for value, start, end, country in _shaped_in(spot.text):
        telling = any(country == other for other, _ in _UNMISTAKABLE)
        if labelled or telling or (end - start >= 10 and not _is_code(spot.text, start, end)):
            box = box_of(spot.phrase, spot.text, start, end)
            owner = _owner(spot.text[max(0, start - 40) : start] or (left.text if left and named else ""))
            yield TaxId(value, country, spot, box, spot.text[start:end], owner, Rank.SHAPED)


def _is_code(text: str, start: int, end: int) -> bool:
    """`INV-GB-62198429-2024`, `SI-1143-2024`: a number of any kind that its writer has made of parts."""
    joined = start > 1 and text[start - 1] in "-/" and text[start - 2].isalnum()
    goes_on = text[end : end + 1] in {"-", "/"} and text[end + 1 : end + 2].isdigit()
    return joined or goes_on or "-" in text[start + 4 : end]


def _shaped_in(text: str) -> Iterator[tuple[str, int, int, str | None]]:
    for value, start, end in _eu_in(text):
        yield value, start, end, _iso(value[:2])
    for country, shape in _UNMISTAKABLE:
        for match in shape.finditer(text):
            yield compact(match[0]), *match.span(), country


def _eu_in(text: str) -> Iterator[tuple[str, int, int]]:
    for start in _EU_START.finditer(text):
        if _REGISTERED.search(text, max(0, start.start() - 16), start.start()) or _IBAN.match(text, start.start()):
            continue
        end = start.end()
        best = None
        compact = start[1]
        while end < len(text) and (text[end].isalnum() or text[end] in " .-") and len(compact) <= 16:
            compact += text[end] if text[end].isalnum() else ""
            end += 1
            at_border = text[end - 1].isalnum() and not text[end : end + 1].isalnum()
            if at_border and _EU_SHAPE.fullmatch(compact):
                best = (compact, start.start(), end)
        if best:
            yield _with_suffix(text, *best)


def _with_suffix(text: str, value: str, start: int, end: int) -> tuple[str, int, int]:
    """In Switzerland and Norway the word that follows makes the company's number its tax number."""
    shape = {"CHE": _SWISS_SUFFIX, "NO": _NORWEGIAN_SUFFIX}.get("CHE" if value.startswith("CHE") else value[:2])
    suffix = shape.match(text, end) if shape else None
    return (value + suffix[1], start, suffix.end()) if suffix else (value, start, end)


def compact(text: str) -> str:
    return "".join(filter(str.isalnum, text)).upper()


def pattern_of(code: str) -> str:
    """How it is written: two of a kind are written alike."""
    return "".join("9" if letter.isdigit() else "A" if letter.isalpha() else "" for letter in code)


def _iso(country: str | None) -> str | None:
    return {"EL": "GR", "XI": "GB", "CHE": "CH", "CH": "CH", "EU": None}.get(country or "", country)
