"""Reading a PDF's words, and converting it to an invoice, against `pdftotext -bbox` on the same files.

One core, the ways in turn, processor time, the best of some rounds: what else the machine does counts little.
The start of the pdftotext process is measured on a file without content, in turn with the rest, since how fast the
machine is changes by the minute, and taken off; ours is running already.
Files: the folder that FAKTURO_CORPUS names, or made-up invoices without one.
"""

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from fakturo.convert.engine import pages_of, read_invoices
from tests.generator.registry import draw, families
from tests.support.pdfs import make_pdf

ROUNDS = 11
MADE_UP = 2
"""Of each family."""


async def measure() -> dict[str, object]:
    pdftotext = shutil.which("pdftotext")
    if pdftotext is None:
        return {"bench": "reading", "error": "pdftotext is not installed: apt-get install poppler-utils"}
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.pdf"
        empty.write_bytes(make_pdf(["x"]))
        files = list(_files(Path(folder)))
        rows = [_row(pdftotext, file, empty) for file in files]
    words, wholes, peers = zip(*rows, strict=True)
    return {
        "bench": "reading",
        "documents": len(rows),
        "pdftotext_ms": round(1000 * statistics.median(peers), 2),
        "words_ms": round(1000 * statistics.median(words), 2),
        "conversion_ms": round(1000 * statistics.median(wholes), 2),
        "slowest_ms": round(1000 * max(wholes), 1),
        "words_ratio": _ratio(words, peers),
        "conversion_ratio": _ratio(wholes, peers),
    }


def _ratio(ours: tuple[float, ...], peers: tuple[float, ...]) -> float:
    return round(statistics.median(our / peer for our, peer in zip(ours, peers, strict=True)), 2)


def _files(folder: Path) -> Iterator[Path]:
    corpus = os.environ.get("FAKTURO_CORPUS")
    if corpus:
        yield from sorted(Path(corpus).rglob("*.pdf"))
        return
    for name in families():
        for seed in range(MADE_UP):
            path = folder / f"{name}-{seed}.pdf"
            path.write_bytes(draw(name, seed).pdf)
            yield path


def _row(pdftotext: str, file: Path, empty: Path) -> tuple[float, float, float]:
    data = file.read_bytes()
    words = whole = start = peer = float("inf")
    for _ in range(ROUNDS):
        words = min(words, _seconds(lambda: _words(data)))
        whole = min(whole, _seconds(lambda: read_invoices(data, ignore_embedded=True)))
        start = min(start, _pdftotext(pdftotext, empty))
        peer = min(peer, _pdftotext(pdftotext, file))
    return words, whole, max(peer - start, 1e-4)


def _pdftotext(program: str, file: Path) -> float:
    """Processor time of the whole process."""
    child = os.posix_spawn(program, [program, "-q", "-bbox", str(file), os.devnull], os.environ)
    _, status, used = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"pdftotext could not read {file.name}")
    return used.ru_utime + used.ru_stime


def _seconds(way: Callable[[], object]) -> float:
    begun = time.process_time()
    way()
    return time.process_time() - begun


def _words(data: bytes) -> int:
    """Words with boxes, type and weight, and rulings."""
    return sum(1 for page in pages_of(data) for _ in (*page.words, *page.rulings))
