"""The web application, put together: routes, pages, and what surrounds every request."""

from pathlib import Path

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo import __version__
from fakturo.domain.errors import ErrorCode
from fakturo.http.measured import Measured
from fakturo.http.metrics_route import MetricsRoute
from fakturo.http.problems import Problem, Unforeseen, answer_with_problems
from fakturo.web import service, webhooks
from fakturo.web.accounts import routes as accounts
from fakturo.web.admin import controls, entry, overview
from fakturo.web.admin import jobs as admin_jobs
from fakturo.web.deps import Deps
from fakturo.web.description import reference
from fakturo.web.description.openapi import operation_id
from fakturo.web.guards import keys
from fakturo.web.guards.limits import Limits
from fakturo.web.guards.plain_route import GUARDS, PlainRoutes
from fakturo.web.guards.sessions import Sessions
from fakturo.web.jobs import again, files, listing, upload
from fakturo.web.live import route as live
from fakturo.web.page import parties as parties_page
from fakturo.web.page import queue as queue_page
from fakturo.web.page import review as review_page
from fakturo.web.page import settings as settings_page
from fakturo.web.page.trouble import unrouted
from fakturo.web.review import api as review
from fakturo.web.review import page_views, split
from fakturo.web.vendors import directory, teaching, templates

STATIC = Path(__file__).parent / "static"
OPERATORS = (entry, overview, admin_jobs, controls)
PAGES = (queue_page, review_page, parties_page, settings_page, accounts)
REVIEWS = (page_views, review, split)
VENDORS = (templates, teaching, directory)
ROUTED = (
    upload,
    again,
    files,
    service,
    listing,
    keys,
    live,
    webhooks,
    *REVIEWS,
    *VENDORS,
    *PAGES,
    *OPERATORS,
    reference,
)

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
STRICT_TRANSPORT = {"Strict-Transport-Security": "max-age=31536000"}
"""Where the page is reached by https, and only there: it would lock others out for a year."""


def create_app(deps: Deps, *, public_url: str, metrics_token: str | None = None) -> FastAPI:
    app = FastAPI(
        title="Fakturo",
        version=__version__,
        openapi_url=None,
        dependencies=[Depends(guard) for guard in GUARDS],
        generate_unique_id_function=operation_id,
    )
    app.state.deps = deps
    app.state.public_url = public_url
    for each in ROUTED:
        app.include_router(each.router)
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
    app.add_middleware(PlainRoutes, routes=upload.router.routes)
    answer_with_problems(app, unrouted)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_middleware(Limits, limiter=deps.limiter)
    app.add_middleware(
        Sessions,
        public_url=public_url,
        find_key=deps.keys.use,
        count_stranger=deps.limiter.refuse_strangers,
        ended=deps.ended_sessions,
        find_person=deps.accounts.store.person if deps.accounts else None,
    )
    app.add_middleware(Unforeseen)  # of what comes before the routes
    app.add_middleware(SecurityHeaders, public_url=public_url)
    app.add_middleware(Measured)
    app.add_middleware(MetricsRoute, token=metrics_token)
    return app


async def _invalid(request: Request, error: Exception) -> Response:
    """The framework's list of validation errors, as one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(part for part in first["loc"][1:] if isinstance(part, str))
    if first["loc"][0] == "path":
        return Problem(ErrorCode.NOT_FOUND, f"There is no such {where.removesuffix('_id')}.").response(request)
    return Problem(ErrorCode.INVALID_REQUEST, f"'{where}' is not valid: {first['msg']}.").response(request)


class FreshFiles(StaticFiles):
    """Asked for again each time, and sent again only if they have changed: a page never runs with scripts of before."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class SecurityHeaders:
    def __init__(self, app: ASGIApp, *, public_url: str) -> None:
        self.app = app
        headers = SECURITY_HEADERS | (STRICT_TRANSPORT if public_url.startswith("https:") else {})
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self.app(scope, receive, send_with_headers)
