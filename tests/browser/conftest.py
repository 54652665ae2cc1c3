from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.integration.conftest import shared_database, shared_stack
from tests.support.chromium import CHROMIUM, FLAGS
from tests.support.stack import PATIENCE_SECONDS

__all__ = ["shared_database", "shared_stack"]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium-headless-shell)")
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
def screenshots(request: pytest.FixtureRequest) -> Path | None:
    directory = request.config.getoption("--screenshots")
    if not directory:
        return None
    Path(directory).mkdir(parents=True, exist_ok=True)
    return Path(directory)
