"""What all measurements share: ways in turn, medians and spread, a table for people, one JSON line last."""

import json
import statistics
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

LONG = 1000
Way = Callable[[], Awaitable[float]]


@dataclass
class Report:
    """The figures of one bench: each way's measurements, round by round."""

    bench: str
    unit: str
    rounds: int
    figures: dict[str, list[float]] = field(default_factory=dict)
    notes: dict[str, object] = field(default_factory=dict)

    async def measure(self, ways: Mapping[str, Way]) -> None:
        """All ways once in each round, so that whatever else the machine does meets each of them."""
        for number in range(self.rounds):
            names = list(ways)
            for name in names[number % len(names) :] + names[: number % len(names)]:
                self.add(name, await ways[name]())

    def add(self, name: str, figure: float) -> None:
        self.figures.setdefault(name, []).append(figure)

    def median(self, name: str) -> float:
        return statistics.median(self.figures[name])

    def ratio(self, ours: str, theirs: str) -> float:
        """The median of the rounds' own ratios."""
        pairs = zip(self.figures[ours], self.figures[theirs], strict=True)
        return round(statistics.median(our / their for our, their in pairs), 3)

    def table(self) -> str:
        rows = [("", f"median ({self.unit})", "least", "most")]
        rows += [(name, *(_short(each) for each in _summary(all_))) for name, all_ in self.figures.items()]
        return _columns(rows)

    def line(self) -> str:
        medians = {name: round(self.median(name), 4) for name in self.figures}
        told = {"bench": self.bench, "ratio": None, "rounds": self.rounds, "unit": self.unit}
        return json.dumps(told | self.notes | {"medians": medians})


def _summary(figures: Iterable[float]) -> tuple[float, float, float]:
    held = list(figures)
    return statistics.median(held), min(held), max(held)


def _short(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= LONG else f"{figure:.3g}"


def _columns(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) if not column else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    )


def percentile(figures: Iterable[float], share: float) -> float:
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
