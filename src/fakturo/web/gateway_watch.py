"""What the gateway says about itself: whether it can read scanned pages, by which engine and templates it converts."""

import asyncio
import time
from typing import Any

from fakturo.domain.inputs import Inputs
from fakturo.http.gateway_calls import UNREACHED, GatewayCalls

GOOD_FOR_SECONDS = 30.0
ASKING_SECONDS = 3.0


class GatewayWatch:
    """Asks the gateways now and then. Nobody waits for the answer but who needs the first one."""

    def __init__(self, calls: GatewayCalls) -> None:
        self._calls = calls
        self._said: list[dict[str, Any]] = []
        self._asked_at: float | None = None
        self._question: asyncio.Task[None] | None = None

    async def aclose(self) -> None:
        if self._question:
            self._question.cancel()
            await self.answered()

    def missing(self) -> str | None:
        """Why scans can't be read, as the gateway says it; None when they can, or nobody knows."""
        self._ask_when_due()
        missing = (said.get("ocr_missing") for said in self._said)
        return next((each for each in missing if isinstance(each, str)), None)

    async def inputs(self) -> Inputs:
        """With what the first gateway that answers converts; nothing, if nobody knows."""
        self._ask_when_due()
        if not self._said:
            await self.answered()
        first = self._said[0] if self._said else {}
        told = {name: first.get(name) for name in ("engine", "templates")}
        return Inputs(**{name: value for name, value in told.items() if isinstance(value, str)})

    async def answered(self) -> None:
        """Once the question that is under way has been answered."""
        if self._question:
            await asyncio.wait({self._question})

    def _ask_when_due(self) -> None:
        now = time.monotonic()
        if self._question is None and (self._asked_at is None or now - self._asked_at >= GOOD_FOR_SECONDS):
            self._asked_at = now
            self._question = asyncio.create_task(self._ask(), name="gateway watch")

    async def _ask(self) -> None:
        try:
            answers = [await self._health_at(url) for url in self._calls.urls]
            self._said = [said for said in answers if said is not None]
        finally:
            self._question = None

    async def _health_at(self, url: str) -> dict[str, Any] | None:
        try:
            return await self._calls.health(url, seconds=ASKING_SECONDS)
        except UNREACHED:
            return None  # that it can't be reached is the breaker's to tell
