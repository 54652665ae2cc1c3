"""Webhooks: where an owner's own systems are told of jobs, and what became of each telling."""

import secrets
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Literal, NoReturn, Self
from uuid import UUID

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field, JsonValue

from fakturo.domain.errors import ErrorCode
from fakturo.domain.webhooks import MAX_URL_LENGTH, SECRET_BYTES, BadAddress, DeliveryState, EventType, secret_of
from fakturo.http.problems import Problem
from fakturo.store.jobs import Place
from fakturo.store.webhooks import MOST_WEBHOOKS, Delivery, Webhook
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.cursors import read_place, write_place
from fakturo.web.deps import deps_of
from fakturo.web.guards.sessions import owner_of

MOST_SHOWN = 100
NO_STORE = {"Cache-Control": "no-store"}
HOOK: dict[str, JsonValue] = {
    "url": "https://example.com/hooks/fakturo",
    "events": ["job.ready", "job.needs_review"],
}

router = api_router("/webhooks")

Url = Annotated[str, Field(max_length=MAX_URL_LENGTH, description="Where to send: https, and a public address.")]
Events = Annotated[list[EventType], Field(min_length=1, max_length=20, description="What to tell of.")]
Description = Annotated[str, Field(max_length=200, description="For you, to tell them apart.")]


class WebhookOrder(Order):
    model_config = ConfigDict(json_schema_extra={"example": HOOK})

    url: Url
    events: Events = Field(default_factory=lambda: list(EventType))
    description: Description = ""


class WebhookChange(Order):
    """What is left out stays."""

    model_config = ConfigDict(json_schema_extra={"example": {"enabled": True}})

    url: Url | None = None
    events: Events | None = None
    description: Description | None = None
    enabled: bool | None = Field(None, description="Again, after it was disabled; or not, for a while.")


class WebhookAnswer(Answer):
    id: UUID
    url: str
    description: str
    events: list[EventType]
    enabled: bool
    disabled_why: Literal["owner", "gone"] | None
    """`gone`: the receiver answered 410."""
    failing_since: datetime | None
    """Nothing has arrived there from then on."""
    old_secret_until: datetime | None
    """After a change of secrets: until then the one before signs, too."""
    created_at: datetime

    @classmethod
    def of(cls, webhook: Webhook) -> Self:
        return cls(**{name: getattr(webhook, name) for name in cls.model_fields})


class SecretAnswer(Answer):
    webhook: WebhookAnswer
    secret: str
    """What deliveries are signed with. It is shown this once."""


class WebhooksAnswer(Answer):
    webhooks: list[WebhookAnswer]


class AttemptAnswer(Answer):
    at: datetime
    status: int | None
    """Of the receiver's answer."""
    error: str | None
    """Why there was none."""
    duration_ms: int


class DeliveryAnswer(Answer):
    id: UUID
    event_id: str
    """Sent as `webhook-id`: the same in every attempt and replay."""
    event_type: str
    job_id: UUID | None
    state: DeliveryState
    attempts: list[AttemptAnswer]
    next_attempt_at: datetime | None
    created_at: datetime
    can_be_replayed: bool
    """What it tells of is still there."""

    @classmethod
    def of(cls, delivery: Delivery) -> Self:
        return cls(
            id=delivery.id,
            event_id=delivery.event_id,
            event_type=delivery.event_type,
            job_id=delivery.job_id,
            state=delivery.state,
            attempts=[AttemptAnswer(**each) for each in delivery.attempts],
            next_attempt_at=delivery.next_at if delivery.state == DeliveryState.PENDING else None,
            created_at=delivery.created_at,
            can_be_replayed=delivery.body is not None,
        )


class OneDeliveryAnswer(Answer):
    delivery: DeliveryAnswer


class DeliveriesAnswer(Answer):
    deliveries: list[DeliveryAnswer]
    next_cursor: str | None


@router.post("", summary="Make a webhook", status_code=HTTPStatus.CREATED, openapi_extra=body_of(WebhookOrder))
async def create_webhook(request: Request, response: Response) -> SecretAnswer:
    """Its secret is in this answer alone. What is sent, and how to check it: docs/webhooks.md."""
    deps, order = deps_of(request), await read_order(request, WebhookOrder)
    _check(request, order.url)
    secret = secret_of(secrets.token_bytes(SECRET_BYTES))
    made = await deps.webhooks.create(owner_of(request), **order.model_dump(), secret=secret)
    if made is None:
        raise Problem(ErrorCode.CONFLICT, f"You have {MOST_WEBHOOKS} webhooks already. Delete one first.")
    response.headers.update(NO_STORE)
    return SecretAnswer(webhook=WebhookAnswer.of(made), secret=secret)


@router.get("", summary="Your webhooks")
async def list_webhooks(request: Request) -> WebhooksAnswer:
    """Oldest first, without their secrets."""
    found = await deps_of(request).webhooks.list(owner_of(request))
    return WebhooksAnswer(webhooks=[WebhookAnswer.of(each) for each in found])


