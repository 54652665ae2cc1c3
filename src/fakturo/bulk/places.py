"""Where files come from and results go to: a folder, or a prefix of an object store."""

import errno
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fakturo.blobs.base import BlobMissing
from fakturo.blobs.object_drafts import our_errors

if TYPE_CHECKING:
    from obstore import ObjectMeta  # there for the type checker only

PDF_SUFFIX = ".pdf"


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    """From the place on, with slashes."""
    size: int
    mark: str
    """Another one when the file is another: its time, or what the store says of it."""


class Place(Protocol):
    def pdfs(self) -> Iterator[Entry]: ...

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, content: bytes) -> None:
        """Whole or not at all."""
        ...

    def note(self, name: str, lines: bytes) -> None:
        """Adds lines to what `noted` gives."""
        ...

    def noted(self, name: str) -> bytes: ...


def place(address: str) -> Place:
    return Bucket(address) if "://" in address else Folder(Path(address))


class Folder:
    def __init__(self, root: Path) -> None:
        self._root = root

    def pdfs(self) -> Iterator[Entry]:
        """In no order, as they are found: a folder of millions is never listed whole."""
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            with os.scandir(self._root / folder) as found:
                for each in found:
                    name = f"{folder}{each.name}"
                    if each.is_dir(follow_symlinks=False):
                        waiting.append(f"{name}/")
                    elif each.name.lower().endswith(PDF_SUFFIX) and each.is_file():
                        about = each.stat()
                        yield Entry(name, about.st_size, str(about.st_mtime_ns))

    def read(self, name: str) -> bytes:
        return (self._root / name).read_bytes()

    def write(self, name: str, content: bytes) -> None:
        target = self._root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            Path(unfinished).chmod(0o644)
            Path(unfinished).replace(target)
        except BaseException:  # a full disk need not keep what is of no use
            Path(unfinished).unlink(missing_ok=True)
            raise

    def note(self, name: str, lines: bytes) -> None:
        """What was written is on the disk before anything says so: a result that is noted is not made again."""
        os.sync()
        self._root.mkdir(parents=True, exist_ok=True)
        with (self._root / name).open("ab") as file:
            file.write(lines)

    def noted(self, name: str) -> bytes:
        file = self._root / name
        return file.read_bytes() if file.exists() else b""


class Bucket:
    """Its keys come from the environment, as the store's own client looks for them. Its troubles are OSError."""

    def __init__(self, address: str) -> None:
        from obstore.store import from_url

        self._store = from_url(address)

    def pdfs(self) -> Iterator[Entry]:
        for each in self._listed(None):
            if each["path"].lower().endswith(PDF_SUFFIX):
                yield Entry(each["path"], each["size"], each["e_tag"] or str(each["last_modified"]))

    def read(self, name: str) -> bytes:
        import obstore

        try:
            with our_errors(missing=name):
                return bytes(obstore.get(self._store, name).bytes())
        except BlobMissing:
            raise FileNotFoundError(errno.ENOENT, "The file is gone") from None

    def write(self, name: str, content: bytes) -> None:
        import obstore

        with our_errors():
            obstore.put(self._store, name, content)

    def note(self, name: str, lines: bytes) -> None:
        """Nothing can be added to an object: each call makes one, behind those that are there."""
        parts = self._parts(name)
        number = int(parts[-1].rpartition("/")[2]) + 1 if parts else 1
        self.write(f"{name}/{number:08}", lines)

    def noted(self, name: str) -> bytes:
        return b"".join(self.read(part) for part in self._parts(name))

    def _parts(self, name: str) -> list[str]:
        return sorted(each["path"] for each in self._listed(f"{name}/"))

    def _listed(self, prefix: str | None) -> Iterator["ObjectMeta"]:
        import obstore

        with our_errors():
            for chunk in obstore.list(self._store, prefix=prefix):
                yield from chunk
