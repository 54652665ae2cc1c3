"""One file, given to a child: what comes of it, or why nothing does, in words for the person at the terminal."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

from fakturo.directory.database import DirectoryAway
from fakturo.gateway.answers import DIRECTORY_AWAY, TOO_BUSY
from fakturo.gateway.options import MIB, GatewayOptions
from fakturo.gateway.pool import CannotConvert, ChildDied, NoRoom, Pool, TooBusy, WantsTooMuch
from fakturo.gateway.sandbox.messages import Convert, Done, Task
from fakturo.gateway.scratch import scratch_file
from fakturo.http.media_types import JSON

ALL_CONVERTED, SOME_FAILED, NOTHING_DONE = 0, 1, 2

NO_ROOM = "The disk is full."
DIED = "The parser ended over this file."
A_TERMINAL = "This is a terminal. Name a file, or send one by a pipe: … | fakturo convert -"
A_FOLDER = "This is a folder. Name files, or convert all PDFs in it: fakturo bulk FOLDER TARGET."


class NotConverted(Exception):
    """The text says why."""


async def result_of(file: Path, task: Task, pool: Pool, options: GatewayOptions) -> bytes:
    """Of a task that has one, and no large one. Raises NotConverted."""
    with failures_for_people(), scratch_file(options.temp_dir) as result:
        await run_on_file(file, task, pool, options, [result])
        result.seek(0)
        return result.read()


async def run_on_file(
    file: Path, task: Task, pool: Pool, options: GatewayOptions, results: Sequence[IO[bytes]]
) -> Done:
    """Have a child convert the file, a PDF or an invoice as JSON, into the results."""
    if isinstance(task, Convert) and is_json(file):
        task = replace(task, source=JSON)
    async with _opened(file, options) as source:
        if os.fstat(source.fileno()).st_size > options.max_upload_bytes:
            raise NotConverted(f"The file exceeds {options.max_upload_bytes // MIB} MB.")
        return await pool.run(task, (source.fileno(), *(result.fileno() for result in results)))


def is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


@asynccontextmanager
async def _opened(file: Path, options: GatewayOptions) -> AsyncIterator[IO[bytes]]:
    """A child reads a file to and fro, which nobody can with a pipe: what comes from one is written down first."""
    try:
        source = file.open("rb")
    except IsADirectoryError:
        raise NotConverted(A_FOLDER) from None
    with source:
        if source.isatty():
            raise NotConverted(A_TERMINAL)
        if not is_pipe(file):
            yield source
            return
        with scratch_file(options.temp_dir) as copy:
            await _write_down(source, copy, options.max_upload_bytes)
            yield copy


def is_pipe(file: Path) -> bool:
    return file.is_fifo() or file.is_socket()


async def _write_down(pipe: IO[bytes], copy: IO[bytes], most_bytes: int) -> None:
    """All of it, or enough to see that it is too much."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, pipe)
    with contextlib.closing(transport):
        while copy.tell() <= most_bytes and (block := await reader.read(MIB)):
            copy.write(block)
    copy.flush()
    copy.seek(0)


@contextmanager
def failures_for_people() -> Iterator[None]:
    """Raises NotConverted for whatever a person can do something about."""
    try:
        yield
    except (CannotConvert, WantsTooMuch) as refusal:
        raise NotConverted(str(refusal)) from None
    except TooBusy:
        raise NotConverted(TOO_BUSY) from None
    except ChildDied:
        raise NotConverted(DIED) from None
    except NoRoom:
        raise NotConverted(NO_ROOM) from None
    except DirectoryAway:
        raise NotConverted(DIRECTORY_AWAY) from None
    except OSError as error:
        raise NotConverted(f"{error.strerror or 'The file could not be read'}.") from None


def plain(text: str) -> str:
    """What a document says must not steer the terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
