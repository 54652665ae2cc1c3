"""The door: all header fields of a document."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from fakturo.convert.guard import Guard
from fakturo.convert.header.claims import Claim, claims_of
from fakturo.convert.header.currency import read_currency
from fakturo.convert.header.date_fields import Dates, read_dates
from fakturo.convert.header.dates import Order
from fakturo.convert.header.kind import credit_doubts, read_kind
from fakturo.convert.header.lands import Lands, lands_of
from fakturo.convert.header.money import Money
from fakturo.convert.header.number import read_number, read_po
from fakturo.convert.header.number_guess import guessed_number
from fakturo.convert.header.parties import Parties, PartyReadings, read_parties
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


UNTITLED = Reading(Kind.INVOICE, Evidence(None, None, None, Origin.DERIVED, 0.5))
UNREAD = Header(None, None, None, None, None, UNTITLED, PartyReadings(), PartyReadings())
"""Where nothing of it could be read."""
NO_ISSUES: list[Issue] = []
NOT_FOUND: tuple[Reading[str] | None, list[Issue]] = (None, NO_ISSUES)


def read_header(
    sheets: Sequence[Sheet],
    *,
    table: TableArea | None = None,
    money: Money | None = None,
    date_order: Order | None = None,
) -> Header:
    """Read the header of one document. `table` says where its items stand, so that nothing there is taken for it;
    `money` which figures its sums are read from; `date_order` whether day or month comes first, where that is known."""
    guard = Guard()
    scene = scene_of(sheets, table)
    claims = claims_of(scene)
    tongues = languages_of(row.text for sheet in scene.sheets[:1] for row in sheet.rows)
    untitled = UNTITLED, NO_ISSUES
    nobody = Parties(UNREAD.seller, UNREAD.buyer, [], set())
    nowhere = Lands([], sure=False, theirs=None)
    kind, kind_issues = guard.run(lambda: read_kind(scene), untitled, what="The kind of document", field="kind")
    number, number_issues = guard.run(
        lambda: _number(scene, claims, kind.value), NOT_FOUND, what="The invoice number", field="invoice.number"
    )
    doubts = guard.run(
        lambda: [*credit_doubts(claims, kind, number)], NO_ISSUES, what="The kind of document", field="kind"
    )
    parties = guard.run(
        lambda: read_parties(scene, claims, number), nobody, what="Who sells and who buys", field="seller.name"
    )
    seller, buyer = parties.seller, parties.buyer
    lands = guard.run(lambda: lands_of(scene, parties), nowhere, what="The seller's country", field="seller.country")
    currency, currency_issues = guard.run(
        lambda: read_currency(scene, claims, lands, money), NOT_FOUND, what="The currency", field="invoice.currency"
    )
    dates = guard.run(
        lambda: read_dates(
            scene,
            claims,
            kind=kind.value,
            country=seller.country.value if seller.country else lands.own[0] if lands.sure else None,
            currency=currency.value if currency else None,
            tongues=tongues,
            number=number,
            order=date_order,
        ),
        Dates(None, None, []),
        what="The dates",
        field="invoice.date",
    )
    po = guard.run(lambda: read_po(claims), None, what="The order number", field="invoice.po")
    return Header(
        number=number,
        date=dates.date,
        due_date=dates.due,
        po=po,
        currency=currency,
        kind=kind,
        seller=seller,
        buyer=buyer,
        issues=[*number_issues, *dates.issues, *currency_issues, *kind_issues, *doubts, *parties.issues, *guard.issues],
    )


def _number(scene: Scene, claims: Sequence[Claim], kind: Kind) -> tuple[Reading[str] | None, list[Issue]]:
    number, issues = read_number(scene, claims, kind)
    return (number, issues) if number else guessed_number(scene, claims)
