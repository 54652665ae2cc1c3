"""From the review page to an approved XML, in a real browser: what stands in the way, what is next, what is learned."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.support.invoices import invoice_page, invoice_pdf, own_words_pdf
from tests.support.page import QueuePage, queue_page
from tests.support.pdfs import pdf_of_pages
from tests.support.review_page import ReviewPage, handed_in
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
