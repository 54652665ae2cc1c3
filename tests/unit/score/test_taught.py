"""Second sight in small: a vendor's first paper is taught, the others are read, and no stranger gets its template."""

from tests.generator.registry import DEV
from tests.generator.vendor import draw_of_vendor
from tests.score.taught import MADE_UP, made_up_vendors, second_sight

FAMILIES = (
    "french-desktop-commercial",
    "german-cumulative-instalment",
    "indonesian-contract-termin",
    "magazine-reader-service",
    "royalty-statement",
)
"""Whose papers go to review, or are read wrong, until their vendor is taught."""


def test_papers_of_one_vendor_share_the_seller_and_nothing_that_is_counted() -> None:
    papers = [draw_of_vendor("din-5008", 1, paper) for paper in (1, 2)]
    one, other = (paper.truths[0] for paper in papers)
    assert one["seller"] == other["seller"]
    assert one["invoice"]["number"] != other["invoice"]["number"]
    assert one["totals"] != other["totals"]
    assert papers[0].pdf == draw_of_vendor("din-5008", 1, 1).pdf
    assert draw_of_vendor("din-5008", 2, 1).truths[0]["seller"] != one["seller"]


def test_what_was_taught_holds_on_the_next_papers_and_on_no_stranger() -> None:
    vendors = list(made_up_vendors(DEV, 2, 1, FAMILIES))
    (stranger,) = made_up_vendors(DEV, 1, 2, FAMILIES[:1])
    figures = second_sight(vendors, stranger.papers)["figures"]
    seen = figures[MADE_UP]
    assert seen["vendors"] == len(FAMILIES)
    assert seen["accepted_before"] < seen["accepted"] == seen["papers"]
    assert seen["exact"] == seen["own_template_used"] == seen["papers"]
    assert seen["wrong_accepted"] == 0
    assert figures["strangers"] == {"papers": 1, "given_a_taught_template": 0}


def test_a_number_in_a_sentence_that_moved_is_found_again() -> None:
    """The buyer's tax number stands in a letter's text: lower on the next paper than on the taught one."""
    vendors = list(made_up_vendors(DEV, 2, 1, ("typeset-letter-reverse-charge",)))
    seen = second_sight(vendors, [])["figures"][MADE_UP]
    assert (seen["taught_exact"], seen["exact"], seen["accepted"], seen["wrong_accepted"]) == (1, 1, 1, 0)
