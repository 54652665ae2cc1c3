"""A misspelt field, parameter or key is answered with 400 and the name that was meant; nothing is taken with it."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from tests.integration.web.test_upload import pdf, rows_of, upload, upload_files
from tests.support.databases import TestServer
from tests.support.routes import routes_of
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(server: TestServer) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app:
            yield app


@pytest_asyncio.fixture(loop_scope="module")
async def client(house: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with house.client() as client:
        yield client


def detail(answer: httpx.Response) -> str:
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST"), answer.text
    return str(answer.json()["detail"])


async def test_a_misspelt_field_of_an_upload_is_named_and_nothing_is_kept(client: httpx.AsyncClient) -> None:
    answer = await upload(client, pdf("misspelt"), maping="layout_v1")
    assert detail(answer) == "There is no field 'maping' here. Did you mean 'mapping'?"
    assert await rows_of(client) == []


async def test_the_form_of_the_page_is_as_strict(client: httpx.AsyncClient) -> None:
    answer = await client.post("/queue", files=upload_files(("a.pdf", pdf("page"))), data={"maping": "layout_v1"})
    assert answer.status_code == 400
    assert "&#39;mapping&#39;" in answer.text or "'mapping'" in answer.text
    assert await rows_of(client) == []


async def test_a_file_may_come_in_a_field_of_any_name(client: httpx.AsyncClient) -> None:
    """It is heard, whatever it is called: many clients have names of their own for it."""
    answer = await client.post("/api/upload", files=upload_files(("a.pdf", pdf("of any name")), field="document"))
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/jobs?stauts=failed", "There is no query parameter 'stauts' here. Did you mean 'status'?"),
        ("/api/jobs?status=failed&page=2", "There are: status, review, mapping, error_code, q, since, limit, cursor."),
        ("/api/mappings?limit=3", "There is no query parameter 'limit' here: this address takes none."),
        ("/api/live?sinse=x", "Did you mean 'since'?"),
        ("/api/parties?quer=x", "There are: q, "),
    ],
)
async def test_a_misspelt_query_parameter_is_named(client: httpx.AsyncClient, path: str, told: str) -> None:
    assert told in detail(await client.get(path))


async def test_a_mapping_behind_the_address_of_an_upload_is_no_mapping(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/upload?mapping=layout_v1", files=upload_files(("a.pdf", pdf("query"))))
    assert detail(answer) == "There is no query parameter 'mapping' here: this address takes none."
    assert await rows_of(client) == []


async def test_every_route_of_the_api_refuses_an_unknown_parameter(house: WebApp) -> None:
    routes = [each.split() for each in routes_of(house.app) if " /api/" in each]
    async with house.client() as client:
        for method, path in routes:
            if path == "/api/healthz" or method == "HEAD":
                continue
            address = path.replace("{entry_id:path}", "1").replace("{number}", "1").replace("{kind}", "unit")
            for name in ("job_id", "key_id", "webhook_id", "delivery_id", "name"):
                address = address.replace(f"{{{name}}}", "0b8f6f2e-3c1d-4f3e-9d1c-2f5a7b9c0d1e")
            assert "'no_such'" in detail(await client.request(method, f"{address}?no_such=1")), path


@pytest.mark.parametrize(
    "path",
    ["/api/jobs?_=1763450000", "/api/healthz?probe=7", "/queue?utm_source=mail", "/settings?x=1", "/static/ui.css?v=2"],
)
async def test_cache_busters_probes_and_links_to_pages_pass(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 200


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (
            {"job_ids": [], "includ_drafts": True},
            "There is no key 'includ_drafts' here. Did you mean 'include_drafts'?",
        ),
        ({"filter": {"stauts": ["failed"]}}, "There is no key 'stauts' in 'filter'. Did you mean 'status'?"),
        ({"filter": {}, "kind_of": "zip"}, "There are: job_ids, filter, as, "),
    ],
)
async def test_a_misspelt_key_of_json_is_named(client: httpx.AsyncClient, order: dict[str, object], told: str) -> None:
    assert told in detail(await client.post("/api/jobs/download", json=order))


async def test_a_key_within_a_list_is_named_with_its_place(client: httpx.AsyncClient) -> None:
    job = (await upload(client, pdf("parts"))).json()["job"]["id"]
    answer = await client.post(f"/api/jobs/{job}/split", json={"parts": [{"pages": [1]}, {"page": [2]}]})
    assert "in 'parts.1'. Did you mean 'pages'?" in detail(answer)
