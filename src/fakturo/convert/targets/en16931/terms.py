"""Business terms: what they are called, and the elements that hold them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from lxml import etree

from fakturo.convert.targets.en16931.forms import CII
from fakturo.convert.targets.en16931.words import put_together

_LINES = {"InvoiceLine", "CreditNoteLine", "IncludedSupplyChainTradeLineItem"}
_ADJUSTMENTS = {"AllowanceCharge", "SpecifiedTradeAllowanceCharge"}
_GROUPS = {"TaxSubtotal", "ApplicableTradeTax"}
_HOLDERS = {
    "line": _LINES,
    "group": _GROUPS,
    "discount": _ADJUSTMENTS,
    "charge": _ADJUSTMENTS,
    "line_discount": _ADJUSTMENTS,
    "line_charge": _ADJUSTMENTS,
}
"""Elements below which the terms of a scope stand; those of the document stand below its root."""


@dataclass(frozen=True, slots=True)
class Term:
    name: str
    scope: str
    ubl: str
    cii: str

    def steps(self, *, in_cii: bool) -> list[set[str]]:
        """Names on the way to it; several where documents differ."""
        return [set(step.split("|")) for step in (self.cii if in_cii else self.ubl).split("/")]


def _read() -> Mapping[str, Term]:
    table = tomllib.loads((resources.files(__package__) / "terms.toml").read_text("utf-8"))
    short = table.pop("short")

    def whole(path: str) -> str:
        first, slash, rest = path.partition("/")
        return f"{short.get(first, first)}{slash}{rest}"

    return {
        number: Term(name, scope, whole(ubl), whole(cii))
        for scope, entries in table.items()
        for number, (name, ubl, cii) in entries.items()
    }


TERMS = _read()


@dataclass(frozen=True, slots=True)
class Meant:
    """The element that a rule is about, or the nearest one around where it should be."""

    element: etree._Element
    missing: str | None = None
    """Name of the first step that is not there."""


def meant(term: Term, context: etree._Element, root: etree._Element) -> Meant:
    """Where the term of that context stands."""
    at = _holder(term.scope, context, root)
    for names in term.steps(in_cii=is_cii(root)):
        found = next((child for child in at.iterchildren("{*}*") if local_name(child) in names), None)
        if found is None:
            return Meant(at, min(names))
        at = found
    return Meant(at)


def _holder(scope: str, context: etree._Element, root: etree._Element) -> etree._Element:
    names = _HOLDERS.get(scope)
    if names is None:
        return root
    around = (each for each in _self_and_around(context) if local_name(each) in names)
    return next(around, context)


def line_number(element: etree._Element) -> int | None:
    """Of the invoice line around it, from 1."""
    line = next((each for each in _self_and_around(element) if local_name(each) in _LINES), None)
    if line is None:
        return None
    return 1 + sum(1 for each in line.itersiblings(preceding=True) if each.tag == line.tag)


def called(element: etree._Element, root: etree._Element) -> str:
    """An element in words: by its business term, or by the names on the way to it."""
    return field_words(names_to(element, root), in_cii=is_cii(root))


def field_words(path: Sequence[str], *, in_cii: bool) -> str:
    """The same for the names on the way to it, as `names_to` gives them."""
    for term in TERMS.values():
        rest = _below_holder(term.scope, path)
        steps = term.steps(in_cii=in_cii)
        if rest and len(rest) == len(steps) and all(name in step for name, step in zip(rest, steps, strict=True)):
            return term.name
    return put_together(path)


def names_to(element: etree._Element, root: etree._Element) -> list[str]:
    """From below the document. Of what is a discount or a charge, it is said which: `AllowanceCharge:charge`."""
    return [_marked(each) for each in _self_and_around(element) if each is not root][::-1]


def is_cii(root: etree._Element) -> bool:
    return etree.QName(root).namespace == CII


def _marked(element: etree._Element) -> str:
    name = local_name(element)
    return f"{name}:{'charge' if _is_charge(element) else 'discount'}" if name in _ADJUSTMENTS else name


def local_name(element: etree._Element) -> str:
    return str(etree.QName(element).localname)


def _below_holder(scope: str, path: Sequence[str]) -> list[str]:
    """What is left of a path below the element whose terms a scope holds; nothing if that is not on it."""
    names = [name.partition(":")[0] for name in path]
    holders = _HOLDERS.get(scope)
    if holders is None:
        return names
    place = max((place for place, name in enumerate(names) if name in holders), default=-1)
    if place < 0 or scope.startswith("line") != any(name in _LINES for name in names):
        return []
    kind = path[place].partition(":")[2]
    return names[place + 1 :] if not kind or kind == scope.removeprefix("line_") else []


def _is_charge(adjustment: etree._Element) -> bool:
    indicator = next(
        (
            each
            for each in adjustment.iter("{*}*")
            if local_name(each) in {"ChargeIndicator", "Indicator"} and (each.text or "").strip()
        ),
        None,
    )
    return indicator is not None and (indicator.text or "").strip() in {"true", "1"}


def _self_and_around(element: etree._Element) -> Iterator[etree._Element]:
    at: etree._Element | None = element
    while at is not None:
        yield at
        at = at.getparent()