@router.get("/{webhook_id}", summary="One webhook")
async def get_webhook(request: Request, webhook_id: UUID) -> WebhookAnswer:
    """Whether it is enabled, and since when nothing arrives."""
    return WebhookAnswer.of(await _own(request, webhook_id))


@router.patch("/{webhook_id}", summary="Change a webhook", openapi_extra=body_of(WebhookChange))
async def update_webhook(request: Request, webhook_id: UUID) -> WebhookAnswer:
    """Enabled again, it gets what is still to be sent, and all that happens from now on."""
    change = await read_order(request, WebhookChange)
    if change.url is not None:
        _check(request, change.url)
    changed = await deps_of(request).webhooks.update(owner_of(request), webhook_id, **change.model_dump())
    return WebhookAnswer.of(changed or _missing())


@router.post("/{webhook_id}/rotate", summary="Give a webhook another secret")
async def rotate_secret(request: Request, response: Response, webhook_id: UUID) -> SecretAnswer:
    """For a day, deliveries are signed with both: change it at the receiver meanwhile."""
    secret = secret_of(secrets.token_bytes(SECRET_BYTES))
    rotated = await deps_of(request).webhooks.rotate(owner_of(request), webhook_id, secret=secret)
    response.headers.update(NO_STORE)
    return SecretAnswer(webhook=WebhookAnswer.of(rotated or _missing()), secret=secret)


@router.delete("/{webhook_id}", summary="Remove a webhook", status_code=HTTPStatus.NO_CONTENT)
async def delete_webhook(request: Request, webhook_id: UUID) -> None:
    """With its log, and what is still to be sent."""
    if not await deps_of(request).webhooks.delete(owner_of(request), webhook_id):
        _missing()


@router.post("/{webhook_id}/test", summary="Send a trial", status_code=HTTPStatus.ACCEPTED)
async def test_webhook(request: Request, webhook_id: UUID) -> OneDeliveryAnswer:
    """An event `webhook.test`, sent like all others; what came of it is in the log."""
    if sent := await deps_of(request).webhooks.ping(owner_of(request), webhook_id):
        return OneDeliveryAnswer(delivery=DeliveryAnswer.of(sent))
    await _own(request, webhook_id)
    raise _disabled()


@router.get("/{webhook_id}/deliveries", summary="What was sent to a webhook, newest first")
async def list_deliveries(
    request: Request,
    webhook_id: UUID,
    state: Annotated[DeliveryState | None, Query(description="Only these.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_SHOWN)] = 50,
    cursor: Annotated[str | None, Query(max_length=300, description="`next_cursor` of the page before.")] = None,
) -> DeliveriesAnswer:
    """Of the last thirty days."""
    before = read_place(cursor) if cursor else None
    await _own(request, webhook_id)
    found = await deps_of(request).webhooks.deliveries(
        owner_of(request), webhook_id, state=state, before=before, limit=limit + 1
    )
    shown = found[:limit]
    return DeliveriesAnswer(
        deliveries=[DeliveryAnswer.of(each) for each in shown],
        next_cursor=write_place(Place(shown[-1].created_at, shown[-1].id)) if len(found) > limit else None,
    )


@router.post("/{webhook_id}/deliveries/{delivery_id}/replay", summary="Send once more", status_code=HTTPStatus.ACCEPTED)
async def replay_delivery(request: Request, webhook_id: UUID, delivery_id: UUID) -> OneDeliveryAnswer:
    """With the same `webhook-id`, and tried for another day."""
    deps, owner = deps_of(request), owner_of(request)
    if again := await deps.webhooks.replay(owner, webhook_id, delivery_id):
        return OneDeliveryAnswer(delivery=DeliveryAnswer.of(again))
    webhook, known = await _own(request, webhook_id), await deps.webhooks.delivery(owner, webhook_id, delivery_id)
    if known is None:
        raise Problem(ErrorCode.NOT_FOUND, "There is no such delivery.")
    if not webhook.enabled:
        raise _disabled()
    raise Problem(ErrorCode.EXPIRED, "What it told of is gone.")


async def _own(request: Request, webhook_id: UUID) -> Webhook:
    return await deps_of(request).webhooks.get(owner_of(request), webhook_id) or _missing()


def _check(request: Request, url: str) -> None:
    try:
        deps_of(request).webhook_reach.check_url(url)
    except BadAddress as error:
        raise Problem(ErrorCode.INVALID_REQUEST, f"'url' is not valid: {error}.") from None


def _missing() -> NoReturn:
    raise Problem(ErrorCode.NOT_FOUND, "There is no such webhook.")


def _disabled() -> Problem:
    return Problem(ErrorCode.CONFLICT, "This webhook is disabled. Enable it first.")
