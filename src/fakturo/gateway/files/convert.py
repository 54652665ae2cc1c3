"""Files on disk to XML or invoice JSON, without a server: the same children with the same limits.

exit_code = await convert_files([Path("a.pdf")], Order(to="json"), out_dir=None, options=GatewayOptions())
"""

import asyncio
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, TextIO

from rich.console import Console
from rich.progress import Progress

from fakturo.gateway.children import CannotStart
from fakturo.gateway.contract import NOT_OF_INVOICES, check_mapping
from fakturo.gateway.directory import Directory
from fakturo.gateway.files.one_file import (
    ALL_CONVERTED,
    NOTHING_DONE,
    SOME_FAILED,
    NotConverted,
    failures_for_people,
    is_json,
    is_pipe,
    run_on_file,
)
from fakturo.gateway.files.summary import Outcome, converted, summary
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Convert, Task
from fakturo.gateway.scratch import scratch_file
from fakturo.http.media_types import JSON, PDF, XML
from fakturo.http.problems import Problem

_TYPES = {"xml": XML, "json": JSON, "pdf": PDF}
EMBEDDED_TARGET = "cii"


@dataclass(frozen=True, slots=True)
class Order:
    """What to make of the files."""

    to: str
    """xml, json, or pdf: a copy of the source with the XML in it."""
    mapping: str | None = None
    """JSON needs none."""
    pretty: bool = False
    ignore_embedded: bool = False
    replace: bool = False
    """An invoice that a PDF carries already, by the one that is put into it."""
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    source: Path
    target: Path | None
    """None is standard output."""


