"""Letters that Poland, Czechia and Hungary need and the library's free typeface lacks: composed of its own accents."""

import io
import unicodedata
from pathlib import Path
from typing import Any

import reportlab
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont as Outlines
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from tests.generator.sheet import Face

LETTERS = "ąęńśźżĄĘŃŚŹŻďěňřťůĚŇŘŮőű"
ACCENTS = {0x328: 0x2DB, 0x301: 0xB4, 0x307: 0x2D9, 0x30C: 0x2C7, 0x30A: 0x2DA, 0x30B: 0x2DD}
"""The accent that stands alone for each that combines."""
STROKE = 0x2019
FOLDER = Path(reportlab.__file__).parent / "fonts"


def composed(file: str, called: str) -> io.BytesIO:
    """Under a name of its own: the library keeps faces by the name that is in the file."""
    font = Outlines(FOLDER / file, recalcTimestamp=False)
    names: dict[int, str] = font.getBestCmap()
    glyphs: Any = font["glyf"]
    for letter in LETTERS:
        base, accent = map(ord, unicodedata.normalize("NFD", letter))
        mark = STROKE if letter in "ďť" else ACCENTS[accent]
        _add(font, glyphs, letter, names[base], names[mark])
    for record in font["name"].names:
        record.string = called
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return out


def _add(font: Any, glyphs: Any, letter: str, base: str, mark: str) -> None:
    """The accent stands over the letter's middle, a hook below its right side, a stroke beside it."""
    body, sign = glyphs[base], glyphs[mark]
    x = (body.xMin + body.xMax - sign.xMin - sign.xMax) // 2
    y = max(0, body.yMax - glyphs["o"].yMax)
    if mark == "ogonek":
        x, y = body.xMax - sign.xMax, 0
    elif mark == "quoteright":
        x, y = body.xMax - sign.xMin - 40, 0
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent(base, (1, 0, 0, 1, 0, 0))
    pen.addComponent(mark, (1, 0, 0, 1, x, y))
    name = f"uni{ord(letter):04X}"
    glyphs[name] = pen.glyph()
    font["hmtx"][name] = font["hmtx"][base]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(letter)] = name


for name, file in (("VeraEast", "Vera.ttf"), ("VeraEastBd", "VeraBd.ttf")):
    registerFont(TTFont(name, composed(file, name)))
EASTERN = Face("VeraEast", "VeraEastBd")
