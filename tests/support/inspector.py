"""Looks at a page as axe does, at two widths and in both themes, and takes its picture where one is wanted."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.support.page import QueuePage

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL_IN_PLACE = """() => {
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity);
    return Promise.allSettled(ending.map((each) => each.finished));
}"""
"""What is still fading in has less contrast."""
ONLY_VIOLATIONS = {"resultTypes": ["violations"]}
"""Or else axe describes every element that it has nothing against, which takes most of its time."""
LOOKS = [
    pytest.param("light", 1280, id="light-1280"),
    pytest.param("dark", 390, id="dark-390"),
    pytest.param("dark", 1280, id="dark-1280", marks=pytest.mark.long),
    pytest.param("light", 390, id="light-390", marks=pytest.mark.long),
]


def _one_first(first: int) -> list[Any]:
    """All of them, but without the long proofs only this one: which of the two, pages take in turns."""
    once = [pytest.param(*each.values, id=each.id, marks=pytest.mark.long) for each in LOOKS]
    return [LOOKS[first], *once[:first], *once[first + 1 :]]


WIDE_FIRST, NARROW_FIRST = _one_first(0), _one_first(1)


def looks(scheme: str, width: int) -> dict[str, Any]:
    return {"color_scheme": scheme, "viewport": {"width": width, "height": 844 if width < 500 else 900}}


class Inspector:
    def __init__(self, shown: QueuePage, pictures: Path | None, name: str) -> None:
        self.shown, self.pictures, self.name = shown, pictures, name
        self.violations: list[str] = []

    async def look(self, state: str) -> None:
        page = self.shown.page
        await page.evaluate(ALL_IN_PLACE)
        found = (await Axe().run(page, options=ONLY_VIOLATIONS)).response["violations"]
        self.violations += [f"{state}: {each['id']}: {node['html'][:100]}" for each in found for node in each["nodes"]]
        overflow = await page.evaluate(OVERFLOW)
        self.violations += [f"{state}: {overflow} px too wide"] if overflow > 0 else []
        if self.pictures:
            await page.screenshot(path=self.pictures / f"{state}-{self.name}.png")
