"""Doubts about lines and sums: each an issue with a code, a field, a sentence and a place.

Nothing here changes a value. Doubts about the header are told where it is decided; all become a verdict in
`verdict.py`.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from fakturo.convert.column_checks import on_figure
from fakturo.convert.invoice import Evidence, Issue
from fakturo.convert.item_checks import about_items
from fakturo.convert.solve.arithmetic import HUNDRED, is_tax
from fakturo.convert.solve.items.shown import Shown
from fakturo.convert.solve.numbers import Numbers
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.sums.labels import ENDS, LabelledFigure, Means, says_included
from fakturo.convert.solve.sums.model import Chain
from fakturo.convert.solve.sums.proof import hidden_tax, is_at_usual_rate, is_total
from fakturo.convert.solve.table.selections import ADJUSTING
from fakturo.convert.vocabulary import fold

CLEAR_MARGIN = 1.5
"""A rival reading with other values must explain so much less."""
CUT = "There are so many figures on this page that not every way to put them together was tried: check the sums."
MOST_ISSUES = 30
SHORTEST_NAME = 6
"""Letters of a line's text that stands in no other by chance."""
MOST_LOOSE = 20
_WORDS = {
    Means.SUBTOTAL: "a subtotal",
    Means.TAX_BASE: "a tax base",
    Means.TAX: "a tax",
    Means.TOTAL: "a total",
    Means.PAYABLE: "an amount to pay",
    Means.DISCOUNT: "a discount",
    Means.LESS: "a deduction",
    Means.CHARGES: "a charge",
    Means.STAMP_DUTY: "stamp duty",
    Means.WITHHELD: "a withheld tax",
    Means.PREPAID: "a payment",
    Means.ROUNDING: "a rounding",
}
_FIELDS = {
    Means.SUBTOTAL: "totals.subtotal",
    Means.TAX_BASE: "totals.tax_base",
    Means.TAX: "totals.tax",
    Means.TOTAL: "totals.total",
    Means.PAYABLE: "totals.payable",
    Means.DISCOUNT: "totals.discount",
    Means.LESS: "totals.discount",
    Means.CHARGES: "totals.charges",
    Means.STAMP_DUTY: "totals.charges",
    Means.WITHHELD: "totals.withheld",
    Means.PREPAID: "totals.prepaid",
    Means.ROUNDING: "totals.rounding",
}


def number_issues(
    solutions: Sequence[Solution],
    items: Sequence[Shown],
    numbers: Numbers,
    currency: str | None,
    number: Evidence | None = None,
) -> list[Issue]:
    """`number` is where the invoice's own stands, which is no sum, whatever words are near."""
    best = solutions[0]
    issues = [*about_items(best, items, numbers), *_about_sums(best, numbers, currency), *_about_rivals(solutions)]
    issues = [issue for issue in issues if not (issue.code == "AMOUNT_UNEXPLAINED" and _is_at(issue, number))]
    if numbers.budget.ran_out:
        issues.insert(0, Issue("SEARCH_CUT", "totals", CUT))
    return issues[:MOST_ISSUES]


def _is_at(issue: Issue, number: Evidence | None) -> bool:
    """There, or at the same place of another page, whose head repeats it."""
    if not (number and number.box and issue.box):
        return False
    box, middle = number.box, (issue.box.x0 + issue.box.x1) / 2
    return box.x0 <= middle <= box.x1 and box.y0 < issue.box.y1 and issue.box.y0 < box.y1


def _about_sums(best: Solution, numbers: Numbers, currency: str | None) -> Iterator[Issue]:
    chain = best.chain
    if chain is None:
        yield Issue("TOTAL_MISSING", "totals.total", "No total was found on this invoice.")
        return
    if not chain.closes:
        text = "Subtotal, tax and total do not add up as they are printed."
        yield _issue_on(chain.printed_total, "TOTAL_MISMATCH", "totals.total", text)
        return
    yield from _about_total(best, chain, numbers)
    yield from _about_tax(best, chain, numbers, currency)
    if hidden := hidden_tax(best, chain, numbers, currency):
        yield on_figure(hidden, "TAX_DOUBTFUL", "totals.tax", "This may be a tax, but no word says so.")
    for one in chain.unexplained:
        if _tells_of_lines(one, best):
            continue
        text = f"This looks like {_WORDS.get(one.means, 'a sum')}, but is not part of the sums."
        yield _issue_on(one, "AMOUNT_UNEXPLAINED", _FIELDS.get(one.means, "totals"), text)
    for row in chain.unused:
        yield on_figure(
            row.tax, "AMOUNT_UNEXPLAINED", "totals.tax", "This looks like a tax, but is not part of the sums."
        )
    for one in _open_sums(best, chain):
        text = "The sums seem to go on to this figure, but no word says what it is."
        yield _issue_on(one, "AMOUNT_UNEXPLAINED", "totals.payable", text)
    for one in _below_the_total(best, chain):
        text = "This stands below the total, but the sums need it above: is a line missing?"
        yield _issue_on(one, "CHARGES_DOUBTFUL", "totals.charges", text)
    yield from _about_unknown_words(best, chain)


