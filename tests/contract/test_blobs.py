"""What every store of files must hold: a file is there whole or not at all, and what was given up leaves nothing.

Not part of it: commits to one path at the same moment. Every path of ours has one writer, and the S3 server of these
tests loses the object when uploads of one key are completed together (9 times in 150). For disk it is proven apart.
"""

import asyncio
import contextlib
import hashlib
import random

import pytest

from fakturo.blobs.base import CHUNK_BYTES, BlobMissing, Blobs, Written, put, read_checked
from tests.contract.conftest import Storage

NAME = "uploads/ab/cd/0f2c.pdf"
OTHER_NAME = "results/ab/cd/0f2c.1-77.xml"
SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * 1024 * 1024 + 17]


@pytest.fixture
def path(blobs: Blobs) -> str:
    return blobs.place(NAME)


async def content_of(blobs: Blobs, path: str) -> bytes:
    return b"".join([chunk async for chunk in await blobs.read(path)])


def noise(size: int, seed: int = 0) -> bytes:
    return random.Random(seed).randbytes(size)


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("piece", [1 << 30, 100_000])
async def test_a_file_comes_back_as_it_was_written(storage: Storage, path: str, size: int, piece: int) -> None:
    content = noise(size)
    async with storage.blobs.draft(path) as draft:
        for start in range(0, size, piece):
            await draft.write(content[start : start + piece])
        written = await draft.seal()
        await draft.commit()
    assert written == Written(size, hashlib.sha256(content).hexdigest())
    assert await storage.blobs.size(path) == size
    assert await content_of(storage.blobs, path) == content
    await storage.holds(NAME)


async def test_nobody_sees_a_draft_before_its_commit(blobs: Blobs, path: str) -> None:
    async with blobs.draft(path) as draft:
        await draft.write(noise(CHUNK_BYTES * 2))
        await draft.seal()
        assert await blobs.size(path) is None
        with pytest.raises(BlobMissing):
            await blobs.read(path)
        await draft.commit()
        assert await blobs.size(path) == CHUNK_BYTES * 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sealed", [False, True])
async def test_a_draft_without_commit_leaves_nothing(storage: Storage, path: str, size: int, sealed: bool) -> None:
    async with storage.blobs.draft(path) as draft:
        await draft.write(noise(size))
        if sealed:
            await draft.seal()
    await storage.holds()


async def test_an_exception_in_mid_write_leaves_nothing(storage: Storage, path: str) -> None:
    with contextlib.suppress(KeyError):
        async with storage.blobs.draft(path) as draft:
            await draft.write(noise(CHUNK_BYTES))
            raise KeyError
    await storage.holds()


async def test_an_exception_after_the_commit_leaves_the_file(storage: Storage, path: str) -> None:
    with contextlib.suppress(KeyError):
        async with storage.blobs.draft(path) as draft:
            await draft.write(b"whole")
            await draft.seal()
            await draft.commit()
            raise KeyError
    await storage.holds(NAME)
    assert await content_of(storage.blobs, path) == b"whole"


async def test_nothing_is_written_after_the_seal(storage: Storage, path: str) -> None:
    async with storage.blobs.draft(path) as draft:
        await draft.write(noise(CHUNK_BYTES))
        await draft.seal()
        with pytest.raises(AssertionError):
            await draft.write(noise(CHUNK_BYTES))
    await storage.holds()


@pytest.mark.parametrize("sealed", [False, True])
async def test_a_commit_seals_and_says_what_was_written(storage: Storage, path: str, sealed: bool) -> None:
    content = noise(CHUNK_BYTES + 1)
    async with storage.blobs.draft(path) as draft:
        await draft.write(content)
        before = await draft.seal() if sealed else None
        written = await draft.commit()
        with pytest.raises(AssertionError):
            await draft.write(b"more")
    assert written == Written(len(content), hashlib.sha256(content).hexdigest())
    assert before in {None, written}
    assert await content_of(storage.blobs, path) == content


# ---------------------------------------------------------------- giving up


