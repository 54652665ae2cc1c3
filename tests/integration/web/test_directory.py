"""Parties, units and goods through the API and on their page: an owner's own, and everybody's to look at."""

import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio

from fakturo.convert.directory.question import Record, Role
from fakturo.convert.directory.sheets import read_sheet
from fakturo.directory import lists
from fakturo.directory.rows import new_party
from fakturo.store.directory import SHARED, Directory
from fakturo.store.pool import open_pool
from tests.support.databases import TestServer
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")

TIN, OTHER_TIN = "0012345674012000", "0098765432101000"
CONTOH = {"name": "PT Contoh Makmur Abadi", "tin": TIN, "address": "Jl. Melati 1, Kota Contoh"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app:
            async with open_pool(url, name="test", max_size=1) as pool:
                everybodys = Record("PT Milik Semua", Role.BUYER, tin=OTHER_TIN, address="Jl. Umum 1")
                await Directory(pool).save_parties(SHARED, [new_party(everybodys)])
            yield app


@pytest_asyncio.fixture(loop_scope="module")
async def client(web: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        yield client


async def add(client: httpx.AsyncClient, title: str = "parties", **values: str) -> dict[str, Any]:
    answer = await client.post(f"/api/{title}", json={"values": values})
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["entry"])


async def names(client: httpx.AsyncClient, q: str = "") -> list[str]:
    answer = await client.get("/api/parties", params={"q": q})
    assert answer.status_code == 200, answer.text
    entries = answer.json()["entries"]
    return [entry["values"]["name"] for entry in entries]


async def test_a_party_is_added_changed_and_deleted(client: httpx.AsyncClient) -> None:
    made = await add(client, **CONTOH)
    assert (made["values"]["tin"], made["values"]["country"], made["shared"]) == (TIN, "IDN", False)
    assert await names(client) == ["PT Contoh Makmur Abadi", "PT Milik Semua"]
    assert await names(client, "melati") == ["PT Contoh Makmur Abadi"]
    renamed = await client.put(f"/api/parties/{made['id']}", json={"values": CONTOH | {"name": "PT Contoh Baru"}})
    assert renamed.json()["entry"]["id"] == made["id"]
    assert await names(client, "contoh") == ["PT Contoh Baru"]
    assert (await client.delete(f"/api/parties/{made['id']}")).status_code == 204
    assert (await client.delete(f"/api/parties/{made['id']}")).status_code == 404


async def test_what_is_wrong_with_an_entry_is_said(client: httpx.AsyncClient) -> None:
    await add(client, **CONTOH)
    bad = await client.post("/api/parties", json={"values": {"name": "PT X", "tin": "12"}})
    assert bad.status_code == 400
    assert "NPWP" in bad.json()["detail"]
    namesake = await client.post("/api/parties", json={"values": {"name": "CONTOH MAKMUR ABADI, PT", "tin": OTHER_TIN}})
    assert "is in your directory already under one of these names" in namesake.json()["detail"]


async def test_everybodys_entries_are_seen_and_not_changed(web: WebApp, client: httpx.AsyncClient) -> None:
    (shared,) = (await client.get("/api/parties", params={"q": "semua"})).json()["entries"]
    assert shared["shared"]
    assert (await client.delete(f"/api/parties/{shared['id']}")).status_code == 404
    assert (await client.put(f"/api/parties/{shared['id']}", json={"values": CONTOH})).status_code == 404
    made = await add(client, **CONTOH)
    async with web.client() as stranger:
        assert await names(stranger) == ["PT Milik Semua"]
        assert (await stranger.delete(f"/api/parties/{made['id']}")).status_code == 404
        merged = await stranger.post("/api/parties/merge", json={"keep": made["id"], "merge": [made["id"], "1"]})
        assert merged.status_code == 404
    async with web.client(key=await web.new_key(client, "read")) as reader:
        assert await names(reader, "contoh") == ["PT Contoh Makmur Abadi"]
        assert (await reader.post("/api/parties", json={"values": CONTOH})).status_code == 403


async def test_who_may_be_meant_is_shown_by_number_and_by_name(client: httpx.AsyncClient) -> None:
    await add(client, **CONTOH)
    await add(client, name="PT Lain Sekali", tin="0011112223334000")
    asked = {"name": "PT Contoh Makmur Abady", "tax_id": "00.123.456.7-401.200.0"}
    (found,) = (await client.get("/api/parties/candidates", params={"name": asked["name"]})).json()["candidates"]
    assert (found["entry"]["values"]["name"], found["by_number"]) == ("PT Contoh Makmur Abadi", False)
    assert 0.9 < found["similarity"] < 1
    (found,) = (await client.get("/api/parties/candidates", params={"tax_id": TIN})).json()["candidates"]
    assert found["by_number"]
    nobody = await client.get("/api/parties/candidates", params={"name": "PT Tidak Ada"})
    assert nobody.json() == {"candidates": []}


async def test_duplicates_become_one_with_all_their_names(client: httpx.AsyncClient) -> None:
    kept = await add(client, name="PT Contoh Makmur Abadi", tin=TIN)
    other = await add(
        client, name="Contoh Group", aliases="Contoh Makmur", tin=TIN, address="Jl. Melati 1", email="a@example.com"
    )
    answer = await client.post("/api/parties/merge", json={"keep": kept["id"], "merge": [other["id"]]})
    merged = answer.json()["entry"]
    assert merged["id"] == kept["id"]
    assert merged["values"]["aliases"] == "Contoh Group | Contoh Makmur"
    assert (merged["values"]["address"], merged["values"]["email"]) == ("Jl. Melati 1", "a@example.com")
    (found,) = (await client.get("/api/parties/candidates", params={"name": "contoh makmur"})).json()["candidates"]
    assert (found["entry"]["id"], found["similarity"]) == (kept["id"], 1)
    stranger = await add(client, name="PT Lain", tin=OTHER_TIN)
    refused = await client.post("/api/parties/merge", json={"keep": kept["id"], "merge": [stranger["id"]]})
    assert "have different NPWPs" in refused.json()["detail"]


async def test_units_and_goods_have_the_same_operations(client: httpx.AsyncClient) -> None:
    unit = await add(client, "units", alias="Pcs/Box", code="UM.0021")
    await add(client, "goods", words="jasa konsultasi", code="000000", opt="B")
    changed = await client.put(f"/api/units/{unit['id']}", json={"values": {"alias": "Dus", "code": "UM.0018"}})
    assert changed.json()["entry"]["values"] == {"alias": "Dus", "code": "UM.0018"}
    assert [each["values"]["alias"] for each in (await client.get("/api/units")).json()["entries"]] == ["Dus"]
    (goods,) = (await client.get("/api/goods", params={"q": "konsul"})).json()["entries"]
    assert (await client.delete(f"/api/goods/{goods['id']}")).status_code == 204
    codes = (await client.get("/api/codes/units", params={"q": "kilogram"})).json()["codes"]
    assert "UM.0003" in [each["code"] for each in codes]
    assert (await client.get("/api/codes/transactions", params={"q": "04"})).json()["codes"][0]["code"] == "04"


async def test_lists_come_from_files_and_go_to_files(client: httpx.AsyncClient) -> None:
    rows = f"name;tin\nPT Satu;{TIN}\nPT Dua;12\n"
    stopped = await client.post("/api/parties/import", json={"csv": rows})
    assert stopped.status_code == 400
    assert stopped.json()["mistakes"][0].startswith("line 3: ")
    done = (await client.post("/api/parties/import", json={"csv": rows, "skip_bad": True})).json()
    assert (done["new"], done["changed"], done["could_settle"]) == (1, 0, 0)
    exported = await client.get("/api/parties/export")
    assert exported.text.splitlines()[1].startswith("PT Satu,")
    assert "PT Milik Semua" not in exported.text


async def test_long_lists_are_read_beside_the_loop_and_never_whole_for_one_entry(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set[str]()

    def read(*given: Any) -> Any:
        threads.add(threading.current_thread().name)
        return read_sheet(*given)

    monkeypatch.setattr(lists, "read_sheet", read)
    table = f"name,aliases,tin,address\nPT Panjang,PT Lama | PT Baru,{TIN},Jl. Melati 1\n"
    answer = await client.post("/api/parties/import", json={"csv": table})
    assert answer.status_code == 200, answer.text
    assert threads
    assert threading.main_thread().name not in threads
    monkeypatch.setattr(Directory, "all_parties", None)
    known = {"tin": OTHER_TIN, "address": "Jl. Umum 1"}
    twin = await client.post("/api/parties", json={"values": {"name": "PT Baru", **known}})
    assert (twin.status_code, "PT Panjang" in twin.json()["detail"]) == (400, True)
    made = await add(client, name="PT Lain", aliases="PT Lain Lagi", **known)
    again = {"values": {"name": "PT Lain Lagi", "aliases": "PT Lain", **known}}
    assert (await client.put(f"/api/parties/{made['id']}", json=again)).json()["entry"]["id"] == made["id"]


async def test_the_page_does_all_of_it_without_a_script(client: httpx.AsyncClient) -> None:
    form = {**CONTOH, "role": "buyer", "document_type": "TIN"}
    saved = await client.post("/parties/parties/save", data=form, follow_redirects=True)
    assert "Saved." in saved.text
    assert "PT Contoh Makmur Abadi" in saved.text
    bad = await client.post("/parties/parties/save", data=form | {"name": "PT Y", "tin": "12"})
    assert bad.status_code == 400
    assert "NPWP" in bad.text
    assert 'value="PT Y"' in bad.text
    imported = await client.post("/parties/units/import", data={"csv": "alias,code\nKotak,UM.0018\n"})
    assert "Imported: 1 new, 0 changed, 0 as before." in imported.text
    entry = (await client.get("/api/parties", params={"q": "contoh"})).json()["entries"][0]["id"]
    edit = await client.get("/parties", params={"edit": entry})
    assert f'name="instead_of" value="{entry}"' in edit.text
    gone = await client.post("/parties/parties/delete", data={"id": entry}, follow_redirects=True)
    assert "Deleted." in gone.text
    assert (await client.post("/parties/settle", follow_redirects=True)).status_code == 200
