"""POST /api/upload on the running service: what is taken, what is refused, and what is left behind."""

import asyncio
import contextlib
import hashlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import psycopg
import pytest

from fakturo.store.signals import WORK_IS_WAITING
from tests.support.databases import Rows
from tests.support.pdfs import make_pdf
from tests.support.stack import PATIENCE_SECONDS, Stack, resident_bytes, until

MIB = 1024 * 1024
BOUNDARY = "test-boundary"
FAIL = """UPDATE jobs SET status = 'failed', error_code = 'GW_4XX', error_message = 'no', review = NULL,
                 result_path = NULL, leased_by = NULL, lease_token = NULL, lease_expires_at = NULL WHERE id = %s"""


def pdf(text: str) -> bytes:
    return make_pdf([text])


def upload_files(*files: tuple[str, bytes], field: str = "file") -> list[tuple[str, tuple[str, bytes, str]]]:
    return [(field, (name, content, "application/pdf")) for name, content in files]


async def upload(client: httpx.AsyncClient, content: bytes, name: str = "a.pdf", **fields: str) -> httpx.Response:
    return await client.post("/api/upload", files=upload_files((name, content)), data=fields)


async def rows_of(client: httpx.AsyncClient) -> list[dict[str, object]]:
    answer = await client.get("/api/jobs")
    jobs = answer.json()["jobs"]
    assert isinstance(jobs, list)
    return jobs


async def test_an_upload_is_queued_with_its_size_and_hash(client: httpx.AsyncClient) -> None:
    content = pdf("hello")
    answer = await upload(client, content, "März 2026.pdf")
    assert answer.status_code == 200
    body = answer.json()
    assert body["deduped"] is False
    job = body["job"]
    assert job["status"] == "queued"
    assert job["filename"] == "März 2026.pdf"
    assert job["bytes"] == len(content)
    assert job["sha256"] == hashlib.sha256(content).hexdigest()
    assert job["mapping"] == "layout_v1"


async def keyed(client: httpx.AsyncClient, key: str, content: bytes, **fields: str) -> httpx.Response:
    headers = {"Idempotency-Key": key}
    return await client.post("/api/upload", files=upload_files(("a.pdf", content)), data=fields, headers=headers)


async def test_an_upload_with_a_key_is_taken_once_whatever_became_of_it(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient, shared_database: Rows
) -> None:
    first = (await keyed(client, "k-1", pdf("keyed"))).json()["job"]["id"]
    await shared_database.all(FAIL, first)
    again = (await keyed(client, "k-1", pdf("keyed"))).json()
    assert (again["job"]["id"], again["deduped"]) == (first, True)
    for content, fields in ((pdf("other"), {}), (pdf("keyed"), {"mapping": "invoice_v1"})):
        answer = await keyed(client, "k-1", content, **fields)
        assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
    assert (await keyed(stranger, "k-1", pdf("keyed"))).json()["deduped"] is False
    await client.delete(f"/api/jobs/{first}")
    assert (await keyed(client, "k-1", pdf("keyed"))).json()["job"]["id"] != first


async def test_a_key_holds_also_where_the_file_was_known_by_another_or_by_none(
    client: httpx.AsyncClient, shared_database: Rows
) -> None:
    first = (await upload(client, pdf("known"))).json()["job"]["id"]
    for key in ("k-3", "k-4"):
        known = (await keyed(client, key, pdf("known"))).json()
        assert (known["job"]["id"], known["deduped"]) == (first, True)
        other = await keyed(client, key, pdf(f"other than {key}"))
        assert (other.status_code, other.json()["code"]) == (409, "CONFLICT")
    await shared_database.all(FAIL, first)
    for key in ("k-3", "k-4"):
        assert (await keyed(client, key, pdf("known"))).json()["job"]["id"] == first
    await client.delete(f"/api/jobs/{first}")
    assert (await keyed(client, "k-3", pdf("known"))).json()["job"]["id"] != first


