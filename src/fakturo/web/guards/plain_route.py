"""A route without the framework's search for arguments, for what is asked often."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from fakturo.web.guards.access import check_access
from fakturo.web.plain_text import refuse_nul

GUARDS = (check_access, refuse_nul)
"""Before every route, in this order."""


class PlainRoute(APIRoute):
    """For functions of the request alone, whose answer is a model. They are described like all others, and called
    without solving dependencies."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            for guard in GUARDS:
                await guard(request)
            answer = await self.endpoint(request)
            return Response(answer.model_dump_json(), media_type="application/json")

        return handle
