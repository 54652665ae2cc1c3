"""What keeps a bucket in order: unfinished uploads are ended, and whether we may write is known."""

import asyncio
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
import structlog.testing

from fakturo.blobs.base import is_our_fault
from tests.contract.conftest import s3_storage
from tests.support.s3 import BUCKET, SECRET_KEY, S3Server, running_s3

NAME = "uploads/ab/cd/0f2c.pdf"


async def ask(server: S3Server, method: str, key: str, query: dict[str, str], content: bytes = b"") -> str:
    """What no part of ours does: begins uploads and leaves them, and lists those of others."""
    import obstore
    from obstore.store import from_url

    from fakturo.blobs.signatures import with_query

    store: Any = from_url(f"s3://{BUCKET}", config=cast("Any", server.options()), client_options={"allow_http": True})
    signed = await obstore.sign_async(store, cast("Any", method), key, timedelta(seconds=60))
    async with httpx.AsyncClient() as client:
        url = with_query(signed, query, method=method, secret=SECRET_KEY)
        answer = await client.request(method, url, content=content)
    assert answer.status_code == 200
    return answer.text


async def begin_upload(server: S3Server, key: str) -> None:
    """As a writer does that is killed a moment later."""
    begun = await ask(server, "POST", key, {"uploads": ""})
    upload = begun.partition("<UploadId>")[2].partition("<")[0]
    await ask(server, "PUT", key, {"partNumber": "1", "uploadId": upload}, b"a part")


async def unfinished(server: S3Server, prefix: str) -> list[str]:
    answer = await ask(server, "GET", "", {"uploads": "", "prefix": prefix})
    return sorted(key.partition("<")[0] for key in answer.split("<Key>")[1:])


async def test_uploads_whose_writer_was_killed_are_ended_and_no_others(s3_server: S3Server) -> None:
    prefix = f"tests/{uuid.uuid4().hex}"
    ours = [f"{prefix}/{NAME}", f"{prefix}/results/ab/cd/0f2c.1-9.xml"]
    foreign = [f"{prefix}-too/{NAME}", f"{prefix}/backups/ab/cd/0f2c.pdf", f"{prefix}/uploads/notes.txt"]
    for key in [*ours, *foreign]:
        await begin_upload(s3_server, key)
    blobs = s3_server.blobs(prefix)
    assert await blobs.remove_old_drafts(older_than_seconds=24 * 3600) == 0, "their writers may still be at it"
    assert await unfinished(s3_server, prefix) == sorted([*ours, *foreign])
    assert await blobs.remove_old_drafts(older_than_seconds=-60) == 2
    assert await unfinished(s3_server, prefix) == sorted(foreign)
    assert await blobs.remove_old_drafts(older_than_seconds=-60) == 0


async def test_a_bucket_without_any_has_none(tmp_path: Path) -> None:
    with running_s3(tmp_path / "s3") as server, structlog.testing.capture_logs() as lines:
        assert await server.blobs("x").remove_old_drafts(older_than_seconds=0) == 0
    assert lines == []


async def test_a_store_that_does_not_let_us_look_is_reported_once_a_day(s3_server: S3Server) -> None:
    from fakturo.blobs.objects import ObjectBlobs

    blobs = ObjectBlobs("s3://fakturo/x", s3_server.options() | {"secret_access_key": "wrong-secret"})
    with structlog.testing.capture_logs() as lines:
        for _ in range(3):
            assert await blobs.remove_old_drafts(older_than_seconds=0) == 0
    (line,) = lines
    assert (line["event"], line["log_level"]) == ("unfinished_uploads_not_removed", "warning")
    assert "403" in line["reason"]


PAGE = "<ListMultipartUploadsResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>{}</ListMultipartUploadsResult>"
UPLOAD = f"<Upload><Key>p/{NAME}</Key><UploadId>{{}}</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>"
MORE = "<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>"


def listing(query: dict[str, str]) -> str:
    if query["prefix"] != "p/uploads/":
        return PAGE.format("<IsTruncated>false</IsTruncated>")
    return PAGE.format(UPLOAD.format("second") if "key-marker" in query else UPLOAD.format("first") + MORE)


async def test_uploads_are_listed_page_by_page() -> None:
    """By an endpoint of the test's own: the real one would need a thousand uploads for a second page."""
    from fakturo.blobs.objects import ObjectBlobs

    asked: list[dict[str, str]] = []
    hung_up = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            line = (await reader.readline()).decode()
            if not line.endswith("HTTP/1.1\r\n"):
                continue
            method, target, _ = line.split(" ")
            query = dict(parse_qsl(urlsplit(target).query, keep_blank_values=True))
            asked.append({"method": method} | {name: value for name, value in query.items() if "Amz" not in name})
            body = listing(query) if method == "GET" else ""
            writer.write(f"HTTP/1.1 {200 if body else 204} x\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        writer.close()
        await writer.wait_closed()
        hung_up.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    endpoint = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    options = {"endpoint": endpoint, "access_key_id": "k", "secret_access_key": "s", "region": "x"}
    async with server:
        assert await ObjectBlobs("s3://bucket/p", options).remove_old_drafts(older_than_seconds=0) == 2
        await hung_up.wait()
    assert asked == [
        {"method": "GET", "uploads": "", "prefix": "p/uploads/"},
        {"method": "DELETE", "uploadId": "first"},
        {"method": "GET", "uploads": "", "prefix": "p/uploads/", "key-marker": "k", "upload-id-marker": "u"},
        {"method": "DELETE", "uploadId": "second"},
        {"method": "GET", "uploads": "", "prefix": "p/results/"},
        {"method": "GET", "uploads": "", "prefix": "p/archive/"},
    ]


async def test_a_probe_leaves_one_object_that_is_no_file(s3_server: S3Server) -> None:
    storage = s3_storage(s3_server)
    for _ in range(3):
        await storage.blobs.probe()
    assert storage.everything() == ["results/probe"]
    assert [path async for path in storage.blobs.old_files(older_than_seconds=-3600)] == []


async def test_a_probe_tells_our_mistakes_from_the_weather(s3_server: S3Server) -> None:
    from fakturo.blobs.objects import ObjectBlobs, Patience

    wrong_key = s3_server.options() | {"secret_access_key": "wrong-secret"}
    nobody = s3_server.options("http://127.0.0.1:9")
    for url, options, is_ours in (
        ("s3://fakturo/x", wrong_key, True),
        ("s3://elsewhere", s3_server.options(), True),
        ("s3://fakturo/x", nobody, False),
    ):
        with pytest.raises(OSError, match=r".+") as failure:
            await ObjectBlobs(url, options, Patience(retries=0)).probe()
        assert is_our_fault(failure.value) is is_ours
