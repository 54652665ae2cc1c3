"""What a corrected invoice says about units, goods and parties, for the directory of whoever corrected it.

Only what a person decided: a line's code or unit of the tax office, and a party's tax number beside its printed name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fakturo.convert.directory.match import GoodsEntry, UnitAlias, sku_key, tax_key, unit_key, word_set
from fakturo.convert.directory.question import GoodsRecord, PartyQuestion, Role

T = TypeVar("T")
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Learned:
    units: Sequence[UnitAlias] = ()
    goods: Sequence[GoodsEntry] = ()
    parties: Sequence[PartyQuestion] = ()
    """Printed names with their numbers: whoever has the number in the directory may get the name."""


def learned_from(document: Document) -> Learned:
    """From an invoice's JSON; nothing from what is none."""
    decided = [(line, line["coretax"]) for line in _lines(document) if isinstance(line.get("coretax"), dict)]
    units = [each for line, own in decided for each in _unit(line, own)]
    goods = [each for line, own in decided for each in _goods(line, own)]
    return Learned(_agreed(units), _agreed(goods), list(_parties(document)))


def _lines(document: Document) -> list[Document]:
    items = document.get("items")
    return [line for line in items if isinstance(line, dict)] if isinstance(items, list) else []


def _unit(line: Document, own: Document) -> Iterator[tuple[str, UnitAlias]]:
    alias, code = _text(line, "uom"), _text(own, "unit")
    if alias and code:
        yield unit_key(alias), UnitAlias(alias, code)


def _goods(line: Document, own: Document) -> Iterator[tuple[str, GoodsEntry]]:
    """By its number, if it has one; otherwise by the words of its name, but for figures: those change."""
    code = _text(own, "code")
    if code is None:
        return
    record = GoodsRecord(_text(own, "opt") or "A", code)
    sku, name = _text(line, "sku"), _text(line, "description")
    words = " ".join(word for word in (name or "").split() if not any(map(str.isdigit, word)))
    if sku:
        yield f"sku {sku_key(sku)}", GoodsEntry(sku, None, record)
    elif word_set(words):
        yield f"words {sorted(word_set(words))}", GoodsEntry(None, words, record)


def _parties(document: Document) -> Iterator[PartyQuestion]:
    for role in Role:
        party = document.get(role.value)
        if isinstance(party, dict) and (name := _text(party, "name")) and tax_key(number := _text(party, "tax_id")):
            yield PartyQuestion(role, name, number)


def _agreed(found: Iterable[tuple[str, T]]) -> list[T]:
    """Each once; what two lines say differently is nobody's."""
    said: dict[str, list[T]] = {}
    for key, value in found:
        said.setdefault(key, []).append(value)
    return [values[0] for values in said.values() if all(_same(value, values[0]) for value in values)]


def _same(one: object, other: object) -> bool:
    if isinstance(one, UnitAlias) and isinstance(other, UnitAlias):
        return one.code == other.code
    return isinstance(one, GoodsEntry) and isinstance(other, GoodsEntry) and one.record == other.record


def _text(node: Document, name: str) -> str | None:
    value = node.get(name)
    return value.strip() or None if isinstance(value, str) else None
