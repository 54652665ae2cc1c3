"""Small file systems that can be filled to the last byte and emptied again. Needs the right to mount."""

import contextlib
import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

BALLAST = "ballast"
BLOCK_BYTES = 64 * 1024


@contextlib.contextmanager
def small_disk(directory: Path, *, megabytes: int) -> Iterator[bool]:
    """A file system of its own at that directory, or the plain directory: whether it could be had."""
    directory.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", str(directory)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            empty(directory)
            subprocess.run(["umount", "--lazy", directory], check=True)


def fill(directory: Path) -> None:
    """Until not one byte more goes in."""
    descriptor = os.open(directory / BALLAST, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        for size in (BLOCK_BYTES, 4096, 1):
            while _takes(descriptor, size):
                pass
    finally:
        os.close(descriptor)


def _takes(descriptor: int, size: int) -> bool:
    try:
        return os.write(descriptor, bytes(size)) == size
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False


def empty(directory: Path) -> None:
    (directory / BALLAST).unlink(missing_ok=True)
