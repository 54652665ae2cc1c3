"""Work beside the work: tasks that run for as long as whoever started them, and surely end then."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import structlog

log = structlog.get_logger()

CANCEL_AGAIN_SECONDS = 0.5


@contextlib.asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None], *, name: str) -> AsyncIterator[None]:
    """Runs it meanwhile. It should outlive whatever happens to it: if it does not, that is told at once."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_tell_if_it_failed)
    try:
        yield
    finally:
        await cancel(task)


def _tell_if_it_failed(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("background_work_ended", work=task.get_name(), exc_info=error)


async def cancel(task: "asyncio.Task[None]") -> None:
    """Said until it is heard: before Python 3.12, a cancellation may get lost inside asyncio.wait_for."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_AGAIN_SECONDS)
    if not task.cancelled():
        task.result()
