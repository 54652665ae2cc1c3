"""How somebody likes the page: language, colours, and what to make of PDFs. In cookies, which scripts may write."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from fakturo.convert.mapping import Mapping
from fakturo.web.page import languages
from fakturo.web.page.languages import Language, mark

THEMES = {"system": mark("As the system"), "light": mark("Light"), "dark": mark("Dark")}
THEME, MAPPING = "theme", "mapping"
YEAR_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Preferences:
    language: Language
    theme: str
    mapping: str | None
    """The one chosen last, whether or not it is offered today."""

    def mapping_among(self, offered: Sequence[Mapping], default: str) -> str:
        return next((each.name for each in offered if each.name == self.mapping), default)


def preferences_of(request: Request) -> Preferences:
    theme = request.cookies.get(THEME, "")
    return Preferences(
        languages.choose(request.cookies.get(languages.COOKIE), request.headers.get("accept-language")),
        theme if theme in THEMES else "system",
        request.cookies.get(MAPPING),
    )


def remember(response: Response, name: str, value: str | None, *, secure: bool) -> None:
    """None forgets it."""
    if value is None:
        response.delete_cookie(name, path="/", samesite="lax")
    else:
        response.set_cookie(name, value, max_age=YEAR_SECONDS, path="/", samesite="lax", secure=secure)
