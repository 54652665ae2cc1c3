"""Carries faults out on a stage, and notes for the checker which errors each of them may explain."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable

from fakturo.store.statements import statements
from tests.faults import disks
from tests.faults.history import Cause
from tests.faults.schedule import Fault
from tests.faults.stage import STOP_SECONDS, Stage, WorkerProcess, kill
from tests.support.stack import until

WORKERS = 4
CUT_WAIT_SECONDS = 4
HOUR = 3600
MATURE_SECONDS = 2
EXPLAINS = {
    "freeze": ("UNKNOWN", "GW_TIMEOUT"),
    "freeze-at": ("UNKNOWN", "GW_TIMEOUT"),
    "stall-at": ("UNKNOWN", "GW_TIMEOUT"),
    "gateway-refuses": ("GW_5XX",),
    "gateway-cut": ("GW_5XX",),
    "gateway-outage": (),  # the gateway itself keeps account, file by file
    "gateway-trouble": (),
    "results-full": ("IO_ERROR",),
    "uploads-full": ("IO_ERROR",),
    "web-kill": (),
}
"""Which errors a kind of fault may end in; all others cost leases, and a job that loses its last is UNKNOWN."""


def marker_of(name: str) -> bytes:
    """What tells a statement on the wire: the comment below its name, which travels with it."""
    named = {**statements("queue"), **statements("submitting")}
    return named[name].splitlines()[0]


class Inflictor:
    """Each fault runs on its own, beside others; only its own victim is taken out of play meanwhile."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.done = 0
        """Faults that happened: one that found nobody to hurt does not count."""
        self.told = 0
        self.by_kind: dict[str, int] = {}
        self.broken: list[BaseException] = []
        self._busy: set[WorkerProcess] = set()
        self._under_way: set[asyncio.Task[bool]] = set()
        self._turn = asyncio.Lock()
        self._acts: dict[str, Callable[[Fault], Awaitable[bool]]] = {
            "kill": self._kill,
            "freeze": self._freeze,
            "freeze-at": self._freeze_at,
            "die-at": self._die_at,
            "stall-at": self._stall_at,
            "term": self._term,
            "term-twice": self._term,
            "wrong-clock": self._wrong_clock,
            "database-restart": self._database_restart,
            "database-cut": self._database_cut,
            "database-cut-before": self._database_cut_around,
            "database-cut-after": self._database_cut_around,
            "database-silence": self._database_silence,
            "gateway-outage": self._gateway_outage,
            "gateway-refuses": self._gateway_refuses,
            "gateway-cut": self._gateway_cut,
            "gateway-trouble": self._gateway_trouble,
            "results-full": self._full,
            "uploads-full": self._full,
            "web-kill": self._web_kill,
        }

    @property
    def under_way(self) -> int:
        return len(self._under_way)

    def start(self, fault: Fault) -> None:
        task = asyncio.create_task(self._carry_out(fault), name=fault.kind)
        self._under_way.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[bool]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.broken.append(error)

    async def settle(self) -> None:
        """All faults end, and all workers are at work: one that starts while there is no database ends again."""
        while self._under_way:
            await asyncio.wait(self._under_way)
        if self.broken:
            raise BaseExceptionGroup("faults that could not be carried out", self.broken)
        self.stage.database.restore()
        self.stage.gateway_proxy.restore()
        self.stage.gateway.outage = None
        self.stage.gateway.script.clear()
        for worker in self.stage.workers:
            worker.signal(signal.SIGCONT)
        await until(self._all_at_work, what="that all workers are at work")

    async def _all_at_work(self) -> bool:
        await self.man()
        return all(worker.has_said("working") for worker in self.stage.workers)

    async def man(self) -> None:
        """As many workers as there should be: the dead are replaced."""
        async with self._turn:
            for worker in [worker for worker in self.stage.workers if not worker.alive]:
                self.stage.retire(worker)
            while len(self.stage.workers) < WORKERS:
                await self.stage.start_worker()

    async def _carry_out(self, fault: Fault) -> bool:
        since = time.time()
        happened = await self._acts[fault.kind](fault)
        if happened:
            self.done += 1
            self.by_kind[fault.kind] = self.by_kind.get(fault.kind, 0) + 1
            self._note(fault, since)
        return happened

    def _note(self, fault: Fault, since: float) -> None:
        lease = self.stage.options.policy.lease_seconds
        codes = EXPLAINS.get(fault.kind, ("UNKNOWN",))
        self.stage.causes += [Cause(code, since - lease, time.time() + lease) for code in codes]

    def _victim(self, fault: Fault) -> WorkerProcess | None:
        """One that has had time to begin: to kill a worker in its first second proves little."""
        born = time.monotonic() - MATURE_SECONDS
        free = [w for w in self.stage.workers if w.alive and w not in self._busy and w.started_at < born]
        return free[fault.number % len(free)] if free else None

    async def _replace(self, worker: WorkerProcess, *, clock_seconds: float = 0) -> None:
        await worker.process.wait()
        async with self._turn:
            if worker in self.stage.workers:
                self.stage.retire(worker)
            await self.stage.start_worker(clock_seconds=clock_seconds)

    async def _kill(self, fault: Fault) -> bool:
        if (worker := self._victim(fault)) is None:
            return False
        kill(worker.process)
        await self._replace(worker)
        return True

    async def _freeze(self, fault: Fault) -> bool:
        if (worker := self._victim(fault)) is None:
            return False
        self._busy.add(worker)
        worker.signal(signal.SIGSTOP)
        await self._thaw(worker, fault)
        return True

    async def _thaw(self, worker: WorkerProcess, fault: Fault) -> None:
        await asyncio.sleep(self.stage.options.policy.lease_seconds + fault.seconds)
        worker.signal(signal.SIGCONT)
        self._busy.discard(worker)

    async def _at(self, fault: Fault, action: str) -> WorkerProcess | None:
        """A worker that came to the place in good time, or None."""
        if (worker := self._victim(fault)) is None:
            return None
        self._busy.add(worker)
        self.stage.order(worker, fault.where, action, self.stage.options.policy.lease_seconds + fault.seconds)
        try:
            await self.stage.reached(worker, seconds=CUT_WAIT_SECONDS)
        except AssertionError:
            if self.stage.withdraw(worker):
                self._busy.discard(worker)
                return None
        return worker

    async def _freeze_at(self, fault: Fault) -> bool:
        if (worker := await self._at(fault, "stop")) is None:
            return False
        await self._thaw(worker, fault)
        return True

    async def _stall_at(self, fault: Fault) -> bool:
        if (worker := await self._at(fault, "stall")) is None:
            return False
        await asyncio.sleep(self.stage.options.policy.lease_seconds + fault.seconds)
        self._busy.discard(worker)
        return True

    async def _die_at(self, fault: Fault) -> bool:
        if (worker := await self._at(fault, "die")) is None:
            return False
        await self._replace(worker)
        self._busy.discard(worker)
        return True

    async def _term(self, fault: Fault) -> bool:
        return await self._terminated(fault, times=2 if fault.kind == "term-twice" else 1)

    async def _wrong_clock(self, fault: Fault) -> bool:
        return await self._terminated(fault, times=1, clock_seconds=HOUR if fault.number % 2 else -HOUR)

    async def _terminated(self, fault: Fault, *, times: int, clock_seconds: float = 0) -> bool:
        if (worker := self._victim(fault)) is None:
            return False
        self._busy.add(worker)
        for _ in range(times):
            worker.signal(signal.SIGTERM)
            await asyncio.sleep(0.05)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await worker.process.wait()
        except TimeoutError:
            raise AssertionError(f"a worker did not stop within {STOP_SECONDS} s of SIGTERM") from None
        await self._replace(worker, clock_seconds=clock_seconds)
        self._busy.discard(worker)
        return True

    async def _database_restart(self, _: Fault) -> bool:
        await self.stage.restart_database()
        return True

    async def _database_cut(self, _: Fault) -> bool:
        return self.stage.database.cut_all() > 0

    async def _database_cut_around(self, fault: Fault) -> bool:
        cut = self.stage.database.cut_at(marker_of(fault.where), "before" if fault.kind.endswith("before") else "after")
        deadline = time.monotonic() + CUT_WAIT_SECONDS
        while not cut.fired and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        if not cut.fired and cut in self.stage.database.cuts:
            self.stage.database.cuts.remove(cut)
        return cut.fired

    async def _database_silence(self, fault: Fault) -> bool:
        self.stage.database.blackhole()
        await asyncio.sleep(fault.seconds * 2)
        self.stage.database.heal()
        return True

    async def _gateway_outage(self, fault: Fault) -> bool:
        self.stage.gateway.outage = fault.behaviours[0]
        await asyncio.sleep(fault.seconds)
        self.stage.gateway.outage = None
        return True

    async def _gateway_refuses(self, fault: Fault) -> bool:
        self.stage.gateway_proxy.refusing = True
        self.stage.gateway_proxy.cut_all()
        await asyncio.sleep(fault.seconds)
        self.stage.gateway_proxy.refusing = False
        return True

    async def _gateway_cut(self, _: Fault) -> bool:
        return self.stage.gateway_proxy.cut_all() > 0

    async def _gateway_trouble(self, fault: Fault) -> bool:
        """For the next few calls. Troubles that no call meets do not pile up: the breaker lets few calls through."""
        script = self.stage.gateway.script
        if script:
            return False
        script.extend(fault.behaviours)
        deadline = time.monotonic() + CUT_WAIT_SECONDS
        while script and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        met = len(script) < len(fault.behaviours)
        script.clear()
        return met

    async def _full(self, fault: Fault) -> bool:
        disk = self.stage.areas[fault.kind.removesuffix("-full")]
        await asyncio.to_thread(disks.fill, disk)
        await asyncio.sleep(fault.seconds)
        disks.empty(disk)
        return True

    async def _web_kill(self, _: Fault) -> bool:
        assert self.stage.web is not None
        kill(self.stage.web)
        await self.stage.web.wait()
        await self.stage.start_web()
        return True
