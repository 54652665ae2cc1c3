"""Converting again: the same file with what is known today, and nothing of before is lost."""

from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse

from tests.generator.registry import draw
from tests.integration.web.test_upload import pdf, upload
from tests.integration.worker.test_default_mapping import BUYER_TIN, NONE_SET, SELLER_TIN, TOKEN
from tests.support.databases import Rows
from tests.support.gateways import PlainGateway, plain_gateway, xml
from tests.support.stack import Stack, until


async def ended(client: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
    answers: list[dict[str, Any]] = []

    async def done() -> bool:
        answers[:] = [(await client.get(f"/api/jobs/{job_id}?wait=10")).json()]
        return answers[0]["job"]["status"] in {"complete", "failed"}

    await until(done, what="the end of the job")
    return answers[0]


async def convert(client: httpx.AsyncClient, job_id: str, **body: Any) -> dict[str, Any]:
    answer = await client.post(f"/api/jobs/{job_id}/convert", json=body or None)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_after_an_import_the_same_pdf_gets_a_new_result_and_the_draft_stays(stack: Stack) -> None:
    """With a real gateway and worker, from the command that imports the buyer to the file that the portal takes."""
    paper = draw("numbered-grid", 1)
    truth, parties = paper.truths[0], stack.directory / "parties.csv"
    head = "name,role,tin,address\n"
    parties.write_text(f'{head}"{truth["seller"]["name"]}",seller,{SELLER_TIN},"Jl. Penjual 1, Bandung"\n')
    assert (await stack.run("parties", "import", str(parties)))[0] == 0
    await stack.start_gateway(default_mapping=NONE_SET, gateway_children=1, gateway_token=TOKEN)
    await stack.start_web(default_mapping=NONE_SET)
    await stack.start("worker", default_mapping=NONE_SET, gateway_token=TOKEN)
    async with stack.client() as client:
        first = (await upload(client, paper.pdf)).json()["job"]
        draft = await ended(client, first["id"])
        assert (draft["job"]["draft"], draft["changed_inputs"]) == (True, [])
        again = (await upload(client, paper.pdf)).json()
        assert (again["job"]["id"], again["deduped"], again["changed_inputs"]) == (first["id"], True, [])
        assert again["job"]["status"] == "complete", "the same inputs: nothing to do"

        parties.write_text(f'{head}"{truth["buyer"]["name"]}",buyer,{BUYER_TIN},"Jl. Pembeli 2, Surabaya"\n')
        status, said = await stack.run("parties", "import", str(parties))
        assert status == 0
        assert "1 result(s) that wait for a review were made before this" in said
        assert (await client.get(f"/api/jobs/{first['id']}")).json()["changed_inputs"] == ["directory"]

        new = (await upload(client, paper.pdf)).json()
        assert (new["job"]["id"], new["deduped"], new["changed_inputs"]) == (first["id"], True, ["directory"])
        assert (new["job"]["status"], new["job"]["version"]) == ("queued", 2)
        clean = await ended(client, first["id"])
        assert (clean["job"]["review"], clean["job"]["version"]) == ("clean", 2)
        address = f"/api/jobs/{first['id']}"
        old, now = await client.get(f"{address}/download?version=1"), await client.get(f"{address}/download")
        assert (old.headers["x-version"], old.headers["x-draft"]) == ("1", "true")
        assert (now.headers["x-version"], now.headers.get("x-draft")) == ("2", None)
        assert BUYER_TIN.encode() in now.content
        assert BUYER_TIN.encode() not in old.content
        assert (await client.get(f"{address}/document?version=1")).json()["verdict"] == "review"

        changed = {each["field"]: (each["before"], each["after"]) for each in clean["versions"][1]["changes"]}
        assert changed["review"] == ("needed", "clean")
        gone, new_ones = changed["issues"]
        assert "BUYER_UNKNOWN" in gone
        assert "BUYER_UNKNOWN" not in new_ones
        assert "seller" not in changed
        assert [(each["number"], each["current"]) for each in clean["versions"]] == [(1, False), (2, True)]


@pytest.fixture
async def gateway() -> Any:
    async def answer(number: int) -> Any:
        return xml(f"<v{number}/>")

    async with plain_gateway(answer) as running:
        yield running


@pytest.fixture
async def house(database_url: str, directory: Any, gateway: PlainGateway) -> Any:
    """A gateway of another make, which numbers its answers."""
    async with Stack(database_url, directory, gateway_url=gateway.url) as stack:
        await stack.start_web()
        await stack.start("worker", retry_base_delay_ms=1, retry_jitter_max_ms=0)
        yield stack


async def test_the_earlier_result_is_there_while_it_runs_and_if_it_fails(
    house: Stack, gateway: PlainGateway, rows: Rows
) -> None:
    async with house.client() as client:
        job_id = (await upload(client, pdf("a"))).json()["job"]["id"]
        await ended(client, job_id)
        await rows.all("INSERT INTO pauses (what, reason, who, why) VALUES ('claims', 'operator', 'me', 'a break')")
        queued = await convert(client, job_id)
        assert (queued["job"]["id"], queued["job"]["status"], queued["deduped"]) == (job_id, "queued", False)
        address = f"/api/jobs/{job_id}"
        current = await client.get(f"{address}/download")
        assert (current.status_code, current.json()["code"]) == (409, "NOT_READY")
        assert "version 1" in current.json()["detail"]
        assert (await client.get(f"{address}/download?version=1")).text == "<v1/>"
        twice = await client.post(f"{address}/convert")
        assert (twice.status_code, twice.json()["code"]) == (409, "CONFLICT")

        async def no(_: int) -> Any:
            return JSONResponse({"detail": "No pages."}, 400)

        gateway.answer = no
        await rows.all("DELETE FROM pauses")
        back = await ended(client, job_id)
        assert (back["job"]["status"], back["job"]["version"]) == ("complete", 1)
        assert back["job"]["last_error_code"] == "GW_4XX"
        assert back["job"]["message"].startswith("Converting it again failed; this is the result from before.")
        assert (await client.get(f"{address}/download")).text == "<v1/>"
        assert (await client.get(f"{address}/download?version=2")).status_code == 404
        events = (await client.get(f"{address}/events")).json()["events"]
        assert [each["type"] for each in events][-3:] == ["processing", "kept", "downloaded"]


async def test_many_are_converted_again_and_those_of_others_are_not(
    house: Stack, gateway: PlainGateway, rows: Rows
) -> None:
    async with house.client() as client, house.client() as stranger:
        ids = [(await upload(client, pdf(text))).json()["job"]["id"] for text in "ab"]
        for job_id in ids:
            await ended(client, job_id)
        theirs = await stranger.post("/api/jobs/convert", json={"job_ids": ids})
        assert (theirs.json()["done"], {each["code"] for each in theirs.json()["not_done"]}) == ([], {"FORBIDDEN"})
        alone = await stranger.post(f"/api/jobs/{ids[0]}/convert")
        assert (alone.status_code, alone.json()["code"]) == (403, "FORBIDDEN")
        unread = await stranger.get(f"/api/jobs/{ids[0]}/download?version=1")
        assert unread.status_code == 403
        calls = gateway.calls
        nothing = (await client.post("/api/jobs/convert", json={"filter": {}, "outdated": True})).json()
        assert (nothing["done"], nothing["not_done"]) == ([], [])
        made = (await client.post("/api/jobs/convert", json={"filter": {"review": ["clean"]}})).json()
        assert set(made["done"]) == set(ids)
        for job_id in ids:
            assert (await ended(client, job_id))["job"]["version"] == 2
        assert gateway.calls == calls + 2
        await rows.all("UPDATE jobs SET upload_path = NULL")
        gone = await client.post(f"/api/jobs/{ids[0]}/convert")
        assert (gone.status_code, gone.json()["code"]) == (404, "EXPIRED")


async def test_another_mapping_and_another_engine_make_another_version(
    house: Stack, gateway: PlainGateway, rows: Rows
) -> None:
    async with house.client() as client:
        job_id = (await upload(client, pdf("a"))).json()["job"]["id"]
        await ended(client, job_id)
        unknown = await client.post(f"/api/jobs/{job_id}/convert", json={"mapping": "nowhere"})
        assert (unknown.status_code, unknown.json()["code"]) == (400, "INVALID_REQUEST")
        await convert(client, job_id, mapping="invoice_v1")
        other = await ended(client, job_id)
        assert [each["mapping"] for each in other["versions"]] == ["layout_v1", "invoice_v1"]
        fresh = (await upload(client, pdf("a"))).json()
        assert (fresh["deduped"], fresh["job"]["mapping"]) == (False, "layout_v1"), "a file for another mapping is new"
        await ended(client, fresh["job"]["id"])
        await rows.all("UPDATE jobs SET made_with = jsonb_build_object('engine', 'plain/0'), upload_path = NULL")
        again = (await upload(client, pdf("a"))).json()
        assert (again["job"]["id"], again["changed_inputs"]) == (fresh["job"]["id"], ["engine"])
        assert (await ended(client, again["job"]["id"]))["job"]["version"] == 2, "from the file that was just sent"
