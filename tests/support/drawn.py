"""Pages drawn as text: every character is 5 points wide, every line 14 points high.

One space joins words to a phrase, two and more part phrases, as on paper. `*…*` around a word sets it bold, a line
that begins with `^` is a title in large type. Rulings are given as boxes.
"""

import re
from collections.abc import Sequence
from textwrap import dedent

from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.page import Box, PageContent, PageHead, Ruling, Word

WIDTH, HEIGHT, SIZE = 5.0, 14.0, 10.0
PAGE = Box(0, 0, 595, 842)
_WORD = re.compile(r"\S+")


def drawn(*pages: str, rulings: Sequence[Box] = (), top: float = 40) -> list[Sheet]:
    return [_sheet(number, page, rulings, top) for number, page in enumerate(pages, start=1)]


def _sheet(number: int, picture: str, rulings: Sequence[Box], top: float) -> Sheet:
    words: list[Word] = []
    for index, line in enumerate(dedent(picture).strip("\n").split("\n")):
        large = line.startswith("^")
        matches = _WORD.finditer(line.removeprefix("^"))
        words += [_word(match, top + index * HEIGHT, large=large) for match in matches]
    head = PageHead(number, PAGE.x1, PAGE.y1, 0, PAGE, PAGE)
    return sheet_of(PageContent(head, iter(words), (Ruling(box) for box in rulings), iter(())))


def _word(match: re.Match[str], y: float, *, large: bool) -> Word:
    text = match[0]
    bold = len(text) > 2 and text.startswith("*") and text.endswith("*")
    box = Box(30 + WIDTH * match.start(), y, 30 + WIDTH * match.end(), y + SIZE)
    return Word(text.strip("*") if bold else text, box, 18 if large else SIZE, bold or large)
