"""Every route of an application, as the application itself knows them."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from starlette.routing import Mount, Route


def routes_of(app: FastAPI) -> list[str]:
    """Like `GET /api/jobs/{job_id}`; a folder of files by its path alone."""
    return sorted(_names(app.routes))


def _names(routes: Any) -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount):
            yield route.path
        elif isinstance(route, Route):
            yield from (f"{method} {route.path}" for method in route.methods or ())
        else:  # a router that was included
            yield from _names(route.original_router.routes)
