"""Second sight: each vendor's first paper is taught from its truth, and the others are read with what it taught.

Vendors are made-up ones (a family's layout with one seller and its words, other buyers, days, lines and sums), and real
ones of whom the papers or the corpus hold two and more. All templates are there at once, as a gateway would have them:
a paper that gets a template of somebody else is told apart, since nobody else's paper may be read differently.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from fakturo.convert.engine import pages_of
from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice_json import as_document
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.reader import parts_of, read_pages
from fakturo.convert.teach.lesson import Lesson, teach
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import TemplateFile, Templates, shipped
from tests.generator.registry import DEV, HELDBACK, families
from tests.generator.vendor import draw_of_vendor
from tests.score.cases import Case
from tests.score.compare import ABSENT, marks, readings_of
from tests.score.corpus import corpus_cases
from tests.score.papers import DEV as LOOKED_AT
from tests.score.papers import SCORED, is_picture, judge_paper, paper_cases, part_of
from tests.score.readings import LIMIT_SECONDS, Reading, at_most
from tests.score.tally import judge_case

Truth = dict[str, Any]
MADE_UP, MADE_UP_HELD, REAL, REAL_HELD = "made-up", "made-up, held back", "real", "real, held"
CORPUS = "corpus"
LINE = ("amount", "qty", "unit_price", "description", "sku", "uom", "hs_code")
MUST_HAVE = frozenset(
    {"invoice.number", "invoice.date", "invoice.currency", "seller.name", "buyer.name", "totals.total"}
)
NEVER_ACCEPTED = frozenset({"inconsistent", "receipt", "statement", "no_items"})
UNTAUGHT = frozenset({"address"})
EMPTY = frozenset({"due_date", "tax_id"})
"""What many papers don't print, and a saved correction says so."""


@dataclass(frozen=True)
class Vendor:
    name: str
    group: str
    papers: tuple[Case, ...]

    @property
    def is_shown(self) -> bool:
        """Of the others nothing but sums is told."""
        return self.group in {MADE_UP, REAL, CORPUS}


class Seen(NamedTuple):
    """A paper, before and after its vendor was taught."""

    name: str
    exact: bool
    accepted: bool
    acceptable: bool
    """It adds up and has all that an invoice must have, so that nobody need look at it."""
    wrong: tuple[str, ...]
    issues: tuple[str, ...]
    template: str | None
    wrongly_accepted: bool = False


class Taught(NamedTuple):
    vendor: str
    lesson: Lesson | None
    failure: str | None = None


# ---------------------------------------------------------------- vendors


def made_up_vendors(group: str, count: int, seed: int, only: Sequence[str] = ()) -> Iterator[Vendor]:
    for family in families(group):
        if only and family not in only:
            continue
        drawn = [draw_of_vendor(family, seed, paper, group) for paper in range(1, count + 1)]
        sellers = {json.dumps(one.truths[0]["seller"]) for one in drawn}
        cases = [Case(f"{family}-{n}", family, one.pdf, one.truths) for n, one in enumerate(drawn, 1)]
        if len(sellers) == 1 and not any(case.is_scan for case in cases):
            yield Vendor(family, MADE_UP if group == DEV else MADE_UP_HELD, tuple(cases))


