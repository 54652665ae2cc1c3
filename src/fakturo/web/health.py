"""Whether web can work, and whether jobs are being worked on."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import psycopg
import structlog
from psycopg_pool import PoolTimeout

from fakturo.blobs.base import is_our_fault
from fakturo.domain.disk import Pressure
from fakturo.ops.disk_watch import DiskWatch
from fakturo.store.breakers import PublicStanding, standings
from fakturo.store.pauses import Pause, Pauses
from fakturo.store.pool import Pool
from fakturo.web.gateway_watch import GatewayWatch

log = structlog.get_logger()

HEALTH_SECONDS = 3
STORAGE_SECONDS = 2.0
WELL_FOR_SECONDS, ILL_FOR_SECONDS = 30.0, 5.0
"""How long an answer of the storage is good: each question costs a request, and probes come every few seconds."""
OK, NOT_WRITABLE, UNREACHABLE = "ok", "not writable", "unreachable"
DISK_FILLS_UP = "The disk is filling up. Make room before uploads have to pause."


@dataclass(frozen=True, slots=True)
class Health:
    checks: dict[str, str]
    """`ok`, or what is wrong."""
    breakers: Sequence[PublicStanding] = ()
    pauses: Sequence[Pause] = ()
    disk: Pressure = Pressure.NONE
    scans_unread: str | None = None
    """Why scanned pages can't be read."""

    @property
    def is_well(self) -> bool:
        """Whether requests should come to this process.

        Not without the database, nor with storage that is set up wrongly here: another process may do better. But
        storage that is down is down for all: sending everybody away would only hide the page that still shows the jobs.
        An open breaker is not web's illness either: jobs are taken and wait.
        """
        return self.checks["database"] == OK and self.checks["storage"] != NOT_WRITABLE

    @property
    def status(self) -> str:
        if not self.is_well:
            return "unavailable"
        return "ok" if all(state == OK for state in self.checks.values()) else "degraded"

    @property
    def warnings(self) -> list[str]:
        """What still works and should be seen to. A disk that is fuller than that has its pause."""
        return [*[DISK_FILLS_UP] * (self.disk is Pressure.SOFT), *([self.scans_unread] if self.scans_unread else [])]


class StorageWatch:
    """Asks the storage now and then whether it can be written. Nobody who wants to know waits for it, but the first;
    and there is one question at a time, however long a storage that hangs takes for it."""

    def __init__(self, probe: Callable[[], Awaitable[None]]) -> None:
        self._probe = probe
        self._state = UNREACHABLE
        self._known_at: float | None = None
        self._look: asyncio.Task[None] | None = None
        self._began_at = 0.0

    async def state(self) -> str:
        now = time.monotonic()
        if self._look is None and self._is_due(now):
            self._began_at = now
            self._look = asyncio.create_task(self._ask(), name="storage probe")
        if self._look is not None and self._known_at is None:
            await asyncio.wait({self._look}, timeout=max(0, self._began_at + STORAGE_SECONDS - now))
        if self._look is not None and time.monotonic() - self._began_at >= STORAGE_SECONDS:
            return UNREACHABLE
        return self._state

    def _is_due(self, now: float) -> bool:
        good_for = WELL_FOR_SECONDS if self._state == OK else ILL_FOR_SECONDS
        return self._known_at is None or now - self._known_at >= good_for

    async def _ask(self) -> None:
        state = OK
        try:
            await self._probe()
        except OSError as error:
            state = NOT_WRITABLE if is_our_fault(error) else UNREACHABLE
            log.warning("storage_not_well", state=state, reason=error.strerror)
        finally:
            self._look = None
        self._state, self._known_at = state, time.monotonic()


async def check_health(pool: Pool, pauses: Pauses, disk: DiskWatch, watch: StorageWatch, scans: GatewayWatch) -> Health:
    storage, unread = await watch.state(), scans.missing()
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            checks = {"database": OK, "storage": storage}
            return Health(checks, await standings(pool), await pauses.active(), disk.pressure, unread)
    except (psycopg.Error, PoolTimeout, TimeoutError, OSError):
        return Health({"database": "unreachable", "storage": storage}, disk=disk.pressure, scans_unread=unread)
