"""The tools themselves: a proxy that does not cut, or a gateway that does not misbehave, would prove nothing."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import psycopg
import pytest
import pytest_asyncio

from fakturo.store.embedded import SOCKET_NAME
from tests.faults import disks
from tests.faults.bad_gateway import BadGateway, Behaviour
from tests.faults.collect import sha256_of
from tests.faults.proxy import FaultProxy
from tests.faults.statements import StatementReader
from tests.support.databases import Rows
from tests.support.stack import open_directory

PDF = b"%PDF-1.7 \r\n made up"


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack(">i", len(body) + 4) + body


START = message(b"", struct.pack(">i", 196608) + b"user\0x\0\0")


def test_statements_are_read_off_the_wire_in_any_chunks() -> None:
    ssl_request = message(b"", struct.pack(">i", 80877103))
    parse = message(b"P", b"_pg3_0\0UPDATE jobs\0\0\0")
    bind = message(b"B", b"\0_pg3_0\0rest")
    sent = ssl_request + START + message(b"Q", b"SELECT 1\0") + parse + bind + bind
    for size in (1, 3, 7, len(sent)):
        read = StatementReader()
        texts = [text for at in range(0, len(sent), size) for text in read.feed(sent[at : at + size])]
        assert texts == [b"SELECT 1", b"UPDATE jobs", b"UPDATE jobs"]


@contextlib.asynccontextmanager
async def proxied(url: str) -> AsyncIterator[tuple[FaultProxy, str]]:
    host = psycopg.conninfo.conninfo_to_dict(url)["host"]
    with open_directory() as directory:
        proxy = FaultProxy(Path(str(host)) / SOCKET_NAME, postgres=True)
        async with proxy.running(directory / SOCKET_NAME):
            yield proxy, psycopg.conninfo.make_conninfo(url, host=str(directory))


@pytest.mark.parametrize("prepare", [False, True])
@pytest.mark.parametrize(("when", "happened"), [("before", 0), ("after", 1)])
async def test_a_cut_around_a_statement_decides_whether_it_happened(
    when: str, happened: int, prepare: bool, database_url: str, rows: Rows
) -> None:
    assert when in {"before", "after"}
    await rows.all("CREATE TABLE marks (n int)")
    async with proxied(database_url) as (proxy, url):
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
        for n in range(3):
            await connection.execute("INSERT INTO marks VALUES (%s)", (n,), prepare=prepare)
        cut = proxy.cut_at(b"INSERT INTO marks", "before" if when == "before" else "after")
        with pytest.raises(psycopg.OperationalError):
            await connection.execute("INSERT INTO marks VALUES (%s)", (3,), prepare=prepare)
        assert cut.fired
        await connection.close()
    (count,) = await rows.all("SELECT count(*) FROM marks")
    assert count["count"] == 3 + happened


async def test_a_proxy_refuses_swallows_and_recovers(database_url: str) -> None:
    async with proxied(database_url) as (proxy, url):
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            proxy.blackhole()
            asked = asyncio.create_task(connection.execute("SELECT 1"))
            done, _ = await asyncio.wait({asked}, timeout=0.3)
            assert not done
            proxy.restore()
            await asked
            assert proxy.cut_all() == 1
            with pytest.raises(psycopg.OperationalError):
                await connection.execute("SELECT 1")
        proxy.refusing = True
        with pytest.raises(psycopg.OperationalError):
            await psycopg.AsyncConnection.connect(url)
        proxy.restore()
        async with await psycopg.AsyncConnection.connect(url):
            pass


@pytest_asyncio.fixture
async def gateway() -> AsyncIterator[BadGateway]:
    async with BadGateway().running() as gateway:
        yield gateway


async def call(gateway: BadGateway, timeout: float = 60) -> httpx.Response:  # noqa: ASYNC109
    async with httpx.AsyncClient(base_url=gateway.url, trust_env=False, timeout=timeout) as client:
        return await client.post("/process", files={"file": ("document.pdf", PDF, "application/pdf")})


async def test_a_gateway_remembers_what_it_gave_for_which_file(gateway: BadGateway) -> None:
    answers = [(await call(gateway)).content for _ in range(2)]
    assert answers[0] != answers[1], "each call's answer is its own"
    assert gateway.answers == {sha256_of(PDF): {sha256_of(answer) for answer in answers}}
    assert gateway.calls == {sha256_of(PDF): 2}
    assert gateway.causes == []


@pytest.mark.parametrize(
    ("behaviour", "error", "code"),
    [
        (Behaviour("reset"), httpx.NetworkError, "GW_5XX"),
        (Behaviour("half"), (httpx.NetworkError, httpx.RemoteProtocolError), "GW_5XX"),
        (Behaviour("half-chunked"), httpx.RemoteProtocolError, "GW_5XX"),
        (Behaviour("hang"), httpx.ReadTimeout, "GW_TIMEOUT"),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
async def test_a_gateway_breaks_its_promises(
    behaviour: Behaviour, error: type[Exception], code: str, gateway: BadGateway
) -> None:
    gateway.script.append(behaviour)
    with pytest.raises(error):
        await call(gateway, timeout=0.3 if behaviour.kind == "hang" else 60)
    assert behaviour.code == code
    assert gateway.answers == {}
    assert (await call(gateway)).status_code == 200


@pytest.mark.parametrize(("status", "code"), [(400, "GW_4XX"), (408, "GW_TIMEOUT"), (503, "GW_5XX"), (500, "GW_5XX")])
async def test_a_gateway_answers_any_status_and_keeps_the_cause(status: int, code: str, gateway: BadGateway) -> None:
    gateway.outage = Behaviour(status=status, retry_after_seconds=7)
    answer = await call(gateway)
    assert (answer.status_code, answer.headers["retry-after"]) == (status, "7")
    (cause,) = gateway.causes
    assert (cause.code, cause.sha256) == (code, sha256_of(PDF))


def test_a_small_disk_is_full_and_empty_again(tmp_path: Path) -> None:
    with disks.small_disk(tmp_path / "disk", megabytes=1) as mounted:
        if not mounted:
            pytest.skip("no right to mount a file system here")
        disks.fill(tmp_path / "disk")
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "disk" / "file").write_bytes(b"x")
        disks.empty(tmp_path / "disk")
        (tmp_path / "disk" / "file").write_bytes(b"x")
    assert not (tmp_path / "disk" / "file").exists(), "it is gone with its file system"
