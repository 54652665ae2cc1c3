"""Empties the outbox: claims deliveries that are due, sends them, and writes down what came of it.

Every worker process does so, and they share what is due. A delivery whose worker vanishes is due again when its lease
is over; so an event may arrive twice, but not never.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import structlog

from fakturo.background import cancel, in_background
from fakturo.domain.webhooks import judge, signature_headers
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.store.webhooks import ClaimedDelivery, Outbox
from fakturo.worker.webhook_sender import SEND_SECONDS, Sender

log = structlog.get_logger()

SLOTS, EACH = 32, 4
"""At a time in this process; and of one webhook. Of one that fails, one."""
LEASE = timedelta(seconds=2 * SEND_SECONDS)
POLL_SECONDS = (0.5, 1.5)
TIDY_SECONDS = 600.0


class Deliverer:
    def __init__(self, outbox: Outbox, sender: Sender) -> None:
        self._outbox = outbox
        self._sender = sender
        self._running: dict[asyncio.Task[None], ClaimedDelivery] = {}
        self._tidy_due = 0.0

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            async with in_background(self._deliver_for_ever(), name="webhooks"):
                yield
        finally:
            for delivery in list(self._running):
                await cancel(delivery)

    async def _deliver_for_ever(self) -> None:
        while True:
            try:
                await self._tidy_when_due()
                if await self._round():
                    continue
            except DATABASE_TROUBLE as error:
                log.warning("database_unavailable", reason=type(error).__name__)
            await self._rest()

    async def _round(self) -> bool:
        """True if something was claimed: there may be more."""
        free_slots = SLOTS - len(self._running)
        if free_slots <= 0:
            return False
        claimed = await self._outbox.claim(free_slots, each=EACH, busy=self._busy())
        for delivery in claimed:
            task = asyncio.create_task(self._deliver(delivery), name=f"webhook {delivery.id}")
            self._running[task] = delivery
            task.add_done_callback(self._finished)
        return bool(claimed)

    def _busy(self) -> list[UUID]:
        under_way = Counter(each.webhook_id for each in self._running.values())
        failing = {each.webhook_id for each in self._running.values() if each.is_failing}
        return [each for each, count in under_way.items() if each in failing or count >= EACH]

    def _finished(self, task: "asyncio.Task[None]") -> None:
        del self._running[task]
        if not task.cancelled() and (error := task.exception()):
            log.error("unforeseen", exc_info=error)

    async def _rest(self) -> None:
        """Until the next poll, or a free slot."""
        seconds = random.uniform(*POLL_SECONDS)  # noqa: S311
        if self._running:
            await asyncio.wait(self._running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(seconds)

    async def _deliver(self, delivery: ClaimedDelivery) -> None:
        body, started = delivery.body.encode(), time.monotonic()
        headers = signature_headers(delivery.event_id, int(time.time()), body, delivery.secrets)
        attempt = await self._sender.send(delivery.url, headers, body)
        duration_ms = round((time.monotonic() - started) * 1000)
        chance = random.random()  # noqa: S311
        verdict = judge(attempt, number=delivery.attempt_count, age=delivery.age, chance=chance)
        log.info(
            "webhook",
            webhook_id=delivery.webhook_id,
            event_id=delivery.event_id,
            attempt=delivery.attempt_count,
            state=verdict.state,
            response_status=attempt.status,
            duration_ms=duration_ms,
        )
        told: dict[str, object] = {
            "at": delivery.now.isoformat(),
            "status": attempt.status,
            "error": attempt.error,
            "duration_ms": duration_ms,
        }
        try:
            await self._outbox.settle(delivery, verdict, attempt=told, gone=attempt.gone)
        except DATABASE_TROUBLE as error:
            log.warning("settle_unanswered", reason=type(error).__name__)  # due again when its lease is over

    async def _tidy_when_due(self) -> None:
        if time.monotonic() >= self._tidy_due:
            self._tidy_due = time.monotonic() + TIDY_SECONDS * random.uniform(0.5, 1.5)  # noqa: S311
            await self._outbox.tidy()
