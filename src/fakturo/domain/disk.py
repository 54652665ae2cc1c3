"""How much room is too little: a disk that fills up is warned of first, and nothing more is taken before it is full."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

MEBIBYTE = 1024 * 1024
GIBIBYTE = 1024 * MEBIBYTE
SLACK = 1.25
"""A limit that was reached is left behind only with a quarter more room than it asks for, or we would flutter."""
DISK_FULL = "The disk is full."
NEARLY_FULL = "The disk is nearly full."


class Pressure(IntEnum):
    NONE = 0
    SOFT = 1
    """Somebody should make room."""
    HARD = 2
    """Nothing more is taken: what is left belongs to the database and to work that is under way."""


@dataclass(frozen=True, slots=True)
class Space:
    """Of one file system, in bytes; free means free for us."""

    total: int
    free: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Reached when less than both is free. Megabytes alone would never let a small disk be used, and percents alone
    would make a large one lie idle."""

    free_megabytes: int
    free_percent: float

    def bytes_of(self, space: Space) -> float:
        return min(self.free_megabytes * MEBIBYTE, space.total * self.free_percent / 100)


@dataclass(frozen=True, slots=True)
class DiskLimits:
    soft: Limit
    hard: Limit

    def pressure(self, spaces: Sequence[Space], before: Pressure) -> Pressure:
        """The worst of all file systems."""
        return max((self._of(space, before) for space in spaces), default=Pressure.NONE)

    def _of(self, space: Space, before: Pressure) -> Pressure:
        if space.free < self.hard.bytes_of(space) * (SLACK if before >= Pressure.HARD else 1):
            return Pressure.HARD
        if space.free < self.soft.bytes_of(space) * (SLACK if before >= Pressure.SOFT else 1):
            return Pressure.SOFT
        return Pressure.NONE
