"""The review page in a real browser by keyboard alone, and what is typed, dragged and undone there."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.support.invoices import invoice_page, invoice_pdf
from tests.support.page import queue_page
from tests.support.pdfs import pdf_of_pages, scanned
from tests.support.review_page import ReviewPage, handed_in
from tests.support.stack import PATIENCE_SECONDS, Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
        patience = PATIENCE_SECONDS * 1000
        async with shown.page.expect_response("**/pages/1/words", timeout=patience) as answer:  # each reads the page
            await review.press("Alt+p")
            await expect(shown.page.locator("#picking")).to_contain_text("drag a region")
        words = (await (await answer.value).json())["words"]
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


async def test_who_hears_the_page_knows_what_a_button_is_about_and_whose_name_a_box_shows(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("heard.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(job)
        await review.press("F8")
        headline = await review.issues().first.locator(".msg").inner_text()
        await expect(shown.page.locator(":focus")).to_have_accessible_description(headline)
        for party in ("Seller", "Buyer"):
            name = await shown.page.get_by_role("region", name=party).get_by_label("Name").input_value()
            box = shown.page.get_by_role("button", name=f"{party}, Name: {name}")
            await expect(box).to_be_attached()


async def test_a_word_that_is_no_number_is_not_taken_for_one(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        (job,) = await handed_in(shown, ("word.pdf", invoice_pdf()))
        review = ReviewPage(shown)
        await review.open(job)
        await review.field("totals.total").focus()
        await review.press("Alt+p")
        await expect(shown.page.locator(".word-at").first).to_be_attached()
        await review.press("ArrowRight", "Enter")
        await expect(shown.page.locator("#said")).to_have_text(re.compile(r"“\D+” is no number\."))
        await expect(review.field("totals.total")).to_have_value("937.72")


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
