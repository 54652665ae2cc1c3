"""Each field says who won and why, in words and in figures."""

import json

from fakturo.convert.invoice_json import as_document, invoices_as_json
from fakturo.convert.reader import read_invoice
from fakturo.convert.weigh.decide import VETOED
from tests.support.drawn import drawn
from tests.unit.convert.weigh.test_evidence import PAGE


def test_the_candidates_of_a_field_are_told_with_what_spoke_for_them() -> None:
    invoice = read_invoice(drawn(PAGE.replace("Attn. Jo Miller", "")))
    told = json.loads(invoices_as_json([invoice], explain=True))["explain"]
    first, second = told["buyer.name"]["candidates"][:2]
    assert first["value"] == invoice.buyer.name == "North Bay Sailing"
    assert first["probability"] > second["probability"]
    assert {"below is street", "called buyer"} <= {fact["fact"] for fact in first["evidence"]}
    assert told["buyer.name"]["words"].startswith('"North Bay Sailing", ')
    assert told["invoice.date"]["candidates"][0]["value"] == "2024-05-03"


def test_days_are_told_as_they_were_read_and_no_surer_than_they_are() -> None:
    (page,) = drawn("""
        Harbour Goods Inc.
        12 Dock St, Portland, OR 97201, USA

        Bill to                       INVOICE  HG-1201
        North Bay Sailing             Invoice date   03/04/2024
        9 Pier Road                   Due date
        Portland, OR 97202            04/04/2024
                                      05/15/2024

        Qty   Description      Unit price     Amount
        2     Rope                  10.00      20.00
                               Total USD       20.00
    """)
    invoice = read_invoice([page])
    told = json.loads(invoices_as_json([invoice], explain=True))["explain"]
    assert told["invoice.date"]["candidates"][0]["value"] == str(invoice.date) == "2024-03-04"
    due = told["invoice.due_date"]["candidates"][0]
    assert due["value"] == str(invoice.due_date)
    assert due["probability"] <= VETOED  # one of two instalments


def test_nobody_who_does_not_ask_is_told() -> None:
    assert "explain" not in as_document(read_invoice(drawn(PAGE)))
