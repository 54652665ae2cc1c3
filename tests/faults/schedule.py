"""Which fault comes when. Pure: the same seed gives the same plan."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.faults.bad_gateway import Behaviour
from tests.faults.failpoints import POINTS

STATEMENTS = ("claim", "extend", "complete", "retry", "release", "fail", "reclaim", "submit")
WEIGHTS: dict[str, float] = {
    "kill": 10,
    "freeze": 8,
    "freeze-at": 12,
    "die-at": 12,
    "stall-at": 4,
    "term": 6,
    "term-twice": 5,
    "wrong-clock": 4,
    "database-restart": 3,
    "database-cut": 5,
    "database-cut-before": 10,
    "database-cut-after": 12,
    "database-silence": 4,
    "gateway-outage": 4,
    "gateway-refuses": 3,
    "gateway-cut": 4,
    "gateway-trouble": 14,
    # A full disk pauses everything for up to half a minute, so there are few of them.
    "results-full": 1.5,
    "uploads-full": 0.5,
    "web-kill": 2,
}
NEED_SMALL_DISKS = frozenset({"results-full", "uploads-full"})
TROUBLES = (
    Behaviour(status=500),
    Behaviour(status=503, retry_after_seconds=1),
    Behaviour(status=400),
    Behaviour(status=408),
    Behaviour("reset"),
    Behaviour("reset", latency_seconds=0.3),
    Behaviour("half"),
    Behaviour("half-chunked"),
    Behaviour("hang"),
    Behaviour("parser-died"),
    Behaviour(latency_seconds=1.2),
)
OUTAGES = (Behaviour(status=502), Behaviour("reset"), Behaviour(status=500), Behaviour("hang"))


@dataclass(frozen=True)
class Fault:
    kind: str
    pause_seconds: float
    """Between the fault before and this one."""
    seconds: float
    """How long it lasts, where it lasts; beyond the lease for one who is frozen, as its own addition."""
    where: str = ""
    """A failpoint or a statement."""
    behaviours: tuple[Behaviour, ...] = ()
    number: int = 0
    """Chooses among the workers that are there."""


def plan(seed: int, *, small_disks: bool) -> Iterator[Fault]:
    """Faults without end: whoever carries them out knows when it is enough."""
    numbers = random.Random(seed)
    kinds = [kind for kind in WEIGHTS if small_disks or kind not in NEED_SMALL_DISKS]
    weights = [WEIGHTS[kind] for kind in kinds]
    while True:
        (kind,) = numbers.choices(kinds, weights)
        yield _fault(kind, numbers)


def _fault(kind: str, numbers: random.Random) -> Fault:
    where: str = ""
    behaviours: tuple[Behaviour, ...] = ()
    if kind.endswith("-at"):
        where = numbers.choice(POINTS)
    elif kind.startswith("database-cut-"):
        where = numbers.choice(STATEMENTS)
    elif kind == "gateway-trouble":
        behaviours = tuple(numbers.choices(TROUBLES, k=numbers.randint(1, 4)))
    elif kind == "gateway-outage":
        behaviours = (numbers.choice(OUTAGES),)
    return Fault(
        kind,
        pause_seconds=numbers.uniform(0.1, 0.9),
        seconds=numbers.uniform(0.2, 1.5),
        where=where,
        behaviours=behaviours,
        number=numbers.randrange(1000),
    )
