"""What a child does with its one document, once it may do nothing else.

gateway → child   a Task, with the PDF, or the invoice as JSON, and a file for each result
child → gateway   AtPage as it goes, and questions (ocr.py, directory.py, judges.py),
                  then Done, Refused, Exceeded or Crashed
"""

import datetime as dt
import errno
import inspect
import io
import json
import mmap
import os
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from functools import _lru_cache_wrapper
from typing import IO, Any

from fakturo.blobs.base import DISK_IS_FULL
from fakturo.convert.directory.question import Answer, Question, know_nothing
from fakturo.convert.directory.question_json import answer_from_json, asked_in_parts, question_as_json
from fakturo.convert.engine import (
    Data,
    convert_to_layout,
    read_invoices,
    read_invoices_and_layout,
    read_with_model,
    teach_template,
    try_template,
)
from fakturo.convert.errors import ConversionError, TooMuchToRead
from fakturo.convert.invoice import Invoice, Issue, Origin, Severity, Verdict
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.json_checks import judged
from fakturo.convert.mapping import Mapping, Mappings, shipped
from fakturo.convert.mapping.model import REPORT
from fakturo.convert.produce import produce
from fakturo.convert.read.ocr import Draw, OcrUnavailable
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import NoJudge, Report, appoint, from_messages
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates, with_given
from fakturo.convert.validate import validate
from fakturo.gateway import child_views
from fakturo.gateway.by_model import check_reading, convert_report, warm_up_readings
from fakturo.gateway.options import TOO_MUCH_MEMORY
from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Convert,
    Crashed,
    DiskFull,
    Done,
    Exceeded,
    ExtractPages,
    Found,
    Judge,
    LastWord,
    ListPages,
    LookUp,
    Message,
    ReadWords,
    Recognise,
    Refused,
    RenderPage,
    Teach,
    TryTemplate,
    Unavailable,
    Validate,
    Written,
)

_TOO_MUCH_OUTPUT = "The PDF holds more than one result may: what is made of it would be too large."
MAX_REASON_CHARACTERS = 300
JSON, XML, PDF = "application/json", "application/xml", "application/pdf"

