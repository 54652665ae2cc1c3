"""What surrounds every request of web and gateway: its id, its trace, and its place among the counts."""

import time

import structlog
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo.ops import metrics, trace

UNTRACED = ("/static/", "/metrics", "/health", "/api/healthz", "/api/live")
"""Asked all the time, or for hours."""
OTHER = "other"


def request_id(request: Request) -> str:
    return str(request.scope.get("fakturo.request_id", ""))


class Measured:
    """Middleware: each request has an id and a trace, in its answer, its problem and its log lines, and is counted."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope)
        scope["fakturo.request_id"] = identity = trace.known_request_id(given.get("x-request-id"))
        parent = trace.known_traceparent(given.get("traceparent"))
        if scope["path"].startswith(UNTRACED):
            await self._answer(scope, receive, send, identity, parent)
            return
        with trace.span("request", parent=parent, kind="server", method=scope["method"]) as span:
            status = await self._answer(scope, receive, send, identity, span.traceparent or parent)
            span.note(**{"http.route": route_of(scope), "http.response.status_code": status, "request_id": identity})

    async def _answer(self, scope: Scope, receive: Receive, send: Send, identity: str, traceparent: str) -> int:
        began, status = time.monotonic(), 0
        told = [(b"x-request-id", identity.encode()), (b"traceparent", traceparent.encode())]

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *told]
                metrics.http_duration.labels(route_of(scope)).observe(time.monotonic() - began)
            await send(message)

        ids = {"request_id": identity, "traceparent": traceparent}
        try:
            with structlog.contextvars.bound_contextvars(**ids), trace.belonging_to(identity):
                await self.app(scope, receive, watch)
        finally:
            metrics.http_requests.labels(route_of(scope), str(status)).inc()
        return status


def route_of(scope: Scope) -> str:
    """As it was declared: paths themselves are without number, and hold ids."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    return str(scope["path"]) if scope.get("endpoint") and scope["path"].count("/") == 1 else OTHER
