"""The total where a template knows it to stand: which reading of the sums is meant, and whether it is the one."""

from collections.abc import Sequence

from fakturo.convert.invoice import Issue
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.solve.solution import Solution
from fakturo.convert.templates.anchors import read_amounts
from fakturo.convert.templates.template import Template

TOTAL = "totals.total"


def by_total(solutions: Sequence[Solution], sheets: Sequence[Sheet], template: Template) -> list[Solution]:
    """Readings that lead to the total at its place come first: those that don't are no rivals then."""
    if TOTAL not in template.anchors:
        return list(solutions)
    right = [one for one in solutions if leads_there(one, sheets, template)]
    return right or list(solutions)


def total_issues(best: Solution, sheets: Sequence[Sheet], template: Template) -> list[Issue]:
    """The sums lead elsewhere than to the total that the template knows."""
    is_there = best.chain is not None and TOTAL in template.anchors and read_amounts(sheets, template.anchors[TOTAL])
    if not is_there or leads_there(best, sheets, template):
        return []
    places = " or ".join(map(str, template.anchors[TOTAL]))
    text = f"The template {template.name!r} looks for the total {places}, but the sums lead to another one."
    return [Issue("TEMPLATE_CONTRADICTED", TOTAL, text)]


def leads_there(solution: Solution, sheets: Sequence[Sheet], template: Template) -> bool:
    """Its sums end in the total at its place, if the template knows that."""
    if solution.chain is None or TOTAL not in template.anchors:
        return False
    return abs(solution.chain.total) in read_amounts(sheets, template.anchors[TOTAL])
