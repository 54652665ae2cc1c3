"""What an XML Schema has against an element, in words, with what libxml2 knows and no more."""

import re

from lxml import etree

from fakturo.convert.targets.en16931.judge import Failure
from fakturo.convert.targets.en16931.sentences import Told, placed, shown
from fakturo.convert.targets.en16931.terms import called, field_words, is_cii, local_name, names_to

MOST_NAMES = 5
_EXPECTED = re.compile(r"Expected is (?:one of )?\(? ?(.*?) ?\)?\.$")
_ATTRIBUTE = re.compile(r"attribute '(?:\{[^}]*\})?([^']*)'")
_NAMESPACE = re.compile(r"\{[^}]*\}")


def told_of_schema(failure: Failure, element: etree._Element, root: etree._Element) -> Told:
    text, words = failure.text, called(element, root)
    expected = _EXPECTED.search(text)
    names = [_NAMESPACE.sub("", name).strip() for name in expected[1].split(",")] if expected else []
    if "Missing child element" in text and names:
        return _incomplete(element, names, root)
    if "This element is not expected" in text:
        return _misplaced(element, names, root)
    if not failure.fatal:
        return placed(f"EN 16931 does not want the {words} like this: who reads the XML may pass over it.", element)
    if attribute := _ATTRIBUTE.search(text):
        return _attribute(attribute[1], element, words, text)
    value = shown(element)
    if not value and not len(element):
        return placed(f"The {words} is empty.", element)
    return placed(f"The {words} is “{value}”, which is not {_wanted(local_name(element))}.", element)


def _incomplete(element: etree._Element, names: list[str], root: etree._Element) -> Told:
    """What may follow is known; of several, nobody says which one must."""
    if len(names) == 1:
        return _missing(element, names[0], root)
    sentence = f"The {_whole(element, root)} ends too early: {_listed(element, names, root)} has to follow."
    return _unless_told(placed(sentence, element), element, names)


def _misplaced(element: etree._Element, names: list[str], root: etree._Element) -> Told:
    around = element.getparent()
    words = called(element, root)
    if around is None or not names:
        return placed(f"The {words} does not belong where it stands, or is there too often.", element)
    if len(names) == 1 and all(local_name(each) != names[0] for each in around.iterchildren("{*}*")):
        return _missing(around, names[0], root)
    sentence = f"The {words} does not belong where it stands: {_listed(around, names, root)} may come there."
    return _unless_told(placed(sentence, element), around, names)


def _missing(whole: etree._Element, name: str, root: etree._Element) -> Told:
    field = field_words([*names_to(whole, root), name], in_cii=is_cii(root))
    return placed(f"The {field} is missing.", whole, name)


def _unless_told(told: Told, around: etree._Element, names: list[str]) -> Told:
    return Told(told.sentence, told.element, unless=frozenset((around, name) for name in names))


def _listed(around: etree._Element, names: list[str], root: etree._Element) -> str:
    way = names_to(around, root)
    words = [f"the {field_words([*way, name], in_cii=is_cii(root))}" for name in dict.fromkeys(names)]
    if len(words) > MOST_NAMES:
        words = [*words[:MOST_NAMES], f"one of {len(words) - MOST_NAMES} others"]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _whole(element: etree._Element, root: etree._Element) -> str:
    return "document" if element is root else called(element, root)


def _attribute(name: str, element: etree._Element, words: str, text: str) -> Told:
    value = element.get(name)
    if "required" in text:
        return placed(f"The {words} lacks its attribute {name}.", element, name)
    if "not allowed" in text or value is None:
        return placed(f"The {words} has an attribute that does not belong there: {name}.", element, name)
    sentence = f"The attribute {name} of the {words} is “{shown(element, f'@{name}')}”, which is not allowed there."
    return placed(sentence, element, name)


def _wanted(name: str) -> str:
    """By the ending of an element's name, as both syntaxes have them."""
    if name.endswith(("Amount", "Quantity", "Percent", "Numeric", "Rate")):
        return "a number with a point for its decimals"
    if name.endswith(("Date", "DateTime", "DateTimeString")):
        return "a date as the format writes it"
    return "true or false" if name.endswith("Indicator") else "allowed there"