async def write_for_ever(blobs: Blobs, path: str) -> None:
    async with blobs.draft(path) as draft:
        while True:
            await draft.write(bytes(CHUNK_BYTES // 2))


async def write_whole(blobs: Blobs, path: str) -> None:
    await put(blobs, path, bytes(CHUNK_BYTES * 2))


async def cancel_after(seconds: float, task: asyncio.Task[None], *, times: int) -> None:
    await asyncio.sleep(seconds)
    for _ in range(times):
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.wait({task})
    assert task.cancelled()


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_a_writer_cancelled_at_any_moment_leaves_nothing(storage: Storage, path: str, times: int) -> None:
    chance = random.Random(times)
    for _ in range(60):
        writer = asyncio.create_task(write_for_ever(storage.blobs, path))
        await cancel_after(chance.uniform(0, 0.004), writer, times=times)
    await storage.holds()


async def test_writers_cancelled_all_at_once_leave_nothing(storage: Storage, path: str) -> None:
    """More of them than there are threads: some clean up long after they were cancelled, a second time, too."""
    writers = [asyncio.create_task(write_for_ever(storage.blobs, path)) for _ in range(60)]
    await asyncio.sleep(0.05)
    for _ in range(3):
        for writer in writers:
            writer.cancel()
        await asyncio.sleep(0.001)
    await asyncio.wait(writers)
    await storage.holds()


async def test_a_commit_cancelled_at_any_moment_leaves_the_whole_file_or_none(storage: Storage, path: str) -> None:
    chance = random.Random(1)
    for _ in range(60):
        writer = asyncio.create_task(write_whole(storage.blobs, path))
        await asyncio.sleep(chance.uniform(0, 0.008))
        writer.cancel()
        await asyncio.wait({writer})
        await storage.holds_one_of([], [NAME])
        assert await storage.blobs.size(path) in (None, CHUNK_BYTES * 2)
        await storage.blobs.delete(path)


# ---------------------------------------------------------------- reading


async def test_a_file_is_read_in_pieces(blobs: Blobs, path: str) -> None:
    await put(blobs, path, noise(CHUNK_BYTES * 3))
    sizes = [len(chunk) async for chunk in await blobs.read(path)]
    assert sum(sizes) == CHUNK_BYTES * 3
    assert all(0 < size <= CHUNK_BYTES for size in sizes)


async def test_what_is_not_there_is_missing_before_the_first_byte(blobs: Blobs, path: str) -> None:
    with pytest.raises(BlobMissing):
        await blobs.read(path)
    assert await blobs.size(path) is None


async def test_a_reader_left_early_or_never_begun_leaves_no_file_open(storage: Storage, path: str) -> None:
    await put(storage.blobs, path, noise(CHUNK_BYTES * 2))
    for _ in range(20):
        await storage.blobs.read(path)
        await anext(await storage.blobs.read(path))
    await storage.holds(NAME)


async def read_for(seconds: float, blobs: Blobs, path: str) -> None:
    reader = asyncio.create_task(content_of(blobs, path))
    await asyncio.sleep(seconds)
    reader.cancel()
    await asyncio.wait({reader})


async def test_a_reader_cancelled_at_any_moment_leaves_no_file_open(storage: Storage, path: str) -> None:
    await put(storage.blobs, path, noise(CHUNK_BYTES * 20))
    chance = random.Random(2)
    for _ in range(60):
        await read_for(chance.uniform(0, 0.004), storage.blobs, path)
    await storage.holds(NAME)


# ---------------------------------------------------------------- deleting and overwriting


async def test_deleting_is_done_once_and_asked_for_as_often_as_you_like(storage: Storage, path: str) -> None:
    await put(storage.blobs, path, b"x")
    await put(storage.blobs, storage.blobs.place(OTHER_NAME), b"y")
    for _ in range(3):
        await storage.blobs.delete(path)
    await storage.holds(OTHER_NAME)


async def test_a_reader_under_way_finishes_with_what_it_began(blobs: Blobs, path: str) -> None:
    old, new = noise(CHUNK_BYTES * 4, seed=1), noise(CHUNK_BYTES * 4, seed=2)
    await put(blobs, path, old)
    before_overwriting = await blobs.read(path)
    await put(blobs, path, new)
    before_deleting = await blobs.read(path)
    await blobs.delete(path)
    assert b"".join([chunk async for chunk in before_overwriting]) == old
    assert b"".join([chunk async for chunk in before_deleting]) == new


async def test_the_last_commit_to_a_path_wins_whole(storage: Storage, path: str) -> None:
    contents = {seed: noise(CHUNK_BYTES + seed, seed) for seed in range(8)}
    order: list[int] = []

    async def write(seed: int) -> None:
        async with storage.blobs.draft(path) as draft:
            for start in range(0, len(contents[seed]), 50_000):
                await draft.write(contents[seed][start : start + 50_000])
                await asyncio.sleep(0)
            await draft.seal()
            async with one_at_a_time:
                await draft.commit()
                order.append(seed)

    one_at_a_time = asyncio.Lock()
    await asyncio.gather(*map(write, contents))
    assert await content_of(storage.blobs, path) == contents[order[-1]]
    await storage.holds(NAME)


# ---------------------------------------------------------------- listing


async def test_files_are_listed_by_the_beginning_of_their_names(blobs: Blobs) -> None:
    names = [f"results/ab/cd/0f2c.{end}" for end in ("1-77.xml", "1-77.xml.json", "2-88.xml")]
    for name in (*names, "results/ab/cd/0f2d.1-77.xml", "results/ab/ce/0f2c.1-77.xml", "uploads/ab/cd/0f2c.pdf"):
        await put(blobs, blobs.place(name), b"x")
    assert await blobs.list("results/ab/cd/0f2c.") == [blobs.place(name) for name in names]
    assert await blobs.list("results/ab/cd/0f2c.2") == [blobs.place(names[2])]
    assert await blobs.list("results/00/00/0f2c.") == []


async def test_a_draft_is_in_no_list(blobs: Blobs, path: str) -> None:
    async with blobs.draft(path) as draft:
        await draft.write(noise(CHUNK_BYTES * 2))
        await draft.seal()
        assert await blobs.list(NAME) == []
        await draft.commit()
    assert await blobs.list(NAME) == [path]


async def test_old_files_are_those_of_a_certain_age(blobs: Blobs, path: str) -> None:
    await put(blobs, path, b"x")
    assert [each async for each in blobs.old_files(older_than_seconds=3600)] == []
    assert [each async for each in blobs.old_files(older_than_seconds=-3600)] == [path]


async def test_what_is_archived_is_never_among_the_old_files(blobs: Blobs) -> None:
    await put(blobs, blobs.place("archive/00/00/events-1.jsonl.gz"), b"x")
    assert await blobs.list("archive/00/00/events-") == [blobs.place("archive/00/00/events-1.jsonl.gz")]
    assert [each async for each in blobs.old_files(older_than_seconds=-3600)] == []


# ---------------------------------------------------------------- what was stored is what was sent


async def read_checked_into(got: bytearray, blobs: Blobs, path: str, written: Written) -> None:
    async for chunk in await read_checked(blobs, path, size=written.size, sha256=written.sha256):
        got += chunk


@pytest.mark.parametrize("size", SIZES)
async def test_a_checked_reader_gets_what_was_written(blobs: Blobs, path: str, size: int) -> None:
    written = await put(blobs, path, noise(size))
    got = bytearray()
    await read_checked_into(got, blobs, path, written)
    assert got == noise(size)


@pytest.mark.parametrize("size", SIZES[1:])
async def test_a_checked_reader_does_not_come_to_the_end_of_anything_else(blobs: Blobs, path: str, size: int) -> None:
    written = await put(blobs, path, noise(size))
    for other in (noise(size, seed=1), noise(size)[:-1], noise(size) + b"x"):
        await put(blobs, path, other)
        got = bytearray()
        with pytest.raises(OSError, match="not what was once written"):
            await read_checked_into(got, blobs, path, written)
        held_back = not other or len(got) < len(other)
        assert held_back, "its last bytes are held back: whoever counts them must not take it for whole"


# ---------------------------------------------------------------- paths

BAD_NAMES = [
    "",
    "uploads",
    "uploads/ab/cd/",
    "/etc/passwd",
    "../uploads/ab/cd/x",
    "uploads/../../etc/passwd",
    "uploads/ab/cd/../../../x",
    "uploads/ab/cd/..",
    "uploads/ab/cd/.hidden",
    "uploads/ab/cd/deeper/x",
    "uploads//ab/cd/x",
    "uploads/AB/cd/x",
    "uploads/unfinished/x",
    "uploads/ab/cd/a\\b",
    "uploads/ab/cd/x\n",
    "uploads/ab/cd/x\x00",
    "uploads/ab/cd/a b",
    "elsewhere/ab/cd/x",
]


@pytest.mark.parametrize("name", BAD_NAMES)
async def test_a_path_that_is_none_of_ours_is_refused(storage: Storage, name: str) -> None:
    path = storage.blobs.place(name)
    for act in (storage.blobs.read, storage.blobs.size, storage.blobs.delete):
        with pytest.raises(ValueError, match="not a path of this store"):
            await act(path)
    with pytest.raises(ValueError, match="not a path of this store"):
        await put(storage.blobs, path, b"x")
    with pytest.raises(ValueError, match="not a path of this store"):
        await storage.blobs.list(name)
    await storage.holds()


async def test_a_path_names_its_store(blobs: Blobs, path: str) -> None:
    assert blobs.owns(path)
    assert not blobs.owns(f"s3://elsewhere/{NAME}")
