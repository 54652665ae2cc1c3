"""From a value's path to where it stands on the paper: which invoice, and which field of it."""

from dataclasses import fields
from typing import Any, NamedTuple

from fakturo.convert.mapping.kinds import members

INVOICES = "invoices"


class PrintedAs(NamedTuple):
    invoice: int
    """Its place among those of the file, from 0."""
    field: str | None
    """As the invoice calls it, like items.2.unit_price; None for what stands nowhere."""


def printed_as(values: Any, path: str) -> PrintedAs:
    """What a path into a target's values, like invoices.0.items.2.price, is on the paper; see `shown_in`."""
    invoice, line, name, group = 0, "", "", values
    steps = path.split(".")
    if steps[0] == INVOICES and len(steps) > 1:
        invoice, steps[1:2] = int(steps[1]), []
    for step in steps:
        if step.isdigit():
            line = step
            continue
        shown = next((each.metadata.get("invoice_field", "") for each in fields(group) if each.name == step), "")
        name = name + shown if shown.startswith(".") else shown or name
        kind = members(group)[step]
        group = (kind.of or kind).group
    return PrintedAs(invoice, name.replace("*", line) or None)


def numbered_as_printed(path: str, values: Any) -> str:
    """The path with the numbers that lines have on the paper: where a target leaves some out, the others say theirs
    by `place`."""
    steps = []
    for step in path.split("."):
        values = values[int(step)] if step.isdigit() else getattr(values, step)
        steps.append(str(getattr(values, "place", step)) if step.isdigit() else step)
    return ".".join(steps)
