"""The score as text: one section for each set, key figures first, then fields, families and tags."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.score.tally import Judged, by_family, by_tag, figures


def share(right: int, of: int) -> str:
    return f"{right}/{of} ({100 * right / of:.0f} %)" if of else "-"


SUMS_ONLY = {"heldback"}
"""What nobody is to see paper by paper, nor by accident."""


def set_report(name: str, judged: Sequence[Judged]) -> Iterator[str]:
    total = figures(judged)
    yield f"== {name}: {total['documents']} documents"
    yield f"   exact            {share(total['exact'], total['documents'])}"
    yield f"   items right      {share(total['items_right'], total['items_scored'])}"
    yield f"   accepted         {share(total['accepted'], total['documents'])}"
    yield f"   wrong accepted   {share(total['wrong_accepted'], total['accepted'])}"
    yield f"   needless reviews {share(total['needless_reviews'], total['documents'])}"
    if total["failures"]:
        yield f"   engine failures  {total['failures']}"
    for field, counts in total["fields"].items():
        yield f"   {field:<20} {share(*counts)}"
    for field, counts in total["aside"].items():
        yield f"   {field:<20} {share(*counts)}  (aside)"
    if name in SUMS_ONLY:
        return
    for title, groups in (("family", by_family(judged)), ("tag", by_tag(judged))):
        yield from _table(title, {key: figures(group) for key, group in groups.items()})
    for one in judged:
        if one.wrongly_accepted:
            yield f"   WRONGLY ACCEPTED {one.name}: {_wrongs(one)}"
        if one.failure:
            yield f"   FAILED {one.name}: {one.failure}"


def _wrongs(one: Judged) -> str:
    if one.exact:
        return "the paper does not add up"
    return ", ".join(f"{mark.field} {mark.expected!r} read as {mark.got!r}" for mark in one.wrong)


def _table(title: str, groups: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield f"   {title:<28} {'docs':>5} {'exact':>6} {'items':>9} {'accepted':>9} {'wrong acc.':>10}"
    for key, total in groups.items():
        items = f"{total['items_right']}/{total['items_scored']}"
        counts = f"{total['documents']:>5} {total['exact']:>6} {items:>9} {total['accepted']:>9}"
        yield f"   {key:<28} {counts} {total['wrong_accepted']:>10}"


def wrong_list(judged: Sequence[Judged], field: str = "") -> Iterator[str]:
    """Expected and got for each wrong field, and the issues the reader itself named."""
    for one in judged:
        wrong = [mark for mark in one.wrong if field in mark.field]
        if wrong or (one.expect == "review" and one.accepted and not field):
            issues = f"  [{', '.join(one.issues)}]" if one.issues else ""
            yield f"{one.name} {'accepted' if one.accepted else 'review'}{issues}"
        for mark in wrong:
            yield f"    {mark.field:<20} expected {mark.expected!r}, got {mark.got!r}"
