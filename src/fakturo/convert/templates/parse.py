"""A template's file into a template. Every mistake in it becomes a sentence with its line; none is passed over."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fakturo.convert.figures import Sign
from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.places import currency_codes
from fakturo.convert.invoice import Kind
from fakturo.convert.mistakes import BadFile, Mistake, hint
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.lines import line_of
from fakturo.convert.templates.patterns import BadPattern, simple_pattern
from fakturo.convert.templates.template import (
    ANCHORED,
    CONFIRMED,
    CONSTANTS,
    OPTIONAL,
    OTHER_NUMBER,
    ROWS,
    UNREAD,
    Anchor,
    Fingerprint,
    Place,
    Template,
    Where,
    short_name,
)
from fakturo.convert.templates.texts import squeezed

T = TypeVar("T")

LONGEST_FILE = 65_536
LONGEST_TEXT = 120
MOST_ENTRIES = 100
LEAST_FINGERPRINT = 4
"""Letters and digits in all; less would fit the papers of others."""
LEAST_TAX_ID = 6
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_COUNTRY = re.compile(r"[A-Z]{2}")
NO_ROLE = "other"
ROLES: dict[str, Role | None] = {**{role.value: role for role in Role}, NO_ROLE: None}
MEANINGS = {means.value: means for means in Means if means not in {Means.LOOSE, Means.LESS}}
"""Without the two that leave open what a figure is: an author knows."""
ORDERS = {"day first": Order.DAY_FIRST, "month first": Order.MONTH_FIRST}
PRICES = {"with tax": True}
MINUS = {"credit note": True}
TOP_KEYS = ("name", "version", "explanation")
SECTIONS: dict[str, tuple[str, ...]] = {
    "fingerprint": ("texts", "tax_id", "pattern", "place"),
    "locale": ("decimal", "dates", "currency", "prices", "minus"),
    "titles": (),
    "seller": CONSTANTS,
    "anchors": tuple(map(short_name, ANCHORED)),
    "confirm": (*map(short_name, CONFIRMED), OTHER_NUMBER),
    "columns": (),
    "rows": (*ROWS, "head", "quantity"),
    "totals": (),
    "unread": ("fields",),
}
"""Sections and their keys; in those without, the author's own texts are the keys."""
ANCHORING = ("anchors", "confirm")
ANCHOR_KEYS = ("label", "value", "pattern", "at")
NEVER = "none"
"""Instead of an anchor: this vendor's invoices don't have it."""
ALWAYS = "always"
PLACE = 2
"""Numbers that say where on a page."""


class BadTemplate(BadFile):
    """A template that can't be used."""


def parse_template(text: str, file: str) -> Template:
    """The template in the text of a file. Raises BadTemplate with all mistakes in it."""
    if len(text) > LONGEST_FILE:
        raise BadTemplate([Mistake(file, None, f"The file is longer than {LONGEST_FILE} characters.")])
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTemplate([_syntax(file, str(error))]) from None
    reader = _Reader(file, text)
    template = reader.template(document)
    if reader.mistakes:
        raise BadTemplate(reader.mistakes)
    return template


def _syntax(file: str, error: str) -> Mistake:
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)", error)
    reason = error.replace(place[0], "") if place else error
    line = int(place[1]) if place and place[1] else None
    column = f" at column {place[2]}" if place and place[2] else ""
    return Mistake(file, line, f"This is not valid TOML{column}: {reason[:1].lower()}{reason[1:]}.")


