"""Which statements a client of PostgreSQL is about to run, read off the wire. Pure: bytes in, texts out."""

import struct

_WITHOUT_TYPE = frozenset({80877102, 80877103, 80877104})
"""Cancel, SSL and GSS requests: first messages after which a start-up message, or nothing, follows."""


class StatementReader:
    """Follows one connection. Prepared statements travel by name only, so their texts are remembered."""

    def __init__(self) -> None:
        self._buffer = b""
        self._started = False
        self._prepared: dict[bytes, bytes] = {}

    def feed(self, data: bytes) -> list[bytes]:
        """The texts of the statements that these bytes, with what came before, make the server run."""
        self._buffer += data
        texts = []
        while (message := self._next()) is not None:
            kind, body = message
            if kind == b"Q":
                texts.append(body.rstrip(b"\0"))
            elif kind == b"P":
                name, text, _ = body.split(b"\0", 2)
                self._prepared[name] = text
            elif kind == b"B":
                _, name, _ = body.split(b"\0", 2)
                texts.append(self._prepared.get(name, b""))
        return texts

    def _next(self) -> tuple[bytes, bytes] | None:
        head = 1 if self._started else 0
        if len(self._buffer) < head + 4:
            return None
        (length,) = struct.unpack_from(">i", self._buffer, head)
        if len(self._buffer) < head + length:
            return None
        kind, body = self._buffer[:head], self._buffer[head + 4 : head + length]
        self._buffer = self._buffer[head + length :]
        if not self._started:
            self._started = struct.unpack(">i", body[:4])[0] not in _WITHOUT_TYPE
        return kind, body
