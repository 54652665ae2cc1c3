"""Whether scanned pages can be read: the gateway knows, and web passes on what it says."""

import asyncio
import time
from collections.abc import Sequence

import httpx

GOOD_FOR_SECONDS = 30.0
ASKING_SECONDS = 3.0


class ScanWatch:
    """Asks the gateways now and then. Nobody waits for the answer: until it comes, nothing is said to be missing."""

    def __init__(self, gateway_urls: Sequence[str]) -> None:
        self._urls = gateway_urls
        self._missing: str | None = None
        self._asked_at: float | None = None
        self._question: asyncio.Task[None] | None = None

    def missing(self) -> str | None:
        """Why scans can't be read, as the gateway says it; None when they can, or nobody knows."""
        now = time.monotonic()
        if self._question is None and (self._asked_at is None or now - self._asked_at >= GOOD_FOR_SECONDS):
            self._asked_at = now
            self._question = asyncio.create_task(self._ask(), name="scan watch")
        return self._missing

    async def answered(self) -> None:
        """Once the question that is under way has been answered."""
        if self._question:
            await asyncio.wait({self._question})

    async def _ask(self) -> None:
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=ASKING_SECONDS) as client:
                answers = [await _missing_at(client, url) for url in self._urls]
            self._missing = next(filter(None, answers), None)
        finally:
            self._question = None


async def _missing_at(client: httpx.AsyncClient, url: str) -> str | None:
    try:
        said = (await client.get(f"{url}/health")).json()
    except (httpx.HTTPError, ValueError):
        return None  # that it can't be reached is the breaker's to tell
    missing = said.get("ocr_missing") if isinstance(said, dict) else None
    return missing if isinstance(missing, str) else None
