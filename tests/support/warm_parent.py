"""The process that others are forked from: it has all of Fakturo loaded, and has done nothing with it. See warm.py."""

import asyncio
import atexit
import fcntl
import functools
import gc
import json
import os
import runpy
import select
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import httpx
import typer.main

from fakturo import cli, processes  # first of all: it loads some of the others late
from fakturo.convert.mapping import catalog
from fakturo.gateway.child import warm_up as children
from fakturo.gateway.child.conversation import Known
from fakturo.gateway.sandbox import link
from fakturo.gateway.sandbox import parent as sandbox
from fakturo.wiring import gateway, observed, web, worker  # noqa: F401
from fakturo.worker.llm import client  # noqa: F401 - with all of the library for language models
from tests.support import certificates
from tests.support.warm import LARGEST_ORDER_BYTES, READY, Order, must_be_a_program

STANDARD = (0, 1, 2)
MOST_FILES = 5
ABOVE_ALL = 1000
"""No file that anybody was told the number of has such a number."""


def main() -> None:
    _load_what_every_start_would()
    _warm_up_for_sandboxes()
    gc.collect()
    gc.freeze()  # so that those who are forked share it for longer
    assert threading.active_count() == 1, "only one thread of a process that forks goes on in the other"
    if order := _forked(socket.socket(fileno=int(sys.argv[1]))):
        _carry_out(order)


def _load_what_every_start_would() -> None:
    """What is loaded at its first use: by clients, by who asks for certificates, by the command line."""
    certificates.load_once()
    ssl.create_default_context()
    asyncio.run(httpx.AsyncClient(trust_env=False).aclose())
    typer.main.get_command = functools.cache(typer.main.get_command)
    typer.main.get_command(cli.app)


def _warm_up_for_sandboxes() -> None:
    """So that their parents need not, if all they are to know is what comes with Fakturo."""
    warm_up, read_mappings, warm = children.warm_up, catalog.from_texts, Known()
    shipped = [(each.file, each.text) for each in warm.mappings.files]
    warm_up(warm)
    catalog.from_texts = lambda files: warm.mappings if [*map(tuple, files)] == shipped else read_mappings(files)
    children.warm_up = lambda known: None if known == warm else warm_up(known)


@dataclass(frozen=True)
class _Child:
    tell: int
    """Where its end is told."""
    owner: socket.socket
    """Whose order it was."""


def _forked(door: socket.socket) -> Order | None:
    """Forks for each order, and returns with it in the process that was forked; with None when nobody orders more."""
    deaths = sandbox._wake_on_child_death()
    children: dict[int, _Child] = {}
    owners: list[socket.socket] = []
    while True:
        ready, _, _ = select.select([door.fileno(), deaths, *(each.fileno() for each in owners)], [], [])
        if deaths in ready:
            os.read(deaths, 4096)
            _tell_of_the_dead(children)
        if door.fileno() in ready:
            owners.append(door.accept()[0])
            owners[-1].send(READY)
        for owner in [each for each in owners if each.fileno() in ready]:
            text, files, _, _ = socket.recv_fds(owner, LARGEST_ORDER_BYTES, MOST_FILES)
            if not text:
                owners.remove(owner)
                _end_those_of(owner, children)
                if not owners:
                    return None
                continue
            us = os.getpid()
            if pid := os.fork():
                tell, *others = files
                children[pid] = _Child(tell, owner)
                os.write(tell, f"{pid}\n".encode())
                for file in others:
                    os.close(file)
            else:
                for each in (door, *owners):
                    each.detach()  # which would close, at its end here, whatever has its number by then
                return _begun(Order(**json.loads(text)), us, files[1:])


def _tell_of_the_dead(children: dict[int, _Child]) -> None:
    for pid, child in list(children.items()):
        reaped, status = os.waitpid(pid, os.WNOHANG)
        if reaped:
            with suppress(BrokenPipeError):  # who ordered it has ended as well
                os.write(child.tell, f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os.close(children.pop(pid).tell)


def _end_those_of(owner: socket.socket, children: dict[int, _Child]) -> None:
    for pid, child in children.items():
        if child.owner is owner:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
    owner.close()


def _begun(order: Order, parent_pid: int, files: list[int]) -> Order:
    """What the start of a program would have done."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    if arrange := processes.signalled_at_death_of(parent_pid, signal.SIGTERM):
        arrange()
    _use_files(*files, keep=order.keep)
    os.chdir(order.folder)
    _use_environment(order.environment)
    return order


def _use_files(*files: int, keep: int) -> None:
    """Input, outputs, and one that is to have the number `keep`.

    Others are not closed but lead nowhere: who still holds one would else close what came to have its number.
    """
    low = os.open(os.devnull, os.O_RDWR)
    # This one, too, out of the way: it might have the number `keep`.
    nowhere, *moved = [fcntl.fcntl(file, fcntl.F_DUPFD, ABOVE_ALL) for file in (low, *files)]
    os.close(low)
    for number, file in zip((*STANDARD, keep), moved, strict=False):
        os.dup2(file, number)
    for file in [int(entry.name) for entry in Path("/dev/fd").iterdir()]:
        if file not in {*STANDARD, keep, nowhere}:
            with suppress(OSError):  # the list itself was one of them
                os.fstat(file)
                os.dup2(nowhere, file, inheritable=False)
    os.close(nowhere)


def _use_environment(environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()


def _carry_out(order: Order) -> None:
    link.start_parent = _fork_sandbox_parent
    try:
        _run(order.module, order.arguments)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise
        _end(ended.code or os.EX_OK)
    _end(os.EX_OK)


def _end(status: int) -> None:
    """As Python ends, but without taking every object apart: most were never touched here, and are shared till then."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _run(module: str, arguments: list[str]) -> None:
    sys.argv = [module, *arguments]
    sys.modules.pop(module, None)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _fork_sandbox_parent(command: list[str], settings: IO[str], sock: socket.socket) -> Any:
    """As link.start_parent, for a process that has loaded already what the sandbox parent needs."""
    if must_be_a_program(command, settings):
        return link.run_parent(command, settings, sock)
    if pid := os.fork():
        return _Forked(pid)
    code = os.EX_SOFTWARE
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        _use_files(settings.fileno(), os.open(os.devnull, os.O_WRONLY), 2, sock.fileno(), keep=sock.fileno())
        os.chdir("/")
        _use_environment(link.parents_environment())
        _, _, _, module, *arguments = command
        _run(module, arguments)
        code = os.EX_OK
    except BaseException:  # noqa: BLE001 - what called us goes on in the other process, and only there
        traceback.print_exc()
    finally:
        os._exit(code)


class _Forked:
    """A child of ours, with as much of Popen as a link to it needs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            reaped, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if reaped else None
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("sandbox parent", timeout)
            time.sleep(0.005)
        return code

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
