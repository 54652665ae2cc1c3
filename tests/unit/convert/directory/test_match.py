"""Who is meant: the rules one by one, with near-duplicates planted on purpose."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakturo.convert.directory.match import Found, GoodsEntry, PartyEntry, Rank, UnitAlias, answer, classify, identify
from fakturo.convert.directory.question import (
    Answer,
    GoodsQuestion,
    GoodsRecord,
    PartyAnswer,
    PartyQuestion,
    Question,
    Record,
    Role,
)
from fakturo.convert.directory.shelf import Shelf

MAJU = Record("PT Maju Jaya Sentosa", tin="0012345674012000")
SUMBER = Record("PT Sumber Rejeki Abadi Nusantara", tin="0023456783012000", aliases=("Sumber Rejeki",))
SUMBER_CV = Record("CV Sumber Rejeki Abadi Nusantara", tin="0034567891012000")
BRANCH = replace(SUMBER, name="PT Sumber Rejeki Abadi Nusantara Surabaya", nitku="0023456783012000000001", aliases=())
SELLER = Record("PT Penjual Utama", role=Role.SELLER, tin="0045678901012000")


def ask(name: str | None, tax_id: str | None, *records: Record, role: Role = Role.BUYER) -> PartyAnswer:
    return identify(PartyQuestion(role, name, tax_id), [PartyEntry(record) for record in records])


def names(found: PartyAnswer) -> list[str]:
    return [candidate.record.name for candidate in found.candidates]


def test_the_very_name_is_enough() -> None:
    assert ask("maju jaya sentosa, pt", None, MAJU, SUMBER) == PartyAnswer(MAJU)
    assert ask("SUMBER REJEKI", None, MAJU, SUMBER) == PartyAnswer(SUMBER)


@pytest.mark.parametrize(
    "printed", ["01.234.567.4-012.000", "012345674012000", "0012345674012000", "0012345674012000 000000"]
)
def test_a_tax_number_is_enough_however_it_is_printed(printed: str) -> None:
    assert ask(None, printed, MAJU, SUMBER) == PartyAnswer(MAJU)
    assert ask("Toko Lain Sama Sekali", printed, MAJU, SUMBER) == PartyAnswer(MAJU)


def test_two_of_one_name_are_nobody_and_both_candidates() -> None:
    twin = replace(MAJU, tin="0056789012012000")
    found = ask("PT Maju Jaya Sentosa", None, MAJU, twin)
    assert found.record is None
    assert [each.record for each in found.candidates] == [MAJU, twin]
    assert {each.similarity for each in found.candidates} == {1}
    assert ask("PT Maju Jaya Sentosa", twin.tin, MAJU, twin) == PartyAnswer(twin)


def test_a_slip_of_the_pen_is_forgiven_and_told() -> None:
    found = ask("PT Sumber Rejeki Abadi Nusantarra", None, MAJU, SUMBER)
    assert found.record == SUMBER
    assert names(found) == [SUMBER.name]
    assert 0.92 <= found.candidates[0].similarity < 1


def test_of_two_that_are_nearly_as_near_none_is_taken() -> None:
    other = Record("PT Sumber Rejeki Abadi Nusantaraa", tin="0056789012012000")
    found = ask("PT Sumber Rejeki Abadi Nusantarra", None, SUMBER, other)
    assert found.record is None
    assert set(names(found)) == {SUMBER.name, other.name}


def test_a_name_that_is_only_similar_is_asked_about() -> None:
    found = ask("PT Maju Jaya Sentausa", None, MAJU, SUMBER)
    assert found.record is None
    assert names(found) == [MAJU.name]
    assert 0.86 <= found.candidates[0].similarity < 0.92
    assert ask("PT Lain Sama Sekali", None, MAJU, SUMBER) == PartyAnswer()


def test_another_legal_form_is_another_company() -> None:
    found = ask("CV Sumber Rejeki Abadi Nusantara", None, SUMBER)
    assert found.record is None
    assert names(found) == [SUMBER.name]
    assert ask("CV Sumber Rejeki Abadi Nusantara", None, SUMBER, SUMBER_CV) == PartyAnswer(SUMBER_CV)


def test_name_and_number_of_different_parties_are_a_question() -> None:
    found = ask("PT Maju Jaya Sentosa", SUMBER_CV.tin, MAJU, SUMBER, SUMBER_CV)
    assert found.record is None
    assert names(found)[:2] == [SUMBER_CV.name, MAJU.name]
    nearly = ask("PT Maju Jaya Sentosaa", SUMBER_CV.tin, MAJU, SUMBER_CV)
    assert nearly.record is None
    assert names(nearly) == [SUMBER_CV.name, MAJU.name]


def test_a_known_name_with_an_unknown_number_is_a_question() -> None:
    found = ask("PT Maju Jaya Sentosa", "0099999999012000", MAJU)
    assert found.record is None
    assert names(found) == [MAJU.name]
    assert ask("PT Maju Jaya Sentosa", "DE 999 999 999", MAJU) == PartyAnswer(MAJU), "no number of that kind is known"


def test_places_of_business_are_told_apart_by_their_number_or_name() -> None:
    assert ask(None, "0023456783012000000001", SUMBER, BRANCH) == PartyAnswer(BRANCH)
    assert ask(None, "0023456783012000000000", SUMBER, BRANCH) == PartyAnswer(SUMBER)
    assert ask(BRANCH.name, SUMBER.tin, SUMBER, BRANCH) == PartyAnswer(BRANCH)
    assert set(names(ask("Sesuatu", SUMBER.tin, SUMBER, BRANCH))) == {SUMBER.name, BRANCH.name}
    unknown_branch = ask(SUMBER.name, "0023456783012000000009", SUMBER, MAJU)
    assert unknown_branch.record is None
    assert names(unknown_branch) == [SUMBER.name]


def test_somebody_without_a_tax_number_is_known_by_another() -> None:
    visitor = Record("Jane Roe", document_type="Passport", document_number="X 1234567", country="SGP")
    assert ask("J. R.", "X1234567", visitor, MAJU) == PartyAnswer(visitor)
    assert ask(None, "0000000000000000", visitor, MAJU) == PartyAnswer()


def test_a_seller_is_no_buyer() -> None:
    assert ask(SELLER.name, SELLER.tin, SELLER) == PartyAnswer()
    assert ask(SELLER.name, None, SELLER, role=Role.SELLER) == PartyAnswer(SELLER)


def test_at_most_ten_candidates() -> None:
    crowd = [Record(f"PT Gudang Garmen Sejahtera {number}") for number in range(30)]
    found = ask("PT Gudang Garmen Sejahtera", None, *crowd)
    assert found.record is None
    assert len(found.candidates) == 10


def test_nothing_is_asked_and_nobody_is_found() -> None:
    assert ask(None, None, MAJU) == PartyAnswer()
    assert ask("PT.", "12", MAJU, Record("PT")) == PartyAnswer()


def test_an_own_entry_stands_before_everybodys() -> None:
    own = replace(MAJU, transaction_code="07", facility="01")
    entries = [PartyEntry(MAJU), PartyEntry(own, Rank.OWN), PartyEntry(SUMBER)]
    assert identify(PartyQuestion(Role.BUYER, MAJU.name, None), entries).record == own
    assert identify(PartyQuestion(Role.BUYER, None, MAJU.tin), entries).record == own
    assert identify(PartyQuestion(Role.BUYER, SUMBER.name, None), entries).record == SUMBER


NAMES = (None, MAJU.name, "PT Maju Jaya Sentosaa", "Sumber Rejeki", SUMBER_CV.name, BRANCH.name, SELLER.name, "X")
NUMBERS = (None, MAJU.tin, SUMBER.tin, BRANCH.nitku, "0099999999012000", "X 99")


@settings(max_examples=25)
@given(st.lists(st.sampled_from([MAJU, SUMBER, SUMBER_CV, BRANCH, SELLER]), unique=True, min_size=2))
def test_an_index_finds_just_what_going_through_all_would(records: list[Record]) -> None:
    shelf = Shelf(records)
    for role, name, number in product(Role, NAMES, NUMBERS):
        asked = PartyQuestion(role, name, number)
        found = shelf.answer(Question(parties=(asked,))).parties[0]
        assert found == identify(asked, [PartyEntry(record) for record in records])
        if found.record:
            assert found.record.role is role
            assert number is None or not number.startswith("00") or found.record.tin == number[:16]


def test_the_settings_seller_is_one_party_with_the_same_in_the_directory() -> None:
    listed = replace(SELLER, address="Jl. Kenanga 9", nitku=f"{SELLER.tin}000000")
    branch = replace(SELLER, name="PT Penjual Utama Cabang", nitku=f"{SELLER.tin}000001")
    found = Shelf([listed, branch], sellers=[SELLER]).answer(Question((PartyQuestion(Role.SELLER, SELLER.name, None),)))
    assert found.parties[0] == PartyAnswer(SELLER)
    assert found.own_sellers == (SELLER, branch)


BOLT, NUT, WORK = GoodsRecord("A", "731800", "UM.0021"), GoodsRecord("A", "731900"), GoodsRecord("B", "950100")


def test_goods_are_known_by_number_then_by_most_words() -> None:
    entries = [
        GoodsEntry("BLT-10", None, BOLT),
        GoodsEntry(None, "steel nut", NUT),
        GoodsEntry(None, "nut", WORK),
        GoodsEntry(None, "hex bolt", BOLT),
    ]
    assert classify(GoodsQuestion(" blt-10 ", "steel nut"), entries) == BOLT
    assert classify(GoodsQuestion("other", "Nut M10, Steel (zinc)"), entries) == NUT
    assert classify(GoodsQuestion(None, "coconut steel"), entries) is None, "a word is a whole word"
    assert classify(GoodsQuestion(None, "steel nut for hex bolt"), entries) is None, "two kinds fit as well"
    assert classify(GoodsQuestion(None, None), entries) is None


def test_units_are_known_without_dots_and_capitals() -> None:
    found = answer(
        Question(units=("pcs.", "Box", "Rim")), Found(units=[UnitAlias("PCS", "UM.0021"), UnitAlias("box", "UM.0022")])
    )
    assert found.units == {"pcs.": "UM.0021", "Box": "UM.0022"}


def test_whoever_keeps_a_directory_of_nothing_still_answers_in_order() -> None:
    question = Question((PartyQuestion(Role.BUYER, "X", None),) * 2, ("PCS",), (GoodsQuestion(None, "x"),))
    assert Shelf().answer(question) == Answer(parties=(PartyAnswer(),) * 2, goods=(None,))
    assert Shelf([SELLER, MAJU]).answer(question).own_sellers == (SELLER,)
