"""The queue page in a real browser, from drop to download."""

import asyncio
import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from tests.support.databases import Rows
from tests.support.inspector import looks
from tests.support.invoices import invoice_pdf
from tests.support.page import QueuePage, queue_page
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")
MIB = 1024 * 1024


def pdfs(*names: str) -> list[tuple[str, bytes]]:
    return [(f"{name}.pdf", make_pdf([f"This is {name}"])) for name in names]


async def test_without_scripts_files_go_in_and_xml_comes_out(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    files = [tmp_path / "plain.pdf", tmp_path / "plain.txt"]
    files[0].write_bytes(make_pdf(["plain"]))
    files[1].write_text("not a PDF")
    async with queue_page(browser, shared_stack.web_url, java_script_enabled=False) as shown:
        page = shown.page
        await page.goto(f"{shown.url}/")
        await expect(page.get_by_text("No files yet. Drop PDFs here to convert")).to_be_visible()
        await page.get_by_label("Choose files").set_input_files([str(file) for file in files])
        await page.get_by_role("button", name="Convert").click()
        await expect(page.locator("#notice")).to_have_text("1 added. 1 refused, see below.")
        await expect(page.get_by_text("Only PDF files are supported.")).to_be_visible()
        link = page.get_by_role("link", name="Download plain.pdf")
        for _ in range(100):
            if await link.count():
                break
            await page.wait_for_timeout(100)
            await page.goto(f"{shown.url}/queue")
        async with page.expect_download() as downloading:
            await link.click()
        assert (await downloading.value).suggested_filename == "plain.xml"


async def test_twelve_dropped_files_become_ready_and_one_zip(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open("/queue")
        await expect(shown.page.get_by_text("No files yet. Drop PDFs here to convert")).to_be_visible()
        await shown.drop(pdfs(*(f"dropped-{number}" for number in range(12))))
        await expect(shown.page.locator("#rows .state.ok")).to_have_count(12)
        await expect(shown.page.locator("#filters [data-show=ready] .count")).to_have_text("12")
        await shown.page.get_by_label("Select all shown").check()
        async with shown.page.expect_download() as downloading:
            await shown.page.get_by_role("button", name="Download ZIP").click()
        archive = Path(await (await downloading.value).path()).read_bytes()
        names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
        assert sorted(names) == sorted(f"dropped-{number}.xml" for number in range(12))


async def test_an_upload_begins_a_trace_that_the_servers_answer_goes_on_with(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open("/queue")
        async with shown.page.expect_response("**/api/upload") as answered:
            await shown.drop(pdfs("traced"))
        answer = await answered.value
        sent = (await answer.request.all_headers())["traceparent"]
        assert re.fullmatch("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01", sent)
        assert answer.headers["traceparent"].split("-")[1] == sent.split("-")[1]


async def test_what_is_no_pdf_or_too_large_is_told_before_it_is_sent(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    large = tmp_path / "large.pdf"
    with large.open("wb") as file:
        file.write(make_pdf(["large"]))
        file.truncate(50 * MIB + 1)
    async with queue_page(browser, shared_stack.web_url) as shown:
        requests: list[str] = []
        shown.page.on("request", lambda request: requests.append(request.url))
        await shown.open()
        await shown.drop([("photo.pdf", b"no PDF at all")])
        alert = shown.page.get_by_role("alert")
        await expect(alert).to_contain_text("photo.pdf is not a PDF. Choose a PDF file.")
        await shown.drop([("nothing.pdf", b"")])
        await expect(alert).to_contain_text("nothing.pdf is empty. Choose another file.")
        await shown.choose(large)
        await expect(alert).to_contain_text("large.pdf is larger than 50 MB.")
        assert not any(url.endswith("/api/upload") for url in requests)
        await alert.get_by_role("button", name="Close").click()
        await expect(alert).to_be_hidden()


async def test_the_same_file_again_is_the_same_row_and_says_so(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        twice = make_pdf(["twice"])
        await shown.drop([("once.pdf", twice)])
        await shown.expect_state("once.pdf", "Ready")
        await shown.drop([("again.pdf", twice)])
        await expect(shown.row("once.pdf").locator(".chip", has_text="Reused result")).to_be_visible()
        await expect(shown.rows()).to_have_count(1)
        await shown.page.reload()
        await shown.ready()
        await expect(shown.row("once.pdf").locator(".chip", has_text="Reused result")).to_be_visible()


async def test_a_sample_leads_to_a_first_good_result_in_one_click(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open("/queue")
        await shown.page.get_by_role("button", name="Try it with a sample invoice").click()
        await shown.expect_state("sample-invoice.pdf", "Ready")
        await expect(shown.row("sample-invoice.pdf").locator(".mapping")).to_have_text("Invoice")
        await expect(shown.page.get_by_role("button", name="Try it with")).to_be_hidden()


async def test_a_doubtful_file_says_its_reason_and_its_details_say_all(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url, permissions=["clipboard-read", "clipboard-write"]) as shown:
        await shown.open()
        await shown.page.get_by_label("Convert to").select_option("invoice_v1")
        await expect(shown.page.locator("#explanation")).to_contain_text("plain XML of our own")
        await shown.drop([("doubtful.pdf", invoice_pdf(total="1.00"))])
        row = shown.row("doubtful.pdf")
        await expect(row.locator(".word")).to_contain_text("Needs review (")
        await expect(row.locator(".state .sub")).to_contain_text("The lines do not add up")
        await expect(row.locator(".file .sub")).to_have_text("Nordlicht Elektro GmbH · NL-2026-017 · EUR 1.00")
        await row.locator("a.name").click()
        drawer = shown.page.get_by_role("dialog")
        await expect(drawer.locator(".doubts li").first).to_contain_text("788.00")
        await expect(drawer.locator(".timeline li")).to_have_count(4)
        await drawer.get_by_role("button", name="Copy").click()
        await expect(shown.page.get_by_text("Copied.")).to_be_visible()
        copied = await shown.page.evaluate("navigator.clipboard.readText()")
        assert await row.get_attribute("id") == f"job-{copied}"
        async with shown.page.expect_download() as downloading:
            await drawer.get_by_role("link", name="Download draft").click()
        assert (await downloading.value).suggested_filename == "doubtful-draft.xml"
        await shown.page.keyboard.press("Escape")
        await expect(row.locator("a.name")).to_be_focused()
        await shown.page.reload()
        await shown.ready()
        await expect(shown.page.get_by_label("Convert to")).to_have_value("invoice_v1")


async def test_filters_and_search_narrow_the_list_and_the_address_says_so(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await shown.drop(pdfs("winter", "summer"))
        await expect(page.locator("#rows .state.ok")).to_have_count(2)
        await page.get_by_placeholder("File, number, seller or buyer").fill("wint")
        await expect(shown.rows()).to_have_count(1)
        await expect(page).to_have_url(f"{shown.url}/queue?q=wint")
        await page.locator("#filters [data-show=failed]").click()
        await expect(page.get_by_text("No file matches.")).to_be_visible()
        await expect(page).to_have_url(f"{shown.url}/queue?show=failed&q=wint")
        await page.reload()
        await shown.ready()
        await expect(page.locator("#filters [aria-current]")).to_contain_text("Failed")
        await shown.drop(pdfs("autumn"))  # whoever hands something in sees it
        await expect(shown.rows()).to_have_count(3)


async def test_many_are_deleted_after_a_question(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await shown.drop(pdfs("first", "second", "third"))
        await expect(page.locator("#rows .state.ok")).to_have_count(3)
        await page.get_by_label("Select first.pdf").check()
        await page.get_by_label("Select third.pdf").check()
        await page.get_by_role("region", name="Selected files").get_by_role("button", name="Delete").click()
        question = page.get_by_role("dialog", name="Delete 2 files?")
        await question.get_by_role("button", name="Keep").click()
        await expect(shown.rows()).to_have_count(3)
        await page.get_by_role("region", name="Selected files").get_by_role("button", name="Delete").click()
        await question.get_by_role("button", name="Delete").click()
        await expect(shown.rows()).to_have_count(1)
        await page.reload()
        await expect(shown.rows()).to_have_count(1)


async def test_an_expired_file_says_so(browser: Browser, shared_stack: Stack, shared_database: Rows) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        await shown.drop(pdfs("expired"))
        await shown.expect_state("expired.pdf", "Ready")
        job_id = (await shown.row("expired.pdf").get_attribute("id") or "").removeprefix("job-")
        await shared_database.all(
            """UPDATE jobs SET result_path = NULL, document_path = NULL, upload_path = NULL, expired_at = now(),
                      seller = NULL, buyer = NULL, invoice_number = NULL, invoice_date = NULL, total = NULL,
                      currency = NULL, invoice_count = NULL, issue_count = NULL, first_issue = NULL WHERE id = %s""",
            job_id,
        )
        await shown.page.reload()
        await shown.expect_state("expired.pdf", "Expired")
        await expect(shown.row("expired.pdf")).to_contain_text("File was removed by retention. Re-upload to regenerate")
        await expect(shown.row("expired.pdf").get_by_role("link", name="Upload again")).to_be_visible()


async def test_two_sessions_cannot_see_each_other(browser: Browser, shared_stack: Stack) -> None:
    async with (
        queue_page(browser, shared_stack.web_url) as mine,
        queue_page(browser, shared_stack.web_url) as theirs,
    ):
        await mine.open()
        await theirs.open()
        await mine.drop(pdfs("mine"))
        await mine.expect_state("mine.pdf", "Ready")
        await theirs.page.reload()
        await expect(theirs.page.get_by_text("No files yet.")).to_be_visible()
        answer = await theirs.page.goto(
            f"{theirs.url}{await mine.row('mine.pdf').locator('a.name').get_attribute('href')}"
        )
        assert answer
        assert answer.status == 403
        assert "mine.pdf" not in await theirs.page.content()
        theirs.complaints.clear()  # of the refusal itself


async def test_a_second_tab_stays_in_step(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        second = QueuePage(await shown.page.context.new_page(), shown.url)
        await second.open()
        await shown.drop(pdfs("seen-twice"))
        await second.expect_state("seen-twice.pdf", "Ready")
        await shown.row("seen-twice.pdf").locator("a.name").click()
        await shown.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await (
            shown.page.get_by_role("dialog", name="Delete seen-twice.pdf?").get_by_role("button", name="Delete").click()
        )
        await expect(second.rows()).to_have_count(0)


async def test_a_file_is_one_row_though_the_feed_is_quicker_than_its_uploads_answer(
    browser: Browser, shared_stack: Stack
) -> None:
    overtaken = asyncio.Event()

    async def answer_late(route: Route) -> None:
        await overtaken.wait()
        await route.continue_()

    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.page.route("**/queue/row/*", answer_late)
        await shown.open()
        await shown.drop(pdfs("quick"))
        await expect(shown.page.locator("#filters [data-show=ready] .count")).to_have_text("1")
        await expect(shown.rows()).to_have_count(1)
        overtaken.set()
        await shown.expect_state("quick.pdf", "Ready")
        await expect(shown.rows()).to_have_count(1)


async def test_what_happens_while_an_answer_is_under_way_is_asked_for_again(
    browser: Browser, shared_stack: Stack
) -> None:
    """Rows and counts are read one after the other: an answer may say that nothing is under way, and show what was."""
    late = asyncio.Event()
    held: list[str] = []

    async def say_that_all_is_done(route: Route) -> None:
        body = await (await route.fetch()).text()
        if 'data-status="processing"' in body or 'data-status="queued"' in body:
            held.append(body)
            await late.wait()
            body = re.sub(r'data-active="\d+"', 'data-active="0"', body)
        await route.fulfill(body=body, content_type="text/html")

    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        other = QueuePage(await shown.page.context.new_page(), shown.url)
        await other.page.route("**/queue/changes?*", say_that_all_is_done)
        await other.open()
        await shown.drop(pdfs("late"))
        await shown.expect_state("late.pdf", "Ready")
        await other.page.wait_for_timeout(500)
        late.set()
        await other.expect_state("late.pdf", "Ready")


async def test_an_answer_that_was_overtaken_changes_nothing(browser: Browser, shared_stack: Stack) -> None:
    async def as_before(route: Route) -> None:
        drawn = re.sub(r'data-at="\d+"', 'data-at="1"', await (await route.fetch()).text())
        await route.fulfill(body=drawn.replace("</svg>Ready", "</svg>Waiting"), content_type="text/html")

    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        await shown.drop(pdfs("quick"))
        await shown.expect_state("quick.pdf", "Ready")
        await shown.page.route("**/queue/row/*", as_before)
        job_id = (await shown.row("quick.pdf").get_attribute("id") or "").removeprefix("job-")
        await shown.page.evaluate("async (id) => (await import('/static/list.js')).showOne(id)", job_id)
        await shown.expect_state("quick.pdf", "Ready")


async def test_many_at_once_are_asked_for_until_none_is_left(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await shown.drop(pdfs("one", "other"))
        await expect(page.locator("#rows .state.ok")).to_have_count(2)
        await page.get_by_label("Select all shown").check()
        delete = page.get_by_role("region", name="Selected files").get_by_role("button", name="Delete")
        ids = [row.removeprefix("job-") for row in await shown.rows().evaluate_all("rows => rows.map(row => row.id)")]
        reason = {"id": ids[0], "code": "CONFLICT", "detail": "It is held."}
        answers = [
            {"done": [ids[0]], "not_done": [], "more": True},
            {"done": [ids[1]], "not_done": [reason], "more": False},
        ]
        await page.route("**/api/jobs/delete", lambda route: route.fulfill(json=answers.pop(0)))
        await delete.click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(shown.rows()).to_have_count(0)
        await expect(page.get_by_role("alert")).to_contain_text("It is held.")


async def test_what_did_not_reach_the_server_can_be_tried_again(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await shown.drop(pdfs("kept"))
        await shown.expect_state("kept.pdf", "Ready")
        await page.get_by_label("Select kept.pdf").check()
        await page.route("**/api/jobs/download", lambda route: route.abort())
        await page.get_by_role("button", name="Download ZIP").click()
        await expect(page.get_by_role("alert")).to_contain_text("That did not work.")
        await page.unroute("**/api/jobs/download")
        async with page.expect_download():
            await page.get_by_role("button", name="Download ZIP").click()
        shown.complaints.clear()  # of what was cut off


async def test_the_keyboard_alone_reaches_and_starts_a_download(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await shown.drop(pdfs("by-keyboard"))
        await shown.expect_state("by-keyboard.pdf", "Ready")
        await page.locator("body").focus()
        for _ in range(40):
            await page.keyboard.press("Tab")
            if await page.get_by_role("link", name="Download by-keyboard.pdf").evaluate(
                "it => it === document.activeElement"
            ):
                break
        async with page.expect_download() as downloading:
            await page.keyboard.press("Enter")
        assert (await downloading.value).suggested_filename == "by-keyboard.xml"


async def test_what_the_pointer_is_on_does_not_move(browser: Browser, shared_stack: Stack) -> None:
    """A file from another tab would push the rows down; it waits until the pointer has left."""
    async with queue_page(browser, shared_stack.web_url) as shown:
        await shown.open()
        await shown.drop(pdfs("held"))
        await shown.expect_state("held.pdf", "Ready")
        second = QueuePage(await shown.page.context.new_page(), shown.url)
        await second.open()
        await shown.page.bring_to_front()
        row = shown.row("held.pdf")
        await row.locator("a.name").hover()
        before = await row.bounding_box()
        await second.drop(pdfs("pushes"))
        await second.expect_state("pushes.pdf", "Ready")
        await expect(shown.page.locator("#filters [data-show=all] .count")).to_have_text("2")
        assert await row.bounding_box() == before
        await shown.page.mouse.move(5, 5)
        await expect(shown.rows()).to_have_count(2)
        await shown.expect_state("pushes.pdf", "Ready")


async def test_the_page_in_another_language_says_errors_and_reasons_in_it(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url, locale="id-ID") as shown:
        await shown.open()
        await expect(shown.page.get_by_text("Belum ada berkas.")).to_be_visible()
        await shown.drop([("foto.pdf", b"no PDF")])
        await expect(shown.page.get_by_role("alert")).to_contain_text("foto.pdf bukan PDF. Pilih berkas PDF.")
        await shown.page.get_by_label("Konversi ke").select_option("invoice_v1")
        await shown.drop([("ragu.pdf", invoice_pdf(total="1.00"))])
        await expect(shown.row("ragu.pdf").locator(".word")).to_contain_text("Perlu ditinjau")
        await expect(shown.row("ragu.pdf").locator(".state .sub")).to_contain_text("Jumlah baris tidak cocok")
        await shown.page.get_by_role("button", name="English").click()
        await expect(shown.row("ragu.pdf").locator(".word")).to_contain_text("Needs review")


async def test_a_long_name_gives_way_to_the_number_of_the_invoice(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks("light", 1280)) as shown:
        await shown.open()
        await shown.page.get_by_label("Convert to").select_option("invoice_v1")
        await shown.drop([("named.pdf", invoice_pdf())])
        await shown.expect_state("named.pdf", "Ready")
        lengthened = """found => {
            const [seller, number] = found.children;
            seller.textContent += " und Gebäudetechnik Handelsgesellschaft";
            const isCut = (each) => each.scrollWidth > each.clientWidth;
            return [number.textContent, isCut(number), isCut(seller)];
        }"""
        told = await shown.row("named.pdf").locator(".found").evaluate(lengthened)
        assert told == [" · NL-2026-017", False, True]


async def test_without_scripts_no_column_runs_into_the_next(browser: Browser, shared_stack: Stack) -> None:
    options = {"java_script_enabled": False, "extra_http_headers": {"Accept-Language": "id"}}
    async with queue_page(browser, shared_stack.web_url, **options, **looks("light", 1280)) as shown:
        await shown.page.goto(f"{shown.url}/queue")
        await shown.page.set_input_files(
            "#file", {"name": "dated.pdf", "mimeType": "application/pdf", "buffer": invoice_pdf()}
        )
        await shown.page.locator("form[action='/queue'] button:not(.scripted)").first.click()
        await expect(shown.row("dated.pdf")).to_be_visible()
        cells = await shown.row("dated.pdf").locator("td:is(.added, .left)").all()
        wider = "cell => cell.scrollWidth - cell.clientWidth"
        assert [await cell.evaluate(wider) for cell in cells] == [0, 0]
