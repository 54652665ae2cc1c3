"""Codes without a label right below the document's title: in a box of `FACTURA ELECTRONICA`, tax number and number."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fakturo.convert.header.claims import Claim, Relation
from fakturo.convert.header.labels import TITLES
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.shapes import code_in
from fakturo.convert.vocabulary import tokens_of

REACH = 60.0
"""Points below the title."""
ROWS = 4
BESIDE = 120.0
"""Points from a label to its value."""
LONGEST_TITLE = 5
"""Words."""
MIXED, PLAIN = 0.9, 0.75
"""What a code says by its shape: with letters or strokes, or of digits alone."""
_GROUPED = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
"""An amount."""


def titled_codes(scene: Scene, claims: Sequence[Claim]) -> Iterator[Claim]:
    taken = {id(claim.value) for claim in claims}
    for number, row in enumerate(scene.rows):
        for title in row:
            if _is_title(title) and scene.is_before_table(title):
                yield from _below(scene, number, title, taken)


def _is_title(spot: Spot) -> bool:
    if not spot.marks or not spot.marks[0].leads or not spot.marks[0].meanings & TITLES:
        return False
    return len(tokens_of(spot.text)) <= LONGEST_TITLE and not any(map(str.isdigit, spot.text))


def _below(scene: Scene, number: int, title: Spot, taken: set[int]) -> Iterator[Claim]:
    """The first phrase under the title that no label explains, if it is nothing but a code."""
    mark = title.marks[0]
    for row in scene.rows[number + 1 : number + 1 + ROWS]:
        for left, spot in pairwise([None, *row]):
            assert spot
            if spot.phrase.page != title.phrase.page or spot.box.y0 - title.box.y1 > REACH:
                return
            if spot.box.x0 > title.box.x1 or spot.box.x1 < title.box.x0 or spot.marks or id(spot) in taken:
                continue
            if left and spot.box.x0 - left.box.x1 < BESIDE and not any(map(str.isdigit, left.text)):
                continue  # it has some label
            code = code_in(spot.text)
            if (
                code is None
                or code.quality < 1
                or _GROUPED.fullmatch(code.value)
                or spot.text.strip(" #.:") != spot.text[code.start : code.end]
            ):
                return
            mixed = not code.value.isdecimal()
            strength = MIXED if mixed else PLAIN
            yield Claim(mark.meanings, mark.text, title.box, spot, spot.text, 0, Relation.BELOW, strength)
            return
