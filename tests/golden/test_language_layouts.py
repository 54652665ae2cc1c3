"""Invoices as their countries print them, in every language of the vocabulary: fields, lines and sums must be read.

A file of `languages/` says what must be read (`-`: nothing), a line as `quantity x price = amount`, then shows the
page. They were written from the forms before the engine had read them, and no weight is learned from them. Names depend
on the weights, and are left open.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from fakturo.convert.invoice import Invoice, Verdict
from fakturo.convert.invoice_json import as_document
from fakturo.convert.reader import read_invoice
from tests.golden.test_header_layouts import PATHS, same
from tests.golden.test_number_layouts import line_of, normal_line, plain
from tests.score.compare import value_at
from tests.support.drawn import drawn

LAYOUTS = sorted((Path(__file__).parent / "languages").glob("*.txt"))
NAMES = frozenset({"seller", "buyer", "seller_tax", "buyer_tax"})
GAPS = {
    # the day of the invoice that it corrects, in doubt
    "bg_kreditno": {"date"},
    # a charge under a word that is not listed
    "bg_avans": {"charges"},
    # heads and sums of their own kind
    "eu_faktura": {"tax"},  # "BEZ" is their VAT, and "without" elsewhere
    "hi_agrim": {"lines", "discount", "charges", "total", "prepaid", "payable"},
    "ja_seikyusho": {"lines"},
    "ko_georaemyeongse": {"lines"},
    "ko_segeumgyesanseo": {"currency", "lines", "subtotal", "tax"},
    "vi_dat_coc": {"lines", "discount", "charges"},
    "zh_fapiao": {"tax", "total"},
    # whose money it is, nothing on the page says but a word that several countries have
    "nb_forskudd": {"currency"},
    "ro_avans": {"currency"},
    # "ALL" is their money, and a word elsewhere
    "sq_fature": {"currency"},
    # series and number are two columns
    "el_timologio": {"number"},
}
"""Fields that are not read yet: what is to do."""


def read(layout: Path) -> tuple[dict[str, str], Invoice]:
    head, _, picture = layout.read_text("utf-8").partition("\n---\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), read_invoice(drawn(picture))


def wrong_fields(expected: dict[str, str], invoice: Invoice) -> dict[str, str]:
    """What was read otherwise than it is printed, by field."""
    document = as_document(invoice)
    wrong: dict[str, str] = {}
    for field, value in expected.items():
        if field == "lines":
            got = " | ".join(line_of(item) for item in invoice.items)
            right = got == " | ".join(normal_line(line) for line in value.split(" | "))
        elif field in PATHS:
            got = str(value_at(document, PATHS[field]) or "-")
            right = same(field, value, got)
        else:
            got = plain(getattr(invoice.totals, field))
            right = got == plain(Decimal(value))
        if not right:
            wrong[field] = got
    return wrong


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_a_form_of_its_country_is_read(layout: Path) -> None:
    expected, invoice = read(layout)
    wrong = wrong_fields({field: value for field, value in expected.items() if field not in NAMES}, invoice)
    assert wrong.keys() <= GAPS.get(layout.stem, set()), wrong


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_a_form_that_is_accepted_is_right_in_all(layout: Path) -> None:
    expected, invoice = read(layout)
    assert invoice.verdict is Verdict.REVIEW or not wrong_fields(expected, invoice)


def test_gaps_are_of_forms_that_are_there() -> None:
    assert GAPS.keys() <= {layout.stem for layout in LAYOUTS}
