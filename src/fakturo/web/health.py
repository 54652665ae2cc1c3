"""Whether web can work, and whether jobs are being worked on."""

import asyncio
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg_pool import PoolTimeout

from fakturo.store.breakers import PublicStanding, standings
from fakturo.store.pauses import Pause, Pauses
from fakturo.store.pool import Pool

HEALTH_SECONDS = 3


@dataclass(frozen=True, slots=True)
class Health:
    checks: dict[str, str]
    """`ok`, or what is wrong."""
    breakers: Sequence[PublicStanding] = ()
    pauses: Sequence[Pause] = ()

    @property
    def is_well(self) -> bool:
        """Web itself can work. An open breaker is not web's illness: jobs are taken and wait."""
        return all(state == "ok" for state in self.checks.values())


async def check_health(pool: Pool, pauses: Pauses, directories: Iterable[Path]) -> Health:
    storage = "ok" if all(os.access(directory, os.W_OK) for directory in directories) else "not writable"
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            return Health({"database": "ok", "storage": storage}, await standings(pool), await pauses.active())
    except (psycopg.Error, PoolTimeout, TimeoutError, OSError):
        return Health({"database": "unreachable", "storage": storage})
