"""Which values a template decided: their source in `fields` is the template."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from fakturo.convert.column_checks import TURNED
from fakturo.convert.figures import Figure, Sign, decimal_sign, read_core
from fakturo.convert.invoice import Evidence, Issue, Origin
from fakturo.convert.page import Box
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.sums.labelled_figures import HIGHEST_ABOVE
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.columns import is_as_named, named_numbers, named_roles
from fakturo.convert.templates.names import NAMES, at_start
from fakturo.convert.templates.template import Template
from fakturo.convert.templates.words import KnownPage

_CORE = re.compile(r"\d(?:[\d.,'’]*\d)?")


def marked(fields: Mapping[str, Evidence], template: Template, page: KnownPage, best: Solution) -> dict[str, Evidence]:
    roles = named_roles(page, best)
    return {
        name: replace(evidence, source=Origin.TEMPLATE)
        if _is_decided(name, evidence, template, page, roles)
        else evidence
        for name, evidence in fields.items()
    }


def without_settled(
    doubts: Sequence[Issue], template: Template, page: KnownPage, best: Solution, *, is_total_known: bool
) -> list[Issue]:
    """Without those to which the template has the answer, and the reading is of the same mind.

    What stands below a head that it calls the description is one, though it may look like codes; quantity and price are
    what it calls so; a list without a head, a tax inside the prices and the total are as it says, if all adds up.
    """
    settled = {"NAME_DOUBTFUL"} if Role.DESCRIPTION in named_roles(page, best) else set()
    chain = best.chain
    if chain is not None and chain.closes and best.lines_close:
        if template.headless and best.table is not None and best.table.head is None:
            settled.add("ITEMS_DOUBTFUL")
        if template.prices_with_tax and chain.included and chain.rate_closes is None:
            settled.add("TAX_MISMATCH")  # whether the rate gives the tax is another question, with the same code
        if is_total_known:
            settled.add("TOTAL_DOUBTFUL")
    told = {TURNED} if named_numbers(page, best) >= {Role.QTY, Role.UNIT_PRICE} and is_as_named(page, best) else set()
    return [issue for issue in doubts if issue.code not in settled and issue.message not in told]


def _is_decided(name: str, evidence: Evidence, template: Template, page: KnownPage, roles: frozenset[Role]) -> bool:
    section, *_, last = name.split(".")
    if section == "items" and last in {role.value for role in roles}:
        return True
    if section == "totals" and any(_is_labelled(evidence, *label) for label in page.labels):
        return True
    return section in {"items", "totals"} and template.decimal_sign is not None and _is_ambiguous(evidence)


def _is_labelled(evidence: Evidence, page: int, label: Box) -> bool:
    """The label stands to the left on the same line, or above."""
    box = evidence.box
    if box is None or evidence.page != page:
        return False
    level = min(box.y1, label.y1) - max(box.y0, label.y0) > 0 and label.x0 < box.x0
    above = 0 <= box.y0 - label.y1 <= HIGHEST_ABOVE and min(box.x1, label.x1) > max(box.x0, label.x0)
    return level or above


def _is_ambiguous(evidence: Evidence) -> bool:
    printed = _CORE.search(evidence.raw or "")
    core = read_core(printed[0]) if printed else None
    return core is not None and len(core.values) > 1


def unread_issues(template: Template) -> list[Issue]:
    """What was taught in vain is never accepted in silence."""
    text = "{what}: the template {name!r} says that this is read wrong on its invoices, and could not be taught."
    return [
        Issue("TEMPLATE_UNREAD", field, text.format(what=at_start(NAMES.get(field, field)), name=template.name))
        for field in template.unread
    ]


def count_issues(template: Template, quantities: Sequence[Decimal | None]) -> list[Issue]:
    """Where the vendor's lines have quantities and none was read, the columns are not what they were taken for."""
    if not template.counted or not quantities or any(qty is not None for qty in quantities):
        return []
    text = f"The template {template.name!r} says that the lines have quantities, but none was found."
    return [Issue("TEMPLATE_MISSED", "items.0.qty", text)]


def format_issues(template: Template, figures: Sequence[Sequence[Figure]]) -> list[Issue]:
    """The page proves the other decimal sign than the template says."""
    proven = decimal_sign(figure for row in figures for figure in row)
    if template.decimal_sign is None or proven in {None, template.decimal_sign}:
        return []
    names = {Sign.POINT: "a point", Sign.COMMA: "a comma"}
    text = (
        f"The template {template.name!r} says that decimals follow {names[template.decimal_sign]}, "
        f"but this page writes them with {names[proven]}."
    )
    return [Issue("TEMPLATE_CONTRADICTED", None, text)]
