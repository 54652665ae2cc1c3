"""The HTTP contract of the gateway, over real connections."""

import httpx
import pytest
from lxml import etree

from fakturo import __version__
from tests.integration.gateway.conftest import Gateway
from tests.support.pdfs import make_pdf
from tests.support.stack import NO_TLS

NS = {"l": "urn:fakturo:layout:1"}
MIB = 1024 * 1024


def problem(answer: httpx.Response) -> dict[str, object]:
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, object] = answer.json()
    assert body["status"] == answer.status_code
    assert body["request_id"] == answer.headers["x-request-id"]
    return body


def test_a_pdf_becomes_xml_with_its_words(gateway: Gateway) -> None:
    answer = gateway.post(make_pdf([["Invoice 42", "Total 10.00"], ["second page"]]))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert answer.headers["x-engine"] == f"fakturo/{__version__}"
    assert answer.headers["x-stage"] == "read,layout"
    pages = etree.fromstring(answer.content).findall("l:page", NS)
    words = [[word.text for word in page.iterfind(".//l:word", NS)] for page in pages]
    assert words == [["Invoice", "42", "Total", "10.00"], ["second", "page"]]


@pytest.mark.parametrize("mapping", ["layout_v1", "layout_v1.json", "layout_v1@1", "layout_v1.json@1"])
def test_a_mapping_may_be_named_in_the_old_way_and_with_its_version(gateway: Gateway, mapping: str) -> None:
    assert gateway.post(make_pdf(["x"]), mapping=mapping).status_code == 200


@pytest.mark.parametrize("mapping", [None, "", "layout_v2", "layout_v1@2", "../layout_v1"])
def test_xml_needs_a_known_mapping(gateway: Gateway, mapping: str | None) -> None:
    answer = gateway.post(make_pdf(["x"]), mapping=mapping)
    assert answer.status_code == 400
    body = problem(answer)
    assert body["code"] == "INVALID_REQUEST"
    assert "mapping" in str(body["detail"])


def test_pretty_indents_and_changes_nothing_else(gateway: Gateway) -> None:
    pdf = make_pdf([["one two", "three"], ["four"]])
    plain, pretty = gateway.post(pdf).content, gateway.post(pdf, pretty="1").content
    assert pretty.count(b"\n") > 10 > plain.count(b"\n")
    stripped = etree.fromstring(pretty, etree.XMLParser(remove_blank_text=True))
    assert etree.tostring(stripped) == etree.tostring(etree.fromstring(plain))
    assert gateway.post(pdf, pretty="perhaps").status_code == 400


@pytest.mark.parametrize("accept", ["*/*", "text/html", "", "application/xml, */*", "application/*"])
def test_only_exact_types_are_answered(gateway: Gateway, accept: str) -> None:
    answer = gateway.post(make_pdf(["x"]), accept=accept)
    assert answer.status_code == 406
    assert problem(answer)["code"] == "INVALID_REQUEST"


def test_what_this_version_does_not_offer_is_said(gateway: Gateway) -> None:
    answer = gateway.post(b"{}", file_type="application/json", accept="application/json")
    assert answer.status_code == 406
    assert "application/pdf to application/xml" in str(problem(answer)["detail"])


def test_checks_come_in_their_order(gateway: Gateway) -> None:
    """Each request breaks every rule from some point on; the first broken one is named."""
    large = b"x" * (50 * MIB + 1)
    assert gateway.post(large, accept="text/csv", file_type="text/csv", mapping=None).status_code == 406
    assert gateway.post(large, file_type="text/csv", mapping=None).status_code == 413
    assert gateway.post(b"x", file_type="text/csv", mapping=None).status_code == 415
    assert gateway.post(b"x", accept="application/json", file_type="application/json", mapping="x").status_code == 406
    assert gateway.post(b"x", mapping=None).status_code == 400
    unknown = gateway.post(b"x", mapping="invoice_v2")  # before anybody looks at what is no PDF
    assert (unknown.status_code, "Did you mean 'invoice_v1'?" in unknown.text) == (400, True)


def test_a_file_of_exactly_the_limit_is_let_in(gateway: Gateway) -> None:
    small = make_pdf(["x"])
    answer = gateway.post(small + b"\n" * (50 * MIB - len(small)))
    assert answer.status_code == 200
    answer = gateway.post(small + b"\n" * (50 * MIB - len(small) + 1))
    assert answer.status_code == 413
    assert problem(answer)["code"] == "TOO_LARGE"