WARM_UP_PDF = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 699>> stream
BT /F 9 Tf 9 282 Td (Acme Trading Ltd) Tj 0 -12 Td (12 High Street, 80331 M\xfcnchen, Germany) Tj
0 -12 Td (VAT ID DE136695976, IBAN DE89 3704 0044 0532 0130 00) Tj
0 -24 Td (Bill to:) Tj 0 -12 Td (Jane Example, Example GmbH) Tj 0 -12 Td (Main Road 5, Berlin) Tj
0 -24 Td (Invoice No. W-1) Tj 0 -12 Td (Invoice date: 9 March 2026) Tj 0 -12 Td (Due date: 2026-04-09) Tj
0 -12 Td (Order number: PO-77) Tj
0 -24 Td (Description) Tj 90 0 Td (Qty) Tj 60 0 Td (Unit price) Tj 60 0 Td (Amount EUR) Tj
-210 -12 Td (Warm up) Tj 90 0 Td (2) Tj 60 0 Td (1.50) Tj 60 0 Td (3.00) Tj
-60 -12 Td (Subtotal) Tj 60 0 Td (3.00) Tj -60 -12 Td (VAT 19%) Tj 60 0 Td (0.57) Tj
-60 -12 Td (Total EUR) Tj 60 0 Td (3.57) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
6 0 obj <</Type/EmbeddedFile/Length 191>> stream
<?xml version="1.0" encoding="windows-1252"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>W-1</ID>
<IssueDate>2026-03-09</IssueDate><Note>warm \xfcp</Note></Invoice>
endstream endobj
trailer <</Root 1 0 R>>
"""
"""It prints an invoice, and carries another as XML."""


def warm_up(known: "Known") -> None:
    """Load whatever is loaded late, while files may still be read: readers, codecs, schemas and rules.

    All but the rules of EN 16931, which are too large for every child: others judge by them; see gateway/judges.py.
    """
    appoint(lambda _xml, _rules: [])
    _work_out_once()
    layout = io.BytesIO()
    convert_to_layout(WARM_UP_PDF, layout, pretty=True)
    validate(layout.getvalue())
    for ignore_embedded in (False, True):
        read_invoices(WARM_UP_PDF, ignore_embedded=ignore_embedded)
    for target in TARGETS.values():
        target.load()
    warm_up_readings(WARM_UP_PDF, known.mappings)
    (invoice,) = invoices_from_json(invoices_as_json(read_invoices(WARM_UP_PDF), pretty=True))
    for each in known.mappings.files:
        if each.mapping.is_of_invoices:
            produce(each.mapping, [judged(invoice)], know_nothing, io.BytesIO(), pretty=True)
    if known.embeds:
        from fakturo.convert import hybrid

        hybrid.load(dt.datetime.now(dt.UTC))
    child_views.warm_up(WARM_UP_PDF, io.BytesIO())
    try:
        convert_to_layout(b"%PDF-", io.BytesIO())
    except ConversionError as error:
        traceback.extract_tb(error.__traceback__)


def _work_out_once() -> None:
    """What the engine works out at its first document and keeps: here, once, instead of in every child."""
    for name, module in list(sys.modules.items()):
        if name.startswith("fakturo.convert."):
            for member in vars(module).values():
                if isinstance(member, _lru_cache_wrapper) and not inspect.signature(member).parameters:
                    member()


@dataclass(frozen=True, slots=True)
class Known:
    """What a child is given for its life, before it can read no file any more."""

    templates: Templates = NO_TEMPLATES
    mappings: Mappings = field(default_factory=shipped)
    embeds: bool = False
    """It may be asked to write PDFs, too."""


@dataclass(frozen=True, slots=True)
class Conversation:
    sock: socket.socket
    inbox: wire.Inbox
    known: Known

    def say(self, message: Message) -> None:
        wire.send(self.sock, message)

    def say_page(self, number: int) -> None:
        self.say(AtPage(number))

    def ask(self, question: Message) -> tuple[Message, list[int]]:
        self.say(question)
        reply = self.inbox.receive()
        if reply is None:
            raise ConnectionResetError  # the gateway has gone, and so do we
        return reply

    def recognise(self, draw: Draw, dpi: int) -> str:
        """Have the gateway's text recognition read a picture; see gateway/ocr.py."""
        return self._ask_about(draw, Recognise(dpi), OcrUnavailable).decode("utf-8", "replace")

    def judge(self, xml: bytes, rules: Rules) -> Report:
        """Have one of the gateway's judges look at an XML; see gateway/judges.py."""
        return from_messages(json.loads(self._ask_about(lambda: xml, Judge(rules.value), NoJudge)))

    def lookup(self, question: Question) -> Answer:
        """Have whoever keeps a directory say who is meant; see gateway/directory.py."""
        return asked_in_parts(question, self._look_up)

    def _look_up(self, part: Question) -> Answer:
        reply, _ = self.ask(LookUp(question_as_json(part)))
        assert isinstance(reply, Found)
        return answer_from_json(reply.answer)

    def _ask_about(self, make: Callable[[], bytes], question: Message, no_answer: type[Exception]) -> bytes:
        """The answer to a question about something large: both go through files."""
        reply, files = self.ask(question)
        _raise_if_unavailable(reply, no_answer)
        asked, answer = (io.FileIO(file, "r+") for file in files)
        with asked, answer:
            asked.write(make())
            reply, _ = self.ask(Written())
            _raise_if_unavailable(reply, no_answer)
            answer.seek(0)
            return answer.read()


def _raise_if_unavailable(reply: Message, no_answer: type[Exception]) -> None:
    if isinstance(reply, Unavailable):
        raise no_answer(reply.reason)


def serve(sock: socket.socket, known: Known) -> None:
    """One document and no other: whatever it did to this process ends with it."""
    gateway = Conversation(sock, wire.Inbox(sock), known)
    appoint(gateway.judge)
    received = gateway.inbox.receive()
    if received is None:
        return  # the gateway has gone, or needs us no more
    try:
        gateway.say(_answer(gateway, *received))
    except Exception as error:
        gateway.say(Crashed(_where(error)))
        raise


