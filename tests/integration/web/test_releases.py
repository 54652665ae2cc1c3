"""Which version of a mapping an upload gets, on the running service, by the operator's commands."""

import asyncio
import contextlib
import re

import httpx
import pytest
import pytest_asyncio

from fakturo import settings
from fakturo.domain.errors import CannotRun
from fakturo.domain.releases import Release
from fakturo.web.guards.sessions import owner_of_session
from fakturo.wiring import releases
from tests.integration.web.test_upload import BOUNDARY, MIB, MULTIPART, new_files, pdf, rows_of, upload
from tests.support.databases import Rows
from tests.support.own_mappings import own_mappings
from tests.support.stack import PATIENCE_SECONDS, Stack

PAUSE = "INSERT INTO pauses (what, reason, who, why) VALUES ('uploads', 'operator', 'us', 'We move.')"


class Office:
    """A web process, and an operator beside it; nobody converts anything."""

    def __init__(self, stack: Stack, database_url: str) -> None:
        self.stack, self.storage, self.client = stack, stack.storage, stack.client
        self.newer = {"mappings_dir": own_mappings(stack.directory, 2), "default_mapping": "layout_v1"}
        self.settings = settings.load(database_url=database_url, data_dir=stack.directory, **self.newer)

    async def enable(self, version: str, *owners: str, share: int | None = None) -> str:
        return await releases.enable(self.settings, version, share_percent=share, owners=owners)

    async def withdraw(self, version: str) -> str:
        return " ".join(await releases.withdraw(self.settings, version))


@pytest_asyncio.fixture
async def office(database_url: str, stack: Stack) -> Office:
    office = Office(stack, database_url)
    await stack.start_web(**office.newer)
    return office


async def version_of(client: httpx.AsyncClient, text: str) -> int:
    answer = await upload(client, pdf(text))
    assert answer.status_code == 200
    return int(answer.json()["job"]["mapping_version"])


async def offered(client: httpx.AsyncClient) -> dict[str, int]:
    answer = (await client.get("/api/mappings")).json()
    assert answer["default"] == "layout_v1"
    return {each["name"]: each["version"] for each in answer["mappings"]}


async def test_a_new_version_is_tried_by_some_enabled_for_all_and_taken_back(office: Office) -> None:
    async with office.client() as alice, office.client() as bob:
        assert await version_of(alice, "at first") == 2
        key = owner_of_session(str(alice.cookies["owner_session_id"])).key
        said = await office.enable("layout_v1@2", key)
        assert said == "layout_v1@2 is enabled for 1 named owner, from the next upload on."
        assert (await version_of(alice, "tried"), await version_of(bob, "tried")) == (2, 1)
        assert ((await offered(alice))["layout_v1"], (await offered(bob))["layout_v1"]) == (2, 1)
        await office.enable("layout_v1@2")
        assert await version_of(bob, "for all") == 2
        said = await office.withdraw("layout_v1@2")
        assert "3 waiting job(s) of it will fail" in said
        assert "Left of layout_v1: version 1 (for all)." in said
        assert (await version_of(alice, "after"), await version_of(bob, "after")) == (1, 1)
        await office.enable("layout_v1@2", share=100)
        assert await version_of(alice, "and again") == 2


async def test_a_share_that_widens_reaches_more_owners_and_moves_nobody_back(office: Office) -> None:
    """Eight owners: each gets one version for all files, as the share says, until it is taken back for all."""
    async with contextlib.AsyncExitStack() as doors:
        owners = [await doors.enter_async_context(office.client()) for _ in range(8)]
        for owner in owners:
            await owner.get("/queue")
        keys = [owner_of_session(str(owner.cookies["owner_session_id"])).key for owner in owners]
        before = set[str]()
        for share in (0, 30, 60, 100):
            await office.enable("layout_v1@2", share=share)
            got = {
                key: {await version_of(owner, f"{share} {text}") for text in ("one", "two")}
                for key, owner in zip(keys, owners, strict=True)
            }
            canaries = {key for key in keys if Release("layout_v1", 2, share).includes(key)}
            assert got == {key: {2} if key in canaries else {1} for key in keys}
            assert before <= canaries
            before = canaries
        await office.withdraw("layout_v1@2")
        assert {await version_of(owner, "after") for owner in owners} == {1}


async def test_a_mapping_without_a_version_left_is_refused_and_not_offered(office: Office, rows: Rows) -> None:
    async with office.client() as client:
        await version_of(client, "before")
        await office.withdraw("layout_v1@1")
        assert "No version of layout_v1 is left" in await office.withdraw("layout_v1@2")
        before = office.storage.files()
        for fields in ({}, {"mapping": "layout_v1"}):
            answer = await upload(client, pdf("after"), **fields)
            assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
            assert answer.json()["detail"] == (
                "The mapping 'layout_v1' was withdrawn. Choose another, or ask your administrator."
            )
        assert len(await rows_of(client)) == 1
        assert new_files(before, office.stack) == []
        assert "layout_v1" not in await offered(client)
        assert 'value="layout_v1"' not in (await client.get("/queue")).text
        await office.enable("layout_v1@1")
        assert await version_of(client, "after") == 1
        assert 'value="layout_v1"' in (await client.get("/queue")).text


