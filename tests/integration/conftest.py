from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.support.databases import Rows, TestServer
from tests.support.stack import Stack, open_directory


@pytest.fixture
def directory() -> Iterator[Path]:
    with open_directory() as made:
        yield made


@pytest_asyncio.fixture
async def stack(database_url: str, directory: Path) -> AsyncIterator[Stack]:
    async with Stack(database_url, directory) as stack:
        yield stack


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_database(server: TestServer) -> AsyncIterator[Rows]:
    async with server.database() as url:
        yield Rows(url)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_stack(shared_database: Rows) -> AsyncIterator[Stack]:
    """Web, worker and gateway for tests that need no more than to be an owner of their own."""
    with open_directory() as directory:
        async with Stack(shared_database.url, directory) as stack:
            await stack.start_gateway()
            await stack.start_web()
            await stack.start("worker")
            yield stack


@pytest_asyncio.fixture
async def client(shared_stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with shared_stack.client() as client:
        yield client


@pytest_asyncio.fixture
async def stranger(shared_stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with shared_stack.client() as client:
        yield client
