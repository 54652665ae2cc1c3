"""Several processes that empty one queue together: each says that it is ready, and all begin at a word."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from subprocess import PIPE

import psycopg

LOOK_SECONDS = 0.005


async def seconds_to_empty(url: str, left: str, commands: Sequence[Sequence[object]]) -> float:
    """From the word to the moment in which the statement finds nothing left."""
    async with contextlib.AsyncExitStack() as crowd:
        processes = []
        for command in commands:  # the first may have to fill the queue before the others come
            processes.append(await asyncio.create_subprocess_exec(*map(str, command), stdin=PIPE, stdout=PIPE))
            crowd.push_async_callback(_stop, processes[-1])
            assert processes[-1].stdout
            if await processes[-1].stdout.readline() != b"ready\n":
                raise RuntimeError(f"{command[:3]} did not start")
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
        await crowd.enter_async_context(connection)
        begun = time.perf_counter()
        for process in processes:
            assert process.stdin
            process.stdin.write(b"go\n")
        while (await (await connection.execute(left.encode())).fetchone() or [False])[0]:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)
        return time.perf_counter() - begun


async def _stop(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
