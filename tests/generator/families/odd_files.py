"""Layouts met before, in unusual files: scans, turned and cropped pages, several documents, papers that are wrong."""

from collections.abc import Callable, Sequence
from random import Random

from tests.generator.blocks import party
from tests.generator.families.grids import draw_bar, draw_grid
from tests.generator.families.letters import draw_letter, draw_plain
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent
from tests.generator.model import Document
from tests.generator.registry import Drawn, Truth, family
from tests.generator.scan import as_scan
from tests.generator.sheet import Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows

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


@family("cropped-page")
def cropped_page(rng: Random) -> Drawn:
    """The page's box starts somewhere inside a larger sheet, with crop marks outside."""
    sheet = Sheet(offset=(rng.choice((30, 57)), rng.choice((25, 80))))
    sheet.text(-28, 20, "Proof 17 / 300", size=6)
    truth = one_of(rng, sheet)
    return Drawn(sheet.finish(), (tagged(truth, "cropped"),))


@family("two-invoices")
def two_invoices(rng: Random) -> Drawn:
    """Two or three invoices of one vendor's layout in one PDF, each on pages of its own."""
    sheet = Sheet()
    draw, countries = rng.choice(LAYOUTS)
    country = (rng.choice(countries),)
    truths: list[Truth] = []
    for at in range(rng.choice((2, 2, 3))):
        if at:
            sheet.new_page()
        truths.append(draw(sheet, invent(rng, Wish(countries=country, items=(1, 5))), rng))
    return Drawn(sheet.finish(), tuple(tagged(truth, "several-invoices") for truth in truths))


@family("with-appendix")
def with_appendix(rng: Random) -> Drawn:
    """An invoice, then its delivery note: the same goods once more, without prices."""
    sheet = Sheet()
    draw, countries = rng.choice(LAYOUTS)
    document = invent(rng, Wish(countries=countries, items=(2, 6)))
    truth = draw(sheet, document, rng)
    sheet.new_page()
    ink = Ink(document, rng)
    sheet.text(40, 60, f"{ink.label('delivery_note')} L-{document.order}", size=16, bold=True)
    sheet.text(40, 80, f"{ink.label('delivery_date')}: {ink.write_date(document.date)}")
    sheet.lines(40, 110, [ink.label("ship_to"), *party(ink, "buyer")])
    sheet.y = 180
    look = Look("grid")
    columns = columns_of(ink, {"no": 30, "sku": 80, "description": 280, "qty": 60, "uom": 60})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    return Drawn(sheet.finish(), (tagged(truth, "appendix"),))


@family("scan")
def scan(rng: Random) -> Drawn:
    """One picture a page, slightly turned, with noise."""
    sheet = Sheet()
    truth = one_of(rng, sheet, scanned=True)
    return Drawn(as_scan(sheet.finish(), rng), (tagged(truth, "scan"),))


@family("scan-stamped")
def scan_stamped(rng: Random) -> Drawn:
    """A scan with a stamp over its text."""
    sheet = Sheet()
    truth = one_of(rng, sheet, scanned=True)
    sheet.stamp(rng.randint(200, 400), rng.randint(200, 500), rng.choice(("PAID", "RECEIVED 12 MAR", "COPY")))
    return Drawn(as_scan(sheet.finish(), rng), (tagged(truth, "scan", "stamp-over-text"),))


@family("paid-stamp")
def paid_stamp(rng: Random) -> Drawn:
    """Text, with a stamp across it that is text, too."""
    sheet = Sheet()
    truth = one_of(rng, sheet, prepaid="all")
    sheet.stamp(300, rng.randint(250, 450), rng.choice(("PAID", "COPY", "DUPLICATE")))
    return Drawn(sheet.finish(), (tagged(truth, "stamp-over-text"),))


@family("credit-notes")
def credit_notes(rng: Random) -> Drawn:
    """Credit notes of every country, amounts positive or negative."""
    sheet = Sheet()
    countries = ("GB", "FR", "BE", "NL", "ES", "IT", "ID")
    document = invent(rng, Wish(countries=countries, items=(1, 4), kind="credit_note"))
    truth = draw_bar(sheet, document, rng)
    return Drawn(sheet.finish(), (truth,))


def _wrong(rng: Random, spoil: str) -> Drawn:
    sheet = Sheet()
    truth = one_of(rng, sheet, spoil=spoil)
    return Drawn(sheet.finish(), (truth,))


@family("wrong-quantity")
def wrong_quantity(rng: Random) -> Drawn:
    """The paper prints a quantity that does not fit its line's amount."""
    return _wrong(rng, "qty")


@family("wrong-amount")
def wrong_amount(rng: Random) -> Drawn:
    """One line's amount is wrong, and the sum was made without the mistake."""
    return _wrong(rng, "amount")


@family("wrong-tax")
def wrong_tax(rng: Random) -> Drawn:
    """The tax is not what rate and base give, and the total does not contain it."""
    return _wrong(rng, "tax")


@family("wrong-total")
def wrong_total(rng: Random) -> Drawn:
    """All is well but the last sum."""
    return _wrong(rng, "total")
