"""An element of a file with what stands in it, as the rules look at it. Its text is whatever somebody wrote there."""

import re
from decimal import Decimal

from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.targets.target import Finding

_AMOUNT = re.compile(r"[0-9]{1,18}(\.[0-9]{1,2})?")


class Part:
    def __init__(self, element: etree._Element) -> None:
        self._element = element
        self._children = {child.tag: child for child in element.iterchildren(etree.Element)}

    def text(self, name: str) -> str:
        child = self._children.get(name)
        return (child.text or "") if child is not None else ""

    def has(self, name: str) -> bool:
        """Whether there is something in it."""
        return bool(self.text(name).strip())

    def amount(self, name: str) -> Decimal | None:
        """None if it is missing or no amount, which the schema tells."""
        text = self.text(name)
        return Decimal(text) if _AMOUNT.fullmatch(text) else None

    def parts(self, within: str, name: str) -> "list[Part]":
        outer = self._children.get(within)
        return [] if outer is None else [Part(child) for child in outer.iterchildren(name)]

    def error(self, name: str, code: str, message: str) -> Finding:
        return Finding(code, message, Severity.ERROR, self._at(name))

    def warning(self, name: str, code: str, message: str) -> Finding:
        return Finding(code, message, Severity.WARNING, self._at(name))

    def _at(self, name: str) -> etree._Element:
        return self._children.get(name, self._element)
