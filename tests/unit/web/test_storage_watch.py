"""How often the storage is asked whether it is well, and who waits for the answer."""

import asyncio
import errno
import time

import pytest

from fakturo.web import health
from fakturo.web.health import Health, StorageWatch


class Probe:
    """A storage that answers as the test says, and counts."""

    def __init__(self, error: OSError | None = None, seconds: float = 0) -> None:
        self.asked = 0
        self.error = error
        self.seconds = seconds

    async def __call__(self) -> None:
        self.asked += 1
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("STORAGE_SECONDS", 0.1), ("WELL_FOR_SECONDS", 0.4), ("ILL_FOR_SECONDS", 0.2)):
        monkeypatch.setattr(health, name, seconds)


async def test_one_question_serves_everybody_for_a_while() -> None:
    probe = Probe(seconds=0.01)
    watch = StorageWatch(probe)
    assert set(await asyncio.gather(*(watch.state() for _ in range(50)))) == {"ok"}
    assert await watch.state() == "ok"
    assert probe.asked == 1


@pytest.mark.parametrize(
    ("number", "state"),
    [(errno.EACCES, "not writable"), (errno.ENXIO, "not writable"), (errno.EIO, "unreachable")],
)
async def test_our_mistakes_are_told_from_the_weather(number: int, state: str) -> None:
    assert await StorageWatch(Probe(OSError(number, "x"))).state() == state


async def test_it_is_asked_again_and_gets_well_again() -> None:
    probe = Probe(OSError(errno.EIO, "x"))
    watch = StorageWatch(probe)
    assert await watch.state() == "unreachable"
    probe.error = None
    deadline = time.monotonic() + 60
    while await watch.state() != "ok":
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
    assert probe.asked == 2


async def test_a_storage_that_hangs_holds_up_nobody_and_is_asked_once() -> None:
    probe = Probe(seconds=60)
    watch = StorageWatch(probe)
    assert await watch.state() == "unreachable"
    began = time.monotonic()
    for _ in range(100):
        assert await watch.state() == "unreachable"
    assert time.monotonic() - began < 60, "far less than a hundred more questions would take"
    assert probe.asked == 1


async def test_while_it_is_asked_again_the_last_answer_holds() -> None:
    probe = Probe()
    watch = StorageWatch(probe)
    assert await watch.state() == "ok"
    probe.seconds = 60
    await asyncio.sleep(0.45)
    assert await watch.state() == "ok"
    await asyncio.sleep(0.15)
    assert await watch.state() == "unreachable"


@pytest.mark.parametrize(
    ("database", "storage", "status", "takes_requests"),
    [
        ("ok", "ok", "ok", True),
        ("ok", "unreachable", "degraded", True),
        ("ok", "not writable", "unavailable", False),
        ("unreachable", "ok", "unavailable", False),
        ("unreachable", "unreachable", "unavailable", False),
    ],
)
def test_requests_go_elsewhere_only_if_elsewhere_may_be_better(
    database: str, storage: str, status: str, takes_requests: bool
) -> None:
    checks = Health({"database": database, "storage": storage})
    assert (checks.status, checks.is_well) == (status, takes_requests)
