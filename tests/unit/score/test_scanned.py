"""Scans made of papers with text: pictures alone, and the same ones every time."""

from fakturo.convert.engine import pages_of
from tests.score.cases import Case
from tests.score.scanned import scanned_cases
from tests.support.pdfs import make_pdf

CASE = Case("Z1", "made-up", make_pdf([["Invoice 42", "Total 10.00"], ["second page"]], size=(200, 120)), ({},))


def scan(seed: str) -> bytes:
    (case,) = scanned_cases([CASE], seed)
    return case.pdf


def test_nothing_but_a_picture_is_left_of_each_page() -> None:
    pages = list(pages_of(scan("a")))
    assert [len(list(page.images)) for page in pages] == [1, 1]
    assert not any(list(page.words) for page in pages)


def test_a_paper_and_a_seed_give_one_scan() -> None:
    assert scan("a") == scan("a") != scan("b")