async def convert_files(
    files: Sequence[Path],
    order: Order,
    *,
    out_dir: Path | None,
    options: GatewayOptions,
    directory: Directory | None = None,
    force: bool = False,
    resume: bool = False,
    stdout: BinaryIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Convert each file and say on stderr how it went. 0: all were converted; 1: not all; 2: nothing was done.

    A result appears only when it is whole: with `resume`, those that are there need not be made again.
    """
    stdout, stderr = stdout or sys.stdout.buffer, stderr or sys.stderr
    try:
        task = _task(order, options)
        planned = plan(files, out_dir, order.to)
        _check_sources(files, order, options)
        _check_embedding(files, planned, order, options)
        if resume:
            planned = _still_to_do(planned, stderr, force=force)
        elif not force:
            _check_nothing_is_lost(planned)
        outcomes = await _convert_all(planned, task, Pool(options, directory), options, stdout, stderr)
    except (Problem, NotConverted, CannotStart, OSError) as hindrance:
        print(hindrance, file=stderr)
        return NOTHING_DONE
    except asyncio.CancelledError:
        print("Stopped." if force else _interrupted(planned), file=stderr)
        raise
    judged = any(outcome.verdict for outcome in outcomes)
    for line in summary(outcomes, judged=judged, rest=partial(where_all_is_said, order)):
        print(line, file=stderr)
    return SOME_FAILED if any(outcome.failure for outcome in outcomes) else ALL_CONVERTED


def where_all_is_said(order: Order, source: Path) -> str:
    """All that is to be said about an invoice is in its JSON; XML and PDF have no place for it."""
    if order.to == "json":
        return "in the result"
    file = shlex.quote(str(source))
    if is_json(source):
        return f"by: fakturo mappings test {order.mapping} {file}"
    ignoring = " --ignore-embedded" if order.ignore_embedded else ""
    return f"by: fakturo convert {file} --to json --mapping {order.mapping}{ignoring}"


def _task(order: Order, options: GatewayOptions) -> Convert:
    if order.to not in _TYPES:
        raise NotConverted(f"{order.to!r} can't be made: ask for xml or json.")
    wants_invoice = order.to == "json"
    mapping = check_mapping(order.mapping, options.mappings) if order.mapping or not wants_invoice else None
    return Convert(
        source=PDF,
        results=(_TYPES[order.to],),
        mapping=mapping.full_name if mapping else None,
        pretty=order.pretty,
        ignore_embedded=order.ignore_embedded,
        replace=order.replace,
        explain=order.explain,
    )


def _check_embedding(files: Sequence[Path], planned: Sequence[Planned], order: Order, options: GatewayOptions) -> None:
    """Only Factur-X lies in a PDF; and the source, which nobody can make again, must stay what it is."""
    if order.to != "pdf":
        return
    if check_mapping(order.mapping, options.mappings).target != EMBEDDED_TARGET:
        raise NotConverted("Only Factur-X can be put into a PDF: say --mapping cii_v1.")
    if any(is_json(file) for file in files):
        raise NotConverted("An invoice as JSON has no PDF that its XML could be put into.")
    if any(each.target is None for each in planned):
        raise NotConverted("Name a directory for the PDFs: -o DIR.")
    sources = {file.resolve() for file in files}
    if any(each.target and each.target.resolve() in sources for each in planned):
        raise NotConverted("The PDF with the XML would replace the one that it is made from. Choose another directory.")


def _check_sources(files: Sequence[Path], order: Order, options: GatewayOptions) -> None:
    invoices = [file for file in files if is_json(file)]
    if not invoices:
        return
    if order.to == "json":
        raise NotConverted(f"{invoices[0]} is an invoice as JSON already.")
    mapping = check_mapping(order.mapping, options.mappings)
    if not mapping.is_of_invoices:
        raise NotConverted(f"{invoices[0]}: {NOT_OF_INVOICES.format(name=mapping.name)}")


def plan(files: Sequence[Path], out_dir: Path | None, to: str) -> list[Planned]:
    """Where each result goes: one file alone to standard output, otherwise NAME.xml in out_dir or beside its source."""
    if not files:
        raise NotConverted("Name at least one file.")
    if out_dir is None and len(files) == 1:
        return [Planned(files[0], None)]
    if out_dir is None and any(is_pipe(file) for file in files):
        raise NotConverted("What comes from a pipe has no folder for its result: name one with -o DIR.")
    if out_dir is not None and out_dir.is_file():
        raise NotConverted(f"{out_dir} is a file: name a directory.")
    if out_dir is not None:
        _make(out_dir)
    taken: set[Path] = set()
    return [Planned(file, _free_name((out_dir or file.parent) / file.stem, to, taken)) for file in files]


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotConverted(f"{directory} can't be made: {error.strerror}.") from None


def _free_name(stem: Path, suffix: str, taken: set[Path]) -> Path:
    """Two sources of one name must not become one result."""
    number, name = 1, stem.with_name(f"{stem.name}.{suffix}")
    while name in taken:
        number += 1
        name = stem.with_name(f"{stem.name}-{number}.{suffix}")
    taken.add(name)
    return name


def _check_nothing_is_lost(planned: Sequence[Planned]) -> None:
    """What lies there may be somebody's own: an XML that came with the PDF has its name, too."""
    there = [each.target for each in planned if each.target and each.target.exists()]
    if there:
        others = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise NotConverted(f"{there[0]}{others} would be replaced. Choose another directory, or say --force.")


def _still_to_do(planned: Sequence[Planned], stderr: TextIO, *, force: bool) -> list[Planned]:
    """Of a run that was interrupted."""
    if force:
        raise NotConverted("Say either --resume or --force.")
    if any(each.target is None for each in planned):
        raise NotConverted("Nothing can be resumed on standard output: name a directory with -o DIR.")
    left = [each for each in planned if not (each.target and each.target.exists())]
    print(f"{len(planned) - len(left)} of {len(planned)} have their result already.", file=stderr)
    return left


def _interrupted(planned: Sequence[Planned]) -> str:
    done = sum(bool(each.target and each.target.exists()) for each in planned)
    if not done:
        return "Stopped."
    return f"Stopped: {done} of {len(planned)} have their result. The same command with --resume makes the rest."


async def _convert_all(
    planned: Sequence[Planned], task: Task, pool: Pool, options: GatewayOptions, stdout: BinaryIO, stderr: TextIO
) -> list[Outcome]:
    slots = asyncio.Semaphore(options.children)

    async def attempt(file: Planned, advance: Callable[[], None]) -> Outcome:
        async with slots:
            try:
                with failures_for_people(), _result(file.target, stdout, options) as result:
                    return converted(file.source, await run_on_file(file.source, task, pool, options, [result]))
            except NotConverted as failure:
                return Outcome(file.source, str(failure))
            finally:
                advance()

    if not planned:
        return []
    async with pool.running():
        with _progress(len(planned), stderr) as advance:
            return await asyncio.gather(*(attempt(file, advance) for file in planned))


@contextmanager
def _result(target: Path | None, stdout: BinaryIO, options: GatewayOptions) -> Iterator[IO[bytes]]:
    """A file for the result, which appears at its place only when it is whole."""
    if target is None:
        with scratch_file(options.temp_dir) as file:
            yield file
            file.seek(0)
            shutil.copyfileobj(file, stdout)
            stdout.flush()
        return
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            yield file
            Path(file.name).chmod(0o644)
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink()
            raise


@contextmanager
def _progress(total: int, stderr: TextIO) -> Iterator[Callable[[], None]]:
    """A bar for people; nothing when nobody looks, and nothing for a single file."""
    if total == 1 or not stderr.isatty():
        yield lambda: None
        return
    with Progress(console=Console(file=stderr)) as bar:
        task = bar.add_task("Converting", total=total)
        yield lambda: bar.advance(task)
