"""What a child says, without the walls around it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from fakturo.gateway import child
from fakturo.gateway.contract import conversion
from fakturo.gateway.sandbox import wire
from tests.support.invoices import hybrid_pdf, invoice_page, invoice_pdf
from tests.support.pdfs import Page, Text, make_pdf, pdf_of_pages

MOST_BYTES = 1_000_000


@contextmanager
def serving() -> Iterator[tuple[socket.socket, list[type[Exception]]]]:
    """A child's loop in a thread; what it ended with is in the list."""
    ours, theirs = socket.socketpair()
    ended_with: list[type[Exception]] = []

    def serve() -> None:
        try:
            child.serve(theirs)
        except Exception as error:  # noqa: BLE001
            ended_with.append(type(error))

    thread = threading.Thread(target=serve)
    thread.start()
    with ours, theirs:
        yield ours, ended_with
        ours.shutdown(socket.SHUT_RDWR)
        thread.join(10)


LAYOUT = conversion(invoice=False, target="layout", pretty=False, ignore_embedded=False)
INVOICE = conversion(invoice=True, target=None, pretty=False, ignore_embedded=False)
BOTH = conversion(invoice=True, target="layout", pretty=False, ignore_embedded=False)


def answers_to(
    task: wire.Message, document: bytes, folder: Path, results: int = 1
) -> tuple[list[wire.Message], list[bytes], list[type]]:
    with serving() as (sock, ended_with), ExitStack() as opened:
        files = [opened.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in range(results)]
        (folder / "a.pdf").write_bytes(document)
        pdf = os.open(folder / "a.pdf", os.O_RDONLY)
        wire.send(sock, task, (pdf, *(file.fileno() for file in files)))
        os.close(pdf)
        inbox, said = wire.Inbox(sock), []
        while received := inbox.receive():
            said.append(received[0])
            if "page" not in received[0]:
                break
        outputs = [os.pread(file.fileno(), MOST_BYTES, 0) for file in files]
    return said, outputs, list(ended_with)


def test_each_page_is_announced_before_the_result(tmp_path: Path) -> None:
    said, [output], _ = answers_to(LAYOUT, make_pdf([["a"], ["b"]]), tmp_path)
    assert said == [{"page": 1}, {"page": 2}, {"done": {"stages": ["read", "layout"]}}]
    assert output.endswith(b"</layout>\n")


def test_both_results_are_those_of_each_alone_and_pages_are_read_once(tmp_path: Path) -> None:
    pdf = pdf_of_pages([invoice_page(), Page([Text("continued")])])
    said, outputs, _ = answers_to(BOTH, pdf, tmp_path, results=2)
    assert said[:-1] == [{"page": 1}, {"page": 2}]
    assert said[-1]["done"]["stages"] == ["read", "invoice", "layout"]
    assert outputs == answers_to(INVOICE, pdf, tmp_path)[1] + answers_to(LAYOUT, pdf, tmp_path)[1]


def test_the_verdict_and_the_first_reason_come_with_an_invoice(tmp_path: Path) -> None:
    said, [document], _ = answers_to(INVOICE, hybrid_pdf(), tmp_path)
    assert said[-1] == {"done": {"stages": ["read", "embedded"], "verdict": "accepted", "issues": 0, "reason": None}}
    assert json.loads(document)["verdict"] == "accepted"
    said, [document], _ = answers_to(INVOICE, invoice_pdf(total="1.00"), tmp_path)
    invoice, done = json.loads(document), said[-1]["done"]
    assert (done["verdict"], done["issues"]) == ("review", len(invoice["issues"]))
    assert done["reason"] == invoice["issues"][0]["message"]


def test_the_page_is_read_instead_of_the_xml_when_asked(tmp_path: Path) -> None:
    said, [document], _ = answers_to({**INVOICE, "ignore_embedded": True}, hybrid_pdf(), tmp_path)
    assert said[-1]["done"]["stages"] == ["read", "invoice"]
    assert "xml" not in {field["source"] for field in json.loads(document)["fields"].values()}


def test_an_unreadable_file_is_refused_and_the_child_lives_on(tmp_path: Path) -> None:
    said, _, ended_with = answers_to(LAYOUT, b"no pdf", tmp_path)
    assert said == [{"refused": "The file is not a PDF."}]
    assert ended_with == []


@pytest.mark.parametrize("task", [{"do": "nothing"}, {"do": "png", "page": "x"}])
def test_a_fault_of_ours_names_its_place_but_quotes_nothing(task: wire.Message, tmp_path: Path) -> None:
    said, _, ended_with = answers_to(task, make_pdf(["secret"]), tmp_path)
    assert len(ended_with) == 1
    assert said[-1]["crashed"].startswith(f"{ended_with[0].__name__} in ")
    assert "secret" not in str(said)


_AFTER_WARM_UP = """
import io, sys
from fakturo.convert.engine import read_invoices, read_invoices_and_layout
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.gateway import child
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.pdfs import make_pdf, unicode_pdf

documents = [invoice_pdf(), hybrid_pdf(), hybrid_pdf(encoding="iso-8859-15"), hybrid_pdf().replace(b"</Invoice>", b"<"),
             make_pdf([["Rechnung Nr. 7", "Datum: 9. Maerz 2026", "Summe 1.234,50 EUR"], ["Factura"]]),
             unicode_pdf(["\u0421\u0447\u0451\u0442 \u2116 5", "\u8acb\u6c42\u66f8"]), make_pdf([])]
child.warm_up()
late = []
sys.addaudithook(lambda event, arguments: late.append((event, arguments[0]))
                 if event in ("open", "import", "os.listdir", "os.scandir") else None)
for pdf in documents:
    for ignore_embedded in (False, True):
        invoices_as_json(read_invoices(pdf, ignore_embedded=ignore_embedded), pretty=True)
    read_invoices_and_layout(pdf, io.BytesIO(), pretty=True)
print(late)
"""


def test_after_the_warm_up_reading_invoices_opens_no_file() -> None:
    """Behind the walls none can be opened: whatever is loaded later would end the child."""
    done = subprocess.run([sys.executable, "-c", _AFTER_WARM_UP], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
