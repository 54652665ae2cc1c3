"""Tasks that run beside the work, and end with it."""

import asyncio

import pytest
from structlog.testing import capture_logs

from fakturo import background
from fakturo.background import cancel, in_background


async def test_a_cancellation_that_gets_lost_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CANCEL_AGAIN_SECONDS", 0.01)
    lost = 0

    async def hard_of_hearing() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost == 1:
                    raise
                lost += 1

    task = asyncio.create_task(hard_of_hearing())
    await asyncio.sleep(0)
    await asyncio.wait_for(cancel(task), 5)
    assert task.cancelled()


async def test_what_went_wrong_before_is_not_hidden() -> None:
    async def fails() -> None:
        raise ValueError("no")

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    with pytest.raises(ValueError, match="no"):
        await cancel(task)


async def test_work_that_ends_by_a_mistake_is_told_at_once_and_not_only_at_the_end() -> None:
    async def fails() -> None:
        raise ValueError("no")

    async def meanwhile() -> None:
        async with in_background(fails(), name="forgetting"):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert [(each["event"], each["work"]) for each in told] == [("background_work_ended", "forgetting")]

    with capture_logs() as told, pytest.raises(ValueError, match="no"):
        await meanwhile()
