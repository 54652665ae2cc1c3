"""Pages for tests, written as they look: each line is a row, and two spaces part its phrases.

sheet_from('''
    Qty  Description        Price   Amount
    2    Chair              10.00    20.00
''')
"""

import re
import textwrap

from fakturo.convert.layout.sheet import Row, Sheet, sheet_of
from fakturo.convert.page import Box, PageContent, PageHead, Ruling, Source, Word

SIZE = 10.0
CHARACTER = 5.0
"""Points to the right for each character of a line: a fixed-width page."""
LEADING = 14.0
_WORD = re.compile(r"\S+")


def words_from(text: str, *, top: float = 50.0, source: Source = Source.TEXT, slope: float = 0.0) -> list[Word]:
    words = []
    for number, line in enumerate(textwrap.dedent(text).strip("\n").splitlines()):
        for match in _WORD.finditer(line):
            x0, x1 = CHARACTER * match.start(), CHARACTER * match.end()
            y0 = top + LEADING * number + slope * x0
            confidence = 0.95 if source is Source.OCR else None
            words.append(Word(match[0], Box(x0, y0, x1, y0 + SIZE), SIZE, source=source, confidence=confidence))
    return words


def sheet_from(
    text: str, *, number: int = 1, rulings: list[Box] | None = None, words: list[Word] | None = None
) -> Sheet:
    nowhere = Box(0, 0, 595, 842)
    head = PageHead(number, 595, 842, 0, nowhere, nowhere)
    shown = words if words is not None else words_from(text)
    return sheet_of(PageContent(head, iter(shown), iter(Ruling(box) for box in rulings or ()), iter(())))


def rows_from(text: str) -> list[Row]:
    return list(sheet_from(text).rows)
