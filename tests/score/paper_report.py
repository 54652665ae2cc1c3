"""The score on real papers as text: those with text, then scans; fields, layouts, languages, and what was wrong."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.score.papers import CORE, DEV, FIELDS, NAMES, SCORED, Result, part_of
from tests.score.report import share


def paper_figures(results: Sequence[Result]) -> dict[str, Any]:
    accepted = [one for one in results if one.accepted]
    scored = {name: [one.fields[name] for one in results if name in one.fields] for name in FIELDS}
    return {
        "papers": len(results),
        "core": sum(one.right_in(CORE) for one in results),
        "with_names": sum(one.right_in((*CORE, *NAMES)) for one in results),
        "accepted": len(accepted),
        "wrong_accepted": sum(one.wrongly_accepted for one in accepted),
        "wrong_accepted_fields": dict(
            Counter(name for one in accepted for name in SCORED if one.fields.get(name) is False)
        ),
        "needless_reviews": sum(one.needlessly_reviewed for one in results),
        "fields": {name: [sum(rights), len(rights)] for name, rights in scored.items()},
        "failures": sum(one.failure is not None for one in results),
        "seconds": round(sum(one.seconds for one in results), 2),
        "slowest": round(max((one.seconds for one in results), default=0), 2),
    }


def paper_report(results: Sequence[Result]) -> Iterator[str]:
    for title, group in (("with text", [r for r in results if not r.is_scan]), ("scans", _scans(results))):
        if group:
            yield from _section(title, paper_figures(group))
    shown = [one for one in results if part_of(one.layout) == DEV]
    for title, key in (("language", _language), ("layout", _layout)):
        yield from _table(title, _grouped(shown, key))
    for name in FIELDS:
        wrong = [one.name for one in shown if one.fields.get(name) is False]
        yield f"   {name + ' wrong':<20} {' '.join(wrong) or '-'}"
    needless = Counter(code for one in shown if one.needlessly_reviewed for code in sorted(set(one.issues)))
    yield f"   doubts about papers that are right: {', '.join(f'{code} {n}' for code, n in needless.most_common())}"
    for one in shown:
        if one.wrongly_accepted:
            yield f"   WRONGLY ACCEPTED {one.name}: {', '.join(one.wrong_fields)}"
        if one.failure:
            yield f"   FAILED {one.name}: {one.failure}"


def paper_shown(result: Result) -> Iterator[str]:
    """All about one paper: expected and got for each wrong field, and the issues that the reader itself named."""
    verdict = "accepted" if result.accepted else f"review [{', '.join(result.issues)}]"
    yield f"{result.name} ({result.layout}, {result.language}) {verdict}"
    for mark in result.wrong:
        yield f"    {mark.field:<20} expected {mark.expected!r}, got {mark.got!r}"


def _section(title: str, total: dict[str, Any]) -> Iterator[str]:
    count = total["papers"]
    yield f"== papers {title}: {count}"
    yield f"   core             {share(total['core'], count)}"
    yield f"   with both names  {share(total['with_names'], count)}"
    yield f"   accepted         {share(total['accepted'], count)}"
    yield f"   wrong accepted   {share(total['wrong_accepted'], total['accepted'])}  {_counts(total)}"
    yield f"   needless reviews {share(total['needless_reviews'], count)}"
    if total["failures"]:
        yield f"   engine failures  {total['failures']}"
    for name, counts in total["fields"].items():
        yield f"   {name:<16} {share(*counts)}"


def _counts(total: dict[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in total["wrong_accepted_fields"].items())


def _table(title: str, groups: dict[str, list[Result]]) -> Iterator[str]:
    yield f"   {title:<52} {'papers':>6} {'core':>5} {'names':>6} {'accepted':>9} {'wrong acc.':>10}"
    for key, group in groups.items():
        total = paper_figures(group)
        counts = f"{total['papers']:>6} {total['core']:>5} {total['with_names']:>6} {total['accepted']:>9}"
        yield f"   {key[:52]:<52} {counts} {total['wrong_accepted']:>10}"


def _grouped(results: Sequence[Result], key: Callable[[Result], str]) -> dict[str, list[Result]]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for one in results:
        groups[key(one)].append(one)
    return dict(sorted(groups.items()))


def _scans(results: Sequence[Result]) -> list[Result]:
    return [one for one in results if one.is_scan]


def _language(result: Result) -> str:
    return result.language


def _layout(result: Result) -> str:
    return result.layout
