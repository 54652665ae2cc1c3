"""What is known of the vendor, among the candidates of the header: as one more fact, not in their place."""

from collections.abc import Mapping

from fakturo.convert.header.dates.written import DateMatch
from fakturo.convert.header.number.shape import code_key
from fakturo.convert.header.parties.legal_form import bare
from fakturo.convert.weigh.decide import Weighed
from fakturo.convert.weigh.taught import Taught, backed, settled, without


def with_known_names(names: Mapping[str, Weighed[str]], taught: Taught) -> dict[str, Weighed[str]]:
    """Who sells is known, and so nobody else, nor is it the buyer; unless the vendor has bought here."""
    seller, buyer = names["seller"], names["buyer"]
    vendor = bare(taught.seller or "")
    if not vendor or (_is_named(buyer, vendor) and not _is_named(seller, vendor)):
        return dict(names)

    def is_vendor(name: str) -> bool:
        return bare(name) == vendor

    there = {bare(name) for name in taught.values.get("buyer", ())}
    buyer = backed(without(buyer, is_vendor), lambda name: bare(name) in there)
    return {"seller": settled(seller, is_vendor), "buyer": buyer}


def _is_named(weighed: Weighed[str], key: str) -> bool:
    return weighed.best is not None and bare(weighed.best.value) == key


def with_known_number(number: Weighed[str], taught: Taught) -> Weighed[str]:
    there = {code_key(code) for code in taught.values.get("number", ())}
    return backed(number, lambda code: code_key(code) in there)


def with_known_days(days: Mapping[str, Weighed[DateMatch]], taught: Taught) -> dict[str, Weighed[DateMatch]]:
    return {name: _with_known_day(day, taught.values.get(name, frozenset())) for name, day in days.items()}


def _with_known_day(day: Weighed[DateMatch], there: frozenset[object]) -> Weighed[DateMatch]:
    return backed(day, lambda match: bool({match.day_first, match.month_first} & there))
