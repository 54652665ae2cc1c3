"""A mapping's file into a mapping. Every mistake in it becomes a sentence with its line; none is passed over."""

import keyword
import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass, field

from lxml import etree

from fakturo.convert.mapping.expressions import Expression, parse_condition, parse_expression, parse_path
from fakturo.convert.mapping.formats import BadFormat, writer
from fakturo.convert.mapping.functions import FUNCTIONS
from fakturo.convert.mapping.head import read_head
from fakturo.convert.mapping.kinds import Type, members
from fakturo.convert.mapping.model import Computed, Each, Element, Mapping
from fakturo.convert.mapping.source import Attribute, BadMapping, Tag, read_tags
from fakturo.convert.mapping.syntax import BadExpression
from fakturo.convert.mistakes import Mistake, hint
from fakturo.convert.targets.target import Target

NAMESPACE = "urn:fakturo:mapping:1"
BEGINNING = (
    f'<m:mapping xmlns:m="{NAMESPACE}" name="…" version="1" target="…" pipeline="gateway" title="…" explanation="…">'
)
ATTRIBUTES = ("value", "each", "if", "format", "empty", "let-…", "attr-…")
EMPTY = {"omit": True, "keep": False}
LONGEST_TEXT = 1000
_EACH = re.compile(r"\s*(\S+)\s+in\s+(.*\S)\s*", re.DOTALL)

Names = Table[str, Type] | None
"""None below a mistake: what follows from it is not told as well."""
Parse = Callable[[str, Table[str, Type]], Expression]


def parse_mapping(text: str, file: str, targets: Table[str, Target]) -> Mapping:
    """The mapping in the text of a file. Raises BadMapping with all mistakes in it."""
    outermost = read_tags(text, file)
    reader = _Reader(file)
    mapping = reader.mapping(outermost, targets)
    if reader.mistakes:
        raise BadMapping(reader.mistakes)
    return mapping


