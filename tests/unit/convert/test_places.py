"""Where a value stands on its line."""

from dataclasses import replace

from fakturo.convert.invoice import Evidence, Origin
from fakturo.convert.page import around
from fakturo.convert.places import narrowed
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
