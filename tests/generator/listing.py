"""Rows of a hand-drawn bill over as many pages as they need, and labels beside their values."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from tests.generator.bill import spread
from tests.generator.sheet import BLACK, Colour, Face, Sheet

Turn = Callable[[], None]


def some(rng: Random, most: int = 25) -> int:
    """How many lines: mostly few, now and then many."""
    return rng.choice((1, 2, rng.randint(3, 6), rng.randint(3, 9), rng.randint(8, most)))


def pairs(
    sheet: Sheet,
    y: float,
    stops: str,
    rows: Iterable[tuple[str, ...]],
    *,
    size: float = 8,
    step: float = 12,
    bold: tuple[str, ...] = (),
    face: Face | None = None,
) -> float:
    """Labels and values, row by row; those whose label begins with one of `bold` stand out."""
    for texts in rows:
        spread(sheet, y, stops, list(texts), size=size, bold=bool(bold) and texts[0].startswith(bold), face=face)
        y += step
    return y


def listing(
    sheet: Sheet,
    stops: str,
    rows: Iterable[Sequence[str]],
    *,
    turn: Turn,
    size: float = 8,
    gap: float = 4,
    bottom: float = 740,
    rules: tuple[float, float] | None = None,
    colour: Colour = BLACK,
) -> None:
    """Rows from sheet.y on. `turn` starts the next page and leaves sheet.y at its first row; rules part the rows."""
    for texts in rows:
        depth = max(text.count("\n") + 1 for text in texts)
        if sheet.y + depth * size * 1.25 > bottom:
            turn()
        sheet.y = spread(sheet, sheet.y, stops, list(texts), size=size, colour=colour) + gap
        if rules:
            sheet.rule(rules[0], sheet.y - size - 0.5, rules[1], sheet.y - size - 0.5, 0.3)
            sheet.y += 1.5


def turned(sheet: Sheet, draw_head: Turn) -> Turn:
    """A turn to a new page that begins with the same head."""

    def turn() -> None:
        sheet.new_page()
        draw_head()

    return turn


def room(sheet: Sheet, height: float, bottom: float = 790) -> None:
    """What belongs together moves to the next page if it does not fit."""
    if sheet.y + height > bottom:
        sheet.new_page()
        sheet.y = 60
