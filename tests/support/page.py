"""The queue page as people use it: drops, rows, and what the browser complains of."""

import base64
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

DROP = """async (files) => {
    const transfer = new DataTransfer();
    for (const [name, content] of files) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: "application/pdf" }));
    }
    for (const kind of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
}"""


@dataclass
class QueuePage:
    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    async def open(self, path: str = "/queue") -> None:
        await self.page.goto(f"{self.url}{path}")
        if path.startswith("/queue"):
            await self.ready()

    async def ready(self) -> None:
        await expect(self.page.locator("main[data-ready]")).to_be_attached()

    async def drop(self, files: Sequence[tuple[str, bytes]]) -> None:
        await self.page.evaluate(DROP, [(name, base64.b64encode(content).decode()) for name, content in files])

    async def choose(self, *files: Path) -> None:
        await self.page.set_input_files("#file", [str(file) for file in files])

    def row(self, name: str) -> Locator:
        return self.page.locator("#rows tr", has=self.page.get_by_text(name, exact=True))

    def rows(self) -> Locator:
        return self.page.locator("#rows tr")

    async def expect_state(self, name: str, word: str) -> None:
        await expect(self.row(name).locator(".word")).to_have_text(word)


@asynccontextmanager
async def queue_page(browser: Browser, url: str, **options: Any) -> AsyncIterator[QueuePage]:
    """Somebody new, with a browser of their own. Whatever that complains of is a defect, unless the test clears it.

    They want no motion: what turns while a test waits would be painted sixty times a second.
    """
    options = {"reduced_motion": "reduce", **options}
    context = await browser.new_context(accept_downloads=True, **options)
    shown = QueuePage(await context.new_page(), url)
    watch(shown.page, shown.complaints)
    try:
        yield shown
        assert shown.complaints == []
    finally:
        await context.close()


def watch(page: Page, complaints: list[str]) -> None:
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