def _tells_of_lines(one: LabelledFigure, best: Solution) -> bool:
    """`Environmental fee in all` below the sums names lines, and comes to them."""
    label = _letters(one.label)
    named = [e.amount.value for e in best.items if len(key := _letters(e.text)) >= SHORTEST_NAME and key in label]
    return bool(named) and abs(one.value) == sum(named)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, fold(text)))


def _about_unknown_words(best: Solution, chain: Chain) -> Iterator[Issue]:
    text = "A figure without a known word was taken for {}, since the sums need it."
    taxed = bool(chain.rate_closes) and not chain.included and chain.base == chain.net
    for one in chain.discount.addends:
        share = one.rate is not None and is_tax(chain.lines, one.rate, abs(one.value))
        known = taxed and (share or _net_follows(best, chain, one))  # the rest is taxed, and said to be what is left
        if one.means in {Means.LOOSE, Means.SUBTOTAL, *ENDS} and not known:
            yield _issue_on(one, "DISCOUNT_DOUBTFUL", "totals.discount", text.format("a discount"))
    untaxed = not chain.tax and any(one.means is Means.TAX and not one.value for one in best.labelled)
    for one in chain.charges.addends:
        if one.means is Means.LOOSE and not (taxed or untaxed):  # the tax is known: it is none
            yield _issue_on(one, "CHARGES_DOUBTFUL", "totals.charges", text.format("a charge"))
    for one in chain.withheld.addends:
        if one.means is Means.LOOSE or (one.means is Means.LESS and not chain.tax and not _prints_base(best, one)):
            yield _issue_on(one, "WITHHELD_DOUBTFUL", "totals.withheld", text.format("withheld"))
    for one in chain.prepaid.addends:
        if one.means is Means.LOOSE and not _is_payment(chain):
            yield _issue_on(one, "PREPAID_DOUBTFUL", "totals.prepaid", text.format("a payment"))
        elif chain.tax and one.rate and is_tax(chain.total - chain.tax, one.rate, abs(one.value)):
            percentage = "This is called a payment, but is a percentage of what is taxed: it may be withheld."
            yield _issue_on(one, "WITHHELD_DOUBTFUL", "totals.withheld", percentage)


def _below_the_total(best: Solution, chain: Chain) -> Iterator[LabelledFigure]:
    """What stands below a total that closes the sums is told of something in it, and is no part that was added."""
    total = chain.printed_total
    last = max((entry.index for entry in best.items), default=0)
    if total is None or total.row <= last or total.means is not Means.TOTAL:
        return
    added = (*chain.discount.addends, *chain.charges.addends)
    yield from (one for one in added if one.row > total.row and one.figure.page == total.figure.page)


def _net_follows(best: Solution, chain: Chain, taken: LabelledFigure) -> bool:
    """Below what is taken off, with a minus, the net is printed with a word for it."""
    nets = (one for one in best.labelled if one.means in {Means.SUBTOTAL, Means.TAX_BASE} and one.row > taken.row)
    return taken.value < 0 and any(abs(one.value) == chain.net for one in nets)


def _is_payment(chain: Chain) -> bool:
    """Nothing but a payment leaves nothing to pay; a discount came before a tax that is added and closes. But where the
    total is not printed, what was paid of it is a guess."""
    if chain.payable and not chain.payable.value:
        return True
    named = chain.payable is not None and chain.payable.means is not Means.LOOSE
    return named and chain.printed_total is not None and bool(chain.rate_closes) and not chain.included


def _prints_base(best: Solution, one: LabelledFigure) -> bool:
    """`20 % on 167.00` beside it."""
    beside = (abs(other.value) for other in best.labelled if other.row == one.row and other is not one)
    return one.rate is not None and any(is_tax(base, one.rate, abs(one.value)) for base in beside)


def _about_total(best: Solution, chain: Chain, numbers: Numbers) -> Iterator[Issue]:
    if chain.printed_total is None and chain.payable is None:
        yield Issue("TOTAL_MISSING", "totals.total", "No total is printed: this is what the sums give.")
    elif chain.printed_total is None and _is_taken_off_first(chain):
        text = "Something is taken off before the tax: it may be no part of the total."
        yield Issue("TOTAL_DOUBTFUL", "totals.total", text)
    elif chain.printed_total and chain.printed_total.means not in ENDS and not is_total(best, numbers):
        text = "No word says that this is the total; it is where the sums lead."
        yield _issue_on(chain.printed_total, "TOTAL_DOUBTFUL", "totals.total", text)


