"""The gateway's end: starts the nursery, asks it for children, and learns how they ended."""

import asyncio
import json
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import structlog

from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox import wire

log = structlog.get_logger()


class Death(NamedTuple):
    signal: int | None
    code: int | None
    peak_kb: int


class NurseryGone(Exception):
    """The process that makes children has ended; another must be started."""


@dataclass(eq=False)
class Child:
    identity: int
    sock: socket.socket
    _nursery: "NurseryLink"
    ended: asyncio.Future[Death]
    pid: asyncio.Future[int]
    documents: int = 0
    _rest: bytes = field(default=b"")

    def kill(self) -> None:
        self._nursery.tell({"kill": self.identity})
        self.sock.close()

    def retire(self) -> None:
        """It ends by itself when nobody can ask it for anything any more."""
        self.sock.close()

    def renew_cpu(self, seconds: int) -> None:
        self._nursery.tell({"renew": self.identity, "cpu_seconds": seconds})

    def send(self, message: wire.Message, files: tuple[int, ...] = ()) -> None:
        wire.send(self.sock, message, files)

    async def receive(self) -> wire.Message | None:
        """The child's next message; None when it has ended."""
        loop = asyncio.get_running_loop()
        while b"\n" not in self._rest:
            try:
                data = await loop.sock_recv(self.sock, wire.CHUNK_BYTES)
            except ConnectionError:
                return None
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: wire.Message = json.loads(line)
        return message


class NurseryLink:
    """One running nursery."""

    def __init__(self, process: subprocess.Popen[bytes], sock: socket.socket) -> None:
        self._process = process
        self._sock = sock
        self._children: dict[int, Child] = {}
        self._last_identity = 0
        self._reading = asyncio.create_task(self._read())
        self.gone = False

    @classmethod
    def start(cls, options: GatewayOptions) -> "NurseryLink":
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        settings = {"limits": asdict(options.limits), "user": options.unprivileged_user}
        with theirs:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "fakturo.gateway.sandbox.nursery",
                    str(theirs.fileno()),
                    json.dumps(settings),
                ],
                env={"PYTHONPATH": ":".join(filter(None, sys.path)), "LANG": "C.UTF-8"},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        return cls(process, ours)

    def tell(self, message: wire.Message, files: tuple[int, ...] = ()) -> None:
        if self.gone:
            return
        try:
            wire.send(self._sock, message, files)
        except OSError:
            self._bury()

    def start_child(self, kind: str) -> Child:
        if self.gone:
            raise NurseryGone
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._last_identity += 1
        child = Child(self._last_identity, ours, self, loop.create_future(), loop.create_future())
        self._children[child.identity] = child
        with theirs:
            self.tell({"start": child.identity, "kind": kind}, (theirs.fileno(),))
        return child

    async def stop(self) -> None:
        """Closing our end ends the nursery and all its children."""
        self._reading.cancel()
        await asyncio.wait([self._reading])
        self._sock.close()
        await asyncio.to_thread(self._process.wait)
        self._bury()

    async def _read(self) -> None:
        loop, rest = asyncio.get_running_loop(), b""
        while data := await _received(loop, self._sock):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._note(json.loads(line))
        log.error("nursery_ended")
        self._bury()

    def _note(self, message: wire.Message) -> None:
        if (identity := message.get("started")) is not None:
            self._children[identity].pid.set_result(message["pid"])
        elif (identity := message.get("ended")) is not None:
            child = self._children.pop(identity)
            child.ended.set_result(Death(message["signal"], message["code"], message["peak_kb"]))

    def _bury(self) -> None:
        self.gone = True
        for child in self._children.values():
            if not child.ended.done():
                child.ended.set_result(Death(None, None, 0))
        self._children.clear()


async def _received(loop: asyncio.AbstractEventLoop, sock: socket.socket) -> bytes:
    try:
        return await loop.sock_recv(sock, wire.CHUNK_BYTES)
    except OSError:
        return b""
