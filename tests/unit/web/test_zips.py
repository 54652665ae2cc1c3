"""A ZIP that is written as it is sent."""

import io
import random
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import pytest

from fakturo.web.jobs.zips import ZipStream

NOON = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)


def test_files_come_out_as_they_went_in() -> None:
    files = {"März.xml": b"<a/>" * 100_000, "empty.xml": b"", "b.xml": b"<b/>"}
    sent = io.BytesIO()
    with ZipStream() as archive:
        for name, content in files.items():
            sent.write(archive.begin(name, NOON, len(content)))
            for start in range(0, len(content), 65536):
                sent.write(archive.write(content[start : start + 65536]))
        sent.write(archive.finish())
    with zipfile.ZipFile(sent) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == files
        assert {info.date_time for info in read.infolist()} == {(2026, 3, 9, 12, 0, 0)}
    assert len(sent.getvalue()) < 10_000, "compressed"


def test_a_moment_before_all_zips_is_put_off() -> None:
    with ZipStream() as archive:
        sent = archive.begin("a.xml", datetime(1970, 1, 1, tzinfo=UTC), 0) + archive.finish()
    with zipfile.ZipFile(io.BytesIO(sent)) as read:
        assert read.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_a_file_beyond_four_gigabytes_is_announced_as_such() -> None:
    with ZipStream() as archive:
        sent = archive.begin("a.xml", NOON, 5 * 2**30)
        sent += archive.write(b"x") + archive.finish()
    assert sent[4] == zipfile.ZIP64_VERSION
    with zipfile.ZipFile(io.BytesIO(sent)) as read:
        assert read.read("a.xml") == b"x"


def test_one_that_is_broken_off_leaves_nothing_open() -> None:
    with ZipStream() as archive:
        sent = archive.begin("a.xml", NOON, 10) + archive.write(b"<a>")
    with pytest.raises(zipfile.BadZipFile):
        zipfile.ZipFile(io.BytesIO(sent))
    del archive  # a warning about an open file would fail the test


def zipped(files: Iterable[tuple[str, Iterable[bytes], int]], into: IO[bytes]) -> None:
    with ZipStream() as archive:
        for name, chunks, size in files:
            into.write(archive.begin(name, NOON, size))
            for chunk in chunks:
                into.write(archive.write(chunk))
        into.write(archive.finish())


def test_a_zip_whose_parts_lie_beyond_its_limits_is_read_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits of plain ZIPs, made small: sizes, places and the number of files go into their 64-bit fields."""
    noise = random.Random(1)
    files = [(f"{number}.xml", [noise.randbytes(3000)], 3000) for number in range(50)]
    files.append(("large.xml", [b"x" * 200_000], 200_000))
    sent = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr(zipfile, "ZIP64_LIMIT", 100_000)
        patch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 40)
        zipped(files, sent)
    assert b"PK\x06\x07" in sent.getvalue()  # says where the 64-bit directory is
    with zipfile.ZipFile(sent) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == {name: b"".join(each) for name, each, _ in files}
        assert read.infolist()[-1].header_offset > 100_000


@pytest.mark.long
@pytest.mark.timeout(900)
def test_more_files_than_a_plain_zip_can_count(tmp_path: Path) -> None:
    path = tmp_path / "many.zip"
    with path.open("wb") as sent:
        zipped(((f"{number}.xml", [b"<a/>"], 4) for number in range(70_000)), sent)
    with zipfile.ZipFile(path) as read:
        assert len(read.namelist()) == 70_000
        assert read.read("69999.xml") == b"<a/>"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_file_of_more_than_four_gigabytes(tmp_path: Path) -> None:
    """Zeros, as they come: nothing of it is ever whole in memory, and the ZIP itself is small."""
    path, mebibyte, count = tmp_path / "large.zip", bytes(2**20), 4200
    with path.open("wb") as sent:
        zipped([("large.xml", (mebibyte for _ in range(count)), count * 2**20), ("after.xml", [b"<a/>"], 4)], sent)
    assert path.stat().st_size < 50 * 2**20
    with zipfile.ZipFile(path) as read:
        assert read.getinfo("large.xml").file_size == count * 2**20 > 2**32
        assert read.read("after.xml") == b"<a/>"
        with read.open("large.xml") as large:  # compares the checksum at its end
            assert sum(len(chunk) for chunk in iter(lambda: large.read(2**20), b"")) == count * 2**20
