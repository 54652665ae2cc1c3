"""Children that do for parsers what these can't do themselves: judges (judges.py), readers of pictures (ocr.py).

parser → gateway      its question
gateway → parser      WriteHere with two files, or Unavailable
parser → gateway      Written, once what it asks about is in the first file
gateway → assistant   Written with the same files
assistant → gateway   Answered, once the answer is in the second, or Unavailable
gateway → parser      the same
"""

import asyncio
import io
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.link import Child
from fakturo.gateway.sandbox.messages import Answered, Message, Ready, Unavailable, Unconfined, WriteHere
from fakturo.gateway.scratch import scratch_file

log = structlog.get_logger()

STARTING_SECONDS = 60

Files = tuple[int, int]
"""What is asked about, and where the answer goes."""


def serving(work: Callable[[bytes], bytes | Unavailable]) -> Callable[[socket.socket], None]:
    """An assistant's life: it works on whatever comes, one after the other."""

    def serve(sock: socket.socket) -> None:
        inbox = wire.Inbox(sock)
        while received := inbox.receive():
            asked, answer = (io.FileIO(file, "r+") for file in received[1])
            with asked, answer:
                asked.seek(0)
                made = work(asked.read())
                if not isinstance(made, Unavailable):
                    answer.write(made)
            wire.send(sock, made if isinstance(made, Unavailable) else Answered(time.process_time()))

    return serve


async def is_ready(assistant: Child, kind: str) -> bool:
    """Whether it has loaded what it needs and stands behind its walls; it is ended if not."""
    greeting: Message | None = None
    try:
        async with asyncio.timeout(STARTING_SECONDS):
            greeting = await assistant.receive()
    except TimeoutError:
        pass
    finally:  # also on the way out of a cancelled request: nobody else knows of it yet
        if greeting != Ready():
            assistant.end()
    if greeting == Ready():
        return True
    reason = greeting.reason if isinstance(greeting, Unconfined) else "it ended at once"
    log.warning("assistant_not_started", kind=kind, reason=reason)
    return False


async def answer_parser(parser: Child, folder: Path | None, answer: Callable[[Files], Awaitable[Message]]) -> None:
    """Carry a parser's question through to its answer."""
    with scratch_file(folder) as asked, scratch_file(folder) as answered:
        files = (asked.fileno(), answered.fileno())
        await parser.reply(WriteHere(), files)
        if await parser.receive():  # else it died
            await parser.reply(await answer(files))
