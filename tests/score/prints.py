"""Invoices written as web pages, printed by a browser as web programs print theirs: tests/prints."""

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.score.cases import Case
from tests.support.chromium import CHROMIUM, FLAGS

FOLDER = Path(__file__).parents[1] / "prints"


def printed_cases(only: tuple[str, ...] = ()) -> Iterator[Case]:
    """One of each page; `only` names some."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        for path in sorted(FOLDER.glob("*.html")):
            if only and path.stem not in only:
                continue
            page.goto(path.as_uri())
            pdf = page.pdf(prefer_css_page_size=True, print_background=True)
            truths = json.loads(path.with_suffix(".json").read_text("utf-8"))
            yield Case(path.stem, path.stem, pdf, tuple(truths))
        browser.close()
