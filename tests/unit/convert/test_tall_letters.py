"""Fonts that say their letters are far taller than they are: words beside each other, and no columns of letters."""

from fakturo.convert.engine import pages_of
from fakturo.convert.page import Word

TALL = b"/Ascent 3000 /Descent -2500 /FontBBox [-500 -2500 1500 3000]"
USUAL = b"/Ascent 900 /Descent -210 /FontBBox [-500 -210 1500 900]"


def words(metrics: bytes) -> list[Word]:
    """Two rows, ten points apart, of a font with these metrics."""
    text = b"BT /F1 10 Tf 50 700 Td (Item 1) Tj 200 0 Td (9.95) Tj -200 -12 Td (Item 2) Tj 200 0 Td (20.00) Tj ET"
    widths = b"[" + b"600 " * 95 + b"]"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/TrueType/BaseFont/Odd/FirstChar 32/LastChar 126/Encoding/WinAnsiEncoding"
        b"/Widths " + widths + b"/FontDescriptor 6 0 R>>",
        b"<</Type/FontDescriptor/FontName/Odd/Flags 32/ItalicAngle 0/CapHeight 700/StemV 80 " + metrics + b">>",
    ]
    body = b"%PDF-1.4\n" + b"".join(b"%d 0 obj%s endobj\n" % (at, one) for at, one in enumerate(objects, start=1))
    return [word for page in pages_of(body + b"trailer<</Root 1 0 R>>") for word in page.words]


def test_words_of_a_font_with_odd_metrics_stand_in_their_rows() -> None:
    tall, usual = words(TALL), words(USUAL)
    assert [(word.text, word.angle) for word in tall] == [(word.text, 0) for word in usual]
    first, second = tall[0].box, tall[3].box
    assert first.y1 <= second.y0 + 1
