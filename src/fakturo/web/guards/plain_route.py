"""A route without the framework's search for it and for its arguments, for what is asked often."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from fakturo.http.problems import Problem
from fakturo.web.guards.access import check_access
from fakturo.web.guards.queries import refuse_unknown_query
from fakturo.web.plain_text import refuse_nul

GUARDS = (check_access, refuse_nul, refuse_unknown_query)
"""Before every route, in this order."""


class PlainRoute(APIRoute):
    """For functions of the request alone, with no parameter in their path, whose answer is a model. They are described
    like all others, and called without solving dependencies."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            for guard in GUARDS:
                await guard(request)
            answer = await self.endpoint(request)
            return Response(answer.model_dump_json(), media_type="application/json")

        return handle


class PlainRoutes:
    """Middleware, the innermost: plain routes are found here by method and path alone. The framework would look through
    routers, and put eight calls of its own around each step of an upload."""

    def __init__(self, app: ASGIApp, *, routes: Iterable[BaseRoute]) -> None:
        self.app = app
        plain = [route for route in routes if isinstance(route, PlainRoute)]
        self._found = {
            (method, route.path): (route, route.get_route_handler())
            for route in plain
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._found.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["route"], handle = found
        request = Request(scope, receive)
        try:
            answer = await handle(request)
        except Problem as problem:
            answer = problem.response(request)
        await answer(scope, receive, send)
