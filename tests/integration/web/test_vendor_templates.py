"""An owner's templates through the API: written, checked, switched, versioned, exported; and nobody else's."""

import io
import zipfile
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from fakturo.domain.own_templates import MOST_BYTES_IN_USE
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import TestServer
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = 'name = "kornblume"\nversion = 4\n# what a person noted\n\n[fingerprint]\ntexts = ["Kornblume Handel GmbH"]\n'
MORE = TEXT + '\n[locale]\ncurrency = "EUR"\n'


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app:
            yield app


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


async def put(client: httpx.AsyncClient, text: str, **order: object) -> dict[str, object]:
    answer = await client.put("/api/templates/kornblume", json={"text": text, **order})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_each_change_is_another_version_and_the_same_text_is_none(client: httpx.AsyncClient) -> None:
    first = await put(client, TEXT)
    assert (first["version"], first["active_version"], first["on"], first["made_by"]) == (4, 4, True, "page")
    assert (await put(client, TEXT))["version"] == 4
    second = await put(client, MORE, on=False)
    assert (second["version"], second["active_version"], second["on"]) == (5, 4, False)
    one = (await client.get("/api/templates/kornblume")).json()
    assert one["text"] == MORE.replace("version = 4", "version = 5")
    assert [each["version"] for each in one["versions"]] == [5, 4]
    assert (await client.get("/api/templates/kornblume/file", params={"version": 4})).text == TEXT


async def test_one_call_switches_to_a_version_and_one_switches_off(web: WebApp, client: httpx.AsyncClient) -> None:
    await put(client, TEXT)
    await put(client, MORE, on=False)
    on = await client.patch("/api/templates/kornblume", json={"on": True})
    assert (on.json()["version"], on.json()["active_version"]) == (5, 5)
    back = await client.patch("/api/templates/kornblume", json={"on": True, "version": 4})
    assert back.json()["active_version"] == 4
    off = await client.patch("/api/templates/kornblume", json={"on": False})
    assert off.json()["active_version"] is None
    owner = await web.rows.one("SELECT owner_key FROM templates ORDER BY switched_at DESC LIMIT 1")
    assert (await web.deps.templates.in_use(owner["owner_key"])).texts == ()
    assert (await client.patch("/api/templates/kornblume", json={"on": True, "version": 9})).status_code == 404


async def test_a_mistake_is_named_with_its_line(client: httpx.AsyncClient) -> None:
    bad = await client.put("/api/templates/kornblume", json={"text": TEXT + "\n[anchor]\n"})
    assert bad.status_code == 400
    assert "line 8: There is no 'anchor'. Did you mean 'anchors'?" in bad.json()["detail"]
    other = await client.put("/api/templates/mohn", json={"text": TEXT})
    assert other.json()["detail"] == "The text has the name 'kornblume', not 'mohn'."
    assert (await client.get("/api/templates")).json() == {"templates": []}


async def test_a_version_or_name_that_nobody_could_keep_is_refused(client: httpx.AsyncClient) -> None:
    text = 'name = "high"\nversion = 99999999999\n\n[fingerprint]\ntexts = ["Kornblume Handel GmbH"]\n'
    answer = await client.put("/api/templates/high", json={"text": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert (await client.get("/api/templates/a%00b")).status_code == 400


async def test_templates_are_nobody_elses(web: WebApp, client: httpx.AsyncClient) -> None:
    await put(client, TEXT)
    async with web.client() as stranger:
        assert (await stranger.get("/api/templates")).json() == {"templates": []}
        for call in (
            stranger.get("/api/templates/kornblume"),
            stranger.get("/api/templates/kornblume/file"),
            stranger.patch("/api/templates/kornblume", json={"on": False}),
            stranger.delete("/api/templates/kornblume"),
        ):
            assert (await call).status_code == 404
    assert (await client.get("/api/templates")).json()["templates"][0]["on"]
    async with web.client(key=await web.new_key(client, "read")) as reader:
        assert (await reader.get("/api/templates/kornblume")).status_code == 200
        assert (await reader.delete("/api/templates/kornblume")).status_code == 403
    async with web.client(key=await web.new_key(client, "manage")) as program:
        assert (await program.put("/api/templates/kornblume", json={"text": MORE})).json()["made_by"] == "key test"


async def test_what_waits_is_settled_because_of_what_has_changed(web: WebApp, client: httpx.AsyncClient) -> None:
    job = (await upload(client, pdf("waits for its vendor"))).json()["job"]
    await web.rows.all(
        """UPDATE jobs SET status = 'complete', completed_at = queue_now(), review = 'needed', fair_at = NULL,
                           result_path = 'results/00/00/w.xml', result_bytes = 1, result_sha256 = sha256,
                           made_with = '{"directory": "none"}' WHERE id = %s""",
        job["id"],
    )
    assert (await client.get("/api/settle")).json()["left"] == 0
    await put(client, TEXT)
    assert (await client.get("/api/settle")).json()["left"] == 1
    assert (await client.post("/api/settle")).json() == {"queued": 1, "left": 0}
    events = (await client.get(f"/api/jobs/{job['id']}/events")).json()["events"]
    assert events[-1]["details"]["because"] == ["templates"]


async def test_files_go_out_and_come_in_again(web: WebApp, client: httpx.AsyncClient) -> None:
    await put(client, TEXT)
    archive = zipfile.ZipFile(io.BytesIO((await client.get("/api/templates/export")).content))
    assert archive.namelist() == ["kornblume.toml"]
    texts = [archive.read("kornblume.toml").decode(), TEXT.replace("kornblume", "mohn")]
    async with web.client() as other:
        answer = await other.post("/api/templates/import", json={"texts": texts, "on": False})
        assert [(each["name"], each["version"], each["on"]) for each in answer.json()["templates"]] == [
            ("kornblume", 4, False),
            ("mohn", 4, False),
        ]
        twice = await other.post("/api/templates/import", json={"texts": [TEXT, MORE]})
        assert "Several of the files have the name 'kornblume'" in twice.json()["detail"]
    assert (await client.delete("/api/templates/kornblume")).status_code == 204
    assert (await client.get("/api/templates/kornblume")).status_code == 404


async def test_what_is_in_use_has_a_bound(client: httpx.AsyncClient) -> None:
    """They go with every document."""
    text = TEXT.replace("# what a person noted\n", ("# " + "y" * 100 + "\n") * 580)
    answers = [
        await client.put(f"/api/templates/v{number}", json={"text": text.replace('"kornblume"', f'"v{number}"')})
        for number in range(MOST_BYTES_IN_USE // 60_000 + 1)
    ]
    assert [answer.status_code for answer in answers[:-1]] == [200] * (len(answers) - 1)
    assert answers[-1].status_code == 409
    assert "512 KB together" in answers[-1].json()["detail"]
