"""Layouts met before, in unusual files: scans, turned pages, credit notes."""

from collections.abc import Callable, Sequence
from random import Random

from tests.generator.families.din_5008 import draw_letter, draw_plain
from tests.generator.grids import draw_bar, draw_grid
from tests.generator.invent import Wish, invent
from tests.generator.model import Document
from tests.generator.registry import Drawn, Truth, family
from tests.generator.scan import as_scan
from tests.generator.sheet import Sheet

Draw = Callable[[Sheet, Document, Random], Truth]
LAYOUTS: Sequence[tuple[Draw, tuple[str, ...]]] = (
    (draw_grid, ("GB", "DE", "FR", "NL", "ES", "IT", "ID", "US")),
    (draw_bar, ("GB", "DE", "FR", "NL", "ES", "IT", "ID", "US")),
    (draw_plain, ("GB", "DE", "FR", "NL", "ES", "IT", "CH")),
    (draw_letter, ("DE", "AT")),
)


def one_of(rng: Random, sheet: Sheet, *, scanned: bool = False, **wishes: object) -> Truth:
    """An invoice in any of the layouts above."""
    draw, countries = rng.choice(LAYOUTS)
    countries = ("GB", "US", "ID") if scanned and draw is not draw_letter else countries
    wish = Wish(**{"countries": countries, "items": (2, 7), **wishes})  # type: ignore[arg-type]
    return draw(sheet, invent(rng, wish), rng)


def tagged(truth: Truth, *tags: str) -> Truth:
    return {**truth, "tags": [*truth["tags"], *tags]}


@family("turned-page")
def turned_page(rng: Random) -> Drawn:
    """The page lies on its side in the file, and its rotation sets it upright."""
    sheet = Sheet(turned=True)
    truth = one_of(rng, sheet)
    return Drawn(sheet.finish(), (tagged(truth, "turned"),))


@family("scan")
def scan(rng: Random) -> Drawn:
    """One picture a page, slightly turned, with noise."""
    sheet = Sheet()
    truth = one_of(rng, sheet, scanned=True)
    return Drawn(as_scan(sheet.finish(), rng), (tagged(truth, "scan"),))


@family("credit-notes")
def credit_notes(rng: Random) -> Drawn:
    """Credit notes of every country, amounts positive or negative."""
    sheet = Sheet()
    countries = ("GB", "FR", "BE", "NL", "ES", "IT", "ID")
    document = invent(rng, Wish(countries=countries, items=(1, 4), kind="credit_note"))
    truth = draw_bar(sheet, document, rng)
    return Drawn(sheet.finish(), (truth,))
