"""What lines of text say, letter by letter."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fakturo.convert.recognise.ink import spans_on_ink
from fakturo.convert.recognise.lines import HEIGHT, Picture, normalised
from fakturo.convert.recognise.models import Models

_NARROWEST = 64
_STEP = 16
_BATCH_WIDTH = 4096
"""Pixels of all lines that are read at once."""
_STRETCH = 1.25
"""Lines are read together when the widest is at most so much wider than the narrowest."""


class Letter(NamedTuple):
    text: str
    confidence: float
    start: float
    end: float
    """Where the reader marks it, somewhere near its middle: parts of the line's width, from its left edge."""


class Word(NamedTuple):
    letters: Sequence[Letter]
    start: float
    end: float
    """Of its ink, as parts of the line's width."""

    @property
    def text(self) -> str:
        return "".join(letter.text for letter in self.letters)

    @property
    def confidence(self) -> float:
        """A word is as sure as its least sure letter."""
        return min(letter.confidence for letter in self.letters)


def read_lines(pieces: Sequence[Picture], models: Models) -> list[list[Word]]:
    """The words of lines that were cut out, in the lines' order."""
    read: list[list[Word]] = [[] for _ in pieces]
    for batch in _batches(pieces):
        width = _padded(pieces[batch[-1]])
        stack = np.zeros((len(batch), 3, HEIGHT, width), np.float32)
        for place, index in enumerate(batch):
            stack[place, :, :, : pieces[index].shape[1]] = normalised(pieces[index])
        likely = models.reader.run(None, {"x": stack})[0]
        for place, index in enumerate(batch):
            letters = _letters(likely[place], width / pieces[index].shape[1], models.letters)
            read[index] = _words(letters, pieces[index])
    return read


def _batches(pieces: Sequence[Picture]) -> Iterator[list[int]]:
    """Places of lines that are about equally wide, the widest last."""
    batch: list[int] = []
    for index in sorted(range(len(pieces)), key=lambda index: pieces[index].shape[1]):
        width = _padded(pieces[index])
        if batch and (width * (len(batch) + 1) > _BATCH_WIDTH or width > _STRETCH * _padded(pieces[batch[0]])):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _padded(piece: Picture) -> int:
    width: int = piece.shape[1]
    return ceil(max(_NARROWEST, width) / _STEP) * _STEP


def _letters(likely: NDArray[np.float32], padding: float, known: Sequence[str]) -> list[Letter]:
    """The likeliest letter at each step; one that goes on for several steps stands once."""
    steps = len(likely)
    letters: list[Letter] = []
    last = 0
    for step, (which, probability) in enumerate(zip(likely.argmax(1).tolist(), likely.max(1).tolist(), strict=True)):
        start, end = (min(1.0, edge * padding / steps) for edge in (step, step + 1))
        if which and which != last:
            letters.append(Letter(known[which], probability, start, end))
        elif which:
            letters[-1] = letters[-1]._replace(confidence=max(letters[-1].confidence, probability), end=end)
        last = which
    return letters


def _words(letters: Sequence[Letter], piece: Picture) -> list[Word]:
    apart = [list(run) for space, run in groupby(letters, key=lambda letter: letter.text.isspace()) if not space]
    spans = spans_on_ink([(word[0].start, word[-1].end) for word in apart], piece)
    return [Word(word, *span) for word, span in zip(apart, spans, strict=True)]
