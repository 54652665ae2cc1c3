"""Small pages that once took minutes. Effort is counted in calls and steps: seconds say more about the machine."""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType

import pytest

from fakturo.convert.checks import number_issues
from fakturo.convert.header.scene import scene_of
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.page import Box, Word
from fakturo.convert.read import vertical
from fakturo.convert.reader import read_pages
from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import Solution, solve
from tests.support.drawn import drawn

MOST_CALLS = 5_000_000
"""About two seconds of a slow processor."""
HEAD = "Description                      Qty    Price    Amount"
LABELS = """Total,Amount due,Paid,Less,Withholding tax,Discount,Shipping,VAT 10%,Rounding,Subtotal,Deposit,Balance due,
Handling fee,Retention,Stamp duty,Other""".replace("\n", "").split(",")


def calls_of(work: Callable[[], object]) -> int:
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def sums_of_every_name(rows: int) -> list[Sheet]:
    """Below two items a long list of figures, each called something else."""
    chance = random.Random(1)
    lines = [HEAD, f"{'Thing':35}2   50.00   100.00", f"{'Other':35}1   50.00    50.00"]
    for _ in range(rows):
        amount = f"{chance.choice(['', '', '-'])}{chance.randint(1, 400) / 4:.2f}"
        lines.append(f"{chance.choice(LABELS):30}                   {amount:>10}")
    return drawn("^INVOICE\n\n" + "\n".join(lines))


def items_without_a_price(items: int, rows: int) -> list[Sheet]:
    chance = random.Random(1)
    lines = [HEAD]
    lines += [f"{'Thing ' + chr(97 + number) * 3:45}{chance.randint(1, 400) / 4:>10.2f}" for number in range(items)]
    lines += [f"{chance.choice(LABELS):45}{chance.randint(1, 400) / 4:>10.2f}" for _ in range(rows)]
    return drawn("^INVOICE\n\n" + "\n".join(lines))


def grid_of_ambiguous_figures(rows: int, columns: int) -> list[Sheet]:
    """Every figure can be read in two ways, and no head says which column is which."""
    chance = random.Random(1)
    prints = ["1.000", "2.500", "10.000", "4.000", "2", "5"]
    lines = [
        "Qty      Price    Amount   Discount  Tax  " + "  ".join(f"C{number}    " for number in range(columns - 5))
    ]
    lines += ["  ".join(f"{chance.choice(prints):>6}" for _ in range(columns)) for _ in range(rows)]
    return drawn("^INVOICE\n\n" + "\n".join([*lines, "Total    100.00"]))


def cells_of_labels(rows: int, columns: int) -> list[Sheet]:
    chance = random.Random(1)
    texts = ["Acme Ltd", "Date", "Invoice No.", "12.03.2024", "Ship to", "AB-12", "Bill to", "x", "2 Main St"]
    return drawn("\n".join("   ".join(chance.choice(texts) for _ in range(columns)) for _ in range(rows)))


def test_the_search_for_the_sums_ends_with_its_budget_and_says_so() -> None:
    numbers = replace(numbers_of(sums_of_every_name(45)[0].rows), budget=Budget(left=500))
    read: list[Solution] = []
    assert calls_of(lambda: read.extend(solve(numbers))) < MOST_CALLS / 10
    assert "SEARCH_CUT" in {issue.code for issue in number_issues(read, [], numbers, None)}


def test_an_ordinary_number_of_sums_is_searched_to_the_end() -> None:
    (invoice,) = read_pages(sums_of_every_name(12))
    assert "SEARCH_CUT" not in {issue.code for issue in invoice.issues}


def test_columns_that_may_be_anything_are_looked_at_before_they_are_tried() -> None:
    assert calls_of(lambda: read_pages(grid_of_ambiguous_figures(12, 12))) < MOST_CALLS / 2


@pytest.mark.long
@pytest.mark.parametrize(
    "page",
    [
        partial(sums_of_every_name, 50),
        partial(sums_of_every_name, 150),
        partial(items_without_a_price, 13, 40),
        partial(grid_of_ambiguous_figures, 60, 20),
        partial(cells_of_labels, 60, 6),
    ],
    ids=["sums", "many sums", "open items", "grid", "labels"],
)
def test_no_page_of_ordinary_size_takes_long(page: Callable[[], list[Sheet]]) -> None:
    drawn_page = page()
    assert calls_of(lambda: read_pages(drawn_page)) < MOST_CALLS


def test_the_usual_size_of_type_is_worked_out_once() -> None:
    scene = scene_of(cells_of_labels(40, 6), None)
    once = calls_of(lambda: scene.usual_size)
    assert calls_of(lambda: [scene.usual_size for _ in range(1000)]) < max(10, once)


def test_a_pages_objects_are_walked_once_for_all_its_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    walks: list[int] = []

    def objects_of(_page: object) -> list[tuple[int, int, None]]:
        walks.append(1)
        return [(number, 1, None) for number in range(100)]

    monkeypatch.setattr(vertical, "objects_of", objects_of)
    words = [Word(text, Box(0, 0, 5, height), 10) for text, height in COLUMNS]
    ordered = vertical.in_file_order(words, range(len(words)), None)
    assert len(ordered) == len(words)
    assert len(walks) == 1


COLUMNS = [("tall", 40), ("tower", 50), ("flat", 4)] * 30
