"""From invoices to the XML of a mapping, through the gate: the whole way, in one call.

    invoices ─▶ values ─▶ XML ─▶ findings ─▶ the invoices with their issues and verdict

What does not pass is written all the same, marked as a draft: people mend it more easily than nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import IO, Any, NamedTuple

from lxml import etree

from fakturo.convert.directory.question import Answer, Lookup, Question
from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Evidence, Invoice, Issue, Severity, Verdict
from fakturo.convert.mapping.evaluate import Filled, evaluate
from fakturo.convert.mapping.model import Mapping
from fakturo.convert.mapping.origins import PrintedAs, numbered_as_printed, printed_as
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.target import AboutInvoice, Finding, Settled
from fakturo.convert.targets.xml import write
from fakturo.convert.verdict import MORE, most_telling, told_of, with_verdict

MOST_ISSUES = 100
"""Of one invoice, by target and gate; one that is wrong everywhere is wrong in its first hundred places."""
MOST_CODES = 5
DOUBT = "_DOUBTFUL"
"""How codes end that say: it was read, but may be something else."""


class NothingToConvert(ConversionError):
    """The text says so to the sender."""


def produce(
    mapping: Mapping, invoices: Sequence[Invoice], lookup: Lookup, out: IO[bytes], *, pretty: bool = False
) -> list[Invoice]:
    """Write the XML to out; the invoices come back with what target and gate have to say about them."""
    if not invoices:
        raise NothingToConvert("There is no invoice in it.")
    target = TARGETS[mapping.target]
    taken = invoices[:1] if target.one_invoice else invoices
    question = target.ask(taken)
    prepared = target.prepare(taken, lookup(question) if question != Question() else Answer())
    filled = evaluate(mapping, prepared.values)
    told = [*_left_out(invoices, taken, mapping), *prepared.issues]
    findings = (*filled.findings, *target.check(filled.root))
    told += _told(findings, _Made(filled, prepared.values, taken), tuple(told))
    judged = [
        _judged(_sure(invoice, place, prepared.settled), [each.issue for each in told if each.invoice == place])
        for place, invoice in enumerate(invoices)
    ]
    write(filled.root, out, pretty=pretty, comment=_draft_mark(judged))
    return judged


def _sure(invoice: Invoice, place: int, settled: Sequence[Settled]) -> Invoice:
    """What the reader doubted about a field, and the directory knows, is worth knowing and no reason for review."""
    reasons = {each.field: each.reason for each in settled if each.invoice == place}
    issues = [
        replace(issue, severity=Severity.WARNING, message=f"{issue.message} {reasons[issue.field]}")
        if issue.field in reasons and issue.code.endswith(DOUBT) and issue.severity is Severity.ERROR
        else issue
        for issue in invoice.issues
    ]
    doubts = any(issue.severity is Severity.ERROR for issue in issues)
    verdict = invoice.verdict if doubts or issues == list(invoice.issues) else Verdict.ACCEPTED
    return replace(invoice, issues=issues, verdict=verdict)


def _judged(invoice: Invoice, told: Sequence[Issue]) -> Invoice:
    """Judged by all that was told, of which the most telling is kept."""
    kept = list(most_telling(told, MOST_ISSUES))
    if len(kept) < len(told):
        kept.append(Issue(MORE, None, told_of(told, MOST_ISSUES), severity=Severity.WARNING))
    issues = [*invoice.issues, *(_placed(replace(issue, checked=True), invoice) for issue in kept)]
    return with_verdict(invoice, issues)


def _placed(issue: Issue, invoice: Invoice) -> Issue:
    """With the place on the paper of the field that it is about."""
    evidence = _evidence(invoice, issue.field) if issue.field and issue.page is None else None
    return replace(issue, page=evidence.page, box=evidence.box) if evidence else issue


def _evidence(invoice: Invoice, field: str) -> Evidence | None:
    """Of the field, or of the first one in it that stands somewhere."""
    inside = (evidence for name, evidence in invoice.fields.items() if name == field or name.startswith(f"{field}."))
    return next((evidence for evidence in inside if evidence.page is not None), None)


class _Made(NamedTuple):
    """An XML, and what it was made from."""

    filled: Filled
    values: Any
    invoices: Sequence[Invoice]


def _told(findings: Iterable[Finding], made: _Made, before: Sequence[AboutInvoice]) -> Iterator[AboutInvoice]:
    """A gate's findings as issues of the invoices that they are about."""
    read = (AboutInvoice(place, issue) for place, invoice in enumerate(made.invoices) for issue in invoice.issues)
    known = {(each.invoice, each.issue.field) for each in (*read, *before) if each.issue.severity is Severity.ERROR}
    for finding in findings:
        place = _place(finding.element, made)
        is_empty = finding.element is not None and not finding.element.text and not len(finding.element)
        if is_empty and place.field and place in known:
            continue  # that it is missing was said when it was not found
        if finding.severity is Severity.ERROR:
            known.add(place)
        issue = Issue(finding.code, place.field, finding.message, severity=finding.severity)
        yield AboutInvoice(place.invoice, issue)


def _place(element: "etree._Element | None", made: _Made) -> PrintedAs:
    """Where the element's content stands on the paper, or what the nearest one around it is repeated for."""
    paths = made.filled.sources.get(element, ()) if element is not None else ()
    while element is not None and not paths:
        element = element.getparent()
        around = made.filled.sources.get(element, ()) if element is not None else ()
        paths = tuple(path for path in around[:1] if path.rpartition(".")[2].isdigit())  # that of its each is the first
    places = [printed_as(type(made.values), numbered_as_printed(path, made.values)) for path in paths]
    printed = (each for each in places if each.field and _evidence(made.invoices[each.invoice], each.field))
    named = (each for each in places if each.field)
    return next(printed, None) or next(named, None) or (places[0] if places else PrintedAs(0, None))


def _left_out(invoices: Sequence[Invoice], taken: Sequence[Invoice], mapping: Mapping) -> Iterator[AboutInvoice]:
    others = invoices[len(taken) :]
    if not others:
        return
    where = _listed([_whereabouts(invoice, place) for place, invoice in enumerate(others, len(taken) + 1)])
    text = (
        f"There are {len(invoices)} invoices in this file, and {mapping.title} holds one: the first is in the XML, "
        f"those {where} are not. Send them as files of their own."
    )
    yield AboutInvoice(0, Issue("SEVERAL_INVOICES", None, text))


def _whereabouts(invoice: Invoice, place: int) -> str:
    pages = invoice.pages
    if not pages:
        return f"with the number {invoice.number}" if invoice.number else f"at place {place}"
    return f"on page {pages[0]}" if len(pages) == 1 else f"on pages {pages[0]} to {pages[-1]}"


def _listed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _draft_mark(invoices: Sequence[Invoice]) -> str | None:
    """What stands at the top of an XML that nobody should file yet, or that a person lets go out for a reason."""
    doubtful = [invoice for invoice in invoices if invoice.verdict is not Verdict.ACCEPTED]
    if not doubtful:
        return None
    codes = list(
        dict.fromkeys(
            issue.code for invoice in doubtful for issue in invoice.issues if issue.severity is Severity.ERROR
        )
    )
    told = ", ".join(codes[:MOST_CODES]) + (", …" if len(codes) > MOST_CODES else "")
    reasons = list(dict.fromkeys(invoice.approved_because for invoice in doubtful))
    if all(reasons):
        return f"approved by a person although checks fail ({told}): {' '.join('; '.join(map(str, reasons)).split())}"
    return f"draft: to be reviewed before it is used ({told})"
