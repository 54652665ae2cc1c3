"""A template as the text of its file: what `parse` reads, and a person may go on with."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from fakturo.convert.templates.parse import ALWAYS, NEVER, NO_ROLE, ORDERS
from fakturo.convert.templates.template import ROWS, Anchor, Template, Where, short_name

_VERSION = re.compile(r"^version[ \t]*=[ \t]*[0-9]+", re.MULTILINE)


def as_toml(template: Template) -> str:
    return "\n".join(_lines(template)) + "\n"


def with_version(text: str, version: int) -> str:
    """The text of a template's file under another version; all else of it stays as somebody wrote it."""
    head, section, rest = text.partition("\n[")
    line = f"version = {version}"
    numbered, found = _VERSION.subn(line, head, count=1)
    return (numbered if found else f"{line}\n{head}") + section + rest


def _lines(template: Template) -> Iterator[str]:
    yield f"name = {_text(template.name)}"
    yield f"version = {template.version}"
    if template.explanation:
        yield f"explanation = {_text(template.explanation)}"
    yield from _section("fingerprint", _fingerprint(template))
    yield from _section("locale", _locale(template))
    yield from _section("titles", {_text(title): _text(kind.value) for title, kind in template.titles.items()})
    yield from _section("seller", {name: _text(value) for name, value in template.seller.items()})
    yield from _section("anchors", _places(template.anchors))
    yield from _section("confirm", _places(template.confirmed))
    columns = {_text(head): _text(role.value if role else NO_ROLE) for head, role in template.columns.items()}
    yield from _section("columns", columns)
    rows = {key: _texts(texts) for key, name in ROWS.items() if (texts := getattr(template, name))}
    rows |= {"head": _text(NEVER)} if template.headless else {}
    yield from _section("rows", rows | ({"quantity": _text(ALWAYS)} if template.counted else {}))
    yield from _section("totals", {_text(label): _text(means.value) for label, means in template.totals.items()})
    yield from _section("unread", {"fields": _texts([*map(short_name, template.unread)])} if template.unread else {})


def _section(name: str, entries: Mapping[str, str]) -> Iterator[str]:
    if entries:
        yield ""
        yield f"[{name}]"
        yield from (f"{key} = {value}" for key, value in entries.items())


def _fingerprint(template: Template) -> dict[str, str]:
    fingerprint = template.fingerprint
    entries = {"texts": _texts(fingerprint.texts)} if fingerprint.texts else {}
    if fingerprint.tax_id:
        entries["tax_id"] = _text(fingerprint.tax_id)
    if fingerprint.pattern:
        entries["pattern"] = f"'{fingerprint.pattern.pattern}'"
    if fingerprint.place:
        entries["place"] = _text(fingerprint.place.value)
    return entries


def _locale(template: Template) -> dict[str, str]:
    orders = {order: words for words, order in ORDERS.items()}
    entries = {"decimal": _text(template.decimal_sign.value)} if template.decimal_sign else {}
    if template.date_order:
        entries["dates"] = _text(orders[template.date_order])
    if template.currency:
        entries["currency"] = _text(template.currency)
    if template.prices_with_tax:
        entries["prices"] = _text("with tax")
    if template.minus_credits:
        entries["minus"] = _text("credit note")
    return entries


def _places(anchors: Mapping[str, Sequence[Anchor]]) -> dict[str, str]:
    named = {short_name(field): _anchors(places) for field, places in anchors.items()}
    return {_text(name) if "." in name else name: text for name, text in named.items()}


def _anchors(places: Sequence[Anchor]) -> str:
    if not places:
        return _text(NEVER)
    each = [_anchor(place) for place in places]
    return each[0] if len(each) == 1 else f"[{', '.join(each)}]"


def _anchor(anchor: Anchor) -> str:
    if anchor.at:
        return f"{{ at = [{anchor.at[0]:g}, {anchor.at[1]:g}] }}"
    if anchor.pattern:
        return f"{{ pattern = '{anchor.pattern.pattern}' }}"
    where = "" if anchor.value is Where.RIGHT else f', value = "{anchor.value.value}"'
    return f"{{ label = {_text(anchor.label or '')}{where} }}"


def _texts(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _text(text: str) -> str:
    """TOML's basic strings escape as JSON's do."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
