"""The door: all header fields of a document."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from fakturo.convert.header.claims import claims_of
from fakturo.convert.header.currency import read_currency
from fakturo.convert.header.date_fields import read_dates
from fakturo.convert.header.dates import Order
from fakturo.convert.header.kind import credit_doubts, read_kind
from fakturo.convert.header.lands import lands_of
from fakturo.convert.header.money import Money
from fakturo.convert.header.number import read_number, read_po
from fakturo.convert.header.number_guess import guessed_number
from fakturo.convert.header.parties import PartyReadings, read_parties
from fakturo.convert.header.scene import TableArea, scene_of
from fakturo.convert.header.tongue import languages_of
from fakturo.convert.invoice import Issue, Kind, Reading
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


def read_header(
    sheets: Sequence[Sheet],
    *,
    table: TableArea | None = None,
    money: Money | None = None,
    date_order: Order | None = None,
) -> Header:
    """Read the header of one document. `table` says where its items stand, so that nothing there is taken for it;
    `money` which figures its sums are read from; `date_order` whether day or month comes first, where that is known."""
    scene = scene_of(sheets, table)
    claims = claims_of(scene)
    tongues = languages_of(row.text for sheet in scene.sheets[:1] for row in sheet.rows)
    kind, kind_issues = read_kind(scene)
    number, number_issues = read_number(scene, claims, kind.value)
    if number is None:
        number, number_issues = guessed_number(scene, claims)
    kind_issues = [*kind_issues, *credit_doubts(claims, kind, number)]
    parties = read_parties(scene, claims, number)
    seller, buyer = parties.seller, parties.buyer
    lands = lands_of(scene, parties)
    currency, currency_issues = read_currency(scene, claims, lands, money)
    dates = read_dates(
        scene,
        claims,
        kind=kind.value,
        country=seller.country.value if seller.country else lands.own[0] if lands.sure else None,
        currency=currency.value if currency else None,
        tongues=tongues,
        number=number,
        order=date_order,
    )
    return Header(
        number=number,
        date=dates.date,
        due_date=dates.due,
        po=read_po(claims),
        currency=currency,
        kind=kind,
        seller=seller,
        buyer=buyer,
        issues=[*number_issues, *dates.issues, *currency_issues, *kind_issues, *parties.issues],
    )