@dataclass(slots=True)
class _Reader:
    file: str
    mistakes: list[Mistake] = field(default_factory=list)

    def _wrong(self, line: int, text: str) -> None:
        self.mistakes.append(Mistake(self.file, line, text))

    def mapping(self, tag: Tag, targets: Table[str, Target]) -> Mapping:
        if tag.tag != f"{{{NAMESPACE}}}mapping":
            raise BadMapping([Mistake(self.file, tag.line, _wrong_beginning(tag))])
        head = read_head(tag, targets, self._wrong)
        target = targets.get(head.target)
        roots = self._roots(tag, target) if target else ()
        return Mapping(*head, root=roots[0] if roots else None, otherwise=roots[1:])

    def _roots(self, tag: Tag, target: Target) -> tuple[Element, ...]:
        if tag.text:
            self._wrong(tag.text_line, f"The text {_short(tag.text)} stands outside of all elements.")
        if target.streamed:
            if tag.children:
                self._wrong(
                    tag.children[0].line, f"The target {target.name!r} makes its XML by itself: leave this out."
                )
            return ()
        if not tag.children:
            self._wrong(tag.line, "There is nothing in <m:mapping>: put the XML into it that it shall make.")
            return ()
        *conditional, last = tag.children
        for each, other in zip(conditional, tag.children[1:], strict=True):
            if not _has_condition(each):
                text = f"An XML has one outermost element, <{each.name}> here: move <{other.name}> into it."
                self._wrong(other.line, text)
        outer = {prefix: uri for prefix, uri in tag.prefixes.items() if uri != NAMESPACE}
        names = members(target.values)
        return tuple(self._outermost(each, outer, names, is_last=each is last) for each in tag.children)

    def _outermost(self, tag: Tag, prefixes: dict[str | None, str], names: Names, *, is_last: bool) -> Element:
        for attribute in tag.attributes:
            if attribute.namespace == NAMESPACE and attribute.local in ({"each", "if"} if is_last else {"each"}):
                text = f"The outermost element is always there once: move {attribute.name} to an element inside."
                self._wrong(attribute.line, text)
        tag.prefixes = {**prefixes, **tag.prefixes}
        return self._element(tag, names, omit_empty=False)

    def _element(self, tag: Tag, names: Names, *, omit_empty: bool) -> Element:
        if tag.namespace == NAMESPACE:
            self._wrong(tag.line, _unknown_element(tag.local))
        self._check_namespaces(tag)
        ours = {attribute.local: attribute for attribute in tag.attributes if attribute.namespace == NAMESPACE}
        self._check_attributes(tag, ours)
        each, names = self._each(ours.get("each"), names)
        lets, names = self._lets(ours, names)
        omit_empty = self._empty(ours.get("empty"), default=omit_empty)
        element = Element(
            tag=tag.tag,
            line=tag.line,
            prefixes={prefix: uri for prefix, uri in tag.prefixes.items() if uri != NAMESPACE},
            attributes={each.tag: each.value for each in tag.attributes if each.namespace != NAMESPACE},
            computed=self._computed_attributes(ours, names),
            each=each,
            lets=tuple((name, expression) for name, (expression, _) in lets.items()),
            condition=self._expression(ours.get("if"), names, parse_condition),
            value=self._value(ours, names),
            text=self._text(tag, ours),
            omit_empty=omit_empty,
            children=tuple(self._element(child, names, omit_empty=omit_empty) for child in tag.children),
        )
        self._check_used(element, lets)
        return element

    def _check_namespaces(self, tag: Tag) -> None:
        for prefix, namespace in tag.prefixes.items():
            try:
                etree.Element("any", nsmap={"any": namespace})
            except ValueError:
                name = f"xmlns:{prefix}" if prefix else "xmlns"
                self._wrong(tag.line, f"{name} can't be {namespace[:80]!r}: a namespace is an address, like urn:x.")

    def _check_attributes(self, tag: Tag, ours: Table[str, Attribute]) -> None:
        for local, attribute in ours.items():
            if local not in ATTRIBUTES and not local.startswith(("let-", "attr-")):
                self._wrong(attribute.line, _unknown_attribute(local))
        if "value" in ours and tag.children:
            text = f"<{tag.name}> has a value and elements inside: one of them must go."
            self._wrong(tag.children[0].line, text)
        if "format" in ours and "value" not in ours:
            self._wrong(ours["format"].line, "m:format says how a value is written, but there is no m:value.")

    def _each(self, attribute: Attribute | None, names: Names) -> tuple[Each | None, Names]:
        if attribute is None or names is None:
            return None, names
        parts = _EACH.fullmatch(attribute.value)
        if parts is None:
            self._wrong(attribute.line, 'Write m:each="item in items": a name of your choice, and the path of a list.')
            return None, None
        name = parts[1]
        if not self._is_new_name(name, attribute, names):
            return None, None
        try:
            path = parse_path(parts[2], names)
        except BadExpression as error:
            self._wrong(attribute.line_at(parts.start(2) + error.column), str(error))
            return None, None
        return Each(name, path), {**names, name: path.type}

    def _lets(self, ours: Table[str, Attribute], names: Names) -> tuple[dict[str, tuple[Expression, Attribute]], Names]:
        lets: dict[str, tuple[Expression, Attribute]] = {}
        for local, attribute in ours.items():
            if not local.startswith("let-"):
                continue
            name = local.removeprefix("let-")
            is_new = self._is_new_name(name, attribute, names)
            expression = self._expression(attribute, names, parse_expression)
            if expression and is_new:
                lets[name] = expression, attribute
            names = {**names, name: expression.type} if expression and is_new and names is not None else None
        return lets, names

    def _is_new_name(self, name: str, attribute: Attribute, names: Names) -> bool:
        if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name):
            text = f"The name {name!r} should be of letters, digits and underscores, and begin with a letter."
        elif name in FUNCTIONS:
            text = f"{name!r} is a function: choose another name."
        elif names is not None and name in names:
            text = f"{name!r} means something else here already: choose another name."
        else:
            return True
        self._wrong(attribute.line, text)
        return False

    def _check_used(self, element: Element, lets: Table[str, tuple[Expression, Attribute]]) -> None:
        used = _used_names(element)
        for name, (_, attribute) in lets.items():
            if name not in used:
                self._wrong(
                    attribute.line, f"{name!r} is used nowhere in <{_local(element.tag)}>: use it, or leave it out."
                )

    def _empty(self, attribute: Attribute | None, *, default: bool) -> bool:
        if attribute is None:
            return default
        if attribute.value not in EMPTY:
            text = (
                f"m:empty is 'omit' (leave the element out) or 'keep' (write it empty), not {attribute.value[:80]!r}."
            )
            self._wrong(attribute.line, text)
        return EMPTY.get(attribute.value, default)

    def _computed_attributes(self, ours: Table[str, Attribute], names: Names) -> dict[str, Computed]:
        computed: dict[str, Computed] = {}
        for local, attribute in ours.items():
            if not local.startswith("attr-"):
                continue
            if local == "attr-":
                self._wrong(attribute.line, "Write the attribute's name after m:attr-, like m:attr-currencyID.")
            elif expression := self._plain(attribute, names):
                computed[local.removeprefix("attr-")] = Computed(expression, writer(expression.type))
        return computed

    def _value(self, ours: Table[str, Attribute], names: Names) -> Computed | None:
        attribute, picture = ours.get("value"), ours.get("format")
        expression = self._plain(attribute, names) if attribute else None
        if expression is None:
            return None
        try:
            return Computed(expression, writer(expression.type, picture.value if picture else None))
        except BadFormat as error:
            assert picture is not None
            self._wrong(picture.line, str(error))
            return None

    def _plain(self, attribute: Attribute, names: Names) -> Expression | None:
        """An expression whose value can be written as text."""
        expression = self._expression(attribute, names, parse_expression)
        if expression is None or expression.type.is_plain:
            return expression
        what = expression.text.strip()
        self._wrong(attribute.line, _not_plain(what, expression.type))
        return None

    def _expression(self, attribute: Attribute | None, names: Names, parse: Parse) -> Expression | None:
        if attribute is None or names is None:
            return None
        try:
            return parse(attribute.value, names)
        except BadExpression as error:
            self._wrong(attribute.line_at(error.column), str(error))
            return None

    def _text(self, tag: Tag, ours: Table[str, Attribute]) -> str | None:
        text = tag.text
        if not text:
            return None
        if "value" in ours:
            self._wrong(tag.text_line, f"<{tag.name}> has a value and the text {_short(text)}: one of them must go.")
        if tag.children:
            self._wrong(
                tag.text_line, f"The text {_short(text)} stands between elements: give it an element of its own."
            )
        if len(text) > LONGEST_TEXT:
            self._wrong(tag.text_line, f"The text is longer than {LONGEST_TEXT} characters.")
        return text


