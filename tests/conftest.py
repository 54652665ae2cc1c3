import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from fakturo.store.pool import Pool, open_pool
from tests.support.databases import Clock, Rows, TestServer, test_server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[TestServer]:
    # Not tmp_path: it is private to us, and as root PostgreSQL runs as somebody else.
    with tempfile.TemporaryDirectory(prefix="fakturo-test-") as directory:
        Path(directory).chmod(0o755)
        async with test_server(Path(directory)) as running:
            yield running


@pytest_asyncio.fixture
async def database_url(server: TestServer) -> AsyncIterator[str]:
    async with server.database() as url:
        yield url


@pytest_asyncio.fixture
async def rows(database_url: str) -> Rows:
    return Rows(database_url)


@pytest_asyncio.fixture
async def clock(rows: Rows) -> Clock:
    clock = Clock(rows)
    await clock.install()
    return clock


@pytest_asyncio.fixture
async def pool(database_url: str) -> AsyncIterator[Pool]:
    async with open_pool(database_url, name="test", max_size=20) as pool:
        yield pool
