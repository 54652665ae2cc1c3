"""Stored means stored: the power may go after any single operation on the disk."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from fakturo.blobs import disk
from fakturo.blobs.base import put
from fakturo.blobs.disk import SMALL_BYTES, DiskBlobs
from tests.faults.powercut import Made, Operation, Promised, Recorder, Renamed, Synced, Wrote, broken_promises
from tests.faults.storing import CONTENT, FIRST, SECOND, Story, judge_power_cuts, one_after_the_other, recorded


async def left_unfinished(blobs: DiskBlobs, recorder: Recorder) -> None:
    async with blobs.draft(FIRST) as draft:
        await draft.write(bytes(2 * SMALL_BYTES))  # of less, nothing is written before its commit
        await draft.seal()


async def both_together(blobs: DiskBlobs, recorder: Recorder) -> None:
    async with blobs.draft(FIRST) as first, blobs.draft(SECOND) as second:
        await first.write(CONTENT[FIRST])
        await second.write(CONTENT[SECOND])
        await first.commit(second)
    for path in (FIRST, SECOND):
        recorder.promise(recorder.root / path, CONTENT[path])


STORIES = (one_after_the_other, both_together, left_unfinished)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_what_is_stored_outlives_a_power_cut_at_any_moment(story: Story, tmp_path: Path) -> None:
    log = recorded(story, tmp_path)
    assert [each for each in log if isinstance(each, Wrote)]
    assert list(broken_promises(log, CONTENT)) == []


def test_the_first_files_outlive_a_power_cut_right_after_the_first_start(tmp_path: Path) -> None:
    log = recorded(one_after_the_other, tmp_path, started_long_ago=False)
    assert list(broken_promises(log, CONTENT)) == []


async def one_inside_the_other(blobs: DiskBlobs, recorder: Recorder) -> None:
    """While the first has made the directory but not yet synced its entry, a second finds it there and overtakes."""
    sync_directory = disk._sync_directory
    overtaken: list[str] = []

    def overtake(directory: Path) -> None:
        if directory.name == "results" and not overtaken:
            overtaken.append(SECOND)
            asyncio.run(put(blobs, SECOND, CONTENT[SECOND]))  # in the writer's thread, which has no loop
            recorder.promise(recorder.root / SECOND, CONTENT[SECOND])
        sync_directory(directory)

    with mock.patch.object(disk, "_sync_directory", overtake):
        await put(blobs, FIRST, CONTENT[FIRST])
    assert overtaken


def test_a_directory_that_another_has_just_made_is_not_relied_on_before_it_lasts(tmp_path: Path) -> None:
    assert list(broken_promises(recorded(one_inside_the_other, tmp_path), CONTENT)) == []


def without_file_sync(descriptor: int, sync: Callable[[int], None]) -> None:
    if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
        sync(descriptor)


def without_directory_sync(descriptor: int, sync: Callable[[int], None]) -> None:
    if not os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
        sync(descriptor)


def without_any_sync(descriptor: int, sync: Callable[[int], None]) -> None:
    pass


@pytest.mark.parametrize("mutant", [without_file_sync, without_directory_sync, without_any_sync])
def test_a_missing_sync_is_found(
    mutant: Callable[[int, Callable[[int], None]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = recorded_with(mutant, tmp_path, monkeypatch)
    assert list(broken_promises(log, CONTENT))


def recorded_with(
    mutant: Callable[[int, Callable[[int], None]], None], root: Path, monkeypatch: pytest.MonkeyPatch
) -> list[Operation]:
    class MutatedOs:
        """The os module as the store sees it, with one call changed."""

        def __getattr__(self, name: str) -> object:
            return (lambda descriptor: mutant(descriptor, os.fsync)) if name == "fsync" else getattr(os, name)

    monkeypatch.setattr(disk, "os", MutatedOs())
    return recorded(one_after_the_other, root)


def test_a_rename_before_the_sync_is_found() -> None:
    """The classic: the name is durable, the bytes are not."""
    log: list[Operation] = [
        Made("d", is_directory=True),
        Synced("."),
        Made("d/tmp"),
        Wrote("d/tmp", b"whole"),
        Renamed("d/tmp", "d/file"),
        Synced("d"),
        Synced("d/file"),
        Promised("d/file", b"whole"),
    ]
    assert any("in part" in line for line in broken_promises(log, {"d/file": b"whole"}))


def test_a_directory_that_its_parent_may_forget_is_found() -> None:
    log: list[Operation] = [
        Made("d", is_directory=True),
        Made("d/file"),
        Wrote("d/file", b"whole"),
        Synced("d/file"),
        Synced("d"),
        Promised("d/file", b"whole"),
    ]
    assert any("gone" in line for line in broken_promises(log, {}))
    assert not list(broken_promises([*log[:-1], Synced("."), log[-1]], {}))


def test_the_mutant_without_fsync_is_caught_and_leaves_nothing_behind() -> None:
    assert not judge_power_cuts("no-fsync").ok
    assert judge_power_cuts().ok
