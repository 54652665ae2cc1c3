"""The web pages of tests/prints: each has a truth that adds up, and its text holds what the truth calls printed."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.generator.registry import Truth
from tests.support.truths import faults, missing

PRINTS = Path(__file__).parents[2] / "prints"
NAMES = sorted(path.stem for path in PRINTS.glob("*.html"))


class PageText(HTMLParser):
    """What a browser shows, apart from what its style sheet adds."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = 0
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.hidden += tag in ("style", "title")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "title")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)


def text_of(name: str) -> str:
    page = PageText()
    page.feed((PRINTS / f"{name}.html").read_text("utf-8"))
    return " ".join(" ".join(page.parts).split())


def truths_of(name: str) -> list[Truth]:
    truths: list[Truth] = json.loads((PRINTS / f"{name}.json").read_text("utf-8"))
    return truths


def test_there_are_pages_and_each_has_its_truth() -> None:
    assert NAMES
    assert sorted(path.stem for path in PRINTS.glob("*.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_truth_adds_up_and_stands_on_its_page(name: str) -> None:
    truths = truths_of(name)
    assert truths
    for truth in truths:
        assert missing(truth, text_of(name)) == []
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)
        for reading in truth.get("or", ()):
            assert faults({**truth, **reading}) == [], reading


@pytest.mark.parametrize("name", NAMES)
def test_a_page_loads_nothing_from_elsewhere(name: str) -> None:
    """Or the print would depend on the network."""
    page = (PRINTS / f"{name}.html").read_text("utf-8")
    assert not any(way in page for way in ("<script", "<link", "src=", "url(", "@import"))
