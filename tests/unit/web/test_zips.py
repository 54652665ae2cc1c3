"""A ZIP that is written as it is sent."""

import io
import zipfile
from datetime import UTC, datetime

import pytest

from fakturo.web.zips import ZipStream

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
