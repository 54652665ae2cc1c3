"""Each field says who won and why, in words and in figures."""

import json

from fakturo.convert.invoice_json import as_document, invoices_as_json
from fakturo.convert.reader import read_invoice
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


def test_nobody_who_does_not_ask_is_told() -> None:
    assert "explain" not in as_document(read_invoice(drawn(PAGE)))