@pytest.mark.parametrize(
    ("file", "word"),
    [
        (b"", "empty"),
        (b"no such thing", "not a PDF"),
        (b"%PDF-1.7\nnothing", "damaged"),
        (make_pdf(["x"])[:200], "damaged"),
    ],
)
def test_an_unreadable_file_is_refused_in_plain_words(gateway: Gateway, file: bytes, word: str) -> None:
    answer = gateway.post(file)
    assert answer.status_code == 400
    assert word in str(problem(answer)["detail"])


def test_a_body_that_is_no_form_is_refused(gateway: Gateway) -> None:
    headers = {"Accept": "application/xml", "Content-Type": "application/pdf"}
    answer = httpx.post(f"{gateway.url}/process", content=make_pdf(["x"]), headers=headers)
    assert answer.status_code == 400
    assert "multipart/form-data" in str(problem(answer)["detail"])


def test_a_form_without_a_file_is_refused(gateway: Gateway) -> None:
    headers = {"Accept": "application/xml"}
    fields = {"mapping": (None, "layout_v1")}
    answer = httpx.post(f"{gateway.url}/process", files=fields, headers=headers)
    assert answer.status_code == 400
    assert "no file" in str(problem(answer)["detail"])


def test_health_says_what_is_offered(gateway: Gateway) -> None:
    body = httpx.get(f"{gateway.url}/health").json()
    assert (body["status"], body["service"]) == ("healthy", "gateway")
    assert {"from": "application/pdf", "to": "application/xml"} in body["offers"]
    assert {"name": "layout_v1", "version": 1} in body["mappings"]


def test_the_same_file_gives_the_same_bytes(gateway: Gateway) -> None:
    pdf = make_pdf([[f"Item {n} costs {n * 7}.50" for n in range(40)]] * 3)
    assert len({gateway.post(pdf).content for _ in range(10)}) == 1


def test_unknown_paths_and_methods_are_problems_too(gateway: Gateway) -> None:
    assert problem(httpx.get(f"{gateway.url}/nothing"))["code"] == "NOT_FOUND"
    assert problem(httpx.get(f"{gateway.url}/process"))["status"] == 405


def test_of_two_files_none_is_left_out_in_silence(gateway: Gateway) -> None:
    files = [("file", (name, make_pdf([name]), "application/pdf")) for name in ("a.pdf", "b.pdf")]
    headers = {"Accept": "application/json"}
    answer = httpx.post(f"{gateway.url}/process", files=files, headers=headers, verify=NO_TLS)
    assert problem(answer)["detail"] == "There are several files in the request: send one at a time."


def test_of_two_mappings_none_is_chosen(gateway: Gateway) -> None:
    files = {"file": ("a.pdf", make_pdf(["x"]), "application/pdf")}
    data = {"mapping": ["layout_v1", "invoice_v1"]}
    headers = {"Accept": "application/xml"}
    answer = httpx.post(f"{gateway.url}/process", files=files, data=data, headers=headers, verify=NO_TLS)
    assert problem(answer)["detail"] == "The field 'mapping' is there more than once: send it once."


def test_a_text_may_come_from_a_file(gateway: Gateway) -> None:
    files = {"file": ("a.pdf", make_pdf(["x"]), "application/pdf"), "truth": ("truth.json", b"[", "application/json")}
    headers = {"Accept": "application/json"}
    answer = httpx.post(f"{gateway.url}/teach", files=files, headers=headers, verify=NO_TLS)
    assert "line 1, column 2" in str(problem(answer)["detail"])


@pytest.mark.parametrize(
    ("address", "fields", "told"),
    [
        ("/process", {"maping": "layout_v1"}, "There is no field 'maping' here. Did you mean 'mapping'?"),
        (
            "/process",
            {"ignore_embeded": "1"},
            "There is no field 'ignore_embeded' here. Did you mean 'ignore_embedded'?",
        ),
        ("/process?mapping=layout_v1", {}, "There is no query parameter 'mapping' here: this address takes none."),
        ("/render", {"pagenumber": "2"}, "There is no field 'pagenumber' here. "),
        ("/teach", {"mapping": "layout_v1"}, "There is no field 'mapping' here. There are: file, truth, templates."),
    ],
)
def test_a_field_that_nobody_knows_is_refused_with_the_one_that_was_meant(
    gateway: Gateway, address: str, fields: dict[str, str], told: str
) -> None:
    file = {"file": ("a.pdf", make_pdf(["x"]), "application/pdf")}
    headers = {"Accept": "application/json"}
    answer = httpx.post(f"{gateway.url}{address}", files=file, data=fields, headers=headers, verify=NO_TLS)
    assert (answer.status_code, problem(answer)["code"]) == (400, "INVALID_REQUEST")
    assert told in str(problem(answer)["detail"])
