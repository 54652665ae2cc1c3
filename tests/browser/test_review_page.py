"""The review page in a real browser: from a doubtful file to an approved XML, by keyboard alone."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.support.inspector import LOOKS, Inspector, looks
from tests.support.invoices import invoice_page, invoice_pdf, long_invoice_pdf, own_words_pdf
from tests.support.page import QueuePage, queue_page
from tests.support.pdfs import pdf_of_pages, scanned
from tests.support.review_page import ReviewPage
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def handed_in(shown: QueuePage, *files: tuple[str, bytes], mapping: str = "invoice_v1") -> list[str]:
    """The jobs of these files, once all are converted."""
    await shown.open()
    await shown.page.get_by_label("Convert to").select_option(mapping)
    await shown.drop(list(files))
    ids = []
    for name, _ in files:
        row = shown.row(name)
        await expect(row).to_have_attribute("data-status", "complete")
        ids.append(str(await row.get_attribute("id")).removeprefix("job-"))
    return ids


async def test_a_wrong_total_is_mended_and_approved_by_keyboard(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("wrong.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await shown.row("wrong.pdf").get_by_role("link", name="Review").focus()
        await review.press("Enter")
        await review.ready()
        await expect(shown.page.locator("#issues-title")).to_have_text(re.compile(r"^\d things? to check$"))
        await review.field("totals.total").focus()
        await expect(review.box("totals.total")).to_have_class(re.compile(r"\bon\b"))
        await review.press("Control+A")
        await shown.page.keyboard.type("937,72")
        await review.press("Enter")
        await expect(review.field("totals.total")).to_have_value("937.72")
        await expect(review.field("totals.payable")).to_be_focused()
        await expect(shown.page.locator("#f-totals-total-was")).to_contain_text("was 1.00")
        await review.ready()
        await review.press("F8")  # the amount to pay follows the total, and says so
        await expect(shown.page.get_by_role("button", name="Use 937.72")).to_be_focused()
        await review.press("Enter")
        await expect(shown.page.locator("#summary")).to_have_text("Ready to approve")
        await review.press("Control+Enter")
        await review.go_on()
        await expect(shown.page).to_have_url(re.compile("/queue$"))
        told = await review.api(f"/api/jobs/{job}")
        assert told["job"]["review"] == "approved"
        assert [each["kind"] for each in told["versions"]] == ["converted", "reviewed"]
        xml = await (await shown.page.request.get(f"{shown.url}/api/jobs/{job}/download")).body()
        assert b"<!--" not in xml
        assert b"937.72" in xml


async def test_boxes_and_fields_lead_to_each_other_and_every_step_can_be_undone(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("steps.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(job)
        await review.box("items.1.amount").click()
        await expect(review.field("items.1.amount")).to_be_focused()
        await review.press("Control+A")
        await shown.page.keyboard.type("1.288,00")
        await review.press("Tab")
        await expect(review.field("items.1.amount")).to_have_value("1,288.00")
        await expect(shown.page.locator("[data-adds=subtotal]")).to_have_text(re.compile(r"Off by .1,000\.00"))
        await review.field("items.1.description").focus()
        await review.press("Alt+ArrowUp")
        await expect(review.field("items.0.description")).to_have_value("Installation")
        await expect(review.box("items.0.description")).to_be_attached()
        await review.press("Alt+Insert")
        await expect(shown.page.locator(".items tbody tr")).to_have_count(3)
        await shown.page.get_by_label("Line 1: actions").click()
        await shown.page.get_by_role("button", name="Merge with the next").first.click()
        await expect(shown.page.locator(".items tbody tr")).to_have_count(2)
        for _ in range(4):
            await review.press("Control+z")
        await expect(review.field("items.0.description")).to_have_value("Wall switch")
        await expect(review.field("items.1.amount")).to_have_value("288.00")
        await expect(shown.page.locator(".was")).to_have_count(0)
        await review.press("Control+Shift+Z")
        await expect(review.field("items.1.amount")).to_have_value("1,288.00")
        await review.press("Control+z")
        await shown.page.locator("#issues-title").focus()
        await review.press("?")
        await expect(shown.page.get_by_role("dialog", name="Keyboard")).to_be_visible()
        await review.press("Escape")
        await review.press("Control+s")
        assert (await review.api(f"/api/jobs/{job}"))["job"]["version"] == 1, "there was nothing to save"


async def test_a_region_of_a_scanned_page_fills_a_field(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("scan.pdf", scanned(pdf_of_pages([invoice_page(total="937.72")]))))
        review = ReviewPage(shown)
        await review.open(job)
        await review.field("invoice.po").focus()
        await review.press("Alt+p")
        await expect(shown.page.locator("#picking")).to_contain_text("drag a region")
        words = (await review.api(f"/api/jobs/{job}/pages/1/words"))["words"]
        number = next(word for word in words if "017" in word["text"])
        sheet = await shown.page.locator(".sheet-of img").bounding_box()
        size = (await review.api(f"/api/jobs/{job}/pages"))["pages"][0]
        assert sheet
        x0, y0, x1, y1 = number["bbox"]
        scale = sheet["width"] / size["width"]
        at = [(sheet["x"] + x * scale, sheet["y"] + y * scale) for x, y in ((x0 - 4, y0 - 3), (x1 + 4, y1 + 3))]
        await shown.page.mouse.move(*at[0])
        await shown.page.mouse.down()
        await shown.page.mouse.move(*at[1], steps=4)
        await shown.page.mouse.up()
        await expect(review.field("invoice.po")).to_have_value(number["text"])
        await expect(review.field("invoice.po")).to_be_focused()
        await expect(review.box("invoice.po")).to_be_attached()
        await review.press("Alt+p")
        await expect(shown.page.locator(".word-at").first).to_be_attached()
        await review.press("ArrowRight", "ArrowRight", "Enter")
        await expect(review.field("invoice.po")).to_have_value(words[1]["text"])
        await review.press("Control+s")
        await expect(shown.page.get_by_text("Saved.")).to_be_visible()
        saved = await review.api(f"/api/jobs/{job}/document")
        assert saved["fields"]["invoice.po"]["source"] == "person"
        assert saved["fields"]["invoice.po"]["page"] == 1


async def test_the_second_of_two_tabs_is_told_and_overwrites_nothing(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("tabs.pdf", invoice_pdf(total="1.00")))
        first = ReviewPage(shown)
        other = QueuePage(await shown.page.context.new_page(), shown.url)
        second = ReviewPage(other)
        await first.open(job)
        await second.open(job)
        for review, number in ((first, "A-1"), (second, "B-2")):
            await review.field("invoice.number").fill(number)
            await review.ready()
        await first.page.get_by_role("button", name="Save").click()
        await expect(first.page.get_by_text("Saved.")).to_be_visible()
        await second.page.get_by_role("button", name="Save").click()
        await expect(second.page.get_by_role("alert")).to_contain_text("Nothing was overwritten.")
        await expect(second.field("invoice.number")).to_have_value("B-2")
        assert (await first.api(f"/api/jobs/{job}/document"))["invoice"]["number"] == "A-1"


async def test_what_fails_its_checks_wants_a_reason(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("reason.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(job)
        await review.field("totals.total").fill("5.00")
        await review.ready()
        await review.press("Control+Enter")
        await expect(shown.page.locator("#issues-title")).to_contain_text("to check before you approve")
        while await review.issues().count():
            await review.issues().first.get_by_role("button", name=re.compile("Leave it so|Keep as read")).click()
            await review.ready()
        await review.press("Control+Enter")
        asked = shown.page.get_by_role("dialog", name="Approve although checks fail?")
        await expect(asked).to_be_visible()
        await shown.page.keyboard.type("Agreed by telephone")
        await review.press("Enter")
        await review.go_on()
        await expect(shown.page).to_have_url(re.compile("/queue$"))
        xml = await (await shown.page.request.get(f"{shown.url}/api/jobs/{job}/download")).body()
        assert b"Agreed by telephone" in xml
        await shown.row("reason.pdf").locator("a.name").click()
        await expect(shown.page.locator(".timeline")).to_contain_text("Although checks fail: Agreed by telephone")


async def test_the_queue_of_reviews_goes_from_one_to_the_next(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        files = [(f"next-{total}.pdf", invoice_pdf(total=total)) for total in ("1.00", "2.00")]
        await handed_in(shown, *files)
        review = ReviewPage(shown)
        await shown.page.get_by_role("navigation", name="Main").get_by_role("link", name="Review").click()
        await review.ready()
        await expect(shown.page.get_by_text("1 of 2 to review")).to_be_visible()
        first = shown.page.url
        await review.press("Alt+n")
        await expect(shown.page).not_to_have_url(first)
        await review.ready()
        await expect(shown.page.get_by_text("2 of 2 to review")).to_be_visible()
    async with queue_page(browser, shared_stack.web_url) as nobody:
        await nobody.page.goto(f"{nobody.url}/review")
        await expect(nobody.page.get_by_role("heading", name="Nothing to review")).to_be_visible()
        await expect(nobody.page.get_by_text("There are no files yet.")).to_be_visible()


async def test_several_invoices_become_files_of_their_own_in_one_click(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        second = invoice_page(total="937.72", number="NL-2026-018")
        (job,) = await handed_in(shown, ("two.pdf", pdf_of_pages([invoice_page(total="937.72"), second])))
        review = ReviewPage(shown)
        await review.open(job)
        await expect(shown.page.get_by_role("heading", name="2 invoices in this file")).to_be_visible()
        await shown.page.get_by_role("button", name="NL-2026-018 · page 2").click()
        await expect(review.field("invoice.number")).to_have_value("NL-2026-018")
        await shown.page.get_by_role("button", name="Make a file of each").click()
        await shown.ready()
        for name, number in (("two-p1.pdf", "NL-2026-017"), ("two-p2.pdf", "NL-2026-018")):
            await shown.expect_state(name, "Ready")
            await expect(shown.row(name).locator(".file .sub")).to_contain_text(number)
        await expect(shown.row("two.pdf").locator(".state")).to_contain_text("Split into 2 files")


async def test_no_invoice_of_a_file_is_approved_while_another_has_something_to_check(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        second = invoice_page(total="1.00", number="NL-2026-018")
        (job,) = await handed_in(shown, ("unseen.pdf", pdf_of_pages([invoice_page(), second])))
        review = ReviewPage(shown)
        await review.open(job)
        while await review.issues().count():
            await review.issues().first.get_by_role("button", name=re.compile("Leave it so|Keep as read")).click()
            await review.ready()
        title, summary = shown.page.locator("#issues-title"), shown.page.locator("#summary")
        await expect(title).to_have_text(re.compile(r"^Nothing to check in this invoice · \d elsewhere in this"))
        await expect(summary).to_have_text(re.compile(r"^\d to check$"))
        await expect(shown.page.get_by_role("button", name=re.compile("NL-2026-017.*to check"))).to_have_count(0)
        marked = shown.page.get_by_role("button", name=re.compile(r"NL-2026-018 · page 2 · \d to check"))
        await expect(marked).to_have_attribute("aria-pressed", "false")
        await review.press("Control+Enter")
        await expect(review.field("invoice.number")).to_have_value("NL-2026-018")
        await expect(marked).to_have_attribute("aria-pressed", "true")
        await expect(title).to_contain_text("to check before you approve")
        await expect(review.issues().first.get_by_role("button").first).to_be_focused()
        assert (await review.api(f"/api/jobs/{job}"))["job"]["review"] == "needed"
        await review.field("invoice.po").fill("PO-1")
        await review.press("Control+s")
        await expect(shown.page.get_by_text("Saved.")).to_be_visible()
        await expect(review.field("invoice.number")).to_have_value("NL-2026-018")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_long_invoice_scrolls_beside_its_paper_and_not_the_page(
    width: int, browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks("light", width)) as shown:
        (job,) = await handed_in(shown, ("long.pdf", long_invoice_pdf(price="0.07")))
        await ReviewPage(shown).open(job)
        await expect(shown.page.locator(".items tbody tr")).to_have_count(24)
        assert await shown.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 1


async def test_no_figure_of_a_line_is_cut(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks("light", 1280)) as shown:
        (job,) = await handed_in(shown, ("figures.pdf", long_invoice_pdf(3)))
        review = ReviewPage(shown)
        await review.open(job)
        await expect(review.field("items.0.qty")).to_have_value("2,000.00")
        cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.value)"
        assert await shown.page.locator(".items .num input").evaluate_all(cut) == []


async def with_all_columns(shown: QueuePage, job: str) -> None:
    address, asked = f"{shown.url}/api/jobs/{job}/document", shown.page.request
    read = await asked.get(address)
    given = await read.json()
    for line in given["items"]:
        line |= {"discount": "1000000.00", "uom": "pieces"}
    saved = await asked.put(address, data=given, headers={"If-Match": read.headers["etag"]})
    assert saved.ok, await saved.text()


@pytest.mark.parametrize("width", [390, 1280, 1920])
async def test_descriptions_can_be_read_however_many_columns_there_are(
    width: int, browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks("light", width)) as shown:
        (job,) = await handed_in(shown, ("columns.pdf", long_invoice_pdf(3)), mapping="coretax_v1")
        review = ReviewPage(shown)
        await with_all_columns(shown, job)
        await review.open(job)
        described = await review.field("items.0.description").bounding_box()
        quantity = await review.field("items.0.qty").bounding_box()
        assert described
        assert quantity
        assert described["width"] >= 100
        assert (
            described["y"] + described["height"] <= quantity["y"]
            or described["x"] + described["width"] <= quantity["x"]
        )
        assert await shown.page.locator("#work").evaluate("each => each.scrollWidth - each.clientWidth") <= 0


async def test_nothing_is_offered_that_comes_from_no_figures(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("nought.pdf", invoice_pdf()))
        review = ReviewPage(shown)
        await review.open(job)
        await review.field("items.0.unit_price").fill("0")
        line = review.issues().filter(has_text="Line 1")
        await expect(line.get_by_role("button", name="Leave it so")).to_be_visible()
        await expect(line.get_by_role("button", name="Use")).to_have_count(0)
        for path in ("items.0.amount", "items.1.amount", "totals.subtotal", "totals.total"):
            await review.field(path).fill("")
        total = review.issues().filter(has_text="No total was found")
        await expect(total.get_by_role("button", name="Leave it so")).to_be_visible()
        await expect(total.get_by_role("button", name="Use")).to_have_count(0)


READ_AS = {
    "numbers.js": {
        "1,288.00": "1288.00",
        "1.288,00": "1288.00",
        "12,34": "12.34",
        "Rp 1.500.000": "1500000",
        "EUR 5": "5",
        "5 €": "5",
        "-US$ 7.50": "-7.50",
        "(3)": "-3",
        "3-": "-3",
        "12,34,567": "1234567",
        "": "",
        "12abc": None,
        "1.2.3": None,
        "1,2.50": None,
        "1.5,000.2": None,
        "abc": None,
        "12 34x": None,
    },
    "dates.js": {
        "31/12/2023": "2023-12-31",
        "31.12.2023": "2023-12-31",
        "3 May 2024": "2024-05-03",
        "2024-5-3": "2024-05-03",
        "03/04/2026": "2026-04-03",
        "04/30/2026": "2026-04-30",
        "May 3, 2024": "2024-05-03",
        "3. Sept. 24": None,
        "1.2.24": "2024-02-01",
        "": "",
        "31.02.2024": None,
        "soon": None,
        "31/12/2023 or so": None,
        "1.2/24": None,
    },
}


@pytest.mark.parametrize("module", READ_AS)
async def test_what_people_type_is_read_or_refused(module: str, browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url, locale="en") as shown:
        await shown.open()
        read = """async ([module, texts]) => {
            const { read, readDate } = await import(`/static/${module}`);
            return texts.map((text) => (read ?? readDate)(text) ?? null);
        }"""
        expected = READ_AS[module]
        told = await shown.page.evaluate(read, [module, list(expected)])
        assert dict(zip(expected, told, strict=True)) == expected


async def test_what_cannot_be_read_marks_its_field_and_the_rest_goes_on(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("typed.pdf", invoice_pdf()))
        review = ReviewPage(shown)
        await review.open(job)
        date, total = review.field("invoice.date"), review.field("totals.total")
        await date.fill("31/12/2023")
        await review.press("Tab")
        await expect(date).to_have_value("2023-12-31")
        await date.fill("next week")
        await review.press("Tab")
        await expect(date).to_have_attribute("aria-invalid", "true")
        await expect(date).to_have_accessible_description(
            re.compile("“next week” is no date. Write it like 2024-12-31.")
        )
        await total.fill("5.00")
        await expect(review.issues().filter(has_text="total").first).to_be_visible()
        await expect(shown.page.get_by_role("alert")).to_have_count(0)
        await total.fill("12abc")
        await review.press("Control+Enter")
        await expect(total).to_have_attribute("aria-invalid", "true")
        await expect(review.issues().filter(has_text="“12abc” is no number.")).to_be_visible()
        await expect(shown.page.locator("#issues-title")).to_contain_text("before you approve")
        await review.press("Control+s")
        assert (await review.api(f"/api/jobs/{job}"))["job"]["version"] == 1, "half of it would be lost"
        await expect(total).to_have_value("12abc")
        unread = review.issues().filter(has_text="is no number")
        await unread.get_by_role("button", name="Undo").click()
        await expect(total).to_have_value("937.72")
        await expect(total).not_to_have_attribute("aria-invalid", "true")
        await date.fill("3 May 2024")
        await review.press("Tab")
        await expect(date).not_to_have_attribute("aria-invalid", "true")
        await review.press("Control+s")
        await expect(shown.page.get_by_text("Saved.")).to_be_visible()
        assert (await review.api(f"/api/jobs/{job}/document"))["invoice"]["date"] == "2024-05-03"


async def test_other_pages_are_chosen_for_each_file_and_what_is_no_range_is_said(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        pages = [invoice_page(number=f"NL-2026-03{n}") for n in range(3)]
        (job,) = await handed_in(shown, ("three.pdf", pdf_of_pages(pages)))
        review = ReviewPage(shown)
        await review.open(job)
        ranges = shown.page.locator(".ranges input")
        assert [await each.input_value() for each in await ranges.all()] == ["1", "2", "3"]
        await ranges.nth(1).fill("2-3")
        split = shown.page.get_by_role("button", name="Make a file of each")
        await split.click()
        await expect(shown.page.locator("#several [role=status]")).to_contain_text("“3” is no range of pages")
        await expect(ranges.nth(2)).to_be_focused()
        await ranges.nth(2).fill("")
        await split.click()
        await shown.ready()
        await expect(shown.row("three.pdf").locator(".state")).to_contain_text("Split into 2 files")
        await expect(shown.row("three-p2-3.pdf")).to_be_visible()


async def test_codes_of_the_tax_office_are_found_by_their_names(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("codes.pdf", invoice_pdf()), mapping="coretax_v1")
        review = ReviewPage(shown)
        await review.open(job)
        await review.field("items.0.coretax.unit").press_sequentially("kilogram")
        option = shown.page.locator("#codes-units option").first
        await expect(option).to_have_attribute("label", "Kilogram · kilogram")
        code = str(await option.get_attribute("value"))
        await review.field("items.0.coretax.unit").fill(code)
        await expect(shown.page.locator("tr[data-line='0'] .means")).to_have_text("Kilogram · kilogram")
        await review.field("coretax.transaction_code").focus()
        await expect(shown.page.locator("#codes-transactions option[value='01']")).to_be_attached()
        await review.press("Control+s")
        await expect(shown.page.get_by_text("Saved.")).to_be_visible()
        saved = await review.api(f"/api/jobs/{job}/document")
        assert saved["items"][0]["coretax"]["unit"] == code


async def test_who_is_in_no_directory_is_looked_up_there_and_not_on_the_page(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("buyer.pdf", invoice_pdf()), mapping="coretax_v1")
        review = ReviewPage(shown)
        await review.open(job)
        asked = review.issues().filter(has_text="is not in the directory")
        await expect(asked.get_by_role("button", name="Pick on the page")).to_have_count(0)
        await asked.get_by_role("button", name="From the directory").click()
        slot = shown.page.locator("[data-slot=buyer]")
        await expect(slot).to_contain_text("If name and tax number are right, save them to the directory.")
        await expect(slot.get_by_role("button", name="From the directory")).to_be_focused()
        await review.field("buyer.name").fill("")
        await review.ready()
        await expect(asked.get_by_role("button", name="Pick on the page")).to_be_visible()


async def test_a_correction_taught_on_the_page_makes_the_vendors_next_document_clean(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (first,) = await handed_in(shown, ("first.pdf", own_words_pdf("7", "03/04/2026")))
        await expect(shown.row("first.pdf").locator(".word")).to_contain_text("Needs review")
        review = ReviewPage(shown)
        await review.open(first)
        assert (await review.api(f"/api/jobs/{first}/document"))["invoice"]["date"] == "2026-04-03", "this is wrong"
        await review.field("invoice.date").fill("2026-03-04")
        await review.ready()
        while await review.issues().count():
            await review.issues().first.get_by_role("button", name=re.compile("Leave it so|Keep as read")).click()
            await review.ready()
        await review.press("Control+Enter")
        await expect(shown.page.locator("#summary")).to_have_text("Approved")
        await expect(shown.page.locator("#approve")).to_have_text("Next document")
        await expect(review.issues()).to_have_count(0)
        await shown.page.get_by_role("button", name="See what can be learned").click()
        await expect(shown.page.locator("#teach")).to_contain_text("Merkmal")
        await expect(shown.page.locator("#teach")).to_contain_text("Dates have the month first.")
        await shown.page.get_by_role("button", name="Switch on").click()
        await expect(shown.page.locator("#teach [role=status]")).to_contain_text("Switched on")
        (second,) = await handed_in(shown, ("second.pdf", own_words_pdf("8", "05/06/2026")))
        await shown.expect_state("second.pdf", "Ready")
        document = await review.api(f"/api/jobs/{second}/document")
        told = document["invoice"]
        assert (told["number"], told["date"], document["issues"]) == ("8", "2026-05-06", [])


async def test_teaching_names_clean_documents_that_would_need_a_review_with_it(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        _, wrong = await handed_in(shown, ("clean.pdf", invoice_pdf()), ("wrong.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(wrong)
        await review.field("invoice.number").fill("NOWHERE-9")
        await review.press("Control+s")
        await shown.page.get_by_role("button", name="See what can be learned").click()
        told = shown.page.locator("#teach")
        await expect(told).to_contain_text("should be 'NOWHERE-9'. That is nowhere on the page")
        await expect(told).to_contain_text("This document would still need a review:")
        await expect(told).to_contain_text("Earlier documents of this vendor: 1. Clean so far: 1, with this: 0.")
        await expect(told).to_contain_text("clean.pdf was clean, and would need a review.")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
async def test_axe_finds_nothing_on_the_review_page(
    scheme: str, width: int, browser: Browser, shared_stack: Stack, screenshots: Path | None
) -> None:
    options: dict[str, Any] = looks(scheme, width)
    async with queue_page(browser, shared_stack.web_url, **options) as shown:
        (job,) = await handed_in(shown, ("looks.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(job)
        inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
        await inspector.look("review-open")
        await review.field("items.0.amount").fill("7.00")
        await review.ready()
        await shown.page.get_by_label("Line 1: actions").click()
        await inspector.look("review-edited")
        await shown.page.get_by_role("button", name="Keyboard").click()
        await inspector.look("review-help")
        assert inspector.violations == []
