"""Files on disk to XML, without a server: the same children with the same limits.

exit_code = await convert_files([Path("a.pdf")], mapping="layout_v1", to="xml", out_dir=None, options=GatewayOptions())
"""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, TextIO

from rich.console import Console
from rich.progress import Progress

from fakturo.gateway.contract import check_mapping
from fakturo.gateway.options import MIB, GatewayOptions
from fakturo.gateway.pool import CannotStart, Exceeded, ParserDied, Pool, Refused
from fakturo.gateway.sandbox.wire import Message
from fakturo.gateway.scratch import scratch_file
from fakturo.http.problems import Problem

ALL_CONVERTED, SOME_FAILED, NOTHING_DONE = 0, 1, 2

DIED = "The parser ended over this file."


@dataclass(frozen=True, slots=True)
class Job:
    source: Path
    target: Path | None
    """None is standard output."""


class NotConverted(Exception):
    """The text says why, for the person at the terminal."""


async def convert_files(
    files: Sequence[Path],
    *,
    mapping: str,
    to: str,
    out_dir: Path | None,
    options: GatewayOptions,
    pretty: bool = False,
    stdout: BinaryIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Convert each file and say on stderr how it went. 0: all were converted; 1: not all; 2: nothing was done."""
    stdout, stderr = stdout or sys.stdout.buffer, stderr or sys.stderr
    try:
        task = _task(mapping, to, pretty=pretty)
        jobs = plan(files, out_dir)
        failures = await _convert_all(jobs, task, options, stdout, stderr)
    except (Problem, NotConverted, CannotStart, OSError) as hindrance:
        print(hindrance, file=stderr)
        return NOTHING_DONE
    _summarise(jobs, failures, stderr)
    return SOME_FAILED if any(failures) else ALL_CONVERTED


def _task(mapping: str, to: str, *, pretty: bool) -> Message:
    if to != "xml":
        raise NotConverted("Only XML is offered by this version; invoice JSON comes with a later one.")
    return {"do": check_mapping(mapping).target, "pretty": pretty}


def plan(files: Sequence[Path], out_dir: Path | None) -> list[Job]:
    """Where each result goes: one file alone to standard output, otherwise NAME.xml in out_dir or beside its source."""
    if not files:
        raise NotConverted("Name at least one file.")
    if out_dir is None and len(files) == 1:
        return [Job(files[0], None)]
    if out_dir is not None:
        out_dir.mkdir(parents=True, exist_ok=True)
    taken: set[Path] = set()
    return [Job(file, _free_name((out_dir or file.parent) / file.stem, taken)) for file in files]


def _free_name(stem: Path, taken: set[Path]) -> Path:
    """Two sources of one name must not become one result."""
    number, name = 1, stem.with_name(f"{stem.name}.xml")
    while name in taken:
        number += 1
        name = stem.with_name(f"{stem.name}-{number}.xml")
    taken.add(name)
    return name


async def _convert_all(
    jobs: Sequence[Job], task: Message, options: GatewayOptions, stdout: BinaryIO, stderr: TextIO
) -> list[str | None]:
    """For each job, why it failed, or None."""
    pool, slots = Pool(options), asyncio.Semaphore(options.children)

    async def attempt(job: Job, advance: Callable[[], None]) -> str | None:
        async with slots:
            try:
                await _convert(job, task, pool, options, stdout)
            except NotConverted as failure:
                return str(failure)
            finally:
                advance()
        return None

    await pool.start()
    try:
        with _progress(len(jobs), stderr) as advance:
            return await asyncio.gather(*(attempt(job, advance) for job in jobs))
    finally:
        await pool.stop()


async def _convert(job: Job, task: Message, pool: Pool, options: GatewayOptions, stdout: BinaryIO) -> None:
    try:
        with job.source.open("rb") as source, _result(job.target, stdout, options) as result:
            if os.fstat(source.fileno()).st_size > options.max_upload_bytes:
                raise NotConverted(f"The file exceeds {options.max_upload_bytes // MIB} MB.")
            await pool.run(task, (source.fileno(), result.fileno()))
    except (Refused, Exceeded) as refusal:
        raise NotConverted(str(refusal)) from None
    except ParserDied:
        raise NotConverted(DIED) from None
    except OSError as error:
        raise NotConverted(f"{error.strerror or 'The file could not be read'}.") from None


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


def _summarise(jobs: Sequence[Job], failures: Sequence[str | None], stderr: TextIO) -> None:
    for job, failure in zip(jobs, failures, strict=True):
        if failure:
            print(f"{job.source}: {failure}", file=stderr)
    if len(jobs) > 1:
        failed = sum(1 for failure in failures if failure)
        print(f"{len(jobs) - failed} converted, {failed} failed.", file=stderr)
