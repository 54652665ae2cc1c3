"""API keys of an owner: made, listed, revoked."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Self
from uuid import UUID

from fastapi import Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from fakturo.domain.errors import ErrorCode
from fakturo.domain.keys import ApiKey, KeyState, Scope
from fakturo.http.problems import Problem
from fakturo.store.keys import MOST_KEYS, NewKey
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import Caller, caller_of
from fakturo.web.guards.sessions import owner_of

MOST_PER_MINUTE = 1_000_000
Limit = Annotated[int | None, Field(ge=1, le=MOST_PER_MINUTE)]

router = api_router("/keys")


class KeyOrder(Order):
    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "bookkeeping", "scopes": ["read", "submit"], "expires_in_days": 365}},
    )

    name: str = Field(min_length=1, max_length=100, description="For you, to tell keys apart.")
    scopes: list[Scope] = Field([Scope.READ, Scope.SUBMIT], min_length=1, description="What it may do.")
    expires_in_days: int | None = Field(None, ge=1, le=3650, description="Without it, it lasts until it is revoked.")
    requests_per_minute: Limit = Field(None, description="A limit of its own, besides that of all that you do.")
    uploads_per_minute: Limit = Field(None, description="The same for uploads and retries.")


class KeyAnswer(Answer):
    id: UUID
    name: str
    prefix: str
    """How it begins: all that is ever shown of it again."""
    scopes: list[Scope]
    state: KeyState
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    """To the minute."""
    requests_per_minute: int | None
    uploads_per_minute: int | None

    @classmethod
    def of(cls, key: ApiKey) -> Self:
        known = {name: getattr(key, name) for name in cls.model_fields}
        return cls(**known | {"scopes": sorted(key.scopes)})


class NewKeyAnswer(Answer):
    key: KeyAnswer
    secret: str
    """Send it as `Authorization: Bearer …`. It is shown this once."""


class KeysAnswer(Answer):
    keys: list[KeyAnswer]


@router.get("", summary="Your API keys")
async def list_keys(request: Request) -> KeysAnswer:
    """Newest first; for three months also those that can no longer be used."""
    return KeysAnswer(keys=[KeyAnswer.of(key) for key in await deps_of(request).keys.list(owner_of(request))])


@router.post("", summary="Make an API key", status_code=HTTPStatus.CREATED, openapi_extra=body_of(KeyOrder))
async def create_key(request: Request, response: Response) -> NewKeyAnswer:
    """It acts for you. A key that is made with another may do no more than that one, and lasts no longer."""
    caller, order = caller_of(request), await read_order(request, KeyOrder)
    for scope in order.scopes:
        caller.require(scope)
    made = await deps_of(request).keys.create(_new_key(order, caller))
    if made is None:
        raise Problem(ErrorCode.CONFLICT, f"You have {MOST_KEYS} keys already. Revoke those that you do not need.")
    response.headers["Cache-Control"] = "no-store"
    key, secret = made
    return NewKeyAnswer(key=KeyAnswer.of(key), secret=secret)


def _new_key(order: KeyOrder, caller: Caller) -> NewKey:
    maker = caller.key
    return NewKey(
        owner=caller.owner,
        name=order.name,
        scopes=frozenset(order.scopes),
        requests_per_minute=_no_more(order.requests_per_minute, maker.requests_per_minute if maker else None),
        uploads_per_minute=_no_more(order.uploads_per_minute, maker.uploads_per_minute if maker else None),
        lasts=timedelta(days=order.expires_in_days) if order.expires_in_days else None,
        no_later_than=maker.expires_at if maker else None,
    )


def _no_more(wanted: int | None, makers: int | None) -> int | None:
    return min((limit for limit in (wanted, makers) if limit), default=None)


@router.delete("/{key_id}", summary="Revoke an API key", status_code=HTTPStatus.NO_CONTENT)
async def revoke_key(request: Request, key_id: UUID) -> None:
    """From now on it is refused, everywhere."""
    if not await deps_of(request).keys.revoke(key_id, owner_of(request)):
        raise Problem(ErrorCode.NOT_FOUND, "There is no such key.")
