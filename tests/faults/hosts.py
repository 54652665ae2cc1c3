"""Three hosts that share nothing but one PostgreSQL and one S3 store; one is cut off and comes back, one dies.

    scripts/chaos --hosts 2000

Each host has web, worker and gateway, its own directory and its own network. The checker judges what is left, as ever.
"""

import asyncio
import contextlib
import itertools
import secrets
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from fakturo import processes
from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.migrate import migrate
from fakturo.web.guards.sessions import COOKIE
from tests.faults import collect
from tests.faults.checker import Verdict, judge
from tests.faults.history import History, Policy, Upload
from tests.faults.network import OUR_ADDRESS, Host, network_of
from tests.support.databases import Rows
from tests.support.pdfs import make_pdf
from tests.support.s3 import BUCKET, S3Server, running_s3
from tests.support.stack import clean_environment, open_directory, until

POLICY = Policy(lease_seconds=5, max_attempts=5, base_ms=200, jitter_ms=200)
PREFIX = "hosts"
WEB_PORT = 3000
UPLOADERS = 6
UPLOADS_PER_SESSION = 40
MOST_WAITING = 120
CUT_AT, KILL_AT, MEND_AT = 0.2, 0.4, 0.6
"""Shares of the jobs that are complete when it happens."""
START_SECONDS, DRAIN_SECONDS = 60, 600
HBA = f"local all all trust\nhost all all {OUR_ADDRESS}/24 trust\n"


@dataclass
class ThreeHosts:
    hosts: list[Host]
    rows: Rows
    s3: S3Server
    database_url: str
    uploads: list[Upload] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    """By the hash of a PDF, what stands in it and in no other."""
    complete: int = 0
    """When we last looked."""
    all_back: bool = False
    """The host that was cut off is at work again."""

    def environment(self, host: Host) -> dict[str, str]:
        return clean_environment(
            database_url=self.database_url,
            data_dir=host.directory,
            web_host=host.address,
            web_port=WEB_PORT,
            gateway_url="http://127.0.0.1:8002",
            gateway_children=2,
            worker_concurrency=2,
            worker_lease_ttl_sec=POLICY.lease_seconds,
            worker_grace_sec=5,
            retry_max_attempts=POLICY.max_attempts,
            retry_base_delay_ms=round(POLICY.base_ms),
            retry_jitter_max_ms=round(POLICY.jitter_ms),
            **self.s3.settings(PREFIX),
        )

    async def start(self, host: Host) -> None:
        for verb in ("gateway", "web", "worker"):
            await host.start(verb, self.environment(host))

        async def answers() -> bool:
            try:
                async with httpx.AsyncClient(trust_env=False) as client:
                    return (await client.get(f"{url_of(host)}/api/healthz", timeout=5)).status_code == httpx.codes.OK
            except httpx.HTTPError:
                return False

        await until(answers, seconds=START_SECONDS, what=f"an answer from {host.name}")

    async def count(self, condition: str) -> int:
        return int((await self.rows.one(f"SELECT count(*) FROM jobs WHERE {condition}"))["count"])  # noqa: S608

    async def upload(self, client: httpx.AsyncClient, number: int) -> None:
        """To one host after the other until one acknowledges it, as a patient client does it: same file, same owner."""
        word = f"N{number:06d}X"
        content = make_pdf([f"Invoice {word}", "Total 10.00"])
        sha256 = collect.sha256_of(content)
        self.words[sha256] = word
        for turn in range(number, number + 1000):
            host = self.hosts[turn % len(self.hosts)]
            files = {"file": ("invoice.pdf", content, "application/pdf")}
            with contextlib.suppress(httpx.HTTPError, ValueError):
                answer = await client.post(f"{url_of(host)}/api/upload", files=files)
                if answer.status_code == httpx.codes.OK:
                    self.uploads.append(Upload(answer.json()["job"]["id"], sha256, len(content)))
                    return
            await asyncio.sleep(0.2)
        raise AssertionError("no host took an upload")

    async def history(self) -> History:
        logs = [(host.started["worker"].pid, host.log("worker")) for host in self.hosts]
        return History(
            policy=POLICY,
            events=await collect.events_of(self.rows),
            rows=await collect.rows_of(self.rows),
            files=collect.objects_of(self.s3, PREFIX),
            uploads=self.uploads,
            fenced=collect.fenced_in(logs),
            unforeseen=collect.unforeseen_in(logs),
            answers=self._answers(),
        )

    def _answers(self) -> dict[str, frozenset[str]]:
        """The hashes of those results in which the word of their PDF stands."""
        hashes: dict[str, set[str]] = {word: set() for word in self.words.values()}
        for result in (self.s3.directory / BUCKET / PREFIX / "results").glob("*/*/*.xml"):
            content = result.read_bytes()
            start = content.find(b"N0")
            hashes.get(content[start : start + 8].decode(), set()).add(collect.sha256_of(content))
        return {pdf: frozenset(hashes[word]) for pdf, word in self.words.items()}


