"""The least that an upload can be: a body as it comes, written to a file, which is synced before the answer.

With BENCH_DURABLE its name is made to last as well, as ours and no file system promises by itself: written beside,
synced, renamed, and the directory synced.
"""

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
    path = f"{os.environ['BENCH_TARGET']}/{uuid.uuid4().hex}"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    pending, more = bytearray(), True
    while more:
        message = await receive()
        pending += message.get("body", b"")
        more = message.get("more_body", False)
        if len(pending) >= CHUNK_BYTES or not more:
            await asyncio.to_thread(os.write, descriptor, bytes(pending))
            pending.clear()
    await asyncio.to_thread(_make_last, descriptor, path)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def _make_last(descriptor: int, path: str) -> None:
    os.fsync(descriptor)
    os.close(descriptor)
    if "BENCH_DURABLE" in os.environ:
        os.rename(path, f"{path}.pdf")  # noqa: PTH104
        directory = os.open(os.environ["BENCH_TARGET"], os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)
