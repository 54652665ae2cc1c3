"""Logs as files that processes keep open for as long as they run."""

import contextlib
import shutil
from pathlib import Path

MOST_BYTES = 20 * 1024 * 1024
OLD_ONES = 3


def shorten(file: Path) -> None:
    """Move what a long log says to NAME.1, and older ones on to NAME.2 and so forth; the oldest goes.

    Whoever writes has the file open for append, so it is copied and emptied, not renamed: it goes on from the start. A
    line that is written in the very moment between the two may be lost. What can't be done is left for the next time.
    """
    with contextlib.suppress(OSError):
        if file.stat().st_size > MOST_BYTES:
            _copy_and_empty(file)


def _copy_and_empty(file: Path) -> None:
    unfinished = file.with_name(f"{file.name}.copy")
    unfinished.touch(mode=0o600)
    with file.open("r+b") as log, unfinished.open("wb") as copy:
        shutil.copyfileobj(log, copy)
        _make_room(file)
        unfinished.replace(_older(file, 1))
        shutil.copyfileobj(log, copy)  # what came meanwhile
        copy.flush()
        log.truncate(0)


def _make_room(file: Path) -> None:
    for age in range(OLD_ONES, 1, -1):
        with contextlib.suppress(FileNotFoundError):
            _older(file, age - 1).replace(_older(file, age))


def _older(file: Path, age: int) -> Path:
    return file.with_name(f"{file.name}.{age}")
