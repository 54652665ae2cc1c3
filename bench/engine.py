"""Processor time of a whole paper, from PDF to invoice: median, 99th percentile and worst, against `pdftotext -bbox`.

FAKTURO_PAPERS or FAKTURO_CORPUS names a folder of real papers; without one, made-up ones. Those without a text of
their own are left out: they are read by recognition, which is another matter. Each round is a process of its own that
reads every paper for the first time, as a server does, with what it remembers of others; and at once again.
"""

import multiprocessing
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.measure import Report, percentile
from bench.papers import find_pdftotext, has_text, papers, pdftotext, processor_seconds
from fakturo.convert.engine import read_invoices
from fakturo.ops.garbage import OF_A_READER, collect_seldom
from tests.support.pdfs import make_pdf

LIMIT, COMMAND = "limit: pdftotext -bbox", "pdftotext -bbox with its start"
"""As a library would cost that is loaded already, as ours is; and as a command, which is how it comes."""


class Times(NamedTuple):
    """Seconds of processor time."""

    first: float
    again: float
    text: float
    """Of `pdftotext -bbox`, with its start."""
    start: float


async def measure(*, quick: bool) -> Report:
    report = Report("engine", "ms of processor time a paper", 1 if quick else 3)
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.pdf"
        empty.write_bytes(make_pdf(["x"]))
        files = [file for file in papers(Path(folder), most=40 if quick else None) if file != empty and has_text(file)]
        read_invoices(files[0].read_bytes(), ignore_embedded=True)
        collect_seldom(OF_A_READER)
        rounds = [_in_a_process(files, empty, number) for number in range(report.rounds)]
    best = [Times(*map(min, zip(*(one[file] for one in rounds), strict=True))) for file in files]
    first = [each.first for each in best]
    report.figures = {
        "ours": [1000 * each for each in first],
        "ours, read again": [1000 * each.again for each in best],
        LIMIT: [1000 * max(each.text - each.start, 1e-4) for each in best],
        COMMAND: [1000 * each.text for each in best],
    }
    report.notes = {
        "ratio": report.ratio("ours", LIMIT),
        "ratio_again": report.ratio("ours, read again", LIMIT),
        "ratio_to_the_command": report.ratio("ours", COMMAND),
        "median_s": round(statistics.median(first), 3),
        "percentile_99_s": round(percentile(first, 0.99), 3),
        "worst_s": round(max(first), 3),
        "papers": len(files),
        "goal": [6, 0.5, 2],
        "floor": [10, 1, 5],
    }
    return report


def _in_a_process(files: Sequence[Path], empty: Path, number: int) -> dict[Path, Times]:
    order = random.Random(number).sample(files, len(files))  # noqa: S311
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_read_each, (order, empty))


def _read_each(files: Sequence[Path], empty: Path) -> dict[Path, Times]:
    """In another order each time: what a process pays once falls on another paper."""
    program = find_pdftotext()
    return {file: _read(file, empty, program) for file in files}


def _read(file: Path, empty: Path, program: str) -> Times:
    data = file.read_bytes()
    first, again = (processor_seconds(lambda: read_invoices(data, ignore_embedded=True)) for _ in range(2))
    text, start = (min(pdftotext(program, one) for _ in range(3)) for one in (file, empty))
    return Times(first, again, text, start)
