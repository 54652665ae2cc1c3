"""What is on every paper of this vendor, and on nobody else's: who it is, and what it calls the facts of an invoice."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from fakturo.convert.header.labels.marks import TITLES, known_meanings
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.teach.standing import label_of
from fakturo.convert.templates.parse import LEAST_FINGERPRINT, LEAST_TAX_ID
from fakturo.convert.templates.template import Fingerprint
from fakturo.convert.templates.texts import is_in, squeezed

_DOMAIN = re.compile(r"(?:@|www\.)([\w-]+(?:\.[\w-]+)+)", re.IGNORECASE)
_PHONE = re.compile(r"\+?\(?\d[\d ()/.-]{7,18}\d")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?\w{4}){3,7}\b")
_EVERYBODYS = frozenset(
    {"gmail.com", "googlemail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "gmx.de", "web.de"}
)
MOST_LABELS = 2
FACTS = ("invoice.number", "invoice.date", "buyer.name")
"""Every invoice has them: what they are called tells this layout from another of the same vendor."""


def fingerprint_of(sheets: Sequence[Sheet], right: dict[str, Any], changing: Sequence[str]) -> Fingerprint | None:
    """`right` has the right values by path. None if the first page says nowhere who wrote it."""
    sheet = sheets[0]
    tax_id, name = right.get("seller.tax_id"), right.get("seller.name")
    long_id = tax_id if tax_id and len(squeezed(tax_id)) >= LEAST_TAX_ID else None
    long_name = name if name and len(squeezed(name)) >= LEAST_FINGERPRINT else None
    for upper in (_upper_half(sheet), sheet):  # the foot of a long invoice stands on its last page
        shown_id = long_id if long_id and _is_on(upper, long_id) else None
        texts = [long_name] if long_name and _is_on(upper, long_name) else []
        if texts or shown_id:
            break
    if not texts and not shown_id:
        texts = list(_signs(sheet, str(name or ""), str(right.get("buyer.name") or "")))[:1]
    if not texts and not shown_id:
        return None
    labels = (label_of([sheet], field, right[field], changing) for field in FACTS if right.get(field))
    own = {squeezed(text) for text in texts}
    kept = [
        label
        for label in dict.fromkeys(labels)
        if label and squeezed(label) not in own and _is_on(sheet, label) and not _is_title(label)
    ]
    return Fingerprint((*texts, *kept[:MOST_LABELS]), shown_id)


def _is_title(label: str) -> bool:
    """`Credit note` before its number: the vendor's invoices are laid out alike, and called otherwise."""
    return bool(known_meanings(label) & TITLES)


def _upper_half(sheet: Sheet) -> Sheet:
    return replace(sheet, rows=[row for row in sheet.rows if row.box.y1 < sheet.height / 2])


def _is_on(sheet: Sheet, text: str) -> bool:
    return any(is_in(row, text) for row in sheet.rows)


def _signs(sheet: Sheet, seller: str, buyer: str) -> Iterator[str]:
    """Where no name is printed: a domain like it, then any account, domain or phone that is not the buyer's."""
    text = [row.text for row in sheet.rows]
    domains = [match[1] for line in text for match in _DOMAIN.finditer(line) if match[1].lower() not in _EVERYBODYS]
    words = [squeezed(word) for word in seller.split() if len(squeezed(word)) >= LEAST_FINGERPRINT]
    theirs = [squeezed(word) for word in buyer.split() if len(squeezed(word)) >= LEAST_FINGERPRINT]
    alike = [domain for domain in domains if any(word in squeezed(domain) for word in words)]
    others = [domain for domain in domains if not any(word in squeezed(domain) for word in theirs)]
    accounts = [match[0] for line in text for match in _ACCOUNT.finditer(line)]
    phones = [match[0] for line in text for match in _PHONE.finditer(line)]
    yield from (sign for sign in (*alike, *accounts, *others, *phones) if _is_on(sheet, sign))
