"""The data directory of `fakturo up`: one family of processes at a time works on it."""

import asyncio
import fcntl
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from fakturo.domain.errors import CannotRun

LOCK_FILE = "fakturo.lock"
NAME_FILE = "{service}.name"
PRIVATE, PASSED_THROUGH = 0o700, 0o711
LOCK_SECONDS = 45
"""A family that lost its head needs a moment to end; whoever starts anew waits that long for it."""


class InUse(CannotRun):
    """Somebody works on it, and is alive."""

    def __init__(self, data_dir: Path, pid: str) -> None:
        super().__init__(
            f"Fakturo already runs on {data_dir} (process {pid}). "
            "Stop that one, or choose another --data-dir and ports."
        )
        self.pid = pid


def make_data_directory(data_dir: Path) -> None:
    try:
        _make_private(data_dir)
        probe = data_dir / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotRun(
            f"Cannot write to {data_dir}: {error.strerror}. Choose another directory with --data-dir or DATA_DIR."
        ) from None


def _make_private(data_dir: Path) -> None:
    """Nobody else looks in. PostgreSQL must pass through where it runs as another user; what lies beside is closed.

    A directory that was there before is left as somebody wanted it, unless it is one that we made.
    """
    mode = PRIVATE if os.geteuid() else PASSED_THROUGH
    try:
        data_dir.mkdir(mode=mode, parents=True)
    except FileExistsError:
        if (data_dir / LOCK_FILE).exists():
            data_dir.chmod(mode)


def make_log_directory(data_dir: Path) -> Path:
    logs = data_dir / "logs"
    logs.mkdir(mode=PRIVATE, exist_ok=True)
    logs.chmod(PRIVATE)
    return logs


async def lock(data_dir: Path, say: Callable[[str], None]) -> IO[str]:
    """One family per data directory. If the head of the last one was killed, its children are just about to end."""
    file = (data_dir / LOCK_FILE).open("a+")
    deadline = time.monotonic() + LOCK_SECONDS
    waiting = False
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            head = re.match(r"\d+", file.read())
            if head and _is_alive(int(head.group())):
                file.close()
                raise InUse(data_dir, head.group()) from None
            if time.monotonic() > deadline:
                raise CannotRun(f"Another process still holds {file.name}.") from None
            if not waiting:
                say("Waiting for the rest of an earlier run to end …")
            waiting = True
            await asyncio.sleep(0.1)
            continue
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        return file


def note_name(data_dir: Path, service: str, name: str) -> None:
    """By which the database will know one of the family: to be noted before it can hold anything there."""
    (data_dir / NAME_FILE.format(service=service)).write_text(name)


def last_names(data_dir: Path) -> list[str]:
    """Those noted last. Who holds the lock knows that they have ended: they held the lock, too."""
    return [file.read_text() for file in data_dir.glob(NAME_FILE.format(service="*"))]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
