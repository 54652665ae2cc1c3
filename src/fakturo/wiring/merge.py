"""`fakturo merge`: files in, one file out, or as many as the limit makes."""

import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from fakturo.convert.merge import BulkReader, CannotMerge, Invoice, Merger, NotBulk, Piece, Plan, Survey, Surveyed
from fakturo.domain.errors import CannotRun

CHUNK_BYTES = 256 * 1024


def merge_files(
    files: Sequence[Path], out: Path, *, limit: int, include_drafts: bool = False, force: bool = False
) -> tuple[Plan, list[Path]]:
    """What was merged, and where it lies now. Nothing appears there before all of it is whole."""
    try:
        plan = _survey(files).plan(limit=limit, include_drafts=include_drafts)
        targets = _targets(out, plan.parts)
        if not force:
            _check_nothing_is_lost(targets)
        _write(plan, files, targets)
    except CannotMerge as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise CannotRun(f"{error.filename or out}: {error.strerror}.") from None
    return plan, targets


def _survey(files: Sequence[Path]) -> Survey:
    survey = Survey()
    for file in files:
        reading = survey.begin(str(file))
        for chunk in _chunks(file):
            reading.feed(chunk)
        reading.end()
    return survey


def _targets(out: Path, parts: int) -> list[Path]:
    if out.is_dir() or not out.parent.is_dir():
        raise CannotRun(f"{out} is a directory." if out.is_dir() else f"There is no directory {out.parent}.")
    if parts == 1:
        return [out]
    return [out.with_name(f"{out.stem}-{number}{out.suffix}") for number in range(1, parts + 1)]


def _check_nothing_is_lost(targets: Sequence[Path]) -> None:
    there = [target for target in targets if target.exists()]
    if there:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise CannotRun(f"{there[0]}{more} would be replaced. Choose another name, or say --force.")


def _write(plan: Plan, files: Sequence[Path], targets: Sequence[Path]) -> None:
    with tempfile.TemporaryDirectory(dir=targets[0].parent, prefix=".merge-") as scratch:
        drafts = [Path(scratch, target.name) for target in targets]
        for part, pieces in itertools.groupby(_pieces(plan, files), key=lambda piece: piece.part):
            with drafts[part].open("wb") as draft:
                draft.writelines(piece.text for piece in pieces)
        for draft_path, target in zip(drafts, targets, strict=True):
            draft_path.replace(target)


def _pieces(plan: Plan, files: Sequence[Path]) -> Iterator[Piece]:
    merger = Merger(plan)
    for file, known in zip(files, plan.files, strict=True):
        yield from merger.add(_invoices(file, known))
    yield merger.end()


def _invoices(file: Path, known: Surveyed) -> Iterator[Invoice]:
    """As they were when they were surveyed, or CannotMerge."""
    reader, seen = BulkReader(), 0
    try:
        for invoice in _read(reader, file):
            seen += 1
            yield invoice
    except NotBulk:
        seen = -1
    if (seen, reader.seller) != (known.invoices, known.seller):
        raise CannotMerge(f"{file} was changed while it was being read. Try again.")


def _read(reader: BulkReader, file: Path) -> Iterator[Invoice]:
    for chunk in _chunks(file):
        yield from reader.feed(chunk)
    yield from reader.close()


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as source:
        while chunk := source.read(CHUNK_BYTES):
            yield chunk
