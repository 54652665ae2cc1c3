"""Which way up a page lies: a scan may come sideways or on its head.

The finder does not mind how text is turned, but the reader does: upside down it reads nonsense, and is not sure of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fakturo.convert.recognise.letters import Word, read_lines
from fakturo.convert.recognise.lines import Line, Picture, find_lines, levelled
from fakturo.convert.recognise.models import Models
from fakturo.convert.recognise.overlooked import is_digit, overlooked
from fakturo.convert.recognise.rulings import Rulings, find_rulings, parted, without_rulings

_LONG = 1.5
"""Times as long as wide: such lines say which way text runs."""
_FEWEST = 3
"""So many of them: two bars on a page without text are no lines that run down."""
_DOUBTFUL = 0.85
"""Of pages that lie upright, letters are surer on the mean: from here on, nobody asks."""
_ASKED = 12
"""Lines that are read once more, upside down."""


class Upright(NamedTuple):
    """What a picture shows once it is turned so that it can be read."""

    turned: int
    """Degrees clockwise, by quarters."""
    picture: Picture
    rulings: Rulings
    lines: Sequence[Line]
    words: Sequence[Sequence[Word]]


def read_upright(picture: Picture, models: Models) -> Upright:
    lines = find_lines(picture, models.finder)
    turned = 0
    if _runs_down(lines):
        turned, picture = 90, _quarters(picture, 90)
        lines = find_lines(picture, models.finder)
    read = _read(turned, picture, lines, models)
    if _sureness(read.words) >= _DOUBTFUL:
        return read
    asked = sorted(range(len(read.lines)), key=lambda index: -read.lines[index].width)[:_ASKED]
    over = _quarters(picture, 180)
    reversed_lines = [_on_its_head(line, picture) for line in read.lines]
    other = read_lines([levelled(over, reversed_lines[index]) for index in asked], models)
    if _sureness(other) <= _sureness([read.words[index] for index in asked]):
        return read
    return _read((turned + 180) % 360, over, [_on_its_head(line, picture) for line in lines], models)


def _read(turned: int, picture: Picture, lines: Sequence[Line], models: Models) -> Upright:
    rulings = find_rulings(picture)
    found = list(parted(lines, rulings))
    maybe = set(overlooked(picture, found, rulings))
    pieces = sorted([*found, *maybe], key=lambda line: (line.y, line.x))
    read = read_lines([without_rulings(levelled(picture, line), line, rulings) for line in pieces], models)
    kept = [(line, words) for line, words in zip(pieces, read, strict=True) if line not in maybe or is_digit(words)]
    return Upright(turned, picture, rulings, [line for line, _ in kept], [words for _, words in kept])


def _runs_down(lines: Sequence[Line]) -> bool:
    down = [line.height for line in lines if line.height > _LONG * line.width]
    return len(down) >= _FEWEST and sum(down) > sum(line.width for line in lines if line.width > _LONG * line.height)


def _quarters(picture: Picture, degrees: int) -> Picture:
    """Turned clockwise."""
    return np.ascontiguousarray(np.rot90(picture, -degrees // 90))


def _on_its_head(line: Line, picture: Picture) -> Line:
    height, width = picture.shape
    return line._replace(x=width - line.x, y=height - line.y)


def _sureness(lines: Sequence[Sequence[Word]]) -> float:
    """Of a letter, on the mean; nothing at all is as good as can be."""
    sure = [letter.confidence for words in lines for word in words for letter in word.letters]
    return sum(sure) / len(sure) if sure else 1.0
