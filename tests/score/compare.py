"""One reading against its truth, field by field. Pure.

In a truth, null means: not scored. "absent" means: not on the paper, so a reader must leave it empty. A list means: any
of these is right, null among them standing for empty. `or` holds other readings of the same paper that are as good:
parts that replace the truth's.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from typing import Any

ABSENT = "absent"
SIMILAR = 0.9
MOST_OF_A_NAME = 0.6
Document = dict[str, Any]


@dataclass(frozen=True)
class Mark:
    """How one field came out."""

    field: str
    right: bool
    expected: Any
    got: Any


def same_text(expected: str, got: Any) -> bool:
    return _plain(expected) == _plain(str(got))


def same_name(expected: str, got: Any) -> bool:
    """How a person is addressed is no part of the name."""
    return _unaddressed(_plain(expected)) == _unaddressed(_plain(str(got)))


def same_code(expected: str, got: Any) -> bool:
    """Numbers of documents and of taxes: only letters and digits count."""
    return _code(expected) == _code(str(got))


def same_tax_id(expected: str, got: Any) -> bool:
    """Switzerland and Norway print the tax's name after the id; it is no part of it."""
    return _tax_id(expected) == _tax_id(str(got))


def same_number(expected: str, got: Any) -> bool:
    try:
        return Decimal(expected) == Decimal(str(got))
    except InvalidOperation:
        return False


def same_or_zero(expected: str, got: Any) -> bool:
    return same_number(expected, 0 if got is None else got)


def similar(expected: str, got: Any) -> bool:
    return SequenceMatcher(None, _plain(expected), _plain(str(got)), autojunk=False).ratio() >= SIMILAR


def same_party(expected: str, got: Any) -> bool:
    """A name as a bookkeeper takes it: letters may differ a little, and a trading name behind it may be missing."""
    whole, read = _unaddressed(_plain(expected)), _unaddressed(_plain(str(got)))
    cut = whole.startswith(f"{read} ") and " " in read and len(read) >= MOST_OF_A_NAME * len(whole)
    return whole == read or cut or similar(whole, read)


def similar_start(expected: str, got: Any) -> bool:
    """Where the truth is the first printed line of a name, more lines of it may follow."""
    return _plain(str(got)).startswith(_plain(expected)) or similar(expected, got)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[^\w]+", " ", text).split())


def _unaddressed(name: str) -> str:
    return re.sub(
        r"^(mr|mrs|ms|miss|herr|frau|monsieur|madame|mme|dhr|mevr|signor|signora|sr|sra|bapak|ibu) ", "", name
    )


def _code(text: str) -> str:
    return "".join(filter(str.isalnum, text)).upper()


def _tax_id(text: str) -> str:
    return re.sub(r"(?<=\d)(MWST|TVA|IVA|MVA)$", "", _code(text))


Same = Callable[[str, Any], bool]

HEAD: dict[str, Same] = {
    "invoice.number": same_code,
    "invoice.date": same_text,
    "invoice.due_date": same_text,
    "invoice.currency": same_text,
    "kind": same_text,
    "seller.name": same_name,
    "seller.tax_id": same_tax_id,
    "buyer.name": same_name,
    "buyer.tax_id": same_tax_id,
}
TOTALS: dict[str, Same] = {
    "totals.subtotal": same_number,
    "totals.discount": same_or_zero,
    "totals.charges": same_or_zero,
    "totals.tax_base": same_number,
    "totals.tax": same_number,
    "totals.total": same_number,
    "totals.withheld": same_or_zero,
    "totals.prepaid": same_or_zero,
    "totals.payable": same_number,
}
ITEM: dict[str, Same] = {"qty": same_number, "unit_price": same_number, "amount": same_number}
ITEM_ASIDE: dict[str, Same] = {"description": similar, "sku": same_code, "uom": same_text}
ASIDE: dict[str, Same] = {"invoice.po": same_code}
"""Reported, but no part of "exact"."""


def judge(expected: Any, got: Any, same: Same) -> bool | None:
    """None where the truth does not say."""
    got = None if got == "" else got
    if expected is None:
        return None
    if expected == ABSENT:
        return got is None
    allowed = expected if isinstance(expected, list) else [expected]
    empty_is_right = None in allowed or same is same_or_zero
    if got is None and not empty_is_right:
        return False
    return (got is None and None in allowed) or any(same(str(one), got) for one in allowed if one is not None)


def readings_of(truth: Document) -> list[Document]:
    """The truth, and its equals."""
    return [truth, *({**truth, **other} for other in truth.get("or", ()))]


def marks(truth: Document, got: Document) -> list[Mark]:
    """The scored fields and items of one document."""
    fields = [mark_of(path, truth, got, same) for path, same in (HEAD | TOTALS).items()]
    return [mark for mark in fields if mark] + item_marks(truth, got, ITEM, counted=True)


def marks_aside(truth: Document, got: Document) -> list[Mark]:
    fields = [mark_of(path, truth, got, same) for path, same in ASIDE.items()]
    return [mark for mark in fields if mark] + item_marks(truth, got, ITEM_ASIDE, counted=False)


def mark_of(path: str, truth: Document, got: Document, same: Same) -> Mark | None:
    expected, read = value_at(truth, path), value_at(got, path)
    right = judge(expected, read, same)
    return None if right is None else Mark(path, right, expected, read)


def value_at(document: Document, path: str) -> Any:
    value: Any = document
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def item_marks(truth: Document, got: Document, names: dict[str, Same], *, counted: bool) -> list[Mark]:
    """A field of the items is right if it is right in every line; what is shown is the first wrong line."""
    expected: Sequence[Document] | None = truth.get("items")
    if expected is None:
        return []
    read: Sequence[Document] = got.get("items") or []
    found = [Mark("items.count", len(read) == len(expected), len(expected), len(read))] if counted else []
    for name, same in names.items():
        judged = [
            (judge(line.get(name), read[at].get(name) if at < len(read) else None, same), at)
            for at, line in enumerate(expected)
        ]
        scored = [(right, at) for right, at in judged if right is not None]
        if not scored:
            continue
        wrong = next((at for right, at in scored if not right), None)
        shown = wrong if wrong is not None else scored[0][1]
        mine = read[shown].get(name) if shown < len(read) else None
        found.append(Mark(f"items.{name}", wrong is None, f"{shown + 1}: {expected[shown].get(name)}", mine))
    return found
