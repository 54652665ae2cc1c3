"""Whether web can work, and whether jobs are being worked on."""

import asyncio
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg_pool import PoolTimeout

from fakturo.domain.disk import Pressure
from fakturo.ops.disk_watch import DiskWatch
from fakturo.store.breakers import PublicStanding, standings
from fakturo.store.pauses import Pause, Pauses
from fakturo.store.pool import Pool

HEALTH_SECONDS = 3
DISK_FILLS_UP = "The disk is filling up. Make room before uploads have to pause."


@dataclass(frozen=True, slots=True)
class Health:
    checks: dict[str, str]
    """`ok`, or what is wrong."""
    breakers: Sequence[PublicStanding] = ()
    pauses: Sequence[Pause] = ()
    disk: Pressure = Pressure.NONE

    @property
    def is_well(self) -> bool:
        """Web itself can work. An open breaker is not web's illness: jobs are taken and wait."""
        return all(state == "ok" for state in self.checks.values())

    @property
    def warnings(self) -> list[str]:
        """What still works and should be seen to. A disk that is fuller than that has its pause."""
        return [DISK_FILLS_UP] if self.disk is Pressure.SOFT else []


async def check_health(pool: Pool, pauses: Pauses, disk: DiskWatch, directories: Iterable[Path]) -> Health:
    storage = "ok" if all(os.access(directory, os.W_OK) for directory in directories) else "not writable"
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            checks = {"database": "ok", "storage": storage}
            return Health(checks, await standings(pool), await pauses.active(), disk.pressure)
    except (psycopg.Error, PoolTimeout, TimeoutError, OSError):
        return Health({"database": "unreachable", "storage": storage}, disk=disk.pressure)
