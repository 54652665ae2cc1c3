"""What a template changes on a document, and which of its parts do nothing there."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fakturo.convert.invoice import Invoice
from fakturo.convert.invoice_json import as_document
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import read_invoice
from fakturo.convert.split import split
from fakturo.convert.templates.catalog import fits
from fakturo.convert.templates.template import Template


class Change(NamedTuple):
    field: str
    before: str | None
    after: str | None


class Trial(NamedTuple):
    """One invoice, read without the template and with it."""

    pages: Sequence[int]
    fits: bool
    """Whether the fingerprint is on its first page."""
    before: str
    after: str
    """The verdicts."""
    changes: Sequence[Change]
    settled: Sequence[str]
    """Reasons for review that the template took away."""
    raised: Sequence[str]
    """Those that it brought."""
    left: Sequence[str]
    idle: Sequence[str]
    """Parts of the template without all of which the same is read."""


def trials(sheets: Sequence[Sheet], template: Template) -> list[Trial]:
    return [_trial(part, template) for part in split(sheets)]


def _trial(sheets: Sequence[Sheet], template: Template) -> Trial:
    before, after = read_invoice(sheets), read_invoice(sheets, template)
    was, now = ([issue.message for issue in invoice.issues] for invoice in (before, after))
    return Trial(
        pages=after.pages,
        fits=fits(template.fingerprint, sheets),
        before=before.verdict.value,
        after=after.verdict.value,
        changes=list(_changes(_values(before), _values(after))),
        settled=[text for text in was if text not in now],
        raised=[text for text in now if text not in was],
        left=[text for text in now if text in was],
        idle=list(_idle(sheets, template, _says(after))),
    )


def _idle(sheets: Sequence[Sheet], template: Template, said: object) -> Iterator[str]:
    """Parts that can be taken out one after the other, and the invoice still says the same."""
    for part, _ in template.parts():
        fewer = dict(template.parts())[part]
        if _says(read_invoice(sheets, fewer)) == said:
            template = fewer
            yield part


def _says(invoice: Invoice) -> tuple[object, ...]:
    return _values(invoice), [issue.message for issue in invoice.issues]


def _changes(before: dict[str, str | None], after: dict[str, str | None]) -> Iterator[Change]:
    for field in dict.fromkeys([*before, *after]):
        if before.get(field) != after.get(field):
            yield Change(field, before.get(field), after.get(field))


def _values(invoice: Invoice) -> dict[str, str | None]:
    """Every value by its path, without its evidence."""
    document = as_document(invoice)
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
