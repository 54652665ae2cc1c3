"""Processes that are forked for the tests are as those that the command line starts."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fakturo import __version__
from tests.integration.gateway.conftest import wait_until
from tests.support import warm
from tests.support.stack import clean_environment, until


def test_status_and_output_are_those_of_the_command_line() -> None:
    for arguments in (["web", "--no-such-option"], ["convert", "no-such-file.pdf"]):
        warmly = warm.run("fakturo", *arguments, environment=clean_environment())
        command = [sys.executable, "-m", "fakturo", *arguments]
        coldly = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
        assert (warmly.returncode, warmly.stdout, warmly.stderr) == (coldly.returncode, coldly.stdout, coldly.stderr)
    assert f"fakturo {__version__}\n" == warm.run("fakturo", "--version", environment=clean_environment()).stdout


async def test_it_has_an_environment_a_session_and_files_of_its_own_and_ends_by_a_signal(tmp_path: Path) -> None:
    told = tmp_path / "told"
    environment = {"PATH": "/usr/bin", "ONLY": "this"}
    with told.open("wb") as output:
        process = warm.start(["tests.support.warm_probe", "a word"], environment=environment, output=output)

    await until(partial(_has_ended_its_line, told), what="a word of the process")
    assert process.returncode is None
    found: dict[str, Any] = json.loads(told.read_text())
    assert found == {
        "arguments": ["a word"],
        "environment": environment,
        "folder": str(Path.cwd()),
        "is_leader": True,
        "files": ["1", "2"],
    }
    process.send_signal(signal.SIGTERM)
    assert process.wait() == -signal.SIGTERM


@pytest.mark.parametrize("holder", ["processes that run", "who may order"])
async def test_a_file_that_it_keeps_has_the_number_that_it_was_told(holder: str, tmp_path: Path) -> None:
    """Each of those takes a number of their parent's, so that the next low ones go through the one that is kept."""
    processes: list[warm.WarmProcess] = []
    ours, theirs = socket.socketpair()
    with contextlib.ExitStack() as held:
        held.enter_context(ours)
        held.enter_context(theirs)
        kept = held.enter_context(socket.socket(fileno=fcntl.fcntl(theirs.fileno(), fcntl.F_DUPFD, 28)))
        for number in range(24):
            told = tmp_path / str(number)
            with told.open("wb") as output:
                processes.append(warm.start(["tests.support.warm_probe"], environment={}, output=output, keep=kept))
            await until(partial(_has_ended_its_line, told), what="a word of the process")
            assert {*json.loads(told.read_text())["files"]} == {"1", "2", str(kept.fileno())}
            if holder == "who may order":
                end(processes.pop())
                other = held.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
                other.connect(warm.address_of_parent())
                assert other.recv(len(warm.READY)) == warm.READY
    for process in processes:
        end(process)


def end(process: warm.WarmProcess) -> None:
    process.kill()
    process.wait()


async def _has_ended_its_line(told: Path) -> bool:
    return told.read_bytes().endswith(b"\n")


STARTS_ONE = """
import os, sys
from tests.support import warm
with open(os.devnull, "wb") as nowhere:
    print(warm.start(["tests.support.warm_probe", "theirs"], environment={}, output=nowhere).pid)
"""


def test_what_a_test_process_has_started_ends_with_it_and_nothing_else_does() -> None:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    with Path(os.devnull).open("wb") as nowhere:
        ours = warm.start(["tests.support.warm_probe", "ours"], environment={}, output=nowhere)
    other = [sys.executable, "-c", STARTS_ONE]
    environment = {**os.environ, "PYTEST_XDIST_TESTRUNUID": run}
    told = subprocess.run(other, env=environment, cwd=warm.ROOT, capture_output=True, text=True, check=True)
    theirs = Path("/proc") / told.stdout.strip()
    wait_until(lambda: not theirs.exists(), "the end of what the other has started")
    assert ours.returncode is None
    ours.kill()
    assert ours.wait() == -signal.SIGKILL
