"""Weights from examples: softmax regression over the candidates of each page, with a penalty on large weights.

Seller and buyer are decided together, so they are learned together: over pairs of two candidates, of which the right
one is to be likely. Deterministic: whole batches, a fixed number of steps, weights rounded at the end.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST_LAYOUTS = 3
"""Evidence that fewer layouts have tells nothing about others."""
PENALTY = 0.8
MADE_UP = 0.5
"""What a made-up paper counts, beside a real one."""
STEPS = 80
MEMORY = 8
DECIMALS = 2
SMALLEST = 0.02


@dataclass(frozen=True)
class Page:
    """The candidates of one field on one paper."""

    layout: str
    seller: str
    made_up: bool
    evidence: Sequence[frozenset[str]]
    """Of each candidate; the last is what speaks for none of them."""
    right: Sequence[bool]

    @property
    def weight(self) -> float:
        return MADE_UP if self.made_up else 1.0


def fit(pages: Sequence[Page]) -> dict[str, float]:
    known = [page for page in pages if any(page.right)]
    names = _names(known)
    return _rounded(names, _minimum(_Problem(known, names), len(names)))


def fit_pair(papers: Sequence[tuple[Page | None, Page | None]]) -> tuple[dict[str, float], dict[str, float]]:
    """Of two fields with the same candidates, none of which is both; papers may tell nothing about one of them."""
    known = [(_telling(one), _telling(other)) for one, other in papers]
    first, second = (_names([page for page in pages if page]) for pages in zip(*known, strict=True))
    weights = _minimum(_Pairs(known, first, second), len(first) + len(second))
    return _rounded(first, weights[: len(first)]), _rounded(second, weights[len(first) :])


def _telling(page: Page | None) -> Page | None:
    return page if page and any(page.right) else None


def _rounded(names: Sequence[str], weights: Floats) -> dict[str, float]:
    rounded = {name: round(float(weight), DECIMALS) for name, weight in zip(names, weights, strict=True)}
    return {name: weight for name, weight in sorted(rounded.items()) if abs(weight) >= SMALLEST}


def shares_of(weights: Mapping[str, float], page: Page) -> list[float]:
    scores = [sum(weights.get(name, 0.0) for name in evidence) for evidence in page.evidence]
    parts = [math.exp(score - max(scores)) for score in scores]
    return [part / sum(parts) for part in parts]


def _names(pages: Sequence[Page]) -> list[str]:
    layouts: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for evidence in page.evidence:
            for name in evidence:
                layouts[name].add(page.layout)
    return sorted(name for name, seen in layouts.items() if len(seen) >= LEAST_LAYOUTS)


class _Problem:
    """All candidates of all pages in one row, as sums over sparse evidence."""

    def __init__(self, pages: Sequence[Page], names: Sequence[str]) -> None:
        places = {name: at for at, name in enumerate(names)}
        rows: list[int] = []
        columns: list[int] = []
        starts: list[int] = []
        right: list[bool] = []
        for page in pages:
            starts.append(len(right))
            for evidence, is_right in zip(page.evidence, page.right, strict=True):
                known = [places[name] for name in evidence if name in places]
                rows += [len(right)] * len(known)
                columns += known
                right.append(is_right)
        self.rows, self.columns = np.array(rows), np.array(columns)
        self.starts = np.array(starts)
        self.right = np.array(right, dtype=float)
        self.count, self.width = len(right), len(names)
        self.of = np.repeat(np.arange(len(pages)), np.diff([*starts, len(right)]))
        self.share = np.array([page.weight for page in pages])

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        scores = np.bincount(self.rows, weights[self.columns], self.count)
        scores -= np.maximum.reduceat(scores, self.starts)[self.of]
        parts = np.exp(scores)
        shares = parts / np.add.reduceat(parts, self.starts)[self.of]
        rights = np.add.reduceat(shares * self.right, self.starts)
        rights = np.maximum(rights, 1e-12)
        slope = (shares - shares * self.right / rights[self.of]) * self.share[self.of]
        gradient = np.bincount(self.columns, slope[self.rows], self.width) + PENALTY * weights
        value = -float(np.sum(np.log(rights) * self.share)) + PENALTY / 2 * float(weights @ weights)
        return value, gradient


class _Side:
    """The candidates of one field on one paper, as sums over the weights of its evidence."""

    def __init__(self, page: Page, places: Mapping[str, int], width: int) -> None:
        known = [[places[name] for name in evidence if name in places] for evidence in page.evidence]
        self.rows = np.repeat(np.arange(len(known)), [len(one) for one in known])
        self.columns = np.array([column for one in known for column in one], dtype=int)
        self.right = np.array(page.right, dtype=float)
        self.width = width

    def parts(self, weights: Floats) -> Floats:
        scores = np.bincount(self.rows, weights[self.columns], len(self.right))
        parts: Floats = np.exp(scores - scores.max())
        return parts

    def slope(self, of_candidates: Floats) -> Floats:
        return np.bincount(self.columns, of_candidates[self.rows], self.width).astype(float)


class _Pairs:
    """All pairs of candidates of all papers; where one side is not known, the other one's candidates alone."""

    def __init__(
        self, papers: Sequence[tuple[Page | None, Page | None]], first: Sequence[str], second: Sequence[str]
    ) -> None:
        places = [{name: at for at, name in enumerate(names)} for names in (first, second)]
        self.widths = (len(first), len(second))
        self.papers = [
            (page.weight, [_Side(one, places[at], self.widths[at]) if one else None for at, one in enumerate(pages)])
            for pages in papers
            if (page := pages[0] or pages[1])
        ]

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        own = (weights[: self.widths[0]], weights[self.widths[0] :])
        gradient = PENALTY * weights
        places = (slice(0, self.widths[0]), slice(self.widths[0], None))
        value = PENALTY / 2 * float(weights @ weights)
        for share, sides in self.papers:
            loss, slopes = _of_pair(sides, own)
            value += share * loss
            for side, slope, place in zip(sides, slopes, places, strict=True):
                if side:
                    gradient[place] += side.slope(share * slope)
        return value, gradient


