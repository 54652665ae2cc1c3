"""What our schema says about a file, in plain words: which element, what it must be, what it is.

The schema decides whether a file fits. Where it does not, the file is gone through again along the schema's own names,
order and descriptions, since a validator stops at the first element out of place and says it in its own tongue.
"""

import datetime as dt
import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

from lxml import etree

from fakturo.convert.targets.target import Finding

ROOT = "TaxInvoiceBulk"
_XS = "{http://www.w3.org/2001/XMLSchema}"
_ON_SCHEMAS = "{http://www.w3.org/2001/XMLSchema-instance}"
_LONGEST_QUOTE = 40
MOST_DIFFERENCES = 1000


@dataclass(frozen=True, slots=True)
class _Shape:
    """What may stand in an element: others, in this order, or text."""

    children: "dict[str, _Shape]" = field(default_factory=dict)
    repeats: bool = False
    words: str = "filled in"
    """Completes "… must be …"."""
    pattern: re.Pattern[str] | None = None
    is_date: bool = False
    may_be_empty: bool = True

    def fits(self, text: str) -> bool:
        if not text.strip() and not self.may_be_empty:
            return False
        if self.pattern is not None and not self.pattern.fullmatch(text):
            return False
        return not self.is_date or _is_date(text)


def schema_bytes() -> bytes:
    return (resources.files(__package__) / "tax_invoice_bulk.xsd").read_bytes()


def schema_findings(root: etree._Element) -> list[Finding]:
    """Empty if the file fits the schema."""
    if root.tag != ROOT:
        other = "one of a namespace, and must have none" if _name(root) == ROOT else _name(root)
        message = f"The file must begin with {ROOT}; it begins with {other}."
        return [Finding("NOT_TAX_INVOICES", message, element=root)]
    if _schema().validate(root):
        return []
    found = list(islice(_differences(root, _shapes()), MOST_DIFFERENCES))
    return found or [Finding("SCHEMA_MISMATCH", "The file does not have the form that Coretax imports.", element=root)]


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(schema_bytes()))


@cache
def _shapes() -> _Shape:
    schema: Any = etree.fromstring(schema_bytes())
    return _shape(schema, schema.find(f"{_XS}element"))


def _shape(schema: Any, declared: Any) -> _Shape:
    repeats = declared.get("maxOccurs") == "unbounded"
    named = schema.find(f"*[@name='{declared.get('type')}']")
    kind = declared.find(f"{_XS}complexType") if named is None else named
    if kind is None:
        return _Shape(repeats=repeats)
    if kind.tag == f"{_XS}complexType":
        parts = kind.iterfind(f"{_XS}sequence/{_XS}element")
        return _Shape({part.attrib["name"]: _shape(schema, part) for part in parts}, repeats)
    facets = kind.find(f"{_XS}restriction")
    patterns = [facet.attrib["value"] for facet in facets.iterfind(f"{_XS}pattern")]
    patterns += [re.escape(facet.attrib["value"]) for facet in facets.iterfind(f"{_XS}enumeration")]
    return _Shape(
        repeats=repeats,
        words=str(kind.findtext(f"{_XS}annotation/{_XS}documentation")),
        pattern=re.compile("|".join(patterns)) if patterns else None,
        is_date=facets.get("base") == "xs:date",
        may_be_empty=facets.find(f"{_XS}minLength") is None,
    )


def _differences(element: etree._Element, shape: _Shape) -> Iterator[Finding]:
    for name in element.attrib:
        if not str(name).startswith(_ON_SCHEMAS):
            message = f"{element.tag} has an attribute {_quoted(str(name))}, which the form does not know."
            yield Finding("ATTRIBUTE_UNKNOWN", message, element=element)
    if not shape.children:
        yield from _in_text(element, shape)
        return
    yield from _in_order(element, shape.children)
    if any(text.strip() for text in (element.text or "", *(child.tail or "" for child in element))):
        yield Finding("TEXT_MISPLACED", f"{element.tag} holds text between its elements.", element=element)
    for child in element.iterchildren(etree.Element):
        if child.tag in shape.children:
            yield from _differences(child, shape.children[child.tag])


def _in_text(element: etree._Element, shape: _Shape) -> Iterator[Finding]:
    inner = next(element.iterchildren(etree.Element), None)
    text = "".join(map(str, element.itertext(etree.Element)))
    if inner is not None:
        message = f"{element.tag} must hold text only; it holds {_name(inner)}."
        yield Finding("ELEMENT_UNKNOWN", message, element=element)
    elif shape.fits(text):
        return
    elif not text.strip():
        wanted = f"; it must be {shape.words}" if shape.may_be_empty else ""
        yield Finding("VALUE_MISSING", f"{element.tag} is empty{wanted}.", element=element)
    else:
        message = f"{element.tag} must be {shape.words}; it is {_quoted(text)}."
        yield Finding("VALUE_MALFORMED", message, element=element)


def _in_order(parent: etree._Element, shapes: dict[str, _Shape]) -> Iterator[Finding]:
    """Unknown, doubled, misplaced and missing elements, each told once."""
    names = list(shapes)
    seen: set[str] = set()
    last = 0
    for child in parent.iterchildren(etree.Element):
        if child.tag not in shapes:
            yield Finding("ELEMENT_UNKNOWN", _unknown(child, parent, names), element=child)
        elif child.tag in seen and not shapes[child.tag].repeats:
            yield Finding("ELEMENT_TWICE", f"{child.tag} stands twice in one {parent.tag}.", element=child)
        elif names.index(child.tag) < last:
            yield Finding("ELEMENT_MISPLACED", f"{child.tag} must come before {names[last]}.", element=child)
        else:
            last = names.index(child.tag)
        seen.add(child.tag)
    for place, name in enumerate(names):
        if name not in seen:
            yield Finding("ELEMENT_MISSING", _missing(parent, shapes, place), element=parent)


def _unknown(child: etree._Element, parent: etree._Element, names: Sequence[str]) -> str:
    close = difflib.get_close_matches(_name(child), names, n=1, cutoff=0.8)
    hint = f"; {close[0]} is meant, perhaps" if close else ""
    return f"{_name(child)} does not belong into {parent.tag}{hint}."


def _missing(parent: etree._Element, shapes: dict[str, _Shape], place: int) -> str:
    names = list(shapes)
    if shapes[names[place]].repeats:
        return f"{parent.tag} is empty: it needs at least one {names[place]}."
    where = f"after {names[place - 1]}" if place else f"at the beginning of {parent.tag}"
    return f"{names[place]} is missing {where}."


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname


def _quoted(text: str) -> str:
    return f"'{text}'" if len(text) <= _LONGEST_QUOTE else f"'{text[: _LONGEST_QUOTE - 1]}…'"
