"""Webhooks in the database: what their owners see of them, and the outbox that workers empty."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from psycopg.rows import class_row, dict_row
from psycopg.types.json import Jsonb

from fakturo.domain.job import Owner
from fakturo.domain.webhooks import TRIED_FOR, DeliveryState, EventType, Verdict
from fakturo.store.jobs import Place
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("webhooks")
T = TypeVar("T")
MOST_WEBHOOKS = 10
"""Of one owner."""
SECRETS_OVERLAP = timedelta(days=1)
LOG_KEPT = timedelta(days=30)
FORGET_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Webhook:
    id: UUID
    url: str
    description: str
    events: Sequence[EventType]
    enabled: bool
    disabled_why: str | None
    failing_since: datetime | None
    old_secret_until: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Delivery:
    id: UUID
    event_id: str
    event_type: str
    job_id: UUID | None
    state: DeliveryState
    body: str | None
    attempts: Sequence[dict[str, Any]]
    next_at: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """In the hands of whoever has its token."""

    id: UUID
    webhook_id: UUID
    lease_token: UUID
    event_id: str
    body: str
    attempt_count: int
    age: timedelta
    now: datetime
    url: str
    secret: str
    old_secret: str | None
    is_failing: bool

    @property
    def secrets(self) -> list[str]:
        return [self.secret, *([self.old_secret] if self.old_secret else [])]


class Webhooks:
    """Their owners' side."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def create(
        self, owner: Owner, *, url: str, description: str, events: Collection[EventType], secret: str
    ) -> Webhook | None:
        """None: the owner has enough of them."""
        given = {"url": url, "description": description, "events": [*events], "secret": secret, "most": MOST_WEBHOOKS}
        async with (
            self._pool.connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=dict_row) as cursor,
        ):
            await cursor.execute(SQL["lock"], {"owner_key": owner.key})
            await cursor.execute(SQL["create"], given | {"owner_key": owner.key})
            return _first([_webhook(row) for row in await cursor.fetchall()])

    async def list(self, owner: Owner) -> Sequence[Webhook]:
        return await self._webhooks("list", owner, {})

    async def get(self, owner: Owner, webhook_id: UUID) -> Webhook | None:
        return _first(await self._webhooks("get", owner, {"id": webhook_id}))

    async def update(
        self,
        owner: Owner,
        webhook_id: UUID,
        *,
        url: str | None,
        description: str | None,
        events: Collection[EventType] | None,
        enabled: bool | None,
    ) -> Webhook | None:
        given = {"url": url, "description": description, "events": events and [*events], "enabled": enabled}
        return _first(await self._webhooks("update", owner, given | {"id": webhook_id}))

    async def rotate(self, owner: Owner, webhook_id: UUID, *, secret: str) -> Webhook | None:
        given = {"id": webhook_id, "secret": secret, "overlap": SECRETS_OVERLAP}
        return _first(await self._webhooks("rotate", owner, given))

    async def delete(self, owner: Owner, webhook_id: UUID) -> bool:
        return bool(await self._rows("delete", owner, {"id": webhook_id}))

    async def ping(self, owner: Owner, webhook_id: UUID) -> Delivery | None:
        """None: there is none, or it is disabled."""
        return _first(await self._deliveries("ping", owner, {"id": webhook_id}))

    async def deliveries(
        self, owner: Owner, webhook_id: UUID, *, state: DeliveryState | None, before: Place | None, limit: int
    ) -> Sequence[Delivery]:
        given: dict[str, object] = {
            "id": webhook_id,
            "state": state,
            "before_created_at": before.created_at if before else None,
            "before_id": before.id if before else None,
            "limit": limit,
        }
        return await self._deliveries("deliveries", owner, given)

    async def delivery(self, owner: Owner, webhook_id: UUID, delivery_id: UUID) -> Delivery | None:
        return _first(await self._deliveries("delivery", owner, {"id": webhook_id, "delivery_id": delivery_id}))

    async def replay(self, owner: Owner, webhook_id: UUID, delivery_id: UUID) -> Delivery | None:
        return _first(await self._deliveries("replay", owner, {"id": webhook_id, "delivery_id": delivery_id}))

    async def _webhooks(self, name: str, owner: Owner, given: dict[str, object]) -> Sequence[Webhook]:
        return [_webhook(row) for row in await self._rows(name, owner, given)]

    async def _deliveries(self, name: str, owner: Owner, given: dict[str, object]) -> Sequence[Delivery]:
        known = [each.name for each in fields(Delivery)]
        rows = await self._rows(name, owner, given)
        return [Delivery(**{each: row[each] for each in known}) for row in rows]

    async def _rows(self, name: str, owner: Owner, given: dict[str, object]) -> Sequence[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], given | {"owner_key": owner.key})
            return await cursor.fetchall()


def _webhook(row: dict[str, Any]) -> Webhook:
    return Webhook(**{each.name: row[each.name] for each in fields(Webhook)})


def _first(found: Sequence[T]) -> T | None:
    return found[0] if found else None


class Outbox:
    """The workers' side: what is due, shared by all of them."""

    def __init__(self, pool: Pool, *, worker: str, lease: timedelta) -> None:
        self._pool = pool
        self._worker = worker
        self._lease = lease

    async def claim(self, slots: int, *, each: int, busy: Collection[UUID]) -> Sequence[ClaimedDelivery]:
        """So many in all, and of each webhook, but for those that are busy."""
        given = {"slots": slots, "each": each, "busy": [*busy], "worker": self._worker, "lease": self._lease}
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(ClaimedDelivery)) as cursor,
        ):
            await cursor.execute(SQL["claim"], given)
            return await cursor.fetchall()

    async def settle(
        self, delivery: ClaimedDelivery, verdict: Verdict, *, attempt: dict[str, object], gone: bool
    ) -> None:
        """Nothing happens if another has it by now."""
        given = {
            "id": delivery.id,
            "token": delivery.lease_token,
            "state": verdict.state,
            "delay": verdict.delay,
            "attempt": Jsonb([attempt]),
            "gone": gone,
        }
        async with self._pool.connection() as connection:
            await connection.execute(SQL["settle"], given)

    async def tidy(self) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(SQL["give_up"], {"tried_for": TRIED_FOR})
            await connection.execute(SQL["forget"], {"kept": LOG_KEPT, "limit": FORGET_BATCH})
