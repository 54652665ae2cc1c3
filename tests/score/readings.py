"""Where readings come from: the engine in this process, or JSON files made before."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fakturo.convert import engine
from fakturo.convert.invoice_json import as_document
from fakturo.convert.recognise.models import Models, load
from fakturo.convert.weigh import weights
from tests.score.cases import Case

Document = dict[str, Any]


@dataclass(frozen=True)
class Reading:
    documents: tuple[Document, ...]
    seconds: float
    """Of the processor."""
    failure: str | None = None
    """The engine raised: what, in a line."""


LIMIT_SECONDS = 30
Reader = Callable[[Case], Reading]


def no_engine_reason() -> str | None:
    """Why the engine can't be scored here, if so."""
    if hasattr(engine, "read_invoices"):
        return None
    return "fakturo.convert.engine has no read_invoices yet. Name ready JSON files: --results DIR"


def read_with_engine(case: Case, *, ocr: str | None = None) -> Reading:
    options: dict[str, Any] = {"recognise": RECOGNISERS[ocr]} if ocr else {}
    start = time.process_time()
    try:
        with at_most(LIMIT_SECONDS):
            invoices = engine.read_invoices(case.pdf, ignore_embedded=True, **options)
    except Exception as error:  # noqa: BLE001 - a failure is a result here, and is told
        return Reading((), time.process_time() - start, f"{type(error).__name__}: {error}")
    return Reading(tuple(as_document(invoice) for invoice in invoices), time.process_time() - start)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Of processor time: a paper that takes longer has failed."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"over {seconds:g} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def read_with_folds(case: Case, *, folder: Path, ocr: str | None = None) -> Reading:
    """With weights that have seen neither the paper's layout nor its seller; `scripts/train --folds` makes them."""
    fold = _json(folder / "folds.json").get(case.name, 0)
    weights.use(_json(folder / f"{fold}.json"))
    return read_with_engine(case, ocr=ocr)


@cache
def _json(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return read


def read_from_folder(folder: Path) -> Reader:
    def read(case: Case) -> Reading:
        path = folder / f"{case.name}.json"
        if not path.is_file():
            return Reading((), 0, "no result file")
        whole = json.loads(path.read_text("utf-8"))
        return Reading(tuple(whole if isinstance(whole, list) else [whole]), 0)

    return read


def built_in(draw: Callable[[], bytes], _dpi: int) -> str:
    from fakturo.convert.recognise.table import table_of

    return table_of(draw(), _models())


@cache
def _models() -> Models:
    return load()


def tesseract(draw: Callable[[], bytes], dpi: int) -> str:
    """Reads a picture as the gateway has it read: one process, one thread."""
    command = ["tesseract", "stdin", "stdout", "-l", "eng", "--dpi", str(dpi), "tsv"]
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=draw(), capture_output=True, check=True, env=environment)
    return done.stdout.decode()


RECOGNISERS = {"built-in": built_in, "tesseract": tesseract}
