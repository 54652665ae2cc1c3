"""The layout target: pages, blocks, lines and words with their places. Described in docs/layout-xml.md.

Written as it is read, so that a huge document is never whole in memory.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import IO, Any

from lxml import etree

from fakturo.convert.directory.question import Question
from fakturo.convert.layout.lines import blocks_of, lines_of
from fakturo.convert.page import Block, Box, Line, PageContent, Source, Word
from fakturo.convert.targets.schema import schema_findings
from fakturo.convert.targets.target import Prepared, Target

NAMESPACE = "urn:fakturo:layout:1"
"""Declared once, by the root; elements are written by plain names, which it then covers."""


def write_layout(out: IO[bytes], pages: Iterable[PageContent], *, page_count: int, pretty: bool = False) -> None:
    attributes = {"version": "1", "unit": "pt", "origin": "top-left", "pages": str(page_count)}
    with etree.xmlfile(out, encoding="utf-8") as xml:
        xml.write_declaration()
        with xml.element(f"{{{NAMESPACE}}}layout", attributes, nsmap={None: NAMESPACE}):
            writer = _Writer(xml, pretty=pretty)
            for page in pages:
                writer.page(page)
                xml.flush()
            writer.indent(0)
    out.write(b"\n")


class _Writer:
    def __init__(self, xml: Any, *, pretty: bool) -> None:
        self._xml = xml
        self._pretty = pretty

    def page(self, page: PageContent) -> None:
        self.indent(1)
        with self._xml.element("page", _page_attributes(page)):
            for note in page.notes:
                self._leaf("note", {}, note)
            for block in blocks_of(lines_of(page.words)):
                self._block(block)
            for ruling in page.rulings:
                self._leaf("ruling", {"bbox": edges(ruling.box)})
            for image in page.images:
                self._leaf("image", {"bbox": edges(image.box)})
            self.indent(1)

    def _block(self, block: Block) -> None:
        self.indent(2)
        with self._xml.element("block", {"bbox": edges(block.box)}):
            for line in block.lines:
                self._line(line)
            self.indent(2)

    def _line(self, line: Line) -> None:
        xml = self._xml
        self.indent(3)
        with xml.element("line", _line_attributes(line)):
            for word in line.words:
                self.indent(4)
                with xml.element("word", _word_attributes(word)):
                    xml.write(word.text)
            self.indent(3)

    def _leaf(self, name: str, attributes: dict[str, str], text: str = "") -> None:
        self.indent(2)
        with self._xml.element(name, attributes):
            if text:
                self._xml.write(text)

    def indent(self, depth: int) -> None:
        if self._pretty:
            self._xml.write("\n" + "  " * depth)


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


def _line_attributes(line: Line) -> dict[str, str]:
    angle = line.words[0].angle
    attributes = {"bbox": edges(line.box)}
    return {**attributes, "angle": str(angle)} if angle else attributes


def _word_attributes(word: Word) -> dict[str, str]:
    attributes = {"bbox": edges(word.box), "size": number(word.size)}
    if word.bold:
        attributes["weight"] = "bold"
    if word.source is not Source.TEXT:
        attributes["source"] = word.source.value
        attributes["confidence"] = number(word.confidence or 0)
    return attributes


def edges(box: Box) -> str:
    return "%.2f %.2f %.2f %.2f" % box  # noqa: UP031 -- half the time of an f-string, and called for every word


def number(value: float) -> str:
    return f"{value:.2f}"


def layout_schema() -> bytes:
    """The XML Schema that every result is valid against."""
    return (resources.files(__package__) / "layout_v1.xsd").read_bytes()


@dataclass(frozen=True, slots=True)
class NoValues:
    """A layout is made of pages, not of invoices."""


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(layout_schema()))


LAYOUT = Target(
    name="layout",
    values=NoValues,
    ask=lambda _: Question(),
    prepare=lambda *_: Prepared(NoValues()),
    check=lambda root: schema_findings(root, _schema()),
    streamed=True,
)
