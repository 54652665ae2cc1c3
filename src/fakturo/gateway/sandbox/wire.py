"""Messages between the gateway, the sandbox parent and the children: a line of JSON each, open files alongside."""

import json
import socket
from collections.abc import Iterator
from typing import Any

MAX_FILES = 8
CHUNK_BYTES = 65_536
LONGEST_BYTES = 1_048_576
"""No message of ours is longer; one that is comes from a child that a document has taken over."""

Message = dict[str, Any]


def send(sock: socket.socket, message: Message, files: tuple[int, ...] = ()) -> None:
    line = line_of(message, len(files))
    if files:
        sent = socket.send_fds(sock, [line], files)
        line = line[sent:]
    sock.sendall(line)


def line_of(message: Message, files: int = 0) -> bytes:
    return json.dumps({**message, "files": files}, separators=(",", ":")).encode() + b"\n"


def parsed(line: bytes) -> Message | None:
    """None for what is no message."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


class Inbox:
    """Reads whole messages from a blocking socket, each with its files.

    The kernel may hand over several messages at once, so each says how many files are its own.
    """

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._rest = b""
        self._files: list[int] = []

    def receive(self) -> tuple[Message, list[int]] | None:
        """The next message; None when the other side has gone."""
        while b"\n" not in self._rest:
            if not self.fill():
                return None
        return next(self.complete())

    def fill(self) -> bool:
        """Wait for more; False when the other side has gone."""
        try:
            data, files, _, _ = socket.recv_fds(self._sock, CHUNK_BYTES, MAX_FILES)
        except ConnectionError:
            return False
        self._rest += data
        self._files += files
        return bool(data)

    def complete(self) -> Iterator[tuple[Message, list[int]]]:
        """The messages that have come in whole, without waiting."""
        while b"\n" in self._rest:
            line, _, self._rest = self._rest.partition(b"\n")
            message: Message = json.loads(line)
            count = message.pop("files")
            files, self._files = self._files[:count], self._files[count:]
            yield message, files
