"""Logs that somebody keeps open and writes to, for months."""

import asyncio
from pathlib import Path

import pytest

from fakturo import up
from fakturo.ops import log_files
from fakturo.ops.log_files import MOST_BYTES, OLD_ONES, shorten
from fakturo.settings import Settings
from tests.support.stack import until


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_files, "MOST_BYTES", 100)


def kept(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_long_log_goes_on_from_its_start_and_nothing_of_it_is_lost(small: None, tmp_path: Path) -> None:
    file, lines = tmp_path / "worker.log", [f"line {number:03}\n".encode() for number in range(30)]
    with file.open("ab", buffering=0) as log:
        for line in lines:
            log.write(line)
            shorten(file)
    assert kept(tmp_path) == {
        "worker.log.2": b"".join(lines[:12]),
        "worker.log.1": b"".join(lines[12:24]),
        "worker.log": b"".join(lines[24:]),
    }


def test_only_so_many_old_ones_are_kept_and_nobody_else_reads_them(small: None, tmp_path: Path) -> None:
    file = tmp_path / "worker.log"
    for number in range(OLD_ONES + 3):
        with file.open("ab") as log:
            log.write(bytes([number]) * 101)
        shorten(file)
    newest = OLD_ONES + 2
    old = {f"worker.log.{age}": bytes([newest + 1 - age]) * 101 for age in range(1, OLD_ONES + 1)}
    assert kept(tmp_path) == {"worker.log": b"", **old}
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in old} == {0o600}


def test_a_log_that_cannot_be_copied_stays_as_it_is(small: None, tmp_path: Path) -> None:
    file = tmp_path / "worker.log"
    file.write_bytes(b"x" * 101)
    (tmp_path / "worker.log.copy").mkdir()
    shorten(file)
    shorten(tmp_path / "not there.log")
    assert file.read_bytes() == b"x" * 101


async def test_the_supervisor_shortens_logs_of_processes_that_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(up, "LOOK_AT_LOGS_SECONDS", 0.01)
    (tmp_path / "logs").mkdir()
    file = tmp_path / "logs" / "worker.log"
    family = up.Family(Settings.model_construct(data_dir=tmp_path), lambda _: None)
    running = asyncio.create_task(family.run())
    with file.open("ab", buffering=0) as log:
        log.write(b"x" * (MOST_BYTES + 1))

        async def is_short() -> bool:
            return file.stat().st_size == 0

        await until(is_short, what="a short log")
        log.write(b"goes on")
    family.ask_to_stop()
    await asyncio.wait_for(running, 60)
    assert file.read_bytes() == b"goes on"
    assert (tmp_path / "logs" / "worker.log.1").stat().st_size == MOST_BYTES + 1