async def test_a_pause_keeps_the_very_next_upload_out_and_leaves_nothing_of_it(office: Office, rows: Rows) -> None:
    """Also right after one that was taken: what a web process remembers of that is judged when the row is written."""
    async with office.client() as client:
        for number in range(3):
            await version_of(client, f"before {number}")
            before = office.storage.files()
            await rows.all(
                "INSERT INTO pauses (what, reason, who, why) VALUES ('uploads', 'operator', 'us', 'We move.')"
            )
            answer = await upload(client, pdf(f"meanwhile {number}"))
            assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "PAUSED", "30")
            assert answer.json()["detail"].startswith("Uploads are paused: We move.")
            assert new_files(before, office.stack) == []
            await rows.all("DELETE FROM pauses")
        assert len(await rows_of(client)) == 3


async def fail(rows: Rows, job_id: str, code: str = "GW_4XX") -> None:
    await rows.all(
        "UPDATE jobs SET status = 'failed', error_code = %s, error_message = 'x' WHERE id = %s",
        code,
        job_id,
    )


async def test_a_job_asked_for_again_gets_the_version_of_today(office: Office, rows: Rows) -> None:
    async with office.client() as client:
        job = (await upload(client, pdf("again"))).json()["job"]
        await fail(rows, job["id"])
        assert "/retry" not in (await client.get("/queue")).text, "nothing would be different"
        await office.withdraw("layout_v1@2")
        assert f"/queue/{job['id']}/retry" in (await client.get("/queue")).text
        again = (await client.post(f"/api/jobs/{job['id']}/retry")).json()
        assert (again["job"]["status"], again["job"]["mapping_version"], again["deduped"]) == ("queued", 1, False)
        event = await rows.one("SELECT meta FROM job_events WHERE job_id = %s ORDER BY id DESC LIMIT 1", job["id"])
        assert event["meta"] == {"manual": True, "generation": 1, "mapping_version": {"from": 2, "to": 1}}
        await fail(rows, job["id"], "GW_5XX")
        twin = (await upload(client, pdf("again"))).json()
        again = (await client.post(f"/api/jobs/{job['id']}/retry")).json()
        assert (twin["deduped"], again["deduped"], again["job"]["id"]) == (False, True, twin["job"]["id"])
        await rows.all("UPDATE jobs SET deleted_at = queue_now() WHERE id = %s", twin["job"]["id"])
        await office.withdraw("layout_v1@1")
        answer = await client.post(f"/api/jobs/{job['id']}/retry")
        assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
        assert "is no longer offered. Upload the file again with another." in answer.json()["detail"]


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("layout_v1@9", "has no version 9. There are: 1, 2."),
        ("layuot_v1@1", "Did you mean 'layout_v1'?"),
        ("layout_v1", "Say which version"),
        ("layout_v1@one", "write a whole number"),
    ],
)
async def test_a_version_that_is_not_there_is_neither_enabled_nor_withdrawn(
    stack: Stack, database_url: str, rows: Rows, wanted: str, sentence: str
) -> None:
    office = Office(stack, database_url)
    for command in (office.enable, office.withdraw):
        with pytest.raises(CannotRun, match=re.escape(sentence)):
            await command(wanted)
    assert await rows.all("SELECT * FROM mapping_releases") == []


async def test_the_commands_and_the_list(stack: Stack) -> None:
    newer = {"mappings_dir": own_mappings(stack.directory, 2)}
    status, said = await stack.run(
        *("mappings", "enable", "layout_v1@2", "--share", "10", "--owner", "session:a", "--owner", "session:b"), **newer
    )
    assert (status, said) == (
        0,
        "layout_v1@2 is enabled for 10 % of owners and 2 named owners, from the next upload on.\n",
    )
    await stack.run("mappings", "withdraw", "layout_v1@1", **newer)
    status, said = await stack.run("mappings", "list", **newer)
    lines = {line.split()[0]: line for line in said.splitlines()}
    assert lines["layout_v1@2"].endswith(", for 10 % of owners and 2 named owners]")
    assert lines["layout_v1@1"].endswith("withdrawn]")
    assert (await stack.run("mappings", "enable", "layout_v1@2", "--share", "101", **newer))[0] == 2


async def test_without_a_database_the_list_says_what_it_leaves_out(stack: Stack) -> None:
    status, said = await stack.run("mappings", "list", database_url="postgresql://127.0.0.1:9/none")
    assert status == 0
    assert "Without a database" in said
    assert "layout_v1@1" in said


HEAD = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="mapping"\r\n\r\nlayuot_v1\r\n'
FILE = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'


async def test_an_unknown_mapping_is_refused_before_the_file_is_read(shared_stack: Stack) -> None:
    """The client still holds back a file that it said is a gigabyte long."""
    before = shared_stack.storage.files()
    reader, writer = await asyncio.open_connection("127.0.0.1", shared_stack.web_port)
    head = f"POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: {1024 * MIB}\r\n"
    writer.write(f"{head}Content-Type: {MULTIPART['Content-Type']}\r\n\r\n{HEAD}{FILE}".encode())
    await writer.drain()
    assert b" 400 " in await asyncio.wait_for(reader.readline(), PATIENCE_SECONDS)
    assert new_files(before, shared_stack) == []
    writer.close()


@pytest.mark.parametrize("first", ["file", "mapping"])
async def test_an_unknown_mapping_leaves_nothing_behind(
    client: httpx.AsyncClient, shared_stack: Stack, first: str
) -> None:
    before = shared_stack.storage.files()
    file, mapping = ("file", ("a.pdf", pdf("x"), "application/pdf")), ("mapping", (None, "layuot_v1"))
    answer = await client.post("/api/upload", files=[file, mapping] if first == "file" else [mapping, file])
    assert (answer.status_code, answer.json()["detail"]) == (
        400,
        "There is no mapping 'layuot_v1'. Did you mean 'layout_v1'?",
    )
    assert await rows_of(client) == []
    assert new_files(before, shared_stack) == []
