"""The settings page in a real browser."""

import pytest
from playwright.async_api import Browser, expect

from tests.support.page import queue_page
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_key_is_revoked_when_that_was_meant(browser: Browser, shared_stack: Stack) -> None:
    async with queue_page(browser, shared_stack.web_url) as shown:
        page = shown.page
        await page.goto(f"{shown.url}/settings")
        await page.get_by_placeholder("What it is for").fill("Bookkeeping")
        await page.get_by_role("button", name="Make a key").click()
        revoke = page.get_by_role("button", name="Revoke Bookkeeping")
        question = page.get_by_role("dialog", name="Revoke Bookkeeping?")
        await revoke.press("Enter")
        await question.get_by_role("button", name="Keep").press("Enter")
        await expect(revoke).to_be_focused()
        await revoke.press("Enter")
        await question.get_by_role("button", name="Revoke").press("Enter")
        await expect(page.locator("#notice")).to_be_visible()
        await expect(revoke).to_have_count(0)
