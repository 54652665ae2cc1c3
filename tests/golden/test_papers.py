"""Real papers: none that was right may become wrong, and none may be accepted that is. No values are stored.

`scripts/score --sets papers --write` writes what is known anew; with --ocr that of scans, too.
"""

import os
from pathlib import Path

import pytest

from tests.score.known import FILE, read_known, worse
from tests.score.papers import is_picture, judge_paper, paper_cases
from tests.score.readings import read_with_engine

FOLDER = os.environ.get("FAKTURO_PAPERS", "")
pytestmark = [
    pytest.mark.skipif(not Path(FOLDER).is_dir() or not FOLDER, reason="FAKTURO_PAPERS names no folder"),
    pytest.mark.timeout(1800),  # half a minute of one core, which a busy machine may take long to give
]


def worse_papers(*, pictures: bool) -> list[str]:
    known = read_known()
    cases = [case for case in paper_cases(Path(FOLDER)) if is_picture(case) is pictures]
    if pictures and not any(case.name in known for case in cases):
        pytest.skip("nothing is known of scans yet: scripts/score --sets papers --ocr --write")
    results = [judge_paper(case, read_with_engine(case, ocr="built-in" if pictures else None)) for case in cases]
    return [sentence for one in results for sentence in worse(one, known.get(one.name))]


def test_no_paper_with_text_that_was_right_is_wrong_and_no_wrong_one_is_newly_accepted() -> None:
    assert worse_papers(pictures=False) == []


@pytest.mark.long
def test_no_scan_that_was_right_is_wrong_and_no_wrong_one_is_newly_accepted() -> None:
    assert worse_papers(pictures=True) == []


def test_papers_that_are_known_to_be_wrongly_accepted_become_fewer() -> None:
    known = [name for name, one in read_known(FILE).items() if one.wrongly_accepted]
    assert len(known) <= MOST_KNOWN_WRONG


MOST_KNOWN_WRONG = 0
"""To be lowered whenever one is mended, never raised."""