async def test_the_same_key_many_times_at_once_is_one_job(client: httpx.AsyncClient) -> None:
    await client.get("/api/jobs")
    answers = await asyncio.gather(*(keyed(client, "k-2", pdf("at once")) for _ in range(8)))
    assert len({answer.json()["job"]["id"] for answer in answers}) == 1
    assert [answer.json()["deduped"] for answer in answers].count(False) == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "a	b"])
async def test_a_key_that_is_none_is_refused(key: str, client: httpx.AsyncClient) -> None:
    answer = await keyed(client, key, pdf("x"))
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")


async def test_the_same_file_again_is_the_same_job(client: httpx.AsyncClient) -> None:
    first, second = [(await upload(client, pdf("twin"))).json() for _ in range(2)]
    assert second["deduped"] is True
    assert second["job"]["id"] == first["job"]["id"]


async def test_fifty_simultaneous_identical_uploads_are_one_job_and_one_file(
    client: httpx.AsyncClient, shared_stack: Stack
) -> None:
    await client.get("/api/jobs")  # the session's cookie, before the crowd
    content = pdf("fifty")
    answers = await asyncio.gather(*(upload(client, content) for _ in range(50)))
    assert {answer.status_code for answer in answers} == {200}
    (job_id,) = {answer.json()["job"]["id"] for answer in answers}
    assert sum(not answer.json()["deduped"] for answer in answers) == 1
    hashes = [
        hashlib.sha256(file.read_bytes()).digest() for file in (shared_stack.storage.folder / "uploads").rglob("*.pdf")
    ]
    assert hashes.count(hashlib.sha256(content).digest()) == 1
    assert len(await rows_of(client)) == 1
    assert job_id


