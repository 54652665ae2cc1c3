"""The queue page as a browser without JavaScript uses it."""

import httpx
from lxml import html

from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import pdf, upload_files
from tests.support.stack import until


async def page_of(client: httpx.AsyncClient) -> html.HtmlElement:
    answer = await client.get("/queue")
    assert answer.status_code == 200
    return html.fromstring(answer.text)


async def test_an_empty_queue_invites_to_choose_files(client: httpx.AsyncClient) -> None:
    for path in ("/", "/queue"):
        answer = await client.get(path)
        assert "No files yet." in answer.text


async def test_several_files_go_in_by_the_form_and_the_xml_comes_out_by_the_link(client: httpx.AsyncClient) -> None:
    form = (await page_of(client)).forms[0]
    assert (form.method, form.action, form.get("enctype")) == ("POST", "/queue", "multipart/form-data")
    files = upload_files(("one.pdf", pdf("one")), ("two.pdf", pdf("two")), ("three.txt", b"no pdf"))
    answer = await client.post("/queue", files=files, data={"mapping": "layout_v1"})
    assert answer.status_code == 303
    shown = await client.get(answer.headers["location"])
    assert "2 added. 1 refused, see below." in shown.text

    async def both_ready() -> bool:
        return len((await page_of(client)).xpath("//td[@class='action']/a")) == 2

    await until(both_ready, what="two download links")
    page = await page_of(client)
    assert page.xpath("//section/@data-active") == ["0"]
    failed = page.xpath("//td[contains(@class, 'bad')]")[0].text_content()
    assert "Failed" in failed
    assert "Only PDF files are supported." in failed
    for link in page.xpath("//td[@class='action']/a/@href"):
        assert (await client.get(link)).headers["content-type"].startswith("application/xml")


async def test_a_form_without_a_file_says_so(client: httpx.AsyncClient) -> None:
    answer = await client.post("/queue", files=upload_files(("", b"")))
    assert answer.status_code == 400
    assert "Choose at least one PDF file first." in answer.text


async def test_file_names_are_text_on_the_page(client: httpx.AsyncClient) -> None:
    await completed(client, "xss", "<img src=x onerror=alert(1)>.pdf")
    page = await page_of(client)
    assert page.xpath("//img") == []
    assert page.xpath("//span[@class='name']")[0].text == "<img src=x onerror=alert(1)>.pdf"
