"""What a template changes on a document, and which of its parts do nothing there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.invoice import Invoice
from fakturo.convert.invoice_json import as_document
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import parts_of, read_invoice
from fakturo.convert.templates.catalog import Templates, fits
from fakturo.convert.templates.changes import CARRIES_XML, Change, differences, values_of
from fakturo.convert.templates.template import GENERIC, Template

DOES_NOT_FIT = "its fingerprint is not on the first page."


class Trial(NamedTuple):
    """One invoice, read without the template and with it."""

    pages: Sequence[int]
    unused: str | None
    """Why it would not be used here when nobody names it; None if it would."""
    otherwise: str | None
    """The template that is used without it."""
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


def trials(sheets: Sequence[Sheet], templates: Templates, *, carries_xml: bool = False) -> list[Trial]:
    """Of the first template, among all others that could be chosen instead."""
    return [_trial(part, templates, carries_xml=carries_xml) for part in parts_of(sheets)]


def _trial(sheets: Sequence[Sheet], templates: Templates, *, carries_xml: bool) -> Trial:
    template = templates.files[0].template
    without, _ = Templates(templates.files[1:]).choose(sheets)
    before, after = read_invoice(sheets, without), read_invoice(sheets, template)
    was, now = ([issue.message for issue in invoice.issues] for invoice in (before, after))
    return Trial(
        pages=after.pages,
        unused=CARRIES_XML if carries_xml else _why_unused(sheets, templates),
        otherwise=without.name if without is not GENERIC else None,
        before=before.verdict.value,
        after=after.verdict.value,
        changes=differences(_values(before), _values(after)),
        settled=[text for text in was if text not in now],
        raised=[text for text in now if text not in was],
        left=[text for text in now if text in was],
        idle=list(_idle(sheets, template, _says(after))),
    )


def _why_unused(sheets: Sequence[Sheet], templates: Templates) -> str | None:
    template = templates.files[0].template
    chosen, issues = templates.choose(sheets)
    if chosen is template:
        return None
    if not fits(template.fingerprint, sheets):
        return DOES_NOT_FIT
    return issues[0].message if issues else f"the template {chosen.name!r} fits better."


def _idle(sheets: Sequence[Sheet], template: Template, said: object) -> Iterator[str]:
    """Parts that can be taken out one after the other, and the invoice still says the same."""
    for part, _ in template.parts():
        fewer = dict(template.parts())[part]
        if _says(read_invoice(sheets, fewer)) == said:
            template = fewer
            yield part


def _says(invoice: Invoice) -> tuple[object, ...]:
    return _values(invoice), [issue.message for issue in invoice.issues]


def _values(invoice: Invoice) -> dict[str, str | None]:
    return values_of(as_document(invoice))
