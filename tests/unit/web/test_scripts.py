"""What the page's scripts may not do."""

import re

from fakturo.web.page.languages import STATIC

MARKUP = re.compile(r"(?:innerHTML\s*=|insertAdjacentHTML\()\s*([^;]+);")


def loose(script: str) -> list[str]:
    """What becomes markup without standing there as it is."""
    return [made for made in MARKUP.findall(script) if not made.startswith("'") or "${" in made]


def test_no_text_of_a_page_is_put_into_markup_by_scripts() -> None:
    """What comes from files and servers is set as text; markup in scripts is fixed."""
    scripts = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}
    assert scripts
    assert {name: found for name, script in scripts.items() if (found := loose(script))} == {}


def test_text_in_markup_would_be_found() -> None:
    assert loose("row.innerHTML = name;") == ["name"]
    assert loose("row.insertAdjacentHTML('beforeend', `<b>${name}</b>`);") == ["'beforeend', `<b>${name}</b>`)"]
    assert loose("row.innerHTML = '<b></b>';") == []