@dataclass(slots=True)
class _Reader:
    file: str
    text: str
    mistakes: list[Mistake] = field(default_factory=list)

    def template(self, document: Mapping[str, Any]) -> Template:
        self._check_keys(document, (*TOP_KEYS, *SECTIONS), ())
        sections = {name: self._section(document, name) for name in SECTIONS}
        locale, rows = sections["locale"], sections["rows"]
        return Template(
            name=self._name(document),
            version=self._version(document),
            explanation=self._text(document, (), "explanation") or "",
            fingerprint=self._fingerprint(document, sections["fingerprint"]),
            decimal_sign=self._choice(locale, ("locale",), "decimal", {sign.value: sign for sign in Sign}),
            date_order=self._choice(locale, ("locale",), "dates", ORDERS),
            currency=self._currency(locale),
            prices_with_tax=self._choice(locale, ("locale",), "prices", PRICES),
            minus_credits=self._choice(locale, ("locale",), "minus", MINUS),
            titles=self._entries("titles", sections["titles"], {kind.value: kind for kind in Kind}),
            seller=self._seller(sections["seller"]),
            anchors=self._anchors(sections["anchors"], "anchors"),
            confirmed=self._anchors(sections["confirm"], "confirm"),
            columns=self._entries("columns", sections["columns"], ROLES),
            totals=self._entries("totals", sections["totals"], MEANINGS),
            headless=self._choice(rows, ("rows",), "head", {NEVER: True}),
            counted=self._choice(rows, ("rows",), "quantity", {ALWAYS: True}),
            unread=self._unread(sections["unread"]),
            **{name: tuple(self._texts(rows, ("rows",), key)) for key, name in ROWS.items()},
        )

    def _wrong(self, path: tuple[str, ...], text: str) -> None:
        self.mistakes.append(Mistake(self.file, line_of(self.text, path), text))

    def _check_keys(self, given: Mapping[str, Any], known: tuple[str, ...], path: tuple[str, ...]) -> None:
        for key in given:
            if key not in known:
                self._wrong((*path, key), _unknown(key, known, path))

    def _section(self, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        section = document.get(name, {})
        if not isinstance(section, dict):
            self._wrong((name,), f"{name} is a section: write [{name}] on a line of its own, and its keys below.")
            return {}
        if SECTIONS[name] and name not in ANCHORING:
            self._check_keys(section, SECTIONS[name], (name,))
        if len(section) > MOST_ENTRIES:
            self._wrong((name,), f"[{name}] has more than {MOST_ENTRIES} entries.")
        return section

    def _text(self, given: Mapping[str, Any], path: tuple[str, ...], key: str) -> str | None:
        """A short text, or None where there is none or it is wrong."""
        value = given.get(key)
        if value is None:
            return None
        return value if self._is_text((*path, key), value, key) else None

    def _is_text(self, path: tuple[str, ...], value: object, what: str) -> bool:
        if not isinstance(value, str):
            self._wrong(path, f"{what} should be a text in quotation marks, not {_kind(value)}.")
        elif not squeezed(value) and value not in {".", ","}:
            self._wrong(path, f"{what} has neither letters nor digits.")
        elif len(value) > LONGEST_TEXT:
            self._wrong(path, f"{what} is longer than {LONGEST_TEXT} characters.")
        else:
            return True
        return False

    def _texts(self, given: Mapping[str, Any], path: tuple[str, ...], key: str) -> list[str]:
        value = given.get(key, [])
        if not isinstance(value, list):
            self._wrong((*path, key), f'{key} should be a list of texts, like ["one", "two"], not {_kind(value)}.')
            return []
        return [text for text in value if self._is_text((*path, key), text, f"Each of {key}")]

    def _choice(self, given: Mapping[str, Any], path: tuple[str, ...], key: str, choices: Mapping[str, T]) -> T | None:
        text = self._text(given, path, key)
        if text is None or text in choices:
            return choices[text] if text is not None else None
        self._wrong((*path, key), f"{key} can't be {text!r}. {hint(text, choices)}")
        return None

    def _name(self, document: Mapping[str, Any]) -> str:
        if "name" not in document:
            self._wrong((), 'A template needs a name: write name = "my-vendor" on the first line.')
        name = self._text(document, (), "name")
        if name and not _NAME.fullmatch(name):
            self._wrong(("name",), f"The name {name!r} should be of small letters, digits and hyphens, like my-vendor.")
        return name or ""

    def _version(self, document: Mapping[str, Any]) -> int:
        version = document.get("version", 1)
        if isinstance(version, int) and not isinstance(version, bool) and version >= 1:
            return version
        self._wrong(("version",), f"version should be a whole number from 1, not {_kind(version)}.")
        return 1

    def _fingerprint(self, document: Mapping[str, Any], section: Mapping[str, Any]) -> Fingerprint:
        path = ("fingerprint",)
        fingerprint = Fingerprint(
            texts=tuple(self._texts(section, path, "texts")),
            tax_id=self._text(section, path, "tax_id"),
            pattern=self._pattern(section, path, groups=0),
            place=self._choice(section, path, "place", {place.value: place for place in Place}),
        )
        if "fingerprint" not in document:
            self._wrong((), "A template needs a [fingerprint]: texts that are on every invoice of this vendor.")
        elif not set(section) & {"texts", "tax_id", "pattern"}:
            self._wrong(path, "The fingerprint is empty: give it texts, a tax_id or a pattern.")
        elif fingerprint.texts and len("".join(map(squeezed, fingerprint.texts))) < LEAST_FINGERPRINT:
            self._wrong((*path, "texts"), "So short a fingerprint fits the papers of others, too.")
        if fingerprint.tax_id and len(squeezed(fingerprint.tax_id)) < LEAST_TAX_ID:
            self._wrong((*path, "tax_id"), f"A tax id has at least {LEAST_TAX_ID} letters and digits.")
        return fingerprint

    def _pattern(self, given: Mapping[str, Any], path: tuple[str, ...], *, groups: int) -> re.Pattern[str] | None:
        value = given.get("pattern")
        if value is None:
            return None
        if not isinstance(value, str):
            self._wrong((*path, "pattern"), f"pattern should be a text in single quotation marks, not {_kind(value)}.")
            return None
        try:
            return simple_pattern(value, groups=groups)
        except BadPattern as reason:
            self._wrong((*path, "pattern"), f"The pattern {value!r} can't be used. {reason}")
            return None

    def _currency(self, locale: Mapping[str, Any]) -> str | None:
        code = self._text(locale, ("locale",), "currency")
        if code and code not in currency_codes():
            self._wrong(("locale", "currency"), f"{code!r} is no currency: write its code of three letters, like EUR.")
        return code

    def _seller(self, section: Mapping[str, Any]) -> dict[str, str]:
        values = {key: value for key in CONSTANTS if (value := self._text(section, ("seller",), key))}
        if "country" in values and not _COUNTRY.fullmatch(values["country"]):
            self._wrong(("seller", "country"), "country should be a code of two capital letters, like DE.")
        return values

    def _unread(self, section: Mapping[str, Any]) -> tuple[str, ...]:
        known = {short_name(field): field for field in UNREAD}
        names = self._texts(section, ("unread",), "fields")
        for name in names:
            if name not in known:
                self._wrong(("unread", "fields"), f"There is no field {name!r}. {hint(name, known)}")
        return tuple(known[name] for name in names if name in known)

    def _anchors(self, section: Mapping[str, Any], title: str) -> dict[str, tuple[Anchor, ...]]:
        anchors: dict[str, tuple[Anchor, ...]] = {}
        fields = {short_name(field): field for field in (*ANCHORED, OTHER_NUMBER)}
        for path, given in _flat_anchors(section):
            name = ".".join(path)
            places = given if isinstance(given, list) else [given]
            if name not in SECTIONS[title]:
                self._wrong((title, *path), _unknown(name, SECTIONS[title], (title,)))
            elif given == NEVER and title == "anchors" and fields[name] in OPTIONAL:
                anchors[fields[name]] = ()
            elif not places or not all(isinstance(place, dict) for place in places):
                text = f'{name} should be like {{ label = "Invoice no.", value = "right" }}, not {_kind(given)}.'
                self._wrong((title, *path), text)
            else:
                anchors[fields[name]] = tuple(self._anchor(place, (title, *path)) for place in places)
        return anchors

    def _anchor(self, given: Mapping[str, Any], path: tuple[str, ...]) -> Anchor:
        self._check_keys(given, ANCHOR_KEYS, path)
        if sum(key in given for key in ("label", "pattern", "at")) != 1:
            self._wrong(path, f"{'.'.join(path[1:])} needs either a label, or a pattern, or a place with at.")
        elif "label" not in given and "value" in given:
            self._wrong((*path, "value"), "Only beside a label it is said where the value stands: leave out value.")
        label = self._text(given, path, "label")
        where = self._choice(given, path, "value", {where.value: where for where in Where})
        return Anchor(label, where or Where.RIGHT, self._pattern(given, path, groups=1), self._place(given, path))

    def _place(self, given: Mapping[str, Any], path: tuple[str, ...]) -> tuple[float, float] | None:
        at = given.get("at")
        if at is None:
            return None
        if isinstance(at, list) and len(at) == PLACE and all(type(part) in {int, float} for part in at):
            return float(at[0]), float(at[1])
        self._wrong((*path, "at"), "at should be two numbers like [60, 142.5]: points from the left and from the top.")
        return None

    def _entries(self, name: str, section: Mapping[str, Any], choices: Mapping[str, T]) -> dict[str, T]:
        """Texts on the page, each with its meaning."""
        entries: dict[str, T] = {}
        for text in section:
            if isinstance(section[text], dict):
                self._wrong((name, text), f"Put the text that begins with {text!r} in quotation marks.")
            elif self._is_text((name, text), text, "The text"):
                meaning = self._text(section, (name,), text)
                if meaning is not None and meaning in choices:
                    entries[text] = choices[meaning]
                elif meaning is not None:
                    self._wrong((name, text), f"{meaning!r} is unknown here. {hint(meaning, choices)}")
        return entries


def _flat_anchors(section: Mapping[str, Any]) -> Iterable[tuple[tuple[str, ...], Any]]:
    """`buyer.name = {…}` is a table in a table."""
    for key, value in section.items():
        if key in {"seller", "buyer"} and isinstance(value, dict) and not set(value) & set(ANCHOR_KEYS):
            yield from (((key, name), anchor) for name, anchor in value.items())
        else:
            yield tuple(key.split(".")), value


def _unknown(key: str, known: tuple[str, ...], path: tuple[str, ...]) -> str:
    where = f" in [{'.'.join(path)}]" if path else ""
    if path and key in TOP_KEYS:
        return f"{key!r} belongs above the first [section]."
    home = next((section for section, keys in SECTIONS.items() if key in keys and path != (section,)), None)
    if home and not difflib.get_close_matches(key, known, n=1):
        return f"{key!r} belongs in the section [{home}]."
    return f"There is no {key!r}{where}. {hint(key, known)}"


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a section"),
)


def _kind(value: object) -> str:
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a date")
