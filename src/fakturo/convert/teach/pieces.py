"""One learned thing: what it adds to a template, and how it is said."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fakturo.convert.templates.names import NAMES, at_start
from fakturo.convert.templates.parse import NEVER, NO_ROLE
from fakturo.convert.templates.template import OTHER_NUMBER, ROWS, Template
from fakturo.convert.templates.texts import squeezed

_SUMS = {
    "subtotal": "the sum of the lines",
    "tax_base": "what the tax is computed on",
    "tax": "the tax",
    "total": "the total",
    "payable": "what is to be paid",
    "discount": "taken off as a discount",
    "charges": "added as a charge",
    "stamp_duty": "stamp duty",
    "withheld": "withheld by the buyer",
    "prepaid": "paid already",
    "rounding": "a rounding",
    "info": "no part of the sums",
    "previous": "what an older bill left open",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """`section` is a part of the template, `key` what is said there, `value` what it is."""

    section: str
    key: str
    value: Any

    def added_to(self, template: Template) -> Template:
        if self.section in ROWS.values():
            texts: dict[str, Any] = {self.section: (*getattr(template, self.section), self.key)}
            return template if self.key in texts[self.section][:-1] else replace(template, **texts)
        if self.section == "single":
            return replace(template, **{self.key: self.value})
        entries: dict[str, Any] = dict(getattr(template, self.section))
        if self.section in {"titles", "columns", "totals"}:  # one text has one meaning, however it is spelt
            entries = {text: meaning for text, meaning in entries.items() if squeezed(text) != squeezed(self.key)}
        if self.section in {"anchors", "confirmed"} and entries.get(self.key) and self.value:
            known = entries[self.key]
            entries[self.key] = known if self.value[0] in known else (*self.value, *known)
        else:
            entries[self.key] = self.value
        changed: dict[str, Any] = {self.section: entries}
        return replace(template, **changed)

    def __str__(self) -> str:
        return _SENTENCES[self.section](self.key, self.value)


def _anchored(field: str, places: Any) -> str:
    name = NAMES.get(field, field)
    if not places:
        return f"{at_start(name)} is never printed ({NEVER})."
    return f"{at_start(name)} stands {' or '.join(map(str, places))}."


def _confirmed(field: str, places: Any) -> str:
    if field == OTHER_NUMBER:
        return f"A number {' or '.join(map(str, places))} is not the buyer's tax id."
    return f"If {NAMES.get(field, field)} stands {' or '.join(map(str, places))}, it is no longer doubted."


def _single(name: str, value: Any) -> str:
    sentences = {
        "decimal_sign": f"Decimals follow a {'point' if value == '.' else 'comma'}.",
        "date_order": f"Dates have the {'day' if value == 'day_first' else 'month'} first.",
        "currency": f"All is in {value}.",
        "prices_with_tax": "The prices include the tax.",
        "minus_credits": "If the amounts have a minus, it is a credit note.",
        "headless": "The items are a list without a head.",
        "counted": "The lines have quantities.",
    }
    return sentences[name]


def _column(head: str, role: Any) -> str:
    return f"Below {head!r} stands {role.value if role else NO_ROLE}."


_SENTENCES: dict[str, Callable[[str, Any], str]] = {
    "anchors": _anchored,
    "confirmed": _confirmed,
    "single": _single,
    "titles": lambda title, kind: f"{title!r} is {'a credit note' if kind == 'credit_note' else 'an invoice'}.",
    "seller": lambda name, value: f"{at_start(NAMES['seller.' + name])} is {value!r}.",
    "columns": _column,
    "totals": lambda label, means: f"{label!r} is {_SUMS.get(means.value, means.value)}.",
    "ignored_rows": lambda text, _: f"A row that begins with {text!r} is no item.",
    "unread": lambda field, _: f"Until it can be read, somebody must check {NAMES.get(field, field)} on each invoice.",
    "item_rows": lambda text, _: f"A row that begins with {text!r} is an item.",
}
