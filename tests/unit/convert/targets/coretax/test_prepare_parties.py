"""Who sells and who buys, on the way into the file: found in the directory, on the paper, or asked for."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from fakturo.convert.directory.question import Answer, Candidate, PartyAnswer, Record, Role, know_nothing
from fakturo.convert.invoice import Invoice, Issue, Party, Severity, Verdict
from fakturo.convert.targets.coretax.parties import same_taxpayer
from fakturo.convert.targets.coretax.prepare import ask, prepare
from tests.unit.convert.targets.coretax.shop import (
    BUYER,
    PLAIN,
    SELLER,
    codes,
    produced,
    produced_bytes,
    said,
    shelf,
    texts,
)

D = Decimal
W = Severity.WARNING


def test_without_a_seller_set_up_the_file_names_none_and_says_what_to_do() -> None:
    root, issues = produced(known=shelf(BUYER))
    assert codes(issues) == ["SELLER_MISSING"]
    assert "enter yours with its TIN in the directory, or in the settings" in said(issues, "SELLER_MISSING")
    assert (texts(root, "TIN"), texts(root, "SellerIDTKU")) == ([""], [""])


def test_an_invoice_of_somebody_else_is_not_written_under_our_number() -> None:
    root, issues = produced(replace(PLAIN, seller=Party("CV Orang Lain")))
    assert codes(issues) == ["SELLER_OTHER"]
    assert said(issues, "SELLER_OTHER") == (
        "This invoice is by 'CV Orang Lain', but invoices are written here for PT Penjual Contoh."
    )
    assert texts(root, "TIN") == [""]


def test_a_seller_is_known_by_the_printed_number_whatever_its_dots() -> None:
    root, issues = produced(replace(PLAIN, seller=Party("Penjual Cabang Bandung", "01.312.166.0-091.000")))
    assert texts(root, "TIN") == [SELLER.tin]
    assert codes(issues) == []


def test_a_seller_who_cannot_be_read_is_the_only_one_there_is_with_a_warning() -> None:
    root, issues = produced(replace(PLAIN, seller=Party()))
    assert texts(root, "TIN") == [SELLER.tin]
    assert codes(issues) == []
    assert "SELLER_ASSUMED" in codes(issues, W)
    _, issues = produced(replace(PLAIN, seller=Party()), shelf(SELLER, replace(SELLER, name="PT Dua"), BUYER))
    assert codes(issues) == ["SELLER_MISSING"]


def test_one_file_is_of_one_seller() -> None:
    other = Record("PT Lain Sekali", Role.SELLER, tin="0013000666091000")
    invoices = [PLAIN, replace(PLAIN, number="2", seller=Party(other.name))]
    _, issues = produced(invoices, shelf(SELLER, other, BUYER))
    assert codes(issues) == ["SELLERS_DIFFER"]


def test_an_unknown_buyer_is_offered_similar_names() -> None:
    _, issues = produced(replace(PLAIN, buyer=Party("PT Pembeli Cntohh")))
    assert codes(issues) == ["BUYER_UNKNOWN"]
    assert "Similar: PT Pembeli Contoh." in said(issues, "BUYER_UNKNOWN")
    (issue,) = [issue for issue in issues if issue.code == "BUYER_UNKNOWN"]
    assert (issue.field, issue.page) == ("buyer.name", 1)
    assert issue.box is not None


def test_the_printed_number_serves_for_a_buyer_whom_nobody_entered() -> None:
    printed = Party("PT Baru", "01.300.066.6-091.000", "Jl. Baru 3, Bogor")
    root, issues = produced(replace(PLAIN, buyer=printed))
    assert codes(issues) == []
    assert "BUYER_FROM_PAPER" in codes(issues, W)
    names = (
        "BuyerTin",
        "BuyerDocument",
        "BuyerDocumentNumber",
        "BuyerCountry",
        "BuyerName",
        "BuyerAdress",
        "BuyerIDTKU",
    )
    assert [texts(root, name)[0] for name in names] == [
        "0013000666091000", "TIN", "-", "IDN", "PT Baru", "Jl. Baru 3, Bogor", "0013000666091000000000",
    ]  # fmt: skip


def test_a_printed_number_whose_check_digit_is_wrong_does_not_serve() -> None:
    _, issues = produced(replace(PLAIN, buyer=Party("PT Baru", "01.300.067.6-091.000", "Jl. Baru 3")))
    assert codes(issues) == ["BUYER_UNKNOWN"]
    assert "check digit" in said(issues, "BUYER_UNKNOWN")


def test_a_check_digit_alone_is_a_warning() -> None:
    _, issues = produced(known=shelf(SELLER, replace(BUYER, tin="0016090525017000")))
    assert codes(issues) == []
    assert codes(issues, W) == ["TIN_DOUBTFUL"]


def test_a_buyer_abroad_needs_a_document() -> None:
    _, issues = produced(replace(PLAIN, buyer=Party("Acme Pte Ltd", "201912345X", "1 Road", "SG")))
    assert "BUYER_UNKNOWN" in codes(issues)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tin": None}, "BUYER_TIN_MISSING"),
        ({"address": None}, "BUYER_ADDRESS_MISSING"),
        ({"tin": None, "document_type": "Passport"}, "BUYER_NUMBER_MISSING"),
        ({"document_type": "KTP"}, "BUYER_DOCUMENT_UNKNOWN"),
        ({"country": "XYZ"}, "COUNTRY_UNKNOWN"),
        ({"transaction_code": "12"}, "TRANSACTION_CODE_UNKNOWN"),
        ({"transaction_code": "07"}, "FACILITY_MISSING"),
        ({"transaction_code": "08", "facility": "11"}, "FACILITY_UNKNOWN"),
        ({"transaction_code": "07", "facility": "29"}, "FACILITY_STAMP_UNKNOWN"),
    ],
)
def test_what_is_missing_in_the_directory_is_told(change: dict[str, str | None], code: str) -> None:
    _, issues = produced(known=shelf(SELLER, replace(BUYER, **change)))  # type: ignore[arg-type]
    assert code in codes(issues)


def test_national_ids_and_odd_countries() -> None:
    root, issues = produced(known=shelf(SELLER, replace(BUYER, document_type="national id", tin="3171015708450001")))
    assert codes(issues) == []
    assert [texts(root, name)[0] for name in ("BuyerTin", "BuyerDocument", "BuyerDocumentNumber", "BuyerIDTKU")] == [
        "0" * 16, "National ID", "3171015708450001", "000000",
    ]  # fmt: skip
    for country, written in (
        ("QAT", "OAT"),
        ("KOR", "KOR"),
        ("KR", "KOR"),
        ("LK", "LKA"),
        ("XKX", "KR"),
        ("ID", "IDN"),
    ):
        abroad = replace(BUYER, tin=None, document_type="Other ID", document_number="77", country=country)
        root, _ = produced(known=shelf(SELLER, abroad))
        assert texts(root, "BuyerCountry") == [written]


def test_a_directory_that_answers_nothing_gives_a_draft_and_reasons() -> None:
    question = ask([PLAIN])
    assert [asked.role for asked in question.parties] == [Role.SELLER, Role.BUYER]
    assert question.units == ("PCS",)
    for answer in (know_nothing(question), Answer()):
        found = prepare([PLAIN], answer)
        assert [about.issue.code for about in found.issues] == ["SELLER_MISSING", "BUYER_UNKNOWN"]
        assert found.values.invoices[0].items[0].tax_base == D("1000020.00")


def test_a_number_that_contradicts_the_directory_stops_it() -> None:
    buyer = replace(PLAIN, buyer=Party(BUYER.name, "01.300.066.6-091.000"))
    answer = Answer(parties=[PartyAnswer(SELLER), PartyAnswer(BUYER)], own_sellers=[SELLER])
    assert [about.issue.code for about in prepare([buyer], answer).issues] == ["BUYER_TAX_ID_DIFFERS"]
    for party in ("buyer", "seller"):
        known = BUYER if party == "buyer" else SELLER
        other = replace(PLAIN, **{party: Party(known.name, "01.300.066.6-091.000")})  # type: ignore[arg-type]
        _, issues = produced(other)
        assert codes(issues) == [f"{party.upper()}_TAX_ID_DIFFERS"]
        assert known.name in issues[0].message
    branch = replace(PLAIN, buyer=Party(BUYER.name, "01.609.052.4-017.001"))
    assert list(prepare([branch], answer).issues) == []


def doubted(code: str = "BUYER_DOUBTFUL", **changes: Any) -> Invoice:
    issues = [Issue(code, "buyer.name", "May be somebody else.")]
    return replace(PLAIN, issues=issues, verdict=Verdict.REVIEW, **changes)


def test_a_name_that_the_directory_has_just_so_needs_no_doubt_and_says_why() -> None:
    _, (judged,) = produced_bytes(doubted())
    assert judged.verdict is Verdict.ACCEPTED
    (issue,) = judged.issues
    assert (issue.code, issue.severity) == ("BUYER_DOUBTFUL", Severity.WARNING)
    assert issue.message == ("May be somebody else. The directory knows this buyer, PT Pembeli Contoh, so it is taken.")


def test_another_name_and_a_similar_one_beside_the_very_number_need_no_doubt() -> None:
    known = shelf(SELLER, replace(BUYER, aliases=("Toko Contoh",)))
    for buyer, reason in (
        (Party("TOKO CONTOH"), "The directory knows this buyer, PT Pembeli Contoh, also called TOKO CONTOH, so it is"),
        (
            Party("PT Pembeli Conto", tax_id=BUYER.tin),
            "The tax number is that of PT Pembeli Contoh in the directory, and PT Pembeli Conto is similar, so it is",
        ),
    ):
        _, (judged,) = produced_bytes(doubted(buyer=buyer), known=known)
        assert judged.verdict is Verdict.ACCEPTED, judged.issues
        assert judged.issues[0].message == f"May be somebody else. {reason} taken."


@pytest.mark.parametrize(
    "invoice",
    [
        doubted(buyer=Party("PT Pembeli Contoh Jaya")),
        doubted(buyer=Party("Yang terhormat", tax_id=BUYER.tin)),
        doubted(code="BUYER_MISSING"),
        doubted(buyer=Party(SELLER.name)),
    ],
    ids=["similar", "by number", "another code", "another role"],
)
def test_other_doubts_and_other_names_stay(invoice: Invoice) -> None:
    _, (judged,) = produced_bytes(invoice)
    assert judged.verdict is Verdict.REVIEW
    assert invoice.issues[0] in judged.issues


def test_a_branch_of_somebody_known_is_not_taken_from_the_paper() -> None:
    paper = replace(PLAIN, buyer=Party("Toko Entah", "01.609.052.4-017.001", "Jl. Baru 3"))
    offered = PartyAnswer(candidates=[Candidate(BUYER, 0.5)])
    (about,) = prepare([paper], Answer(parties=[PartyAnswer(SELLER), offered], own_sellers=[SELLER])).issues
    assert about.issue.code == "BUYER_UNKNOWN"
    assert "Similar: PT Pembeli Contoh." in about.issue.message


def test_branches_are_one_taxpayer_and_people_of_one_place_and_birthday_are_two() -> None:
    assert same_taxpayer("0016090524017000", "0016090524017001")
    assert not same_taxpayer("3174010203850001", "3174010203850002")
