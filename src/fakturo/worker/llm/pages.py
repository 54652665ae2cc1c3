"""Text and places of a document's pages, from the gateway's layout XML, as lines that a model can read."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from lxml import etree

from fakturo.convert.targets.layout import NAMESPACE

MOST_CHARACTERS = 2_000_000
"""Of one document: nobody's model reads more, and nothing of any size is whole in memory."""
GAP = 1.0
"""Words that stand further apart than so many type sizes are told with places of their own."""
LEGIBLE = 0.3
"""What text recognition is less sure of is a guess at spots; a page that holds nothing else is a picture."""


class TooMuchText(Exception):
    """More than a model is ever asked to read."""


@dataclass(frozen=True, slots=True)
class PageText:
    number: int
    lines: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        """A picture that nobody could read, or nothing at all."""
        return not self.lines

    @property
    def text(self) -> str:
        return "\n".join((f"page {self.number}", *self.lines))


async def pages_in(layout: AsyncIterator[bytes]) -> list[PageText]:
    """Page by page as the XML comes in."""
    parser = etree.XMLPullParser(
        events=("end",), tag=f"{{{NAMESPACE}}}page", resolve_entities=False, load_dtd=False, no_network=True
    )
    pages, characters = list[PageText](), 0
    async for chunk in layout:
        parser.feed(chunk)
        for _, element in parser.read_events():
            assert isinstance(element, etree._Element)  # noqa: SLF001  the library has no other name for it
            page = _page(element)
            element.clear()
            characters += len(page.text)
            if characters > MOST_CHARACTERS:
                raise TooMuchText
            pages.append(page)
    return pages


def _page(page: "etree._Element") -> PageText:
    lines = sorted(_line(line) for line in page.iter(f"{{{NAMESPACE}}}line"))
    return PageText(int(page.get("number", "0")), tuple(f"y{y} {text}" for y, _, text in lines if text))


def _line(line: "etree._Element") -> tuple[int, int, str]:
    """From the top, from the left, and the words: `x40 Invoice number: | x150 A-17`."""
    pieces: list[tuple[float, list[str]]] = []
    right = float("-inf")
    for word in line:
        if float(word.get("confidence", "1")) < LEGIBLE:
            continue
        x0, _, x1, _ = map(float, word.get("bbox", "0 0 0 0").split())
        text = " ".join((word.text or "").split())
        if not pieces or x0 - right > GAP * float(word.get("size", "10")):
            pieces.append((x0, []))
        pieces[-1][1].append(text)
        right = x1
    x, y, *_ = map(float, line.get("bbox", "0 0 0 0").split())
    told = " | ".join(f"x{round(left)} {' '.join(words)}" for left, words in pieces)
    return round(y), round(x), told
