"""Papers to measure readers on: the folder that FAKTURO_PAPERS or FAKTURO_CORPUS names, or made-up invoices."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from fakturo.convert.engine import pages_of
from tests.generator.registry import draw, families

MADE_UP = 2
"""Of each family."""
SILENT = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
"""It complains of pages without a word, though it was asked to be quiet."""


def papers(folder: Path, *, most: int | None = None) -> list[Path]:
    """Evenly chosen, if there are more."""
    found = list(_all(folder))
    return found if most is None or len(found) <= most else found[:: len(found) // most + 1]


def _all(folder: Path) -> Iterator[Path]:
    real = os.environ.get("FAKTURO_PAPERS") or os.environ.get("FAKTURO_CORPUS")
    if real:
        yield from sorted(Path(real).rglob("*.pdf"))
        return
    for name in families():
        for seed in range(MADE_UP):
            path = folder / f"{name}-{seed}.pdf"
            path.write_bytes(draw(name, seed).pdf)
            yield path


def has_text(file: Path) -> bool:
    """Its own; not so a scan, or one that cannot be opened."""
    try:
        return any(True for page in pages_of(file.read_bytes()) for _ in page.words)
    except Exception:  # noqa: BLE001
        return False


def processor_seconds(way: Callable[[], object]) -> float:
    begun = time.process_time()
    way()
    return time.process_time() - begun


def find_pdftotext() -> str:
    program = shutil.which("pdftotext")
    if program is None:
        raise SystemExit("pdftotext is not installed: apt-get install poppler-utils")
    return program


def pdftotext(program: str, file: Path) -> float:
    """Processor time of the whole process, whatever came of it."""
    command = [program, "-q", "-bbox", str(file), os.devnull]
    child = os.posix_spawn(program, command, os.environ, file_actions=SILENT)
    _, _, used = os.wait4(child, 0)
    return used.ru_utime + used.ru_stime
