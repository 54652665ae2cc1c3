"""The operators' page in a real browser: let in, look around, act, and nothing that axe objects to."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.support.databases import Rows
from tests.support.inspector import NARROW_FIRST, Inspector, looks
from tests.support.page import QueuePage, queue_page
from tests.support.pdfs import make_pdf
from tests.support.stack import ADMIN_TOKEN, Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def sign_in(shown: QueuePage, token: str = ADMIN_TOKEN) -> None:
    await shown.open("/admin")
    await shown.page.get_by_label("Your name").fill("Ana")
    await shown.page.get_by_label("Token").fill(token)
    await shown.page.keyboard.press("Enter")


@pytest.mark.parametrize(("scheme", "width"), NARROW_FIRST)
async def test_an_operator_sees_everything_and_axe_finds_nothing(
    scheme: str, width: int, browser: Browser, shared_stack: Stack, screenshots: Path | None
) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks(scheme, width)) as shown:
        await shown.open()
        await shown.drop([("of-somebody.pdf", make_pdf(["of somebody"])), ("cut.pdf", b"%PDF-1.7 cut off")])
        await expect(shown.page.locator("#rows .state.bad")).to_have_count(1)
        inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
        await sign_in(shown, "not the token")
        await expect(shown.page.get_by_role("alert")).to_contain_text("That is not the token")
        await inspector.look("admin-login")
        shown.complaints.clear()  # of the 403
        await sign_in(shown)
        await expect(shown.page.get_by_role("heading", name="Under way")).to_be_visible()
        await inspector.look("admin")
        await shown.page.goto(f"{shown.url}/admin/jobs?q=cut.pdf")
        await inspector.look("admin-jobs")
        await shown.page.locator("td a").first.click()
        await shown.page.get_by_role("button", name="Check files").click()
        await expect(shown.page.get_by_text("PDF: as it should be")).to_be_visible()
        await inspector.look("admin-job")
        for room in ("mappings", "owners"):
            await shown.page.goto(f"{shown.url}/admin/{room}")
            await inspector.look(f"admin-{room}")
        assert inspector.violations == []


async def test_on_a_phone_the_way_here_is_in_sight_and_names_are_not_torn(
    browser: Browser, shared_stack: Stack
) -> None:
    async with queue_page(browser, shared_stack.web_url, **looks("light", 390)) as shown:
        await shown.open()
        await shown.drop([("A11-2.pdf", b"%PDF-1.7 cut off")])
        await expect(shown.page.locator("#rows .state.bad")).to_have_count(1)
        await sign_in(shown)
        main = shown.page.get_by_role("navigation", name="Main")
        link = await main.get_by_role("link", name="Operations").bounding_box()
        assert link
        assert link["x"] + link["width"] <= 390
        await shown.page.goto(f"{shown.url}/admin/jobs?q=A11-2.pdf")
        name = await shown.page.get_by_role("cell", name="A11-2.pdf").first.bounding_box()
        assert name
        assert name["height"] < 48, "one line"


@pytest.mark.parametrize("scripts", [True, False])
async def test_work_is_paused_only_after_a_question_and_resumed(
    scripts: bool, browser: Browser, shared_stack: Stack, shared_database: Rows
) -> None:
    """Also where no script runs, or none has come yet."""
    async with queue_page(browser, shared_stack.web_url, java_script_enabled=scripts) as shown:
        await sign_in(shown)
        pause = shown.page.locator("form[action='/admin/pauses/uploads/pause']")
        open_question = pause.get_by_role("button", name="Pause").first
        try:
            await open_question.press("Enter")
            await pause.get_by_role("button", name="Keep").press("Enter")
            await expect(pause.get_by_role("dialog")).to_be_hidden()
            await expect(shown.page.get_by_text("Uploads are open")).to_be_visible()
            await open_question.press("Enter")
            await pause.get_by_role("dialog").get_by_role("button", name="Pause").press("Enter")
            await expect(shown.page.get_by_text("Uploads are paused")).to_be_visible()
            await shown.page.locator("form[action='/admin/pauses/uploads/resume'] button").press("Enter")
            await expect(shown.page.get_by_text("Uploads are open")).to_be_visible()
        finally:  # other tests upload here, whatever becomes of this one
            await shared_database.all("DELETE FROM pauses WHERE reason = 'operator'")
