"""A sign-in that ran out while somebody was at work, in a real browser: nothing that they wrote is lost."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from fakturo.web.guards.sessions import ACCOUNT_COOKIE
from tests.support.invoices import invoice_pdf
from tests.support.oidc import oidc_provider
from tests.support.page import queue_page
from tests.support.review_page import ReviewPage, handed_in
from tests.support.signing_in import settings_for
from tests.support.stack import GATEWAY_TOKEN, Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROLES = {"oidc_roles_claim": "groups", "oidc_reviewer_role": "books"}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def with_accounts(shared_stack: Stack) -> AsyncIterator[str]:
    """The address of another web process beside the shared ones, where people sign in."""
    beside = Stack(
        shared_stack.database_url,
        shared_stack.directory,
        gateway_url=f"http://127.0.0.1:{shared_stack.gateway_port}",
        storage=shared_stack.storage,
    )
    async with oidc_provider() as provider, beside:
        provider.person = {"sub": "ana", "name": "Ana Lestari", "groups": ["books"]}
        provider.redirect_uris = {f"{beside.web_url}/account/callback"}
        settings = settings_for(provider, **ROLES, public_url=beside.web_url, gateway_token=GATEWAY_TOKEN)
        await beside.start_web(**settings)
        yield beside.web_url


async def test_a_reviewer_whose_sign_in_ran_out_signs_in_beside_it_and_saves(
    browser: Browser, with_accounts: str
) -> None:
    async with queue_page(browser, with_accounts) as shown:
        await shown.open("/account/login")
        (job,) = await handed_in(shown, ("ran-out.pdf", invoice_pdf(total="1.00")))
        review = ReviewPage(shown)
        await review.open(job)
        await shown.page.context.clear_cookies(name=ACCOUNT_COOKIE)
        await review.field("invoice.number").fill("A-1")
        told = shown.page.get_by_role("alert")
        await expect(told).to_contain_text("You seem to be signed out. What you wrote is still here")
        await review.press("Control+s")
        await expect(told).to_contain_text("sign in, then save again.")
        async with shown.page.expect_popup() as opened:
            await told.get_by_role("link", name="Sign in").click()
        await expect((await opened.value).get_by_role("heading", name="ran-out.pdf")).to_be_visible()
        await review.press("Control+s")
        await expect(shown.page.get_by_text("Saved.")).to_be_visible()
        await expect(told).to_have_count(0)
        assert (await review.api(f"/api/jobs/{job}/document"))["invoice"]["number"] == "A-1"
        shown.complaints.clear()  # of what was refused
