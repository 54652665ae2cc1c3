"""The whole way from invoices to XML, with what the gate says told at its place on the paper."""

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from lxml import etree

from fakturo.convert import produce as producing
from fakturo.convert.directory.question import Answer, Question, know_nothing
from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Invoice, Issue, Item, Severity, Verdict
from fakturo.convert.mapping import find_mapping
from fakturo.convert.mapping.model import Mapping
from fakturo.convert.produce import MOST_ISSUES, NothingToConvert, produce
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.en16931 import judge
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.target import AboutInvoice, Finding, Prepared
from tests.support.european import european_invoices
from tests.support.invoices import invoice_page, invoice_pdf
from tests.support.pdfs import pdf_of_pages

MAPPING = find_mapping("invoice_v1")


def made(invoices: Sequence[Invoice], mapping: Mapping = MAPPING) -> tuple[list[Invoice], str]:
    out = io.BytesIO()
    return produce(mapping, invoices, know_nothing, out, pretty=True), out.getvalue().decode()


@pytest.fixture
def invoice() -> Invoice:
    (invoice,) = read_invoices(invoice_pdf())
    return invoice


def test_a_clean_invoice_passes_and_its_xml_is_no_draft(invoice: Invoice) -> None:
    (judged,), xml = made([invoice])
    assert judged == invoice
    assert "draft" not in xml
    assert xml == made([invoice])[1]


def test_a_finding_is_told_with_the_field_and_its_place_on_the_paper(invoice: Invoice) -> None:
    items = (invoice.items[0], replace(invoice.items[1], description=""))
    (judged,), xml = made([replace(invoice, currency="EURO", items=items)])
    assert judged.verdict is Verdict.REVIEW
    (issue,) = judged.issues
    assert (issue.code, issue.field, issue.severity) == ("SCHEMA", "invoice.currency", Severity.ERROR)
    assert issue.message == "currency: 'EURO' is not a valid value."
    evidence = invoice.fields["invoice.currency"]
    assert (issue.page, issue.box) == (evidence.page, evidence.box)
    assert xml.splitlines()[1] == "<!-- draft: to be reviewed before it is used (SCHEMA) -->"


def test_a_finding_about_a_line_names_that_line(invoice: Invoice) -> None:
    items = (*invoice.items, Item(amount=None, description="nothing"))
    (judged,), _ = made([replace(invoice, items=items)])
    assert [issue.field for issue in judged.issues] == ["items.2.amount"]


def test_a_finding_about_what_no_value_was_put_into_names_what_is_around_it(invoice: Invoice) -> None:
    judged, _ = made([invoice, replace(invoice, items=())])
    assert [(issue.field, issue.message) for issue in judged[1].issues] == [
        (None, "items is not complete: item is missing.")
    ]
    assert not judged[0].issues


def test_what_was_missed_when_it_was_read_is_not_told_again_by_the_gate(invoice: Invoice) -> None:
    missing = Issue("NUMBER_MISSING", "invoice.number", "No invoice number was found.")
    (judged,), _ = made([replace(invoice, number=None, issues=[missing], verdict=Verdict.REVIEW)])
    assert list(judged.issues) == [missing]


def test_each_of_several_invoices_gets_its_own_findings(invoice: Invoice) -> None:
    judged, xml = made([invoice, replace(invoice, currency="x"), invoice])
    assert [each.verdict for each in judged] == [Verdict.ACCEPTED, Verdict.REVIEW, Verdict.ACCEPTED]
    assert xml.count("<number>NL-2026-017</number>") == 3


def test_a_target_of_one_invoice_says_where_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [invoice_page("A-1"), invoice_page("A-2"), invoice_page("A-3")]
    invoices = read_invoices(pdf_of_pages(pages))
    assert [each.pages for each in invoices] == [(1,), (2,), (3,)]
    invoices[2] = replace(invoices[2], pages=(3, 4, 5))
    monkeypatch.setitem(TARGETS, "invoice", replace(TARGETS["invoice"], one_invoice=True))
    judged, xml = made(invoices)
    assert xml.count("<number>") == 1
    (issue,) = judged[0].issues
    assert issue.code == "SEVERAL_INVOICES"
    assert issue.message == (
        "There are 3 invoices in this file, and Invoice holds one: the first is in the XML, those on page 2 "
        "and on pages 3 to 5 are not. Send them as files of their own."
    )
    assert [each.verdict for each in judged] == [Verdict.REVIEW, Verdict.ACCEPTED, Verdict.ACCEPTED]
    assert "draft" in xml


