"""Where a value stands: of a line that holds more, the words that are it; with the lines below that it goes on in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from fakturo.convert.invoice import Evidence, Invoice, Issue
from fakturo.convert.layout.sheet import Phrase, Sheet
from fakturo.convert.page import Box, around, turned_back
from fakturo.convert.templates.texts import runs_in, squeezed

Placed = TypeVar("Placed", Evidence, Issue)
Phrases = Mapping[tuple[int, Box], Phrase]


def narrowed(fields: Mapping[str, Evidence], sheets: Sequence[Sheet]) -> dict[str, Evidence]:
    """Each with the box of its own words, where it had that of one whole phrase."""
    phrases = {(phrase.page, phrase.box): phrase for sheet in sheets for phrase in sheet.phrases}
    return {name: replace(each, box=_own_box(each, phrases)) for name, each in fields.items()}


def as_in_file(invoice: Invoice, sheets: Sequence[Sheet]) -> Invoice:
    """With its places on the pages as the file has them, where a scan was turned to be read."""
    turned = {sheet.number: sheet for sheet in sheets if sheet.turned}
    if not turned:
        return invoice

    def back(placed: Placed) -> Placed:
        sheet = turned.get(placed.page or 0)
        if sheet is None or placed.box is None:
            return placed
        return replace(placed, box=turned_back(placed.box, sheet.turned, sheet.width, sheet.height))

    fields = {name: back(evidence) for name, evidence in invoice.fields.items()}
    return replace(invoice, fields=fields, issues=[back(issue) for issue in invoice.issues])


def _own_box(evidence: Evidence, phrases: Phrases) -> Box | None:
    if evidence.box is None or evidence.page is None or not squeezed(evidence.raw or ""):
        return evidence.box
    phrase = phrases.get((evidence.page, evidence.box))
    if phrase is None:
        return evidence.box
    run = next(runs_in(phrase, evidence.raw or ""), None)
    return run.box if run else _over_lines(phrase, squeezed(evidence.raw or ""), phrases) or evidence.box


def _over_lines(first: Phrase, wanted: str, phrases: Phrases) -> Box | None:
    """Around the phrases, one below the other, that are the text together."""
    parts, held = [first], squeezed(first.text)
    while held != wanted:
        below = (other for other in phrases.values() if _is_below(parts[-1], other))
        following = next((other for other in below if wanted.startswith(held + squeezed(other.text))), None)
        if following is None:
            return None
        parts.append(following)
        held += squeezed(following.text)
    return around([part.box for part in parts])


def _is_below(above: Phrase, other: Phrase) -> bool:
    near = above.box.y0 < other.box.y0 <= above.box.y1 + above.size and bool(squeezed(other.text))
    return above.page == other.page and near and min(above.box.x1, other.box.x1) > max(above.box.x0, other.box.x0)
