"""Processes that start at once, since they are forked from one that has loaded everything: a start by the command line
spends seconds of processor time on that, and a run of all tests starts hundreds.

They are processes like others: with a session, an environment, output, signals and an exit status of their own, and
what runs in them is `python -m MODULE`. They have one parent (warm_parent.py), which all test processes of a run share,
and which ends with the last of them. What one of these has started ends with it.
"""

import asyncio
import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

from fakturo.gateway.options import Limits
from fakturo.gateway.sandbox import link

LARGEST_ORDER_BYTES = 128 * 1024
READY = b"ready"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Order:
    module: str
    arguments: list[str]
    environment: dict[str, str]
    folder: str
    keep: int
    """The number under which it finds the file that it gets besides its input and outputs; 0 if there is none."""


class WarmProcess:
    """With as much of Popen as tests use."""

    def __init__(self, told: int) -> None:
        self._told = told
        self._status: int | None = None
        self.pid = int(self._line())

    @property
    def returncode(self) -> int | None:
        if self._status is None and select.select([self._told], [], [], 0)[0]:
            self._status = int(self._line())
            os.close(self._told)
        return self._status

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        deadline = time.monotonic() + timeout
        while (code := self.returncode) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # its end is about to be told
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _line(self) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            read = os.read(self._told, 1)
            assert read, "the process that others are forked from has ended"
            line += read
        return line


class AsyncWarmProcess(asyncio.subprocess.Process):
    """The same for who waits with others."""

    def __init__(self, process: WarmProcess) -> None:
        self.process = process
        self.pid = process.pid
        self.stdin = self.stdout = self.stderr = None

    @property
    def returncode(self) -> int | None:
        return self.process.returncode

    async def wait(self) -> int:
        while (code := self.returncode) is None:  # noqa: ASYNC110 - whoever set an event would have to look as often
            await asyncio.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        self.process.send_signal(number)

    def terminate(self) -> None:
        self.process.terminate()

    def kill(self) -> None:
        self.process.kill()


def run(
    *command: object, environment: Mapping[str, str], folder: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """To its end."""
    done = run_for_bytes(*command, environment=environment, folder=folder)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_for_bytes(
    *command: object, environment: Mapping[str, str], folder: Path | None = None, stdin: IO[Any] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = start(command, environment=environment, output=output, errors=errors, stdin=stdin, folder=folder)
        status = process.wait()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess([*map(str, command)], status, output.read(), errors.read())


async def run_async(*command: object, environment: Mapping[str, str]) -> tuple[int, str]:
    """Its status, and all that it said."""
    with tempfile.TemporaryFile() as output:
        status = await start_async(command, environment=environment, output=output).wait()
        output.seek(0)
        return status, output.read().decode()


def start_async(
    command: Sequence[object], *, environment: Mapping[str, str], output: IO[bytes]
) -> asyncio.subprocess.Process:
    return AsyncWarmProcess(start(command, environment=environment, output=output))


def start(
    command: Sequence[object],
    *,
    environment: Mapping[str, str],
    output: IO[bytes],
    errors: IO[bytes] | None = None,
    stdin: IO[Any] | None = None,
    keep: socket.socket | None = None,
    folder: Path | None = None,
) -> WarmProcess:
    """As `python -m MODULE ARGUMENT …`; the command begins with MODULE."""
    module, *arguments = map(str, command)
    kept = [keep.fileno()] if keep else []
    order = Order(module, arguments, dict(environment), str(folder or Path.cwd()), sum(kept))
    text = json.dumps(asdict(order)).encode()
    assert len(text) < LARGEST_ORDER_BYTES
    told, tell = os.pipe()
    try:
        with Path(os.devnull).open() as nothing:
            files = [(stdin or nothing).fileno(), output.fileno(), (errors or output).fileno()]
            socket.send_fds(_parent(), [text], [tell, *files, *kept])
    finally:
        os.close(tell)
    return WarmProcess(told)


def start_sandbox_parent(command: Sequence[str], settings: IO[str], sock: socket.socket) -> Any:
    """As link.start_parent, for a gateway inside a test's own process."""
    if must_be_a_program(command, settings):
        return link.run_parent([*command], settings, sock)
    _, _, _, module, *arguments = command
    environment = link.parents_environment()
    with Path(os.devnull).open("wb") as nowhere, os.fdopen(os.dup(2), "wb") as errors:
        return start(
            [module, *arguments],
            environment=environment,
            output=nowhere,
            errors=errors,
            stdin=settings,
            keep=sock,
            folder=Path("/"),
        )


def must_be_a_program(command: Sequence[str], settings: IO[str]) -> bool:
    """Behind bubblewrap; or with little memory, of which all that we have loaded besides would take a part."""
    limits = Limits(**json.load(settings)["limits"])
    settings.seek(0)
    return command[0] != sys.executable or limits.memory_bytes < Limits().memory_bytes


def address_of_parent() -> str:
    return f"\0fakturo-tests-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or os.getpid()}"


@cache
def _parent() -> socket.socket:
    """Where orders go. The parent takes it for our end when that is closed, and be it by our death."""
    started = None
    orders = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    while orders.connect_ex(address_of_parent()):
        started = _start_unless_there(address_of_parent())
    assert orders.recv(len(READY)) == READY, "the process that others are forked from could not be started"
    atexit.register(_end, orders, started)
    return orders


def _start_unless_there(address: str) -> "subprocess.Popen[bytes] | None":
    """By the first of several that have the same address, which nobody but the kernel keeps."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        try:
            door.bind(address)
        except OSError:
            return None
        door.listen()
        command = [sys.executable, "-m", "tests.support.warm_parent", str(door.fileno())]
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[door.fileno()])


def _end(orders: socket.socket, started: "subprocess.Popen[bytes] | None") -> None:
    orders.close()
    if started:
        started.wait()
