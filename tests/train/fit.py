"""Weights from examples: softmax regression over the candidates of each page, with a penalty on large weights.

Seller and buyer are decided together, so they are learned together: over pairs of two candidates, of which the right
one is to be likely. Deterministic: whole batches, a fixed number of steps, weights rounded at the end.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST_LAYOUTS = 3
"""Evidence that fewer layouts have tells nothing about others."""
PENALTY = 0.8
REAL, MADE_UP, DRAWN_NAMES = 1.0, 0.5, 0.2
"""What a real paper counts, a made-up one, and names on pages that tests draw as text: these have hardly any type."""
PRIORS = {"in the file's title": 2.0}
"""Weights that penalties lead to instead of none: on papers to learn from a plain label mostly says the same, so that
they cannot teach what a fact is worth where the label is unknown."""
STEPS = 80
MEMORY = 8
DECIMALS = 2
SMALLEST = 0.02
LEAST_SHARE = 1e-12


@dataclass(frozen=True)
class Page:
    """The candidates of one field on one paper."""

    layout: str
    seller: str
    weight: float
    """What it counts."""
    evidence: Sequence[frozenset[str]]
    """Of each candidate; the last is what speaks for none of them."""
    right: Sequence[bool]


def fit(pages: Sequence[Page]) -> dict[str, float]:
    known = [page for page in pages if any(page.right)]
    names = _names(known)
    return _rounded(names, _minimum(_Problem(known, names), len(names)))


def fit_pair(papers: Sequence[tuple[Page | None, Page | None]]) -> tuple[dict[str, float], dict[str, float]]:
    """Of two fields with the same candidates, none of which is both; papers may tell nothing about one of them."""
    known = [(_telling(one), _telling(other)) for one, other in papers]
    names = _names([page for pages in known for page in pages if page])
    common, *own = np.split(_minimum(_Pairs(known, names), 3 * len(names)), 3)
    one, other = (_rounded(names, common + mine) for mine in own)
    return one, other


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
        self.priors = np.array([PRIORS.get(name, 0.0) for name in names])

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        scores = np.bincount(self.rows, weights[self.columns], self.count)
        scores -= np.maximum.reduceat(scores, self.starts)[self.of]
        parts = np.exp(scores)
        shares = parts / np.add.reduceat(parts, self.starts)[self.of]
        rights = np.add.reduceat(shares * self.right, self.starts)
        rights = np.maximum(rights, 1e-12)
        slope = (shares - shares * self.right / rights[self.of]) * self.share[self.of]
        beyond = weights - self.priors
        gradient = np.bincount(self.columns, slope[self.rows], self.width) + PENALTY * beyond
        value = -float(np.sum(np.log(rights) * self.share)) + PENALTY / 2 * float(beyond @ beyond)
        return value, gradient


class _Side:
    """The candidates of one field on all papers in one row; one that is right where a paper tells nothing."""

    def __init__(self, pages: Sequence[Page | None], names: Sequence[str]) -> None:
        places = {name: at for at, name in enumerate(names)}
        evidence = [one for page in pages for one in (page.evidence if page else [frozenset[str]()])]
        known = [[places[name] for name in sorted(one) if name in places] for one in evidence]
        sizes = [len(page.right) if page else 1 for page in pages]
        self.rows = np.repeat(np.arange(len(known)), [len(one) for one in known])
        self.columns = np.array([column for one in known for column in one], dtype=int)
        self.right = np.array([right for page in pages for right in (page.right if page else [True])], dtype=float)
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.of = np.repeat(np.arange(len(pages)), sizes)
        self.width = len(names)

    def parts(self, weights: Floats) -> Floats:
        scores = np.bincount(self.rows, weights[self.columns], len(self.right))
        parts: Floats = np.exp(scores - np.maximum.reduceat(scores, self.starts)[self.of])
        return parts

    def sums(self, parts: Floats) -> Floats:
        sums: Floats = np.add.reduceat(parts, self.starts)
        return sums

    def slope(self, of_candidates: Floats) -> Floats:
        return np.bincount(self.columns, of_candidates[self.rows], self.width).astype(float)


class _Pairs:
    """All pairs of candidates of all papers, but for those of one candidate with itself: nobody bills himself.

    What all pairs have together is the product of two sums, less the pairs that are none, so no pair is ever made.
    """

    def __init__(self, papers: Sequence[tuple[Page | None, Page | None]], names: Sequence[str]) -> None:
        told = [pages for pages in papers if any(pages)]
        self.sides = [_Side([pages[at] for pages in told], names) for at in range(2)]
        self.share = np.array([page.weight for one, other in told if (page := one or other)])
        self.same = np.array([*self._same(told)], dtype=int).reshape(-1, 2).T
        self.width = len(names)

    def _same(self, papers: Sequence[tuple[Page | None, Page | None]]) -> Iterator[tuple[int, int]]:
        """Where each candidate stands on both sides; the last one of a page is that nobody is named."""
        first, second = self.sides
        for at, (one, other) in enumerate(papers):
            for index in range(len(one.right) - 1 if one and other else 0):
                yield int(first.starts[at]) + index, int(second.starts[at]) + index

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """Of weights in three parts: what both fields have in common, and what each has beside that."""
        common, *own = np.split(weights, 3)
        parts = [side.parts(common + mine) for side, mine in zip(self.sides, own, strict=True)]
        rights = [side.right * part for side, part in zip(self.sides, parts, strict=True)]
        whole, of_whole = self._together(parts)
        right, of_right = self._together(rights)
        slopes = [
            side.slope(
                (part * of_whole[at] / whole[side.of] - good * of_right[at] / right[side.of]) * self.share[side.of]
            )
            for at, (side, part, good) in enumerate(zip(self.sides, parts, rights, strict=True))
        ]
        value = float(np.sum((np.log(whole) - np.log(right)) * self.share)) + PENALTY / 2 * float(weights @ weights)
        return value, np.concatenate([slopes[0] + slopes[1], *slopes]) + PENALTY * weights

    def _together(self, parts: Sequence[Floats]) -> tuple[Floats, list[Floats]]:
        """The sum over all pairs of each paper, and for each candidate that of its partners."""
        sums = [side.sums(part) for side, part in zip(self.sides, parts, strict=True)]
        partners = [sums[1 - at][side.of] for at, side in enumerate(self.sides)]
        for at in range(2):
            partners[at][self.same[at]] -= parts[1 - at][self.same[1 - at]]
        whole = self.sides[0].sums(parts[0] * partners[0])
        return np.maximum(whole, LEAST_SHARE), partners


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
