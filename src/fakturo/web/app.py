"""The web application, put together: routes, pages, and what surrounds every request."""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo import __version__
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem, RequestId, answer_with_problems
from fakturo.web import api, listing, pages
from fakturo.web.deps import Deps
from fakturo.web.sessions import Sessions

STATIC = Path(__file__).parent / "static"

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
STRICT_TRANSPORT = {"Strict-Transport-Security": "max-age=31536000"}
"""Where the page is reached by https, and only there: it would lock others out for a year."""


def create_app(deps: Deps, *, public_url: str) -> FastAPI:
    app = FastAPI(title="Fakturo", version=__version__, docs_url=None, redoc_url=None)
    app.state.deps = deps
    app.include_router(api.router)
    app.include_router(listing.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    answer_with_problems(app)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_middleware(Sessions, public_url=public_url)
    app.add_middleware(SecurityHeaders, public_url=public_url)
    app.add_middleware(RequestId)
    return app


async def _invalid(request: Request, error: Exception) -> Response:
    """The framework's list of validation errors, as one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(part for part in first["loc"][1:] if isinstance(part, str))
    if first["loc"][0] == "path":
        return Problem(ErrorCode.NOT_FOUND, "There is no such job.").response(request)
    return Problem(ErrorCode.INVALID_REQUEST, f"'{where}' is not valid: {first['msg']}.").response(request)


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