def _of_pair(sides: Sequence[_Side | None], weights: Sequence[Floats]) -> tuple[float, tuple[Floats, Floats]]:
    """How unlikely the right pair is, and for each candidate of both sides what a little more weight adds to that."""
    alone = np.ones(1)
    parts = [side.parts(own) if side else alone for side, own in zip(sides, weights, strict=True)]
    rights = [side.right if side else alone for side in sides]
    pairs = np.outer(parts[0], parts[1])
    if all(sides):
        np.fill_diagonal(pairs[:-1, :-1], 0.0)  # nobody bills himself; the last of both is that nobody is named
    right = pairs * np.outer(rights[0], rights[1])
    whole, likely = pairs.sum(), max(right.sum(), 1e-12 * pairs.sum())
    slopes = pairs / whole - right / likely
    return -math.log(likely / whole), (slopes.sum(1), slopes.sum(0))


def _minimum(problem: _Problem | _Pairs, width: int) -> Floats:
    """L-BFGS: steps along the slope, bent by what the last ones taught about its curvature."""
    weights: Floats = np.zeros(width)
    value, slope = problem.loss(weights)
    past: list[tuple[Floats, Floats]] = []
    for _ in range(STEPS):
        direction = -_bent(slope, past)
        step, drop = 1.0 if past else 1.0 / max(1.0, float(np.abs(slope).sum())), float(slope @ direction)
        for _ in range(20):
            tried = weights + step * direction
            there, slope_there = problem.loss(tried)
            if there <= value + 1e-4 * step * drop:
                break
            step /= 2
        moved, turned = tried - weights, slope_there - slope
        if float(moved @ turned) > 1e-10:
            past = [*past, (moved, turned)][-MEMORY:]
        weights, value, slope = tried, there, slope_there
        if float(np.abs(slope).max()) < 1e-3:
            break
    return weights


def _bent(slope: Floats, past: Sequence[tuple[Floats, Floats]]) -> Floats:
    rest = slope.copy()
    parts: list[float] = []
    for moved, turned in reversed(past):
        part = float(moved @ rest) / float(moved @ turned)
        parts.append(part)
        rest -= part * turned
    if past:
        moved, turned = past[-1]
        rest *= float(moved @ turned) / float(turned @ turned)
    for (moved, turned), part in zip(past, reversed(parts), strict=True):
        rest += moved * (part - float(turned @ rest) / float(moved @ turned))
    return rest