def _is_taken_off_first(chain: Chain) -> bool:
    """Withheld or paid, by its name, but above the tax that the total would hold."""
    last = max((one.row for one in chain.tax_addends), default=0)
    return any(one.row < last for one in (*chain.withheld.addends, *chain.prepaid.addends))


def _about_tax(best: Solution, chain: Chain, numbers: Numbers, currency: str | None) -> Iterator[Issue]:
    if chain.rate_closes is False:
        yield _tax_issue(chain, "The printed tax is not what the printed rate gives.")
    elif chain.included and chain.rate_closes is None and not (_net_is_printed(best) or _said_to_be_included(chain)):
        yield _tax_issue(chain, "It is not sure whether the prices include this tax.")
    unnamed = any(one.means is Means.LOOSE for one in chain.tax_addends)
    if unnamed and not is_at_usual_rate(best, chain, numbers, currency):
        text = "No word says that this is a tax; it is what the rate beside it gives."
        yield _issue_on(chain.tax_addends[0], "TAX_DOUBTFUL", "totals.tax", text)


def _open_sums(best: Solution, chain: Chain) -> Iterator[LabelledFigure]:
    """A figure below the total that it leads to with another one: both without a word that we know."""
    last = max((one.row for one in (chain.printed_total, chain.payable) if one), default=0)
    below = [one for one in best.labelled if one.means is Means.LOOSE and one.row > last]
    start = abs(chain.payable.value) if chain.payable else chain.total
    below = [one for one in below if abs(one.value) not in {chain.tax, chain.base, chain.net}]
    for one, other in combinations(below[:MOST_LOOSE], 2):
        instalments = other.value in {one.value, 0}
        if one.value and not instalments and abs(other.value) in {start + abs(one.value), start - abs(one.value)}:
            yield other
            return


def _net_is_printed(best: Solution) -> bool:
    assert best.chain
    net = best.chain.net - best.chain.tax
    return any(abs(one.value) == net for one in best.labelled if one.means in {Means.SUBTOTAL, Means.TAX_BASE})


def _said_to_be_included(chain: Chain) -> bool:
    """`Total includes GST of`, and the tax is a whole percentage of the rest, as most are."""
    labelled = [*chain.tax_addends, chain.printed_total]
    rest = chain.total - chain.tax
    if rest <= 0 or not any(one and says_included(one.label) for one in labelled):
        return False
    rate = (2 * HUNDRED * chain.tax / rest).quantize(Decimal(1)) / 2
    return is_tax(rest, rate, chain.tax)


def _about_rivals(solutions: Sequence[Solution]) -> Iterator[Issue]:
    """Another reading of the page that explains it nearly as well, and gives other values."""
    best = solutions[0]
    for rival in solutions[1:]:
        near = best.score - rival.score < CLEAR_MARGIN and _unexplained(rival) <= _unexplained(best)
        if near and _values(rival) != _values(best):
            yield Issue("READING_AMBIGUOUS", "items", "The columns can be read in more than one way: check the lines.")
            return
    if _reads_either_way(best):
        text = "These numbers can be read with thousands or with decimals: check the quantities and prices."
        yield Issue("FORMAT_AMBIGUOUS", "items", text)


def _unexplained(solution: Solution) -> int:
    chain = solution.chain
    open_lines = sum(entry.complete and entry.pricing is None for entry in solution.items)
    return open_lines + len(solution.dropped) + (len(chain.unexplained) + len(chain.unused) if chain else 0)


def _values(solution: Solution) -> tuple[object, ...]:
    """Shipping, discounts and expenses below the lines come to the same as lines and as charges."""
    beside = [entry for entry in solution.items if entry.late or set(entry.means) & ADJUSTING]
    items = tuple(
        (entry.pricing[:3] if entry.pricing else entry.amount.value) for entry in solution.items if entry not in beside
    )
    chain = solution.chain
    if chain is None:
        return (items,)
    more = chain.charges.value - chain.discount.value + sum(entry.amount.value for entry in beside)
    return items, chain.total, chain.tax, more


def _reads_either_way(solution: Solution) -> bool:
    """A line closes under both readings, and nothing in the document proves one: 1.000 x 2.500 = 2.500."""
    if solution.table is None or solution.decimal_sign is not None:
        return False
    qty, price = solution.table.roles.qty, solution.table.roles.price
    return any(
        qty in entry.figures
        and price in entry.figures
        and entry.figures[qty].ambiguous
        and entry.figures[price].ambiguous
        for entry in solution.items
        if qty is not None and price is not None
    )


def _tax_issue(chain: Chain, text: str) -> Issue:
    on = chain.tax_addends[0] if chain.tax_addends else chain.printed_total
    return _issue_on(on, "TAX_MISMATCH", "totals.tax", text)


def _issue_on(labelled: LabelledFigure | None, code: str, field: str, text: str) -> Issue:
    return on_figure(labelled.figure, code, field, text) if labelled else Issue(code, field, text)
