"""The review page as people use it."""

from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.support.page import QueuePage


@dataclass
class ReviewPage:
    shown: QueuePage

    @property
    def page(self) -> Page:
        return self.shown.page

    async def open(self, job_id: str) -> None:
        await self.page.goto(f"{self.shown.url}/review/{job_id}")
        await self.ready()

    async def ready(self) -> None:
        """Drawn, and checked as it is."""
        await expect(self.page.locator("main[data-ready][data-checked]")).to_be_attached()

    def field(self, path: str) -> Locator:
        return self.page.locator(f"#f-{path.replace('.', '-')}")

    def box(self, path: str) -> Locator:
        return self.page.locator(f".box[data-path='{path}']")

    def issues(self) -> Locator:
        return self.page.locator("#issues li:not(.done, .plain)")

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def go_on(self) -> None:
        """After an approval: at once, or past the offer to teach what was corrected."""
        here = self.page.url
        moved_or_offered = "here => location.href !== here || document.querySelector('#teach a.btn')"
        await self.page.wait_for_function(moved_or_offered, arg=here)
        if self.page.url == here:
            await self.press("Control+Enter")

    async def api(self, path: str) -> Any:
        return await (await self.page.request.get(f"{self.shown.url}{path}")).json()


async def handed_in(shown: QueuePage, *files: tuple[str, bytes], mapping: str = "invoice_v1") -> list[str]:
    """The jobs of these files, once all are converted."""
    await shown.open()
    await shown.page.get_by_label("Convert to").select_option(mapping)
    await shown.drop(list(files))
    ids = []
    for name, _ in files:
        row = shown.row(name)
        await expect(row).to_have_attribute("data-status", "complete")
        ids.append(str(await row.get_attribute("id")).removeprefix("job-"))
    return ids
