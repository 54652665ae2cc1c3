from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from fakturo.gateway.sandbox import link
from tests.support import warm
from tests.support.databases import Rows, TestServer
from tests.support.s3 import S3Server
from tests.support.stack import ADMIN_TOKEN, GATEWAY_TOKEN, Stack, StorageUnderTest, on_disk, open_directory


@pytest.fixture(scope="session", autouse=True)
def warm_sandboxes() -> Iterator[None]:
    """Gateways inside a test's own process start as quickly as those in processes of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "start_parent", warm.start_sandbox_parent)
        yield


@pytest.fixture
def directory() -> Iterator[Path]:
    with open_directory() as made:
        yield made


@pytest.fixture
def storage(storage_kind: str, directory: Path, request: pytest.FixtureRequest) -> StorageUnderTest:
    return storage_of(storage_kind, directory, request)


def storage_of(kind: str, directory: Path, request: pytest.FixtureRequest) -> StorageUnderTest:
    return on_disk(directory) if kind == "disk" else _bucket(request)


def _bucket(request: pytest.FixtureRequest) -> StorageUnderTest:
    server: S3Server = request.getfixturevalue("s3_server")
    return server.storage()


@pytest_asyncio.fixture
async def stack(database_url: str, directory: Path, storage: StorageUnderTest) -> AsyncIterator[Stack]:
    async with Stack(database_url, directory, storage=storage) as stack:
        yield stack


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_database(server: TestServer) -> AsyncIterator[Rows]:
    async with server.database() as url:
        yield Rows(url)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_stack(shared_database: Rows, request: pytest.FixtureRequest) -> AsyncIterator[Stack]:
    """Web, worker and gateway for tests that need no more than to be an owner of their own."""
    with open_directory() as directory:
        storage = storage_of(str(request.config.getoption("--storage")), directory, request)
        async with Stack(shared_database.url, directory, storage=storage) as stack:
            await stack.start_gateway(gateway_token=GATEWAY_TOKEN)
            await stack.start_web(admin_token=ADMIN_TOKEN, gateway_token=GATEWAY_TOKEN)
            await stack.start("worker", gateway_token=GATEWAY_TOKEN)
            yield stack


@pytest_asyncio.fixture
async def client(shared_stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with shared_stack.client() as client:
        yield client


@pytest_asyncio.fixture
async def stranger(shared_stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with shared_stack.client() as client:
        yield client
