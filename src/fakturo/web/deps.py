"""What the routes work with, made in wiring and carried by the app."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request

from fakturo.blobs.base import Blobs
from fakturo.store.jobs import Jobs
from fakturo.web.receive import Reception


@dataclass(frozen=True, slots=True)
class Deps:
    jobs: Jobs
    blobs: Blobs
    reception: Reception
    max_attempts: int
    check_health: Callable[[], Awaitable[dict[str, str]]]


def deps_of(request: Request) -> Deps:
    deps = request.app.state.deps
    assert isinstance(deps, Deps)
    return deps