def _has_condition(tag: Tag) -> bool:
    return any(attribute.namespace == NAMESPACE and attribute.local == "if" for attribute in tag.attributes)


def _wrong_beginning(tag: Tag) -> str:
    if tag.local == "mapping" and tag.namespace:
        return f'The namespace {tag.namespace!r} is unknown: write xmlns:m="{NAMESPACE}".'
    return f"<{tag.name}> is no mapping. A mapping begins with {BEGINNING}."


def _unknown_element(local: str) -> str:
    if local in {"else", "elif"}:
        return _NO_ELSE
    if f"{local}-…" in ATTRIBUTES or local in ATTRIBUTES:
        return f"m:{local} is an attribute, not an element: write it into the tag of the element that it is about."
    return f"There is no element <m:{local}>: all elements but <m:mapping> are those of the XML that is made."


def _unknown_attribute(local: str) -> str:
    if local in {"else", "elif"}:
        return _NO_ELSE
    if local in {"let", "attr"}:
        return f'Write a name after it: m:{local}-name="…".'
    known = [name.removesuffix("…") for name in ATTRIBUTES]
    return f"There is no m:{local}. {hint(local, known)}"


_NO_ELSE = 'There is no m:else: write a second element with the opposite, m:if="not (…)".'


def _not_plain(what: str, kind: Type) -> str:
    if kind.of:
        return (
            f"{what} is a list: repeat an element for it with m:each, or take sum(…), count(…), first(…) "
            "or join(', ', …) of it."
        )
    return f"{what} is a group of values, of which one must be named: {', '.join(members(kind.group))}."


def _used_names(element: Element) -> set[str]:
    used = {name for expression in _expressions(element) for name in expression.names}
    if element.each:
        used.add(element.each.over.name)
    return used.union(*(_used_names(child) for child in element.children))


def _expressions(element: Element) -> Iterator[Expression]:
    yield from (expression for _, expression in element.lets)
    yield from (computed.expression for computed in element.computed.values())
    if element.condition:
        yield element.condition
    if element.value:
        yield element.value.expression


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")  # noqa: PLR2004
