"""A whole Fakturo of real processes, with a way to hurt each part: PostgreSQL, web, workers, gateway, disks."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx

from fakturo import processes
from fakturo.store.embedded import SOCKET_NAME, EmbeddedPostgres
from fakturo.store.migrate import migrate
from tests.faults import collect, disks
from tests.faults.bad_gateway import BadGateway
from tests.faults.failpoints import command_file, order, reached_file
from tests.faults.history import Cause, File, History, Policy, Upload
from tests.faults.proxy import FaultProxy
from tests.support import warm
from tests.support.databases import Rows
from tests.support.s3 import S3Server, running_s3
from tests.support.stack import clean_environment, free_port, open_directory, until

DISK_MEGABYTES = 256
PREFIX = "chaos"
START_SECONDS = 180
STOP_SECONDS = 15
UNENDED = """SELECT count(*) AS jobs, (SELECT count(*) FROM job_events) AS events FROM jobs
             WHERE status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL"""
POLICY = Policy(lease_seconds=2, max_attempts=5, base_ms=200, jitter_ms=200)


@dataclass(frozen=True)
class Options:
    policy: Policy = POLICY
    mutants: tuple[str, ...] = ()
    small_disks: bool = False
    concurrency: int = 4
    gateway_timeout_ms: int = 1500
    grace_seconds: float = 1.0
    cooldown_ms: int = 500
    in_bucket: bool = False
    """Files go to an S3 server instead of the disk."""


@dataclass(eq=False)
class WorkerProcess:
    process: asyncio.subprocess.Process
    log: Path
    clock_seconds: float
    started_at: float = field(default_factory=time.monotonic)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    def signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)

    def has_said(self, event: str) -> bool:
        return any(line.get("event") == event for line in collect.logged(self.log))

    def stopped(self) -> bool:
        """Whether the kernel holds it: by our SIGSTOP, or by its own at a failpoint."""
        try:
            status = Path(f"/proc/{self.pid}/stat").read_text()
        except OSError:
            return False
        return status.rpartition(")")[2].split()[0] == "T"


@dataclass
class Stage:
    directory: Path
    options: Options
    postgres: EmbeddedPostgres
    gateway: BadGateway
    gateway_proxy: FaultProxy
    disks_are_small: bool
    s3: S3Server | None = None
    database: FaultProxy = field(init=False)
    rows: Rows = field(init=False)
    web_port: int = field(default_factory=free_port)
    web: asyncio.subprocess.Process | None = None
    workers: list[WorkerProcess] = field(default_factory=list)
    retired: list[WorkerProcess] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    causes: list[Cause] = field(default_factory=list)
    nobody_was_hurt: bool = False
    calls_while_out: int = 0
    calls_allowed: int = 0
    restarting: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def control(self) -> Path:
        return self.directory / "control"

    @property
    def areas(self) -> dict[str, Path]:
        return {area: self.directory / "disks" / area for area in ("uploads", "results")}

    @property
    def web_url(self) -> str:
        return f"http://127.0.0.1:{self.web_port}"

    @property
    def environment(self) -> dict[str, str]:
        policy, through_proxy = self.options.policy, self.directory / "proxy"
        return clean_environment(
            database_url=f"postgresql:///fakturo?host={through_proxy}&user=fakturo",
            data_dir=self.directory,
            uploads_dir=self.areas["uploads"],
            results_dir=self.areas["results"],
            web_port=self.web_port,
            gateway_url=f"http://127.0.0.1:{self.gateway_proxy.port}",
            gateway_timeout_ms=self.options.gateway_timeout_ms,
            worker_concurrency=self.options.concurrency,
            worker_lease_ttl_sec=policy.lease_seconds,
            worker_grace_sec=self.options.grace_seconds,
            retry_max_attempts=policy.max_attempts,
            retry_base_delay_ms=round(policy.base_ms),
            retry_jitter_max_ms=round(policy.jitter_ms),
            circuit_cooldown_ms=self.options.cooldown_ms,
            **(self.s3.settings(PREFIX) if self.s3 else {}),
        )

    async def start_web(self) -> None:
        """Again and again, as a supervisor does it: a web process that finds no database ends, and says so."""
        async with asyncio.timeout(START_SECONDS):
            while True:
                with (self.directory / "web.log").open("ab") as log:
                    self.web = warm.start_async(["fakturo", "web"], environment=self.environment, output=log)
                while self.web.returncode is None:
                    if await self._web_answers():
                        return
                    await asyncio.sleep(0.05)

    async def close_web(self) -> None:
        """A request goes on when its client is gone, and may become a job: only when all have ended, no more come."""
        if self.web is not None:
            await processes.stop(self.web, (signal.SIGTERM, STOP_SECONDS))

    async def _web_answers(self) -> bool:
        try:
            async with httpx.AsyncClient(trust_env=False) as client:
                await client.get(f"{self.web_url}/api/healthz", timeout=5)
        except httpx.HTTPError:
            return False
        return True

    async def start_worker(self, *, clock_seconds: float = 0) -> WorkerProcess:
        log = self.directory / f"worker-{len(self.workers) + len(self.retired)}.log"
        environment = self.environment | {
            "FAULTS_CONTROL": str(self.control),
            "FAULTS_MUTANTS": ",".join(self.options.mutants),
            "FAULTS_CLOCK_SECONDS": str(clock_seconds),
        }
        with log.open("ab") as output:
            process = warm.start_async(["tests.faults.faulty_worker"], environment=environment, output=output)
        worker = WorkerProcess(process, log, clock_seconds)
        self.workers.append(worker)
        return worker

    def retire(self, worker: WorkerProcess) -> None:
        self.workers.remove(worker)
        self.retired.append(worker)

    async def restart_database(self) -> None:
        """As a crash does it: no checkpoint, all connections gone, recovery at the start."""
        async with self.restarting:
            assert self.postgres.process is not None
            self.postgres.process.send_signal(signal.SIGQUIT)
            await self.postgres.process.wait()
            with (self.directory / "postgres.log").open("ab") as log:
                await self.postgres.start(log=log)

    def order(self, worker: WorkerProcess, point: str, action: str, seconds: float = 0.0) -> None:
        reached_file(self.control, worker.pid).unlink(missing_ok=True)
        order(self.control, worker.pid, point, action, seconds)

    def withdraw(self, worker: WorkerProcess) -> bool:
        """Takes an order back; False if it has been obeyed already."""
        try:
            command_file(self.control, worker.pid).unlink()
        except FileNotFoundError:
            return False
        return True

    async def reached(self, worker: WorkerProcess, *, seconds: float = 60) -> None:
        file = reached_file(self.control, worker.pid)

        async def there() -> bool:
            return file.exists()

        await until(there, seconds=seconds, what="the failpoint")

    async def upload(self, client: httpx.AsyncClient, content: bytes) -> str | None:
        """The job's id if the service acknowledged the file; only then does it owe us anything."""
        try:
            answer = await client.post(
                "/api/upload", files={"file": ("invoice.pdf", content, "application/pdf")}, timeout=20
            )
            job = answer.json()["job"] if answer.status_code == httpx.codes.OK else None
        except (httpx.HTTPError, ValueError):
            return None
        if job is None:
            return None
        self.uploads.append(Upload(job["id"], collect.sha256_of(content), len(content)))
        return str(job["id"])

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        async with httpx.AsyncClient(base_url=self.web_url, trust_env=False) as client:
            yield client

    async def drained(self, *, seconds: float) -> bool:
        """Whether every job comes to an end. It is waited for while anything happens to them, however slow the machine
        is: attempts are counted, so they end. False when nothing has happened for so long."""
        seen, deadline = -1, 0.0
        while (look := await self.rows.one(UNENDED))["jobs"]:
            if look["events"] != seen:
                seen, deadline = look["events"], time.monotonic() + seconds
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.25)
        return True

    async def history(self) -> History:
        logs = [(worker.pid, worker.log) for worker in (*self.workers, *self.retired)]
        return History(
            policy=self.options.policy,
            events=await collect.events_of(self.rows),
            rows=await collect.rows_of(self.rows),
            files=self._files(),
            uploads=self.uploads,
            causes=[*self.causes, *self.gateway.causes],
            fenced=collect.fenced_in(logs),
            unforeseen=collect.unforeseen_in(logs),
            answers={pdf: frozenset(given) for pdf, given in self.gateway.answers.items()},
            nobody_was_hurt=self.nobody_was_hurt,
            calls_while_out=self.calls_while_out,
            calls_allowed=self.calls_allowed,
        )

    def _files(self) -> dict[str, File]:
        return collect.objects_of(self.s3, PREFIX) if self.s3 else collect.files_of(self.areas)

    async def stop_workers(self) -> None:
        for worker in self.workers:
            worker.signal(signal.SIGCONT)
        await asyncio.gather(*(processes.stop(w.process, (signal.SIGTERM, STOP_SECONDS)) for w in self.workers))


