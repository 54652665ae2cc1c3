"""Forgetting words changes what is known, by seed, and nothing when nothing is to be forgotten."""

import subprocess
import sys

import pytest

COUNT = """
from fakturo.convert.vocabulary import languages, terms
from tests.score.forgetful import forget
forget({percent}, {seed})
print(sum(len(words) for each in languages().values() for words in each.get("labels", {{}}).values()))
print(sorted(terms("labels").meanings("Rechnungsnummer invoice number numéro de facture nomor faktur factuurnummer")))
"""


def known(percent: int, seed: int) -> tuple[int, str]:
    """By a process of its own: what is forgotten is forgotten for good."""
    code = COUNT.format(percent=percent, seed=seed)
    count, found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return int(count), found


def test_a_share_of_the_words_is_forgotten() -> None:
    everything, found = known(0, 1)
    assert "invoice_number" in found
    kept, _ = known(25, 1)
    assert 0.7 < kept / everything < 0.8
    nothing, found = known(100, 1)
    assert (nothing, found) == (0, "[]")


@pytest.mark.parametrize(("seed", "same"), [(1, True), (2, False)])
def test_the_seed_says_which(seed: int, same: bool) -> None:
    assert (known(50, 1) == known(50, seed)) is same
