"""Keeps an eye on the disks: warns while there is time, pauses claims and uploads when there is none, and takes the
pause back by itself. One for each process that writes files."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import structlog

from fakturo.background import in_background
from fakturo.domain.disk import DISK_FULL, MEBIBYTE, NEARLY_FULL, DiskLimits, Pressure, Space
from fakturo.ops import metrics

log = structlog.get_logger()

LOOK_SECONDS = 1.0
LONGEST_PROBE_WAIT_SECONDS = 8.0


class DiskWatch:
    def __init__(
        self,
        limits: DiskLimits,
        *,
        measure: Callable[[], Sequence[Space]],
        has_room: Callable[[], Awaitable[bool]],
        pause: Callable[[str], Awaitable[None]],
        resume: Callable[[], Awaitable[None]],
    ) -> None:
        """`pause` is called again and again while it lasts, so it may end by itself when we do. `has_room` tries."""
        self._limits = limits
        self._measure = measure
        self._has_room = has_room
        self._pause = pause
        self._resume = resume
        self._lock = asyncio.Lock()
        self._paused = False
        self._refused = False
        """A write was refused for want of room, and none has succeeded since."""
        self._probe_due = 0.0
        self._probe_wait = LOOK_SECONDS
        self._trouble: str | None = None
        self.pressure = Pressure.NONE

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Looks once before anything begins, and then for ever."""
        await self._look_anyway()
        async with in_background(self._look_for_ever(), name="disk watch"):
            yield

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self._look_anyway()

    async def _look_anyway(self) -> None:
        before, self._trouble = self._trouble, None
        try:
            await self.look()
        except Exception as error:  # noqa: BLE001  whatever it is, we look again in a moment
            self._trouble = type(error).__name__
            if self._trouble != before:  # said once, not every second
                log.warning("disk_not_watched", reason=self._trouble)

    async def look(self) -> None:
        async with self._lock:
            self._judge(await asyncio.to_thread(self._measure))
            if self._refused and time.monotonic() >= self._probe_due:
                self._refused = not await self._has_room()
                self._probe_due = time.monotonic() + self._probe_wait
            await self._tell()

    async def filled_up(self) -> None:
        """A write was refused. Each time we wait longer: a disk that is nearly full takes a small file, and then no
        large one."""
        async with self._lock:
            if not self._refused:
                self._refused = True
                self._probe_due = time.monotonic() + self._probe_wait
                self._probe_wait = min(self._probe_wait * 2, LONGEST_PROBE_WAIT_SECONDS)
            log.error("disk_full")
            await self._tell()

    def _judge(self, spaces: Sequence[Space]) -> None:
        if spaces:
            metrics.disk_free_ratio.set(min(space.free / max(1, space.total) for space in spaces))
        before, self.pressure = self.pressure, self._limits.pressure(spaces, self.pressure)
        if self.pressure == before:
            return
        free_mb = min((space.free for space in spaces), default=0) // MEBIBYTE
        match self.pressure:
            case Pressure.HARD:
                log.error("disk_nearly_full", free_mb=free_mb)
            case Pressure.SOFT:
                log.warning("disk_fills_up", free_mb=free_mb)
            case Pressure.NONE:
                log.info("disk_has_room", free_mb=free_mb)

    async def _tell(self) -> None:
        if self._refused or self.pressure is Pressure.HARD:
            self._paused = True
            await self._pause(DISK_FULL if self._refused else NEARLY_FULL)
        elif self._paused:
            await self._resume()
            self._paused = False
            log.warning("disk_pause_ended")
