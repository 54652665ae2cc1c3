"""The least that a durable upload can be: a body as it comes, written to a file, which is synced before the answer."""

import asyncio
import os
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
CHUNK_BYTES = 256 * 1024


async def app(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    if scope["type"] != "http":
        return
    descriptor = os.open(f"{os.environ['BENCH_TARGET']}/{uuid.uuid4().hex}", os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    pending, more = bytearray(), True
    while more:
        message = await receive()
        pending += message.get("body", b"")
        more = message.get("more_body", False)
        if len(pending) >= CHUNK_BYTES or not more:
            await asyncio.to_thread(os.write, descriptor, bytes(pending))
            pending.clear()
    await asyncio.to_thread(os.fsync, descriptor)
    os.close(descriptor)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})
