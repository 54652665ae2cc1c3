"""What a crash or a full disk at any moment leaves: the whole file or none. Beyond the contract of all stores."""

import asyncio
import errno
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fakturo.blobs import disk
from fakturo.blobs.base import CHUNK_BYTES, put
from fakturo.blobs.disk import GATHERED_BYTES, SMALL_BYTES, UNFINISHED, DiskBlobs, _commit_together, _DiskDraft

PATH = "results/ab/cd/x.xml"
CONTENT = bytes(range(256)) * 5000


@pytest.fixture
def area(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture
def blobs(area: Path) -> DiskBlobs:
    blobs = DiskBlobs({"results": area})
    blobs.make_directories()
    return blobs


def name_of(descriptor: int, area: Path) -> str:
    where = Path(f"/proc/self/fd/{descriptor}").readlink().relative_to(area)
    return UNFINISHED if where.parent.name == UNFINISHED else str(where)


@pytest.fixture
def steps(area: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was made durable and what was renamed, in order."""
    seen: list[str] = []
    fsync, rename = os.fsync, Path.rename

    def recording_fsync(descriptor: int) -> None:
        seen.append(f"sync {name_of(descriptor, area)}")
        fsync(descriptor)

    def recording_rename(source: Path, target: Path) -> Path:
        seen.append(f"rename to {target.relative_to(area)}")
        return rename(source, target)

    monkeypatch.setattr(os, "fsync", recording_fsync)
    monkeypatch.setattr(Path, "rename", recording_rename)
    return seen


async def test_content_is_durable_before_its_name_and_the_name_before_we_say_so(
    blobs: DiskBlobs, steps: list[str]
) -> None:
    await put(blobs, PATH, CONTENT)
    assert steps == [f"sync {UNFINISHED}", "sync .", "sync ab", "rename to ab/cd/x.xml", "sync ab/cd"]


async def test_directories_that_exist_are_not_synced_again(blobs: DiskBlobs, steps: list[str]) -> None:
    await put(blobs, PATH, CONTENT)
    steps.clear()
    await put(blobs, PATH.replace("x.xml", "y.xml"), CONTENT)
    assert steps == [f"sync {UNFINISHED}", "rename to ab/cd/y.xml", "sync ab/cd"]


# ---------------------------------------------------------------- failures


def failing_at(call: int, original: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is, except that its nth call finds the disk full."""
    calls = 0

    def function(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original(*args, **kwargs)

    return function


def everything_in(area: Path) -> list[Path]:
    return [path for path in area.rglob("*") if path.is_file()]


def open_in(area: Path) -> int:
    descriptors = Path("/proc/self/fd").iterdir()
    return sum(descriptor.resolve().is_relative_to(area.resolve()) for descriptor in descriptors)


async def put_in_two_writes(blobs: DiskBlobs) -> None:
    async with blobs.draft(PATH) as draft:
        await draft.write(CONTENT[:GATHERED_BYTES])
        await draft.write(CONTENT[GATHERED_BYTES:])
        await draft.commit()


@pytest.mark.parametrize(
    ("owner", "function", "call"),
    [
        pytest.param(os, "writev", 1, id="first write"),
        pytest.param(os, "writev", 2, id="later write"),
        pytest.param(os, "fsync", 1, id="sync of the file"),
        pytest.param(Path, "mkdir", 1, id="outer directory"),
        pytest.param(os, "fsync", 2, id="sync of the outer directory"),
        pytest.param(Path, "mkdir", 2, id="inner directory"),
        pytest.param(Path, "rename", 1, id="rename"),
        pytest.param(os, "fsync", 4, id="sync of the name"),
    ],
)
async def test_a_disk_that_fails_at_any_step_fails_the_write_and_leaves_nothing(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, function: str, call: int
) -> None:
    monkeypatch.setattr(owner, function, failing_at(call, getattr(owner, function)))
    with pytest.raises(OSError, match="No space left") as failure:
        await put_in_two_writes(blobs)
    assert failure.value.errno == errno.ENOSPC
    assert everything_in(area) == []
    assert open_in(area) == 0


async def test_what_a_full_disk_did_not_take_can_still_be_told_by_its_hash_and_is_never_committed(
    blobs: DiskBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "writev", no_room)
    content = CONTENT[: GATHERED_BYTES + 2 * SMALL_BYTES]
    async with blobs.draft(PATH) as draft:
        await draft.write(content[:GATHERED_BYTES])
        await draft.write(content[GATHERED_BYTES:])
        with pytest.raises(OSError, match="No space left"):
            await draft.commit()
        assert (await draft.seal()).sha256 == hashlib.sha256(content).hexdigest()
        with pytest.raises(AssertionError, match="after a write that failed"):
            await draft.commit()


async def test_a_disk_that_takes_less_than_it_was_given_gets_the_rest(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "writev", lambda descriptor, chunks: os.write(descriptor, b"".join(chunks)[:100_000]))
    async with blobs.draft(PATH) as draft:
        for start in range(0, len(CONTENT), 30_000):
            await draft.write(CONTENT[start : start + 30_000])
        await draft.commit()
    assert (area / "ab/cd/x.xml").read_bytes() == CONTENT


async def test_racing_commits_to_a_path_leave_one_of_them_whole(blobs: DiskBlobs, area: Path) -> None:
    contents = [bytes([number]) * CHUNK_BYTES * 2 for number in range(8)]
    await asyncio.gather(*(put(blobs, PATH, content) for content in contents))
    assert everything_in(area) == [area / "ab/cd/x.xml"]
    assert (area / "ab/cd/x.xml").read_bytes() in contents


async def test_nobody_else_on_the_machine_may_read_the_files(blobs: DiskBlobs, area: Path) -> None:
    await put(blobs, PATH, CONTENT)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (area / UNFINISHED, area / "ab", area / "ab/cd")}
    assert modes == {0o700}
    assert stat.S_IMODE((area / "ab/cd/x.xml").stat().st_mode) == 0o600


async def test_a_thread_that_wakes_after_its_draft_was_given_up_does_nothing(blobs: DiskBlobs, area: Path) -> None:
    async with blobs.draft(PATH) as draft:
        await draft.write(b"x")
    assert isinstance(draft, _DiskDraft)
    draft._append([b"x"])
    _commit_together([draft])
    assert everything_in(area) == []


async def test_a_committed_file_is_closed_and_all_that_was_written(blobs: DiskBlobs, area: Path) -> None:
    """Whatever was still in memory goes to the disk with the commit, which needs no seal before it."""
    async with blobs.draft(PATH) as draft:
        for start in range(0, len(CONTENT), 100_000):
            await draft.write(CONTENT[start : start + 100_000])
        written = await draft.commit()
        assert open_in(area) == 0
    assert (written.size, written.sha256) == (len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
    assert (area / "ab/cd/x.xml").read_bytes() == CONTENT


async def test_a_write_that_fails_behind_our_back_fails_the_next_step(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "writev", failing_at(1, os.writev))
    async with blobs.draft(PATH) as draft:
        await draft.write(CONTENT[:GATHERED_BYTES])  # handed over, and not waited for
        with pytest.raises(OSError, match="No space left"):
            await draft.commit()
    assert everything_in(area) == []


@pytest.mark.parametrize(("size", "visits"), [(0, 1), (10, 1), (CHUNK_BYTES, 1), (2 * CHUNK_BYTES + 1, 3)])
async def test_a_read_visits_a_thread_once_for_each_chunk(
    blobs: DiskBlobs, monkeypatch: pytest.MonkeyPatch, size: int, visits: int
) -> None:
    await put(blobs, PATH, content := os.urandom(size))
    seen, to_thread = [], asyncio.to_thread

    async def counting(*work: Any) -> Any:
        seen.append(work)
        return await to_thread(*work)

    monkeypatch.setattr(asyncio, "to_thread", counting)
    assert b"".join([chunk async for chunk in await blobs.read(PATH)]) == content
    assert len(seen) == visits


async def test_many_small_chunks_are_held_as_few(blobs: DiskBlobs, area: Path) -> None:
    """A client may send two bytes at a time; kept one by one, they would take twenty times their size."""
    async with blobs.draft(PATH) as draft:
        assert isinstance(draft, _DiskDraft)
        for start in range(0, 20_000, 2):
            await draft.write(CONTENT[start : start + 2])
        assert len(draft._pending) == 1
        await draft.commit()
    assert (area / "ab/cd/x.xml").read_bytes() == CONTENT[:20_000]


async def test_what_was_not_written_whole_is_never_committed(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with blobs.draft(PATH) as draft:
        await draft.write(CONTENT[: 2 * SMALL_BYTES])
        monkeypatch.setattr(os, "writev", failing_at(1, os.writev))
        with pytest.raises(OSError, match="No space left"):
            await draft.seal()
        with pytest.raises(AssertionError):
            await draft.commit()
    assert everything_in(area) == []


BESIDE = f"{PATH}.json"


def noting(owner: Any, function: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What it is called with from now on."""
    calls, called = list[tuple[Any, ...]](), getattr(owner, function)

    def noted(*arguments: Any) -> Any:
        calls.append(arguments)
        return called(*arguments)

    monkeypatch.setattr(owner, function, noted)
    return calls


async def put_two_together(blobs: DiskBlobs) -> None:
    async with blobs.draft(PATH) as first, blobs.draft(BESIDE) as second:
        await first.write(CONTENT)
        await second.write(CONTENT[:10])
        await first.commit(second)


async def test_files_that_are_committed_together_share_a_visit_to_a_thread(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their names come in order, and their directory is synced once."""
    await put(blobs, PATH, b"so that the directory is there")
    visits = noting(disk, "_in_thread", monkeypatch)
    synced, renamed = noting(os, "fsync", monkeypatch), noting(Path, "rename", monkeypatch)
    async with blobs.draft(PATH) as first, blobs.draft(BESIDE) as second:
        await first.write(b"first")
        await second.write(b"second")
        await first.commit(second)
    assert [target.name for _, target in renamed] == ["x.xml", "x.xml.json"]
    assert (len(synced), len(visits)) == (3, 1)
    assert (area / "ab/cd/x.xml").read_bytes() == b"first"
    assert (area / "ab/cd/x.xml.json").read_bytes() == b"second"


@pytest.mark.parametrize(
    ("owner", "function", "call"),
    [
        pytest.param(os, "fsync", 2, id="sync of the second file"),
        pytest.param(Path, "rename", 2, id="name of the second file"),
        pytest.param(os, "fsync", 5, id="sync of the names"),
    ],
)
async def test_files_that_are_committed_together_are_all_there_or_none(
    blobs: DiskBlobs, area: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, function: str, call: int
) -> None:
    monkeypatch.setattr(owner, function, failing_at(call, getattr(owner, function)))
    with pytest.raises(OSError, match="No space left"):
        await put_two_together(blobs)
    assert everything_in(area) == []
    assert open_in(area) == 0
