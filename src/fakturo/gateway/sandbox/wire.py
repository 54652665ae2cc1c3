"""Messages between the gateway, the nursery and the children: a line of JSON each, open files alongside."""

import json
import socket
from typing import Any

MAX_FILES = 8
CHUNK_BYTES = 65_536

Message = dict[str, Any]


def send(sock: socket.socket, message: Message, files: tuple[int, ...] = ()) -> None:
    line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
    if files:
        sent = socket.send_fds(sock, [line], files)
        line = line[sent:]
    sock.sendall(line)


class Inbox:
    """Reads whole messages from a blocking socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._rest = b""

    def receive(self) -> tuple[Message, list[int]] | None:
        """The next message and the files that came with it; None when the other side has gone."""
        files: list[int] = []
        while b"\n" not in self._rest:
            data, more, _, _ = socket.recv_fds(self._sock, CHUNK_BYTES, MAX_FILES)
            files += more
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line), files
