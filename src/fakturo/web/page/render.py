"""Pages and parts of pages from their templates, in the reader's language."""

import gzip
import json
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fakturo.domain.errors import ERRORS
from fakturo.web.accounts.shown import shown_account
from fakturo.web.page.languages import NAMES, Language, language
from fakturo.web.page.preferences import THEMES, preferences_of

TEMPLATES = Path(__file__).parent.parent / "templates"
SMALLEST_TO_COMPRESS = 1400
"""What one packet holds gains nothing."""
_SAFE_IN_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@cache
def environment(code: str) -> Environment:
    speaks = language(code)
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(speaks.gettext, speaks.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.filters |= {
        "utc": _utc(speaks),
        "data": _as_data,
        "told": speaks.gettext,
    }
    made.globals |= {"languages": NAMES, "themes": THEMES, "script_texts": _script_texts(speaks)}
    return made


def _utc(speaks: Language) -> Callable[[datetime], str]:
    """A moment for who has no script that shows it in the own zone."""
    return lambda moment: f"{format_datetime(moment, 'd MMM, HH:mm', locale=speaks.locale)} UTC"


def amount(value: Decimal, speaks: Language) -> str:
    """With as many places as it was printed with."""
    places = max(0, -int(value.as_tuple().exponent))
    return str(format_decimal(value, format="#,##0" + ("." + "0" * places if places else ""), locale=speaks.locale))


def _script_texts(speaks: Language) -> dict[str, object]:
    errors = {} if speaks.is_english else {str(code): speaks.gettext(spec.final_text) for code, spec in ERRORS.items()}
    return {"texts": speaks.of_scripts(), "errors": errors}


def _as_data(value: object) -> Markup:
    """JSON that can stand in a page, and nothing in it ends the element or becomes code."""
    return Markup(json.dumps(value, ensure_ascii=False).translate(_SAFE_IN_HTML))  # noqa: S704


def page(request: Request, template: str, status: int = HTTPStatus.OK, **values: Any) -> Response:
    preferences = preferences_of(request)
    html = environment(preferences.language.code).get_template(template)
    values = {"preferences": preferences, "path": request.url.path, "account": shown_account(request)} | values
    body = html.render(language=preferences.language, **values).encode()
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if len(body) > SMALLEST_TO_COMPRESS and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, compresslevel=5), "gzip"
    return HTMLResponse(body, status, headers=headers)
