"""How far a table reaches: pages that repeat its head, and the first sum below it."""

from collections.abc import Sequence

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.sums.labels import SUMS, plain_meanings
from fakturo.convert.solve.table.entries import FLUSH, means_of
from fakturo.convert.solve.table.heads import FIGURES, Head


def is_repeated(head: Head, first: Head) -> bool:
    """The other one's words once more, on a later page."""
    alike = [cell.text for cell in head.cells] == [cell.text for cell in first.cells]
    return alike and head.page > first.page


def repeats(rows: Sequence[Row], head: Head, heads: Sequence[Head]) -> set[int]:
    """The same head on later pages, and what stands above it there."""
    texts = [cell.text for cell in head.cells]
    same = [other for other in heads if other.first > head.last and [cell.text for cell in other.cells] == texts]
    left_out: set[int] = set()
    for other in same:
        above = other.first
        while above > 0 and rows[above - 1].page == rows[other.first].page > rows[head.last].page:
            if _fills(rows[above - 1], head):
                break  # the head of another part of the table
            above -= 1
        left_out |= set(range(above, other.last + 1))
    return left_out


def _fills(row: Row, head: Head) -> bool:
    """Figures stand below several of the heads that call for them."""
    figures = [figure.box for figure in figures_of(row) if figure.clean]
    counting = [cell.box for cell in head.cells if cell.roles & FIGURES]
    return sum(any(cell.across(figure) > 0 for figure in figures) for cell in counting) > 1


def page_heads(rows: Sequence[Row], head: Head) -> set[int]:
    """Rows that a later page repeats from the first, at the same place."""
    first: dict[int, list[Row]] = {}
    for row in rows[: head.first]:
        if row.page == rows[head.first].page:
            first.setdefault(round(row.box.y0 / FLUSH), []).append(row)
    later = [(index, first.get(round(rows[index].box.y0 / FLUSH))) for index in range(head.last + 1, len(rows))]
    return {index for index, there in later if there and rows[index].text in [row.text for row in there]}


def end_of(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], body: Sequence[int]) -> int:
    """How many rows of the body come before the first sum."""
    seen = False
    for place, index in enumerate(body):
        plain = [figure for figure in figures[index] if not figure.percent]
        if seen and not plain and _heads_sums(rows[index]):
            return place
        if not plain:
            continue
        sums = set(means_of(rows[index], plain)) & SUMS
        if seen and len(plain) <= 2 and sums:  # noqa: PLR2004
            return place
        seen = seen or any(figure.clean for figure in plain)
    return len(body)


def _heads_sums(row: Row) -> bool:
    """Words for sums side by side, with the figures in the rows below."""
    return sum(bool(set(plain_meanings(phrase.text)) & SUMS) for phrase in row.phrases) > 1
