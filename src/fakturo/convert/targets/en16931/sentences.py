"""What a failed rule or schema means, in a sentence for whoever keeps the books: a validator has words of its own."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from lxml import etree

from fakturo.convert.targets.en16931.judge import Failure
from fakturo.convert.targets.en16931.terms import TERMS, Meant, called, in_words, line_number, local_name, meant

SHOWN_CHARACTERS = 40
_OWN_NAME = re.compile(r"\[((?:BR|UBL|CII|PEPPOL)[\w-]*-\w+)\]")
_FAMILY = re.compile(r"BR-(S|Z|E|AE|IC|G|O|AF|AG)-(\d\d)")
_QUOTED = re.compile(r"'(@?)(?:\w+:)?(\w+)[^']*'")
_ATTRIBUTES = {"unitCode": "unit", "currencyID": "currency", "schemeID": "kind", "listID": "list", "format": "form"}
_ONCE = re.compile(r"\]\s*-?\s*(.*?) shall occur maximum (once|twice)")
_NOT_INCLUDED = re.compile(r"should not include (?:the |an? )?([\w /]+)")
_LISTED_VALUE = re.compile(r"'([^']*)' is not (?:a valid value|an element of the set|accepted by the pattern)")
_EXPECTED = re.compile(r"Expected is (?:one of )?\(? ?(.*?) ?\)?\.")
_ATTRIBUTE = re.compile(r"attribute '(?:\{[^}]*\})?([^']*)'")
_NAMESPACE = re.compile(r"\{[^}]*\}")
_NUMBERS = {"PartyTaxScheme": "CompanyID", "SpecifiedTaxRegistration": "ID"}
_WITH_VAT = {"S", "AF", "AG"}
_RULES: Mapping[str, Any] = tomllib.loads((resources.files(__package__) / "rules.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Told:
    sentence: str
    element: etree._Element
    missing: str | None = None
    """Name of what should be in it, for what is told of it twice."""


def told(failure: Failure, context: etree._Element, root: etree._Element) -> Told:
    """A failure in our words, and the element that it is about."""
    if failure.of_schema:
        return _schema(failure, context, root)
    rule = rule_of(failure)
    term, sentence = _wording(rule)
    if sentence is None:
        return _by_its_shape(failure, context, root)
    about = meant(TERMS[term], context, root) if term else Meant(_number_in(context))
    if rule.startswith(("BR-AE-0", "BR-IC-0")):
        about = _party_without_number(rule, about, context, root)
    return Told(_placed(sentence, about.element, rule), about.element, about.missing)


def rule_of(failure: Failure) -> str:
    """The norm's own name of a rule, which some rule books hide in its text."""
    own = _OWN_NAME.search(failure.text)
    return own[1] if own else failure.rule


def _wording(rule: str) -> tuple[str, str | None]:
    """Business term and sentence of a rule; no sentence if it has none of its own."""
    if own := _RULES["sentences"].get(rule):
        return own[0], own[1]
    if term := _RULES["missing"].get(rule):
        return term, f"The {TERMS[term].name} is missing."
    if term := _RULES["decimals"].get(rule):
        return term, f"The {TERMS[term].name} has more than two digits after the point."
    if (family := _FAMILY.fullmatch(rule)) and (pattern := _RULES["families"].get(family[2])):
        return pattern[0], pattern[1].format(**_of_category(family[1]))
    return "", None


def _of_category(category: str) -> dict[str, str]:
    numbers = "the seller's VAT number, or number at the tax office, is needed"
    if category in {"AE", "IC"}:
        numbers = "the VAT numbers of seller and buyer are needed"
    if category == "O":
        numbers = "no VAT numbers of seller and buyer may be given"
    taxed = category in _WITH_VAT
    rate = "its VAT rate must be above zero" if taxed else "its VAT rate must be zero"
    reason = "the reason why there is no VAT must be given"
    return {
        "category": _RULES["categories"][category],
        "numbers": numbers,
        "rate": "no VAT rate may be given" if category == "O" else rate,
        "amount": "is not its base times its rate" if taxed else "must be zero",
        "reason": "no reason may be given why there is no VAT" if taxed or category == "Z" else reason,
    }


def _number_in(context: etree._Element) -> etree._Element:
    """Of a tax registration, its number."""
    name = _NUMBERS.get(local_name(context))
    return next((each for each in context.iterchildren("{*}*") if local_name(each) == name), context)


def _party_without_number(rule: str, about: Meant, context: etree._Element, root: etree._Element) -> Meant:
    """Of two numbers that are needed, the one that is missing."""
    if rule[-2:] in {"02", "03", "04"} and about.missing is None:
        return meant(TERMS["BT-48"], context, root)
    return about


def _placed(sentence: str, element: etree._Element, rule: str) -> str:
    line = line_number(element)
    if line is not None:
        sentence = f"Line {line}: {sentence[0].lower()}{sentence[1:]}"
    value = _shown(element)
    return f"{sentence} It says “{value}”." if value and rule.startswith(("BR-CL", "BR-CO-09", "BR-DEC")) else sentence


