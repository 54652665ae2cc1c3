"""Where a model's values stand on the page. One that stands nowhere is an issue: a model may make things up."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from fakturo.convert.embedded.compare import places_of
from fakturo.convert.embedded.fields import Value, as_text, in_words, values_of
from fakturo.convert.embedded.printed import Printed, Spot
from fakturo.convert.header.money.signs import meanings, signs_in
from fakturo.convert.invoice import Evidence, Invoice, Issue, Origin
from fakturo.convert.page import around

ON_PAGE, NOWHERE = 0.6, 0.0
"""How sure one may be of a value for the model's word alone."""
MOST_PIECES = 12
"""Of a text that goes over several rows, an address or a description."""
LONGEST_SHOWN = 80


def placed(invoice: Invoice, printed: Printed) -> Invoice:
    """With the place of each value, and an issue for each that has none."""
    likely = dict(places_of(invoice, printed))
    fields: dict[str, Evidence] = {}
    issues: list[Issue] = []
    for path, value in values_of(invoice):
        evidence = _at(likely[path]) if path in likely else find(path, value, printed)
        fields[path] = evidence or Evidence(as_text(value), None, None, Origin.LLM, NOWHERE)
        if evidence is None:
            issues.append(not_on_page(path, as_text(value), in_words(path)))
    return replace(invoice, fields=fields, issues=[*invoice.issues, *issues])


def not_on_page(path: str, value: str, what: str) -> Issue:
    text = f"A language model reads {shown(value)} as the {what}, but that is not on the page."
    return Issue("NOT_ON_PAGE", path, text)


def shown(value: str) -> str:
    return f'"{value if len(value) <= LONGEST_SHOWN else value[: LONGEST_SHOWN - 1] + "…"}"'


def find(path: str, value: Value, printed: Printed) -> Evidence | None:
    """The first place where it is printed."""
    if isinstance(value, Decimal):
        return _first(printed.number(value))
    if isinstance(value, dt.date):
        return _first(printed.date(value))
    if path.endswith("currency"):
        return _first(printed.text(value)) or _money_sign(value, printed)
    return _first(printed.text(value)) or _in_pieces(value, printed)


def _first(spots: Sequence[Spot]) -> Evidence | None:
    return _at(spots[0]) if spots else None


def _at(spot: Spot) -> Evidence:
    return Evidence(spot.text, spot.page, spot.box, Origin.LLM, ON_PAGE)


def _money_sign(code: str, printed: Printed) -> Evidence | None:
    for row in printed.rows:
        for phrase in row.phrases:
            if any(code in meanings(sign) for sign in signs_in(phrase.text)):
                return Evidence(phrase.text, phrase.page, phrase.box, Origin.LLM, ON_PAGE)
    return None


def _in_pieces(text: str, printed: Printed) -> Evidence | None:
    """A text that goes over several rows: all of it in a few runs of words, each of them printed as it stands."""
    words, spots = text.split(), list[Spot]()
    while words:
        taken = next((end for end in range(len(words), 0, -1) if printed.text(" ".join(words[:end]))), 0)
        if not taken or len(spots) == MOST_PIECES:
            return None
        spots.append(printed.text(" ".join(words[:taken]))[0])
        words = words[taken:]
    if not spots:
        return None
    page = spots[0].page
    box = around([spot.box for spot in spots if spot.page == page])
    return Evidence(" ".join(spot.text for spot in spots), page, box, Origin.LLM, ON_PAGE)
