"""POST /api/jobs/download on the running service: many results at once, as a ZIP or merged."""

import asyncio
import hashlib
import io
import json
import uuid
import zipfile
from typing import Any

import httpx
import pytest

from fakturo.blobs.base import put, result_path
from fakturo.web.guards.sessions import owner_of_session
from tests.integration.web.test_downloads import result_path as path_in_row
from tests.integration.web.test_upload import upload
from tests.support.bulks import NET, OTHER_SELLER, Sale, bulk, net_bulk
from tests.support.databases import Rows
from tests.support.stack import Stack, resident_bytes

MIB = 1024 * 1024
A, B, C = (Sale(f"INV/2026/000{number}") for number in (1, 2, 3))


class Drawer:
    """Finished jobs of one owner, whose results are what a test wants them to be."""

    def __init__(self, client: httpx.AsyncClient, rows: Rows, stack: Stack) -> None:
        self.client, self.rows, self.stack = client, rows, stack

    async def owner_key(self) -> str:
        await self.client.get("/api/jobs")
        return owner_of_session(str(self.client.cookies["owner_session_id"])).key

    async def add(self, content: bytes, name: str = "a.pdf", *, review: str = "clean") -> str:
        job_id = uuid.uuid4()
        blobs = self.stack.storage.blobs
        path = blobs.place(result_path(job_id, 1, uuid.uuid4()))
        await put(blobs, path, content)
        await self.rows.all(
            """INSERT INTO jobs (id, owner_key, original_filename, bytes, sha256, mapping, mapping_version, pipeline,
                                 status, completed_at, review, result_path, result_bytes, result_sha256)
               VALUES (%s, %s, %s, 1, %s, 'layout_v1', 1, 'gateway', 'complete', queue_now(), %s, %s, %s, %s)""",
            *(job_id, await self.owner_key(), name, hashlib.sha256(job_id.bytes).hexdigest(), review, path),
            *(len(content), hashlib.sha256(content).hexdigest()),
        )
        return str(job_id)

    async def fetch(self, *job_ids: str, **order: object) -> httpx.Response:
        return await self.client.post("/api/jobs/download", json={"job_ids": job_ids, **order})

    async def merged(self, *job_ids: str, **order: object) -> httpx.Response:
        return await self.fetch(*job_ids, **{"as": "merged", **order})

    async def fetched(self, job_id: str) -> int:
        return int((await self.client.get(f"/api/jobs/{job_id}")).json()["job"]["download_count"])


@pytest.fixture
def drawer(client: httpx.AsyncClient, shared_database: Rows, shared_stack: Stack) -> Drawer:
    return Drawer(client, shared_database, shared_stack)


def unzipped(answer: httpx.Response) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


async def test_results_come_as_a_zip_under_their_own_names(drawer: Drawer) -> None:
    names = ["März.pdf", "a.pdf", "A.PDF", "a.pdf"]
    ids = [await drawer.add(b"<x>%d</x>" % number, name) for number, name in enumerate(names)]
    answer = await drawer.fetch(*ids, ids[0])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert 'filename="results.zip"' in answer.headers["content-disposition"]
    assert list(unzipped(answer).items()) == [
        ("März.xml", b"<x>0</x>"),
        ("a.xml", b"<x>1</x>"),
        ("A (2).xml", b"<x>2</x>"),
        ("a (3).xml", b"<x>3</x>"),
    ]
    assert [await drawer.fetched(job_id) for job_id in ids] == [1, 1, 1, 1]
    events = "SELECT count(*) FROM job_events WHERE job_id = ANY (%s::uuid[]) AND event_type = 'downloaded'"
    assert (await drawer.rows.one(events, ids))["count"] == 4


async def test_invoices_of_many_results_come_as_one_file_in_the_order_asked_for(drawer: Drawer) -> None:
    first, second = await drawer.add(bulk(A, B)), await drawer.add(net_bulk(C))
    answer = await drawer.merged(second, first)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/xml; charset=utf-8")
    assert answer.content == bulk(C, A, B, root=NET)
    assert (answer.headers["x-invoices"], answer.headers["x-parts"]) == ("3", "1")
    assert "x-duplicates" not in answer.headers
    assert await drawer.fetched(first) == 1


async def test_more_invoices_than_a_file_may_hold_come_as_a_zip_of_several(drawer: Drawer) -> None:
    many = [Sale(f"INV-{number}") for number in range(1001)]
    answer = await drawer.merged(await drawer.add(bulk(*many[:600])), await drawer.add(bulk(*many[600:])))
    assert (answer.headers["x-invoices"], answer.headers["x-parts"]) == ("1001", "2")
    assert unzipped(answer) == {"merged-1.xml": bulk(*many[:1000]), "merged-2.xml": bulk(many[1000])}


async def test_an_invoice_that_is_there_twice_is_told_in_a_header(drawer: Drawer) -> None:
    one, other, twin = [await drawer.add(bulk(sale)) for sale in (A, B, A)]
    answer = await drawer.merged(one, other, twin)
    assert answer.status_code == 200
    assert answer.headers["x-duplicates"] == f"{one} {twin}"


