"""Everything printed as a number in a document, and what its words call it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from fakturo.convert.figures import (
    CENTS,
    CLEAR_MAJORITY,
    CURRENCY_WORDS,
    Figure,
    Sign,
    decimal_sign,
    figures_of,
    in_format,
)
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.sums.labelled_figures import labelled_figures
from fakturo.convert.solve.sums.labels import Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.tax_rows import TaxRow, tax_rows
from fakturo.convert.solve.table.heads import Head, find_heads

LONGEST_AMOUNT = 16
"""Digits; longer ones are account and article numbers."""
LEAST_CENTS = 2
SHORTEST_WHOLE = 2
"""Digits of money that is printed without cents and signs."""
MOST_UNGROUPED = 2
RATE_DECIMALS = 4
THOUSAND = 1000
SAME_EDGE = 3.0
"""Points between the right edges of figures in one column."""
FARTHEST_SUM = 6
"""Rows between two sums of one block."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Everything printed as a number in a document."""

    rows: Sequence[Row]
    figures: Sequence[Sequence[Figure]]
    heads: Sequence[Head]
    whole: bool
    """Money is printed without cents."""
    sign: Sign | None
    labelled: Labelled
    """Figures with a label that may be money, all over the document."""
    tax_rows: Sequence[TaxRow]
    alone: frozenset[Decimal] = frozenset()
    """Figures that are all that their row prints."""
    budget: Budget = field(default_factory=Budget)
    """What is left for the search for a reading of them."""


NO_NUMBERS = Numbers((), (), (), whole=False, sign=None, labelled=(), tax_rows=())


def numbers_of(rows: Sequence[Row], *, given_sign: Sign | None = None) -> Numbers:
    """With a decimal sign given, no print is read in two ways."""
    figures = [figures_of(row) for row in rows]
    sign = given_sign or _sign_of([figure for row in figures for figure in row])
    figures = [[in_format(figure, sign) for figure in row] for row in figures]
    if given_sign:
        figures = [[figure._replace(values=figure.values[:1]) for figure in row] for row in figures]
    cents = sum(figure.decimals == CENTS for row in figures for figure in row if not figure.percent)
    whole = cents < LEAST_CENTS
    grouped = whole and sum(_is_grouped(figure) for row in figures for figure in row) > MOST_UNGROUPED
    heads = find_heads(rows)
    found = [one for one in labelled_figures(rows, figures, _rows_of_best(heads)) if not (grouped and _is_code(one))]
    found = [one._replace(means=Means.INFO) if _is_rate(one) else one for one in found]
    money = [one for one in found if _is_money(one, whole=whole)]
    kept = {one.figure.box for one in money}
    labelled = [one for one in found if one.figure.box in kept or _is_among_sums(one, money)]
    alone = frozenset(of_row[0].value for row, of_row in zip(rows, figures, strict=True) if _is_alone(row, of_row))
    taxes = tax_rows(rows, figures, labelled)
    on_top = {row.tax.box for row in taxes if not row.reduces}
    charges = {one for one in labelled if one.means is Means.CHARGES and one.figure.box in on_top}
    labelled = [one._replace(means=Means.TAX) if one in charges else one for one in labelled]  # `Shipping, 19 %: 0.95`
    return Numbers(rows, figures, heads, whole, sign, labelled, taxes, alone)


def _is_alone(row: Row, figures: Sequence[Figure]) -> bool:
    return len(figures) == len(row.phrases) == 1 and figures[0].clean and not figures[0].percent


def _sign_of(figures: Sequence[Figure]) -> Sign | None:
    """By what is counted or paid; a percentage or a text proves little where all sums would have three decimals."""
    plain = [figure for figure in figures if figure.clean and not figure.percent]
    by_texts = decimal_sign(figures)
    return decimal_sign(plain) or _by_thousands(plain, by_texts) or by_texts


def _by_thousands(figures: Sequence[Figure], by_texts: Sign | None) -> Sign | None:
    """Where points and commas both part three digits, or a text says the contrary, most of them are thousands."""
    parted = Counter(Sign.COMMA if "," in figure.raw else Sign.POINT for figure in figures if figure.ambiguous)
    for thousands, other in ((Sign.COMMA, Sign.POINT), (Sign.POINT, Sign.COMMA)):
        contradicted = parted[other] > 0 or by_texts is thousands
        if contradicted and parted[thousands] >= CLEAR_MAJORITY * max(1, parted[other]):
            return other
    return None


def _is_grouped(figure: Figure) -> bool:
    return figure.value >= THOUSAND and figure.sign is not None and not figure.decimals


def _is_code(one: LabelledFigure) -> bool:
    """Many digits in a row where money has its thousands parted."""
    return one.value >= 10 * THOUSAND and one.figure.raw.strip(".,;:()").isdigit()


def _rows_of_best(heads: Sequence[Head]) -> frozenset[int]:
    """Rows of the likeliest head, wherever it is repeated."""
    texts = [cell.text for cell in heads[0].cells] if heads else []
    same = [head for head in heads if [cell.text for cell in head.cells] == texts]
    return frozenset(index for head in same for index in range(head.first, head.last + 1))


def _is_rate(one: LabelledFigure) -> bool:
    """`46.8015` under an unknown name: no money has so many decimals, but a rate of exchange."""
    return one.means is Means.LOOSE and one.figure.decimals >= RATE_DECIMALS


def _is_money(one: LabelledFigure, *, whole: bool) -> bool:
    """Dates, terms and account numbers stand beside the same words as sums do."""
    figure = one.figure
    if one.means is Means.INFO:
        return True  # a rate of exchange has more digits
    digits = sum(map(str.isdigit, figure.raw))
    if digits > LONGEST_AMOUNT or (figure.unit and figure.unit.casefold() not in CURRENCY_WORDS):
        return False  # `100 000 Ft` are forint, not feet
    if decimals := figure.decimals:
        return decimals <= CENTS or figure.ambiguous
    bare = figure.raw.strip(".,;:()")
    return not figure.value or digits < len(bare) or (whole and digits > SHORTEST_WHOLE)


def _is_among_sums(one: LabelledFigure, money: Labelled) -> bool:
    """`DISCOUNT  4` in one column with `TOTAL  1,536.52`: called money, and flush with what is printed as such."""
    figure = one.figure
    if one.means in {Means.LOOSE, Means.INFO} or one.above or figure.unit or not figure.raw.isdigit():
        return False
    near = (other.figure for other in money if not other.above and 0 < abs(other.row - one.row) <= FARTHEST_SUM)
    return any(abs(other.box.x1 - figure.box.x1) <= SAME_EDGE and other.page == figure.page for other in near)
