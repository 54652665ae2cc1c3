from collections.abc import AsyncIterator

import hypothesis
import pytest
import pytest_asyncio

from fakturo.store.pool import Pool, open_pool
from tests.support.databases import Clock, Rows, TestServer, test_server
from tests.support.stack import open_directory

# Machines are noisy: an example that takes long once says nothing about the code.
hypothesis.settings.register_profile("fakturo", deadline=None)
hypothesis.settings.load_profile("fakturo")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", help="directory to put pictures of the pages into")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[TestServer]:
    with open_directory() as directory:
        async with test_server(directory) as running:
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