@pytest.mark.parametrize("lines", [50, 120])
def test_what_was_not_checked_is_a_draft_however_many_warnings_come_before(
    lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(xml: bytes, rules: Rules) -> judge.Report:
        raise judge.NoJudge(judge.NOT_NOW)

    monkeypatch.setattr(judge._Office, "judge", staticmethod(nobody))
    invoice = european_invoices(1)[0][1]
    free = replace(invoice.items[0], qty=Decimal(1), uom="smidgen", unit_price=Decimal(0), amount=Decimal(0))
    strange = replace(invoice, items=(*invoice.items, *[free] * lines))
    (judged,), xml = made([strange], find_mapping("cii_v1"))
    assert judged.verdict is Verdict.REVIEW
    assert xml.splitlines()[1] == "<!-- draft: to be reviewed before it is used (NOT_CHECKED) -->"
    codes = Counter(issue.code for issue in judged.issues)
    if lines < MOST_ISSUES:
        assert codes == {"UNIT_UNKNOWN": lines, "NOT_CHECKED": 1}
    else:
        assert codes == {"NOT_CHECKED": 1, "UNIT_UNKNOWN": MOST_ISSUES - 1, "MORE_FINDINGS": 1}


def test_no_invoice_of_a_file_is_accepted_because_others_have_more_to_be_said(invoice: Invoice) -> None:
    wrong = replace(invoice, currency="EURO")
    judged, _ = made([wrong] * 150)
    assert {each.verdict for each in judged} == {Verdict.REVIEW}


def test_the_directory_is_asked_what_the_target_asks_and_warnings_alone_need_no_review(
    invoice: Invoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []
    warning = Issue("UNIT_UNKNOWN", "items.0.qty", "What is a pc?", severity=Severity.WARNING)

    def prepare(invoices: Sequence[Invoice], answer: Answer) -> Prepared:
        assert answer.units == {"pc": "UM.0021"}
        return Prepared(TARGETS["invoice"].prepare(invoices, answer).values, [AboutInvoice(0, warning)])

    target = replace(TARGETS["invoice"], ask=lambda _: Question(units=("pc",)), prepare=prepare)
    monkeypatch.setattr(producing, "TARGETS", {"invoice": target})

    def lookup(question: Question) -> Answer:
        asked.append(question)
        return Answer(units={"pc": "UM.0021"})

    (judged,) = produce(MAPPING, [invoice], lookup, io.BytesIO())
    assert asked == [Question(units=("pc",))]
    (issue,) = judged.issues
    assert (issue.code, issue.page) == ("UNIT_UNKNOWN", 1)
    assert judged.verdict is Verdict.ACCEPTED


def test_a_finding_about_the_whole_document_is_told_with_the_first_invoice(
    invoice: Invoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = replace(TARGETS["invoice"], check=lambda _: [Finding("TOO_MANY", "There are too many.")])
    monkeypatch.setattr(producing, "TARGETS", {"invoice": target})
    judged = produce(MAPPING, [invoice, invoice], know_nothing, io.BytesIO())
    assert [[issue.code for issue in each.issues] for each in judged] == [["TOO_MANY"], []]


def test_no_invoice_is_said_so() -> None:
    with pytest.raises(NothingToConvert):
        made([])


def test_every_value_of_the_json_is_in_the_xml(invoice: Invoice) -> None:
    full = replace(
        invoice, po="PO-7", due_date=invoice.date, seller=replace(invoice.seller, tax_id="DE1"),
        items=(replace(invoice.items[0], no="10", sku="SKU", hs_code="8536", uom="PCS", tax_rate=Decimal(19)),),
    )  # fmt: skip
    _, xml = made([full])
    root = etree.fromstring(xml.encode())
    texts = {each.text for each in root.iter() if each.text and each.text.strip()}
    assert {"PO-7", "DE1", "10", "SKU", "8536", "40", "PCS", "12.50", "19", "149.72", "937.72"} <= texts