@contextlib.asynccontextmanager
async def open_stage(options: Options) -> AsyncIterator[Stage]:
    """PostgreSQL with fsync on, the proxies and the gateway; web and workers are started by whoever needs them."""
    async with contextlib.AsyncExitStack() as stack:
        directory = stack.enter_context(open_directory("fakturo-faults-"))
        for name in ("proxy", "control"):
            (directory / name).mkdir()
        small = options.small_disks and _mount_disks(stack, directory)
        postgres = EmbeddedPostgres(directory)
        with (directory / "postgres.log").open("ab") as log:
            url = await postgres.start(log=log)
        stack.push_async_callback(postgres.stop)
        await migrate(url)
        gateway = await stack.enter_async_context(BadGateway().running())
        gateway_proxy = await stack.enter_async_context(FaultProxy(gateway.port).running())
        s3 = stack.enter_context(running_s3(directory / "s3")) if options.in_bucket else None
        stage = Stage(directory, options, postgres, gateway, gateway_proxy, small, s3)
        stage.rows = Rows(url)
        sockets = parse_qs(urlsplit(url).query)["host"][0]
        database = FaultProxy(Path(sockets) / SOCKET_NAME, postgres=True)
        stage.database = await stack.enter_async_context(database.running(directory / "proxy" / SOCKET_NAME))
        stack.push_async_callback(_stop_all, stage)
        yield stage


def _mount_disks(stack: contextlib.AsyncExitStack, directory: Path) -> bool:
    uploads, results = (directory / "disks" / area for area in ("uploads", "results"))
    return stack.enter_context(disks.small_disk(uploads, megabytes=DISK_MEGABYTES)) and stack.enter_context(
        disks.small_disk(results, megabytes=DISK_MEGABYTES)
    )


async def _stop_all(stage: Stage) -> None:
    stage.database.restore()
    stage.gateway_proxy.restore()
    await stage.stop_workers()
    await stage.close_web()


def kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