def _by_its_shape(failure: Failure, context: etree._Element, root: etree._Element) -> Told:
    """For rules without a sentence of their own: what kind of rule it is, and which field it is about."""
    text = failure.text
    if once := _ONCE.search(text):
        name = once[1][0].lower() + once[1][1:]
        return _plain(f"The {name} is given more often than {once[2]}.", context)
    if extra := _NOT_INCLUDED.search(text):
        return _not_included(extra[1].strip(), context)
    quoted = _QUOTED.search(text)
    if quoted and quoted[1]:
        return _attribute(quoted[2], context, root)
    if quoted and "is not allowed" in text:
        return _wrong_code(quoted[2], context, root)
    if quoted and quoted[2] != local_name(context):
        return _wrong_number(quoted[2], context, root, too_many="maximum" in text)
    return _plain(f"The {called(context, root)} is not as EN 16931 wants it.", context)


def _wrong_number(name: str, context: etree._Element, root: etree._Element, *, too_many: bool) -> Told:
    """Of elements of that name."""
    child = next((each for each in context.iterchildren("{*}*") if local_name(each) == name), None)
    if child is None:
        sentence = f"The {in_words(name)} is missing in the {called(context, root)}."
        return Told(_placed(sentence, context, ""), context, name)
    trouble = "is given more than once" if too_many else "has to be there just once"
    return _plain(f"The {called(child, root)} {trouble}.", child)


def _wrong_code(name: str, context: etree._Element, root: etree._Element) -> Told:
    at = next((each for each in context.iterchildren("{*}*") if local_name(each) == name), context)
    value = _shown(at)
    shown = f"“{value}”, which is none of the codes that are allowed there" if value else "not allowed there"
    return _plain(f"The {called(at, root)} is {shown}.", at)


def _attribute(name: str, context: etree._Element, root: etree._Element) -> Told:
    words, value = _ATTRIBUTES.get(name, in_words(name)), context.get(name)
    if value is None:
        sentence = f"The {called(context, root)} does not say its {words} ({name})."
        return Told(_placed(sentence, context, ""), context, name)
    sentence = f"The {words} of the {called(context, root)} is “{_short(value)}”, which is none of the codes for it."
    return Told(_placed(sentence, context, ""), context, f"@{name}")


def _not_included(names: str, context: etree._Element) -> Told:
    """EN 16931 leaves out much of what UBL can say."""
    last = re.split(r"[ /]", names)
    found = next((each for each in context.iter("{*}*") if local_name(each) == last[-1]), None)
    if found is None:
        found = next((each for each in context.iter("{*}*") if local_name(each) == last[0]), context)
    words = in_words(last[-1])
    return _plain(f"EN 16931 has no place for this {words}: who reads the XML may pass over it.", found)


def _plain(sentence: str, element: etree._Element) -> Told:
    return Told(_placed(sentence, element, ""), element)


def _schema(failure: Failure, element: etree._Element, root: etree._Element) -> Told:
    text, words = failure.text, called(element, root)
    expected = _EXPECTED.search(text)
    names = [_NAMESPACE.sub("", name).strip() for name in expected[1].split(",")] if expected else []
    if "Missing child element" in text and names:
        whole = "document" if element is root else words
        return Told(_placed(f"The {in_words(names[0])} is missing in the {whole}.", element, ""), element, names[0])
    if "This element is not expected" in text:
        return _misplaced(element, names, words, root)
    if attribute := _ATTRIBUTE.search(text):
        kind = (
            "lacks its attribute" if "required" in text else "has an attribute that does not belong there or is wrong:"
        )
        return Told(_placed(f"The {words} {kind} {attribute[1]}.", element, ""), element, attribute[1])
    value = _shown(element)
    if not value and not len(element):
        return _plain(f"The {words} is empty.", element)
    return _plain(f"The {words} is “{value}”, which is not {_wanted(local_name(element))}.", element)


def _misplaced(element: etree._Element, names: list[str], words: str, root: etree._Element) -> Told:
    """Of what is expected, the last must be there: if it is nowhere, that is the trouble."""
    around = element.getparent()
    if names and around is not None and all(local_name(each) != names[-1] for each in around.iterchildren("{*}*")):
        whole = "document" if around is root else called(around, root)
        sentence = f"The {in_words(names[-1])} is missing in the {whole}."
        return Told(_placed(sentence, around, ""), around, names[-1])
    return _plain(f"The {words} does not belong where it stands, or is there too often.", element)


def _wanted(name: str) -> str:
    """By the ending of an element's name, as both syntaxes have them."""
    if name.endswith(("Amount", "Quantity", "Percent", "Numeric", "Rate")):
        return "a number with a point for its decimals"
    if name.endswith(("Date", "DateTime", "DateTimeString")):
        return "a date as the format writes it"
    return "true or false" if name.endswith("Indicator") else "allowed there"


def _shown(element: etree._Element) -> str:
    return _short(" ".join((element.text or "").split()))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"
