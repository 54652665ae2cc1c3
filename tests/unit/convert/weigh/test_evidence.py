"""What is seen about a candidate: labels around it, its place, its shape, what the rules chose."""

import pytest

from fakturo.convert.header.dates.decision import day_candidates
from fakturo.convert.header.dates.labelled import DayLabels
from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.labels.claims import claims_of
from fakturo.convert.header.number.decision import code_candidates
from fakturo.convert.header.number.labelled import CodeLabels
from fakturo.convert.header.parties import decision, shape
from fakturo.convert.header.parties.candidates import JOINED
from fakturo.convert.header.parties.decision import name_candidates
from fakturo.convert.header.parties.evidence import NamePage
from fakturo.convert.header.parties.readings import bill_of
from fakturo.convert.header.scene import scene_of
from fakturo.convert.invoice import Kind
from fakturo.convert.weigh.weights import weights_of
from tests.support.drawn import drawn

PAGE = """
Harbour Rope Works Ltd
12 Quay Street
Hull HU1 2AB
info@harbourrope.example

INVOICE                                   Bill to:
Invoice No: HR-2041                       Attn. Jo Miller
Date: 3 May 2024                          North Bay Sailing
Due date: 2 June 2024                     4 Pier Road
                                          Grimsby DN31 3LL

Description            Qty         Price      Amount
Rope                   2           50.00      100.00
Total                                         100.00
"""


def evidence() -> dict[str, dict[str, frozenset[str]]]:
    scene = scene_of(drawn(PAGE), None)
    claims = claims_of(scene)
    bill = bill_of(scene, claims)
    names = name_candidates(NamePage(bill.scene, bill.blocks))
    codes = code_candidates(scene, CodeLabels(claims, Kind.INVOICE))
    labels = DayLabels(scene, claims, Kind.INVOICE, Order.DAY_FIRST)
    days = day_candidates(scene, labels, None, Order.DAY_FIRST)
    return {
        "names": {one.value: one.evidence for one in names},
        "codes": {one.value: one.evidence for one in codes.values()},
        "days": {one.value.by(Order.DAY_FIRST).isoformat(): one.evidence for one in days},
    }


@pytest.mark.parametrize(
    ("kind", "value", "facts"),
    [
        ("names", "Harbour Rope Works Ltd", {"legal form", "domain", "below is street", "in address", "no label"}),
        ("names", "North Bay Sailing", {"under buyer", "below is street", "address 2 of 2"}),
        ("names", "Jo Miller", {"attention"}),
        ("codes", "HR-2041", {"claimed invoice_number inside", "label ~<invoice>", "parted", "near title"}),
        ("days", "2024-05-03", {"claimed date", "the only date", "earliest day", "date below"}),
        ("days", "2024-06-02", {"claimed due_date", "later by a month", "latest day", "label ~<due>"}),
    ],
)
def test_what_speaks_for_a_candidate_has_a_name(kind: str, value: str, facts: set[str]) -> None:
    assert facts <= evidence()[kind][value]


def test_what_a_veto_asks_for_is_seen_on_real_papers() -> None:
    seen = {*weights_of("seller"), *weights_of("buyer")}
    asked = {decision.GETS_THE_GOODS, decision.THREE_ADDRESSES, decision.MAY_BE_BRAND, shape.BANK, shape.LABEL_WORDS}
    asked |= decision.IS_CALLED | decision.CALLED_COMPANY | decision.LABEL_BUYER | decision.REGISTERED
    asked |= decision.OVER_ANOTHER | decision.OVER_A_NAME | decision.COMPANY
    assert asked | {JOINED} <= seen
    assert all(any(fact.startswith(start) for fact in seen) for start in decision.BORNE_OUT)
    assert any(map(decision.HIS_ADDRESS.fullmatch, seen))


def test_addresses_and_mail_are_nobodys_name() -> None:
    assert not {"Hull HU1 2AB", "info@harbourrope.example"} & evidence()["names"].keys()


SIDES = """
Lantern Lamps                                      EUR
3 Wick Lane
York YO1 2CD
VAT no. GB 123 4567 82

INVOICE

Bill to:                                           Ship to:
Candle Trading Ltd                                 Wax Depot Ltd
Mary Smith                                         9 Hive Road
7 Ember Street                                     Leeds LS1 4AB
Ripon HG4 1AA

We are pleased to invoice you for the following goods and services
Received from Candle Trading Ltd
"""


def of_names(picture: str) -> dict[str, frozenset[str]]:
    scene = scene_of(drawn(picture), None)
    bill = bill_of(scene, claims_of(scene))
    return {one.value: one.evidence for one in name_candidates(NamePage(bill.scene, bill.blocks))}


@pytest.mark.parametrize(
    ("value", "facts"),
    [
        ("Lantern Lamps", {"above title", "tax number below"}),
        ("Candle Trading Ltd", {"below title", "person below in block", "address left of another"}),
        ("Wax Depot Ltd", {"address right of another", "nothing bears it out or calls it"}),
        ("Mary Smith", {"company above in block"}),
        ("Received from Candle Trading Ltd", {"ends with a company"}),
    ],
)
def test_what_stands_beside_a_name_speaks_for_its_side(value: str, facts: set[str]) -> None:
    assert facts <= of_names(SIDES)[value]


def test_neither_a_currency_nor_a_sentence_names_somebody() -> None:
    assert not [name for name in of_names(SIDES) if name == "EUR" or name.startswith("We are")]
