"""A target for tests: small, with every kind of value."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from fakturo.convert.directory.question import Question
from fakturo.convert.mapping.model import Mapping
from fakturo.convert.mapping.parse import parse_mapping
from fakturo.convert.targets.layout import LAYOUT
from fakturo.convert.targets.target import Prepared, Target, shown_in

HEAD = (
    '<m:mapping xmlns:m="urn:fakturo:mapping:1" name="toy_v1" version="1" target="toy" pipeline="gateway" '
    'title="Toy" explanation="For tests.">'
)


class Sort(StrEnum):
    GOODS = "goods"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Line:
    name: str | None = shown_in("items.*.description", default=None)
    price: Decimal | None = shown_in("items.*.unit_price", default=None)
    qty: Decimal = shown_in("items.*.qty", default=Decimal(1))
    sort: Sort = Sort.GOODS


@dataclass(frozen=True, slots=True)
class Party:
    name: str = shown_in(".name", default="Acme")
    tax_id: str | None = shown_in(".tax_id", default=None)


@dataclass(frozen=True, slots=True)
class Bill:
    number: str | None = shown_in("invoice.number", default=None)
    date: dt.date | None = shown_in("invoice.date", default=None)
    buyer: Party = shown_in("buyer", default=Party())
    lines: tuple[Line, ...] = shown_in("items.*", default=())
    pages: int = 1
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Values:
    seller: Party = Party()
    invoices: tuple[Bill, ...] = ()
    notes: tuple[str, ...] = ()


TOY = Target("toy", Values, lambda _: Question(), lambda *_: Prepared(Values()), lambda _: [])
TARGETS = {"toy": TOY, "layout": LAYOUT}


def toy_mapping(body: str, head: str = HEAD) -> Mapping:
    return parse_mapping(f"{head}{body}</m:mapping>", "toy.xml", TARGETS)
