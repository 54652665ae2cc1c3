"""`/docs` and `/openapi.json`, as they are sent."""

from html.parser import HTMLParser
from pathlib import Path

import httpx

from tests.support.in_process import served


class Page(HTMLParser):
    """What a strict policy would not let through."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids |= {str(given.get("id"))}
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        self.inline += [tag] * (tag in {"script", "style", "iframe"})
        self.loaded += [str(given[name]) for name in ("src", "href") if name in given and tag != "a"]


async def test_the_reference_needs_no_script_and_nothing_from_elsewhere(database_url: str, directory: Path) -> None:
    async with served(database_url, directory) as web, web.client() as client:
        answer = await client.get("/docs")
        described = (await client.get("/openapi.json")).json()
        page = Page()
        page.feed(answer.text)
        assert answer.status_code == 200
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert page.inline == []
        assert all(each.startswith("/static/") for each in page.loaded)
        for each in page.loaded:
            assert (await client.get(each)).status_code == httpx.codes.OK
        operations = [told["operationId"] for ways in described["paths"].values() for told in ways.values()]
        assert set(operations) <= page.ids
        assert f"{web.url}/api/jobs" in answer.text
