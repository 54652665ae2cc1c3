"""What a child says, without the walls around it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from fakturo.convert.targets.en16931.judge import appoint, judge_here
from fakturo.gateway.child.conversation import Known
from fakturo.gateway.child.serve import serve
from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Convert,
    Crashed,
    DiskFull,
    Done,
    Message,
    ReadWords,
    Ready,
    Refused,
)
from fakturo.http.media_types import JSON, PDF, XML
from tests.support.invoices import hybrid_pdf, invoice_page, invoice_pdf
from tests.support.pdfs import Page, Text, make_pdf, pdf_of_pages

MOST_BYTES = 1_000_000


@contextmanager
def serving() -> Iterator[tuple[socket.socket, list[type[Exception]]]]:
    """A child's loop in a thread; what it ended with is in the list."""
    ours, theirs = socket.socketpair()
    ended_with: list[type[Exception]] = []

    def run() -> None:
        try:
            serve(theirs, Known())
        except Exception as error:  # noqa: BLE001
            ended_with.append(type(error))
        finally:
            appoint(judge_here)  # a child appoints its gateway, and this process goes on
            theirs.shutdown(socket.SHUT_WR)

    thread = threading.Thread(target=run)
    thread.start()
    with ours, theirs:
        yield ours, ended_with
        ours.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def task_for(*results: str, mapping: str | None = None, source: str = PDF) -> Convert:
    return Convert(source, results, mapping)


LAYOUT = task_for(XML, mapping="layout_v1@1")
INVOICE = task_for(JSON)
BOTH = task_for(JSON, XML, mapping="layout_v1@1")
MAPPED = task_for(JSON, XML, mapping="invoice_v1@1")


def answers_to(
    task: Message, document: bytes, folder: Path, results: int = 1
) -> tuple[list[Message], list[bytes], list[type]]:
    with serving() as (sock, ended_with), ExitStack() as opened:
        files = [opened.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in range(results)]
        (folder / "a.pdf").write_bytes(document)
        pdf = os.open(folder / "a.pdf", os.O_RDONLY)
        wire.send(sock, task, (pdf, *(file.fileno() for file in files)))
        os.close(pdf)
        inbox, said = wire.Inbox(sock), []
        while received := inbox.receive():
            said.append(received[0])
            if not isinstance(received[0], AtPage):
                break
        outputs = [os.pread(file.fileno(), MOST_BYTES, 0) for file in files]
    return said, outputs, list(ended_with)


def said_until(last: type[Message], inbox: wire.Inbox) -> list[Message]:
    said: list[Message] = []
    while not said or not isinstance(said[-1], last):
        received = inbox.receive()
        assert received is not None
        said.append(received[0])
    return said


def done_in(said: Sequence[Message]) -> Done:
    assert isinstance(said[-1], Done)
    return said[-1]


def test_each_page_is_announced_before_the_result(tmp_path: Path) -> None:
    said, [output], _ = answers_to(LAYOUT, make_pdf([["a"], ["b"]]), tmp_path)
    assert said == [AtPage(1), AtPage(2), Done(("read", "layout"))]
    assert output.endswith(b"</layout>\n")


def test_both_results_are_those_of_each_alone_and_pages_are_read_once(tmp_path: Path) -> None:
    pdf = pdf_of_pages([invoice_page(), Page([Text("continued")])])
    said, outputs, _ = answers_to(BOTH, pdf, tmp_path, results=2)
    assert said[:-1] == [AtPage(1), AtPage(2)]
    assert done_in(said).stages == ("read", "invoice", "layout")
    assert outputs == answers_to(INVOICE, pdf, tmp_path)[1] + answers_to(LAYOUT, pdf, tmp_path)[1]