def about(answer: httpx.Response) -> dict[str, str]:
    return {each["id"]: each["code"] for each in answer.json()["jobs"]}


async def test_sellers_that_differ_are_named(drawer: Drawer) -> None:
    ours = await drawer.add(bulk(A), "ours.pdf")
    theirs = await drawer.add(bulk(B, seller=OTHER_SELLER), "theirs.pdf")
    answer = await drawer.merged(ours, theirs)
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
    assert "ours.xml: seller 0123456789012000. theirs.xml: seller 0999999999999000." in answer.json()["detail"]
    assert about(answer) == {ours: "CONFLICT", theirs: "CONFLICT"}
    assert [await drawer.fetched(each) for each in (ours, theirs)] == [0, 0]


async def test_a_result_that_is_not_coretax_is_named(drawer: Drawer) -> None:
    ours, layout = await drawer.add(bulk(A)), await drawer.add(b"<layout/>", "plan.pdf")
    answer = await drawer.merged(ours, layout)
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("plan.xml is no Coretax file")
    assert about(answer) == {layout: "CONFLICT"}


@pytest.mark.parametrize("mark", ["row", "file"])
async def test_a_draft_is_merged_only_if_that_is_said(drawer: Drawer, mark: str) -> None:
    content = bulk(B, mark="<!-- draft: to be reviewed -->" if mark == "file" else "")
    ours, draft = await drawer.add(bulk(A)), await drawer.add(content, review="needed" if mark == "row" else "clean")
    answer = await drawer.merged(ours, draft)
    assert (answer.status_code, about(answer)) == (409, {draft: "CONFLICT"})
    assert (await drawer.merged(ours, draft, include_drafts=True)).status_code == 200
    assert (await drawer.fetch(ours, draft)).status_code == 200, "a ZIP holds whatever there is"


async def test_what_cannot_be_handed_out_is_named_job_by_job(
    drawer: Drawer, stranger: httpx.AsyncClient, shared_stack: Stack, shared_database: Rows
) -> None:
    good, gone, expired = [await drawer.add(bulk(A)) for _ in range(3)]
    foreign = await Drawer(stranger, shared_database, shared_stack).add(bulk(A))
    failed = (await upload(drawer.client, b"no pdf")).json()["job_id"]
    unknown = str(uuid.uuid4())
    await shared_database.all("UPDATE jobs SET result_path = NULL, expired_at = queue_now() WHERE id = %s", expired)
    answer = await drawer.fetch(good, foreign, failed, unknown, expired)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert about(answer) == {foreign: "FORBIDDEN", failed: "NOT_READY", unknown: "NOT_FOUND", expired: "EXPIRED"}
    assert answer.json()["detail"].startswith("4 of 5 jobs cannot be handed out")
    await shared_stack.storage.blobs.delete(await path_in_row(shared_database, {"id": gone}))
    for ids, status, code in [((good, gone), 404, "EXPIRED"), ((good, failed), 409, "NOT_READY")]:
        answer = await drawer.fetch(*ids)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert list(about(answer)) == [ids[1]]


