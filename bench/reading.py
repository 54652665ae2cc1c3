"""Words with boxes, type, weight, and rulings: processor time a page, against `pdftotext -bbox` and Python's readers.

The start of pdftotext is measured on a file with one word, beside each paper as often as that, and taken off; ours and
the peers' are running already. Of each paper the best of the rounds counts, and the ratio is the median of the papers'
own. Papers without a text of their own are left out: there are no words to find.
"""

import statistics
import tempfile
from pathlib import Path

from bench.measure import Report
from bench.papers import find_pdftotext, has_text, papers, pdftotext, processor_seconds
from bench.programs import peer
from fakturo.convert.engine import pages_of
from tests.support.pdfs import make_pdf

LIMIT, TEXT, START = "limit: pdftotext -bbox", "pdftotext -bbox with its start", "its start"
PEERS = ("pdfplumber", "pdfminer")


async def measure(*, quick: bool) -> Report:
    report = Report("read", "ms of processor time a page", 1)
    rounds = 3 if quick else 9
    program = find_pdftotext()
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.pdf"
        empty.write_bytes(make_pdf(["x"]))
        files = [file for file in papers(Path(folder), most=20 if quick else 120) if file != empty and has_text(file)]
        best: dict[str, list[float]] = {name: [float("inf")] * len(files) for name in ("ours", TEXT, START, *PEERS)}
        for number in range(rounds):
            for index, file in enumerate(files):
                data = file.read_bytes()
                _keep(best["ours"], index, processor_seconds(lambda data=data: _words(data)))
                _keep(best[START], index, pdftotext(program, empty))
                _keep(best[TEXT], index, pdftotext(program, file))
            for name in PEERS if number == 0 else ():  # slow enough to be measured once
                for index, seconds in enumerate(await peer("words.py", name, *files)):
                    _keep(best[name], index, seconds)
        pages = [sum(1 for _ in pages_of(file.read_bytes())) for file in files]
    starts = best.pop(START)
    best[LIMIT] = [max(whole - start, 1e-4) for whole, start in zip(best.pop(TEXT), starts, strict=True)]
    for name, seconds in best.items():
        report.figures[name] = [1000 * each / count for each, count in zip(seconds, pages, strict=True)]
    report.notes = {
        "ratio": report.ratio("ours", LIMIT),
        "times_faster": {name: report.ratio(name, "ours") for name in PEERS},
        "papers": len(files),
        "pages": sum(pages),
        "best_of": rounds,
        "goal": 1.5,
        "floor": 2,
        "median_page_ms": round(statistics.median(report.figures["ours"]), 2),
    }
    return report


def _keep(best: list[float], index: int, seconds: float) -> None:
    best[index] = min(best[index], seconds)


def _words(data: bytes) -> int:
    return sum(1 for page in pages_of(data) for _ in (*page.words, *page.rulings))
