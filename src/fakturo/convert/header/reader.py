"""The rules' reading of all header fields of a document. `weigh` decides, with this as one witness."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fakturo.convert.guard import Guard
from fakturo.convert.header.claims import Claim, claims_of
from fakturo.convert.header.currency import read_currency
from fakturo.convert.header.date_fields import Dates, read_dates
from fakturo.convert.header.date_order import Habits
from fakturo.convert.header.dates import Order
from fakturo.convert.header.kind import credit_doubts, read_kind
from fakturo.convert.header.lands import Lands, lands_of
from fakturo.convert.header.money import Money
from fakturo.convert.header.number import read_number, read_po
from fakturo.convert.header.number_guess import guessed_number
from fakturo.convert.header.parties import Bill, Parties, PartyReadings, Rules, bill_of, ruled_parties
from fakturo.convert.header.scene import Scene, TableArea, scene_of
from fakturo.convert.header.tongue import languages_of
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Reading
from fakturo.convert.layout.sheet import Sheet


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
class Ruled:
    """What the rules read, and what they read it from."""

    scene: Scene
    claims: Sequence[Claim]
    tongues: Sequence[str]
    money: Money | None
    date_order: Order | None
    kind: Reading[Kind]
    kind_issues: list[Issue]
    number: Reading[str] | None
    number_issues: list[Issue]
    bill: Bill
    dates: Dates
    guard: Guard


UNTITLED = Reading(Kind.INVOICE, Evidence(None, None, None, Origin.DERIVED, 0.5))
UNREAD = Header(None, None, None, None, None, UNTITLED, PartyReadings(), PartyReadings())
"""Where nothing of it could be read."""
NO_ISSUES: list[Issue] = []
NOT_FOUND: tuple[Reading[str] | None, list[Issue]] = (None, NO_ISSUES)
NO_DATES = Dates(None, None, NO_ISSUES)
NOBODY = Parties(UNREAD.seller, UNREAD.buyer, NO_ISSUES, set())
NOWHERE = Lands([], sure=False, theirs=None)
NO_HABITS = Habits(None, None, ())


def read_header(
    sheets: Sequence[Sheet],
    *,
    table: TableArea | None = None,
    money: Money | None = None,
    date_order: Order | None = None,
) -> Header:
    """The header of one document, by the rules alone."""
    return ruled_header(read_by_rules(sheets, table=table, money=money, date_order=date_order))


def ruled_header(ruled: Ruled) -> Header:
    parties = ruled.guard.run(
        lambda: ruled_parties(ruled.bill), NOBODY, what="Who sells and who buys", field="seller.name"
    )
    return header_of(ruled, ruled.number, ruled.number_issues, parties, ruled.dates)


def read_by_rules(
    sheets: Sequence[Sheet], *, table: TableArea | None, money: Money | None, date_order: Order | None
) -> Ruled:
    """`table` says where its items stand, so that nothing there is taken for the header; `money` which figures its sums
    are read from; `date_order` whether day or month comes first, where that is known."""
    guard = Guard()
    scene = scene_of(sheets, table)
    claims = claims_of(scene)
    tongues = languages_of(row.text for sheet in scene.sheets[:1] for row in sheet.rows)
    kind, kind_issues = guard.run(
        lambda: read_kind(scene), (UNTITLED, NO_ISSUES), what="The kind of document", field="kind"
    )
    number, number_issues = guard.run(
        lambda: _number(scene, claims, kind.value), NOT_FOUND, what="The invoice number", field="invoice.number"
    )
    bill = guard.run(
        lambda: bill_of(scene, claims, number),
        Bill(scene, scene, [], claims, Rules(None, None)),
        what="Who sells and who buys",
        field="seller.name",
    )
    habits = guard.run(
        lambda: habits_of(scene, claims, ruled_parties(bill), money, tongues), NO_HABITS, what="The seller's country"
    )
    dates = guard.run(
        lambda: read_dates(scene, claims, kind=kind.value, habits=habits, number=number, order=date_order),
        NO_DATES,
        what="The dates",
        field="invoice.date",
    )
    return Ruled(
        scene, claims, tongues, money, date_order, kind, kind_issues, number, number_issues, bill, dates, guard
    )


def _number(scene: Scene, claims: Sequence[Claim], kind: Kind) -> tuple[Reading[str] | None, list[Issue]]:
    number, issues = read_number(scene, claims, kind)
    return (number, issues) if number else guessed_number(scene, claims)


def header_of(
    ruled: Ruled, number: Reading[str] | None, number_issues: Sequence[Issue], parties: Parties, dates: Dates
) -> Header:
    """The header with these values, and with what depends on them."""
    scene, claims, guard = ruled.scene, ruled.claims, ruled.guard
    lands = guard.run(lambda: lands_of(scene, parties), NOWHERE, what="The seller's country", field="seller.country")
    currency, currency_issues = guard.run(
        lambda: read_currency(scene, claims, lands, ruled.money),
        NOT_FOUND,
        what="The currency",
        field="invoice.currency",
    )
    credited = guard.run(
        lambda: [*credit_doubts(claims, ruled.kind, number)], NO_ISSUES, what="The kind of document", field="kind"
    )
    issues = [*number_issues, *dates.issues, *currency_issues, *ruled.kind_issues, *credited, *parties.issues]
    return Header(
        number=number,
        date=dates.date,
        due_date=dates.due,
        po=guard.run(lambda: read_po(claims), None, what="The order number", field="invoice.po"),
        currency=currency,
        kind=ruled.kind,
        seller=parties.seller,
        buyer=parties.buyer,
        issues=[*issues, *guard.issues],
    )


def habits_of(
    scene: Scene, claims: Sequence[Claim], parties: Parties, money: Money | None, tongues: Sequence[str]
) -> Habits:
    lands = lands_of(scene, parties)
    currency, _ = read_currency(scene, claims, lands, money)
    country = parties.seller.country.value if parties.seller.country else lands.own[0] if lands.sure else None
    return Habits(country, currency.value if currency else None, tongues)
