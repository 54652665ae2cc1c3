"""Papers with text as scans of them: what is lost on the way from paper to pixels, with the truth at hand.

Resolution, slant, blur, grain and compression are drawn by paper and seed, so that every run sees the same pictures.
"""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageFilter

from tests.generator.scan import grain
from tests.generator.sheet import Sheet
from tests.score.cases import Case

BLACK = 150
"""Of 255: darker is ink on a scan that knows no grey."""


@dataclass(frozen=True)
class Wear:
    dpi: int
    turned: float
    """Degrees."""
    quality: int
    """Of the JPEG."""
    kind: str


def scanned_cases(cases: Iterable[Case], seed: str) -> Iterator[Case]:
    for case in cases:
        rng = Random(f"{case.name}-{seed}")
        yield replace(case, pdf=_scan(case.pdf, _wear(rng), rng))


def _wear(rng: Random) -> Wear:
    """Every second page lies clearly askew."""
    dpi = rng.choice([150, 200, 200, 300])
    turned = rng.uniform(-3, 3) if rng.random() < 0.5 else rng.uniform(-0.7, 0.7)
    return Wear(dpi, turned, rng.choice([40, 60, 75]), rng.choice(["grey", "grey", "black", "blurred"]))


def _scan(pdf: bytes, wear: Wear, rng: Random) -> bytes:
    sheet: Sheet | None = None
    with pdfium.PdfDocument(pdf) as document:
        for page in document:
            size = page.get_size()
            picture = page.render(scale=wear.dpi / 72, grayscale=True).to_pil().convert("L")
            if sheet is None:
                sheet = Sheet(size=size)
            else:
                sheet.new_page()
            sheet.image(_jpeg(_worn(picture, wear, rng), wear.quality), 0, 0, *size)
    assert sheet is not None, "a PDF has pages"
    return sheet.finish()


def _worn(picture: Image.Image, wear: Wear, rng: Random) -> Image.Image:
    worn = picture.rotate(wear.turned, resample=Image.Resampling.BICUBIC, fillcolor=255)
    if wear.kind == "blurred":
        worn = worn.filter(ImageFilter.GaussianBlur(wear.dpi / 250))
    worn = ImageChops.subtract(worn, grain(worn.size, rng))
    return worn.point([255 if value > BLACK else 0 for value in range(256)]) if wear.kind == "black" else worn


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return out.getvalue()
