"""How the command ends: at once and as it says, even while the object store's library answers from its own threads."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, signal, sys
import fakturo.cli
from fakturo.__main__ import main

class Kept:
    def __del__(self):
        print("taken down")

kept = Kept()
"""
USES_STORE = """
import obstore
from obstore.store import MemoryStore

async def ask():
    asked = [asyncio.ensure_future(obstore.get_async(store, "file")) for _ in range(1000)]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    return asked

def leave_with_answers_under_way():
    asyncio.get_event_loop_policy().new_event_loop().run_until_complete(ask())
    print("done")

store = MemoryStore()
obstore.put(store, "file", bytes(1000))
"""
RUNS = 12
"""Of processes that are taken down, about half crash."""


def ran(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A program of its own: those that share a parent never take their interpreter down."""
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--version"], 0), (["no-such-verb"], 2), (["--config", "/no/such/file.toml", "jobs"], 1)],
)
@pytest.mark.parametrize("store", ["", USES_STORE])
def test_the_status_is_told_with_and_without_an_object_store(arguments: list[str], status: int, store: str) -> None:
    done = ran(PROGRAM + store + "main()", *arguments)
    assert done.returncode == status, done.stderr
    assert "taken down" not in done.stdout, "a busy machine is ten seconds at it, and an object store aborts it"
    assert done.stdout.startswith("fakturo ") if status == 0 else done.stderr


def test_who_closed_our_output_is_told_nothing() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "fakturo", "--version"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_mistake_of_ours_is_shown_and_counts_as_one() -> None:
    done = ran(PROGRAM + USES_STORE + "fakturo.cli.main = lambda: 1 / 0\nmain()")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


def test_ctrl_c_is_told_as_shells_count_it() -> None:
    done = ran(PROGRAM + USES_STORE + "fakturo.cli.main = lambda: signal.raise_signal(signal.SIGINT)\nmain()")
    assert (done.returncode, done.stderr) == (130, "")


def test_answers_under_way_do_not_abort_a_process_that_is_done() -> None:
    program = PROGRAM + USES_STORE + "fakturo.cli.main = leave_with_answers_under_way\nmain()"
    assert [ran(program).returncode for _ in range(RUNS)] == [0] * RUNS
