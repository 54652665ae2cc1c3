"""Business terms: what they are called, and the elements that hold them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

from lxml import etree

from fakturo.convert.targets.en16931.forms import CII

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
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Term:
    name: str
    scope: str
    ubl: str
    cii: str

    def steps(self, root: etree._Element) -> list[set[str]]:
        """Names on the way to it; several where documents differ."""
        path = self.cii if etree.QName(root).namespace == CII else self.ubl
        return [set(step.split("|")) for step in path.split("/")]


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
    for names in term.steps(root):
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
    """An element in words: by its business term, or by its own name."""
    path = _path(element, root)
    for term in TERMS.values():
        steps = term.steps(root)
        names = path if term.scope == "document" else path[len(path) - len(steps) :]
        if term.scope != "document" and not _stands_in(element, len(steps), term.scope):
            continue
        if len(names) == len(steps) and all(name in step for name, step in zip(names, steps, strict=True)):
            return term.name
    return in_words(local_name(element))


def in_words(name: str) -> str:
    """TaxBasisTotalAmount is a tax basis total amount."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in _HUMP.split(name))


def local_name(element: etree._Element) -> str:
    return str(etree.QName(element).localname)


def _path(element: etree._Element, root: etree._Element) -> list[str]:
    names = [local_name(each) for each in _self_and_around(element) if each is not root]
    return names[::-1]


def _stands_in(element: etree._Element, steps: int, scope: str) -> bool:
    around = list(_self_and_around(element))
    if len(around) <= steps or local_name(around[steps]) not in _HOLDERS[scope]:
        return False
    in_line = any(local_name(each) in _LINES for each in around)
    if scope in {"group", "discount", "charge"} and in_line:
        return False
    if scope in {"line_discount", "line_charge"} and not in_line:
        return False
    return scope not in {"charge", "line_charge", "discount", "line_discount"} or _is_charge(around[steps]) == (
        "charge" in scope
    )


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
