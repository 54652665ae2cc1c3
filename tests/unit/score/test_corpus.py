"""The real invoices' truths: only where the corpus is at hand."""

import os
from pathlib import Path

import pytest

from tests.score.corpus import corpus_cases, positive
from tests.score.corrections import DISAGREES, EXCLUDED, PRINTED

FOLDER = Path(os.environ.get("FAKTURO_CORPUS") or "no-corpus")
needs_corpus = pytest.mark.skipif(not FOLDER.is_dir(), reason="FAKTURO_CORPUS names no folder with the corpus")


def test_a_correction_with_negative_amounts_becomes_a_positive_credit_note() -> None:
    negative = {
        "kind": "invoice",
        "items": [{"qty": "-5", "unit_price": "1.00", "amount": "-5.00"}],
        "totals": {"total": "-5.95", "tax": "-0.95", "discount": "0", "payable": None},
    }
    assert positive(negative) == {
        "kind": "credit_note",
        "items": [{"qty": "5", "unit_price": "1.00", "amount": "5.00"}],
        "totals": {"total": "5.95", "tax": "0.95", "discount": "0", "payable": None},
    }


@needs_corpus
def test_every_correction_is_of_a_file_that_exists_and_every_file_has_something_to_score() -> None:
    cases = {case.name: case for case in corpus_cases(FOLDER)}
    assert set(PRINTED) | set(EXCLUDED) | DISAGREES <= set(cases)
    assert all(case.truths[0]["totals"]["total"] for case in cases.values())
