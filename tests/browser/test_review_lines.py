"""The lines of an invoice on the review page, in a real browser: what is offered for them, and how they look."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.support.inspector import NARROW_FIRST, Inspector, looks
from tests.support.invoices import invoice_pdf, long_invoice_pdf
from tests.support.page import QueuePage, queue_page
from tests.support.review_page import ReviewPage, handed_in
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


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


@pytest.mark.parametrize(("scheme", "width"), NARROW_FIRST)
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
