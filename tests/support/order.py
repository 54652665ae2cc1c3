"""Which files begin first where several processes share the tests: those that take longest, so that none is left alone
with a long one at the end. How long each took, an earlier run has recorded (`scripts/test --record`).
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DURATIONS = ROOT / "tests" / "durations.json"
WORTH_KNOWING_SECONDS = 2


def recorded() -> dict[str, float]:
    return dict(json.loads(DURATIONS.read_text()))


def longest_first(items: list[pytest.Item], seconds: Mapping[str, float]) -> None:
    """Within a file, and among files of which nothing is known, the order stays as it is."""
    items.sort(key=lambda item: -seconds.get(_file(item.nodeid), 0))


class Recorder:
    """Adds up what the tests of each file take, their fixtures included."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[_file(report.nodeid)] += report.duration  # type: ignore[assignment]

    def pytest_sessionfinish(self) -> None:
        known = updated(recorded(), self.seconds)
        DURATIONS.write_text(json.dumps(known, indent=0) + "\n")


def updated(before: Mapping[str, float], now: Mapping[str, float]) -> dict[str, float]:
    """Files that did not run keep what was known of them, as long as there are such files."""
    merged = {file: round(took) for file, took in {**before, **now}.items()}
    worth = {file: took for file, took in merged.items() if took >= WORTH_KNOWING_SECONDS and (ROOT / file).exists()}
    return dict(sorted(worth.items(), key=lambda each: (-each[1], each[0])))


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]
