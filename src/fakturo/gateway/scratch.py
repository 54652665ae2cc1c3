"""Files without a name: nobody else can open them, and nothing is left of them, however we end."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def scratch_file(folder: Path | None, *, in_memory: bool = False) -> Iterator[IO[bytes]]:
    with os.fdopen(os.memfd_create("scratch"), "w+b") if in_memory else tempfile.TemporaryFile(dir=folder) as file:
        yield file


@contextmanager
def read_only(file: IO[bytes]) -> Iterator[int]:
    """A second way to the same file that can't write it."""
    descriptor = os.open(f"/dev/fd/{file.fileno()}", os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
