"""Every family draws, the same way twice, and its truth stands on its pages and adds up by a reckoning of its own."""

import pypdfium2
import pytest

from tests.generator.amounts_in_words import english, indonesian, spanish
from tests.generator.registry import DEV, HELDBACK, Drawn, draw, families
from tests.support.truths import faults, missing

SEED = 7
SEEDS = (1, 2, 3)
READABLE = [name for name in families() if "scan" not in name]
SENDERS = [name for name, family in families().items() if "Bill" in family.__globals__]
"""Those drawn by hand, whose truth names all that is printed."""


def text_of(drawn: Drawn) -> str:
    document = pypdfium2.PdfDocument(drawn.pdf)
    text = " ".join(str(page.get_textpage().get_text_bounded()) for page in document)
    document.close()
    return " ".join(text.split())


def page_count(drawn: Drawn) -> int:
    return len(pypdfium2.PdfDocument(drawn.pdf))


@pytest.mark.parametrize("name", READABLE)
def test_a_truth_adds_up_unless_it_says_otherwise(name: str) -> None:
    for truth in draw(name, SEED).truths:
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)


@pytest.mark.long
@pytest.mark.parametrize(("group", "name"), [(group, name) for group in (DEV, HELDBACK) for name in families(group)])
def test_a_family_draws_the_same_pdf_twice_with_a_truth_for_its_pages(group: str, name: str) -> None:
    drawn = draw(name, SEED, group)
    assert draw(name, SEED, group) == drawn
    assert drawn.truths
    assert page_count(drawn) >= max(page for truth in drawn.truths for page in truth["pages"])


@pytest.mark.long
@pytest.mark.parametrize("name", SENDERS)
def test_a_senders_paper_says_what_its_truth_says(name: str) -> None:
    for seed in SEEDS:
        drawn = draw(name, seed)
        (truth,) = drawn.truths
        assert missing(truth, text_of(drawn)) == []
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)
        assert truth["pages"] == list(range(1, page_count(drawn) + 1))


@pytest.mark.long
def test_few_papers_are_wrong_but_some_are() -> None:
    wrong = [draw(name, seed).truths[0]["expect"] == "review" for name in SENDERS for seed in range(20, 40)]
    assert 0 < sum(wrong) <= 0.06 * len(wrong)


def test_sums_are_written_out() -> None:
    assert english(139_440) == "one hundred thirty-nine thousand four hundred forty"
    assert indonesian(1_111_015) == "satu juta seratus sebelas ribu lima belas"
    assert indonesian(923_001_000) == "sembilan ratus dua puluh tiga juta seribu"
    assert spanish(41_321_100) == "cuarenta y un millones trescientos veintiun mil cien"
