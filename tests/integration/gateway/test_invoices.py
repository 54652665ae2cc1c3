"""Invoices from the real gateway, read behind all its walls."""

import json
import subprocess
from collections.abc import Callable
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import httpx
import pytest
from lxml import etree

from tests.integration.gateway.conftest import Gateway
from tests.support import warm
from tests.support.invoices import hybrid_pdf, invoice_page, invoice_pdf
from tests.support.pdfs import image_pdf, make_pdf, pdf_of_pages, scanned
from tests.support.stack import clean_environment

JSON, BOTH = "application/json", "multipart/mixed"


def parts_of(answer: httpx.Response) -> list[Message]:
    """As a client of another make takes it apart."""
    head = f"Content-Type: {answer.headers['content-type']}\r\n\r\n".encode()
    parts = BytesParser().parsebytes(head + answer.content).get_payload()
    assert isinstance(parts, list)
    return [part for part in parts if isinstance(part, Message)]


def test_the_xml_that_a_pdf_carries_is_read(gateway: Gateway) -> None:
    answer = gateway.post(hybrid_pdf(), accept=JSON, mapping=None)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == JSON
    assert answer.headers["x-stage"] == "read,embedded"
    assert (answer.headers["x-verdict"], answer.headers["x-issues"]) == ("accepted", "0")
    invoice = answer.json()
    assert invoice["invoice"]["number"] == "NL-2026-017"
    assert invoice["totals"]["total"] == "937.72"
    assert {field["source"] for field in invoice["fields"].values()} == {"xml"}


def test_the_page_is_read_where_there_is_no_xml_or_it_is_not_wanted(gateway: Gateway) -> None:
    asked = gateway.post(hybrid_pdf(), accept=JSON, mapping=None, ignore_embedded="1")
    plain = gateway.post(invoice_pdf(), accept=JSON, mapping=None)
    assert asked.headers["x-stage"] == plain.headers["x-stage"] == "read,invoice"
    assert asked.json() == plain.json()
    assert [item["amount"] for item in plain.json()["items"]] == ["500.00", "288.00"]
    assert gateway.post(invoice_pdf(), accept=JSON, ignore_embedded="perhaps").status_code == 400


def test_doubts_are_counted_in_the_header_and_told_in_the_answer(gateway: Gateway) -> None:
    answer = gateway.post(invoice_pdf(total="1.00"), accept=JSON)
    assert answer.headers["x-verdict"] == answer.json()["verdict"] == "review"
    assert int(answer.headers["x-issues"]) == len(answer.json()["issues"]) > 0


@pytest.mark.parametrize("encoding", ["iso-8859-15", "windows-1252", "shift_jis"])
def test_xml_in_any_encoding_is_read_behind_the_walls(gateway: Gateway, encoding: str) -> None:
    """Tables of encodings are files on some systems, and no file can be opened there."""
    answer = gateway.post(hybrid_pdf(encoding=encoding), accept=JSON)
    assert answer.json()["seller"]["name"] == "Nordlicht Elektro GmbH"
    assert answer.headers["x-verdict"] == "accepted"


@pytest.mark.parametrize("pretty", ["0", "1"])
def test_both_results_are_those_of_each_alone(gateway: Gateway, pretty: str) -> None:
    pdf = pdf_of_pages([invoice_page()] * 3)
    answer = gateway.post(pdf, accept=BOTH, pretty=pretty)
    assert answer.status_code == 200
    assert answer.headers["x-stage"] == "read,invoice,layout"
    assert answer.headers["x-verdict"] in {"accepted", "review"}
    invoice, xml = parts_of(answer)
    assert (invoice.get_content_type(), xml.get_content_type()) == (JSON, "application/xml")
    assert invoice.get_payload(decode=True) == gateway.post(pdf, accept=JSON, pretty=pretty).content
    assert xml.get_payload(decode=True) == gateway.post(pdf, pretty=pretty).content
    assert int(xml["Content-Length"]) == len(gateway.post(pdf, pretty=pretty).content)


