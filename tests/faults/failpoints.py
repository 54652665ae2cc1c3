"""Places in a worker's course where it can be told, from outside, to stop, die, stall or dawdle.

Installed by wrapping the worker's own methods in a process of the tests; the product knows nothing of it. A command is
a file named by the worker's process id: {"point": …, "action": …, "seconds": …}. It is obeyed once.
"""

import asyncio
import contextlib
import functools
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from fakturo.blobs.disk import _DiskDraft
from fakturo.blobs.object_drafts import ObjectDraft
from fakturo.store.queue import Queue
from fakturo.worker.gateway_client import GatewayClient

POINTS = (
    "before_claim",
    "after_claim",
    "before_gateway",
    "before_result_commit",
    "after_result_commit",
    "before_settle",
    "after_settle",
    "before_extend",
    "after_extend",
    "before_reclaim",
    "after_reclaim",
)
ACTIONS = ("stop", "die", "stall", "dawdle")


def command_file(control: Path, pid: int) -> Path:
    return control / str(pid)


def reached_file(control: Path, pid: int) -> Path:
    return control / f"{pid}.reached"


def order(control: Path, pid: int, point: str, action: str, seconds: float = 0.0) -> None:
    assert point in POINTS, point
    assert action in ACTIONS, action
    unfinished = control / f"{pid}.unfinished"
    unfinished.write_text(json.dumps({"point": point, "action": action, "seconds": seconds}))
    unfinished.rename(command_file(control, pid))


class Failpoints:
    def __init__(self, control: Path) -> None:
        self._control = control

    def install(self) -> None:
        for name in ("claim", "settle", "extend", "reclaim"):
            setattr(Queue, name, self._around(name, getattr(Queue, name)))
        setattr(GatewayClient, "convert", self._before_convert(GatewayClient.convert))  # noqa: B010
        setattr(_DiskDraft, "show", self._around_show(_DiskDraft.show))  # noqa: B010
        setattr(ObjectDraft, "_commit", self._around_object(ObjectDraft._commit))  # noqa: B010

    def _around(self, name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        @functools.wraps(method)
        async def wrapped(*arguments: Any, **named: Any) -> Any:
            await self._pass(f"before_{name}")
            result = await method(*arguments, **named)
            if result or name != "claim":  # a claim of nothing is no place to be hurt
                await self._pass(f"after_{name}")
            return result

        return wrapped

    def _before_convert(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @contextlib.asynccontextmanager
        async def wrapped(*arguments: Any, **named: Any) -> AsyncIterator[Any]:
            await self._pass("before_gateway")
            async with method(*arguments, **named) as answer:
                yield answer

        return wrapped

    def _around_show(self, method: Callable[[Any], None]) -> Callable[[Any], None]:
        def wrapped(draft: Any) -> None:
            is_result = draft.target.suffix == ".xml"
            if is_result:
                self._obey("before_result_commit")
            method(draft)
            if is_result:
                self._obey("after_result_commit")

        return wrapped

    def _around_object(self, method: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
        async def wrapped(draft: Any) -> Any:
            is_result = draft._key.endswith(".xml")
            if is_result:
                await self._pass("before_result_commit")
            written = await method(draft)
            if is_result:
                await self._pass("after_result_commit")
            return written

        return wrapped

    async def _pass(self, point: str) -> None:
        seconds = self._obey(point)
        if seconds:
            await asyncio.sleep(seconds)

    def _obey(self, point: str) -> float:
        """Does what was ordered for this place; seconds are left for the caller to sleep without holding others up."""
        file = command_file(self._control, os.getpid())
        try:
            command = json.loads(file.read_bytes())
        except FileNotFoundError:
            return 0.0
        if command["point"] != point:
            return 0.0
        try:
            file.rename(reached_file(self._control, os.getpid()))  # in one step: what was withdrawn is not obeyed
        except FileNotFoundError:
            return 0.0
        match command["action"]:
            case "stop":
                os.kill(os.getpid(), signal.SIGSTOP)
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "stall":
                time.sleep(command["seconds"])
            case "dawdle":
                return float(command["seconds"])
        return 0.0
