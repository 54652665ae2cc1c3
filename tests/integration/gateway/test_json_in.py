"""An invoice as JSON through the real gateway, and what the command line makes of one."""

import json
import subprocess
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import httpx
from lxml import etree

from tests.integration.gateway.conftest import Gateway
from tests.support import warm
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.stack import clean_environment

JSON, BOTH = "application/json", "multipart/mixed"
TEXT = {"invoice": "urn:fakturo:invoice:1"}


def post(
    gateway: Gateway, document: Any, *, accept: str = "application/xml", mapping: str | None = "invoice_v1"
) -> Any:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return gateway.post(content, accept=accept, mapping=mapping, file_type=JSON)


def given(gateway: Gateway) -> dict[str, Any]:
    answer = gateway.post(hybrid_pdf(), accept=JSON, mapping=None)
    document: dict[str, Any] = answer.json()
    return document


def test_what_the_gateway_hands_out_it_takes_back(gateway: Gateway) -> None:
    answer = post(gateway, given(gateway))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/xml; charset=utf-8")
    assert answer.headers["x-stage"] == "json,mapping,gate"
    assert (answer.headers["x-verdict"], answer.headers["x-issues"]) == ("accepted", "0")
    assert answer.content == gateway.post(hybrid_pdf(), mapping="invoice_v1").content


def test_a_corrected_invoice_is_judged_anew(gateway: Gateway) -> None:
    wrong = gateway.post(invoice_pdf(total="1.00"), accept=JSON, mapping=None).json()
    kept = post(gateway, wrong)
    assert kept.headers["x-verdict"] == "review"
    assert b"<!-- draft: " in kept.content
    mended = {
        **wrong,
        "totals": {**wrong["totals"], "total": "937.72", "payable": "937.72", "tax": "149.72"},
        "issues": [],
    }
    assert post(gateway, mended).headers["x-verdict"] == "accepted"
    mended["totals"]["total"] = "5.00"
    broken = post(gateway, mended, accept=BOTH)
    assert broken.headers["x-verdict"] == "review"
    head = f"Content-Type: {broken.headers['content-type']}\r\n\r\n".encode()
    invoice, xml = (part for part in BytesParser().parsebytes(head + broken.content).walk() if not part.is_multipart())
    assert {issue["code"] for issue in json.loads(str(invoice.get_payload()))["issues"]} >= {"TOTAL_MISMATCH"}
    assert "<!-- draft: " in str(xml.get_payload())


def test_several_invoices_come_as_an_array(gateway: Gateway) -> None:
    one = given(gateway)
    answer = post(gateway, [one, {**one, "invoice": {**one["invoice"], "number": "NL-2"}}])
    root = etree.fromstring(answer.content)
    assert [each.text for each in root.iterfind("invoice:invoice/invoice:number", TEXT)] == ["NL-2026-017", "NL-2"]


def test_json_that_cannot_be_used_says_where_and_why(gateway: Gateway) -> None:
    for document, words in (
        (b"{", "not valid JSON"),
        (b"[]", "there is no invoice"),
        (b"[" * 100_000, "nested too deeply"),
        ({"invoise": {}}, "Did you mean 'invoice'?"),
        ({"invoice": {}, "items": [{"qty": "many"}]}, 'items.0.qty should be a number like "25000.50"'),
    ):
        answer = post(gateway, document)
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
        assert words in answer.json()["detail"]


def test_an_unknown_mapping_or_one_of_pages_is_refused_before_the_json_is_read(gateway: Gateway) -> None:
    for mapping, words in (
        ("invoice_v3", "Did you mean 'invoice_v1'?"),
        ("invoice_v1@9", "There are: 1"),
        ("layout_v1", "send the PDF"),
    ):
        answer = post(gateway, b"no json", mapping=mapping)
        assert answer.status_code == 400
        assert words in answer.json()["detail"]


def test_the_verdict_on_json_is_on_the_xml_of_the_mapping_too(gateway: Gateway) -> None:
    alone = gateway.post(hybrid_pdf(), accept=JSON, mapping=None)
    mapped = gateway.post(hybrid_pdf(), accept=JSON, mapping="invoice_v1@1")
    assert alone.headers["x-stage"] == "read,embedded"
    assert mapped.headers["x-stage"] == "read,embedded,mapping,gate"


def test_mappings_are_told_with_their_versions(gateway: Gateway) -> None:
    assert {"name": "invoice_v1", "version": 1} in httpx.get(f"{gateway.url}/health").json()["mappings"]


def test_the_command_line_takes_invoices_as_json(gateway: Gateway, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(given(gateway)))
    (tmp_path / "b.json").write_text('{"invoice": {}, "item": []}')

    def convert(*arguments: object) -> subprocess.CompletedProcess[bytes]:
        return warm.run_for_bytes("fakturo", "convert", *arguments, environment=clean_environment())

    printed = convert(tmp_path / "a.json", "--mapping", "invoice_v1", "--no-pretty")
    assert printed.stdout == post(gateway, given(gateway)).content
    two = convert(tmp_path / "a.json", tmp_path / "b.json", "--mapping", "invoice_v1", "-o", tmp_path / "out")
    assert two.returncode == 1
    assert two.stderr.decode().splitlines() == [
        f"{tmp_path}/b.json: There is no 'item'. Did you mean 'items'?",
        "1 accepted, 0 for review, 1 failed.",
    ]
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["a.xml"]
    for arguments, words in ((["--mapping", "layout_v1"], "send the PDF"), (["--to", "json"], "as JSON already")):
        refused = convert(tmp_path / "a.json", *arguments)
        assert (refused.returncode, words in refused.stderr.decode()) == (2, True)
