"""Pages to learn from: the candidates that the engine proposes on labelled papers, and which of them are right."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from fakturo.convert.engine import read_invoices
from fakturo.convert.header.dates.written import DateMatch
from fakturo.convert.header.parties.decision import SIDES
from fakturo.convert.header.parties.evidence import SELF_BILLED
from fakturo.convert.invoice import Invoice
from fakturo.convert.reader import read_invoice
from fakturo.convert.weigh.decide import Weighed
from tests.score.cases import Case
from tests.score.compare import ABSENT, same_code, same_party, value_at
from tests.score.readings import LIMIT_SECONDS, at_most
from tests.support.drawn import drawn
from tests.train.fit import DRAWN_NAMES, MADE_UP, REAL, Page

PATHS = {
    "seller": "seller.name",
    "buyer": "buyer.name",
    "number": "invoice.number",
    "date": "invoice.date",
    "due": "invoice.due_date",
}
DRAWN = Path(__file__).parents[1] / "golden/header"
Pages = dict[str, Page]
"""By field."""


def pages_of(cases: Sequence[Case], *, weight: float, jobs: int = 2) -> dict[str, Pages]:
    """For each case by name. Papers whose fields are in doubt teach nothing about these."""
    read = partial(_pages, weight=weight)
    with get_context("spawn").Pool(jobs) as pool:
        found = pool.map(read, cases, chunksize=4)
    return {case.name: pages for case, pages in zip(cases, found, strict=True)}


def drawn_pages() -> dict[str, Pages]:
    """Of the pages that tests draw as text."""
    found: dict[str, Pages] = {}
    for path in sorted(DRAWN.glob("*.txt")):
        head, _, picture = path.read_text("utf-8").partition("\n---\n")
        told = dict(line.split(": ", 1) for line in head.splitlines())
        truth: dict[str, Any] = {"invoice": {}, "seller": {}, "buyer": {}}
        for field, place in PATHS.items():
            part, _, name = place.partition(".")
            truth[part][name] = ABSENT if told.get(field) == "-" else told.get(field)
        invoice = read_invoice(drawn(*picture.split("=== next page\n")))
        pages = _of_fields(invoice, truth, path.stem, weight=MADE_UP)
        found[f"drawn {path.stem}"] = pages | {
            side: replace(pages[side], weight=DRAWN_NAMES) for side in SIDES if side in pages
        }
    return found


def _pages(case: Case, *, weight: float) -> Pages:
    try:
        with at_most(LIMIT_SECONDS):
            invoice = read_invoices(case.pdf, ignore_embedded=True)[0]
    except Exception:  # noqa: BLE001 - such a paper is found by the score
        return {}
    return _of_fields(invoice, case.truths[0], case.family, weight=weight)


def _of_fields(invoice: Invoice, truth: dict[str, Any], layout: str, *, weight: float) -> Pages:
    pages = ((field, _page(weighed, truth, layout, weight=weight)) for field, weighed in invoice.weighed.items())
    return {field: page for field, page in pages if page}


def _page(weighed: Weighed[Any], truth: dict[str, Any], layout: str, *, weight: float) -> Page | None:
    path, made_up = PATHS[weighed.field], weight < REAL
    expected = value_at(truth, path)
    if path in truth.get("doubt", ()) or (made_up and expected is None) or SELF_BILLED in weighed.nothing:
        return None
    allowed = expected if isinstance(expected, list) else [expected]
    absent = allowed == [ABSENT] or None in allowed
    right = [
        any(_is_right(weighed.field, str(one), candidate.value) for one in allowed if one and one != ABSENT)
        for candidate in weighed.candidates
    ]
    evidence = [one.evidence for one in weighed.candidates] + [weighed.nothing]
    seller = str(value_at(truth, "seller.name"))
    return Page(layout, seller, weight, evidence, [*right, absent])


def _is_right(field: str, expected: str, value: Any) -> bool:
    if isinstance(value, DateMatch):
        return dt.date.fromisoformat(expected) in {value.day_first, value.month_first}
    same: Callable[[str, Any], bool] = same_code if field == "number" else same_party
    return same(expected, value)


def folds_of(pages: dict[str, Pages], count: int) -> Iterator[list[str]]:
    """Names of papers, so that no layout and no seller is in two of them."""
    groups: dict[str, str] = {}

    def root(key: str) -> str:
        while groups.setdefault(key, key) != key:
            key = groups[key]
        return key

    for found in pages.values():
        for page in found.values():
            groups[root(f"seller {page.seller}")] = root(f"layout {page.layout}")
    members: dict[str, list[str]] = {}
    for name, found in pages.items():
        layouts = [root(f"layout {page.layout}") for page in found.values()]
        members.setdefault(layouts[0] if layouts else name, []).append(name)
    folds: list[list[str]] = [[] for _ in range(count)]
    for group in sorted(members.values(), key=lambda names: (-len(names), names)):
        min(folds, key=len).extend(group)
    return iter(folds)
