"""The header of a document: kind and parties first, then currency and country, then days and number by weights."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fakturo.convert.guard import Guard
from fakturo.convert.header.country import Countries, countries_of
from fakturo.convert.header.dates.decision import Dates, read_days, weigh_days
from fakturo.convert.header.dates.labelled import DayLabels, listed_as_due
from fakturo.convert.header.dates.order import Habits, usual_order
from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.kind import credit_doubts, read_kind
from fakturo.convert.header.known import with_known_days, with_known_names, with_known_number
from fakturo.convert.header.labels.claims import Claim, claims_of
from fakturo.convert.header.money.currency import read_currency
from fakturo.convert.header.money.figures import Money
from fakturo.convert.header.number.decision import read_weighed_number, weigh_number
from fakturo.convert.header.number.labelled import called_number, read_po
from fakturo.convert.header.parties.decision import read_parties, weigh_names
from fakturo.convert.header.parties.readings import Bill, Parties, PartyReadings, bill_of
from fakturo.convert.header.scene import Scene, TableArea, scene_of
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Reading
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.weigh.decide import Weighed
from fakturo.convert.weigh.taught import NOTHING_TAUGHT, Taught


@dataclass(frozen=True, slots=True)
class Header:
    number: Reading[str] | None
    date: Reading[dt.date] | None
    due_date: Reading[dt.date] | None
    po: Reading[str] | None
    currency: Reading[str] | None
    kind: Reading[Kind]
    seller: PartyReadings
    buyer: PartyReadings
    issues: list[Issue] = field(default_factory=list)
    weighed: dict[str, Any] = field(default_factory=dict)
    """The candidates of each field that weights decide."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The pages, and what is read of them before anything is weighed: the kind, and what a label calls the number."""

    scene: Scene
    claims: Sequence[Claim]
    languages: Sequence[str]
    money: Money | None
    date_order: Order | None
    kind: Reading[Kind]
    kind_issues: list[Issue]
    number: Reading[str] | None
    bill: Bill
    guard: Guard
    taught: Taught = NOTHING_TAUGHT


@dataclass(frozen=True, slots=True)
class Home:
    """What the seller's country tells: its money, and how it writes its dates."""

    currency: Reading[str] | None
    currency_issues: list[Issue]
    habits: Habits


UNTITLED = Reading(Kind.INVOICE, Evidence(None, None, None, Origin.DERIVED, 0.5))
UNREAD = Header(None, None, None, None, None, UNTITLED, PartyReadings(), PartyReadings())
"""Where nothing of it could be read."""
NO_ISSUES: list[Issue] = []
NOT_FOUND: tuple[Reading[str] | None, list[Issue]] = (None, NO_ISSUES)
NOBODY = Parties(UNREAD.seller, UNREAD.buyer, NO_ISSUES, set())
NOWHERE = Countries([], sure=False, theirs=None)
WHO = "Who sells and who buys"
Names = dict[str, Weighed[str]]
NO_NAMES: Names = {}
NO_DATES = Dates(None, None, NO_ISSUES, {})


def read_header(
    sheets: Sequence[Sheet],
    *,
    table: TableArea | None = None,
    money: Money | None = None,
    date_order: Order | None = None,
    taught: Taught = NOTHING_TAUGHT,
) -> Header:
    """`taught`: what is known of its vendor."""
    page = replace(opened(sheets, table=table, money=money, date_order=date_order), taught=taught)
    names, parties = page.guard.run(lambda: _parties(page), (NO_NAMES, NOBODY), what=WHO, field="seller.name")
    home = home_of(page, parties)
    dates = page.guard.run(lambda: _dates(page, home.habits), NO_DATES, what="The dates", field="invoice.date")
    unweighed: tuple[Names, Reading[str] | None, list[Issue]] = ({}, page.number, [])
    code, number, doubts = page.guard.run(
        lambda: _number(page), unweighed, what="The invoice number", field="invoice.number"
    )
    header = header_of(page, number, doubts, parties, home, dates)
    return replace(header, weighed={**names, **dates.weighed, **code})


def _parties(page: Opened) -> tuple[Names, Parties]:
    names = with_known_names(weigh_names(page.bill), page.taught)
    return names, read_parties(page.bill, names)


def _dates(page: Opened, habits: Habits) -> Dates:
    order = page.date_order or usual_order(page.scene, habits)
    labels = DayLabels(page.scene, page.claims, page.kind.value, order)
    days = with_known_days(weigh_days(page.scene, labels, page.number, order), page.taught)
    listed = listed_as_due(page.scene, page.claims)
    return read_days(page.scene, days, habits, page.date_order, listed)


def _number(page: Opened) -> tuple[Names, Reading[str] | None, list[Issue]]:
    """What other fields see of the number is what a label calls so: it must not depend on its weights."""
    code = with_known_number(weigh_number(page.scene, page.claims, page.kind.value), page.taught)
    return {"number": code}, *read_weighed_number(code)


def opened(
    sheets: Sequence[Sheet], *, table: TableArea | None, money: Money | None, date_order: Order | None
) -> Opened:
    """`table` says where its items stand, so that nothing there is taken for the header; `money` which figures its sums
    are read from; `date_order` whether day or month comes first, where that is known."""
    guard = Guard()
    scene = scene_of(sheets, table)
    claims = claims_of(scene)
    kind, kind_issues = guard.run(
        lambda: read_kind(scene), (UNTITLED, NO_ISSUES), what="The kind of document", field="kind"
    )
    number = guard.run(
        lambda: called_number(scene, claims, kind.value), None, what="The invoice number", field="invoice.number"
    )
    bill = guard.run(
        lambda: bill_of(scene, claims, number), Bill(scene, scene, [], claims), what=WHO, field="seller.name"
    )
    return Opened(scene, claims, scene.languages, money, date_order, kind, kind_issues, number, bill, guard)


def header_of(
    page: Opened,
    number: Reading[str] | None,
    number_issues: Sequence[Issue],
    parties: Parties,
    home: Home,
    dates: Dates,
) -> Header:
    """The header with these values, and with what depends on them."""
    claims, guard = page.claims, page.guard
    credited = guard.run(
        lambda: [*credit_doubts(claims, page.kind, number)], NO_ISSUES, what="The kind of document", field="kind"
    )
    issues = [*number_issues, *dates.issues, *home.currency_issues, *page.kind_issues, *credited, *parties.issues]
    return Header(
        number=number,
        date=dates.date,
        due_date=dates.due,
        po=guard.run(lambda: read_po(claims), None, what="The order number", field="invoice.po"),
        currency=home.currency,
        kind=page.kind,
        seller=parties.seller,
        buyer=parties.buyer,
        issues=[*issues, *guard.issues],
    )


def home_of(page: Opened, parties: Parties) -> Home:
    scene, guard = page.scene, page.guard
    countries = guard.run(
        lambda: countries_of(scene, parties), NOWHERE, what="The seller's country", field="seller.country"
    )
    currency, issues = guard.run(
        lambda: read_currency(scene, page.claims, countries, page.money),
        NOT_FOUND,
        what="The currency",
        field="invoice.currency",
    )
    country = parties.seller.country.value if parties.seller.country else countries.own[0] if countries.sure else None
    return Home(currency, issues, Habits(country, currency.value if currency else None, page.languages))
