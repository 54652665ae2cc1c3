"""Every family draws, the same way twice, and its truth adds up by a reckoning of its own.

Held-back ones round in ways of their own, as real vendors do; they are only drawn here.
"""

import pypdfium2 as pdfium
import pytest

from tests.generator.registry import DEV, HELDBACK, draw, families
from tests.support.truths import faults

NAMES = [(group, name) for group in (DEV, HELDBACK) for name in families(group)]
SEED = 7


@pytest.mark.parametrize(("group", "name"), NAMES)
def test_a_family_draws_the_same_pdf_twice_with_a_truth_for_its_pages(group: str, name: str) -> None:
    drawn = draw(name, SEED, group)
    assert draw(name, SEED, group) == drawn
    assert drawn.truths
    assert len(pdfium.PdfDocument(drawn.pdf)) >= max(page for truth in drawn.truths for page in truth["pages"])


@pytest.mark.parametrize("name", [name for name in families() if "scan" not in name])
def test_a_truth_adds_up_unless_it_says_otherwise(name: str) -> None:
    for truth in draw(name, SEED).truths:
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)
