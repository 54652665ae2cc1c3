"""What the watch does about what it sees."""

import asyncio

import pytest
import structlog

from fakturo.domain.disk import DiskLimits, Limit, Pressure, Space
from fakturo.ops import disk_watch
from fakturo.ops.disk_watch import DiskWatch

LIMITS = DiskLimits(soft=Limit(10_000, 20), hard=Limit(10_000, 10))


class Disk:
    """A disk of a hundred bytes, and whom the watch tells."""

    def __init__(self) -> None:
        self.free = 50
        self.takes_a_probe = True
        self.told: list[str] = []
        self.broken: Exception | None = None
        self.watch = DiskWatch(
            LIMITS, measure=self._measure, has_room=self._probe, pause=self._pause, resume=self._resume
        )

    def _measure(self) -> list[Space]:
        return [Space(100, self.free)]

    async def _probe(self) -> bool:
        self.told.append("probe")
        return self.takes_a_probe

    async def _pause(self, why: str) -> None:
        if self.broken:
            raise self.broken
        self.told.append(why)

    async def _resume(self) -> None:
        if self.broken:
            raise self.broken
        self.told.append("resume")

    def level(self) -> Pressure:
        return self.watch.pressure

    async def seen_with(self, free: int) -> list[str]:
        self.told.clear()
        self.free = free
        await self.watch.look()
        return self.told


async def test_it_warns_then_pauses_again_and_again_then_resumes_once() -> None:
    disk = Disk()
    assert await disk.seen_with(free=19) == []
    assert disk.level() is Pressure.SOFT
    for _ in range(2):
        assert await disk.seen_with(free=9) == ["The disk is nearly full."]
    assert await disk.seen_with(free=11) == ["The disk is nearly full."], "no fluttering"
    assert await disk.seen_with(free=13) == ["resume"]
    assert disk.level() is Pressure.SOFT
    assert await disk.seen_with(free=50) == []
    assert disk.level() is Pressure.NONE


async def test_after_a_refused_write_free_space_counts_for_nothing_until_a_write_succeeds() -> None:
    disk = Disk()
    disk.takes_a_probe = False
    await disk.watch.filled_up()
    assert disk.told == ["The disk is full."]
    assert await disk.seen_with(free=99) == ["The disk is full."], "it has only just been refused"
    disk.watch._probe_due = 0
    assert await disk.seen_with(free=99) == ["probe", "The disk is full."]
    disk.takes_a_probe, disk.watch._probe_due = True, 0
    assert await disk.seen_with(free=99) == ["probe", "resume"]


async def test_a_pause_that_could_not_be_told_or_taken_back_is_told_the_next_time() -> None:
    disk = Disk()
    disk.broken = ConnectionError("the database is away")
    disk.free = 9
    async with disk.watch.watching():
        assert disk.told == [], "it started all the same"
        disk.broken = None
        assert await disk.seen_with(free=9) == ["The disk is nearly full."]
        disk.broken, disk.free = ConnectionError("away again"), 50
        await disk.watch._look_anyway()
        disk.broken = None
        assert await disk.seen_with(free=50) == ["resume"]


async def test_trouble_is_told_once_and_again_when_it_comes_back() -> None:
    disk = Disk()
    disk.free = 9
    with structlog.testing.capture_logs() as lines:
        for broken in (ConnectionError(), ConnectionError(), OSError(), None, ConnectionError()):
            disk.broken = broken
            await disk.watch._look_anyway()
    reasons = [line["reason"] for line in lines if line["event"] == "disk_not_watched"]
    assert reasons == ["ConnectionError", "OSError", "ConnectionError"]


async def test_it_looks_by_itself_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_watch, "LOOK_SECONDS", 0.001)
    disk = Disk()
    async with disk.watch.watching(), asyncio.timeout(10):
        disk.free = 9
        while "The disk is nearly full." not in disk.told:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        disk.free = 50
        while disk.told[-1] != "resume":  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_it_ends_though_its_first_cancellation_got_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """As inside a connection's wait for the database, before Python 3.12."""
    monkeypatch.setattr(disk_watch, "LOOK_SECONDS", 0.0)
    disk, asked = Disk(), asyncio.Event()

    async def pause(_: str) -> None:
        try:
            asked.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            disk.free = 50

    async def watched() -> None:
        async with disk.watch.watching():
            disk.free = 9
            monkeypatch.setattr(disk.watch, "_pause", pause)
            await asked.wait()

    ended, _ = await asyncio.wait([asyncio.create_task(watched())], timeout=30)
    assert ended
