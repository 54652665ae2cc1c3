"""Questions to PDFium: the compiled loops, and Python asking one by one, get the same answers."""

import io
import os
import random
from collections.abc import Callable

import pytest

from fakturo.convert.engine import convert_to_layout
from fakturo.convert.errors import ConversionError
from fakturo.convert.read import native
from tests.generator.registry import draw, families
from tests.support.hostile import mutated, one_page, stream
from tests.support.pdfs import Page, image_pdf, pdf_of_pages, unicode_pdf

pytestmark = pytest.mark.skipif(
    native.loops is None and os.environ.get("CI") != "true", reason="no compiler was at hand: apt-get install gcc"
)
SLANTED = b"".join(b"%d %d m %d %d l %d 9 l h S " % (at, at, at + 40, at, at) for at in range(0, 700, 7))
LONG_PATHS = b"".join(b"%d 700 m %s f " % (at, b"101 701 l 102 700 l " * 9) for at in range(100, 500, 9))
FORM = stream(
    b"0 0 m 50 0 l S 10 10 30 30 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0]"
)


CRAFTED: dict[str, Callable[[], bytes]] = {
    "strokes": lambda: pdf_of_pages([Page(size=(600, 800), extra_content=SLANTED + LONG_PATHS)]),
    "form": lambda: one_page(b"1 0 0 1 100 642 cm /X Do", resources=b"/XObject << /X 6 0 R >>", more=(FORM,)),
    "image": lambda: image_pdf([(2, 2, b"\0" * 4)]),
    "columns": lambda: unicode_pdf(["請求書番号", "合計金額"], vertical=True),
    "nothing": lambda: pdf_of_pages([Page()]),
}
MADE_UP = list(families())[:8]


def layout(pdf: bytes) -> bytes | str:
    out = io.BytesIO()
    try:
        convert_to_layout(pdf, out)
    except ConversionError as error:
        return str(error)
    return out.getvalue()


@pytest.fixture
def by_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], bytes | str]:
    """The same, without any loop."""
    assert native.loops is not None

    def read(pdf: bytes) -> bytes | str:
        for question in vars(native).values():
            for loop in ("_loop", "_all_parts"):
                if hasattr(question, loop):
                    monkeypatch.setattr(question, loop, None)
        return layout(pdf)

    return read


@pytest.mark.parametrize("name", CRAFTED)
def test_loops_and_python_read_the_same(name: str, by_python: Callable[[bytes], bytes | str]) -> None:
    pdf = CRAFTED[name]()
    assert layout(pdf) == by_python(pdf)


@pytest.mark.parametrize("name", MADE_UP)
def test_loops_and_python_read_the_same_of_invoices(name: str, by_python: Callable[[bytes], bytes | str]) -> None:
    pdf = draw(name, 1).pdf
    assert layout(pdf) == by_python(pdf)


@pytest.mark.parametrize("name", MADE_UP)
def test_loops_and_python_read_the_same_of_damaged_ones(name: str, by_python: Callable[[bytes], bytes | str]) -> None:
    pdf = mutated(draw(name, 1).pdf, random.Random(name))
    assert layout(pdf) == by_python(pdf)


def test_no_question_of_many_is_without_its_loop() -> None:
    kinds = native.OfParts | native.OfItems | native.WrittenOfParts | native.WrittenOfItems
    without = [name for name, each in vars(native).items() if isinstance(each, kinds) and each._loop is None]
    assert without == ["form_object"]  # which takes its index in another size; forms are few
