"""Processor time of a whole paper, from PDF to invoice: median, 99th percentile and worst, against `pdftotext -bbox`.

FAKTURO_CORPUS names a folder of real papers; without one, made-up ones. Those without a text of their own are left out:
they are read by recognition, which is another matter.
"""

import statistics
import tempfile
from pathlib import Path

from bench.measure import Report, percentile
from bench.papers import find_pdftotext, papers, pdftotext, processor_seconds
from fakturo.convert.engine import pages_of, read_invoices
from tests.support.pdfs import make_pdf


async def measure(*, quick: bool) -> Report:
    report = Report("engine", "ms of processor time a paper", 1)
    rounds = 1 if quick else 3
    program = find_pdftotext()
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.pdf"
        empty.write_bytes(make_pdf(["x"]))
        files = [file for file in papers(Path(folder), most=40 if quick else None) if file != empty and _has_text(file)]
        read_invoices(files[0].read_bytes(), ignore_embedded=True)
        ours, limits = [], []
        for file in files:
            data = file.read_bytes()
            ours.append(
                min(
                    processor_seconds(lambda data=data: read_invoices(data, ignore_embedded=True))
                    for _ in range(rounds)
                )
            )
            start = min(pdftotext(program, empty) for _ in range(3))
            limits.append(max(min(pdftotext(program, file) for _ in range(3)) - start, 1e-4))
    report.figures = {
        "ours": [1000 * each for each in ours],
        "limit: pdftotext -bbox": [1000 * each for each in limits],
    }
    report.notes = {
        "ratio": report.ratio("ours", "limit: pdftotext -bbox"),
        "median_s": round(statistics.median(ours), 3),
        "percentile_99_s": round(percentile(ours, 0.99), 3),
        "worst_s": round(max(ours), 3),
        "papers": len(files),
        "goal": [6, 0.5, 2],
        "floor": [10, 1, 5],
    }
    return report


def _has_text(file: Path) -> bool:
    try:
        return any(True for page in pages_of(file.read_bytes()) for _ in page.words)
    except Exception:  # noqa: BLE001
        return False
