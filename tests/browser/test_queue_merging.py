"""Many results become one file on the queue page: which of them, and what is told of it."""

from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Route, expect

from fakturo.web.page.queue import ROWS_AT_ONCE
from tests.integration.web.test_bundles import Drawer
from tests.support.bulks import Sale, bulk
from tests.support.databases import Rows
from tests.support.invoices import invoice_pdf
from tests.support.page import QueuePage, queue_page
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_drafts_are_merged_left_out_or_nothing_is_merged(
    browser: Browser, shared_stack: Stack, shared_database: Rows
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await page.get_by_label("Convert to").select_option("coretax_v1")
        await shown.drop([("draft.pdf", invoice_pdf()), ("ready.pdf", invoice_pdf(total="1.00"))])
        await expect(page.locator("#rows .state.warn")).to_have_count(2)
        merge, dialog = page.get_by_role("button", name="One merged XML"), page.get_by_role("dialog")
        asked: list[tuple[bool, int]] = []

        async def merged(route: Route) -> None:
            order = route.request.post_data_json or {}
            asked.append((order["include_drafts"], len(order["job_ids"])))
            await route.fulfill(body="<xml/>", headers={"Content-Disposition": 'attachment; filename="all.xml"'})

        await page.route("**/api/jobs/download", merged)
        await page.get_by_label("Select all shown").check()
        await merge.click()
        await dialog.get_by_role("button", name="Cancel").click()
        await expect(dialog).to_be_hidden()
        assert asked == [], "nothing of it is ready"

        job_id = (await shown.row("ready.pdf").get_attribute("id") or "").removeprefix("job-")
        await shared_database.all("UPDATE jobs SET review = 'clean' WHERE id = %s", job_id)
        await shown.open()
        await shown.expect_state("ready.pdf", "Ready")
        await page.get_by_label("Select all shown").check()
        for verb, ordered in (("Only what is ready", (False, 1)), ("Merge all", (True, 2))):
            await merge.click()
            async with page.expect_download():
                await dialog.get_by_role("button", name=verb).click()
            assert asked.pop() == ordered


async def as_owner(shown: QueuePage, client: httpx.AsyncClient) -> None:
    await shown.page.context.add_cookies(
        [{"name": name, "value": value, "url": shown.url} for name, value in client.cookies.items()]
    )


async def test_of_all_that_match_drafts_are_asked_about_and_left_out_also_where_they_are_not_shown_yet(
    browser: Browser, shared_stack: Stack, shared_database: Rows, tmp_path: Path
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown, shared_stack.client() as client:
        page = shown.page
        drawer = Drawer(client, shared_database, shared_stack)
        for number in range(ROWS_AT_ONCE + 2):  # the first one is the last of the list
            content = bulk(Sale(f"INV/{number}"))
            await drawer.add(content, f"{number}.pdf", review="clean" if number else "needed")
        await as_owner(shown, client)
        await shown.open()
        await page.get_by_label("Select all shown").check()
        await page.get_by_role("button", name="Select all that match").click()
        merge, dialog = page.get_by_role("button", name="One merged XML"), page.get_by_role("dialog")
        for verb, invoices in (("Only what is ready", ROWS_AT_ONCE + 1), ("Merge all", ROWS_AT_ONCE + 2)):
            await merge.click()
            await expect(dialog).to_contain_text("Some of them need a review, and may be wrong.")
            async with page.expect_download() as downloading:
                await dialog.get_by_role("button", name=verb).click()
            await (await downloading.value).save_as(tmp_path / "merged.xml")
            assert (tmp_path / "merged.xml").read_text().count("<TaxInvoice>") == invoices


async def test_who_merges_an_invoice_twice_is_told(
    browser: Browser, shared_stack: Stack, shared_database: Rows
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown, shared_stack.client() as client:
        drawer = Drawer(client, shared_database, shared_stack)
        for name, sale in (("once.pdf", Sale("INV/1")), ("twice.pdf", Sale("INV/1")), ("other.pdf", Sale("INV/2"))):
            await drawer.add(bulk(sale), name)
        await shared_database.all(
            "UPDATE jobs SET mapping = 'coretax_v1' WHERE owner_key = %s", await drawer.owner_key()
        )
        await as_owner(shown, client)
        await shown.open()
        await shown.page.get_by_label("Select all shown").check()
        async with shown.page.expect_download():
            await shown.page.get_by_role("button", name="One merged XML").click()
        await expect(shown.page.get_by_role("alert")).to_contain_text("Some invoices seem to be in it twice.")


async def test_who_merges_more_than_one_order_takes_is_told(browser: Browser, shared_stack: Stack) -> None:
    async def merged(route: Route) -> None:
        headers = {"Content-Disposition": "attachment; filename*=UTF-8''merged.xml", "X-More": "true"}
        await route.fulfill(body="<xml/>", headers=headers)

    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await shown.open()
        await page.get_by_label("Convert to").select_option("coretax_v1")
        await shown.drop([("draft.pdf", invoice_pdf())])
        await expect(page.locator("#rows .state.warn")).to_have_count(1)
        await page.route("**/api/jobs/download", merged)
        await page.get_by_label("Select all shown").check()
        await page.get_by_role("button", name="One merged XML").click()
        async with page.expect_download():
            await page.get_by_role("dialog").get_by_role("button", name="Merge all").click()
        await expect(page.get_by_role("alert")).to_contain_text("The merged XML holds the newest thousand.")
