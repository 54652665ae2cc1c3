"""Words with boxes, type, weight, and rulings: processor time a page, against `pdftotext -bbox` and Python's readers.

All papers are pages of one file, so that nobody's start counts, and nobody's opening of files. Each reads it whole in
every round; the ratio is the median of the rounds' own. Papers without a text of their own are left out: there are no
words to find. How the papers compare one by one is told beside it, with pdftotext's start, on a file with one word,
taken off: the best of the rounds for each, and the median of their ratios.
"""

import statistics
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import pikepdf

from bench.measure import Report
from bench.papers import find_pdftotext, has_text, papers, pdftotext, processor_seconds
from bench.programs import peer
from fakturo.convert.engine import pages_of
from fakturo.convert.read import native
from fakturo.ops.garbage import OF_A_READER, collect_seldom
from tests.support.pdfs import make_pdf

OURS, LIMIT = "ours", "limit: pdftotext -bbox"
PEERS = ("pdfplumber", "pdfminer")


async def measure(*, quick: bool) -> Report:
    report = Report("read", "ms of processor time a page", 3 if quick else 9)
    program = find_pdftotext()
    collect_seldom(OF_A_READER)  # as those who read for a gateway
    with tempfile.TemporaryDirectory() as folder:
        merged, empty = Path(folder) / "merged.pdf", Path(folder) / "empty.pdf"
        empty.write_bytes(make_pdf(["x"]))
        most = 20 if quick else 120
        files = [file for file in papers(Path(folder), most=most) if file != empty and has_text(file)]
        pages = _merge(files, merged)
        for _ in range(report.rounds):
            for name, seconds in ((OURS, _read(merged)), (LIMIT, pdftotext(program, merged))):
                report.add(name, 1000 * seconds / pages)
        by_peers = {name: 1000 * (await peer("words.py", name, merged))[0] / pages for name in PEERS}  # slow: once
        one_by_one = _one_by_one(program, files, empty, report.rounds)
    for name, each in by_peers.items():
        report.add(name, each)
    report.notes = {
        "ratio": report.ratio(OURS, LIMIT),
        "one_by_one": round(one_by_one, 2),
        "times_faster": {name: round(each / report.median(OURS), 1) for name, each in by_peers.items()},
        "papers": len(files),
        "pages": pages,
        "compiled_loops": native.loops is not None,
        "goal": 1.5,
        "floor": 2,
        "median_page_ms": round(report.median(OURS), 2),
    }
    return report


def _merge(files: Sequence[Path], merged: Path) -> int:
    """How many pages it has."""
    whole = pikepdf.Pdf.new()
    with warnings.catch_warnings(action="ignore"):  # forms lose their fields, for all readers alike
        for file in files:
            whole.pages.extend(pikepdf.open(file).pages)
    whole.save(merged)
    return len(whole.pages)


def _one_by_one(program: str, files: Sequence[Path], empty: Path, rounds: int) -> float:
    ours, text, start = ([float("inf")] * len(files) for _ in range(3))
    for _ in range(rounds):
        for at, file in enumerate(files):
            ours[at] = min(ours[at], _read(file))
            text[at] = min(text[at], pdftotext(program, file))
            start[at] = min(start[at], pdftotext(program, empty))
    return statistics.median(
        mine / max(theirs - begun, 1e-4) for mine, theirs, begun in zip(ours, text, start, strict=True)
    )


def _read(file: Path) -> float:
    data = file.read_bytes()
    return processor_seconds(lambda: sum(1 for page in pages_of(data) for _ in (*page.words, *page.rulings)))