def real_vendors(folder: Path) -> Iterator[Vendor]:
    """By who sells: a layout that many use is no vendor."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in paper_cases(folder):
        seller = case.truths[0]["seller"]["name"]
        if seller and not is_picture(case):
            groups[" ".join(seller.casefold().split())].append(case)
    for seller, cases in sorted(groups.items()):
        parts = {part_of(case.family) for case in cases}
        if len(cases) > 1:
            yield Vendor(seller, REAL if parts == {LOOKED_AT} else REAL_HELD, tuple(cases))


def corpus_vendors(folder: Path) -> Iterator[Vendor]:
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in corpus_cases(folder):
        seller = _one(case.truths[0].get("seller", {}).get("name"))
        if seller and not case.is_scan:
            groups[seller].append(case)
    yield from (Vendor(seller, CORPUS, tuple(cases)) for seller, cases in groups.items() if len(cases) > 1)


# ---------------------------------------------------------------- teaching and reading


def sheets_of(pdf: bytes) -> list[Sheet]:
    return [sheet_of(page) for page in pages_of(pdf)]


def teach_first(vendor: Vendor) -> Taught:
    case = vendor.papers[0]
    try:
        with at_most(4 * LIMIT_SECONDS):
            sheets = sheets_of(case.pdf)
            read = as_document(read_pages(sheets, shipped())[0])
            truth = truth_from_json(json.dumps(right_values(case, vendor.group, read)).encode())
            return Taught(vendor.name, teach(sheets, truth, shipped()))
    except (ConversionError, TimeoutError) as failure:
        return Taught(vendor.name, None, str(failure))


def right_values(case: Case, group: str, read: Truth) -> Truth:
    """What a person would say who corrects this reading: of readings that are as good, the nearest."""
    if group in {REAL, REAL_HELD}:
        return _without_doubtful(case.truths[0])
    nearest = min(readings_of(case.truths[0]), key=lambda one: sum(not mark.right for mark in marks(one, read)))
    right, day = _plain(nearest), nearest["invoice"].get("due_date")
    if isinstance(day, list):  # none, or one of several: what was read stays, if it is right
        right["invoice"]["due_date"] = read["invoice"]["due_date"] if read["invoice"]["due_date"] in day else day[0]
    for role in ("seller", "buyer"):  # whoever saves a correction leaves what nobody can call wrong
        allowed, got = nearest.get(role, {}).get("tax_id"), read[role]["tax_id"]
        if allowed is None or (isinstance(allowed, list) and None in allowed):
            right[role]["tax_id"] = got
    return right


def _without_doubtful(truth: Truth) -> Truth:
    right: Truth = json.loads(json.dumps(truth))
    for place in truth["doubt"]:
        section, _, name = place.partition(".")
        if section == "items" or not name:
            right.pop(section, None)
        elif isinstance(right.get(section), dict):
            right[section].pop(name, None)
    return right


def _plain(truth: Truth) -> Truth:
    """In the words of an invoice's JSON: what may be left empty is not said, and what is absent is null."""
    right: Truth = {}
    for section in ("invoice", "seller", "buyer", "totals"):
        given = truth.get(section) or {}
        said = {key: _one(value) for key, value in given.items() if _is_said(key, value)}
        if section == "totals":
            said = {key: value for key, value in said.items() if value is not None}
        right[section] = {key: value for key, value in said.items() if value is not None or key in EMPTY}
    if truth.get("items"):
        right["items"] = [
            {key: _one(line[key]) for key in LINE if _is_said(key, line.get(key)) and _one(line[key]) is not None}
            for line in truth["items"]
        ]
    return right | ({"kind": truth["kind"]} if truth.get("kind") else {})


def _is_said(key: str, value: Any) -> bool:
    return value is not None and key not in UNTAUGHT | {"taxes"} and not (isinstance(value, list) and None in value)


def _one(value: Any) -> Any:
    value = value[0] if isinstance(value, list) else value
    return None if value == ABSENT else value


def look(paper: tuple[Case, bool], *, templates: Templates) -> Seen:
    """The paper, which may be a real one, as it is read with these templates."""
    case, is_real = paper
    try:
        with at_most(LIMIT_SECONDS):
            documents = tuple(as_document(one) for one in read_pages(sheets_of(case.pdf), templates))
    except Exception as error:  # noqa: BLE001 - a failure is a result here
        return Seen(case.name, False, False, True, ("failed",), (type(error).__name__,), None)
    used = documents[0].get("template") if documents else None
    if is_real:
        one = judge_paper(case, Reading(documents, 0))
        wrong = tuple(name for name in one.wrong_fields if name in SCORED)
        wrongly = one.accepted and (bool(wrong) or "inconsistent" in one.tags)
        return Seen(case.name, not wrong, one.accepted, may_be_accepted(case), wrong, one.issues, used, wrongly)
    judged = judge_case(case, Reading(documents, 0))
    wrong = tuple(mark.field for one in judged for mark in one.wrong)
    expected = all(one.expect == "accept" for one in judged)
    accepted = all(one.accepted for one in judged)
    wrongly = accepted and any(one.wrongly_accepted for one in judged)
    return Seen(case.name, not wrong, accepted, expected, wrong, judged[0].issues, used, wrongly)


