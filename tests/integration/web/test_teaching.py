"""A correction taught through the API: proposed and tried, used once it is switched on, by every process as it runs."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from psycopg import AsyncConnection

from tests.integration.web.test_upload import upload
from tests.support.databases import TestServer
from tests.support.invoices import own_words_pdf
from tests.support.stack import Stack, open_directory, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRUTH = {
    "invoice": {"number": "7", "currency": "EUR"},
    "seller": {"name": "Nordlicht Elektro GmbH"},
    "totals": {"total": "937.72"},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def url(server: TestServer) -> AsyncIterator[str]:
    async with server.database() as url:
        yield url


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stack(url: str) -> AsyncIterator[Stack]:
    with open_directory() as directory:
        async with Stack(url, Path(directory)) as stack:
            await stack.start_gateway(gateway_children=1)
            await stack.start_web(uploads_per_minute=0, requests_per_minute=0)
            await stack.start("worker", worker_concurrency=1)
            yield stack


async def converted(client: httpx.AsyncClient, pdf: bytes | None = None, job_id: str = "") -> dict[str, object]:
    if pdf is not None:
        job_id = (await upload(client, pdf, mapping="ubl_v1")).json()["job"]["id"]

    async def is_done() -> bool:
        return bool((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"] == "complete")

    await until(is_done, what="a converted invoice")
    job = (await client.get(f"/api/jobs/{job_id}")).json()["job"]
    document = (await client.get(f"/api/jobs/{job_id}/document")).json()
    return {"id": job_id, "review": job["review"], "document": document}


async def test_a_taught_correction_makes_the_vendors_next_invoice_right(stack: Stack) -> None:
    async with stack.client() as client, stack.client() as stranger:
        first, second = await converted(client, own_words_pdf("7")), await converted(client, own_words_pdf("8"))
        assert "template" not in first["document"]  # type: ignore[operator]
        early = await client.post(f"/api/jobs/{first['id']}/teach")
        assert early.status_code == 409
        assert "correct or approve it first" in early.json()["detail"]
        truth = {**TRUTH, "totals": {"total": first["document"]["totals"]["total"]}}  # type: ignore[index]
        lesson = (await client.post(f"/api/jobs/{first['id']}/teach", json={"values": truth})).json()
        assert lesson["reads_right"], lesson
        assert any("Merkmal" in sentence for sentence in lesson["learned"])
        assert [(each["job_id"], each["template_used"]) for each in lesson["tried"]] == [(second["id"], True)]
        name, version = lesson["template"]["name"], lesson["template"]["version"]
        assert (lesson["template"]["on"], lesson["template"]["active_version"]) == (False, None)

        untaught = await converted(client, own_words_pdf("9"))
        assert "template" not in untaught["document"]  # type: ignore[operator]
        switched = await client.patch(f"/api/templates/{name}", json={"on": True, "version": version})
        assert switched.json()["active_version"] == version
        third = await converted(client, own_words_pdf("10"))
        assert third["document"]["template"] == f"{name}@{version}"  # type: ignore[index]
        assert third["document"]["invoice"]["number"] == "10"  # type: ignore[index]
        again = await upload(client, own_words_pdf("9"), mapping="ubl_v1")
        assert again.json()["changed_inputs"] == ["templates"]
        foreign = await converted(stranger, own_words_pdf("10"))
        assert "template" not in foreign["document"]  # type: ignore[operator]
        assert (await stranger.post(f"/api/jobs/{first['id']}/teach", json={"values": truth})).status_code == 403


async def test_the_command_line_learns_the_same(stack: Stack, tmp_path: Path) -> None:
    pdf, truth, folder = tmp_path / "a.pdf", tmp_path / "truth.json", tmp_path / "taught"
    async with stack.client() as client:
        job = await converted(client, own_words_pdf("7", "03/04/2026"))
        read = dict(job["document"])  # type: ignore[call-overload]
        right = {**read, "invoice": {**read["invoice"], "date": "2026-03-04"}}
        lesson = (await client.post(f"/api/jobs/{job['id']}/teach", json={"values": right})).json()
        name = lesson["template"]["name"]
        page = (await client.get(f"/api/templates/{name}/file")).text
    pdf.write_bytes(own_words_pdf("7", "03/04/2026"))
    truth.write_text(json.dumps(right))
    code, said = await stack.run("teach", str(pdf), "--truth", str(truth), "--templates", str(folder))
    assert code == 0, said
    assert (folder / f"{name}.toml").read_text("utf-8") == page
    assert all(sentence in said for sentence in lesson["learned"])


async def test_what_it_says_about_units_and_goods_is_kept_only_once_somebody_confirms_it(stack: Stack) -> None:
    async with stack.client() as client:
        job = await converted(client, own_words_pdf("21"))
        line = {"description": "Wall switch", "uom": "Stk", "coretax": {"code": "853650", "unit": "UM.0021"}}
        truth = {**TRUTH, "invoice": {"number": "21"}, "items": [{**line, "amount": "500.00"}, {"amount": "288.00"}]}
        lesson = (await client.post(f"/api/jobs/{job['id']}/teach", json={"values": truth})).json()
        proposed = {each["id"]: each["says"] for each in lesson["directory"]}
        assert proposed == {
            "unit Stk": "The unit 'Stk' is UM.0021.",
            "goods Wall switch": "'Wall switch' has the code 853650.",
        }
        for title in ("units", "goods"):
            assert (await client.get(f"/api/{title}")).json()["entries"] == []
        order = {"keep": ["unit Stk", "unit nobody proposed"], "values": truth}
        kept = await client.post(f"/api/jobs/{job['id']}/teach/directory", json=order)
        assert kept.json() == {"kept": ["The unit 'Stk' is UM.0021."]}
        (unit,) = (await client.get("/api/units")).json()["entries"]
        assert (unit["values"]["alias"], unit["values"]["code"]) == ("Stk", "UM.0021")
        assert (await client.get("/api/goods")).json()["entries"] == []
        again = (await client.post(f"/api/jobs/{job['id']}/teach", json={"values": truth})).json()
        assert [each["id"] for each in again["directory"]] == ["goods Wall switch"], (
            "what is known is not proposed again"
        )


async def test_a_stored_template_that_no_longer_parses_is_named_and_no_error_of_ours(stack: Stack, url: str) -> None:
    async with stack.client() as client:
        job = await converted(client, own_words_pdf("31"))
        text = 'name = "gone"\n[fingerprint]\ntexts = ["Somebody Else Ltd"]\n'
        assert (await client.put("/api/templates/gone", json={"text": text})).status_code == 200
        async with await AsyncConnection.connect(url, autocommit=True) as database:
            change = (
                "UPDATE template_versions SET text = replace(text, '[fingerprint]', '[fingermark]') WHERE name = 'gone'"
            )
            assert (await database.execute(change)).rowcount == 1
        answer = await client.post(f"/api/jobs/{job['id']}/teach", json={"values": TRUTH})
        assert answer.status_code == 409, answer.text
        assert "Your template gone, line 3" in answer.json()["detail"]
        assert "switch it off" in answer.json()["detail"]
        await client.patch("/api/templates/gone", json={"on": False})
        assert (await client.post(f"/api/jobs/{job['id']}/teach", json={"values": TRUTH})).status_code == 200
