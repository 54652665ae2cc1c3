"""What is known of each real paper: which of its fields are read wrong, and whether it is accepted. No values."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.score.papers import SCORED, Result

FILE = Path(__file__).parents[1] / "golden/papers.json"


class Known(NamedTuple):
    wrong: frozenset[str]
    accepted: bool

    @property
    def wrongly_accepted(self) -> bool:
        return self.accepted and bool(self.wrong)


def known_of(result: Result) -> Known:
    return Known(frozenset(name for name in SCORED if result.fields.get(name) is False), result.accepted)


def read_known(file: Path = FILE) -> dict[str, Known]:
    stored = json.loads(file.read_text("utf-8"))
    return {name: Known(frozenset(one["wrong"]), one["accepted"]) for name, one in stored.items()}


def write_known(results: Iterable[Result], file: Path = FILE) -> None:
    """Papers that were not scored this time keep what is known of them."""
    known = (read_known(file) if file.is_file() else {}) | {one.name: known_of(one) for one in results}
    stored = {name: {"wrong": sorted(one.wrong), "accepted": one.accepted} for name, one in sorted(known.items())}
    lines = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in stored.items())
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def worse(result: Result, before: Known | None) -> list[str]:
    """What the result has wrong that it had not: a field of a paper, or that it is accepted with one."""
    now = known_of(result)
    before = before or Known(frozenset(), accepted=True)
    found = [f"{result.name}: {field} was right" for field in sorted(now.wrong) if not before.wrong]
    if now.wrongly_accepted and not before.wrongly_accepted:
        found.append(f"{result.name}: accepted, though wrong in {', '.join(sorted(now.wrong))}")
    return found
