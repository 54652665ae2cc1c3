"""Disk and bucket side by side: new files go to the first store, and each path is answered by its own."""

import errno
from pathlib import Path
from uuid import UUID

import pytest

from fakturo.blobs.base import Blobs, earlier_sidecars, put, result_path, sidecar_path
from fakturo.blobs.stores import Stores
from tests.contract.conftest import Storage, disk_storage, s3_storage
from tests.support.s3 import S3Server

NAME = "uploads/ab/cd/0f2c.pdf"
JOB, TOKEN = UUID(int=7), UUID(int=8)


@pytest.fixture
def disk(tmp_path: Path) -> Storage:
    return disk_storage(tmp_path)


@pytest.fixture
def bucket(s3_server: S3Server) -> Storage:
    return s3_storage(s3_server)


async def content_of(blobs: Blobs, path: str) -> bytes:
    return b"".join([chunk async for chunk in await blobs.read(path)])


async def test_after_a_move_old_files_are_where_they_were_and_new_ones_in_the_new_store(
    disk: Storage, bucket: Storage
) -> None:
    before, after = Stores(disk.blobs, bucket.blobs), Stores(bucket.blobs, disk.blobs)
    old, new = before.place(NAME), after.place(NAME)
    await put(before, old, b"old")
    await put(after, new, b"new")
    for stores in (before, after):
        assert await content_of(stores, old) == b"old"
        assert await content_of(stores, new) == b"new"
    await disk.holds(NAME)
    await bucket.holds(NAME)
    await after.delete(old)
    await disk.holds()
    await bucket.holds(NAME)


async def test_a_path_on_disk_stays_as_it_was_and_one_in_a_bucket_says_which(disk: Storage, bucket: Storage) -> None:
    assert Stores(disk.blobs).place(NAME) == NAME
    assert Stores(bucket.blobs).place(NAME).startswith("s3://fakturo/tests/")


async def test_earlier_results_are_found_in_whichever_store_they_were_made(disk: Storage, bucket: Storage) -> None:
    first = sidecar_path(disk.blobs.place(result_path(JOB, 1, TOKEN)))
    second = sidecar_path(bucket.blobs.place(result_path(JOB, 2, TOKEN)))
    stores = Stores(bucket.blobs, disk.blobs)
    for path in (first, second):
        await put(stores, path, b"{}")
    assert await earlier_sidecars(stores, JOB) == [first, second]
    assert {path async for path in stores.old_files(older_than_seconds=-3600)} == {first, second}


@pytest.mark.parametrize("path", [f"s3://elsewhere/{NAME}", f"s3://fakturo-too/{NAME}", f"gs://fakturo/{NAME}"])
async def test_a_file_of_a_store_that_is_not_set_up_is_no_missing_file(bucket: Storage, path: str) -> None:
    stores = Stores(bucket.blobs)
    for act in (stores.read, stores.size, stores.delete):
        with pytest.raises(OSError, match="No store is set up") as failure:
            await act(path)
        assert failure.value.errno == errno.ENXIO


@pytest.mark.parametrize(
    "url", ["", "bucket", "s3://", "s3:///prefix", "http://x/y", "file:///etc", "s3://k:s@bucket/x"]
)
def test_what_is_no_address_of_an_object_store_is_refused(url: str, s3_server: S3Server) -> None:
    from fakturo.blobs.objects import ObjectBlobs

    with pytest.raises(ValueError, match="like s3://bucket/prefix"):
        ObjectBlobs(url, s3_server.options())