def test_the_verdict_and_the_first_reason_come_with_an_invoice(tmp_path: Path) -> None:
    said, [document], _ = answers_to(INVOICE, hybrid_pdf(), tmp_path)
    assert said[-1] == Done(("read", "embedded"), "accepted")
    assert json.loads(document)["verdict"] == "accepted"
    said, [document], _ = answers_to(INVOICE, invoice_pdf(total="1.00"), tmp_path)
    invoice, done = json.loads(document), done_in(said)
    assert (done.verdict, done.issues) == ("review", len(invoice["issues"]))
    assert done.reason == invoice["issues"][0]["message"]


def test_a_mapping_makes_its_xml_of_the_invoice_and_both_are_judged(tmp_path: Path) -> None:
    said, [document, made], _ = answers_to(MAPPED, invoice_pdf(), tmp_path, results=2)
    assert done_in(said).stages == ("read", "invoice", "mapping", "gate")
    assert done_in(said).verdict == json.loads(document)["verdict"] == "accepted"
    assert b"<number>NL-2026-017</number>" in made
    for alone, expected in ((XML, made), (JSON, document)):
        assert answers_to(task_for(alone, mapping="invoice_v1@1"), invoice_pdf(), tmp_path)[1] == [expected]


def test_the_invoice_that_was_handed_out_makes_the_same_xml_when_it_comes_back(tmp_path: Path) -> None:
    _, [document, made], _ = answers_to(MAPPED, invoice_pdf(), tmp_path, results=2)
    said, outputs, _ = answers_to(replace(MAPPED, source=JSON), document, tmp_path, results=2)
    assert said == [Done(("json", "mapping", "gate"), "accepted")]
    assert outputs == [document, made]


def test_an_xml_that_needs_a_look_is_marked_as_a_draft(tmp_path: Path) -> None:
    said, [document, made], _ = answers_to(MAPPED, invoice_pdf(total="1.00"), tmp_path, results=2)
    assert done_in(said).verdict == json.loads(document)["verdict"] == "review"
    assert b"<!-- draft: to be reviewed before it is used (" in made.splitlines()[1]


def test_json_that_cannot_be_used_is_refused_by_its_path(tmp_path: Path) -> None:
    said, _, ended_with = answers_to(replace(MAPPED, source=JSON), b'{"invoice": {"nubmer": "1"}}', tmp_path, results=2)
    assert said == [Refused("There is no 'nubmer' in invoice. Did you mean 'number'?")]
    assert ended_with == []


def test_the_page_is_read_instead_of_the_xml_when_asked(tmp_path: Path) -> None:
    said, [document], _ = answers_to(replace(INVOICE, ignore_embedded=True), hybrid_pdf(), tmp_path)
    assert done_in(said).stages == ("read", "invoice")
    assert "xml" not in {field["source"] for field in json.loads(document)["fields"].values()}


def test_an_unreadable_file_is_refused_and_the_child_lives_on(tmp_path: Path) -> None:
    said, _, ended_with = answers_to(LAYOUT, b"no pdf", tmp_path)
    assert said == [Refused("The file is not a PDF.")]
    assert ended_with == []


@pytest.mark.parametrize("task", [Ready(), ReadWords(1, (1.0,), read="text")])
def test_a_fault_of_ours_names_its_place_but_quotes_nothing(task: Message, tmp_path: Path) -> None:
    said, _, ended_with = answers_to(task, make_pdf(["secret"]), tmp_path)
    assert len(ended_with) == 1
    crashed = said[-1]
    assert isinstance(crashed, Crashed)
    assert crashed.place.startswith(f"{ended_with[0].__name__} in ")
    assert "secret" not in str(said)


def test_a_full_disk_is_told_as_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(make_pdf(["a"]))
    with serving() as (sock, ended_with), (tmp_path / "a.pdf").open("rb") as pdf, Path("/dev/full").open("wb") as full:
        wire.send(sock, LAYOUT, (pdf.fileno(), full.fileno()))
        said = said_until(DiskFull, wire.Inbox(sock))
    assert said == [AtPage(1), DiskFull()]
    assert ended_with == []


