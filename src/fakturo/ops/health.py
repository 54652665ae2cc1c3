"""Whether the service can work, and why it does not."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BreakerHealth:
    state: str
    since: datetime
    next_probe_at: datetime | None


@dataclass(frozen=True, slots=True)
class PauseHealth:
    what: str
    reason: str
    why: str
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Health:
    checks: dict[str, str]
    """`ok`, or what is wrong."""
    breakers: dict[str, BreakerHealth] = field(default_factory=dict)
    pauses: list[PauseHealth] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Web itself can work. An open breaker is not web's illness: jobs are taken and wait."""
        return all(state == "ok" for state in self.checks.values())
