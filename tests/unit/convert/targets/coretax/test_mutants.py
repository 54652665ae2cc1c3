"""The checker of the five hundred is worth something: with a bug planted in the code, it complains."""

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from typing import Any

import pytest

from fakturo.convert.targets.coretax import arithmetic, goods, lines, parties, prepare, totals
from fakturo.convert.targets.coretax.decisions import Facility
from fakturo.convert.targets.coretax.lists import Country, countries, unit_names
from fakturo.convert.targets.coretax.values import Line
from tests.unit.convert.targets.coretax.coretax_checker import complaints
from tests.unit.convert.targets.coretax.test_five_hundred import made, special

Plant = Callable[[pytest.MonkeyPatch], None]
ENOUGH = 200
CENT = Decimal("0.01")


def changed(module: Any, name: str, new: Any) -> Plant:
    return lambda patch: patch.setattr(module, name, new)


def lines_with(change: Callable[[Line], Line]) -> Plant:
    real = prepare._line
    return changed(prepare, "_line", lambda *given, **named: change(real(*given, **named)))


def rounding(how: str) -> Plant:
    return changed(arithmetic, "to_cent", lambda value: value.quantize(CENT, how))


def spread_without(name: str) -> Plant:
    return changed(prepare, "spread_of", lambda *given: replace(totals.spread_of(*given), **{name: Decimal(0)}))


MUTANTS: dict[str, Plant] = {
    "base by 1.09": changed(prepare, "reduced", lambda base: (base / Decimal("1.09")).quantize(CENT)),
    "full base": changed(prepare, "reduced", lambda base: base),
    "VAT of the price": lines_with(
        lambda line: (
            line if line.luxury_rate else replace(line, vat=((line.tax_base or 0) * Decimal("0.11")).quantize(CENT))
        )
    ),
    "rate of 11": lines_with(lambda line: replace(line, vat_rate=Decimal(11))),
    "no luxury tax": lines_with(lambda line: replace(line, luxury_tax=Decimal(0))),
    "half-even": rounding(ROUND_HALF_EVEN),
    "cut off": rounding(ROUND_DOWN),
    "charges left out": spread_without("raised"),
    "discounts left out": spread_without("lowered"),
    "each share rounded by itself": changed(
        lines, "in_cents", lambda parts, _: [arithmetic.to_cent(one) for one in parts]
    ),
    "tax left in prices": changed(lines.Charged, "divisor", property(lambda _: Decimal(1))),
    "discount of a line left out": changed(lines, "_discount", lambda _: Decimal(0)),
    "kilograms are tons": changed(goods, "unit_names", lambda: {**unit_names(), "KG": "UM.0001"}),
    "goods only": changed(goods.Namer, "_opt", lambda *_: "A"),
    "heading filled up": changed(goods, "HEADING_DIGITS", 6),
    "22 zeros": changed(parties, "NO_PLACE", "0" * 22),
    "no dash": changed(parties, "NO_NUMBER", ""),
    "head office always": changed(parties, "nitku_of", lambda _: None),
    "Indonesia as India": changed(
        parties, "countries", lambda: {**countries(), "IDN": Country("IND", "Indonesia", "IDN")}
    ),
    "text as it comes": changed(prepare, "plain", lambda text: text),
    "stamp of another facility": changed(prepare, "facility_of", lambda *_: Facility("TD.00501", "TD.01102")),
    "always 04": changed(prepare, "transaction_of", lambda *_: None),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_bug_is_complained_about(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name](monkeypatch)
    assert any(complaints(made(one, "coretax_v1")[0], [one.paper]) for one in map(special, range(ENOUGH)))
