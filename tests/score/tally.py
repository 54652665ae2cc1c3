"""Adds up judged documents: shares of fields, exact documents, acceptances and the wrong ones among them. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.score.cases import Case
from tests.score.compare import ASIDE, HEAD, ITEM, ITEM_ASIDE, TOTALS, Mark, marks, marks_aside, readings_of
from tests.score.readings import Reading

ORDER = (
    "documents",
    *HEAD,
    *TOTALS,
    "items.count",
    *(f"items.{name}" for name in (*ITEM, *ITEM_ASIDE)),
    *ASIDE,
)


@dataclass(frozen=True)
class Judged:
    """One document of one PDF."""

    name: str
    family: str
    tags: tuple[str, ...]
    marks: tuple[Mark, ...]
    aside: tuple[Mark, ...]
    accepted: bool
    expect: str
    issues: tuple[str, ...]
    failure: str | None
    seconds: float

    @property
    def wrong(self) -> list[Mark]:
        return [mark for mark in self.marks if not mark.right]

    @property
    def exact(self) -> bool:
        return not self.wrong

    @property
    def wrongly_accepted(self) -> bool:
        return self.accepted and (not self.exact or self.expect == "review")  # "any": the paper is on the edge

    @property
    def needlessly_reviewed(self) -> bool:
        return not self.accepted and self.exact and self.expect == "accept"


def judge_case(case: Case, reading: Reading) -> list[Judged]:
    """In order of the pages. That the count of documents is right is a field of the first."""
    expected, got = len(case.truths), len(reading.documents)
    judged = []
    for at, equals in enumerate(map(readings_of, case.truths)):
        read = reading.documents[at] if at < got else {}
        truth = min(equals, key=partial(_wrongs, read))
        counted = [Mark("documents", got == expected, expected, got)] if at == 0 else []
        judged.append(
            Judged(
                name=case.name if expected == 1 else f"{case.name}#{at + 1}",
                family=case.family,
                tags=tuple(truth.get("tags", ())),
                marks=(*counted, *marks(truth, read)),
                aside=tuple(marks_aside(truth, read)),
                accepted=read.get("verdict") == "accepted",
                expect=truth.get("expect", "accept"),
                issues=tuple(issue.get("code", "?") for issue in read.get("issues") or ()),
                failure=reading.failure,
                seconds=reading.seconds / expected,
            )
        )
    return judged


def _wrongs(read: dict[str, Any], truth: dict[str, Any]) -> int:
    return sum(not mark.right for mark in marks(truth, read))


def shares(all_marks: Iterable[Mark]) -> dict[str, tuple[int, int]]:
    """For each field: how often right, of how many."""
    counts: dict[str, list[int]] = {field: [0, 0] for field in ORDER}
    for mark in all_marks:
        counts[mark.field][0] += mark.right
        counts[mark.field][1] += 1
    return {field: (right, scored) for field, (right, scored) in counts.items() if scored}


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """The key figures of a set of documents."""
    right = shares(mark for one in judged for mark in one.marks)
    items = [[mark for mark in one.marks if mark.field.startswith("items.")] for one in judged]
    scored_items = [found for found in items if found]
    accepted = [one for one in judged if one.accepted]
    return {
        "documents": len(judged),
        "exact": sum(one.exact for one in judged),
        "accepted": len(accepted),
        "wrong_accepted": sum(one.wrongly_accepted for one in judged),
        "needless_reviews": sum(one.needlessly_reviewed for one in judged),
        "items_right": sum(all(mark.right for mark in found) for found in scored_items),
        "items_scored": len(scored_items),
        "failures": sum(one.failure is not None for one in judged),
        "seconds": round(sum(one.seconds for one in judged), 2),
        "fields": {field: list(counts) for field, counts in right.items()},
        "aside": {field: list(counts) for field, counts in shares(m for one in judged for m in one.aside).items()},
    }


def by_family(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[one.family].append(one)
    return dict(sorted(groups.items()))


def by_tag(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        for tag in one.tags:
            groups[tag].append(one)
    return dict(sorted(groups.items()))
