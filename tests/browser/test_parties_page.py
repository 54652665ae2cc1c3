"""The directory's page in a real browser: entered, searched, merged, from files and back, with codes found by words."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.inspector import WIDE_FIRST, Inspector, looks
from tests.support.page import queue_page
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")

CSV = "name,role,tin,address\nPT Contoh Jaya,buyer,0098765432109000,Jl. Mawar 2\n"


async def add(page: Page, name: str, **more: str) -> None:
    form = page.locator("section", has=page.locator("h2#form"))
    for label, value in {"Name": name, **more}.items():
        await form.get_by_label(label, exact=True).fill(value)
    await form.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status")).to_contain_text("Saved.")


async def test_parties_are_entered_found_changed_merged_and_taken_out(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await page.goto(f"{shown.url}/parties")
        await add(page, "PT Contoh Makmur", NPWP="0012345674012000", Address="Jl. Melati 1")
        await add(page, "Contoh Makmur Abadi", NPWP="0012345674012000")
        entries = page.locator(".entries > li")
        await expect(entries).to_have_count(2)
        for name in ("PT Contoh Makmur", "Contoh Makmur Abadi"):
            await page.get_by_role("checkbox", name=name, exact=True).check()
        await page.get_by_role("button", name="Merge the chosen ones").click()
        await expect(entries).to_have_count(1)
        await page.wait_for_load_state()  # its scripts have begun, too
        (tmp_path / "buyers.csv").write_text(CSV)
        await page.locator("#csv-file").set_input_files(tmp_path / "buyers.csv")
        await expect(page.locator("#csv")).to_have_value(CSV)
        await page.get_by_role("button", name="Import").click()
        await expect(page.get_by_role("status")).to_contain_text("1 new")
        await page.goto(f"{shown.url}/parties")
        await page.get_by_role("searchbox", name="Search").fill("jaya")
        await page.get_by_role("button", name="Search").click()
        await expect(entries).to_have_count(1)
        await page.get_by_role("link", name="Edit PT Contoh Jaya").click()
        await add(page, "PT Contoh Jaya Baru")
        async with page.expect_download() as waiting:
            await page.get_by_role("link", name="Export").click()
        exported = Path(await (await waiting.value).path()).read_text()
        assert "PT Contoh Jaya Baru" in exported
        assert "Contoh Makmur" in exported
        delete = page.get_by_role("button", name="Delete PT Contoh Jaya Baru")
        question = page.get_by_role("dialog", name="Delete PT Contoh Jaya Baru?")
        await delete.press("Enter")
        await expect(question.get_by_role("button", name="Keep")).to_be_focused()
        for _ in range(3):
            await page.keyboard.press("Tab")
            await expect(page.locator(":focus:not(dialog *)")).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(delete).to_be_focused()
        await expect(entries).to_have_count(2)
        await delete.press("Enter")
        await question.get_by_role("button", name="Delete").press("Enter")
        await expect(page.get_by_role("status")).to_have_text("Deleted.")
        await expect(entries).to_have_count(1)


async def test_a_units_code_is_found_by_its_name(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await page.goto(f"{shown.url}/parties?list=units")
        await page.get_by_label("Code", exact=True).press_sequentially("kilogram")
        option = page.locator("#codes-code option").first
        await expect(option).to_have_attribute("label", "Kilogram · kilogram")
        code = str(await option.get_attribute("value"))
        await page.get_by_label("Name on invoices").fill("kilo")
        await page.get_by_label("Code", exact=True).fill(code)
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator(".entries > li")).to_contain_text(code)


async def test_a_partys_transaction_code_is_found_by_what_it_is_for(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await page.goto(f"{shown.url}/parties")
        code = page.get_by_label("Transaction code")
        await code.press_sequentially("government")
        option = page.locator("#codes-transaction_code option").first
        await expect(option).to_have_attribute("value", "02")
        await page.get_by_label("NPWP", exact=True).fill("0012345674012000")
        await code.fill(str(await option.get_attribute("value")))
        await page.get_by_label("Name", exact=True).fill("Dinas Contoh")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("link", name="Edit Dinas Contoh").click()
        await expect(code).to_have_value("02")


@pytest.mark.parametrize(("scheme", "width"), WIDE_FIRST)
async def test_axe_finds_nothing_on_the_directorys_page(
    scheme: str, width: int, browser: Browser, shared_stack: Stack, screenshots: Path | None
) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks(scheme, width)) as shown:
        await shown.page.goto(f"{shown.url}/parties")
        await add(shown.page, "PT Contoh Makmur", NPWP="0012345674012000", Address="Jl. Melati 1")
        inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
        await inspector.look("parties")
        assert inspector.violations == []
