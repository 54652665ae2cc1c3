"""Words to lines, lines to blocks, as they come: nothing is sorted, so every script keeps its own order."""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from fakturo.convert.page import Block, Box, Line, Word, around

MAX_WORDS_IN_LINE = 2_000
MAX_LINES_IN_BLOCK = 1_000
SAME_BASELINE = 0.5
"""Centres of neighbours may differ by this part of the smaller type, across the line."""
WIDEST_GAP = 2.5
"""A gap of more than so many type sizes parts two lines: they are cells or columns."""
WIDEST_LEADING = 2.0
"""Lines of one block lie at most so many type sizes apart, from centre to centre."""
SIMILAR_SIZE = 1.35


def lines_of(words: Iterable[Word]) -> Iterator[Line]:
    held: list[Word] = []
    for word in words:
        if held and (len(held) >= MAX_WORDS_IN_LINE or not continues_line(held[-1], word)):
            yield _line(held)
            held = []
        held.append(word)
    if held:
        yield _line(held)


def blocks_of(lines: Iterable[Line]) -> Iterator[Block]:
    held: list[Line] = []
    for line in lines:
        if held and (len(held) >= MAX_LINES_IN_BLOCK or not continues_block(held[-1], line)):
            yield _block(held)
            held = []
        held.append(line)
    if held:
        yield _block(held)


def continues_line(before: Word, word: Word) -> bool:
    if before.angle != word.angle:
        return False
    size = min(before.size, word.size) or max(before.box.height, word.box.height)
    along, across = _distance(before.box, word.box, word.angle)
    return across <= SAME_BASELINE * size and along <= WIDEST_GAP * size


def continues_block(before: Line, line: Line) -> bool:
    one, other = before.words[0], line.words[0]
    if one.angle != other.angle or max(one.size, other.size) > SIMILAR_SIZE * min(one.size, other.size):
        return False
    along, across = _distance(before.box, line.box, other.angle)
    return along <= 0 and across <= WIDEST_LEADING * max(one.size, other.size)


def _distance(one: Box, other: Box, angle: int) -> tuple[float, float]:
    """Gap between the boxes along a baseline of that angle (below 0: they overlap), and distance of centres across."""
    left, top, right, bottom = one
    other_left, other_top, other_right, other_bottom = other
    rightward = (other_left + other_right - left - right) / 2
    downward = (other_top + other_bottom - top - bottom) / 2
    widths = (right - left + other_right - other_left) / 2
    if angle == 0:
        return abs(rightward) - widths, abs(downward)
    heights = (bottom - top + other_bottom - other_top) / 2
    cosine, sine = cos(radians(angle)), sin(radians(angle))
    along = abs(rightward * cosine - downward * sine) - (widths * abs(cosine) + heights * abs(sine))
    return along, abs(rightward * sine + downward * cosine)


def _line(words: list[Word]) -> Line:
    return Line(words, around([word.box for word in words]))


def _block(lines: list[Line]) -> Block:
    return Block(lines, around([line.box for line in lines]))
