"""Real papers from the folder that FAKTURO_PAPERS names, each with a truth written by eye.

Its README says how: `doubt` names fields that are not scored, null is what is not printed, taxes are added up. Papers
of one layout stay on one side of any split: `dev` is to be looked at, of `held` nothing but sums. Half of the layouts
that were held at first were opened once docs/accuracy.md had their figures: what fails at first sight teaches most.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.score.cases import Case
from tests.score.compare import ABSENT, ITEM, Mark, item_marks, mark_of, marks, same_party, similar_start
from tests.score.readings import Reading

Truth = dict[str, Any]
DEV, HELD = "dev", "held"
PARTS = (DEV, HELD)
PICTURES = {"scan", "photo"}
LINES = tuple(f"items.{name}" for name in ("count", *ITEM))
FIELDS = {
    "number": ("invoice.number",),
    "date": ("invoice.date",),
    "due date": ("invoice.due_date",),
    "currency": ("invoice.currency",),
    "seller": ("seller.name",),
    "buyer": ("buyer.name",),
    "seller's tax id": ("seller.tax_id",),
    "buyer's tax id": ("buyer.tax_id",),
    "net": ("totals.subtotal",),
    "tax": ("totals.tax",),
    "total": ("totals.total",),
    "lines": LINES,
    "item names": ("items.description",),
}
"""What is told of a paper, and the marks it takes."""
CORE = ("number", "date", "currency", "net", "tax", "total", "lines")
NAMES = ("seller", "buyer")
SCORED = (*CORE, *NAMES, "seller's tax id", "buyer's tax id")
"""A paper is wrongly accepted if any of these is wrong. Due dates and item names are told, too."""


@dataclass(frozen=True)
class Result:
    """One paper: what was right, what wrong, and whether it was accepted."""

    name: str
    layout: str
    language: str
    tags: tuple[str, ...]
    fields: dict[str, bool]
    """By name, those that were scored."""
    wrong: tuple[Mark, ...]
    accepted: bool
    issues: tuple[str, ...]
    failure: str | None
    seconds: float

    @property
    def is_scan(self) -> bool:
        return bool(PICTURES & set(self.tags))

    def right_in(self, names: Iterable[str]) -> bool:
        return all(self.fields.get(name, True) for name in names)

    def wrong_like(self, field: str) -> bool:
        """With a wrong field whose name, or whose mark's, contains this."""
        return any(field in name for name in (*self.wrong_fields, *(mark.field for mark in self.wrong)))

    @property
    def wrong_fields(self) -> list[str]:
        return [name for name, right in self.fields.items() if not right]

    @property
    def wrongly_accepted(self) -> bool:
        return self.accepted and not self.right_in(SCORED)

    @property
    def needlessly_reviewed(self) -> bool:
        return not self.accepted and self.right_in(SCORED) and "inconsistent" not in self.tags


def part_of(layout: str) -> str:
    return HELD if int(hashlib.sha256(layout.encode()).hexdigest(), 16) % 6 == 3 else DEV


def paper_cases(folder: Path, parts: Sequence[str] = PARTS) -> Iterator[Case]:
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text("utf-8"))
        if part_of(truth["layout"]) in parts:
            yield Case(path.stem, truth["layout"], path.with_suffix(".pdf").read_bytes(), (truth,))


def is_picture(case: Case) -> bool:
    return bool(PICTURES & set(case.truths[0]["tags"]))


def judge_paper(case: Case, reading: Reading) -> Result:
    (truth,) = case.truths
    read = reading.documents[0] if reading.documents else {}
    found = paper_marks(truth, read)
    rights = {mark.field: mark.right for mark in found}
    fields = {
        name: all(rights.get(path, True) for path in paths)
        for name, paths in FIELDS.items()
        if any(path in rights for path in paths)
    }
    if not fields.get("lines"):
        fields.pop("item names", None)  # which name belongs to which line is open
    return Result(
        name=case.name,
        layout=truth["layout"],
        language=truth["language"],
        tags=tuple(truth["tags"]),
        fields=fields,
        wrong=tuple(mark for mark in found if not mark.right),
        accepted=read.get("verdict") == "accepted",
        issues=tuple(issue["code"] for issue in read.get("issues") or ()),
        failure=reading.failure,
        seconds=reading.seconds,
    )


def paper_marks(truth: Truth, read: Truth) -> list[Mark]:
    scored = scored_truth(truth)
    texts = item_marks(scored, read, {"description": similar_start}, counted=False)
    wanted = {path for paths in FIELDS.values() for path in paths}
    names = [mark for path in ("seller.name", "buyer.name") if (mark := mark_of(path, scored, read, same_party))]
    others = [mark for mark in marks(scored, read) if mark.field in wanted and not mark.field.endswith(".name")]
    return [*others, *names, *texts]


def scored_truth(truth: Truth) -> Truth:
    """In the words of `compare`: null is not scored there, and what is not printed is said to be absent."""
    scored: Truth = json.loads(json.dumps(truth))
    invoice, totals = scored["invoice"], scored["totals"]
    for part, name in ((invoice, "number"), (invoice, "date"), (invoice, "due_date")):
        part[name] = part[name] or ABSENT
    for party in (scored["seller"], scored["buyer"]):
        party["name"] = party["name"] or ABSENT
        party["tax_id"] = party["tax_id"] or ABSENT
    totals["tax"] = totals["tax"] or [None, "0"]
    totals["subtotal"] = totals["subtotal"] or _derivable_net(truth)
    for place in truth["doubt"]:
        _forget(scored, place.split("."))
    return scored


def _derivable_net(truth: Truth) -> list[str | None]:
    """Not printed by itself: left empty or worked out, but not wrong."""
    totals, amounts = truth["totals"], [item["amount"] for item in truth["items"]]
    allowed: list[str | None] = [None]
    if amounts and None not in amounts:
        allowed.append(str(sum(map(Decimal, amounts))))
    if totals["total"] is not None:
        allowed.append(str(Decimal(totals["total"]) - Decimal(totals["tax"] or 0)))
    return allowed


def _forget(truth: Any, path: list[str]) -> None:
    """`items.qty` is the quantity of all of them."""
    name, *rest = path
    if isinstance(truth, list) and not name.isdigit():
        for one in truth:
            _forget(one, path)
    elif isinstance(truth, list) and int(name) < len(truth):
        _forget(truth[int(name)], rest) if rest else truth[int(name)].update(dict.fromkeys(truth[int(name)]))
    elif isinstance(truth, dict) and rest:
        _forget(truth.get(name), rest)
    elif isinstance(truth, dict):
        truth[name] = None
