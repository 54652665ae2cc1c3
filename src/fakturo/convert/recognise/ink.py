"""Where words begin and end on their line, by its ink: the reader marks a letter somewhere near its middle."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fakturo.convert.recognise.lines import Picture

_INSIDE = (0.15, 0.85)
"""The part of a line's height that its own letters fill; above and below, neighbours look in."""
_DARKER = 0.35
"""Ink differs from its paper by this part of what the line's darkest and lightest do."""
_BETWEEN_LETTERS = 0.1
"""Gaps within a word are narrower, by the line's height."""

Span = tuple[float, float]
"""Parts of the line's width."""


def spans_on_ink(marked: Sequence[Span], piece: Picture) -> list[Span]:
    """Where each word of a line has its ink, given where the reader marked its first and last letter."""
    ink = _inked(piece)
    if not marked or not ink.any():
        return list(marked)
    steps, gap = len(ink), round(_BETWEEN_LETTERS * piece.shape[0])
    middles = [(round(start * (steps - 1)), round(end * (steps - 1))) for start, end in marked]
    starts = [_outward(ink, middles[0][0], -1, gap)]
    ends: list[int] = []
    for (_, before), (after, _) in pairwise(middles):
        end, start = _widest_gap(ink, before, after)
        ends.append(end)
        starts.append(start)
    ends.append(_outward(ink, middles[-1][1], 1, gap) + 1)
    return [
        (start / steps, end / steps) if end > start else span
        for start, end, span in zip(starts, ends, marked, strict=True)
    ]


def _inked(piece: Picture) -> NDArray[np.bool_]:
    """Which columns of pixels hold any ink, be it dark or light."""
    top, bottom = (round(part * piece.shape[0]) for part in _INSIDE)
    inside = piece[top:bottom]
    inked: NDArray[np.bool_] = np.ptp(inside, axis=0) > _DARKER * np.ptp(inside)
    return inked


def _outward(ink: NDArray[np.bool_], mark: int, step: int, gap: int) -> int:
    """From the ink nearest to a mark, the last column before a gap that is wider than those between letters."""
    inked = np.flatnonzero(ink)
    last = int(inked[np.abs(inked - mark).argmin()])
    for at in inked[inked > last] if step > 0 else inked[inked < last][::-1]:
        if abs(at - last) > gap:
            break
        last = int(at)
    return last


def _widest_gap(ink: NDArray[np.bool_], before: int, after: int) -> tuple[int, int]:
    """Of the gaps between two marks, which may lie in it themselves; halfway, where there is none."""
    runs = [run for run in _blank_runs(ink) if run[0] <= after and before < run[1]]
    middle = (before + after) // 2
    return max(runs, key=lambda run: run[1] - run[0], default=(middle, middle + 1))


def _blank_runs(ink: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where gaps begin and end."""
    edges = np.flatnonzero(np.diff(ink.astype(np.int8), prepend=1, append=1)).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))
