"""Stores files under the eyes of the power-cut recorder."""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

from fakturo.blobs import disk
from fakturo.blobs.base import put
from fakturo.blobs.disk import DiskBlobs
from tests.faults import mutants
from tests.faults.checker import Verdict
from tests.faults.powercut import Operation, Recorder, Synced, broken_promises
from tests.faults.timelines import Violation

FIRST, SECOND = "results/ab/cd/first.xml", "results/ab/cd/second.xml"
CONTENT = {FIRST: b"<first/>" * 50, SECOND: b"<second/>" * 70}
Story = Callable[[DiskBlobs, Recorder], Awaitable[None]]


async def one_after_the_other(blobs: DiskBlobs, recorder: Recorder) -> None:
    for path, content in CONTENT.items():
        await put(blobs, path, content)
        recorder.promise(recorder.root / path, content)


def recorded(story: Story, root: Path, *, started_long_ago: bool = True) -> list[Operation]:
    """Long after the first start the store's own directories have come to last by themselves."""
    recorder = Recorder(root)
    blobs = DiskBlobs({"results": root / "results"})

    async def play() -> None:
        await story(blobs, recorder)

    with recorder.watching():
        blobs.make_directories()
        recorder.log += [Synced("."), Synced("results")] if started_long_ago else []
        asyncio.run(play())
    return recorder.log


def judge_power_cuts(*names: str) -> Verdict:
    """The verdict on power cuts at every moment of storing two files, with these mutants applied."""
    with tempfile.TemporaryDirectory() as directory, mock.patch.object(disk, "os", os):
        for name in names:
            mutants.apply(name, results=Path(directory))
        log = recorded(one_after_the_other, Path(directory))
    lost = {line.partition(": ")[2].split()[0]: line for line in broken_promises(log, CONTENT)}
    return Verdict(tuple(Violation("result-missing", path, line) for path, line in lost.items()), len(CONTENT), 0)
