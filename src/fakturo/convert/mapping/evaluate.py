"""A mapping and a target's values into XML, with where each element's content came from."""

import decimal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.mapping.expressions import Expression
from fakturo.convert.mapping.model import Computed, Element, Mapping
from fakturo.convert.mapping.scope import Bound, Scope
from fakturo.convert.targets.target import Finding
from fakturo.convert.targets.xml import LONGEST_TEXT, safe_text

DIGITS = 60
_CONTEXT = decimal.Context(prec=DIGITS, rounding=decimal.ROUND_HALF_UP)


@dataclass(slots=True)
class Filled:
    root: etree._Element
    sources: dict[etree._Element, tuple[str, ...]] = field(default_factory=dict)
    """Paths of the values that an element was made from, like invoices.0.items.2.price."""
    findings: list[Finding] = field(default_factory=list)
    """What could not be computed, or was too long."""


def evaluate(mapping: Mapping, values: Any) -> Filled:
    """The XML that the mapping makes of an instance of its target's values."""
    assert mapping.root is not None
    with decimal.localcontext(_CONTEXT):
        for root in (mapping.root, *mapping.otherwise):
            if filled := _Filling().fill(root, values):
                return filled
    raise AssertionError("the last outermost element has no condition")


class _Filling:
    def __init__(self) -> None:
        self._sources: dict[etree._Element, tuple[str, ...]] = {}
        self._findings: list[Finding] = []

    def fill(self, root: Element, values: Any) -> Filled | None:
        """None if its condition does not hold."""
        made = etree.Element(root.tag, root.attributes, nsmap=root.prefixes)  # type: ignore[arg-type]  # None is the default namespace
        is_wanted = self._content(root, made, Scope.of(values), ())
        return Filled(made, self._sources, self._findings) if is_wanted else None

    def _add(self, element: Element, parent: etree._Element, scope: Scope) -> None:
        """The element as often as it is wanted, at the end of its parent."""
        if element.each is None:
            self._add_one(element, parent, scope, ())
            return
        over = element.each.over
        for value, path in list(scope.found(over.name, over.steps)):
            inner = scope.with_name(element.each.name, Bound(value, path))
            self._add_one(element, parent, inner, (path,) if path else ())

    def _add_one(self, element: Element, parent: etree._Element, scope: Scope, sources: tuple[str, ...]) -> None:
        made = etree.SubElement(parent, element.tag, element.attributes, nsmap=element.prefixes)  # type: ignore[arg-type]
        if not self._content(element, made, scope, sources):
            parent.remove(made)

    def _content(self, element: Element, made: etree._Element, scope: Scope, sources: tuple[str, ...]) -> bool:
        """Fill it; False if it should not be there."""
        for name, expression in element.lets:
            with self._reading(scope) as reads:
                value = self._value_of(expression, made, scope)
            scope = scope.with_name(name, Bound(value, None, tuple(dict.fromkeys(reads))))
        if element.condition and not self._value_of(element.condition, made, scope):
            return False
        with self._reading(scope) as reads:
            for name, computed in element.computed.items():
                if text := self._text_of(computed, made, scope):
                    made.set(name, text)
            made.text = (self._text_of(element.value, made, scope) if element.value else element.text) or None
        self._sources[made] = (*sources, *dict.fromkeys(reads))
        for child in element.children:
            self._add(child, made, scope)
        return not element.omit_empty or bool(made.text) or len(made) > 0 or made.getparent() is None

    @contextmanager
    def _reading(self, scope: Scope) -> Iterator[list[str]]:
        """The paths that are read meanwhile."""
        before, scope.reads = scope.reads, []
        try:
            yield scope.reads
        finally:
            scope.reads = before

    def _text_of(self, computed: Computed, made: etree._Element, scope: Scope) -> str:
        value = self._value_of(computed.expression, made, scope)
        if value is None:
            return ""
        try:
            text = safe_text(computed.write(value))
        except decimal.DecimalException:
            self._cannot(computed.expression, made)
            return ""
        if len(text) > LONGEST_TEXT:
            message = f"{_name(made)} is longer than {LONGEST_TEXT} characters, and was cut there."
            self._findings.append(Finding("TEXT_CUT", message, Severity.WARNING, made))
        return text[:LONGEST_TEXT]

    def _value_of(self, expression: Expression, made: etree._Element, scope: Scope) -> Any:
        try:
            return expression.run(scope)
        except decimal.DecimalException:
            self._cannot(expression, made)
            return None

    def _cannot(self, expression: Expression, made: etree._Element) -> None:
        message = f"{_name(made)} could not be computed: {expression.text.strip()} divides by zero, or is too large."
        self._findings.append(Finding("CANNOT_COMPUTE", message, Severity.ERROR, made))


def _name(made: etree._Element) -> str:
    return etree.QName(made).localname
