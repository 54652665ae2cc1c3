"""`fakturo doctor` on a system with a fault made on purpose: its first lines name the cause."""

import asyncio
import time
from datetime import datetime, tzinfo
from pathlib import Path

import psycopg
import pytest

from fakturo.doctor import State, examine
from fakturo.settings import Settings, load
from fakturo.store import storage
from fakturo.store.pool import Pool
from fakturo.store.storage import announced
from tests.faults.proxy import FaultProxy
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, queue_of, submit
from tests.support.oidc import CLIENT_ID, CLIENT_SECRET, oidc_provider
from tests.support.s3 import S3Server
from tests.support.stack import Stack, clean_environment, free_port

FIRST_LINES = 3


def settings_for(directory: Path, url: str, monkeypatch: pytest.MonkeyPatch, **more: object) -> Settings:
    for name in clean_environment():
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name, raising=False)
    return load(database_url=url, data_dir=directory, web_port=free_port(), gateway_port=free_port(), **more)


async def first_lines(settings: Settings) -> str:
    found = [finding async for finding in examine(settings)]
    return "\n".join(f"{each.what}: {each.text}" for each in found[:FIRST_LINES] if each.state is State.PROBLEM)


@pytest.fixture
def settings(directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    return settings_for(directory, database_url, monkeypatch)


async def test_a_gateway_that_is_down_opens_the_breaker_and_both_are_told(settings: Settings, rows: Rows) -> None:
    await rows.all(
        "UPDATE breakers SET state = 'open', changed_at = queue_now(), due_at = queue_now() + interval '8 seconds' "
        "WHERE pipeline = 'gateway'"
    )
    await rows.all("INSERT INTO breaker_calls VALUES ('gateway', 'w', queue_now(), 8, 12)")
    told = await first_lines(settings)
    assert "breaker: open since" in told
    assert "12 of 20 calls" in told
    assert "next probe in" in told
    assert "does not answer" in told


async def test_a_slow_database_is_told(directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    info = psycopg.conninfo.conninfo_to_dict(database_url)
    target = Path(str(info["host"])) / f".s.PGSQL.{info.get('port', 5432)}"
    folder = directory / "slow"
    folder.mkdir()
    proxy = FaultProxy(target, postgres=True)
    async with proxy.running(folder / f".s.PGSQL.{info.get('port', 5432)}"):
        proxy.delay_seconds = 0.3
        slow = psycopg.conninfo.make_conninfo(database_url, host=str(folder))
        assert "database: slow:" in await first_lines(settings_for(directory, slow, monkeypatch))


async def test_a_full_disk_is_told(directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full = settings_for(directory, database_url, monkeypatch, disk_hard_free_mb=100_000_000, disk_hard_free_percent=100)
    assert "Uploads and claims pause until there is more." in await first_lines(full)


async def test_a_stuck_worker_is_told_with_its_job(settings: Settings, pool: Pool, rows: Rows) -> None:
    job = await submit(jobs_of(pool), 1)
    await queue_of(pool, worker="frozen").claim("gateway", 1)
    await rows.all("UPDATE jobs SET lease_expires_at = queue_now() - interval '1 minute'")
    await rows.all("UPDATE jobs SET last_attempt_at = queue_now() - interval '12 minutes'")
    told = await first_lines(settings)
    assert f"job {job.id} has been processing for 12 min by worker frozen" in told
    assert "its lease is over" in told


async def test_a_poison_pdf_is_told_by_its_job(settings: Settings, pool: Pool, rows: Rows) -> None:
    job = await submit(jobs_of(pool), 1)
    for _ in range(2):
        await rows.all(
            "INSERT INTO job_events (job_id, event_type, attempt, meta) VALUES (%s, 'retry', 1, '{\"signal\": 11}')",
            job.id,
        )
    assert f"the parser died 2 times over job {job.id}" in await first_lines(settings)


async def test_a_bad_mapping_is_told_with_its_version_and_reason(settings: Settings, pool: Pool, rows: Rows) -> None:
    for number in range(6):
        await submit(jobs_of(pool), number)
    await rows.all(
        "UPDATE jobs SET status = 'failed', error_code = 'GW_4XX', error_message = 'No total was found.', "
        "failed_at = queue_now()"
    )
    told = await first_lines(settings)
    assert "mapping: 6 of the last 6 files for" in told
    assert "No total was found." in told


async def test_an_expired_key_of_the_object_store_is_told(
    s3_server: S3Server, directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = s3_server.storage().settings
    expired = good | {"aws_secret_access_key": "expired"}
    told = await first_lines(settings_for(directory, database_url, monkeypatch, **expired))
    assert "storage:" in told
    assert "cannot be written" in told
    assert "the keys" in told


async def test_a_pause_by_an_operator_is_told_with_who_and_why(settings: Settings, rows: Rows) -> None:
    await rows.all(
        "INSERT INTO pauses (what, reason, who, why) VALUES ('claims', 'operator', 'anna', 'The machine moves.')"
    )
    told = await first_lines(settings)
    assert "paused: claims, by anna (operator) since" in told
    assert "The machine moves." in told


async def test_a_worker_whose_clock_is_an_hour_off_is_told(
    settings: Settings, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ahead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Ahead":
            return cls.fromtimestamp(time.time() + 3600, tz)

    monkeypatch.setattr(storage, "datetime", Ahead)
    async with announced(pool, "worker there:1:a", [], slots=3):
        assert "clock: worker there:1:a is 1 h ahead of the database" in await first_lines(settings)


async def test_an_exhausted_pool_is_told(directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Web has one connection, and a request that waits for a lock holds it."""
    async with (
        Stack(database_url, directory) as stack,
        await psycopg.AsyncConnection.connect(database_url) as other,
        stack.client() as client,
    ):
        await stack.start_web(database_pool_size=1)
        settings = settings_for(directory, database_url, monkeypatch).model_copy(update={"web_port": stack.web_port})
        assert "pool" not in await first_lines(settings)
        await other.execute("LOCK TABLE api_keys")
        key = {"Authorization": "Bearer fk_00000000_" + "a" * 43}
        holding = asyncio.create_task(client.get("/api/jobs", headers=key))
        await asyncio.sleep(1)
        assert "its pool of connections is exhausted" in await first_lines(settings)
        await other.rollback()
        await holding


async def accounts_line(settings: Settings) -> tuple[State, str]:
    (line,) = [(each.state, each.text) async for each in examine(settings) if each.what == "accounts"]
    return line


async def test_doctor_says_whether_people_can_sign_in(
    directory: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_settings(**more: object) -> Settings:
        return settings_for(directory, database_url, monkeypatch, **more)

    assert (await accounts_line(with_settings()))[0] is State.OK
    async with oidc_provider() as provider:
        whole: dict[str, object] = {
            "oidc_issuer": provider.url,
            "oidc_client_id": CLIENT_ID,
            "oidc_client_secret": CLIENT_SECRET,
            "public_url": "http://test",
        }
        state, text = await accounts_line(with_settings(**whole))
        assert state is State.OK
        assert "http://test/account/callback" in text
        provider.metadata = {"scopes_supported": ["openid", "email"]}
        assert "profile" in (await accounts_line(with_settings(**whole)))[1]
        provider.metadata = {"issuer": f"{provider.url}/"}
        state, text = await accounts_line(with_settings(**whole))
        assert (state, "must be exactly that" in text) == (State.PROBLEM, True)
        half = whole | {"oidc_client_id": None}
        state, text = await accounts_line(with_settings(**half))
        assert (state, "OIDC_CLIENT_ID" in text) == (State.PROBLEM, True)
    state, text = await accounts_line(with_settings(**whole))
    assert (state, "nobody can sign in" in text) == (State.PROBLEM, True)
