"""What an object store must hold beyond the contract of all stores: parts, links, memory, and a network that fails."""

import asyncio
import errno
import hashlib
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakturo.blobs.base import BlobMissing, Blobs, put
from tests.contract.conftest import Storage, disk_storage, s3_storage
from tests.support.s3 import S3Server
from tests.support.s3_faults import FOR_EVER, FaultProxy, Kind, of
from tests.support.stack import until

NAME = "uploads/ab/cd/0f2c.pdf"
MIB = 1024 * 1024
PART = 64 * 1024
SMALL = b"%PDF-1.7 small"
DISPOSITION = "attachment; filename=\"a b.xml\"; filename*=UTF-8''M%C3%A4rz.xml"
LARGE = bytes(range(256)) * (4 * PART // 256)
SILENCE_SECONDS = 0.7
"""After so long without an answer, the client in these tests asks again."""


async def content_of(blobs: Blobs, path: str) -> bytes:
    return b"".join([chunk async for chunk in await blobs.read(path)])


# ---------------------------------------------------------------- as it is in earnest


async def test_a_file_of_several_real_parts_comes_back_as_it_was_written(s3_server: S3Server) -> None:
    storage = s3_storage(s3_server)
    path = storage.blobs.place(NAME)
    content = hashlib.sha256(b"x").digest() * (11 * MIB // 32) + b"rest"
    written = await put(storage.blobs, path, content)
    assert written.sha256 == hashlib.sha256(content).hexdigest()
    assert await content_of(storage.blobs, path) == content
    await storage.holds(NAME)


async def test_a_writer_cancelled_in_the_middle_of_real_parts_leaves_nothing(s3_server: S3Server) -> None:
    storage = s3_storage(s3_server)

    async def write() -> None:
        async with storage.blobs.draft(storage.blobs.place(NAME)) as draft:
            for _ in range(50):
                await draft.write(bytes(MIB // 4))
            arrived.set()
            await asyncio.sleep(FOR_EVER)

    arrived = asyncio.Event()
    writer = asyncio.create_task(write())
    await arrived.wait()
    assert await storage.blobs.size(storage.blobs.place(NAME)) is None
    writer.cancel()
    await asyncio.wait({writer})
    await storage.holds()


MEMORY = """
import asyncio, os, re, sys
from pathlib import Path
from fakturo.blobs.base import CHUNK_BYTES, put
from fakturo.blobs.objects import ObjectBlobs

url, part_bytes, endpoint, key, secret, region = sys.argv[1:]
options = dict(endpoint=endpoint, access_key_id=key, secret_access_key=secret, region=region)
blobs = ObjectBlobs(url, options, part_bytes=int(part_bytes))

def most_kib():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

async def main():
    await put(blobs, blobs.place("uploads/ab/cd/first.pdf"), b"x")
    path, before = blobs.place("uploads/ab/cd/large.pdf"), most_kib()
    async with blobs.draft(path) as draft:
        for _ in range(50 * 4):
            await draft.write(bytes(CHUNK_BYTES))
        await draft.seal()
        await draft.commit()
    written = most_kib()
    assert sum([len(chunk) async for chunk in await blobs.read(path)]) == 50 * 4 * CHUNK_BYTES
    print(before, written, most_kib(), flush=True)

asyncio.run(main())
os._exit(0)  # as the command ends (__main__.py), and for its reason
"""


def peaks_mib(server: S3Server, part_bytes: int) -> tuple[float, float]:
    """How far writing, and then reading, lift the peak of a process of its own.

    VmHWM begins anew with a program; ru_maxrss does not, and would show the peak of whoever started it.
    """
    arguments = [f"s3://fakturo/tests/{uuid.uuid4().hex}", str(part_bytes), *server.options().values()]
    done = subprocess.run([sys.executable, "-c", MEMORY, *arguments], capture_output=True, text=True, check=True)
    before, written, read = (int(number) / 1024 for number in done.stdout.split())
    return written - before, read - before


def test_fifty_megabytes_pass_through_little_memory(s3_server: S3Server) -> None:
    written, read = peaks_mib(s3_server, 5 * MIB)
    assert written < 45
    assert read < 50


def test_the_measure_of_memory_sees_a_file_that_is_held_whole(s3_server: S3Server) -> None:
    assert peaks_mib(s3_server, 60 * MIB)[0] > 50


async def test_a_link_opens_one_file_and_no_other(s3_server: S3Server) -> None:
    blobs = s3_storage(s3_server).blobs
    path = blobs.place(NAME)
    await put(blobs, path, SMALL)
    link = await blobs.link(path, timedelta(seconds=60), disposition=DISPOSITION)
    assert link is not None
    async with httpx.AsyncClient() as anybody:
        fetched = await anybody.get(link)
        assert (fetched.status_code, fetched.content) == (200, SMALL)
        assert fetched.headers["Content-Disposition"] == DISPOSITION
        assert fetched.headers["Content-Type"] == "application/pdf"
        assert (await anybody.get(link.partition("?")[0])).is_client_error
        assert (await anybody.get(link.replace("0f2c", "0f2d"))).is_client_error
        assert (await anybody.get(link.replace("M%25C3", "N%25C3"))).is_client_error
        assert (await anybody.put(link, content=b"x")).is_client_error


async def test_a_link_ends(s3_server: S3Server) -> None:
    blobs = s3_storage(s3_server).blobs
    path = blobs.place(NAME)
    await put(blobs, path, SMALL)
    link = await blobs.link(path, timedelta(seconds=1), disposition=DISPOSITION)
    assert link is not None
    await asyncio.sleep(1.5)
    async with httpx.AsyncClient() as anybody:
        assert (await anybody.get(link)).is_client_error


async def test_a_disk_has_no_links(tmp_path: Path) -> None:
    assert await disk_storage(tmp_path).blobs.link(NAME, timedelta(seconds=60), disposition=DISPOSITION) is None


async def test_without_a_secret_of_ours_there_is_no_link(s3_server: S3Server) -> None:
    """The store's own tools may have found keys elsewhere; those they do not show us."""
    from fakturo.blobs.objects import ObjectBlobs

    options = {name: value for name, value in s3_server.options().items() if "key" not in name}
    blobs = ObjectBlobs("s3://fakturo/x", options)
    assert await blobs.link(blobs.place(NAME), timedelta(seconds=60), disposition=DISPOSITION) is None
    assert await blobs.remove_old_drafts(older_than_seconds=0) == 0


# ---------------------------------------------------------------- not let in


async def test_a_wrong_key_is_an_error_of_access_without_the_key(s3_server: S3Server) -> None:
    from fakturo.blobs.objects import ObjectBlobs

    blobs = ObjectBlobs("s3://fakturo/x", s3_server.options() | {"secret_access_key": "wrong-secret"})
    for act in (put(blobs, blobs.place(NAME), SMALL), blobs.read(blobs.place(NAME)), blobs.delete(blobs.place(NAME))):
        with pytest.raises(OSError, match="403") as refused:
            await act
        assert refused.value.errno == errno.EACCES
        assert "wrong-secret" not in str(refused.value)


async def test_a_bucket_that_is_not_there_is_no_missing_file(s3_server: S3Server) -> None:
    from fakturo.blobs.objects import ObjectBlobs

    blobs = ObjectBlobs("s3://elsewhere", s3_server.options())
    for act in (put(blobs, blobs.place(NAME), SMALL), blobs.read(blobs.place(NAME))):
        with pytest.raises(OSError, match="404"):
            await act


# ---------------------------------------------------------------- a network that fails

Concerns = Callable[[str, str], bool]
PUT, CREATE, UPLOAD_PART = of("PUT"), of("POST", query="uploads"), of("PUT", query="partNumber=2")
COMPLETE, HEAD, GET = of("POST", query="uploadId"), of("HEAD"), of("GET")
DELETE, LIST = of("DELETE"), of("GET", query="list-type")
STEPS_OF_WRITING = {"put": PUT, "create": CREATE, "part": UPLOAD_PART, "complete": COMPLETE, "look": HEAD}


@pytest.fixture
async def proxy(s3_server: S3Server) -> AsyncIterator[FaultProxy]:
    async with FaultProxy(s3_server.port).running() as proxy:
        yield proxy


@pytest.fixture
def far(s3_server: S3Server, proxy: FaultProxy) -> Storage:
    """A store behind the proxy, asked by somebody impatient."""
    return store_behind(proxy, s3_server, silence_seconds=SILENCE_SECONDS)


def store_behind(proxy: FaultProxy, s3_server: S3Server, *, silence_seconds: float) -> Storage:
    from fakturo.blobs.objects import Patience

    prefix = f"tests/{uuid.uuid4().hex}"
    patience = Patience(silence_seconds=silence_seconds, retries=2, retry_seconds=5, first_delay_seconds=0.01)
    return Storage(
        s3_server.blobs(prefix, endpoint=proxy.endpoint, patience=patience, part_bytes=PART),
        everything=lambda: s3_server.everything(prefix),
        open_files=lambda: s3_server.open_files(prefix),
    )


def content_for(step: str) -> bytes:
    return SMALL if step == "put" else LARGE


@pytest.mark.parametrize("step", STEPS_OF_WRITING)
@pytest.mark.parametrize("kind", Kind)
async def test_a_fault_in_writing_is_overcome(far: Storage, proxy: FaultProxy, kind: Kind, step: str) -> None:
    fault = proxy.inflict(kind, STEPS_OF_WRITING[step])
    path, content = far.blobs.place(NAME), content_for(step)
    await put(far.blobs, path, content)
    assert fault.seen == 1
    assert await content_of(far.blobs, path) == content
    assert NAME in far.everything()


@pytest.mark.parametrize("step", STEPS_OF_WRITING)
@pytest.mark.parametrize("kind", [Kind.ERROR_500, Kind.RESET_BEFORE])
async def test_a_store_that_never_hears_us_fails_the_write_and_keeps_nothing(
    far: Storage, proxy: FaultProxy, kind: Kind, step: str
) -> None:
    proxy.inflict(kind, STEPS_OF_WRITING[step], times=FOR_EVER)
    with pytest.raises(OSError, match="S3") as failure:
        await put(far.blobs, far.blobs.place(NAME), content_for(step))
    assert failure.value.errno == errno.EIO
    assert "\n" not in str(failure.value)
    proxy.faults.clear()
    await far.holds_one_of([], [NAME])
    if NAME in far.everything():  # only the look afterwards failed, so nobody knew that it was there
        assert step == "look"
        assert await content_of(far.blobs, far.blobs.place(NAME)) == LARGE


@pytest.mark.parametrize(
    ("kind", "step"),
    [(Kind.RESET_AFTER, "put"), (Kind.RESET_AFTER, "complete"), (Kind.SILENT_AFTER, "complete")],
)
async def test_answers_that_never_come_are_looked_up(far: Storage, proxy: FaultProxy, kind: Kind, step: str) -> None:
    proxy.inflict(kind, STEPS_OF_WRITING[step], times=FOR_EVER)
    await put(far.blobs, far.blobs.place(NAME), content_for(step))
    assert await content_of(far.blobs, far.blobs.place(NAME)) == content_for(step)


async def test_an_older_file_of_the_same_size_is_not_taken_for_ours(far: Storage, proxy: FaultProxy) -> None:
    path = far.blobs.place(NAME)
    await put(far.blobs, path, SMALL.upper())
    proxy.inflict(Kind.ERROR_500, PUT, times=FOR_EVER)
    with pytest.raises(OSError, match="500"):
        await put(far.blobs, path, SMALL)
    assert await content_of(far.blobs, path) == SMALL.upper()


@pytest.mark.parametrize("kind", Kind)
async def test_a_fault_in_reading_is_overcome(far: Storage, proxy: FaultProxy, kind: Kind) -> None:
    path = far.blobs.place(NAME)
    await put(far.blobs, path, LARGE)
    for step in (GET, HEAD, LIST, DELETE):
        proxy.inflict(kind, step)
    assert await content_of(far.blobs, path) == LARGE
    assert await far.blobs.size(path) == len(LARGE)
    assert await far.blobs.list(NAME) == [path]
    await far.blobs.delete(path)
    await far.blobs.delete(path)
    assert [fault.seen for fault in proxy.faults] == [1, 1, 1, 1]
    await far.holds()


@pytest.mark.parametrize("kind", [Kind.ERROR_500, Kind.RESET_BEFORE, Kind.SILENT_AFTER, Kind.RESET_IN_ANSWER])
async def test_a_store_that_does_not_answer_is_an_error_and_no_missing_file(
    far: Storage, proxy: FaultProxy, kind: Kind
) -> None:
    path = far.blobs.place(NAME)
    await put(far.blobs, path, LARGE)
    proxy.inflict(kind, GET, times=FOR_EVER)
    with pytest.raises(OSError, match=r"S3|request|object"):
        await content_of(far.blobs, path)
    proxy.faults.clear()
    assert await content_of(far.blobs, path) == LARGE


async def test_a_store_that_does_not_answer_is_no_empty_one(far: Storage, proxy: FaultProxy) -> None:
    proxy.inflict(Kind.ERROR_500, lambda *_: True, times=FOR_EVER)
    for act in (far.blobs.list(NAME), far.blobs.size(far.blobs.place(NAME)), far.blobs.delete(far.blobs.place(NAME))):
        with pytest.raises(OSError, match="S3"):
            await act


async def test_a_writer_hears_of_a_dead_store_while_it_writes(far: Storage, proxy: FaultProxy) -> None:
    proxy.inflict(Kind.ERROR_500, CREATE, times=FOR_EVER)
    async with far.blobs.draft(far.blobs.place(NAME)) as draft:
        await draft.write(LARGE)
        await asyncio.sleep(0.5)
        with pytest.raises(OSError, match="500"):
            await draft.write(LARGE)


async def test_giving_up_on_a_store_that_hangs_takes_a_moment_only(
    s3_server: S3Server, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fakturo.blobs.object_drafts import ObjectDraft

    far = store_behind(proxy, s3_server, silence_seconds=120)
    monkeypatch.setattr("fakturo.blobs.object_drafts.SETTLE_SECONDS", 0.2)
    proxy.inflict(Kind.SILENT_AFTER, of("PUT", query="partNumber"), times=FOR_EVER)
    async with far.blobs.draft(far.blobs.place(NAME)) as draft:
        await draft.write(LARGE)
        before = time.monotonic()
    assert time.monotonic() - before < 60, "the store is given twice as long for each answer"
    assert await far.blobs.size(far.blobs.place(NAME)) is None
    proxy.faults.clear()
    assert isinstance(draft, ObjectDraft)
    assert draft._upload is not None
    await asyncio.wait({draft._upload})
    await far.holds()


async def test_a_writer_cancelled_again_and_again_still_waits_until_its_upload_is_taken_back(
    far: Storage, proxy: FaultProxy
) -> None:
    """It may be the last thing that this event loop does."""
    slow = proxy.inflict(Kind.SLOW, CREATE)
    drafts: list[Any] = []

    async def write() -> None:
        async with far.blobs.draft(far.blobs.place(NAME)) as draft:
            drafts.append(draft)
            while True:
                await draft.write(LARGE)

    writer = asyncio.create_task(write())
    await until(lambda: asyncio.sleep(0, bool(slow.seen)), what="the first request")
    for _ in range(5):
        writer.cancel()
        await asyncio.sleep(0.01)
    await asyncio.wait({writer})
    assert writer.cancelled()
    assert drafts[0]._upload.done()
    assert proxy.requests[-1][0] == "DELETE"
    await far.holds()


async def test_a_reader_of_a_file_that_goes_before_it_is_asked_for_finds_it_missing(far: Storage) -> None:
    with pytest.raises(BlobMissing):
        await far.blobs.read(far.blobs.place(NAME))
