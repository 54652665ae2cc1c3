"""Made-up tables and sums of many layouts, drawn as text: lines and totals must be read, and only real doubts told.

A file of `numbers/` says what must be read, a line as `quantity x price = amount` or `= amount` alone, and which doubts
the page really leaves; then it shows the page. Add one whenever a real layout fails.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from fakturo.convert.invoice import Invoice, Item
from fakturo.convert.reader import read_invoice
from tests.support.drawn import drawn

LAYOUTS = sorted((Path(__file__).parent / "numbers").glob("*.txt"))
ABOUT_NUMBERS = (
    "ITEMS",
    "LINE",
    "ROW",
    "TOTAL",
    "TAX",
    "AMOUNT",
    "READING",
    "FORMAT",
    "DISCOUNT",
    "CHARGES",
    "WITHHELD",
)


def line_of(item: Item) -> str:
    whole = item.qty is not None and item.unit_price is not None
    return (
        f"{plain(item.qty)} x {plain(item.unit_price)} = {plain(item.amount)}" if whole else f"= {plain(item.amount)}"
    )


def plain(value: Decimal | None) -> str:
    return "-" if value is None else f"{value.normalize():f}"


def normal_line(line: str) -> str:
    parts = line.split()
    return " ".join(part if part in {"x", "="} else plain(Decimal(part)) for part in parts)


def read(layout: Path) -> tuple[dict[str, str], Invoice]:
    head, _, picture = layout.read_text("utf-8").partition("\n---\n")
    expected = dict(line.split(": ", 1) for line in head.splitlines())
    return expected, read_invoice(drawn(*picture.split("=== next page\n")))


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_lines_and_sums_are_read_and_only_real_doubts_are_told(layout: Path) -> None:
    expected, invoice = read(layout)
    issues = expected.pop("issues", "")
    lines = [normal_line(line) for line in expected.pop("lines").split(" | ")]
    assert [line_of(item) for item in invoice.items] == lines
    got = {name: plain(getattr(invoice.totals, name)) for name in expected}
    assert got == {name: plain(Decimal(value)) for name, value in expected.items()}
    assert {issue.code for issue in invoice.issues if issue.code.startswith(ABOUT_NUMBERS)} == set(issues.split())