def _answer(gateway: Conversation, task: Message, files: list[int]) -> LastWord:
    document, *results = files
    try:
        with ExitStack() as opened:
            outs = [opened.enter_context(open(result, "wb", closefd=False)) for result in results]
            return TASKS[type(task)](gateway, task, _mapped(document), *outs)
    except TooMuchToRead as excess:
        return Exceeded(str(excess))
    except (ConversionError, OcrUnavailable) as refusal:
        return Refused(str(refusal))
    except MemoryError:
        return Exceeded(TOO_MUCH_MEMORY)
    except OSError as error:
        if error.errno in DISK_IS_FULL:
            return DiskFull()
        if error.errno != errno.EFBIG:
            raise
        return Exceeded(_TOO_MUCH_OUTPUT)


def _convert(gateway: Conversation, task: Convert, document: Data, *outs: IO[bytes]) -> Done:
    """The invoice as JSON, the mapping's XML, or both."""
    mapping = gateway.known.mappings.find_wanted(task.mapping) if task.mapping else None
    files = dict(zip(task.results, outs, strict=True))
    check_reading(mapping, task)
    if mapping is None or mapping.is_of_invoices:
        return _convert_invoices(gateway, task, document, mapping, files)
    ran = _Ran(gateway)
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
    ran = _Ran(gateway)
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


def _how(gateway: Conversation, task: Convert, ran: "_Ran") -> dict[str, Any]:
    return {
        "ignore_embedded": task.ignore_embedded,
        "templates": with_given(gateway.known.templates, task.templates),
        "on_page": ran.page,
        "recognise": ran.recognise,
    }


@dataclass(slots=True)
class _Ran:
    """Passes on what happens to a document, and remembers it."""

    gateway: Conversation
    has_read: bool = False
    has_recognised: bool = False

    def page(self, number: int) -> None:
        self.has_read = True
        self.gateway.say_page(number)

    def recognise(self, draw: Draw, dpi: int) -> str:
        table = self.gateway.recognise(draw, dpi)
        self.has_recognised = True
        return table

    def stages(self, *others: str) -> tuple[str, ...]:
        return (*["read"] * self.has_read, *["ocr"] * self.has_recognised, *others)


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


def _try_template(gateway: Conversation, _task: TryTemplate, pdf: Data, out: IO[bytes]) -> Done:
    ran = _Ran(gateway)
    tried = try_template(pdf, gateway.known.templates, on_page=ran.page, recognise=ran.recognise)
    out.write(json.dumps([trial._asdict() for trial in tried], ensure_ascii=False).encode())
    return Done(ran.stages("invoice"))


def _teach(gateway: Conversation, task: Teach, pdf: Data, out: IO[bytes]) -> Done:
    ran = _Ran(gateway)
    truth = truth_from_json(task.truth.encode())
    known = with_given(gateway.known.templates, task.templates)
    lesson = teach_template(pdf, truth, known, name=task.name, on_page=ran.page, recognise=ran.recognise)
    out.write(json.dumps(asdict(lesson), ensure_ascii=False).encode())
    return Done(ran.stages("invoice"))


def _validate(_gateway: Conversation, _task: Validate, document: Data, out: IO[bytes]) -> Done:
    out.write(json.dumps(validate(document).as_document(), ensure_ascii=False).encode())
    return Done(("gate",))


TASKS: dict[type[Message], Callable[..., Done]] = {
    Convert: _convert,
    TryTemplate: _try_template,
    Teach: _teach,
    RenderPage: child_views.render_page,
    ReadWords: child_views.read_words,
    ListPages: child_views.list_pages,
    ExtractPages: child_views.take_pages_out,
    Validate: _validate,
}


def _mapped(file: int) -> Data:
    """Its size is asked for by seeking: behind the walls, no file can be asked about, since that works by name, too."""
    size = os.lseek(file, 0, os.SEEK_END)
    return mmap.mmap(file, size, access=mmap.ACCESS_COPY) if size else b""


def _where(error: Exception) -> str:
    """Kind and place of the fault, without its text: that may quote the document."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
