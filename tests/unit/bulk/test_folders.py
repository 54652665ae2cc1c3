"""Results in a folder: whole or not at all, and on the disk before anything says so."""

import os
import resource
import signal
from pathlib import Path

import pytest

from fakturo.bulk.places import Folder


def test_a_result_that_does_not_fit_leaves_nothing_behind(tmp_path: Path) -> None:
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            Folder(tmp_path).write("a.xml", bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


def test_results_are_on_the_disk_before_the_manifest_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, on_disk = Folder(tmp_path), list[str]()
    monkeypatch.setattr(os, "sync", lambda: on_disk.extend(file.name for file in tmp_path.iterdir()))
    folder.write("a.xml", b"<a/>")
    folder.note("manifest.jsonl", b"a\n")
    assert on_disk == ["a.xml"]
    assert folder.noted("manifest.jsonl") == b"a\n"
