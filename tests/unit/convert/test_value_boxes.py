"""Where a value stands on its line."""

from dataclasses import replace

import pytest

from fakturo.convert.invoice import Evidence, Invoice, Issue, Origin
from fakturo.convert.page import Box, around
from fakturo.convert.value_boxes import as_in_file, narrowed
from tests.support.drawn import drawn


def test_a_value_beside_others_on_its_line_has_the_box_of_its_own_words() -> None:
    sheets = drawn("Northlight Ltd 1 Example Street")
    (phrase,) = sheets[0].phrases
    whole = Evidence("Northlight Ltd", 1, phrase.box, Origin.TEXT, 0.9)
    fields = {"seller.name": whole, "buyer.name": replace(whole, raw="Elsewhere"), "kind": replace(whole, box=None)}
    found = narrowed(fields, sheets)
    assert found["seller.name"].box == around([word.box for word in phrase.words[:2]])
    assert (found["buyer.name"], found["kind"]) == (fields["buyer.name"], fields["kind"])


def test_a_name_over_two_lines_has_the_box_of_both() -> None:
    sheets = drawn("Luca Jessamer\nVeterinary Clinic Ltd")
    first, second = sheets[0].phrases
    whole = Evidence("Luca Jessamer Veterinary Clinic Ltd", 1, first.box, Origin.TEXT, 0.9)
    found = narrowed({"buyer.name": whole, "seller.name": replace(whole, raw="Luca Jessamer and others")}, sheets)
    assert found["buyer.name"].box == around([first.box, second.box])
    assert found["seller.name"].box == first.box


@pytest.mark.parametrize(
    ("turned", "box"),
    [(0, (10, 20, 60, 40)), (90, (20, 340, 40, 390)), (180, (340, 260, 390, 280)), (270, (260, 10, 280, 60))],
)
def test_a_value_of_a_scan_that_was_turned_has_its_place_on_the_page_as_drawn(
    turned: int, box: tuple[int, ...]
) -> None:
    """On a page of 400 by 300 points as read."""
    sheets = [replace(sheet, width=400, height=300, turned=turned) for sheet in drawn("Total 12.00")]
    evidence = Evidence("12.00", 1, Box(10, 20, 60, 40), Origin.OCR, 0.9)
    issue = Issue("TOTAL_DOUBTFUL", "totals.total", "Why?", 1, evidence.box)
    placed = as_in_file(Invoice(fields={"totals.total": evidence}, issues=[issue]), sheets)
    assert (placed.fields["totals.total"].box, placed.issues[0].box) == (box, box)
