"""The pages as a browser without scripts uses them, and the parts that scripts ask for."""

import re
from typing import Any

import httpx
import pytest
from lxml import html

from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import pdf, upload, upload_files
from tests.support.databases import Rows
from tests.support.invoices import invoice_pdf
from tests.support.stack import Stack, until

SECRET_LINK = re.compile(r"/link/[A-Za-z0-9_-]{43}")


async def page_of(client: httpx.AsyncClient, path: str = "/queue", **headers: str) -> Any:
    answer = await client.get(path, headers=headers)
    assert answer.status_code == 200
    return parsed(answer)


def parsed(answer: httpx.Response) -> Any:
    return html.fromstring(answer.text)


def rows_in(page: html.HtmlElement) -> list[html.HtmlElement]:
    return list(page.xpath("//tbody[@id='rows']/tr"))


def names_in(page: Any) -> list[str]:
    return [text_of(row.xpath(".//a[@class='name']")[0]) for row in rows_in(page)]


def text_of(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


async def test_an_empty_queue_invites_to_drop_files(client: httpx.AsyncClient) -> None:
    for path in ("/", "/queue"):
        assert "No files yet. Drop PDFs here to convert" in (await client.get(path)).text


async def test_several_files_go_in_by_the_form_and_the_xml_comes_out_by_the_link(client: httpx.AsyncClient) -> None:
    form = (await page_of(client)).forms[0]
    assert (form.method, form.action, form.get("enctype")) == ("POST", "/queue", "multipart/form-data")
    files = upload_files(("one.pdf", pdf("one")), ("two.pdf", pdf("two")), ("three.txt", b"no pdf"))
    answer = await client.post("/queue", files=files, data={"mapping": "layout_v1"})
    assert answer.status_code == 303
    shown = await client.get(answer.headers["location"])
    assert "2 added. 1 refused, see below." in shown.text

    async def both_ready() -> bool:
        return len((await page_of(client)).xpath("//td[@class='action']/a[contains(., 'Download')]")) == 2

    await until(both_ready, what="two download links")
    page = await page_of(client)
    assert page.xpath("//main/@data-active") == ["0"]
    failed = text_of(page.xpath("//td[contains(@class, 'bad')]")[0])
    assert failed.startswith("Failed Only PDF files are supported.")
    for link in page.xpath("//td[@class='action']/a[contains(., 'Download')]/@href"):
        assert (await client.get(link)).headers["content-type"].startswith("application/xml")


async def test_a_form_without_a_file_says_so(client: httpx.AsyncClient) -> None:
    answer = await client.post("/queue", files=upload_files(("", b"")))
    assert answer.status_code == 400
    assert "Choose at least one PDF file first." in answer.text


async def test_file_names_are_text_on_the_page(client: httpx.AsyncClient) -> None:
    name = "</script><img src=x onerror=alert(1)>.pdf"
    job = await completed(client, "xss", name)
    for path in ("/queue", f"/queue/{job['id']}"):
        page = await page_of(client, path)
        assert page.xpath("//img") == []
        assert name.rsplit("/", maxsplit=1)[-1] in page.text_content()


async def test_the_mapping_that_was_used_last_is_remembered(client: httpx.AsyncClient) -> None:
    files = upload_files(("one.pdf", pdf("remembered")))
    await client.post("/queue", files=files, data={"mapping": "ubl_v1"})
    assert (await page_of(client)).xpath("//select[@id='mapping']/option[@selected]/@value") == ["ubl_v1"]
    client.cookies.set("mapping", "gone_v1", domain="127.0.0.1", path="/")
    client.cookies.delete("mapping", domain="127.0.0.1", path="/")
    assert (await page_of(client)).xpath("//select[@id='mapping']/option[@selected]/@value") == ["layout_v1"]


async def test_rows_are_filtered_counted_and_searched(client: httpx.AsyncClient) -> None:
    await completed(client, "kept", "kept.pdf")
    await client.post("/queue", files=upload_files(("broken.txt", b"no pdf")))
    page = await page_of(client)
    counts = {link.get("data-show"): text_of(link.xpath("span")[0]) for link in page.xpath("//nav[@id='filters']/a")}
    assert counts == {"all": "2", "active": "0", "ready": "1", "review": "0", "failed": "1"}
    assert [text_of(each) for each in page.xpath("//dl[@id='stats']//dt")][:3] == ["ready", "to review", "failed"]
    assert [text_of(each) for each in page.xpath("//dl[@id='stats']//dd")][:3] == ["1", "0", "1"]
    for address, names in {
        "?show=ready": ["kept.pdf"],
        "?show=failed": ["broken.txt"],
        "?show=review": [],
        "?q=kept": ["kept.pdf"],
        "?q=kept&show=failed": [],
        "": ["broken.txt", "kept.pdf"],
    }.items():
        assert names_in(await page_of(client, f"/queue{address}")) == names
        assert names_in(await page_of(client, f"/queue/rows{address}")) == names


async def test_the_mean_time_is_of_conversions_and_not_of_days_between_them(
    client: httpx.AsyncClient, shared_database: Rows
) -> None:
    job = await completed(client, "made twice", "twice.pdf")
    await shared_database.all("UPDATE jobs SET started_at = now() - interval '3 days' WHERE id = %s", job["id"])
    assert float((await page_of(client)).xpath("//dl[@id='stats']//dd/@data-seconds")[0]) < 3600


async def test_the_script_is_told_what_changed_and_what_is_gone(client: httpx.AsyncClient) -> None:
    since = (await page_of(client)).xpath("//main/@data-since")[0]
    nothing = await page_of(client, f"/queue/changes?since={since}")
    assert (rows_in(nothing), nothing.xpath("//main/@data-deleted")) == ([], [""])
    job = await completed(client, "told", "told.pdf")
    told = await page_of(client, f"/queue/changes?since={since}")
    assert [row.get("id") for row in rows_in(told)] == [f"job-{job['id']}"]
    await client.delete(f"/api/jobs/{job['id']}")
    gone = await page_of(client, f"/queue/changes?since={since}")
    assert (rows_in(gone), gone.xpath("//main/@data-deleted")) == ([], [job["id"]])


async def test_many_changes_of_one_transaction_come_in_pages(client: httpx.AsyncClient, shared_database: Rows) -> None:
    since = (await page_of(client)).xpath("//main/@data-since")[0]
    job = (await upload(client, pdf("many"))).json()["job"]
    await copies_of(shared_database, job["id"], 450)
    seen: set[str] = set()
    address, pages = f"/queue/changes?since={since}", 0
    while address and pages < 9:
        page = await page_of(client, address)
        seen |= {row.get("id") for row in rows_in(page)}
        cursor = page.xpath("//main/@data-cursor")[0]
        address = f"/queue/changes?since={since}&cursor={cursor}" if cursor else ""
        pages += 1
    assert (len(seen), pages) == (451, 3)


async def copies_of(rows: Rows, job_id: str, count: int) -> None:
    """As many failed jobs of the same owner."""
    await rows.all(
        """INSERT INTO jobs (id, owner_key, owner_session_id, original_filename, name_words, content_type, bytes,
                             mapping, mapping_version, pipeline, status, error_code, error_message, failed_at,
                             created_at)
           SELECT gen_random_uuid(), owner_key, owner_session_id, 'copy-' || number || '.pdf', name_words, content_type,
                  7, mapping, mapping_version, pipeline, 'failed', 'GW_5XX', 'It went wrong.', now(),
                  created_at - number * interval '1 second'
           FROM jobs, generate_series(1, %s) AS number WHERE id = %s""",
        count,
        job_id,
    )


async def test_details_have_every_doubt_and_what_happened(client: httpx.AsyncClient) -> None:
    job = (await upload(client, invoice_pdf(total="1.00"), "doubtful.pdf", mapping="invoice_v1")).json()["job"]

    async def ended() -> bool:
        return bool((await client.get(f"/api/jobs/{job['id']}")).json()["job"]["status"] == "complete")

    await until(ended, what="the end of the job")
    issues = (await client.get(f"/api/jobs/{job['id']}/document")).json()["issues"]
    (row,) = rows_in(await page_of(client))
    assert "Nordlicht Elektro GmbH · NL-2026-017 · EUR 1.00" in text_of(row)
    assert f"Needs review ({len(issues)})" in text_of(row)
    for path in (f"/queue/{job['id']}", f"/queue/{job['id']}/details"):
        page = await page_of(client, path)
        told = [text_of(each) for each in page.xpath("//ul[@class='doubts']/li")]
        assert len(told) == len(issues)
        assert all(any(issue["message"] in each for each in told) for issue in issues)
        steps = [text_of(each) for each in page.xpath("//ol[@class='timeline']/li/b")]
        assert steps == ["Converted, needs review", "Converting, attempt 1", "In line", "Uploaded"]


async def test_others_see_a_page_that_says_nothing_is_there(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    job = await completed(client, "mine", "secret-name.pdf")
    for path in (f"/queue/{job['id']}", f"/queue/{job['id']}/details", f"/queue/row/{job['id']}", "/queue/nonsense"):
        answer = await stranger.get(path)
        assert answer.status_code in {403, 404}
        assert answer.headers["content-type"].startswith("text/html")
        assert "There is nothing here" in answer.text
        assert "secret-name" not in answer.text
    assert (await stranger.post(f"/queue/{job['id']}/delete")).status_code == 403
    assert (await client.post(f"/queue/{job['id']}/delete")).status_code == 303
    assert (await client.get(f"/queue/{job['id']}")).status_code == 404


# ---------------------------------------------------------------- languages and settings


async def test_an_unknown_address_is_a_page_for_people_and_a_problem_for_programs(client: httpx.AsyncClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    shown = await client.get("/nothing", headers=browser)
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "No page has this address." in shown.text
    assert parsed(shown).xpath("//main//a/@href") == ["/queue"]
    for address, headers in (("/nothing", {}), ("/nothing", {"Accept": "application/json"}), ("/api/nothing", browser)):
        told = await client.get(address, headers=headers)
        assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")


async def test_the_page_speaks_the_browsers_language_until_another_is_chosen(client: httpx.AsyncClient) -> None:
    indonesian = {"Accept-Language": "id-ID,id;q=0.9,en;q=0.8"}
    page = await page_of(client, "/queue", **indonesian)
    assert page.get("lang") == "id"
    assert "Belum ada berkas. Jatuhkan PDF di sini untuk dikonversi" in page.text_content()
    answer = await client.post("/settings/language", data={"language": "en", "back": "/settings"}, headers=indonesian)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings")
    assert (await page_of(client, "/queue", **indonesian)).get("lang") == "en"


async def test_nobody_is_sent_elsewhere_by_the_form(client: httpx.AsyncClient) -> None:
    for back in ("https://example.com/", "//example.com", "/api/jobs"):
        answer = await client.post("/settings/language", data={"language": "id", "back": back})
        assert answer.headers["location"] == "/queue"


async def test_settings_are_kept_and_nonsense_is_not(client: httpx.AsyncClient) -> None:
    answer = await client.post("/settings", data={"language": "id", "theme": "dark", "mapping": "ubl_v1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings?saved=true")
    page = await page_of(client, answer.headers["location"])
    assert (page.get("lang"), page.get("data-theme")) == ("id", "dark")
    assert [each.get("value") for each in page.xpath("//option[@selected]")] == ["id", "dark", "ubl_v1"]
    assert "Tersimpan." in page.text_content()
    await client.post("/settings", data={"language": "<x>", "theme": "pink", "mapping": "nope"})
    page = await page_of(client, "/settings")
    assert (page.get("lang"), page.get("data-theme")) == ("en", None)


async def test_the_seller_is_asked_once_and_kept_for_this_owner_alone(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient, shared_database: Rows
) -> None:
    assert (await page_of(client)).xpath("//form[@id='who']")
    bad = await client.post("/settings/seller", data={"name": "PT Contoh", "tin": "12"})
    assert bad.status_code == 400
    assert "The NPWP '12' should have 15 or 16 digits." in parsed(bad).text_content()
    good = {"name": "PT Contoh Makmur", "tin": "01.234.567.4-012.000", "nitku": "000000", "back": "/queue"}
    saved = await client.post("/settings/seller", data=good)
    assert (saved.status_code, saved.headers["location"]) == (303, "/queue")
    assert (await page_of(client)).xpath("//form[@id='who']") == []
    assert (await page_of(stranger)).xpath("//form[@id='who']")
    await client.post("/settings/seller", data=good | {"name": "PT Contoh Baru"})
    sellers = await shared_database.all("SELECT name, role, tin FROM parties WHERE name LIKE 'PT Contoh%%'")
    assert [(each["name"], each["role"]) for each in sellers] == [("PT Contoh Baru", "seller")]
    assert (await page_of(client, "/settings")).xpath("//input[@name='name']/@value") == ["PT Contoh Baru"]


# ---------------------------------------------------------------- the queue on another device


async def made_link(client: httpx.AsyncClient) -> str:
    answer = await client.post("/settings/link")
    found = SECRET_LINK.search(parsed(answer).xpath("//input[@id='link']/@value")[0])
    assert found
    return found[0]


async def test_a_link_opens_the_queue_on_another_device_once(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient, shared_database: Rows
) -> None:
    await completed(client, "travels", "travels.pdf")
    await completed(stranger, "stays", "stays.pdf")
    link = await made_link(client)
    looked = await page_of(stranger, link)
    assert "This browser has 1 file of its own." in looked.text_content()
    assert "travels.pdf" not in (await stranger.get("/queue")).text, "looking opens nothing"
    kept = await shared_database.all("SELECT secret_sha256, encode(sealed, 'escape') AS sealed FROM session_links")
    cookie = client.cookies["owner_session_id"]
    assert all(cookie not in str(row) and link.removeprefix("/link/") not in str(row) for row in kept)
    assert (await stranger.post(link)).headers["location"] == "/queue"
    assert stranger.cookies["owner_session_id"] == cookie
    assert "travels.pdf" in (await stranger.get("/queue")).text
    for again in (await stranger.post(link), await stranger.get(link)):
        assert again.status_code == 410
        assert "This link was used already" in parsed(again).text_content()


async def test_a_link_is_too_old_after_ten_minutes(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient, shared_database: Rows
) -> None:
    link = await made_link(client)
    await shared_database.all("UPDATE session_links SET expires_at = expires_at - interval '10 minutes 1 second'")
    assert (await stranger.post(link)).status_code == 410


async def test_another_site_cannot_make_a_browser_use_a_link(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    link = await made_link(client)
    answer = await stranger.post(link, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert (await stranger.get(link)).status_code == 200


# ---------------------------------------------------------------- what surrounds the page


async def test_everything_that_a_first_view_needs_is_small_and_ours(client: httpx.AsyncClient) -> None:
    """Without rows: they are compressed, and there are at most a hundred."""
    page = await client.get("/queue", headers={"Accept-Encoding": "identity"})
    sizes = {"/queue": len(page.content)}
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    waiting = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text))
    while waiting:
        path = waiting.pop()
        answer = await client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        sizes[path] = len(answer.content)
        if path.endswith(".js"):
            waiting |= {f"/static/{name}" for name in re.findall(r'from "\./([^"]+)"', answer.text)} - set(sizes)
    assert len(sizes) > 10
    assert sum(sizes.values()) < 100_000
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))|\son\w+=|\sstyle=", page.text)


async def test_a_page_with_many_rows_is_sent_compressed(client: httpx.AsyncClient, shared_database: Rows) -> None:
    job = (await upload(client, pdf("compressed"))).json()["job"]
    await copies_of(shared_database, job["id"], 150)
    plain = await client.get("/queue", headers={"Accept-Encoding": "identity"})
    async with client.stream("GET", "/queue", headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert answer.headers["content-encoding"] == "gzip"
    assert len(raw) < len(plain.content) / 8
    assert len(rows_in(parsed(plain))) == 100
    more = parsed(plain).xpath("//a[@id='more']/@href")[0]
    assert len(rows_in(await page_of(client, more))) == 51


@pytest.fixture
async def alone(stack: Stack) -> Any:
    await stack.start_web()
    return stack


async def test_without_a_database_the_page_is_a_page(alone: Stack, rows: Rows) -> None:
    async with alone.client() as client:
        await page_of(client)
        async with rows.closed():
            for language, words in (("en", "Your files are safe."), ("id", "Berkas Anda aman.")):
                answer = await client.get("/queue", headers={"Accept-Language": language})
                assert answer.status_code == 503
                assert answer.headers["content-type"].startswith("text/html")
                assert words in answer.text
