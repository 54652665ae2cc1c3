"""`fakturo up` as a newcomer starts it, and as it is mistreated."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response
from typer.testing import CliRunner

from fakturo import processes
from fakturo.cli import app
from fakturo.domain.errors import CannotRun
from fakturo.processes import unprivileged_account
from fakturo.settings import Settings
from fakturo.store.embedded import EmbeddedPostgres, EmbeddedProblem, find_binaries
from tests.integration.web.test_upload import pdf, upload
from tests.support import warm
from tests.support.databases import Rows
from tests.support.gateways import plain_gateway, xml
from tests.support.stack import clean_environment, free_port, until

START_SECONDS = 120
PARTIES = Path(__file__).parents[3] / "docs/sample/parties.csv"


class Up:
    """One running `fakturo up` and what it says."""

    def __init__(self, directory: Path, **settings: object) -> None:
        self.directory = directory
        self.port, self.gateway_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = settings
        self.process: asyncio.subprocess.Process
        self.said = b""

    async def start(self) -> None:
        self.process = await processes.start(
            [sys.executable, "-m", *self._command()],
            environment=clean_environment(**self._settings),
            output=asyncio.subprocess.PIPE,
        )

    async def refuses(self) -> str:
        """What it says instead of starting anything. It is warm: what it would start is not."""
        status, said = await warm.run_async(*self._command(), environment=clean_environment(**self._settings))
        assert status == 1
        return said

    def _command(self) -> list[str]:
        ports = ["--port", str(self.port), "--gateway-port", str(self.gateway_port)]
        return ["fakturo", "up", "--data-dir", str(self.directory), *ports]

    async def until_says(self, text: str) -> None:
        assert self.process.stdout
        async with asyncio.timeout(START_SECONDS):
            while text.encode() not in self.said:
                line = await self.process.stdout.readline()
                assert line, f"it ended with {self.said.decode()!r} instead of saying {text!r}"
                self.said += line

    async def ends(self) -> tuple[int, str]:
        output, _ = await asyncio.wait_for(self.process.communicate(), START_SECONDS)
        return await self.process.wait(), (self.said + output).decode()

    def family(self) -> dict[int, str]:
        """Every process that has to do with this data directory, wherever it hangs in the process tree."""
        found = {}
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                pid = int(entry.name)
                about = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                if str(self.directory).encode() in about and pid != os.getpid():
                    found[pid] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found

    async def has(self, name: str) -> int:
        """The process of one of the family, once there is one."""

        async def is_there() -> bool:
            return any(name in command for command in self.family().values())

        await until(is_there, what=name)
        return next(pid for pid, command in self.family().items() if name in command)

    async def kill(self, name: str) -> None:
        self.said = b""
        await self.send(name, signal.SIGKILL)

    async def send(self, name: str, number: signal.Signals) -> None:
        os.kill(await self.has(name), number)

    async def none_left(self) -> bool:
        return not self.family()

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        async with httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=30) as client:
            yield client


@contextlib.asynccontextmanager
async def running(directory: Path, **settings: object) -> AsyncIterator[Up]:
    up = Up(directory, **settings)
    await up.start()
    try:
        yield up
    finally:
        await processes.stop(up.process, (signal.SIGTERM, 60))


async def converts(client: httpx.AsyncClient, text: str) -> str:
    job_id = (await upload(client, pdf(text))).json()["job"]["id"]

    async def done() -> bool:
        return bool((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"] == "complete")

    await until(done, what="the conversion")
    return str(job_id)


async def others_find(up: Up) -> None:
    """Other commands need not be told where it runs."""

    async def run(*words: str) -> tuple[int, str]:
        environment = dict.fromkeys(name.upper() for name in Settings.model_fields)
        result = await asyncio.to_thread(CliRunner().invoke, app, words, env=environment)
        assert not isinstance(result.exception, CannotRun), result.exception
        return result.exit_code, result.output

    status, said = await run("parties", "import", str(PARTIES))
    assert (status, "Parties: 4 new, 0 changed, 0 as before, 0 removed." in said) == (0, True)
    assert f"Fakturo runs on {up.directory}: that one is meant." in said
    status, said = await run("doctor")
    assert f"gateway: http://127.0.0.1:{up.gateway_port} answers" in said
    assert status == 0, said


async def a_second_is_refused_beside(up: Up) -> None:
    """A second one on the same data."""
    said = await Up(up.directory).refuses()
    assert f"Fakturo already runs on {up.directory} (process {up.process.pid})" in said


async def children_that_die_are_started_again(up: Up, client: httpx.AsyncClient) -> None:
    for name in ("fakturo worker", "fakturo gateway", "fakturo web", "postgres -D"):
        await up.kill(name)
        await up.until_says("starting it again")
    await what_cannot_be_started_now_is_tried_until_it_can(up)

    async def works() -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return (await client.get("/api/jobs")).status_code == 200
        return False

    await until(works, what="the page's return")
    await converts(client, "after all that")


async def what_cannot_be_started_now_is_tried_until_it_can(up: Up) -> None:
    """A full disk, say, is no reason to end all the rest."""
    victims = ("fakturo worker", "postgres -D")
    for name in victims:
        await up.has(name)
    (cluster,) = up.directory.glob("postgres-[0-9]*")
    version, worker = cluster / "PG_VERSION", up.directory / "worker.name"
    version.rename(version.with_suffix(".away"))
    worker.unlink()
    worker.mkdir()
    for name in victims:
        await up.kill(name)
        await up.until_says("could not be started again")
    version.with_suffix(".away").rename(version)
    worker.rmdir()


async def is_killed_with_a_job_in_its_hands(up: Up, client: httpx.AsyncClient) -> str:
    """Its gateway stands still till the worker has died with it: otherwise that might just finish the job."""
    await up.send("fakturo gateway", signal.SIGSTOP)
    job_id = str((await upload(client, pdf("in its hands"))).json()["job"]["id"])

    async def is_being_done() -> bool:
        return bool((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"] == "processing")

    await until(is_being_done, what="the claim")
    up.process.kill()
    await up.process.wait()

    async def worker_is_gone() -> bool:
        return not any("fakturo worker" in command for command in up.family().values())

    await until(worker_is_gone, what="the worker's end")
    await up.send("fakturo gateway", signal.SIGCONT)
    return job_id


async def is_done_at_once(client: httpx.AsyncClient, job_id: str) -> None:
    """Its lease would last for a day."""

    async def is_complete() -> bool:
        return bool((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"] == "complete")

    await until(is_complete, what="the conversion")
    events = (await client.get(f"/api/jobs/{job_id}/events")).json()["events"]
    told = [each["type"] for each in events]
    assert told[:5] == ["uploaded", "queued", "processing", "reclaimed", "processing"]
    assert told[-1] == "complete", "the new gateway may have been later than the worker, which then tried again"


async def test_it_is_found_killed_started_again_with_its_data_and_mended_and_ctrl_c_leaves_no_process(
    directory: Path,
) -> None:
    """One life, since each start by the command line takes ten seconds of processor time."""
    given = {"worker_lease_ttl_sec": 86_400, "worker_grace_sec": START_SECONDS}
    async with running(directory, **given) as up:
        await up.until_says(f"Ready: {up.url}")
        async with up.client() as client:
            job_id = await converts(client, "kept")
            cookies = dict(client.cookies)
            assert any("postgres" in command for command in up.family().values())
            await others_find(up)
            await a_second_is_refused_beside(up)
            in_hands = await is_killed_with_a_job_in_its_hands(up, client)
        async with running(directory, **given) as again:  # at once, while the other children are still ending
            await again.until_says("Ready")
            async with httpx.AsyncClient(base_url=again.url, trust_env=False, cookies=cookies, timeout=30) as client:
                assert (await client.get(f"/api/jobs/{job_id}/download")).status_code == 200
                await is_done_at_once(client, in_hands)
                assert (await client.get("/api/jobs")).json()["active_count"] == 0
                await children_that_die_are_started_again(again, client)
            again.process.send_signal(signal.SIGINT)
            status, said = await again.ends()
            assert (status, said.splitlines()[-1]) == (0, "Stopped.")
            assert again.family() == {}


async def test_with_a_database_of_its_own_it_starts_no_other_and_lets_go_of_what_a_killed_worker_held(
    directory: Path, database_url: str, rows: Rows
) -> None:
    """The jobs of a worker that was killed need not wait for the end of its lease."""

    async def answer(number: int) -> Response:
        if number == 1:
            await asyncio.sleep(START_SECONDS)
        return xml()

    async with (
        plain_gateway(answer) as gateway,
        running(
            directory,
            database_url=f"{database_url}&schema=public",
            gateway_url=gateway.url,
            worker_lease_ttl_sec=86_400,
        ) as up,
    ):
        await up.until_says("Ready")
        assert not (directory / "postgres-18").exists()
        async with up.client() as client:
            converted = asyncio.create_task(converts(client, "in its hands"))
            await gateway.called()
            (victim,) = [pid for pid, command in up.family().items() if "fakturo worker" in command]
            os.kill(victim, signal.SIGKILL)
            job_id = await converted
        (web,) = [pid for pid, command in up.family().items() if "fakturo web" in command]
        os.kill(web, signal.SIGKILL)
        assert await rows.events(job_id) == ["uploaded", "queued", "processing", "reclaimed", "processing", "complete"]

        async def are_alone() -> bool:
            known = [each["process"] for each in await rows.all("SELECT process FROM storage_readers")]
            living = " ".join(up.family().values())
            return len(known) == 2 and all(each.partition(" ")[2] in living for each in known)

        await until(are_alone, what="a list of the living: who is dead is nobody's colleague")


async def test_a_taken_port_is_named(directory: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        up = Up(directory)
        up.port = other.getsockname()[1]
        said = await up.refuses()
    assert said == (
        f"fakturo: Port {up.port} is taken by another program. "
        "Stop it, or choose another port with --port or WEB_PORT.\n"
    )


async def test_a_directory_that_cannot_be_written_is_named() -> None:
    said = await Up(Path("/proc/fakturo")).refuses()
    assert said.startswith("fakturo: Cannot write to /proc/fakturo: ")
    assert "--data-dir or DATA_DIR" in said


async def test_data_of_another_postgresql_is_left_alone(directory: Path) -> None:
    old = directory / "postgres-13"
    old.mkdir()
    (old / "PG_VERSION").write_text("13\n")
    said = await Up(directory).refuses()
    assert f"The data in {old} belongs to PostgreSQL 13; this Fakturo brings PostgreSQL 18." in said
    assert f"fakturo restore BACKUP --replace --data-dir {directory}" in said
    assert [entry.name for entry in old.iterdir()] == ["PG_VERSION"]


async def test_a_bad_setting_is_named_before_anything_starts(directory: Path) -> None:
    said = await Up(directory, worker_concurrency="0").refuses()
    assert "The setting WORKER_CONCURRENCY has the value '0', which is not valid" in said
    assert list(directory.iterdir()) == []


async def test_stopped_in_the_middle_of_its_start_it_leaves_nothing_running(directory: Path) -> None:
    for delay in (0.3, 0.8, 1.5, 2.5):
        async with running(directory) as up:
            await asyncio.sleep(delay)
            up.process.send_signal(signal.SIGTERM)
            status, _ = await up.ends()
            assert status in {0, -signal.SIGTERM}
        await until(up.none_left, what="the end of all processes")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run PostgreSQL")
async def test_postgresql_runs_from_a_directory_that_its_user_cannot_read(directory: Path, tmp_path: Path) -> None:
    original = find_binaries(None).directory
    private = tmp_path / "private"
    package = private / original.parents[1].name
    shutil.copytree(original.parent, package / original.parent.name, symlinks=True)
    shutil.copytree(original.parents[2] / f"{package.name}.libs", private / f"{package.name}.libs")
    private.chmod(0o700)
    postgres = EmbeddedPostgres(directory, bin_dir=package / original.parent.name / "bin")
    with (directory / "log").open("wb") as log:
        assert await postgres.start(log=log)
        await postgres.stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run PostgreSQL")
async def test_a_data_directory_that_postgresqls_user_cannot_enter_is_named(tmp_path: Path) -> None:
    account = unprivileged_account()
    assert account
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    with pytest.raises(EmbeddedProblem, match=f"the user '{account.name}' cannot enter"):
        await EmbeddedPostgres(private).start()
