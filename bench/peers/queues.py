"""Other job queues on PostgreSQL: `python queues.py procrastinate|pgqueuer drain|work|pickup URL SLOTS JOBS`.

drain: jobs a second, from the first no-op job to the last one's end. work: as one of several, as `bench.crowd` has it,
after having handed in so many jobs. pickup: milliseconds from handing a job in to its
start, one number a line, the worker idle before each.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import psycopg
import uvloop

IDLE_SECONDS = 0.05
FIRST = 3
"""So many are not counted: connections and plans are made by them."""
Hand_in = Callable[[int], Awaitable[None]]


class Watch:
    """When jobs start, and when all have."""

    def __init__(self, jobs: int) -> None:
        self.left = jobs
        self.first = 0.0
        self.started = asyncio.Event()
        self.all = asyncio.Event()

    async def gate(self) -> None:
        """Passed before the worker starts."""

    def job(self) -> None:
        self.first = self.first or time.perf_counter()
        self.at = time.perf_counter()
        self.left -= 1
        self.started.set()
        if self.left <= 0:
            self.all.set()


class OneOfSeveral(Watch):
    async def gate(self) -> None:
        print("ready", flush=True)  # noqa: T201
        await asyncio.to_thread(sys.stdin.readline)


@contextlib.asynccontextmanager
async def procrastinate(url: str, slots: int, watch: Watch, *, before: int) -> AsyncIterator[Hand_in]:
    from procrastinate import App, PsycopgConnector

    app = App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=slots + 2))

    @app.task(name="noop")
    async def noop() -> None:
        watch.job()

    async with app.open_async():
        if not await app.check_connection_async():
            await app.schema_manager.apply_schema_async()
        if before:
            await noop.batch_defer_async(*[{}] * before)
        options = {"concurrency": slots, "install_signal_handlers": False}
        await watch.gate()
        working = asyncio.create_task(app.run_worker_async(**options))

        async def hand_in(_: int) -> None:
            await noop.defer_async()

        try:
            yield hand_in
            watch.left or await _until_settled(
                url, "SELECT count(*) FROM procrastinate_jobs WHERE status <> 'succeeded'"
            )
        finally:
            working.cancel()
            with contextlib.suppress(BaseException):
                await working


@contextlib.asynccontextmanager
async def pgqueuer(url: str, slots: int, watch: Watch, *, before: int) -> AsyncIterator[Hand_in]:
    from pgqueuer import PgQueuer, PsycopgDriver, Queries

    async with (
        await psycopg.AsyncConnection.connect(url, autocommit=True) as connection,
        await psycopg.AsyncConnection.connect(url, autocommit=True) as other,
    ):
        queuer, sender = PgQueuer(PsycopgDriver(connection)), Queries(PsycopgDriver(other))
        if not await queuer.qm.queries.has_table("pgqueuer"):
            await queuer.qm.queries.install()

        @queuer.entrypoint("noop")
        async def noop(_: object) -> None:
            watch.job()

        if before:
            await queuer.qm.queries.enqueue(["noop"] * before, [None] * before, [0] * before)
        await watch.gate()
        working = asyncio.create_task(queuer.run(batch_size=slots, max_concurrent_tasks=2 * slots))

        async def hand_in(_: int) -> None:
            await sender.enqueue("noop", None)

        try:
            yield hand_in
            watch.left or await _until_settled(url, "SELECT count(*) FROM pgqueuer")
        finally:
            queuer.shutdown.set()
            with contextlib.suppress(BaseException):
                await working


async def _until_settled(url: str, left: str) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while (await (await connection.execute(left)).fetchone())[0]:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
    _until_settled.at = time.perf_counter()


async def drain(queue: Callable[..., object], url: str, slots: int, jobs: int) -> None:
    watch = Watch(jobs)
    async with queue(url, slots, watch, before=jobs):
        await watch.all.wait()
    print(jobs / (_until_settled.at - watch.first))  # noqa: T201


async def work(queue: Callable[..., object], url: str, slots: int, jobs: int) -> None:
    async with queue(url, slots, OneOfSeveral(jobs), before=jobs):
        await asyncio.Event().wait()


async def pickup(queue: Callable[..., object], url: str, slots: int, jobs: int) -> None:
    watch = Watch(jobs + FIRST)
    async with queue(url, slots, watch, before=0) as hand_in:
        await asyncio.sleep(1)
        for number in range(jobs + FIRST):
            watch.started.clear()
            begun = time.perf_counter()
            await hand_in(number)
            await watch.started.wait()
            if number >= FIRST:
                print((watch.at - begun) * 1000)  # noqa: T201
            await asyncio.sleep(IDLE_SECONDS)


if __name__ == "__main__":
    _, which, what, url, slots, jobs = sys.argv
    logging.getLogger("procrastinate").setLevel(logging.ERROR)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as our own worker
        runner.run({"drain": drain, "work": work, "pickup": pickup}[what](globals()[which], url, int(slots), int(jobs)))