def test_both_need_a_mapping_and_one_that_is_named_is_checked(gateway: Gateway) -> None:
    assert gateway.post(make_pdf(["x"]), accept=BOTH, mapping=None).status_code == 400
    assert gateway.post(make_pdf(["x"]), accept=JSON, mapping="layout_v2").status_code == 400
    assert gateway.post(make_pdf(["x"]), accept=JSON, mapping="layout_v1@1").status_code == 200


@pytest.mark.parametrize("accept", [JSON, BOTH])
def test_what_cannot_be_read_is_refused_as_for_xml(gateway: Gateway, accept: str) -> None:
    answer = gateway.post(b"no such thing", accept=accept)
    assert answer.status_code == 400
    assert "not a PDF" in answer.json()["detail"]


def test_paper_that_is_no_invoice_is_for_review_with_its_reasons(gateway: Gateway) -> None:
    for pdf in (make_pdf(["A letter."]), make_pdf([]), image_pdf([(40, 40, b"\xff" * 1600)])):
        answer = gateway.post(pdf, accept=JSON)
        assert (answer.status_code, answer.headers["x-verdict"]) == (200, "review")
        assert answer.json()["issues"]


def test_a_scan_is_recognised_once_for_both(gateway: Gateway) -> None:
    answer = gateway.post(scanned(invoice_pdf()), accept=BOTH)
    assert answer.headers["x-stage"] == "read,ocr,invoice,layout"
    invoice, xml = parts_of(answer)
    assert "ocr" in {field["source"] for field in json.loads(str(invoice.get_payload()))["fields"].values()}
    assert 'source="ocr"' in str(xml.get_payload())


def test_a_result_larger_than_may_be_is_told_and_harms_nobody(gateway_with: Callable[..., Gateway]) -> None:
    running = gateway_with(children=1, limits={"file_bytes": 3000})
    answer = running.post(invoice_pdf(), accept=BOTH)
    assert answer.status_code == 422
    assert "too large" in answer.json()["detail"]
    assert running.post(make_pdf(["x"])).status_code == 200


def test_health_says_which_answers_are_offered(gateway: Gateway) -> None:
    offers = httpx.get(f"{gateway.url}/health").json()["offers"]
    assert [(offer["from"], offer["to"]) for offer in offers] == [
        ("application/json", "application/xml"),
        ("application/json", "multipart/mixed"),
        ("application/pdf", "application/json"),
        ("application/pdf", "application/xml"),
        ("application/pdf", "multipart/mixed"),
    ]


def convert(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    return warm.run_for_bytes("fakturo", "convert", *arguments, environment=clean_environment())


def test_the_command_line_prints_what_the_gateway_answers(gateway: Gateway, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(hybrid_pdf())
    printed = convert(tmp_path / "a.pdf", "--to", "json")
    assert (printed.returncode, printed.stderr) == (0, b"")
    assert printed.stdout == gateway.post(hybrid_pdf(), accept=JSON, mapping=None).content
    assert printed.stdout.count(b"\n") == 1
    pretty = convert(tmp_path / "a.pdf", "--to", "json", "--pretty", "--ignore-embedded")
    assert pretty.stdout == gateway.post(invoice_pdf(), accept=JSON, mapping=None, pretty="1").content


def test_the_command_line_says_which_files_need_a_look(tmp_path: Path) -> None:
    (tmp_path / "good.pdf").write_bytes(hybrid_pdf())
    (tmp_path / "wrong.pdf").write_bytes(invoice_pdf(total="1.00"))
    (tmp_path / "none.pdf").write_bytes(b"none")
    done = convert(*sorted(tmp_path.glob("*.pdf")), "--to", "json", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (1, b"")
    lines = done.stderr.decode().splitlines()
    assert lines[0] == f"{tmp_path}/none.pdf: The file is not a PDF."
    assert lines[1].startswith(f"{tmp_path}/wrong.pdf: for review: ")
    assert lines[2:] == ["1 accepted, 1 for review, 1 failed."]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["good.json", "wrong.json"]
    assert json.loads((tmp_path / "out" / "good.json").read_text())["verdict"] == "accepted"


def test_the_command_line_makes_xml_by_default(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(make_pdf(["x"]))
    printed = convert(tmp_path / "a.pdf")
    assert etree.fromstring(printed.stdout).tag.endswith("layout")
    assert printed.stdout.count(b"\n") > 5
