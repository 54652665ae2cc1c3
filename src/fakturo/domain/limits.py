"""How often somebody may ask: a bucket that fills at a rate, up to a burst, and from which each request takes one."""

import math
from dataclasses import dataclass
from typing import Self

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Rate:
    per_minute: int
    burst: int

    @property
    def seconds_each(self) -> float:
        return MINUTE / self.per_minute

    @property
    def window_seconds(self) -> int:
        """In which an empty bucket becomes full."""
        return math.ceil(self.burst * self.seconds_each)

    def of(self, per_minute: int) -> "Rate":
        """Another rate, with the burst in proportion."""
        return Rate(per_minute, max(1, round(self.burst * per_minute / self.per_minute)))


@dataclass(frozen=True, slots=True)
class Standing:
    """Of one who asks, after asking."""

    what: str
    """What is limited: `requests`, `uploads`."""
    rate: Rate
    granted: bool
    full_in: float
    """Seconds, until the bucket is full."""
    spare: int = 0
    """Taken from the bucket, and not used yet."""

    @property
    def left(self) -> int:
        """Never more than a full bucket: what was taken in advance has meanwhile filled up again."""
        shared = math.floor(self.rate.burst - max(0.0, self.full_in) / self.rate.seconds_each + 1e-6)
        return min(self.rate.burst, max(0, shared) + self.spare)

    @property
    def wait_seconds(self) -> int:
        """Until there is one again."""
        return max(1, math.ceil(self.full_in - (self.rate.burst - 1) * self.rate.seconds_each))

    def tighter(self, other: Self) -> Self:
        return min(self, other, key=lambda each: (each.granted, each.left))

    def policy(self) -> str:
        """For the header `RateLimit-Policy`."""
        return f'"{self.what}";q={self.rate.burst};w={self.rate.window_seconds}'

    def state(self) -> str:
        """For the header `RateLimit`."""
        return f'"{self.what}";r={self.left};t={max(0, math.ceil(self.full_in))}'
