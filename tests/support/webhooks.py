"""A receiver of webhooks as a customer would run it, and what makes and sends events to it."""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import uvicorn
from standardwebhooks import Webhook as Reference
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import Findings
from fakturo.domain.job import Job, Owner, Review
from fakturo.domain.transitions import Complete, Converted, Fail
from fakturo.domain.webhooks import EventType, Reach, secret_of
from fakturo.http.server import bind
from fakturo.store.pool import Pool
from fakturo.store.webhooks import Outbox, Webhook, Webhooks
from fakturo.worker.webhook_sender import Sender
from fakturo.worker.webhooks import LEASE, Deliverer
from tests.support.jobs import ALICE, jobs_of, queue_of, sha256_of, submit
from tests.support.stack import until

SECRET = secret_of(b"s" * 32)
LOOPBACK = Reach((ipaddress.ip_network("127.0.0.0/8"),))
PATIENCE_SECONDS = 30.0
"""For whoever answers, however busy the machine is: nothing that has arrived is sent again meanwhile."""
ALL = list(EventType)
FOUND = Findings("Seller Ltd", "Buyer Ltd", "INV-1", None, Decimal("12.30"), "EUR", 1, 0)

Answer = Callable[[int], Awaitable[Response]]


async def fine(_: int) -> Response:
    return Response(status_code=204)


@dataclass
class Receiver:
    """What a customer runs: it believes nothing that the scheme's own library does not verify."""

    url: str
    answer: Answer = fine
    secret: str = SECRET
    calls: int = 0
    got: list[dict[str, Any]] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)
    hosts: list[str] = field(default_factory=list)
    under_way: int = 0
    most_at_once: int = 0

    async def take(self, request: Request) -> Response:
        self.calls += 1
        self.hosts.append(request.headers["host"])
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            body = await request.body()
            told = Reference(self.secret).verify(body, dict(request.headers))
            answer = await self.answer(self.calls)
        finally:
            self.under_way -= 1
        if answer.status_code < 300:
            self.got.append(told)
            self.ids[request.headers["webhook-id"]] += 1
        return answer

    async def got_so_many(self, count: int) -> None:
        async def has() -> bool:
            return len(self.ids) >= count

        await until(has, what=f"event {count}")

    def jobs_of(self, kind: str) -> list[str]:
        return [each["data"]["job"]["id"] for each in self.got if each["type"] == kind]


@contextlib.asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    listener = bind("127.0.0.1", 0, setting="")
    receiver = Receiver(f"http://127.0.0.1:{listener.getsockname()[1]}/hook")
    app = Starlette(routes=[Route("/hook", receiver.take, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1))
    task = asyncio.create_task(server._serve([listener]))
    try:
        yield receiver
    finally:
        server.should_exit = True
        await task


async def hook(pool: Pool, receiver: Receiver, *, events: list[EventType] = ALL, owner: Owner = ALICE) -> Webhook:
    made = await Webhooks(pool).create(owner, url=receiver.url, description="", events=events, secret=SECRET)
    assert made
    return made


def outbox_of(pool: Pool, worker: str = "worker") -> Outbox:
    return Outbox(pool, worker=worker, lease=LEASE)


@contextlib.asynccontextmanager
async def delivering(
    pool: Pool, reach: Reach = LOOPBACK, *, seconds: float = PATIENCE_SECONDS, **more: Any
) -> AsyncIterator[None]:
    sender = Sender(reach, seconds=seconds, **more)
    async with contextlib.aclosing(sender), Deliverer(outbox_of(pool), sender).running():
        yield


async def finished(pool: Pool, content: object, *, review: Review = Review.CLEAN, owner: Owner = ALICE) -> Job:
    job = await submit(jobs_of(pool), content, owner)
    queue = queue_of(pool)
    (claimed,) = await queue.claim("gateway", 1)
    path = f"results/00/00/{job.id}.xml"
    assert await queue.settle(
        claimed, Complete(Converted(path, 7, sha256_of("xml"), 200, review=review, findings=FOUND)), 1
    )
    return job


async def failed(pool: Pool, content: object) -> Job:
    job = await submit(jobs_of(pool), content)
    (claimed,) = await queue_of(pool).claim("gateway", 1)
    assert await queue_of(pool).settle(claimed, Fail(ErrorCode.GW_4XX, "Couldn't convert.", 400, {}), 1)
    return job


async def log_of(pool: Pool, webhook: Webhook) -> list[Any]:
    return list(await Webhooks(pool).deliveries(ALICE, webhook.id, state=None, before=None, limit=100))
