"""XML from anywhere: recognised, checked, and refused in a sentence where it can't be read."""

import io
from collections.abc import Iterator

import pytest

from fakturo.convert.engine import convert_to_layout
from fakturo.convert.invoice import Severity
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931 import judge
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import Failure, NoJudge
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.xml import write
from fakturo.convert.validate import validate
from fakturo.convert.validate.report import MOST_FINDINGS
from fakturo.convert.validate.source import Unreadable
from tests.support import hybrids
from tests.support.european import european_invoices
from tests.support.pdfs import make_pdf

INVOICES = {name.split()[1]: invoice for name, invoice in european_invoices(20)}
BULK = b"<TaxInvoiceBulk><TIN>0123456789012000</TIN><ListOfTaxInvoice/></TaxInvoiceBulk>"


@pytest.fixture(autouse=True)
def asked() -> Iterator[list[Rules]]:
    """Which rules a judge was asked for, who finds nothing."""
    rules: list[Rules] = []

    def note(_xml: bytes, wanted: Rules) -> list[Failure]:
        rules.append(wanted)
        return []

    judge.appoint(note)
    yield rules
    judge.appoint(judge.judge_here)


def xml_of(syntax: str, case: str = "plain") -> bytes:
    out = io.BytesIO()
    write(evaluate(find_mapping(syntax), bill_of(INVOICES[case])[0]).root, out, pretty=True)
    return out.getvalue()


def test_an_error_behind_hundreds_of_warnings_is_told_and_no_such_file_is_valid() -> None:
    lines = MOST_FINDINGS + 1

    def advice_then_error(_xml: bytes, _rules: Rules) -> list[Failure]:
        places = [f"/Invoice/InvoiceLine[{line}]" for line in range(1, lines + 1)]
        advice = [Failure("UBL-CR-1", "[UBL-CR-1]", place, fatal=False) for place in places]
        return [*advice, Failure("BR-16", "[BR-16]", f"{places[-1]}/Item")]

    judge.appoint(advice_then_error)
    one = xml_of("ubl_v1")
    line = one[one.index(b"<cac:InvoiceLine>") : one.index(b"</cac:InvoiceLine>") + len(b"</cac:InvoiceLine>")]
    told = validate(one.replace(line, line * lines)).as_document()
    assert not told["valid"]
    assert [each["code"] for each in told["findings"][:2]] == ["BR-16", "UBL-CR-1"]
    assert [each["code"] for each in told["findings"][MOST_FINDINGS:]] == ["MORE_FINDINGS"]


def with_guideline(name: str) -> bytes:
    return xml_of("cii_v1").replace(b">urn:cen.eu:en16931:2017<", f">{name}<".encode())


@pytest.mark.parametrize(
    ("xml", "name", "rules"),
    [
        (xml_of("ubl_v1"), "UBL 2.1, invoice", Rules.UBL),
        (xml_of("ubl_v1", "credit"), "UBL 2.1, credit note", Rules.UBL),
        (xml_of("cii_v1"), "Factur-X, profile EN 16931", Rules.EN16931),
        (with_guideline("urn:factur-x.eu:1p0:minimum"), "Factur-X, profile MINIMUM", Rules.MINIMUM),
        (with_guideline("urn:factur-x.eu:1p0:basicwl"), "Factur-X, profile BASIC WL", Rules.BASIC_WL),
        (
            with_guideline("urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic"),
            "Factur-X, profile BASIC",
            Rules.BASIC,
        ),
        (
            with_guideline("urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended"),
            "Factur-X, profile EXTENDED",
            Rules.EXTENDED,
        ),
        (
            with_guideline("urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"),
            "XRechnung (CII)",
            Rules.CII,
        ),
        (with_guideline("urn:zugferd.de:2p0:minimum"), "ZUGFeRD 2.0, profile MINIMUM", Rules.MINIMUM),
        (with_guideline("urn:zugferd.de:2p0:basicwl"), "ZUGFeRD 2.0, profile BASIC WL", Rules.BASIC_WL),
        (
            with_guideline("urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic"),
            "ZUGFeRD 2.0, profile BASIC",
            Rules.BASIC,
        ),
        (
            with_guideline("urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended"),
            "ZUGFeRD 2.0, profile EXTENDED",
            Rules.EXTENDED,
        ),
        (with_guideline("urn:example.org:our-own"), "Cross Industry Invoice (CII)", Rules.CII),
        (hybrids.zugferd_1(), "ZUGFeRD 1", Rules.ZUGFERD_1),
    ],
)
def test_an_invoice_is_recognised_with_its_profile(xml: bytes, name: str, rules: Rules, asked: list[Rules]) -> None:
    assert validate(xml).format == name
    assert asked == [rules]


