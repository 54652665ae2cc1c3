"""What a disk may hold after the power went: everything that was not synced may be lost, whole or in part.

`Recorder` writes down the file operations of the code under test while it runs on a real directory. `states_after`
then gives the states that a disk could be in if the power had gone after the first n of them. The rules, as harsh as
POSIX allows and file systems are: bytes of a file last once the file is synced; until then any part of them may be
there. An entry of a directory (a new file, a rename, a removal) lasts once that directory is synced; until then any
number of the entries' changes, in their order, may have happened.
"""

import contextlib
import itertools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock


@dataclass(frozen=True)
class Made:
    """A file or directory came to be."""

    path: str
    is_directory: bool = False


@dataclass(frozen=True)
class Wrote:
    path: str
    content: bytes


@dataclass(frozen=True)
class Synced:
    path: str


@dataclass(frozen=True)
class Renamed:
    old: str
    new: str


@dataclass(frozen=True)
class Removed:
    path: str


@dataclass(frozen=True)
class Promised:
    """The code said: this file is stored."""

    path: str
    content: bytes


Operation = Made | Wrote | Synced | Renamed | Removed | Promised


@dataclass
class Recorder:
    """Watches the operations below a directory, whichever thread does them."""

    root: Path
    log: list[Operation] = field(default_factory=list)
    _descriptors: dict[int, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextlib.contextmanager
    def watching(self) -> Iterator["Recorder"]:
        watched: dict[str, Callable[..., Any]] = {
            "open": self._open,
            "writev": self._write,
            "fsync": self._fsync,
            "close": self._close,
            "rename": self._rename,
            "mkdir": self._mkdir,
            "unlink": self._unlink,
        }
        with contextlib.ExitStack() as stack:
            for name, note in watched.items():
                stack.enter_context(mock.patch.object(os, name, self._around(getattr(os, name), note)))
            yield self

    def promise(self, path: Path, content: bytes) -> None:
        self._add(Promised(self._name(path) or "", content))

    def _around(self, call: Callable[..., Any], note: Callable[..., None]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            with self._lock:  # the log's order is the order in which things happened
                result = call(*arguments, **named)
                note(result, *arguments)
                return result

        return watched

    def _name(self, path: Any) -> str | None:
        """None for what is not below our directory, or named by a descriptor."""
        try:
            return str(Path(os.fsdecode(path)).relative_to(self.root))
        except (TypeError, ValueError):
            return None

    def _add(self, operation: Operation) -> None:
        self.log.append(operation)

    def _open(self, descriptor: int, path: object, flags: int = 0, *_: object) -> None:
        if (name := self._name(path)) is not None:
            self._descriptors[descriptor] = name
            if flags & os.O_CREAT:
                self._add(Made(name))

    def _write(self, written: int, descriptor: int, chunks: Any) -> None:
        if descriptor in self._descriptors:
            self._add(Wrote(self._descriptors[descriptor], b"".join(chunks)[:written]))

    def _fsync(self, _: None, descriptor: int) -> None:
        if descriptor in self._descriptors:
            self._add(Synced(self._descriptors[descriptor]))

    def _close(self, _: None, descriptor: int) -> None:
        self._descriptors.pop(descriptor, None)

    def _rename(self, _: None, old: object, new: object, **__: object) -> None:
        before, after = self._name(old), self._name(new)
        if before is not None and after is not None:
            self._add(Renamed(before, after))
            self._descriptors = {d: after if path == before else path for d, path in self._descriptors.items()}

    def _mkdir(self, _: None, path: object, *__: object) -> None:
        if (name := self._name(path)) is not None:
            self._add(Made(name, is_directory=True))

    def _unlink(self, _: None, path: object, **__: object) -> None:
        if (name := self._name(path)) is not None:
            self._add(Removed(name))


@dataclass(eq=False)
class _Node:
    """A file or a directory, whatever names it has."""

    is_directory: bool
    content: bytes = b""
    durable: bytes = b""


Change = tuple[str, _Node | None]
"""An entry's new meaning in its directory."""


@dataclass
class _Disk:
    """Directories by path, with the entries that last and the changes that may be lost."""

    durable: dict[str, dict[str, _Node]] = field(default_factory=lambda: {".": {}})
    pending: dict[str, list[Change]] = field(default_factory=lambda: {".": []})
    now: dict[str, _Node] = field(default_factory=lambda: {".": _Node(is_directory=True)})

    def apply(self, operation: Operation) -> None:
        match operation:
            case Made(path, is_directory):
                self._enter(path, _Node(is_directory))
                if is_directory:
                    self.durable[path], self.pending[path] = {}, []
            case Wrote(path, content):
                self.now[path].content += content
            case Synced(path):
                self._sync(path)
            case Renamed(old, new):
                node = self.now[old]
                self._enter(new, node)
                self._enter(old, None)
            case Removed(path):
                self._enter(path, None)
            case Promised():
                pass

    def _enter(self, path: str, node: _Node | None) -> None:
        if node is None:
            self.now.pop(path, None)
        else:
            self.now[path] = node
        parent, name = _split(path)
        self.pending[parent].append((name, node))

    def _sync(self, path: str) -> None:
        node = self.now[path]
        if not node.is_directory:
            node.durable = node.content
            return
        for name, entry in self.pending[path]:
            _set(self.durable[path], name, entry)
        self.pending[path].clear()

    def states(self) -> Iterator[dict[str, bytes]]:
        """Each possible state, as the files that can be reached from the root."""
        directories = list(self.pending)
        for counts in itertools.product(*(range(len(self.pending[d]) + 1) for d in directories)):
            kept = dict(zip(directories, counts, strict=True))
            for share in (0.0, 0.5, 1.0):
                yield dict(self._reachable(".", kept, share))

    def _reachable(self, directory: str, kept: dict[str, int], share: float) -> Iterator[tuple[str, bytes]]:
        entries = dict(self.durable[directory])
        for name, node in self.pending[directory][: kept[directory]]:
            _set(entries, name, node)
        for name, node in entries.items():
            path = name if directory == "." else f"{directory}/{name}"
            if node.is_directory:
                yield from self._reachable(path, kept, share)
            else:
                unsynced = len(node.content) - len(node.durable)
                yield path, node.content[: len(node.durable) + round(unsynced * share)]


def _split(path: str) -> tuple[str, str]:
    parent, _, name = path.rpartition("/")
    return parent or ".", name


def _set(entries: dict[str, _Node], name: str, node: _Node | None) -> None:
    if node is None:
        entries.pop(name, None)
    else:
        entries[name] = node


def states_after(log: Sequence[Operation]) -> Iterator[dict[str, bytes]]:
    disk = _Disk()
    for operation in log:
        disk.apply(operation)
    yield from disk.states()


def broken_promises(log: Sequence[Operation], whole: dict[str, bytes]) -> Iterator[str]:
    """Power cut after each operation: what was promised must be there, and what is there under a final name, whole."""
    for cut in range(len(log) + 1):
        promised = {each.path: each.content for each in log[:cut] if isinstance(each, Promised)}
        for state in states_after(log[:cut]):
            for path, content in promised.items():
                if state.get(path) != content:
                    yield f"power cut after {cut} of {len(log)}: {path} was promised and is {_what(state, path)}"
            for path in whole.keys() & state.keys():
                if state[path] != whole[path]:
                    yield f"power cut after {cut} of {len(log)}: {path} is there in part"


def _what(state: dict[str, bytes], path: str) -> str:
    return "damaged" if path in state else "gone"
