"""Pages with words dropped, moved, doubled and figures changed: no rule raises, and none is searched for long."""

import os
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from fakturo.convert.engine import pages_of
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.reader import read_pages
from tests.support.drawn import drawn
from tests.support.mutations import mutations

LAYOUTS = sorted(Path(__file__).parent.glob("*/*.txt"))
FOLDERS = ("FAKTURO_PAPERS", "FAKTURO_CORPUS")
LONGEST = 2.0
"""Seconds of processor time."""
STACK = 3
"""Frames that are told of an exception: where it came from, and nothing of what stands on a page."""


def _sheets(data: bytes) -> list[Sheet]:
    return [sheet_of(page) for page in pages_of(data)]


def _real() -> Iterator[list[Sheet]]:
    for name in FOLDERS:
        folder = os.environ.get(name)
        if not folder:
            pytest.skip(f"{name} names no folder of real invoices")
        yield from (_sheets(path.read_bytes()) for path in sorted(Path(folder).glob("**/*.pdf")))


def _failures(papers: Sequence[Sequence[Sheet]], count: int, longest: float | None, seed: int = 1) -> list[str]:
    failed: list[str] = []
    for number, sheets in mutations([paper for paper in papers if any(page.rows for page in paper)], count, seed):
        began = time.process_time()
        try:
            read_pages(sheets)
        except Exception as error:  # noqa: BLE001, none may come
            failed.append(f"{number}: {_where(error)}")
        if longest and time.process_time() - began > longest:
            began = time.process_time()
            read_pages(sheets)  # once more: another process may have been in the way
            seconds = time.process_time() - began
            failed += [f"{number}: {seconds:.1f} s"] if seconds > longest else []
    return failed


def _where(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-STACK:]
    return " < ".join([type(error).__name__, *(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames))])


def test_no_rule_raises_over_pages_that_are_nearly_right() -> None:
    """Of drawn layouts; rules raise in tests: see the guard."""
    pictures = [layout.read_text("utf-8").partition("\n---\n")[2] for layout in LAYOUTS]
    papers = [drawn(*picture.split("=== next page\n")) for picture in pictures]
    assert _failures(papers, 80, longest=None) == []


@pytest.mark.long
@pytest.mark.timeout(3600)  # some minutes of one core that has nothing else to do
@pytest.mark.parametrize("seed", range(8))
def test_no_rule_raises_or_takes_long_over_20000_mutations_of_real_papers(seed: int) -> None:
    assert _failures(list(_real()), 2_500, LONGEST, seed) == []
