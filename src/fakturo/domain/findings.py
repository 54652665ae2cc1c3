"""What a job found in its PDF, in short: enough for a list, and to search by. The whole is in the invoice's JSON."""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

MAX_TEXT_CHARACTERS = 255
MAX_ISSUE_CHARACTERS = 500
MAX_DIGITS = 30
MAX_WORDS, MAX_WORD_CHARACTERS = 64, 64
MAX_CODES = 50


@dataclass(frozen=True, slots=True)
class Findings:
    """Of several invoices in one PDF, the first speaks for all; a total of all would be nobody's."""

    seller: str | None = None
    buyer: str | None = None
    invoice_number: str | None = None
    invoice_date: date | None = None
    total: Decimal | None = None
    currency: str | None = None
    invoice_count: int = 0
    issue_count: int = 0
    """What a person is to check; of mere remarks, where there is nothing else."""
    first_issue: str | None = None
    """In words: the gravest that comes first."""
    first_issue_code: str | None = None
    issue_codes: tuple[str, ...] = ()
    """Each once, in the order of the document."""

    def words(self) -> list[str]:
        """By which the job is found."""
        return search_words(self.invoice_number, self.seller, self.buyer)


def findings_in(document: bytes) -> Findings | None:
    """From the invoice JSON, of our gateway or another; None if it is none. What is not as expected is left out."""
    try:
        parsed = json.loads(document)
    except (ValueError, RecursionError):
        return None
    invoices = [each for each in (parsed if isinstance(parsed, list) else [parsed]) if isinstance(each, dict)]
    if not invoices:
        return None
    first, issues = invoices[0], [issue for invoice in invoices for issue in _issues(invoice)]
    grave = _grave(issues)
    gravest = next((issue for issue in grave if _text(issue.get("message"))), {})
    return Findings(
        seller=_text(_at(first, "seller", "name")),
        buyer=_text(_at(first, "buyer", "name")),
        invoice_number=_text(_at(first, "invoice", "number")),
        invoice_date=_date(_at(first, "invoice", "date")),
        total=_amount(_at(first, "totals", "total")) if len(invoices) == 1 else None,
        currency=_text(_at(first, "invoice", "currency")),
        invoice_count=len(invoices),
        issue_count=len(grave),
        first_issue=_text(gravest.get("message"), MAX_ISSUE_CHARACTERS),
        first_issue_code=_text(gravest.get("code")),
        issue_codes=_codes(issues),
    )


def _at(node: Any, *names: str) -> object:
    for name in names:
        node = node.get(name) if isinstance(node, dict) else None
    return node


def _issues(invoice: dict[str, Any]) -> list[dict[str, Any]]:
    listed = invoice.get("issues")
    return [issue for issue in listed if isinstance(issue, dict)] if isinstance(listed, list) else []


def _grave(issues: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [issue for issue in issues if issue.get("severity", "error") == "error"] or issues


def _codes(issues: list[dict[str, Any]]) -> tuple[str, ...]:
    codes = dict.fromkeys(code for issue in issues if (code := _text(issue.get("code"))))
    return tuple(codes)[:MAX_CODES]


def _text(value: object, limit: int = MAX_TEXT_CHARACTERS) -> str | None:
    """One line of text that can be stored and shown."""
    if not isinstance(value, str):
        return None
    clean = "".join(character if character.isprintable() else " " for character in value)
    return " ".join(clean.split())[:limit].rstrip() or None


def _date(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _amount(value: object) -> Decimal | None:
    try:
        amount = Decimal(value) if isinstance(value, str) and len(value) <= MAX_DIGITS else None
    except InvalidOperation:
        return None
    return amount if amount is not None and amount.is_finite() and abs(amount.adjusted()) <= MAX_DIGITS else None


def search_words(*texts: str | None) -> list[str]:
    """The words that a job is found by, or that are looked for: letters and digits, without case and accents."""
    words = dict.fromkeys(word for text in texts if text for word in _words(text))
    return list(words)[:MAX_WORDS]


def _words(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(
        character if character.isalnum() else " " for character in plain if not unicodedata.combining(character)
    )
    for word in kept.split():
        yield word[:MAX_WORD_CHARACTERS]
