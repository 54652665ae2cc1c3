"""What `fakturo doctor` says about disks."""

from pathlib import Path

import pytest

from fakturo.doctor import State, _directory
from fakturo.domain.disk import DiskLimits, Limit

NEVER, ALWAYS = Limit(0, 0), Limit(10**9, 100)


@pytest.mark.parametrize(
    ("limits", "state", "sentence"),
    [
        (DiskLimits(NEVER, NEVER), State.OK, "is writable"),
        (DiskLimits(ALWAYS, NEVER), State.HINT, "Make room before uploads have to pause."),
        (DiskLimits(ALWAYS, ALWAYS), State.PROBLEM, "Uploads and claims pause until there is more."),
    ],
)
def test_a_disk_with_too_little_room_is_told(limits: DiskLimits, state: State, sentence: str, tmp_path: Path) -> None:
    found = _directory("uploads", tmp_path, limits)
    assert found.state is state
    assert sentence in found.text
    assert "GB free" in found.text