def test_a_refinement_is_named_as_unchecked() -> None:
    peppol = b"urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
    report = validate(xml_of("ubl_v1").replace(b"urn:cen.eu:en16931:2017", peppol))
    assert report.format == "Peppol (UBL), invoice"
    assert report.notes == ["It claims to keep the rules of Peppol, too: those are not checked here, only EN 16931's."]


def test_our_own_formats_and_the_tax_offices_are_known() -> None:
    layout = io.BytesIO()
    convert_to_layout(make_pdf(["Hello"]), layout)
    assert "layout_v1" in validate(layout.getvalue()).format
    assert not validate(layout.getvalue()).findings
    broken = layout.getvalue().replace(b"bbox=", b"box=", 1)
    assert validate(broken).findings
    assert "invoice_v1" in validate(b'<invoices xmlns="urn:fakturo:invoice:1" version="1"/>').format
    report = validate(BULK)
    assert report.format == "Coretax TaxInvoiceBulk"
    assert report.findings


def test_a_finding_says_line_and_element() -> None:
    judge.appoint(lambda _xml, _rules: [Failure("BR-02", "", "/Invoice")])
    (finding,) = validate(xml_of("ubl_v1")).as_document()["findings"]
    assert finding["message"] == "The invoice number is missing."
    assert finding["element"] == "ID"
    assert finding["line"] == 4
    assert finding["severity"] == Severity.ERROR.value


def test_without_the_rules_it_is_said_that_nothing_was_checked() -> None:
    def nobody(_xml: bytes, _rules: Rules) -> list[Failure]:
        raise NoJudge(judge.NOT_INSTALLED)

    judge.appoint(nobody)
    document = validate(xml_of("ubl_v1")).as_document()
    assert document["checked"] is False
    assert document["valid"] is True
    assert document["findings"][0]["message"] == "Not checked against EN 16931: install fakturo[validation]."


def test_a_check_that_fails_is_an_error() -> None:
    def nobody(_xml: bytes, _rules: Rules) -> list[Failure]:
        raise NoJudge(judge.NOT_NOW)

    judge.appoint(nobody)
    assert validate(xml_of("ubl_v1")).as_document()["valid"] is False


@pytest.mark.parametrize("listed", [True, False])
def test_the_xml_in_a_pdf_is_taken_out_of_it(*, listed: bool) -> None:
    report = validate(hybrids.hybrid_pdf(["Invoice"], {"factur-x.xml": xml_of("cii_v1")}, listed=listed))
    assert report.format == "Factur-X, profile EN 16931"
    assert report.notes == [f"It lies in the PDF{' as factur-x.xml' if listed else ''}."]


def test_a_draft_is_named_as_one() -> None:
    out = io.BytesIO()
    write(evaluate(find_mapping("ubl_v1"), bill_of(INVOICES["plain"])[0]).root, out, comment="draft: to be reviewed")
    assert validate(out.getvalue()).notes == ["It is marked as a draft, to be reviewed before it is used."]


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("windows-1252", "windows-1252")]
)
def test_other_encodings_are_read(encoding: str, mark: str) -> None:
    text = xml_of("ubl_v1").decode().replace('encoding="utf-8"', f'encoding="{mark}"')
    assert validate(text.encode(encoding)).format == "UBL 2.1, invoice"


BOMB = (
    b"""<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]><a>&y;</a>"""
)
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>"""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "The file is empty"),
        (b"\xef\xbb\xbf \n", "This is no XML"),
        (b"Hello", "This is no XML"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "This is no XML"),
        (b"<a><b></a>", "The XML is damaged (line 1)"),
        (b"<a>\n<b>\n", "The XML is damaged (line"),
        (b"<!DOCTYPE a><a/>", "document type of its own"),
        (b'<!DOCTYPE a SYSTEM "http://a.example/a.dtd"><a/>', "document type of its own"),
        (BOMB, "document type"),
        (OUTSIDE, "document type"),
        (b"<a>" * 5000 + b"</a>" * 5000, "nested deeper than in any invoice"),
        (b"<a>" + b"<b/>" * 1_000_001 + b"</a>", "more elements than can be checked"),
        (b'<?xml version="1.0" encoding="utf-8"?><a>\xff\xfe\xfd</a>', "not in the encoding that it names"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "not in the encoding that it names"),
        (b"<html><body/></html>", "kind that can't be checked here: its outermost element is <html>"),
        (b"<Invoice><ID>1</ID></Invoice>", "kind that can't be checked here"),
        (make_pdf(["Hello"]), "The PDF carries no XML"),
    ],
)
def test_what_can_not_be_read_is_refused_in_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        validate(data)
    assert why in str(refusal.value)
    assert str(refusal.value).endswith((".", "UTF-8"))


def test_xml_in_a_pdf_that_can_not_be_read_is_told() -> None:
    with pytest.raises(Unreadable, match="The XML in the PDF can't be read: The XML is damaged"):
        validate(hybrids.hybrid_pdf(["Invoice"], {"factur-x.xml": b"<a><b></a>"}))
