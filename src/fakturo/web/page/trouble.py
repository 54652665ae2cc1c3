"""What went wrong, as a page: a person who opens an address gets no JSON."""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from fastapi.routing import APIRoute

from fakturo.domain.errors import ERRORS, ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.trouble import WORTH_REPEATING
from fakturo.web.accounts.shown import sign_in_address
from fakturo.web.page.languages import Language, mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page

log = structlog.get_logger()

AWAY = mark("Fakturo can't reach its database")
AWAY_TEXT = mark("Your files are safe. Wait a moment and try again; whoever runs this service should look at it.")
NOT_HERE = mark("There is nothing here")
NOT_HERE_TEXT = mark("It was deleted, or belongs to somebody else.")
NO_ADDRESS = mark("No page has this address. Perhaps a letter of it is wrong.")
WRONG = mark("That did not work")
SIGN_IN = mark("Sign in to go on")
SIGN_IN_TEXT = mark("Your files are in your account. Nothing was changed.")
TRY_AGAIN = mark("Try again")
AGAIN = {"/queue": mark("Back to the queue"), "/account/login": mark("Sign in")}
RETRY_SECONDS = 10


class PageRoute(APIRoute):
    """Answers problems with pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_or_tell(request: Request) -> Response:
            try:
                return await handle(request)
            except Problem as problem:
                return _told(request, problem)
            except RequestValidationError:
                return not_here(request)
            except WORTH_REPEATING as error:
                log.warning("page_without_database", reason=type(error).__name__)
                return _away(request)

        return handle_or_tell


def unrouted(request: Request, problem: Problem) -> Response:
    """An address that no route has: a page for who opened it in a browser, and what programs understand for others."""
    is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if is_page and problem.status == HTTPStatus.NOT_FOUND:
        return not_here(request, text=NO_ADDRESS)
    return problem.response(request)


def _told(request: Request, problem: Problem) -> Response:
    if problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN}:
        return not_here(request, problem.status)
    if problem.code is ErrorCode.UNAUTHORIZED:
        return _sign_in(request, problem)
    speaks = preferences_of(request).language
    text = problem.detail if speaks.is_english else speaks.gettext(ERRORS[problem.code].final_text)
    return _page(request, problem.status, WRONG, text, "/queue", speaks, headers=problem.headers)


def not_here(request: Request, status: int = HTTPStatus.NOT_FOUND, *, text: str = NOT_HERE_TEXT) -> Response:
    speaks = preferences_of(request).language
    return _page(request, status, NOT_HERE, speaks.gettext(text), "/queue", speaks)


def _sign_in(request: Request, problem: Problem) -> Response:
    """Whoever opens a page goes there at once. A form is answered by a page: it may not send the browser elsewhere; nor
    can a script follow."""
    if request.method == "GET" and request.headers.get("sec-fetch-mode", "navigate") == "navigate":
        return RedirectResponse(sign_in_address(request), HTTPStatus.SEE_OTHER, headers={"Cache-Control": "no-store"})
    speaks, again = preferences_of(request).language, sign_in_address(request)
    text = speaks.gettext(SIGN_IN_TEXT)
    return _page(request, problem.status, SIGN_IN, text, again, speaks, headers=problem.headers)


def _away(request: Request) -> Response:
    speaks = preferences_of(request).language
    again = request.url.path if request.method == "GET" else "/queue"
    return _page(
        request,
        HTTPStatus.SERVICE_UNAVAILABLE,
        AWAY,
        speaks.gettext(AWAY_TEXT),
        again,
        speaks,
        headers={"Retry-After": str(RETRY_SECONDS)},
    )


def _page(
    request: Request, status: int, title: str, text: str, again: str, speaks: Language, *, headers: Any = None
) -> Response:
    again_text = speaks.gettext(AGAIN.get(again.partition("?")[0], TRY_AGAIN))
    answer = page(
        request, "trouble.html", status, title=speaks.gettext(title), text=text, again=again, again_text=again_text
    )
    answer.headers.update(headers or {})
    return answer
