"""What differs between two readings of one invoice. Whoever compares them need not load what reads them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

CARRIES_XML = "the PDF carries its invoice as XML, and that is read."
"""Why no template is used."""


class Change(NamedTuple):
    field: str
    before: str | None
    after: str | None


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Of two readings of one invoice, as documents."""
    return differences(values_of(before), values_of(after))


def differences(before: Mapping[str, str | None], after: Mapping[str, str | None]) -> list[Change]:
    fields = dict.fromkeys([*before, *after])
    pairs = ((field, before.get(field), after.get(field)) for field in fields)
    return [Change(field, was, now) for field, was, now in pairs if was != now]


def values_of(document: Mapping[str, Any]) -> dict[str, str | None]:
    """Every value by its path, without its evidence."""
    shown = {key: document[key] for key in ("invoice", "seller", "buyer", "items", "totals", "kind")}
    return dict(_flat(shown, ""))


def _flat(value: Any, path: str) -> Iterator[tuple[str, str | None]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _flat(inner, f"{path}.{number}")
    else:
        yield path, None if value is None else str(value)
