"""The gateway's end: starts the sandbox parent, asks it for children, and learns how they ended."""

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import IO

import structlog

from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox import bubblewrap, wire
from fakturo.gateway.sandbox.messages import (
    Ended,
    Kill,
    Line,
    Message,
    RenewLimits,
    Start,
    StartJudge,
    StartParser,
    StartProgram,
    StartReader,
    decoded,
)

log = structlog.get_logger()

STOPPING_SECONDS = 5
SENDING_SECONDS = 30
"""A child reads what it is sent as soon as it has started; one that takes longer is stuck."""
PARENT_MODULE = "fakturo.gateway.sandbox.parent"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""A thread that a library starts as it is loaded would keep the rights that its process gives up."""


class Process:
    """One that the sandbox parent started for us, by the number we gave it."""

    def __init__(self, identity: int, sandbox: "SandboxLink") -> None:
        loop = asyncio.get_running_loop()
        self.identity = identity
        self.ended: asyncio.Future[Ended] = loop.create_future()
        self._sandbox = sandbox

    def kill(self) -> None:
        self._sandbox.tell(Kill(self.identity))

    def renew_limits(self) -> None:
        self._sandbox.tell(RenewLimits(self.identity))


@dataclass(eq=False)
class Child:
    """A parser and our end of the conversation with it."""

    sock: socket.socket
    process: Process
    _rest: bytes = field(default=b"")

    def end(self) -> None:
        self.process.kill()
        self.sock.close()

    async def send(self, message: Message, files: tuple[int, ...] = ()) -> None:
        """Also one that is larger than what the socket takes at once. Raises OSError if the child has ended; one that
        does not read is ended for it."""
        try:
            async with asyncio.timeout(SENDING_SECONDS):
                if rest := wire.begin(self.sock, message, files):
                    await asyncio.get_running_loop().sock_sendall(self.sock, rest)
        except TimeoutError:
            self.process.kill()
            raise

    async def reply(self, message: Message, files: tuple[int, ...] = ()) -> None:
        """To a question of its own. That it has died meanwhile is learnt by whoever listens to it next."""
        with contextlib.suppress(OSError):
            await self.send(message, files)

    async def receive(self) -> Message | None:
        """The child's next message; None when it has ended, or talks as no child of ours would."""
        loop = asyncio.get_running_loop()
        while b"\n" not in self._rest:
            data = await _received(loop, self.sock)
            if not data or len(self._rest) > wire.LONGEST_BYTES:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        received = decoded(line)
        return received.message if received else None


class SandboxLink:
    """One running sandbox parent."""

    def __init__(self, process: subprocess.Popen[bytes], sock: socket.socket) -> None:
        self._process = process
        self._sock = sock
        self._processes: dict[int, Process] = {}
        self._last_identity = 0
        self._reading = asyncio.create_task(self._read())
        self.gone = False

    @classmethod
    def start(cls, options: GatewayOptions) -> "SandboxLink":
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        command = [sys.executable, "-P", "-m", PARENT_MODULE, str(theirs.fileno())]
        with theirs, tempfile.TemporaryFile("w+", encoding="utf-8") as settings:
            json.dump(_settings(options), settings)
            settings.seek(0)
            process = start_parent(bubblewrap.wrapped(command, wanted=options.bubblewrap), settings, theirs)
        return cls(process, ours)

    def tell(self, message: Message, files: tuple[int, ...] = ()) -> None:
        if self.gone:
            return
        try:
            wire.send(self._sock, message, files)
        except OSError:
            self._lose()

    def start_child(self) -> Child:
        """A parser that waits for documents."""
        return self._start_with_socket(StartParser(self._next_identity()))

    def start_judge(self, rules: str) -> Child:
        """Somebody who knows these rules, and waits for XML; see gateway/judges.py."""
        return self._start_with_socket(StartJudge(self._next_identity(), rules))

    def start_reader(self) -> Child:
        """Somebody who reads pictures of pages; see gateway/ocr.py."""
        return self._start_with_socket(StartReader(self._next_identity()))

    def _start_with_socket(self, what: StartParser | StartJudge | StartReader) -> Child:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            process = self._start(what, (theirs.fileno(),))
        return Child(ours, process)

    def start_program(self, command: Sequence[str], stdin: int, stdout: int) -> Process:
        """A program of the system, with the parser's limits."""
        return self._start(StartProgram(self._next_identity(), tuple(command)), (stdin, stdout))

    def _next_identity(self) -> int:
        self._last_identity += 1
        return self._last_identity

    def _start(self, what: Start, files: tuple[int, ...]) -> Process:
        process = Process(what.process, self)
        self._processes[process.identity] = process
        self.tell(what, files)
        return process

    async def stop(self) -> None:
        """Closing our end ends the sandbox parent and all its children."""
        self._reading.cancel()
        await asyncio.wait([self._reading])
        self._sock.close()
        await asyncio.to_thread(self._wait_for_end)
        self._lose()

    def _wait_for_end(self) -> int:
        try:
            return self._process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    async def _read(self) -> None:
        loop, rest = asyncio.get_running_loop(), b""
        while data := await _received(loop, self._sock):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._note(decoded(line))
        self._lose()
        self._sock.close()
        log.error("sandbox_parent_ended", code=await asyncio.to_thread(self._wait_for_end))

    def _note(self, line: Line | None) -> None:
        assert line is not None
        assert isinstance(line.message, Ended)
        self._processes.pop(line.message.process).ended.set_result(line.message)

    def _lose(self) -> None:
        """Nobody is left to report on its children, but they end with it; as it does, if it only fell silent."""
        self.gone = True
        self._process.kill()
        for process in self._processes.values():
            if not process.ended.done():
                process.ended.set_result(unreported(process.identity))
        self._processes.clear()


def unreported(identity: int) -> Ended:
    """The end of a process of which nobody can say how it came."""
    return Ended(identity, signal=None, code=None, peak_kb=0, cpu_seconds=0)


def run_parent(command: list[str], settings: IO[str], sock: socket.socket) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        env=parents_environment(),
        cwd="/",
        stdin=settings,
        stdout=subprocess.DEVNULL,
        pass_fds=[sock.fileno()],
    )


def parents_environment() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(filter(None, sys.path)), "LANG": "C.UTF-8", **ONE_THREAD}


start_parent = run_parent
"""Where everything is loaded already, it may be forked instead: tests do."""


def _settings(options: GatewayOptions) -> dict[str, object]:
    return {
        "limits": asdict(options.limits),
        "user": options.unprivileged_user,
        "templates": [[each.file, each.text] for each in options.templates.files],
        "forced": options.templates.forced,
        "embeds": options.embeds,
        "mappings": [[each.file, each.text] for each in options.mappings.files],
    }


async def _received(loop: asyncio.AbstractEventLoop, sock: socket.socket) -> bytes:
    try:
        return await loop.sock_recv(sock, wire.CHUNK_BYTES)
    except OSError:
        return b""
