"""A pen and pages: text and rules at places measured in points from the top left."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

A4 = (595.0, 842.0)
LETTER = (612.0, 792.0)
BLACK = (0.0, 0.0, 0.0)
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Face:
    plain: str
    bold: str


HELVETICA = Face("Helvetica", "Helvetica-Bold")
TIMES = Face("Times-Roman", "Times-Bold")


class Sheet:
    def __init__(
        self,
        *,
        size: tuple[float, float] = A4,
        face: Face = HELVETICA,
        turned: bool = False,
    ) -> None:
        """A turned sheet lies on its side in the file, and is shown upright."""
        self.width, self.height = size
        self.face = face
        self.y = 40.0
        self.page = 1
        self._turned = turned
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=size, invariant=1, initialFontName="Helvetica")
        self._start_page()

    def _start_page(self) -> None:
        canvas = self._canvas
        if self._turned:
            canvas.setPageRotation(90)
            canvas.translate(self.height, 0)
            canvas.rotate(90)

    def _end_page(self) -> None:
        self._canvas.showPage()

    def new_page(self) -> None:
        self._end_page()
        self.page += 1
        self.y = 40.0
        self._start_page()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 9,
        bold: bool = False,
        align: str = "left",
        colour: Colour = BLACK,
        face: Face | None = None,
    ) -> None:
        """y is the baseline."""
        font = self._font(bold, face)
        width = stringWidth(text, font, size)
        x -= {"left": 0, "right": width, "centre": width / 2}[align]
        self._canvas.setFont(font, size)
        self._canvas.setFillColorRGB(*colour)
        self._canvas.drawString(x, self.height - y, text)

    def lines(
        self,
        x: float,
        y: float,
        texts: Sequence[str],
        *,
        size: float = 9,
        bold_first: bool = False,
        align: str = "left",
        leading: float = 1.3,
    ) -> float:
        """Texts below each other; where the next one would stand."""
        for n, text in enumerate(texts):
            self.text(x, y, text, size=size, bold=bold_first and n == 0, align=align)
            y += size * leading
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.6) -> None:
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeColorRGB(0, 0, 0)
        self._canvas.line(x0, self.height - y0, x1, self.height - y1)

    def box(
        self, x0: float, y0: float, x1: float, y1: float, *, fill: Colour | None = None, stroke: bool = True
    ) -> None:
        self._canvas.setLineWidth(0.6)
        self._canvas.setStrokeColorRGB(0, 0, 0)
        if fill:
            self._canvas.setFillColorRGB(*fill)
        self._canvas.rect(x0, self.height - y1, x1 - x0, y1 - y0, fill=1 if fill else 0, stroke=1 if stroke else 0)

    def image(self, picture: bytes, x0: float, y0: float, x1: float, y1: float) -> None:
        self._canvas.drawImage(ImageReader(io.BytesIO(picture)), x0, self.height - y1, x1 - x0, y1 - y0)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        return float(stringWidth(text, self._font(bold), size))

    def wrap(self, text: str, width: float, size: float) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines or [""]

    def _font(self, bold: bool, face: Face | None = None) -> str:
        face = face or self.face
        return face.bold if bold else face.plain

    def finish(self) -> bytes:
        self._end_page()
        self._canvas.save()
        return self._out.getvalue()
