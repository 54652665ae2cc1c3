"""Whatever an invoice holds, the file's figures follow from each other, and nothing falls over."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakturo.convert.invoice import CoretaxItem, Item, Totals
from tests.unit.convert.targets.coretax.shop import INVOICE, produced

SENSIBLE = st.decimals(-(10**6), 10**10, places=4, allow_nan=False, allow_infinity=False)
MAD = st.sampled_from(
    [Decimal("1E+400"), Decimal("-1E+80"), Decimal("1E-400"), Decimal(0), Decimal("0.005"), Decimal(-1)]
)
FIGURES = SENSIBLE | MAD
ITEMS = st.builds(
    Item,
    amount=st.none() | FIGURES,
    description=st.none() | st.text(max_size=30),
    hs_code=st.none() | st.text("0123456789. ", max_size=12),
    qty=st.none() | FIGURES,
    uom=st.none() | st.text(max_size=5),
    unit_price=st.none() | FIGURES,
    discount=FIGURES,
    tax_rate=st.none() | FIGURES,
    tax_included=st.booleans(),
    coretax=st.builds(CoretaxItem, opt=st.sampled_from([None, "A", "B", "C"]), luxury_rate=st.none() | FIGURES),
)
TOTALS = st.builds(
    Totals,
    subtotal=st.none() | FIGURES,
    discount=FIGURES,
    charges=FIGURES,
    tax_base=st.none() | FIGURES,
    tax=st.none() | FIGURES,
    total=st.none() | FIGURES,
    rounding=FIGURES,
    prepaid=FIGURES,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(items=st.lists(ITEMS, max_size=6), totals=TOTALS)
def test_figures_follow_from_each_other(items: list[Item], totals: Totals) -> None:
    root, _ = produced(replace(INVOICE, items=tuple(items), totals=totals))
    for line in root.iter("GoodService"):
        price, qty, discount, base = (
            Decimal(line.findtext(name) or "0") for name in ("Price", "Qty", "TotalDiscount", "TaxBase")
        )
        assert base == (price * qty - discount).quantize(Decimal("0.01"), ROUND_HALF_UP)
        assert min(price, qty, discount, base) >= 0


PRINTED = st.decimals(0, 10**6, places=4, allow_nan=False, allow_infinity=False)
SOLD = st.builds(
    lambda qty, price, discount, included, places: Item(
        amount=max((qty * price - discount).quantize(Decimal("0.01"), ROUND_HALF_UP), Decimal(0)),
        qty=qty.quantize(places),
        unit_price=price.quantize(places),
        discount=discount,
        description="Barang",
        uom="PCS",
        tax_included=included,
    ),
    PRINTED,
    PRINTED,
    st.decimals(0, 10, places=2) | st.just(Decimal(0)),
    st.booleans(),
    st.sampled_from([Decimal(1), Decimal("0.01"), Decimal("0.0001")]),
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    items=st.lists(SOLD, min_size=1, max_size=6),
    discount=st.sampled_from([Decimal(0), Decimal("7.77")]),
    charges=st.sampled_from([Decimal(0), Decimal("1000.01")]),
)
def test_every_figure_that_is_not_the_printed_one_is_named_with_both_values(
    items: list[Item], discount: Decimal, charges: Decimal
) -> None:
    root, issues = produced(replace(INVOICE, items=tuple(items), totals=Totals(discount=discount, charges=charges)))
    told = " ".join(issue.message for issue in issues)
    for item, line in zip(items, root.iter("GoodService"), strict=True):
        for printed, name in (
            (item.qty, "Qty"),
            (item.unit_price, "Price"),
            (item.discount, "TotalDiscount"),
            (item.amount, "TaxBase"),
        ):
            written = Decimal(line.findtext(name) or "0")
            assert printed is not None
            if printed != written:
                values = {
                    f" {printed:,f} is written as {value:,f}" for value in (written, written.quantize(Decimal("0.01")))
                }
                assert any(value in told for value in values), (name, printed, written)
