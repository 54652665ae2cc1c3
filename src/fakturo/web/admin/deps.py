"""What the operators' page needs beyond the others, made in wiring."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fakturo.store.operations import Operations
from fakturo.store.releases import Releases

SwitchBreaker = Callable[[str, bool], Awaitable[bool]]
"""Of that pipeline: opens it, or closes it. False: it changed meanwhile."""


@dataclass(frozen=True, slots=True)
class AdminDeps:
    operations: Operations
    releases: Releases
    switch_breaker: SwitchBreaker
    token: str | None
    """None: nobody is let in, and nothing is there."""
    secure: bool
