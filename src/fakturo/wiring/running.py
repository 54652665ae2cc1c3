"""Which `fakturo up` runs on this machine, so that other commands of the same user find it without being told.

Each leaves a small file that says where its things are, and holds a lock on it for as long as it lives: a file that
nobody holds is a leftover. Only its owner can read it; no secret is in it, but for a password within DATABASE_URL.
"""

import contextlib
import fcntl
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings, load, shown
from fakturo.settings.storage import default_data_dir, state_dir

PLACES = (
    *("data_dir", "database_url", "database_direct_url", "uploads_dir", "results_dir", "archive_dir"),
    *("storage_url", "storage_also", "aws_endpoint_url", "aws_region", "aws_access_key_id"),
    *("mappings_dir", "templates_dir"),
    *("gateway_url", "gateway_host", "gateway_port", "web_host", "web_port"),
)
"""Settings that say where something is, and as whom it is asked for."""

Running = dict[str, str]
"""Those of one that runs, as its environment would say them."""


@contextlib.contextmanager
def announced(settings: Settings) -> Iterator[None]:
    """Others find us while this lasts. Where no such file can be made, they have to be told, as ever."""
    path = state_dir() / f"up-{socket.gethostname()}-{os.getpid()}.json"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _write_locked(path, _said_by(settings))
    except OSError:
        yield
        return
    with file:
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def completed(settings: Settings) -> Settings:
    """With what the one that runs here says; as they are if none does, or if they name a database themselves."""
    if settings.database_url:
        return settings
    running = _meant(settings)
    named = {name: getattr(settings, name) for name in settings.model_fields_set}
    return load(**(running | named)) if running else settings


def all_running() -> list[Running]:
    folder = state_dir()
    files = sorted(folder.glob(f"up-{socket.gethostname()}-*.json")) if _is_ours(folder) else []
    return [said for file in files if (said := _read(file))]


def told_otherwise(settings: Settings) -> Iterator[str]:
    """A sentence for each that runs here with other settings than these."""
    for running in all_running():
        others = [
            f"{name.upper()} = {shown(name, value)}"
            for name, value in running.items()
            if shown(name, value) != shown(name, getattr(settings, name))
        ]
        if others:
            yield f"`fakturo up` runs here with settings of its own: {', '.join(others)}"


def _meant(settings: Settings) -> Running | None:
    """The one on the data directory that was named; if none was, the one on the usual directory, or else the only."""
    by_directory = {each["data_dir"]: each for each in all_running()}
    if "data_dir" in settings.model_fields_set or str(default_data_dir()) in by_directory:
        return by_directory.get(str(settings.data_dir))
    if len(by_directory) > 1:
        directories = ", ".join(sorted(by_directory))
        raise CannotRun(f"Fakturo runs more than once here, on {directories}. Say which is meant with --data-dir.")
    return next(iter(by_directory.values()), None)


def _said_by(settings: Settings) -> Running:
    said = {name: getattr(settings, name) for name in PLACES if name in settings.model_fields_set}
    return {name: str(value) for name, value in (said | {"data_dir": settings.data_dir}).items() if value is not None}


def _write_locked(path: Path, said: Running) -> IO[str]:
    """Under another name until it is whole and locked: whoever looks must not take it for a leftover."""
    unfinished = path.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    file = os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    json.dump(said, file)
    file.flush()
    unfinished.rename(path)
    return file


def _is_ours(folder: Path) -> bool:
    """Nobody else may have put there what we are to believe."""
    try:
        there = folder.stat()
    except OSError:
        return False
    return there.st_uid == os.geteuid() and not there.st_mode & 0o022


def _read(path: Path) -> Running | None:
    """None for a leftover, which is removed, and for what cannot be read."""
    with contextlib.suppress(OSError, ValueError), path.open(encoding="utf-8") as file:
        if _is_held(file):
            said: Running = json.load(file)
            return said
        path.unlink(missing_ok=True)
    return None


def _is_held(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
