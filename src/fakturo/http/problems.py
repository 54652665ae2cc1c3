"""Every error answer of web and gateway: one line for people, a code for programs (RFC 9457)."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo.domain.errors import ERRORS, RETRYABLE_BY_CLIENT, ErrorCode, final_text
from fakturo.http.measured import request_id

log = structlog.get_logger()


class Problem(Exception):
    """Raised anywhere below a route; answered as application/problem+json."""

    def __init__(
        self,
        code: ErrorCode,
        detail: str | None = None,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        self.code = code
        self.detail = detail or final_text(code)
        self.status = status or ERRORS[code].http_status or HTTPStatus.INTERNAL_SERVER_ERROR
        self.headers = headers
        self.extra = extra or {}
        super().__init__(self.detail)

    def response(self, request: Request) -> Response:
        body = self.document(request_id(request))
        return JSONResponse(body, self.status, media_type="application/problem+json", headers=self.headers)

    def document(self, identity: str | None = None) -> dict[str, object]:
        """Without an id for what never became a request."""
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": int(self.status),
            "detail": self.detail,
            "code": self.code.value,
            "retryable": self.code in RETRYABLE_BY_CLIENT,
            **({} if identity is None else {"request_id": identity}),
            **self.extra,
        }


_CODE_OF_STATUS = {
    HTTPStatus.NOT_FOUND: ErrorCode.NOT_FOUND,
    HTTPStatus.CONFLICT: ErrorCode.CONFLICT,
    HTTPStatus.FORBIDDEN: ErrorCode.FORBIDDEN,
    HTTPStatus.TOO_MANY_REQUESTS: ErrorCode.RATE_LIMITED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ErrorCode.TOO_LARGE,
}


def _as_document(request: Request, problem: Problem) -> Response:
    return problem.response(request)


def answer_with_problems(app: Starlette, unrouted: Callable[[Request, Problem], Response] = _as_document) -> None:
    """Give every error of the app the one shape: ours, the framework's and the unforeseen. What no route was found for
    may be told in another."""

    async def ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return error.response(request)

    async def frameworks(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = _CODE_OF_STATUS.get(HTTPStatus(error.status_code), ErrorCode.INVALID_REQUEST)
        if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            code = ErrorCode.UNKNOWN
        detail = error.detail if error.detail != HTTPStatus(error.status_code).phrase else None
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            detail = f"{request.method} is not possible at this address."
        return unrouted(request, Problem(code, detail, status=error.status_code, headers=error.headers))

    app.add_exception_handler(Problem, ours)
    app.add_exception_handler(HTTPException, frameworks)
    app.add_middleware(Unforeseen)


class Unforeseen:
    """Middleware: an error that nobody expected is logged and answered here, where other middleware still sees it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = False

        async def watch(message: Message) -> None:
            nonlocal answered
            answered = answered or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            log.info("client_gone")
        except Exception:
            if scope["type"] != "http":
                raise
            log.exception("request_failed")
            if answered:  # too late for another answer: break the connection off, so that it cannot pass as whole
                raise
            await Problem(ErrorCode.UNKNOWN).response(Request(scope))(scope, receive, send)
