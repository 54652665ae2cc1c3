"""What a child does for `POST /render`: pages as pictures, as words, as sizes, and as a PDF of their own."""

import json
from typing import IO, Protocol

from fakturo.convert.engine import Data
from fakturo.convert.page import Box, Word
from fakturo.convert.read.ocr import Draw
from fakturo.convert.view import extract_pages, page_as_png, page_sizes, words_in_region
from fakturo.gateway.sandbox.messages import Done, ExtractPages, ListPages, ReadWords, RenderPage


class Viewer(Protocol):
    """The gateway, as a child that looks at pages speaks with it."""

    def say_page(self, number: int) -> None: ...

    def recognise(self, draw: Draw, dpi: int) -> str: ...


def render_page(gateway: Viewer, task: RenderPage, pdf: Data, out: IO[bytes]) -> Done:
    gateway.say_page(task.page)
    out.write(page_as_png(pdf, task.page, task.width, dpi=task.dpi))
    return Done(("render",))


def read_words(gateway: Viewer, task: ReadWords, pdf: Data, out: IO[bytes]) -> Done:
    gateway.say_page(task.page)
    region = Box(*task.region) if task.region else None
    head, words = words_in_region(pdf, task.page, region, task.read, gateway.recognise)
    found = {"page": head.number, "width": head.width, "height": head.height, "words": [_word(word) for word in words]}
    out.write(json.dumps(found, ensure_ascii=False).encode())
    return Done(("ocr" if task.read == "ocr" else "read",))


def list_pages(_gateway: Viewer, _task: ListPages, pdf: Data, out: IO[bytes]) -> Done:
    sizes = [{"page": n, "width": width, "height": height} for n, (width, height) in enumerate(page_sizes(pdf), 1)]
    out.write(json.dumps({"pages": sizes}).encode())
    return Done(("read",))


def take_pages_out(_gateway: Viewer, task: ExtractPages, pdf: Data, out: IO[bytes]) -> Done:
    extract_pages(pdf, task.pages, out)
    return Done(("render",))


def warm_up(pdf: bytes, out: IO[bytes]) -> None:
    page_as_png(pdf, 1, 10)
    for read in ("text", "ocr", "auto"):
        words_in_region(pdf, 1, None, read, lambda draw, _: draw().decode("latin-1"))
    list(page_sizes(pdf))
    extract_pages(pdf, [1], out)


def _word(word: Word) -> dict[str, object]:
    return {
        "text": word.text,
        "bbox": [round(edge, 2) for edge in word.box],
        "size": round(word.size, 2),
        "bold": word.bold,
        "angle": word.angle,
        "source": word.source.value,
        "confidence": word.confidence,
    }
