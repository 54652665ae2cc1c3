"""The layout target: pages, blocks, lines and words with their places. Described in docs/layout-xml.md.

Written as it is read, line by line, so that a huge page is never whole in memory.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from lxml import etree

from fakturo.convert.layout.lines import blocks_of, lines_of
from fakturo.convert.page import Block, Box, Line, PageContent, Source, Word

NAMESPACE = "urn:fakturo:layout:1"
"""Declared once, by the root; elements are written by plain names, which it then covers."""


class _Writer:
    def __init__(self, xml: Any, *, pretty: bool) -> None:
        self._xml = xml
        self._pretty = pretty

    def page(self, page: PageContent) -> None:
        with self._element("page", 1, _page_attributes(page)):
            for note in page.notes:
                self._leaf(_note(note), 2)
            for block in blocks_of(lines_of(page.words)):
                self._block(block)
            for ruling in page.rulings:
                self._leaf(etree.Element("ruling", bbox=edges(ruling.box)), 2)
            for image in page.images:
                self._leaf(etree.Element("image", bbox=edges(image.box)), 2)

    def _block(self, block: Block) -> None:
        with self._element("block", 2, {"bbox": edges(block.box)}):
            for line in block.lines:
                self._leaf(_line(line), 3)

    def end(self) -> None:
        self._indent(0)

    @contextmanager
    def _element(self, tag: str, depth: int, attributes: dict[str, str]) -> Iterator[None]:
        self._indent(depth)
        with self._xml.element(tag, attributes):
            yield
            self._indent(depth)

    def _leaf(self, element: Any, depth: int) -> None:
        self._indent(depth)
        if self._pretty:
            etree.indent(element, "  ", level=depth)
        self._xml.write(element)

    def _indent(self, depth: int) -> None:
        if self._pretty:
            self._xml.write("\n" + "  " * depth)


def write_layout(out: IO[bytes], pages: Iterable[PageContent], *, page_count: int, pretty: bool = False) -> None:
    attributes = {"version": "1", "unit": "pt", "origin": "top-left", "pages": str(page_count)}
    with etree.xmlfile(out, encoding="utf-8") as xml:
        xml.write_declaration()
        with xml.element(f"{{{NAMESPACE}}}layout", attributes, nsmap={None: NAMESPACE}):
            writer = _Writer(xml, pretty=pretty)
            for page in pages:
                writer.page(page)
                xml.flush()
            writer.end()
    out.write(b"\n")


def _page_attributes(page: PageContent) -> dict[str, str]:
    head = page.head
    return {
        "number": str(head.number),
        "width": number(head.width),
        "height": number(head.height),
        "rotation": str(head.rotation),
        "media-box": edges(head.media_box),
        "crop-box": edges(head.crop_box),
    }


def _note(text: str) -> Any:
    element = etree.Element("note")
    element.text = text
    return element


def _line(line: Line) -> Any:
    first = line.words[0]
    attributes = {"bbox": edges(line.box)}
    if first.angle:
        attributes["angle"] = str(first.angle)
    element = etree.Element("line", attributes)
    for word in line.words:
        etree.SubElement(element, "word", _word_attributes(word)).text = word.text
    return element


def _word_attributes(word: Word) -> dict[str, str]:
    attributes = {"bbox": edges(word.box), "size": number(word.size)}
    if word.bold:
        attributes["weight"] = "bold"
    if word.source is not Source.TEXT:
        attributes["source"] = word.source.value
        attributes["confidence"] = number(word.confidence or 0)
    return attributes


def edges(box: Box) -> str:
    return f"{box.x0 + 0.0:.2f} {box.y0 + 0.0:.2f} {box.x1 + 0.0:.2f} {box.y1 + 0.0:.2f}"


def number(value: float) -> str:
    return f"{value:.2f}"
