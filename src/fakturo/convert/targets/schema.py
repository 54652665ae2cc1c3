"""What an XML Schema has against an XML, in words for people."""

import re
from collections.abc import Callable
from typing import Any

from lxml import etree

from fakturo.convert.targets.target import Finding

_MISSING = re.compile(r"Missing child element\(s\)\. Expected is (?:one of )?\(? ?(.*?) ?\)?\.$")
_MISPLACED = re.compile(r"This element is not expected\.(?: Expected is (?:one of )?\(? ?(.*?) ?\)?\.)?$")
_ATTRIBUTE = re.compile(r"The attribute '([^']*)' is (required but missing|not allowed)\.")
_NAMESPACES = re.compile(r"\{[^}]*\}")


def schema_findings(root: etree._Element, schema: etree.XMLSchema) -> list[Finding]:
    """In the order of the document."""
    if schema.validate(root):
        return []
    errors: list[Any] = list(schema.error_log)  # type: ignore[call-overload]
    findings: dict[tuple[str, str], Finding] = {}
    for error in errors:
        element = _at(root, error.path)
        message = _in_words(element, error.message, error.type_name)
        findings.setdefault((error.path, message), Finding("SCHEMA", message, element=element))
    return _most_telling(findings)


def _at(root: etree._Element, path: str | None) -> etree._Element | None:
    found: Any = root.getroottree().xpath(path) if path else []
    return found[0] if found else None


def _most_telling(findings: dict[tuple[str, str], Finding]) -> list[Finding]:
    """A value that breaks its pattern is reported as that and as 'not valid' besides."""
    told = {path for (path, message) in findings if not message.endswith(_VAGUE)}
    return [each for (path, message), each in findings.items() if path not in told or not message.endswith(_VAGUE)]


_VAGUE = "is not a valid value."


def _in_words(element: etree._Element | None, message: str, kind: str) -> str:
    name = "The document" if element is None else etree.QName(element).localname
    plain = _NAMESPACES.sub("", message)
    for pattern, words in _WORDS:
        if found := pattern.search(plain):
            return words(name, found)
    value = (element.text or "") if element is not None else ""
    if kind.startswith("SCHEMAV_CVC_") and element is not None and not len(element):
        shown = f"{value[:60]!r}" if value else "empty, which"
        return f"{name} is {shown} {_VAGUE}" if not value else f"{name}: {shown} {_VAGUE}"
    return f"{name} is not as the format wants it."


_WORDS: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], str]], ...] = (
    (_MISSING, lambda name, found: f"{name} is not complete: {found[1]} is missing."),
    (
        _MISPLACED,
        lambda name, found: f"{name} does not belong here" + (f": {found[1]} should come first." if found[1] else "."),
    ),
    (_ATTRIBUTE, lambda name, found: f"The attribute {found[1]} of {name} is {found[2].replace('required but ', '')}."),
    (
        re.compile(r"not an element of the set (\{.*\})|facet 'enumeration'.*?(\{.*\})"),
        lambda name, _: f"{name} is none of the values that are allowed.",
    ),
    (re.compile(r"facet 'maxLength'"), lambda name, _: f"{name} is too long."),
    (re.compile(r"facet 'minLength'"), lambda name, _: f"{name} is empty, or too short."),
    (re.compile(r"facet 'fractionDigits'"), lambda name, _: f"{name} has too many digits after the point."),
)
