"""A query that the API does not know is refused. Pages take any: links that are passed on come back with more behind
them, and so does who was sent away to sign in."""

from fastapi.routing import APIRoute
from starlette.requests import Request

from fakturo.http.names import check_query
from fakturo.web.guards.access import OPEN


async def refuse_unknown_query(request: Request) -> None:
    """What the route's function is declared to take is known; guards take the request alone."""
    route = request.scope["route"]
    if request.scope["query_string"] and _is_of_the_api(route):
        check_query(request, [field.alias for field in route.dependant.query_params])


def _is_of_the_api(route: object) -> bool:
    return isinstance(route, APIRoute) and route.path.startswith("/api/") and route.path not in OPEN
