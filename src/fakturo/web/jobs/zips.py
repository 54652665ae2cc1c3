"""A ZIP that is written as it is sent: nothing of it is kept but the list of its files."""

import zipfile
from datetime import UTC, datetime
from types import TracebackType
from typing import IO, Self, cast

EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)
"""No ZIP knows of anything before."""


class ZipStream:
    """Each call gives the bytes to send next.

    with ZipStream() as archive:
        send(archive.begin("a.xml", moment, size))
        send(archive.write(chunk)) …
        send(archive.finish())
    """

    def __init__(self) -> None:
        self._sink = _Sink()
        self._zip = zipfile.ZipFile(cast("IO[bytes]", self._sink), "w", zipfile.ZIP_DEFLATED)
        self._entry: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Also one that was broken off has nothing left open."""
        self.finish()

    def begin(self, name: str, moment: datetime, size: int) -> bytes:
        """The next file. The size is what to reckon with: beyond 4 GB a file is written in another way."""
        self._end_entry()
        info = zipfile.ZipInfo(name, max(moment.astimezone(UTC), EARLIEST).timetuple()[:6])
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        info.file_size = size
        if size > zipfile.ZIP64_LIMIT:  # as Python says by itself from 3.11.4 on
            info.extract_version = zipfile.ZIP64_VERSION
        self._entry = self._zip.open(info, "w")
        return self._sink.take()

    def write(self, chunk: bytes) -> bytes:
        assert self._entry
        self._entry.write(chunk)
        return self._sink.take()

    def finish(self) -> bytes:
        self._end_entry()
        self._zip.close()
        return self._sink.take()

    def _end_entry(self) -> None:
        if self._entry:
            self._entry.close()
            self._entry = None


class _Sink:
    """A file that only grows: the library sees that it cannot go back, and writes accordingly."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, chunk: bytes) -> int:
        self._written.append(bytes(chunk))
        return len(chunk)

    def flush(self) -> None:
        """There is nothing behind us."""

    def take(self) -> bytes:
        written, self._written = self._written, []
        return b"".join(written)
