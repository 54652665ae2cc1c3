"""`fakturo up`: everything in one command. PostgreSQL, gateway, web and worker as children that never outlive us."""

import asyncio
import contextlib
import secrets
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import httpx

from fakturo import __version__, processes
from fakturo.domain.errors import CannotRun
from fakturo.gateway.ocr import why_unavailable
from fakturo.gateway.options import Ocr
from fakturo.http.server import bind
from fakturo.ops.log_files import shorten
from fakturo.settings import Settings, address_of, environment_with
from fakturo.store.dead_processes import let_go
from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.migrate import migrate
from fakturo.store.trouble import DATABASE_TROUBLE
from fakturo.wiring.data_dir import last_names, lock, make_data_directory, make_log_directory, note_name
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.running import announced
from fakturo.wiring.storage import process_name

READY_SECONDS = 60
FIRST_RESTART_SECONDS, LAST_RESTART_SECONDS = 1.0, 30.0
STABLE_SECONDS = 60
LET_GO_SECONDS = 5.0
LOOK_AT_LOGS_SECONDS = 60.0
OURS = "fakturo: "
"""How a sentence of ours begins among lines of a log."""
TAIL_LINES = 8


@dataclass(slots=True)
class Service:
    name: str
    command: list[str]
    environment: dict[str, str]
    ready_url: str | None = None
    stop_seconds: float = 30
    takes_jobs: bool = False
    is_announced: bool = True
    known_as: str = ""
    """Of one that announces itself in the database: how it is called there. Another with each start."""
    process: asyncio.subprocess.Process | None = field(default=None)


async def up(settings: Settings, say: Callable[[str], None]) -> None:
    """Runs until SIGINT, SIGTERM or SIGHUP; asked twice, it hurries."""
    settings = with_ups_defaults(settings)
    all_mappings(settings)  # a mistake in them is told here, not in a log
    family = Family(settings, say)
    async with contextlib.AsyncExitStack() as stack:
        make_data_directory(settings.data_dir)
        family.lock = stack.enter_context(await lock(settings.data_dir, say))
        _check_ports(settings)
        stack.enter_context(announced(settings))
        _listen_for_signals(family)
        try:
            await family.start()
            await family.run()
        finally:
            await family.stop()


