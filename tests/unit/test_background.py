import asyncio

import pytest

from fakturo.store import signals
from fakturo.store.signals import cancel


async def test_a_cancellation_that_gets_lost_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "CANCEL_AGAIN_SECONDS", 0.01)
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
