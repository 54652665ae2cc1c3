"""Whether a paper is an invoice: by its own title or number, not by papers that it names."""

import pytest

from fakturo.convert.header.reader import read_header
from fakturo.convert.invoice import Kind
from tests.support.drawn import drawn

PAGE = """Berg GmbH
80331 München
{title}

Bill to:
Tal GmbH
10115 Berlin

{number}: A-1001
Date: 3 May 2024

Description            Qty       Price      Amount
Delivery note 4711
Work                   2         50.00      100.00
Total EUR                                   100.00

{foot}
"""


@pytest.mark.parametrize(
    ("title", "number", "foot", "doubted"),
    [
        ("^DELIVERY NOTE", "Document no", "", True),
        ("^RECEIPT", "Document no", "", True),
        ("^RECEIPT", "Invoice no", "", False),
        ("", "Document no", "Terms and conditions overleaf", False),
    ],
)
def test_another_papers_title_is_doubted_where_it_is_the_papers_own(
    title: str, number: str, foot: str, doubted: bool
) -> None:
    header = read_header(drawn(PAGE.format(title=title, number=number, foot=foot)))
    assert ("KIND_DOUBTFUL" in {issue.code for issue in header.issues}) is doubted


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("TD04 (nota di credito)", Kind.CREDIT_NOTE),
        ("^Berg S.L. FACTURA RECTIFICATIVA", Kind.CREDIT_NOTE),
        ("See our credit note", Kind.INVOICE),
    ],
)
def test_a_kind_behind_a_code_or_a_company_is_a_title(title: str, kind: Kind) -> None:
    header = read_header(drawn(PAGE.format(title=title, number="Document no", foot="")))
    assert header.kind.value is kind


@pytest.mark.parametrize(
    ("title", "number", "kind"),
    [
        ("^Vorbatkorrektur", "Document no", Kind.CREDIT_NOTE),
        ("^Vorbatkorrektur", "Invoice no", Kind.INVOICE),
        ("^Vorbat", "Document no", Kind.INVOICE),
        ("^Rental return", "Document no", Kind.INVOICE),
    ],
)
def test_an_unknown_title_that_gives_back_is_a_credit_notes_in_doubt(title: str, number: str, kind: Kind) -> None:
    header = read_header(drawn(PAGE.format(title=title, number=number, foot="")))
    assert header.kind.value is kind
    assert ("KIND_DOUBTFUL" in {issue.code for issue in header.issues}) is (kind is Kind.CREDIT_NOTE)