class Family:
    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._say = say
        self._logs = settings.data_dir / "logs"
        self._postgres: EmbeddedPostgres | None = None
        self._services: list[Service] = []
        self._database_url = ""
        self._stopping = asyncio.Event()
        self.lock: IO[str] | None = None

    def ask_to_stop(self) -> None:
        if self._stopping.is_set():  # asked twice: a second SIGTERM makes the worker hand its jobs back at once
            for service in self._services:
                if service.process and service.process.returncode is None:
                    service.process.send_signal(signal.SIGTERM)
        self._stopping.set()

    async def start(self) -> None:
        make_log_directory(self._settings.data_dir)
        self._say(f"Fakturo {__version__}, data in {self._settings.data_dir}")
        self._database_url = self._settings.database_url or await self._start_postgres()
        await migrate(self._database_url)
        for name in last_names(self._settings.data_dir):
            await self._let_go_of(name)  # if we were killed, nobody has yet
        self._services = services(self._settings, self._database_url)
        for service in self._services:
            await self._start_service(service)
        async with httpx.AsyncClient(trust_env=False, timeout=5) as client:
            await self._until_stopping(asyncio.gather(*(self._ready(each, client) for each in self._services)))
        if not self._stopping.is_set():
            self._say(f"Ready: {self._settings.page_url}   (logs in {self._logs}; Ctrl-C stops)")
            if missing := why_scans_are_unread(self._settings):
                self._say(missing)

    async def run(self) -> None:
        """Watches over the children: one that ends is started again, at first soon, then more slowly."""
        watches = [self._keep_logs_short(), *(self._keep_running(service) for service in self._services)]
        if self._postgres:
            watches.append(self._keep_postgres_running(self._postgres))
        await self._until_stopping(asyncio.gather(*watches))

    async def stop(self) -> None:
        """Web and worker first: they need the gateway and the database to finish."""
        self._stopping.set()
        started = [service for service in reversed(self._services) if service.process]
        if started:
            self._say("Stopping …")
        for service in started:
            assert service.process
            if await processes.stop(service.process, (signal.SIGTERM, service.stop_seconds)):
                await self._let_go_of(service.known_as)
        if self._postgres:
            await self._postgres.stop()
        if started:
            self._say("Stopped.")

    async def _start_postgres(self) -> str:
        self._postgres = EmbeddedPostgres(self._settings.data_dir, bin_dir=self._settings.pg_bin_dir)
        with self._log("postgres") as log:
            return await self._postgres.start(log=log, keep_open=self._lock_descriptor())

    async def _start_service(self, service: Service) -> None:
        """One that takes jobs can end none of them once our database dies with us: who starts next shall not wait for
        it, and lets go of what it held."""
        named = []
        if service.is_announced:
            service.known_as = process_name()
            note_name(self._settings.data_dir, service.name, service.known_as)
            named = ["--name", service.known_as]
        with self._log(service.name) as log:
            service.process = await processes.start(
                [*service.command, *named],
                at_our_death=signal.SIGKILL if service.takes_jobs and self._postgres else signal.SIGTERM,
                environment=service.environment,
                output=log,
                keep_open=self._lock_descriptor(),
            )

    async def _ready(self, service: Service, client: httpx.AsyncClient) -> None:
        """Waits until it answers. One that ends instead takes everything down, and its last words are shown."""
        assert service.process
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if service.process.returncode is not None:
                raise CannotRun(f"{service.name} ended right after its start:\n{self._tail(service.name)}")
            if service.ready_url is None or await _answers(client, service.ready_url):
                return
            await asyncio.sleep(0.05)
        raise CannotRun(f"{service.name} did not get ready in {READY_SECONDS} s. See {self._log_file(service.name)}")

    async def _keep_running(self, service: Service) -> None:
        delay = FIRST_RESTART_SECONDS
        while True:
            assert service.process
            started = time.monotonic()
            status = await service.process.wait()
            delay = _next_delay(delay, lived_seconds=time.monotonic() - started)
            why = why_ended(status, self._tail(service.name).rpartition("\n")[2], str(self._log_file(service.name)))
            self._say(f"{service.name} ended with status {status}{why}; starting it again in {delay:.0f} s")
            await self._let_go_of(service.known_as)
            await asyncio.sleep(delay)
            await self._let_go_of(service.known_as)  # of what it had asked for, and the server did only after its end
            await self._start_again(service.name, lambda: self._start_service(service))

    async def _let_go_of(self, dead: str) -> None:
        """What it held goes to others now, not when its lease is over. A database that is away forgets it by itself."""
        if not dead:
            return
        with contextlib.suppress(*DATABASE_TROUBLE):
            async with asyncio.timeout(LET_GO_SECONDS):
                await let_go(self._database_url, dead)

    async def _keep_postgres_running(self, postgres: EmbeddedPostgres) -> None:
        while True:
            assert postgres.process
            status = await postgres.process.wait()
            self._say(f"PostgreSQL ended with status {status}; starting it again")
            await asyncio.sleep(FIRST_RESTART_SECONDS)
            await self._start_again("PostgreSQL", lambda: self._restart_postgres(postgres))

    async def _restart_postgres(self, postgres: EmbeddedPostgres) -> None:
        await postgres.stop()  # one that was too slow at the try before
        with self._log("postgres") as log:
            await postgres.start(log=log, keep_open=self._lock_descriptor())

    async def _start_again(self, name: str, start: Callable[[], Awaitable[None]]) -> None:
        """As often as it takes: want of disk or memory, which may have ended it, will pass."""
        delay = FIRST_RESTART_SECONDS
        while True:
            try:
                return await start()
            except (CannotRun, *DATABASE_TROUBLE) as error:
                self._say(f"{name} could not be started again, and is tried in {delay:.0f} s: {error}")
            await asyncio.sleep(delay)
            delay = min(delay * 2, LAST_RESTART_SECONDS)

    async def _keep_logs_short(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AT_LOGS_SECONDS)
            for file in self._logs.glob("*.log"):
                await asyncio.to_thread(shorten, file)

    async def _until_stopping(self, work: "asyncio.Future[list[None]]") -> None:
        stopping: asyncio.Future[Any] = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait([work, stopping], return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            stopping.cancel()
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await work

    def _lock_descriptor(self) -> tuple[int, ...]:
        """Children hold the lock, too: it is free only when the whole family has ended."""
        return (self.lock.fileno(),) if self.lock else ()

    def _log_file(self, name: str) -> Path:
        return self._logs / f"{name}.log"

    def _log(self, name: str) -> IO[bytes]:
        file = self._log_file(name)
        shorten(file)
        file.touch(mode=0o600)
        return file.open("ab")

    def _tail(self, name: str) -> str:
        return "\n".join(self._log_file(name).read_text(errors="replace").splitlines()[-TAIL_LINES:])


def with_ups_defaults(settings: Settings) -> Settings:
    """Limits keep many people from one another's way. On one's own machine there is nobody else."""
    is_limited = {"uploads_per_minute", "uploads_burst"} & settings.model_fields_set
    if is_limited or not settings.is_for_this_machine_alone:
        return settings
    return settings.model_copy(update={"uploads_per_minute": 0})


def services(settings: Settings, database_url: str) -> list[Service]:
    """In the order of their start; the reverse is the order of their end."""
    environment = environment_with(
        settings,
        database_url=database_url,
        data_dir=settings.data_dir,
        gateway_url=",".join(settings.gateway_urls),
        gateway_token=settings.gateway_token or _own_token(settings),
    )

    def service(name: str, **more: float | str | bool | None) -> Service:
        own = environment | _metrics_port(settings, name)
        return Service(name, [sys.executable, "-m", "fakturo", name], own, **more)  # type: ignore[arg-type]

    gateway = service("gateway", ready_url=f"{settings.gateway_urls[0]}/health", is_announced=False)
    return [
        *([] if has_gateway_elsewhere(settings) else [gateway]),
        service("worker", stop_seconds=settings.worker_grace_sec + 15, takes_jobs=True),
        service("web", ready_url=f"{address_of(settings.web_host, settings.web_port)}/api/healthz"),
    ]


def _metrics_port(settings: Settings, name: str) -> dict[str, str]:
    """One machine, three processes: each has a port of its own."""
    first = settings.metrics_port
    return {"METRICS_PORT": str(first + ("web", "worker", "gateway").index(name))} if first else {}


def _own_token(settings: Settings) -> str | None:
    """Another one with each start, for a gateway of our own; one elsewhere does not know it."""
    return None if has_gateway_elsewhere(settings) else secrets.token_urlsafe(32)


def why_scans_are_unread(settings: Settings) -> str | None:
    """As our own gateway will say it; one elsewhere has settings of its own."""
    return None if has_gateway_elsewhere(settings) else why_unavailable(Ocr(settings.ocr_engine))


def has_gateway_elsewhere(settings: Settings) -> bool:
    return settings.gateway_url is not None


def why_ended(status: int, last_line: str, log_file: str) -> str:
    """The sentence that a process left when it gave up. One that was killed, or was told to stop, leaves none."""
    if status <= 0:
        return ""
    return f": {last_line.removeprefix(OURS)}" if last_line.startswith(OURS) else f" (see {log_file})"


def _next_delay(delay: float, *, lived_seconds: float) -> float:
    if lived_seconds >= STABLE_SECONDS:
        return FIRST_RESTART_SECONDS
    return min(delay * 2, LAST_RESTART_SECONDS)


async def _answers(client: httpx.AsyncClient, url: str) -> bool:
    try:
        return (await client.get(url)).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def _check_ports(settings: Settings) -> None:
    bind(settings.web_host, settings.web_port, setting="--port or WEB_PORT").close()
    if not has_gateway_elsewhere(settings):
        bind(settings.gateway_host, settings.gateway_port, setting="--gateway-port or GATEWAY_PORT").close()


def _listen_for_signals(family: Family) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, family.ask_to_stop)
