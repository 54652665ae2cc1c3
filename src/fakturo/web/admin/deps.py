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
    """None: nobody is let in by one."""
    secure: bool
    for_role: bool = False
    """Whoever is signed in as an admin is let in."""

    @property
    def is_on(self) -> bool:
        """Otherwise nothing is there."""
        return self.token is not None or self.for_role