def test_a_document_leaves_no_file_open_for_the_next(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(invoice_pdf())
    open_files = []
    with serving() as (sock, _), (tmp_path / "a.pdf").open("rb") as pdf, (tmp_path / "out").open("wb") as out:
        inbox = wire.Inbox(sock)
        for _ in range(3):
            wire.send(sock, INVOICE, (pdf.fileno(), out.fileno()))
            said_until(Done, inbox)
            open_files.append(len(list(Path("/proc/self/fd").iterdir())))
    assert open_files == [open_files[0]] * 3


def test_a_child_says_when_it_has_used_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not done_in(answers_to(INVOICE, invoice_pdf(), tmp_path)[0]).used_much
    for spare in ("SPARE_BYTES", "SPARE_CPU_SECONDS"):
        with monkeypatch.context() as patched:
            patched.setattr(f"fakturo.gateway.child.serve.{spare}", -1)
            assert done_in(answers_to(INVOICE, invoice_pdf(), tmp_path)[0]).used_much


_AFTER_WARM_UP = """
import io, sys
from fakturo.convert.engine import read_invoices, read_invoices_and_layout
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.directory.question import know_nothing
from fakturo.convert.json_checks import judged
from fakturo.convert.invoice_input import BadJson, invoices_from_json
from fakturo.convert.mapping import shipped
from fakturo.convert.produce import produce
from fakturo.gateway.child.conversation import Known
from fakturo.gateway.child.warm_up import warm_up
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.pdfs import make_pdf, unicode_pdf

documents = [invoice_pdf(), hybrid_pdf(), hybrid_pdf(encoding="iso-8859-15"), hybrid_pdf().replace(b"</Invoice>", b"<"),
             make_pdf([["Rechnung Nr. 7", "Datum: 9. Maerz 2026", "Summe 1.234,50 EUR"], ["Factura"]]),
             unicode_pdf(["\u0421\u0447\u0451\u0442 \u2116 5", "\u8acb\u6c42\u66f8"]), make_pdf([])]
warm_up(Known())
late = []
sys.addaudithook(lambda event, arguments: late.append((event, arguments[0]))
                 if event in ("open", "import", "os.listdir", "os.scandir") else None)
for pdf in documents:
    for ignore_embedded in (False, True):
        written = invoices_as_json(read_invoices(pdf, ignore_embedded=ignore_embedded), pretty=True)
    read_invoices_and_layout(pdf, io.BytesIO(), pretty=True)
    invoices = [judged(invoice) for invoice in invoices_from_json(written)]
    for each in shipped().files:
        if each.mapping.is_of_invoices:
            produce(each.mapping, invoices, know_nothing, io.BytesIO(), pretty=True)
try:
    invoices_from_json(b'{"invoice": 5, "itens": []}')
except BadJson:
    pass
print(late)
"""


def test_after_the_warm_up_reading_and_mapping_invoices_opens_no_file() -> None:
    """Behind the walls none can be opened: whatever is loaded later would end the child."""
    done = subprocess.run([sys.executable, "-c", _AFTER_WARM_UP], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


_FIRST_AND_NEXT = """
import sys, time
from fakturo.convert.engine import read_invoices
from fakturo.gateway.child.conversation import Known
from fakturo.gateway.child.warm_up import warm_up
from tests.support.invoices import invoice_pdf

pdf = invoice_pdf()
warm_up(Known())
took = []
for _ in range(4):
    start = time.process_time()
    read_invoices(pdf)
    took.append(time.process_time() - start)
print(took[0] / min(took))
"""


def test_after_the_warm_up_the_first_document_costs_about_as_much_as_the_next() -> None:
    """Every document is some child's first. Without what is worked out beforehand, it costs four times as much."""
    done = subprocess.run([sys.executable, "-c", _FIRST_AND_NEXT], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 2.5