async def test_what_waits_is_not_ready(drawer: Drawer) -> None:
    job_id = await drawer.add(bulk(A))
    await drawer.rows.all(
        """UPDATE jobs SET status = 'queued', retry_after = queue_now() + interval '1 hour', upload_path = 'x',
                           result_path = NULL, review = NULL WHERE id = %s""",
        job_id,
    )
    answer = await drawer.merged(job_id)
    assert (answer.status_code, answer.json()["code"], answer.json()["retryable"]) == (409, "NOT_READY", True)
    assert answer.json()["detail"] == "Conversion not finished yet."
    await drawer.rows.all("UPDATE jobs SET deleted_at = queue_now(), retry_after = NULL WHERE id = %s", job_id)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"json": {"job_ids": []}}, "'job_ids'"),
        ({"json": {"job_ids": [str(uuid.uuid4()) for _ in range(1001)]}}, "at most 1000 jobs"),
        ({"json": {"job_ids": ["x"]}}, "'job_ids.0'"),
        ({"json": {"job_ids": [str(uuid.uuid4())], "as": "tar"}}, "'as'"),
        ({"json": {"job_ids": [str(uuid.uuid4())], "draft": True}}, "'draft'"),
        ({"json": {}}, "Give either 'job_ids' or 'filter'."),
        ({"json": []}, "Send JSON like"),
        ({"content": b"job_ids=1"}, "Send JSON like"),
        ({"content": b""}, "Send JSON like"),
        ({"content": b"[" * 300_000}, "at most 1000 jobs"),
    ],
    ids=["none", "too many", "no id", "kind", "typo", "nothing", "list", "no json", "empty", "huge"],
)
async def test_a_bad_order_is_explained(client: httpx.AsyncClient, body: dict[str, Any], sentence: str) -> None:
    answer = await client.post("/api/jobs/download", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert sentence in answer.json()["detail"]


async def damage(drawer: Drawer, job_id: str, content: bytes) -> None:
    """Of the same length, so that only its hash tells."""
    path = await path_in_row(drawer.rows, {"id": job_id})
    await put(drawer.stack.storage.blobs, path, content)


async def test_a_damaged_result_is_told_before_a_merged_answer_begins(drawer: Drawer) -> None:
    good, bad = await drawer.add(bulk(A)), await drawer.add(bulk(B))
    await damage(drawer, bad, bulk(B).replace(b"0002", b"9999"))
    answer = await drawer.merged(good, bad)
    assert (answer.status_code, about(answer)) == (500, {bad: "IO_ERROR"})
    assert "damaged" in answer.json()["detail"]
    await damage(drawer, bad, bulk(B)[:-10])
    answer = await drawer.fetch(good, bad)
    assert (answer.status_code, about(answer)) == (500, {bad: "IO_ERROR"})


async def test_damage_that_shows_late_breaks_a_zip_off(drawer: Drawer) -> None:
    good, bad = await drawer.add(bulk(A)), await drawer.add(bulk(B))
    await damage(drawer, bad, bulk(B).replace(b"0002", b"9999"))
    with pytest.raises(httpx.RemoteProtocolError):
        await drawer.fetch(good, bad)
    assert await drawer.fetched(good) == 0


async def test_another_site_cannot_ask(drawer: Drawer) -> None:
    job_id = await drawer.add(bulk(A))
    answer = await drawer.client.post(
        "/api/jobs/download", json={"job_ids": [job_id]}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


async def test_the_description_of_the_api_has_it(client: httpx.AsyncClient) -> None:
    described = (await client.get("/openapi.json")).json()["paths"]["/api/jobs/download"]["post"]
    schema = described["requestBody"]["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == {"job_ids", "filter", "as", "include_drafts", "partial"}
    ids = next(each for each in schema["properties"]["job_ids"]["anyOf"] if each["type"] == "array")
    assert ids["maxItems"] == 1000
    assert "$ref" not in json.dumps(schema)
    assert set(described["responses"]["200"]["content"]) == {"application/zip", "application/xml"}


@pytest.mark.disk_only("a bucket's client holds parts of each file; the same code reads both")
async def test_memory_stays_flat_while_many_are_fetched(stack: Stack, rows: Rows) -> None:
    web = await stack.start_web(merge_limit=100_000)
    content = bulk(*(Sale(f"INV-{number}") for number in range(1000)))
    async with stack.client() as client:
        drawer = Drawer(client, rows, stack)
        ids = [await drawer.add(content) for _ in range(10)]
        await drawer.fetch(ids[0])
        await drawer.merged(ids[0])
        before = peak = resident_bytes(web.pid)

        async def drain(kind: str) -> int:
            nonlocal peak
            size = 0
            async with client.stream("POST", "/api/jobs/download", json={"job_ids": ids, "as": kind}) as answer:
                assert answer.status_code == 200
                async for chunk in answer.aiter_bytes():
                    size += len(chunk)
                    peak = max(peak, resident_bytes(web.pid))
            return size

        sizes = await asyncio.gather(drain("zip"), drain("merged"))
    assert sizes[1] > 10 * MIB
    assert peak - before < 15 * MIB


async def test_a_partial_zip_lists_what_is_missing(drawer: Drawer, stranger: httpx.AsyncClient) -> None:
    there, lost = await drawer.add(b"<x/>", "there.pdf"), await drawer.add(b"<y/>", "lost.pdf")
    await drawer.stack.storage.blobs.delete(
        (await drawer.rows.one("SELECT result_path FROM jobs WHERE id = %s", lost))["result_path"]
    )
    unknown = str(uuid.uuid4())
    assert (await drawer.fetch(there, lost, unknown)).status_code == 404
    answer = await drawer.fetch(there, lost, unknown, partial=True)
    files = unzipped(answer)
    assert files.pop("there.xml") == b"<x/>"
    assert list(files) == ["missing.json"]
    told = {each["id"]: each["code"] for each in json.loads(files["missing.json"])}
    assert told == {lost: "EXPIRED", unknown: "NOT_FOUND"}
    assert answer.headers["x-missing"] == "2"
    assert [await drawer.fetched(job_id) for job_id in (there, lost)] == [1, 0]
    assert (await drawer.fetch(lost, unknown, partial=True)).status_code == 404
    assert (await drawer.merged(there, partial=True)).status_code == 400


async def test_all_finished_jobs_come_by_a_filter(drawer: Drawer) -> None:
    none = await drawer.client.post("/api/jobs/download", json={"filter": {}})
    assert (none.status_code, none.json()["code"]) == (404, "NOT_FOUND")
    for name, review in (("a.pdf", "clean"), ("b.pdf", "needed")):
        await drawer.add(b"<x/>", name, review=review)
    await drawer.client.post("/api/upload", files={"file": ("c.pdf", b"no pdf", "application/pdf")})
    everything = await drawer.client.post("/api/jobs/download", json={"filter": {}})
    assert set(unzipped(everything)) == {"a.xml", "b-draft.xml"}
    clean = await drawer.client.post("/api/jobs/download", json={"filter": {"review": ["clean"]}})
    assert set(unzipped(clean)) == {"a.xml"}
