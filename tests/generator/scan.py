"""Makes a scan of a PDF: one picture a page, slightly turned, with grain. No text is left in it."""

import io
from random import Random

import pypdfium2 as pdfium
from PIL import Image, ImageChops

from tests.generator.sheet import Sheet

DPI = 200
GRAIN_TILE = 256


def as_scan(pdf: bytes, rng: Random) -> bytes:
    sheet: Sheet | None = None
    with pdfium.PdfDocument(pdf) as document:
        for page in document:
            width, height = page.get_size()
            picture = page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
            if sheet is None:
                sheet = Sheet(size=(width, height))
            else:
                sheet.new_page()
            sheet.image(_jpeg(_worn(picture, rng)), 0, 0, width, height)
    assert sheet is not None, "a PDF has pages"
    return sheet.finish()


def _worn(picture: Image.Image, rng: Random) -> Image.Image:
    turned = picture.rotate(rng.uniform(-1.2, 1.2), resample=Image.Resampling.BICUBIC, fillcolor=255)
    return ImageChops.subtract(turned, grain(picture.size, rng))


def grain(size: tuple[int, int], rng: Random) -> Image.Image:
    """A small patch of noise, repeated: drawing each pixel's own would take longer than all the rest."""
    tile = Image.frombytes("L", (GRAIN_TILE, GRAIN_TILE), bytes(b // 6 for b in rng.randbytes(GRAIN_TILE**2)))
    whole = Image.new("L", size)
    for x in range(0, size[0], GRAIN_TILE):
        for y in range(0, size[1], GRAIN_TILE):
            whole.paste(tile, (x, y))
    return whole


def _jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=70)
    return out.getvalue()
