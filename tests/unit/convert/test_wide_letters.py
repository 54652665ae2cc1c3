"""Words whose letters are set wide, as headings of web pages are: one word each, however far apart."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from fakturo.convert.engine import pages_of


def words(text: str, spacing: float) -> list[str]:
    """Each letter placed by itself, as browsers print them."""
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFont("Helvetica", 12)
    x = 50.0
    for letter in text:
        if letter != " ":
            canvas.drawString(x, 700, letter)
        x += canvas.stringWidth(letter, "Helvetica", 12) + spacing
    canvas.save()
    return [word.text for page in pages_of(out.getvalue()) for word in page.words]


@pytest.mark.parametrize("spacing", [0.0, 1.2, 1.5, 1.6, 1.7])
def test_wide_letters_make_words(spacing: float) -> None:
    assert words("Fenja Illustration", spacing) == ["Fenja", "Illustration"]


def test_spaces_between_single_letters_stay() -> None:
    assert words("Sizes A B C of pumps", 0.0) == ["Sizes", "A", "B", "C", "of", "pumps"]
