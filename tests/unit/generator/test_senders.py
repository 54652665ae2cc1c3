"""The senders' papers are sound: what their truth calls printed stands on the page, and their sums close."""

import pypdfium2
import pytest

from tests.generator.amounts_in_words import english, indonesian, spanish
from tests.generator.registry import draw, families
from tests.support.truths import faults, missing

SENDERS = [name for name, family in families().items() if family.__module__.endswith("_senders")]
SEEDS = (1, 2, 3)


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(str(page.get_textpage().get_text_bounded()) for page in document)
    document.close()
    return " ".join(text.split())


@pytest.mark.parametrize("name", SENDERS)
def test_a_senders_paper_says_what_its_truth_says(name: str) -> None:
    for seed in SEEDS:
        drawn = draw(name, seed)
        (truth,) = drawn.truths
        assert missing(truth, text_of(drawn.pdf)) == []
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)
        assert truth["pages"] == list(range(1, len(pypdfium2.PdfDocument(drawn.pdf)) + 1))


def test_few_papers_are_wrong_but_some_are() -> None:
    wrong = [draw(name, seed).truths[0]["expect"] == "review" for name in SENDERS for seed in range(20, 26)]
    assert 0 < sum(wrong) <= 0.06 * len(wrong)


def test_sums_are_written_out() -> None:
    assert english(139_440) == "one hundred thirty-nine thousand four hundred forty"
    assert indonesian(1_111_015) == "satu juta seratus sebelas ribu lima belas"
    assert indonesian(923_001_000) == "sembilan ratus dua puluh tiga juta seribu"
    assert spanish(41_321_100) == "cuarenta y un millones trescientos veintiun mil cien"
