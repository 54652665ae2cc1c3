"""A gateway of another make: the same contract, and as slow or as broken as a test wants it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fakturo.http.mixed import frame_for
from fakturo.http.server import bind
from tests.support.serving import serving
from tests.support.stack import until

Answer = Callable[[int], Awaitable[Response]]
"""What to answer the nth call, from 1."""


def xml(text: str = "<ok/>") -> Response:
    return Response(text, media_type="application/xml", headers={"X-Engine": "plain/1"})


def mixed(*parts: tuple[str, bytes], verdict: str | None = "accepted") -> Response:
    """Several results in one answer."""
    frame = frame_for([(kind, len(content)) for kind, content in parts])
    body = b"".join(head + content for head, (_, content) in zip(frame.heads, parts, strict=True)) + frame.end
    headers = {"X-Engine": "plain/1", "Content-Type": frame.content_type} | ({"X-Verdict": verdict} if verdict else {})
    return Response(body, headers=headers)


@dataclass
class PlainGateway:
    url: str
    calls: int = 0
    bodies: dict[int, bytes] = field(default_factory=dict)
    """What each call sent, by its number."""
    accepts: list[str] = field(default_factory=list)
    """What each call asked for."""
    tokens: list[str | None] = field(default_factory=list)
    """What each call showed to be let in."""
    offers: list[dict[str, str]] = field(default_factory=list)
    """What its health says beyond XML, which every gateway makes."""
    mappings: list[dict[str, object]] = field(default_factory=list)
    """What its health says about versions; nothing, as others do."""
    says: dict[str, object] = field(default_factory=dict)
    """What else its health says."""
    under_way: int = 0
    most_at_once: int = 0
    probes: int = 0
    answer: Answer | None = None
    health: Callable[[], bool] = field(default=lambda: True)

    async def called(self, times: int = 1) -> None:
        await until(_is_true(lambda: self.calls >= times), what=f"call {times} of the gateway")


@contextlib.asynccontextmanager
async def plain_gateway(answer: Answer) -> AsyncIterator[PlainGateway]:
    listener = bind("127.0.0.1", 0, setting="")
    gateway = PlainGateway(f"http://127.0.0.1:{listener.getsockname()[1]}", answer=answer)

    async def process(request: Request) -> Response:
        gateway.calls += 1
        gateway.accepts.append(request.headers["accept"])
        gateway.tokens.append(request.headers.get("authorization"))
        gateway.under_way += 1
        gateway.most_at_once = max(gateway.most_at_once, gateway.under_way)
        number = gateway.calls
        assert gateway.answer
        try:
            gateway.bodies[number] = await request.body()
            return await _while_connected(request, gateway.answer(number))
        finally:
            gateway.under_way -= 1

    async def health(_: Request) -> Response:
        gateway.probes += 1
        said = (
            {"engine": "plain/1", "offers": gateway.offers}
            | gateway.says
            | ({"mappings": gateway.mappings} if gateway.mappings else {})
        )
        return JSONResponse(said, 200 if gateway.health() else 503)

    asked = [Route(path, process, methods=["POST"]) for path in ("/process", "/render")]
    app = Starlette(routes=[*asked, Route("/health", health)])
    async with serving(app, listener):
        yield gateway


async def _while_connected(request: Request, answer: Awaitable[Response]) -> Response:
    """A client that hangs up ends the work, as our own gateway does it."""
    working = asyncio.ensure_future(answer)
    while not working.done():
        await asyncio.wait({working}, timeout=0.05)
        if await request.is_disconnected():
            working.cancel()
            return Response(status_code=400)
    return working.result()


def _is_true(look: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    async def condition() -> bool:
        return look()

    return condition