def url_of(host: Host) -> str:
    return f"http://{host.address}:{WEB_PORT}"


async def run_hosts(jobs: int) -> tuple[Verdict, dict[str, int]]:
    """The verdict, and what else is worth telling. To be called in a network of its own."""
    async with open_hosts() as three:
        async with asyncio.TaskGroup() as at_once:
            sending = at_once.create_task(_upload_all(three, jobs))
            watching = at_once.create_task(_watch(three))
            seen = await _hurt(three, jobs)
            await sending
            watching.cancel()
        await until(lambda: _drained(three), seconds=DRAIN_SECONDS, what="the end of all jobs")
        for host in three.hosts:
            await processes.stop(host.started["worker"], (signal.SIGTERM, 20))
        seen["complete"] = await three.count("status = 'complete'")
        seen |= {f"completed-by-{host.name}": await _completed_by(three, host) for host in three.hosts}
        history = await three.history()
        seen["reclaimed"] = sum(event.type == "reclaimed" for event in history.events)
        return judge(history), seen


async def _hurt(three: ThreeHosts, jobs: int) -> dict[str, int]:
    """One host is cut off, another dies with all its processes, the first comes back."""
    lone, dying = three.hosts[1], three.hosts[2]
    await _when_complete(three, jobs * CUT_AT)
    lone.cut()
    cut_at = time.monotonic()
    await _when_complete(three, jobs * KILL_AT)
    await dying.kill()
    await _when_complete(three, jobs * MEND_AT)
    before = await _completed_by(three, lone)
    lone.mend()
    away = time.monotonic() - cut_at

    async def works_again() -> bool:
        return await _completed_by(three, lone) > before

    mended_at = time.monotonic()
    await until(works_again, seconds=DRAIN_SECONDS, what="work of the host that was cut off")
    three.all_back = True
    return {"seconds-cut-off": round(away), "seconds-until-back-at-work": round(time.monotonic() - mended_at)}


async def _watch(three: ThreeHosts) -> None:
    while True:
        three.complete = await three.count("status = 'complete'")
        await asyncio.sleep(0.2)


async def _when_complete(three: ThreeHosts, number: float) -> None:
    async def reached() -> bool:
        return three.complete >= number

    await until(reached, seconds=DRAIN_SECONDS, what=f"{number:.0f} complete jobs")


async def _completed_by(three: ThreeHosts, host: Host) -> int:
    pid = host.started["worker"].pid
    query = "SELECT count(*) FROM job_events WHERE event_type = 'complete' AND worker LIKE %s"
    return int((await three.rows.one(query, f"%:{pid}:%"))["count"])


async def _drained(three: ThreeHosts) -> bool:
    return await three.count("status NOT IN ('complete', 'failed')") == 0


async def _upload_all(three: ThreeHosts, jobs: int) -> None:
    """So many, and more until all hosts are back that come back: without work they could not show it."""
    numbers = itertools.takewhile(lambda number: number < jobs or not three.all_back, itertools.count())

    async def one_after_the_other() -> None:
        while True:
            cookie = {"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}"}
            timeout = httpx.Timeout(10, connect=2)
            async with httpx.AsyncClient(trust_env=False, timeout=timeout, headers=cookie) as client:
                for _ in range(UPLOADS_PER_SESSION):
                    if (number := next(numbers, None)) is None:
                        return
                    while len(three.uploads) - three.complete > MOST_WAITING:  # noqa: ASYNC110
                        await asyncio.sleep(0.1)
                    await three.upload(client, number)

    await asyncio.gather(*(one_after_the_other() for _ in range(UPLOADERS)))


@contextlib.asynccontextmanager
async def open_hosts() -> AsyncIterator[ThreeHosts]:
    async with contextlib.AsyncExitStack() as stack:
        directory = stack.enter_context(open_directory("fakturo-hosts-"))
        hosts = await stack.enter_async_context(network_of(["one", "two", "three"], directory))
        url = await _start_postgres(stack, directory)
        s3 = stack.enter_context(running_s3(directory / "s3", OUR_ADDRESS))
        three = ThreeHosts(hosts, Rows(url), s3, f"postgresql://fakturo@{OUR_ADDRESS}:5432/fakturo")
        for host in hosts:
            await three.start(host)
        yield three


async def _start_postgres(stack: contextlib.AsyncExitStack, directory: Path) -> str:
    hba = directory / "hosts.hba"
    hba.write_text(HBA)
    postgres = EmbeddedPostgres(directory, extra={"listen_addresses": OUR_ADDRESS, "hba_file": str(hba)})
    with (directory / "postgres.log").open("ab") as log:
        url = await postgres.start(log=log)
    stack.push_async_callback(postgres.stop)
    await migrate(url)
    return url
