"""Nobody else looks into the data: not into directories that we make, and none of others is changed."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakturo.wiring.data_dir import make_data_directory, make_log_directory


def mode_of(directory: Path) -> int:
    return stat.S_IMODE(directory.stat().st_mode)


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize(("user", "mode"), [(1000, 0o700), (0, 0o711)])
def test_a_new_data_directory_is_ours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, mode: int
) -> None:
    """Under root, PostgreSQL is another user, and must pass through; it can't see what lies there."""
    monkeypatch.setattr(os, "geteuid", lambda: user)
    make_data_directory(tmp_path / "a" / "data")
    assert mode_of(tmp_path / "a" / "data") == mode
    assert mode_of(make_log_directory(tmp_path / "a" / "data")) == 0o700


def test_one_that_an_older_version_left_open_is_closed_but_nobody_elses(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for directory in (ours, theirs):
        directory.mkdir(mode=0o755)
    (ours / "fakturo.lock").touch()
    (ours / "logs").mkdir(mode=0o755)
    for directory in (ours, theirs):
        make_data_directory(directory)
    assert mode_of(ours) & 0o066 == 0
    assert mode_of(make_log_directory(ours)) == 0o700
    assert mode_of(theirs) == 0o755
