"""Messages over a socket between two processes, open files alongside."""

import socket
from collections.abc import Iterator

from fakturo.gateway.sandbox.messages import Message, decoded, encoded

MAX_FILES = 8
CHUNK_BYTES = 65_536
LONGEST_BYTES = 1_048_576
"""No message of ours is longer; one that is comes from a child that a document has taken over."""


class NoMessage(Exception):
    """What came in is none of ours."""


def begin(sock: socket.socket, message: Message, files: tuple[int, ...]) -> bytes:
    """Send the files, with as much of the message as the socket takes at once; the rest of it is still to be sent."""
    line = encoded(message, len(files))
    return line[socket.send_fds(sock, [line], files) :] if files else line


def send(sock: socket.socket, message: Message, files: tuple[int, ...] = ()) -> None:
    """On a blocking socket; on another, only what it has room for."""
    if rest := begin(sock, message, files):  # nothing, sent to a child that has answered and ended, is an error
        sock.sendall(rest)


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
        """The messages that have come in whole, without waiting. Raises NoMessage."""
        while b"\n" in self._rest:
            line, _, self._rest = self._rest.partition(b"\n")
            received = decoded(line)
            if received is None:
                raise NoMessage
            files, self._files = self._files[: received.files], self._files[received.files :]
            yield received.message, files