async def test_two_owners_of_the_same_file_have_a_job_each(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    ours, theirs = await upload(client, pdf("shared")), await upload(stranger, pdf("shared"))
    assert ours.json()["job"]["id"] != theirs.json()["job"]["id"]
    assert theirs.json()["deduped"] is False


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"just text", "short text"),
        (b"x" * 5000, "long text"),
        (b"", "empty"),
        (b"\0" * 1020 + b"%PDF-1.7", "the header ends beyond the window"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_is_not_a_pdf_is_refused_and_kept_as_a_failed_job(
    content: bytes, why: str, client: httpx.AsyncClient, shared_stack: Stack
) -> None:
    before = shared_stack.storage.files()
    answer = await upload(client, content, "x.heic")
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    reason = "" if content else " The file is empty."
    assert (problem["code"], problem["detail"]) == ("NOT_PDF", f"Only PDF files are supported.{reason}")
    (job,) = await rows_of(client)
    assert (job["status"], job["error_code"], job["id"]) == ("failed", "NOT_PDF", problem["job_id"])
    assert new_files(before, shared_stack) == []


def new_files(before: list[Path], stack: Stack) -> list[Path]:
    """Results may appear meanwhile from other tests' jobs; uploads may not."""
    return [file for file in set(stack.storage.files()) - set(before) if "uploads" in file.parts]


async def test_junk_in_front_of_the_header_is_taken_as_readers_do(client: httpx.AsyncClient) -> None:
    answer = await upload(client, b"\r\n" * 100 + pdf("junk in front"))
    assert answer.status_code == 200


async def endless_form(total: int) -> AsyncIterator[bytes]:
    yield f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n%PDF-1.7\n'.encode()
    sent = 0
    while sent < total:
        yield b"x" * MIB
        sent += MIB
    yield f"\r\n--{BOUNDARY}--\r\n".encode()


MULTIPART = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


async def test_a_file_is_refused_at_the_byte_that_is_too_much_without_a_content_length(
    client: httpx.AsyncClient, shared_stack: Stack
) -> None:
    before = shared_stack.storage.files()
    answer = await client.post("/api/upload", content=endless_form(60 * MIB), headers=MULTIPART)
    assert answer.status_code == 413
    assert (answer.json()["code"], answer.json()["detail"]) == ("TOO_LARGE", "File exceeds 50 MB limit.")
    (job,) = await rows_of(client)
    assert (job["status"], job["error_code"]) == ("failed", "TOO_LARGE")
    assert new_files(before, shared_stack) == []


async def test_the_refusal_comes_before_the_end_of_the_body(shared_stack: Stack) -> None:
    """The client still holds back most of a body that it said is a gigabyte long."""
    reader, writer = await asyncio.open_connection("127.0.0.1", shared_stack.web_port)
    head = f"POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: {1024 * MIB}\r\n"
    writer.write(f"{head}Content-Type: {MULTIPART['Content-Type']}\r\n\r\n".encode())
    async for chunk in endless_form(51 * MIB):
        if chunk.startswith(b"\r\n"):
            break
        writer.write(chunk)
        await writer.drain()
    status = await asyncio.wait_for(reader.readline(), PATIENCE_SECONDS)
    assert b" 413 " in status
    writer.close()


async def test_a_file_of_exactly_the_limit_is_taken(client: httpx.AsyncClient) -> None:
    answer = await upload(client, b"%PDF-1.7\n".ljust(50 * MIB, b"x"))
    assert answer.status_code == 200


ONE, OTHER = ("a.pdf", b"%PDF-1"), ("b.pdf", b"%PDF-2")
FILE_HEAD = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'


@pytest.mark.parametrize(
    ("request_parts", "sentence"),
    [
        ({"files": upload_files(ONE, OTHER)}, "several files"),
        ({"files": upload_files(ONE) + upload_files(OTHER, field="more")}, "several files"),
        ({"files": {"mapping": (None, "layout_v1")}}, "no file in the request"),
        ({"files": upload_files(ONE), "data": {"mapping": ["layout_v1", "invoice_v1"]}}, "more than once"),
        ({"files": upload_files(ONE), "data": {"mapping": "layuot_v1"}}, "Did you mean 'layout_v1'?"),
        ({"files": upload_files(ONE), "data": {"mapping": "../../etc/passwd"}}, "There is no mapping"),
        ({"json": {"file": "x"}}, "multipart/form-data"),
        ({"content": b"%PDF-1.7", "headers": {"Content-Type": "application/pdf"}}, "multipart/form-data"),
        ({"content": b"garbage", "headers": MULTIPART}, "cut off"),
        ({"content": b"", "headers": MULTIPART}, "cut off"),
        ({"content": f"{FILE_HEAD}%PDF-1".encode(), "headers": MULTIPART}, "cut off"),
    ],
    ids=[
        "two files",
        "two fields",
        "no file",
        "two mappings",
        "typo",
        "hostile mapping",
        "json",
        "bare pdf",
        "garbage",
        "empty",
        "no end",
    ],
)
async def test_a_malformed_request_is_explained_and_leaves_nothing(
    request_parts: dict[str, object], sentence: str, client: httpx.AsyncClient, shared_stack: Stack
) -> None:
    before = shared_stack.storage.files()
    answer = await client.post("/api/upload", **request_parts)  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert answer.json()["code"] == "INVALID_REQUEST"
    assert sentence in answer.json()["detail"]
    assert await rows_of(client) == []
    assert new_files(before, shared_stack) == []


async def test_the_mapping_may_stand_before_or_behind_the_file(client: httpx.AsyncClient) -> None:
    for number, first in enumerate((True, False)):
        file = ("file", ("a.pdf", pdf(f"mapping {number}"), "application/pdf"))
        mapping = ("mapping", (None, "layout_v1.json"))
        answer = await client.post("/api/upload", files=[mapping, file] if first else [file, mapping])
        assert answer.status_code == 200
        assert answer.json()["job"]["mapping"] == "layout_v1"


async def test_a_client_that_hangs_up_in_mid_upload_leaves_nothing(shared_stack: Stack, shared_database: Rows) -> None:
    before = shared_stack.storage.files()
    count = "SELECT count(*) FROM jobs WHERE original_filename = 'big.pdf' AND status <> 'failed'"
    rows_before = await shared_database.one(count)
    for _ in range(20):
        _, writer = await asyncio.open_connection("127.0.0.1", shared_stack.web_port)
        head = f"POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: {30 * MIB}\r\n"
        writer.write(f"{head}Content-Type: {MULTIPART['Content-Type']}\r\n\r\n".encode())
        async for chunk in endless_form(2 * MIB):
            writer.write(chunk)
            break
        writer.write(b"x" * MIB)
        await writer.drain()
        writer.close()

    async def clean() -> bool:
        return new_files(before, shared_stack) == []

    await until(clean, what="the removal of unfinished uploads")
    assert await shared_database.one(count) == rows_before


@pytest.mark.disk_only("a directory that cannot be written")
async def test_a_disk_that_cannot_be_written_is_a_failed_job_and_a_500(
    database_url: str, rows: Rows, directory: Path
) -> None:
    async with Stack(database_url, directory) as stack:
        await stack.start_web()
        uploads = directory / "uploads"
        for made in (uploads / "unfinished", uploads):
            made.rmdir()
        uploads.write_text("not a directory any more")
        async with stack.client() as client:
            answer = await upload(client, pdf("unlucky"))
        assert answer.status_code == 500
        assert answer.json()["code"] == "IO_ERROR"
        assert answer.json()["detail"] == "The file could not be stored. Try again, or ask your administrator."
    job = await rows.one("SELECT status, error_code, upload_path FROM jobs")
    assert job == {"status": "failed", "error_code": "IO_ERROR", "upload_path": None}


@pytest.mark.disk_only("a bucket's client holds a few parts of each file; tests/contract measures that")
async def test_eight_large_uploads_at_once_grow_memory_by_less_than_twenty_megabytes(stack: Stack) -> None:
    web = await stack.start_web()
    async with stack.client() as client:
        for number in range(8):  # what any process grows by at first: imports, pools, threads
            await upload(client, pdf(f"warm {number}"))
        before = peak = resident_bytes(web.pid)

        async def watch() -> None:
            nonlocal peak
            while True:
                peak = max(peak, resident_bytes(web.pid))
                await asyncio.sleep(0.005)

        watching = asyncio.create_task(watch())
        answers = await asyncio.gather(*(_upload_from_outside(stack, number) for number in range(8)))
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
    assert answers == ["200"] * 8
    assert peak - before < 20 * MIB


SENDER = """
import http.client, sys
host, port, number, size = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
head = b'--b\\r\\nContent-Disposition: form-data; name="file"; filename="a.pdf"\\r\\n\\r\\n%PDF-1.7' + number.encode()
tail = b'\\r\\n--b--\\r\\n'
block = bytes(65536)
connection = http.client.HTTPConnection(host, port)
connection.putrequest("POST", "/api/upload")
connection.putheader("Content-Type", "multipart/form-data; boundary=b")
connection.putheader("Content-Length", str(len(head) + size + len(tail)))
connection.endheaders(head)
for _ in range(size // len(block)):
    connection.send(block)
connection.send(tail)
print(connection.getresponse().status)
"""


async def _upload_from_outside(stack: Stack, number: int) -> str:
    """By a program of its own, so that the sender's memory and pace are not ours."""
    size = 50 * MIB - 65536
    sender = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SENDER, "127.0.0.1", str(stack.web_port), str(number), str(size)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await sender.communicate()
    return output.decode().strip()


async def test_an_upload_wakes_idle_workers(client: httpx.AsyncClient, shared_database: Rows) -> None:
    """They listen for this; without it, a job would wait for their next look."""
    async with await psycopg.AsyncConnection.connect(shared_database.url, autocommit=True) as connection:
        await connection.execute(f"LISTEN {WORK_IS_WAITING}")
        await upload(client, pdf("quick"))
        assert [note.channel async for note in connection.notifies(timeout=PATIENCE_SECONDS, stop_after=1)] == [
            WORK_IS_WAITING
        ]
