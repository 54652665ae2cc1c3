"""What the page's scripts may not do."""

import re

from fakturo.web.page.languages import STATIC


def test_no_text_of_a_page_is_put_into_markup_by_scripts() -> None:
    """What comes from files and servers is set as text; markup in scripts is fixed."""
    for file in STATIC.glob("*.js"):
        for markup in re.findall(r"(?:innerHTML\s*=|insertAdjacentHTML\()\s*([^;]+);", file.read_text("utf-8")):
            assert markup.startswith("'"), f"{file.name}: {markup[:60]}"
            assert "${" not in markup
