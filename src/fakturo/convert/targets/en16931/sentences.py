"""What a failed rule means, in a sentence for whoever keeps the books: a validator has words of its own.

`sentences.tsv` holds one for each rule of the sets that the extra `validation` installs, made from their texts by
scripts/sentences.py: the rule, what it is about (a business term, or a path from where the rule looks), the sentence,
and another where what should be missing is there too often.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lxml import etree

from fakturo.convert.targets.en16931.judge import Failure
from fakturo.convert.targets.en16931.terms import TERMS, Meant, called, line_number, local_name, meant, names_to

SHOWN_CHARACTERS = 40
OWN_NAME = re.compile(r"\[((?:BR|UBL|CII|PEPPOL)[\w-]*-\w+)\]")
_ELEMENT = r"Element(?: variant)? '(?:\w+:)?(\w+)\s*(\[.*\])?'"
_NEEDS = re.compile(rf"{_ELEMENT} must occur (?:exactly|at least) \d+ times")
_MOST = re.compile(rf"{_ELEMENT} may occur at maximum (\d+) times")
_UNUSED = re.compile(r"Element(?: variant)? .* is marked as not used")
_UNUSED_ATTRIBUTE = re.compile(r"Attribute '?@(\w+)' marked as not used")
_NEEDS_ATTRIBUTE = re.compile(r"Attribute '@(\w+)' is required")
_CODE = re.compile(r"Value of '(?:\w+:)?(@?\w+)[^']*' is not allowed")
_LITERAL = re.compile(r'"([^"]*)"')
_NUMBERS = {"PartyTaxScheme": "CompanyID", "SpecifiedTaxRegistration": "ID"}
_BOTH_NUMBERS = re.compile(r"BR-(?:AE|IC)-0[234]")
_SAYS_ITS_VALUE = ("BR-CL", "BR-CO-09", "BR-DEC")


@dataclass(frozen=True, slots=True)
class Told:
    sentence: str
    element: etree._Element
    missing: str | None = None
    """Name of what should be in it, for what is told of it twice."""
    unless: frozenset[tuple[etree._Element, str]] = frozenset()
    """Not worth telling if one of these is told as missing already."""


@dataclass(frozen=True, slots=True)
class Wording:
    about: str
    """A business term, or a path: `//` before it is anywhere, `#2` behind it the second, `@` an attribute."""
    sentence: str
    too_many: str = ""
    """Said instead if it is there."""


def told(failure: Failure, context: etree._Element, root: etree._Element) -> Told:
    """A failed rule in our words, and the element that it is about."""
    wording = sentences().get(key_of(failure, context, root))
    if wording is None:
        sentence = (
            f"The {called(context, root)} breaks the rule {rule_of(failure)}, which is newer than our words for it."
        )
        return placed(sentence, context)
    about = _about(wording, context, root)
    sentence = wording.too_many if wording.too_many and about.missing is None else wording.sentence
    if _BOTH_NUMBERS.fullmatch(rule_of(failure)) and about.missing is None:  # of two numbers, the one that is missing
        about = meant(TERMS["BT-48"], context, root)
    value = shown(about.element, wording.about)
    sentence = sentence.replace("{value}", f"“{value}”" if value else "empty")
    if value and rule_of(failure).startswith(_SAYS_ITS_VALUE):
        sentence = f"{sentence} It says “{value}”."
    return placed(sentence, about.element, about.missing)


def rule_of(failure: Failure) -> str:
    """The norm's own name of a rule, which some rule books hide in its text."""
    own = OWN_NAME.search(failure.text)
    return own[1] if own else failure.rule


def key_of(failure: Failure, context: etree._Element, root: etree._Element) -> str:
    """Rules of the norm have names. Others say of an element how often it may be there, and are known by that."""
    name = rule_of(failure)
    return name if name in sentences() else key(names_to(context, root), failure.text)


def key(path: list[str], text: str) -> str:
    return f"{'/'.join(path)} {shape_of(text)}"


def shape_of(text: str) -> str:
    """What kind of rule a text without a name states."""
    if found := _NEEDS.search(text):
        return f"needs {found[1]}{_variant(found[2])}"
    if found := _MOST.search(text):
        return f"most {found[3]} {found[1]}{_variant(found[2])}"
    if _UNUSED.search(text):
        return "unused"
    if found := _UNUSED_ATTRIBUTE.search(text):
        return f"unused @{found[1]}"
    if found := _NEEDS_ATTRIBUTE.search(text):
        return f"needs @{found[1]}"
    return f"code {found[1]}" if (found := _CODE.search(text)) else ""


def _variant(condition: str | None) -> str:
    """The VAT number among tax numbers, say: [VA]."""
    if condition is None:
        return ""
    kinds = _LITERAL.findall(condition) or [condition.rpartition(":")[2].rstrip("] )")]
    return f"[{'other' if 'not' in condition else '|'.join(kinds)}]"


@cache
def sentences() -> Mapping[str, Wording]:
    text = (resources.files(__package__) / "sentences.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: Wording(*rest) for name, *rest in rows}


def placed(sentence: str, element: etree._Element, missing: str | None = None) -> Told:
    line = line_number(element)
    if line is not None:
        first = sentence[0] if sentence[1].isupper() else sentence[0].lower()
        sentence = f"Line {line}: {first}{sentence[1:]}"
    return Told(sentence, element, missing)


def shown(element: etree._Element, about: str = "") -> str:
    value = element.get(about.partition("@")[2]) if "@" in about else element.text
    text = " ".join((value or "").split())
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


def _about(wording: Wording, context: etree._Element, root: etree._Element) -> Meant:
    if wording.about in TERMS:
        return meant(TERMS[wording.about], context, root)
    path, _, number = wording.about.partition("#")
    path, _, attribute = path.partition("@")
    steps = [step.split("|") for step in path.strip("/").split("/") if step]
    found = list(_anywhere(root, steps, attribute) if path.startswith("//") else _walked(context, steps))
    if attribute:
        return _with_attribute(found, attribute, context)
    if not found:
        return _as_far_as_it_goes(context, steps)
    if not steps:
        return Meant(_number_in(context))
    wanted = int(number) if number else 2 if wording.too_many else 1
    return Meant(found[min(wanted, len(found)) - 1])


def _walked(at: etree._Element, steps: list[list[str]]) -> Iterator[etree._Element]:
    if not steps:
        yield at
        return
    for child in at.iterchildren("{*}*"):
        if local_name(child) in steps[0]:
            yield from _walked(child, steps[1:])


def _anywhere(root: etree._Element, steps: list[list[str]], attribute: str) -> Iterator[etree._Element]:
    for each in root.iter("{*}*"):
        if steps and local_name(each) in steps[0]:
            yield from _walked(each, steps[1:])
        elif not steps and each.get(attribute) is not None:
            yield each


def _with_attribute(found: list[etree._Element], attribute: str, context: etree._Element) -> Meant:
    having = next((each for each in found if each.get(attribute) is not None), None)
    return Meant(having, f"@{attribute}") if having is not None else Meant(found[0] if found else context, attribute)


def _as_far_as_it_goes(at: etree._Element, steps: list[list[str]]) -> Meant:
    for place in range(len(steps), 0, -1):
        begun = next(_walked(at, steps[: place - 1]), None)
        if begun is not None:
            return Meant(begun, steps[place - 1][0])
    return Meant(at)


def _number_in(context: etree._Element) -> etree._Element:
    """Of a tax registration, its number."""
    name = _NUMBERS.get(local_name(context))
    return next((each for each in context.iterchildren("{*}*") if local_name(each) == name), context)