def may_be_accepted(case: Case) -> bool:
    """A real paper that is an invoice, adds up, and prints without a doubt what every invoice must have."""
    (truth,) = case.truths
    values = (truth.get(section, {}).get(name) for section, name in (path.split(".") for path in MUST_HAVE))
    is_whole = all(values) and bool(truth["items"]) and not MUST_HAVE & set(truth["doubt"])
    return is_whole and "items" not in truth["doubt"] and not NEVER_ACCEPTED & set(truth["tags"])


def chosen(case: Case, *, templates: Templates) -> list[str]:
    """The templates with which the invoices of a paper are read; it is read only where one may be chosen."""
    try:
        with at_most(LIMIT_SECONDS):
            sheets = sheets_of(case.pdf)
            if not any(templates.choose(part)[0].name for part in parts_of(sheets)):
                return []
            return [(invoice.template or "").partition("@")[0] for invoice in read_pages(sheets, templates)]
    except Exception:  # noqa: BLE001 - what can't be read gets none
        return []


# ---------------------------------------------------------------- the score


def second_sight(vendors: Sequence[Vendor], strangers: Sequence[Case], *, jobs: int = 1) -> dict[str, Any]:
    """Figures by group of vendors; `lines` tell what may be looked at."""
    lessons = _map(teach_first, vendors, jobs)
    files = {}
    for number, one in enumerate(lessons):
        if one.lesson:
            name = f"v{number}-{one.lesson.name}"[:60].strip("-")
            text = one.lesson.text.replace(f'name = "{one.lesson.name}"', f'name = "{name}"', 1)
            files[one.vendor] = TemplateFile.parse(f"{name}.toml", text)
    templates = Templates((*shipped().files, *files.values()))
    figures: dict[str, Any] = {}
    doubts: dict[str, Counter[str]] = {}
    lines: list[str] = []
    papers = [(case, vendor.group in {REAL, REAL_HELD}) for vendor in vendors for case in vendor.papers]
    before, after = (iter(_map(partial(look, templates=each), papers, jobs)) for each in (shipped(), templates))
    for vendor, lesson in zip(vendors, lessons, strict=True):
        total = figures.setdefault(vendor.group, defaultdict(int))
        own = files[vendor.name].template.title if vendor.name in files else None
        was, now = ([next(seen) for _ in vendor.papers] for seen in (before, after))
        _count(total, was, now, own)
        if vendor.group != REAL_HELD:  # so few that sums would tell of single papers
            doubts.setdefault(vendor.group, Counter()).update(code for one in now[1:] for code in set(one.issues))
        if vendor.is_shown:
            lines += _told(vendor, lesson, was, now, own)
    taught = {each.template.name: vendor for vendor, each in files.items()}
    foreign = _map(partial(chosen, templates=templates), strangers, jobs)
    wrongly = [
        (case.name, name) for case, names in zip(strangers, foreign, strict=True) for name in names if name in taught
    ]
    figures["strangers"] = {"papers": len(strangers), "given_a_taught_template": len(wrongly)}
    sums = {name: dict(total) for name, total in figures.items()}
    return {"figures": sums, "doubts": doubts, "lines": lines, "foreign": wrongly}


def _map(work: Any, each: Sequence[Any], jobs: int) -> list[Any]:
    if jobs > 1 and len(each) > jobs:
        with get_context("spawn").Pool(jobs) as pool:
            return pool.map(work, each, chunksize=2)
    return [work(one) for one in each]


