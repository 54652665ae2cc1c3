"""Each route says what it needs of whoever asks: a new one cannot be forgotten."""

from unittest.mock import Mock

from fakturo.domain.keys import Scope
from fakturo.web.app import create_app
from fakturo.web.deps import Deps
from fakturo.web.guards.access import ACCESS, OPEN
from tests.support.routes import routes_of

ROUTES = routes_of(create_app(Mock(Deps), public_url="http://test"))


def is_open(route: str) -> bool:
    return route.rpartition(" ")[2] in OPEN


def test_every_route_is_in_the_table_and_nothing_else_is() -> None:
    assert [route for route in ROUTES if not is_open(route)] == sorted(ACCESS), "add it to fakturo/web/guards/access.py"
    assert {route.rpartition(" ")[2] for route in ROUTES if is_open(route)} == OPEN


def test_the_api_is_for_keys_and_the_pages_are_not() -> None:
    for route, access in ACCESS.items():
        assert (access.scope is not None) == ("/api/" in route), route


def test_what_changes_nothing_needs_no_more_than_reading() -> None:
    for route, access in ACCESS.items():
        if route.startswith("GET /api/") and "/api/keys" not in route:
            assert access.scope is Scope.READ, route
        if route.startswith(("PUT", "PATCH", "DELETE")):
            assert access.scope is not Scope.READ, route


def test_the_app_knows_its_routes() -> None:
    assert len(ROUTES) > 20
