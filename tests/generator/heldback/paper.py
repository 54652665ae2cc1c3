"""A sheet to draw on: points from the top left corner, pages that can be turned back to for "page 1 of 3"."""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

A4 = (595.0, 842.0)
A4_WIDE = (842.0, 595.0)
LETTER = (612.0, 792.0)

SANS, SANS_BOLD, SANS_ITALIC = "Helvetica", "Helvetica-Bold", "Helvetica-Oblique"
SERIF, SERIF_BOLD, SERIF_ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
MONO, MONO_BOLD = "Courier", "Courier-Bold"

Column = tuple[float, str]  # where it stands, and how: l, r or c
Colour = tuple[float, float, float]
BLACK: Colour = (0, 0, 0)
GREY: Colour = (0.45, 0.45, 0.45)
WHITE: Colour = (1, 1, 1)


class Paper:
    def __init__(self, size: tuple[float, float] = A4) -> None:
        self.width, self.height = size
        self._pages: list[list[Callable[[Any], None]]] = [[]]
        self._at = 0

    @property
    def count(self) -> int:
        return len(self._pages)

    def page(self) -> None:
        self._pages.append([])
        self._at = len(self._pages) - 1

    def turn_to(self, page: int) -> None:
        self._at = page - 1

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 9,
        font: str = SANS,
        align: str = "l",
        colour: Colour = BLACK,
    ) -> None:
        def draw(canvas: Any) -> None:
            canvas.setFont(font, size)
            canvas.setFillColorRGB(*colour)
            write = {"l": canvas.drawString, "r": canvas.drawRightString, "c": canvas.drawCentredString}[align]
            write(x, self.height - y, words)

        self._pages[self._at].append(draw)

    def lines(
        self,
        x: float,
        y: float,
        rows: Iterable[str],
        size: float = 9,
        font: str = SANS,
        align: str = "l",
        lead: float = 1.25,
        colour: Colour = BLACK,
    ) -> float:
        """Writes one line under the other and returns where the next would stand."""
        for row in rows:
            self.text(x, y, row, size, font, align, colour)
            y += size * lead
        return y

    def row(
        self,
        y: float,
        columns: Sequence[Column],
        cells: Sequence[str],
        size: float = 9,
        font: str = SANS,
        colour: Colour = BLACK,
    ) -> None:
        for (x, align), cell in zip(columns, cells, strict=True):
            if cell:
                self.text(x, y, cell, size, font, align, colour)

    def rule(self, x1: float, y1: float, x2: float, y2: float, weight: float = 0.5, colour: Colour = BLACK) -> None:
        def draw(canvas: Any) -> None:
            canvas.setLineWidth(weight)
            canvas.setStrokeColorRGB(*colour)
            canvas.line(x1, self.height - y1, x2, self.height - y2)

        self._pages[self._at].append(draw)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour | None = None,
        weight: float = 0.5,
    ) -> None:
        """A rectangle whose top left corner is at x, y; without weight it is colour alone."""

        def draw(canvas: Any) -> None:
            canvas.setLineWidth(weight)
            canvas.setStrokeColorRGB(*BLACK)
            if fill:
                canvas.setFillColorRGB(*fill)
            canvas.rect(x, self.height - y - height, width, height, stroke=int(weight > 0), fill=int(fill is not None))

        self._pages[self._at].append(draw)

    def pdf(self) -> bytes:
        out = BytesIO()
        canvas = Canvas(out, pagesize=(self.width, self.height), invariant=1)
        for page in self._pages:
            for draw in page:
                draw(canvas)
            canvas.showPage()
        canvas.save()
        return out.getvalue()


def wrap(words: str, width: float, size: float = 9, font: str = SANS) -> list[str]:
    return [str(line) for line in simpleSplit(words, font, size, width)]


def width_of(words: str, size: float = 9, font: str = SANS) -> float:
    return float(stringWidth(words, font, size))
