"""Signing in with a real browser and somebody else's provider (npm's oidc-provider): who is who, wherever they are."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.support.databases import TestServer
from tests.support.inspector import LOOKS, Inspector, looks
from tests.support.invoices import invoice_pdf
from tests.support.oidc import CLIENT_ID
from tests.support.oidc_node import SECRET, oidc_node, why_no_node
from tests.support.page import QueuePage, queue_page
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, open_directory

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]
ADMIN_TOKEN = "let-me-in-for-a-test"  # noqa: S105  made up
CONTINUE = re.compile("Continue|Sign-in|Yes", re.IGNORECASE)


@dataclass
class Service:
    stack: Stack
    issuer: str


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def service(server: TestServer) -> AsyncIterator[Service]:
    if reason := why_no_node():
        pytest.skip(reason)
    with open_directory() as directory:
        async with (
            server.database() as url,
            Stack(url, directory) as stack,
            oidc_node(directory, stack.web_url) as issuer,
        ):
            await stack.start_gateway()
            await stack.start_web(
                public_url=stack.web_url,
                oidc_issuer=issuer,
                oidc_client_id=CLIENT_ID,
                oidc_client_secret=SECRET,
                oidc_scopes="openid profile groups",
                oidc_roles_claim="groups",
                oidc_admin_role="ops",
                oidc_reviewer_role="books",
            )
            await stack.start("worker")
            yield Service(stack, issuer)


async def sign_in(shown: QueuePage, name: str, service: Service) -> None:
    """By the link in the header, and through the provider's own pages, if it asks."""
    await shown.page.locator("header").get_by_role("link", name="Sign in").click()
    await through_provider(shown.page, name, service)


async def through_provider(page: Page, name: str, service: Service) -> None:
    back, asked = re.compile(re.escape(service.stack.web_url)), re.compile(re.escape(service.issuer))
    await expect(page).to_have_url(re.compile(f"{back.pattern}|{asked.pattern}"))
    if asked.match(page.url):
        await page.locator("[name=login]").fill(name)
        await page.locator("[name=password]").fill("any")
        await page.get_by_role("button").first.click()
        await page.get_by_role("button", name=CONTINUE).first.click()  # consents
    await expect(page).to_have_url(back)


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
async def test_files_of_a_browser_become_a_persons_and_are_found_again_everywhere(
    scheme: str, width: int, browser: Browser, service: Service, screenshots: Path | None
) -> None:
    name, url, look = f"paper-{scheme}-{width}.pdf", service.stack.web_url, looks(scheme, width)
    async with queue_page(browser, url, **look) as shown:
        inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
        await shown.open()
        await shown.drop([(name, make_pdf([name]))])
        await shown.expect_state(name, "Ready")
        await inspector.look("before-sign-in")
        await sign_in(shown, "ana", service)
        await shown.ready()
        await expect(shown.row(name)).to_be_visible()
        await expect(shown.page.locator("#notice")).to_have_text("1 file of this browser is in your account now.")
        await inspector.look("signed-in")
        await shown.open("/settings")
        await expect(shown.page.get_by_text("You are signed in as Ana Lestari.")).to_be_visible()
        await inspector.look("settings-signed-in")

        await shown.open()
        await shown.page.context.clear_cookies(name="fakturo_account")  # lost, while the page is open
        await shown.page.evaluate("window.dispatchEvent(new Event('online'))")
        lost = shown.page.locator("#connection")
        await expect(lost).to_contain_text("You are signed out.")
        await inspector.look("signed-out-meanwhile")
        await lost.get_by_role("link", name="Sign in").click()
        await shown.ready()
        await expect(shown.row(name)).to_be_visible()
        shown.complaints.clear()  # of the provider's own pages
        assert inspector.violations == []

    async with queue_page(browser, url, **look) as second:
        await second.open()
        await expect(second.row(name)).to_have_count(0)
        await sign_in(second, "ana", service)
        await expect(second.row(name)).to_be_visible()
        await leave(second, service)
        inspector = Inspector(second, screenshots, f"{scheme}-{width}")
        await inspector.look("signed-out")
        second.complaints.clear()
        await second.open()
        await expect(second.row(name)).to_have_count(0)
        assert inspector.violations == []


async def leave(shown: QueuePage, service: Service) -> None:
    """Here and at the provider, which asks."""
    await shown.page.locator("header").get_by_role("button", name="Sign out").click()
    await expect(shown.page).to_have_url(re.compile(re.escape(service.issuer)))
    await shown.page.get_by_role("button", name=CONTINUE).first.click()
    await expect(shown.page).to_have_url(f"{service.stack.web_url}/account/signed-out")
    await expect(shown.page.get_by_role("heading", name="You are signed out")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), LOOKS[:2])
async def test_roles_decide_who_reviews_and_who_operates(
    scheme: str, width: int, browser: Browser, service: Service, screenshots: Path | None
) -> None:
    url, look, name = service.stack.web_url, looks(scheme, width), f"wrong-{scheme}-{width}.pdf"
    for person, may_review, is_admin in (("ana", True, False), ("tono", False, False), ("wati", True, True)):
        async with queue_page(browser, url, **look) as shown:
            inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
            await shown.open()
            await sign_in(shown, person, service)
            await shown.ready()
            shown.complaints.clear()
            await shown.page.select_option("select[name=mapping]", "invoice_v1")
            await shown.drop([(name, invoice_pdf(total=f"{width}.00"))])
            await expect(shown.row(name).locator(".word")).to_contain_text("Needs review")
            await shown.open("/review")
            await expect(shown.page.locator("main[data-checked]")).to_be_attached()
            approve = shown.page.get_by_role("button", name="Approve")
            await expect(approve).to_have_count(1 if may_review else 0)
            told = shown.page.get_by_text("You may look, but not save or approve.")
            await expect(told).to_have_count(0 if may_review else 1)
            await inspector.look(f"review-as-{person}")
            await shown.open("/admin")
            if is_admin:
                await expect(shown.page.get_by_role("heading", name="Under way")).to_be_visible()
                await expect(shown.page.locator(".by")).to_contain_text("Wati Kusuma (account:")
            else:
                await expect(shown.page).to_have_url(f"{url}/admin/login")
            await inspector.look(f"admin-as-{person}")
            assert inspector.violations == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS[:2])
async def test_keys_of_before_are_asked_about(
    scheme: str, width: int, browser: Browser, service: Service, screenshots: Path | None
) -> None:
    async with queue_page(browser, service.stack.web_url, **looks(scheme, width)) as shown:
        inspector = Inspector(shown, screenshots, f"{scheme}-{width}")
        await shown.open("/settings")
        await shown.page.get_by_placeholder("What it is for").fill("Bookkeeping")
        await shown.page.get_by_role("button", name="Make a key").click()
        secret = await shown.page.locator("#secret").input_value()
        await sign_in(shown, "tono", service)
        await expect(shown.page.get_by_role("heading", name="From before you signed in")).to_be_in_viewport()
        await inspector.look("ways-in")
        await shown.page.get_by_role("button", name="They are mine: keep them").click()
        await expect(shown.page.get_by_role("heading", name="From before you signed in")).to_have_count(0)
        await expect(shown.page.get_by_text(f"{secret[:11]}…")).to_be_visible()
        shown.complaints.clear()  # of the provider's own pages
        assert inspector.violations == []
