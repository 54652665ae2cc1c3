"""What is typed on top of a page is read with it."""

import io

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from fakturo.convert.engine import pages_of

HIDDEN = 2
"""The flag of a field that nobody sees."""


def form() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(50, 700, "Invoice No.")
    canvas.acroForm.textfield(name="number", x=150, y=695, width=120, height=18, value="F-2026-001", fontSize=10)
    canvas.save()
    return out.getvalue()


def changed(data: bytes, **entries: object) -> bytes:
    """The form with its field's entries set, or deleted by None."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (field,) = pdf.pages[0].Annots
        for name, value in entries.items():
            if value is None:
                del field[f"/{name}"]
            else:
                field[f"/{name}"] = value
        pdf.save(out)
    return out.getvalue()


def with_note(data: bytes, text: str) -> bytes:
    """The same page with a text box laid over it, as viewers write them."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        look = pdf.make_stream(
            f"BT /F1 10 Tf 2 4 Td ({text}) Tj ET".encode(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, 100, 20],
            Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font)),
        )
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name.FreeText,
            Rect=[300, 695, 400, 715],
            Contents=text,
            AP=pikepdf.Dictionary(N=look),
        )
        pdf.pages[0].Annots = pdf.make_indirect(pikepdf.Array([*pdf.pages[0].get("/Annots", []), note]))
        pdf.save(out)
    return out.getvalue()


def words(data: bytes) -> list[str]:
    return [word.text for page in pages_of(data) for word in page.words]


def test_a_filled_in_field_is_read_where_it_stands() -> None:
    (page,) = ([*page.words] for page in pages_of(form()))
    assert [word.text for word in page] == ["Invoice", "No.", "F-2026-001"]
    assert 150 <= page[-1].box.x0 <= 160
    assert abs(page[-1].box.y0 - page[0].box.y0) < 6


def test_a_field_without_a_look_of_its_own_is_read_too() -> None:
    assert words(changed(form(), AP=None)) == ["Invoice", "No.", "F-2026-001"]


def test_a_hidden_field_is_not_read() -> None:
    assert words(changed(form(), F=HIDDEN)) == ["Invoice", "No."]


def test_a_text_box_laid_over_the_page_is_read() -> None:
    assert words(with_note(form(), "Approved"))[-1] == "Approved"
