"""The queue page in a real browser: with and without JavaScript, wide and narrow, light and dark."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.pdfs import make_pdf
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


def made_up_files(directory: Path, name: str) -> list[Path]:
    pdf, text = directory / f"{name}.pdf", directory / f"{name}.txt"
    pdf.write_bytes(make_pdf([f"INVOICE {name}"]))
    text.write_text("not a PDF")
    return [pdf, text]


async def convert(page: Page, files: list[Path]) -> None:
    await page.get_by_label("PDF files").set_input_files([str(file) for file in files])
    await page.get_by_role("button", name="Convert").click()


async def test_without_javascript_files_go_in_and_xml_comes_out(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    context = await browser.new_context(java_script_enabled=False, accept_downloads=True)
    page = await context.new_page()
    await page.goto(f"{shared_stack.web_url}/")
    await expect(page.get_by_text("No files yet.")).to_be_visible()
    await convert(page, made_up_files(tmp_path, "plain"))
    await expect(page.get_by_role("status")).to_have_text("1 added. 1 refused, see below.")
    await expect(page.get_by_text("Only PDF files are supported.")).to_be_visible()
    download_link = page.get_by_role("link", name="Download the XML of plain.pdf")
    for _ in range(50):
        if await download_link.count():
            break
        await page.wait_for_timeout(100)
        await page.get_by_role("link", name="Refresh").click()
    async with page.expect_download() as downloading:
        await download_link.click()
    download = await downloading.value
    assert download.suggested_filename == "plain.xml"
    assert b"plain" in Path(await download.path()).read_bytes()
    await context.close()


async def test_with_javascript_the_list_follows_by_itself(
    browser: Browser, shared_stack: Stack, tmp_path: Path
) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(f"{shared_stack.web_url}/queue")
    await convert(page, made_up_files(tmp_path, "followed"))
    await expect(page.get_by_role("link", name="Download the XML of followed.pdf")).to_be_visible()
    await expect(page.get_by_text("2 files, 0 under way")).to_be_visible()
    assert complaints == []
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
async def test_nothing_overflows_at_any_width(
    width: int, scheme: str, browser: Browser, shared_stack: Stack, tmp_path: Path, screenshots: Path | None
) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = await context.new_page()
    await page.goto(f"{shared_stack.web_url}/queue")
    await convert(page, made_up_files(tmp_path, f"a-rather-long-name-of-an-invoice-{'x' * 60}-{width}-{scheme}"))
    await expect(page.get_by_role("link", name="Download the XML of")).to_be_visible()
    overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    if screenshots:
        await page.screenshot(path=screenshots / f"queue-{scheme}-{width}.png", full_page=True)
    await context.close()