def _count(total: dict[str, int], before: Sequence[Seen], after: Sequence[Seen], own: str | None) -> None:
    total["vendors"] += 1
    total["taught_exact"] += after[0].exact
    total["taught_accepted"] += after[0].accepted
    for was, now in zip(before[1:], after[1:], strict=True):
        total["papers"] += 1
        total["acceptable"] += now.acceptable
        total["exact_before"] += was.exact
        total["exact"] += now.exact
        total["accepted_before"] += was.accepted
        total["accepted"] += now.accepted
        total["wrong_accepted_before"] += was.wrongly_accepted
        total["wrong_accepted"] += now.wrongly_accepted
        total["own_template_used"] += own is not None and now.template == own


def _told(vendor: Vendor, taught: Taught, before: Sequence[Seen], after: Sequence[Seen], own: str | None) -> list[str]:
    if all(one.exact and one.accepted for one in after):
        return []
    lines = [f"{vendor.name}: {taught.failure or ''}"]
    lines += [f"    learned: {sentence}" for sentence in (taught.lesson.learned if taught.lesson else ())]
    lines += [f"    not learned: {sentence}" for sentence in (taught.lesson.unlearned[:4] if taught.lesson else ())]
    for was, now in zip(before, after, strict=True):
        state = f"{_state(was)} → {_state(now)}"
        used = "" if now.template == own else f" [{now.template}]"
        lines.append(f"  {now.name}: {state}{used} {' '.join(now.wrong)} {sorted(set(now.issues))}")
    return lines


def _state(seen: Seen) -> str:
    return f"{'exact' if seen.exact else 'wrong'}, {'accepted' if seen.accepted else 'review'}"


def all_vendors(count: int, seed: int, only: Sequence[str] = ()) -> list[Vendor]:
    vendors = [one for group in (DEV, HELDBACK) for one in made_up_vendors(group, count, seed, only)]
    for setting, read in (("FAKTURO_PAPERS", real_vendors), ("FAKTURO_CORPUS", corpus_vendors)):
        folder = os.environ.get(setting, "")
        if folder and Path(folder).is_dir() and not only:
            vendors += read(Path(folder))
    return vendors


def strangers_to(vendors: Sequence[Vendor]) -> list[Case]:
    """Every other paper there is, of other sellers: none of them may get a taught template."""
    own = {case.name for vendor in vendors for case in vendor.papers}
    papers = [case for vendor in vendors for case in vendor.papers]
    known = {seller for case in papers for part in ("name", "tax_id") for seller in sellers_of(case, part)}
    cases: list[Case] = []
    for setting, read in (("FAKTURO_PAPERS", paper_cases), ("FAKTURO_CORPUS", corpus_cases)):
        folder = os.environ.get(setting, "")
        if folder and Path(folder).is_dir():
            others = [case for case in read(Path(folder)) if case.name not in own]
            cases += [case for case in others if not known & (sellers_of(case, "name") or sellers_of(case, "tax_id"))]
        else:
            sys.stderr.write(f"strangers: {setting} names no folder.\n")
    return cases


def sellers_of(case: Case, part: str) -> set[str]:
    """By whatever name; or by tax id, where no name is scored."""
    given = (case.truths[0].get("seller") or {}).get(part)
    return {" ".join(one.casefold().split()) for one in (given if isinstance(given, list) else [given]) if one}


def print_taught(count: int, seed: int, only: Sequence[str], jobs: int, *, list_wrong: bool) -> None:
    vendors = all_vendors(count, seed, only)
    sight = second_sight(vendors, [] if only else strangers_to(vendors), jobs=jobs)
    for line in sight["lines"] if list_wrong else ():
        print(line)  # noqa: T201
    for case, template in sight["foreign"] if list_wrong else ():
        print(f"stranger {case}: {template}")  # noqa: T201
    for name, total in sight["figures"].items():
        print(f"{name:<20} " + "  ".join(f"{key} {value}" for key, value in total.items()))  # noqa: T201
    for name, codes in sight["doubts"].items():
        print(f"doubts, {name}: " + "  ".join(f"{code} {count}" for code, count in codes.most_common()))  # noqa: T201
    print(json.dumps({"taught": sight["figures"]}))  # noqa: T201
