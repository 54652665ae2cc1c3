"""The tasks themselves: a document in, its results into the files that were handed over."""

import datetime as dt
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import IO, Any

from fakturo.convert.engine import (
    Data,
    convert_to_layout,
    read_invoices,
    read_invoices_and_layout,
    read_with_model,
    teach_template,
    try_template,
)
from fakturo.convert.invoice import Invoice, Issue, Origin, Severity, Verdict
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.json_checks import judged
from fakturo.convert.mapping import Mapping
from fakturo.convert.mapping.model import REPORT
from fakturo.convert.produce import produce
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import with_given
from fakturo.convert.validate import validate
from fakturo.gateway.child.by_model import check_reading, convert_report
from fakturo.gateway.child.conversation import Conversation, Ran
from fakturo.gateway.sandbox.messages import (
    Convert,
    Done,
    Teach,
    TryTemplate,
    Validate,
)
from fakturo.http.media_types import JSON, PDF, XML

MAX_REASON_CHARACTERS = 300


def convert(gateway: Conversation, task: Convert, document: Data, *outs: IO[bytes]) -> Done:
    """The invoice as JSON, the mapping's XML, or both."""
    mapping = gateway.known.mappings.find_wanted(task.mapping) if task.mapping else None
    files = dict(zip(task.results, outs, strict=True))
    check_reading(mapping, task)
    if mapping is None or mapping.is_of_invoices:
        return _convert_invoices(gateway, task, document, mapping, files)
    ran = Ran(gateway)
    if mapping.target == REPORT:
        made = convert_report(task, document, mapping, files, on_page=ran.page, recognise=ran.recognise)
        return replace(made, stages=ran.stages("mapping", "gate"))
    if JSON not in files:
        unread = convert_to_layout(document, files[XML], pretty=task.pretty, on_page=ran.page, recognise=ran.recognise)
        return _judged_by_pages(unread, ran.stages("layout"))
    if XML in files:
        invoices = read_invoices_and_layout(document, files[XML], pretty=task.pretty, **_how(gateway, task, ran))
    else:
        invoices = read_invoices(document, **_how(gateway, task, ran))
    files[JSON].write(invoices_as_json(invoices, pretty=task.pretty, explain=task.explain))
    stages = ran.stages(_source_of(invoices), *(["layout"] if XML in files else []))
    return _judged_as(invoices, stages)


def _convert_invoices(
    gateway: Conversation, task: Convert, document: Data, mapping: Mapping | None, files: dict[str, IO[bytes]]
) -> Done:
    """With a mapping, its XML is made even if only the invoice is wanted: the verdict is on both."""
    ran = Ran(gateway)
    if task.source == JSON:
        invoices, source = [judged(invoice) for invoice in invoices_from_json(bytes(document[:]))], "json"
    elif task.reading is not None:
        leads = mapping is not None and mapping.is_read_by_model
        invoices = read_with_model(document, task.reading.encode(), model_leads=leads, **_how(gateway, task, ran))
        source = "invoice"
    else:
        invoices = read_invoices(document, **_how(gateway, task, ran))
        source = _source_of(invoices)
    stages = ran.stages(source)
    notes: tuple[str, ...] = ()
    if mapping:
        xml = files.get(XML) or io.BytesIO()
        invoices = produce(mapping, invoices, gateway.lookup, xml, pretty=task.pretty)
        stages += ("mapping", "gate")
        if PDF in files:
            notes += _embed(document, xml, invoices[0], files[PDF], replace=task.replace)
            stages += ("embed",)
    if JSON in files:
        files[JSON].write(invoices_as_json(invoices, pretty=task.pretty, explain=task.explain))
    return _judged_as(invoices, stages, notes)


def _embed(pdf: Data, xml: IO[bytes], invoice: Invoice, out: IO[bytes], *, replace: bool) -> tuple[str, ...]:
    """A copy of the PDF with the XML in it, and what is to be said about that."""
    from fakturo.convert.hybrid import embed  # loads much, for the few that want it

    xml.seek(0)
    return tuple(embed(pdf, xml.read(), invoice, out, now=dt.datetime.now(dt.UTC), replace=replace).notes)


def _how(gateway: Conversation, task: Convert, ran: Ran) -> dict[str, Any]:
    return {
        "ignore_embedded": task.ignore_embedded,
        "templates": with_given(gateway.known.templates, task.templates),
        "on_page": ran.page,
        "recognise": ran.recognise,
    }


def _source_of(invoices: Sequence[Invoice]) -> str:
    origins = {evidence.source for invoice in invoices for evidence in invoice.fields.values()}
    return "embedded" if Origin.XML in origins else "invoice"


def _judged_as(invoices: Sequence[Invoice], stages: tuple[str, ...], notes: tuple[str, ...] = ()) -> Done:
    """The verdict on all invoices in the document together; the reason is for the person who looks at it."""
    issues = sorted((issue for invoice in invoices for issue in invoice.issues), key=_warnings_last)
    accepted = bool(invoices) and all(invoice.verdict is Verdict.ACCEPTED for invoice in invoices)
    verdict = Verdict.ACCEPTED if accepted else Verdict.REVIEW
    reason = issues[0].message[:MAX_REASON_CHARACTERS] if issues else None
    return Done(stages, verdict.value, len(issues), reason, notes)


def _warnings_last(issue: Issue) -> bool:
    """What makes it a case for review is the reason for that, not what is worth knowing besides."""
    return issue.severity is not Severity.ERROR


def _judged_by_pages(unread: Sequence[str], stages: tuple[str, ...]) -> Done:
    """A layout claims nothing about what is printed, but a page that was not read is missing in it."""
    if not unread:
        return Done(stages)
    return Done(stages, verdict=Verdict.REVIEW.value, issues=len(unread), reason=unread[0][:MAX_REASON_CHARACTERS])


def run_template_trial(gateway: Conversation, _task: TryTemplate, pdf: Data, out: IO[bytes]) -> Done:
    ran = Ran(gateway)
    tried = try_template(pdf, gateway.known.templates, on_page=ran.page, recognise=ran.recognise)
    out.write(json.dumps([trial._asdict() for trial in tried], ensure_ascii=False).encode())
    return Done(ran.stages("invoice"))


def teach(gateway: Conversation, task: Teach, pdf: Data, out: IO[bytes]) -> Done:
    ran = Ran(gateway)
    truth = truth_from_json(task.truth.encode())
    known = with_given(gateway.known.templates, task.templates)
    lesson = teach_template(pdf, truth, known, name=task.name, on_page=ran.page, recognise=ran.recognise)
    out.write(json.dumps(asdict(lesson), ensure_ascii=False).encode())
    return Done(ran.stages("invoice"))


def run_validation(_gateway: Conversation, _task: Validate, document: Data, out: IO[bytes]) -> Done:
    out.write(json.dumps(validate(document).as_document(), ensure_ascii=False).encode())
    return Done(("gate",))
