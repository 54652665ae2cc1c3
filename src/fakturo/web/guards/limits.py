"""How much anybody may do, counted over all processes and cheaply.

What costs much anyway (uploads, retries) asks the database each time. Other requests are paid from tokens that this
process has taken from the shared bucket in advance, a few at a time: what it has taken nobody else can spend, so the
limit holds for all processes together, and most requests cost no statement.

    a session, or its keys      by owner
    a key with its own limits   by key; by its owner as well, unless an operator made it
    without a session           by address; so is the opening of each session here, for cookies can be made up
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import psycopg
import structlog
from psycopg_pool import PoolTimeout
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fakturo.domain.addresses import Network, counted_as
from fakturo.domain.errors import ErrorCode
from fakturo.domain.limits import Rate, Standing
from fakturo.http.problems import Problem
from fakturo.ops import metrics
from fakturo.store.limits import RateLimits, Taken
from fakturo.web.guards.callers import CALLER, Caller

log = structlog.get_logger()

IN_ADVANCE = 50
"""A process takes one in so many of a full bucket at a time."""
KEPT_SECONDS = 60.0
"""What it does not use in that time has filled up again anyway."""
MOST_KEPT = 20_000
UNWATCHED_SECONDS = 5.0
"""If the database does not answer, nobody is counted for so long: requests that need it will say so themselves."""
STANDINGS = "fakturo.standings"


class Limited(StrEnum):
    REQUESTS = "requests"
    UPLOADS = "uploads"
    RETRIES = "retries"


Bucket = tuple[str, Rate]


@dataclass(slots=True)
class Purse:
    """Tokens of one bucket that are ours to spend."""

    tokens: int = 0
    full_at: float = 0.0
    kept_until: float = 0.0
    empty_until: float = 0.0
    """Asked before, there is none."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Limiter:
    def __init__(
        self,
        store: RateLimits,
        rates: Mapping[Limited, Rate | None],
        *,
        trusted: Collection[Network] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._rates = rates
        self._trusted = trusted
        self._now = clock
        self._purses: OrderedDict[str, Purse] = OrderedDict()
        self._unwatched_until = 0.0

    async def on_request(self, request: Request, caller: Caller) -> Standing | None:
        """None: there is no limit."""
        if caller.is_newcomer:
            return await self.on_stranger(request)
        strange = request if caller.key is None else None
        buckets = self._buckets(Limited.REQUESTS, caller)
        return await self._all(buckets, lambda bucket: self._from_purse(Limited.REQUESTS, bucket, strange))

    async def on_stranger(self, request: Request) -> Standing | None:
        if (rate := self._rates[Limited.REQUESTS]) is None:
            return None
        return await self._from_purse(Limited.REQUESTS, (f"{Limited.REQUESTS}:address:{self._source(request)}", rate))

    async def refuse_strangers(self, request: Request) -> None:
        """Of somebody whom we do not even know."""
        standing = await self.on_stranger(request)
        if standing and not standing.granted:
            raise refusal(standing)

    async def spend(self, request: Request, caller: Caller, what: Limited) -> None:
        """Before anything is done; a Problem, if there is nothing left."""

        async def take(bucket: Bucket) -> Standing:
            return _standing(what, bucket[1], await self._take(bucket, 1))

        standing = await self._all(self._spent_from(request, caller, what), take)
        if standing is None:
            return
        request.scope.setdefault(STANDINGS, []).append(standing)
        if not standing.granted:
            raise refusal(standing)

    async def charge(self, request: Request, caller: Caller, what: Limited, used: int) -> None:
        """For more than one was paid for, and it is too late to refuse: the next ones have to wait."""
        for name, rate in self._spent_from(request, caller, what) if used > 0 else ():
            await self._store.charge(name, rate, used)

    def _spent_from(self, request: Request, caller: Caller, what: Limited) -> list[Bucket]:
        rate = self._rates[what]
        if caller.is_newcomer and rate:
            return [(f"{what}:address:{self._source(request)}", rate)]
        return self._buckets(what, caller)

    def _buckets(self, what: Limited, caller: Caller) -> list[Bucket]:
        rate, key = self._rates[what], caller.key
        if rate is None:
            return []
        own = (key.requests_per_minute if what is Limited.REQUESTS else key.uploads_per_minute) if key else None
        if key is None or own is None:
            return [(f"{what}:{caller.owner.key}", rate)]
        by_key = (f"{what}:key-id:{key.id}", rate.of(own))
        return [by_key] if key.by_operator else [by_key, (f"{what}:{caller.owner.key}", rate)]

    async def _all(self, buckets: list[Bucket], take: Callable[[Bucket], Awaitable[Standing]]) -> Standing | None:
        """The tightest of them. What one refuses is not taken from the next."""
        tightest: Standing | None = None
        for bucket in buckets:
            standing = await take(bucket)
            tightest = standing.tighter(tightest) if tightest else standing
            if not standing.granted:
                break
        return tightest

    def _source(self, request: Request) -> str:
        forwarded = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
        return counted_as(request.client.host if request.client else "", forwarded, self._trusted)

    async def _from_purse(self, what: Limited, bucket: Bucket, strange: Request | None = None) -> Standing:
        """Who may be a stranger is counted as one until this process knows him."""
        name, rate = bucket
        purse = self._purse(name)
        async with purse.lock:  # many requests of one owner at once fill it once
            if strange and not self._knows(name):
                stranger = await self.on_stranger(strange)
                if stranger and not stranger.granted:
                    return stranger
            if not purse.tokens and self._now() >= purse.empty_until:
                taken = await self._take(bucket, max(1, rate.burst // IN_ADVANCE))
                now = self._now()
                purse.tokens, purse.full_at, purse.kept_until = taken.granted, now + taken.full_in, now + KEPT_SECONDS
                if not taken.granted:
                    purse.empty_until = now + _standing(what, rate, taken).wait_seconds
            granted = purse.tokens > 0
            purse.tokens -= granted
            return Standing(what, rate, granted, purse.full_at - self._now(), purse.tokens)

    async def _take(self, bucket: Bucket, wanted: int) -> Taken:
        if self._now() < self._unwatched_until:
            return Taken(wanted, 0.0)
        try:
            return await self._store.take(*bucket, wanted)
        except (psycopg.Error, PoolTimeout, OSError) as error:
            log.warning("limits_unwatched", reason=type(error).__name__)
            self._unwatched_until = self._now() + UNWATCHED_SECONDS
            return Taken(wanted, 0.0)

    def _knows(self, name: str) -> bool:
        return name in self._purses and self._now() < self._purses[name].kept_until

    def _purse(self, name: str) -> Purse:
        purse = self._purses.setdefault(name, Purse())
        self._purses.move_to_end(name)
        if not self._knows(name):
            purse.tokens = 0
        if len(self._purses) > MOST_KEPT:
            self._purses.popitem(last=False)
        return purse


def _standing(what: Limited, rate: Rate, taken: Taken) -> Standing:
    return Standing(what, rate, taken.granted > 0, taken.full_in)


def refusal(standing: Standing) -> Problem:
    metrics.rate_limited.labels(standing.what).inc()
    wait = standing.wait_seconds
    detail = f"Too many {standing.what} in a short time. Try again in {wait} s."
    return Problem(ErrorCode.RATE_LIMITED, detail, headers={"Retry-After": str(wait)} | headers_of([standing]))


def headers_of(standings: Collection[Standing]) -> dict[str, str]:
    """As draft-ietf-httpapi-ratelimit-headers has them."""
    return {
        "RateLimit-Policy": ", ".join(each.policy() for each in standings),
        "RateLimit": ", ".join(each.state() for each in standings),
    }


class Limits:
    """Middleware: counts every request of a caller, and tells in each answer how much is left."""

    def __init__(self, app: ASGIApp, *, limiter: Limiter) -> None:
        self.app = app
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = scope.get(CALLER)
        standing = await self._limiter.on_request(Request(scope), caller) if caller else None
        if standing and not standing.granted:
            await refusal(standing).response(Request(scope))(scope, receive, send)
            return
        standings: list[Standing] = scope.setdefault(STANDINGS, [])
        if standing:
            standings.append(standing)

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start" and standings:
                MutableHeaders(scope=message).update(headers_of(standings))
            await send(message)

        await self.app(scope, receive, send_with_limits)
