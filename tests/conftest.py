import gc
import os
from collections.abc import AsyncIterator, Iterator

import hypothesis
import pytest
import pytest_asyncio
import structlog

from fakturo.convert.guard import Guard
from fakturo.store.pool import Pool, open_pool
from tests.support import certificates, order
from tests.support.databases import Clock, Rows, TestServer, test_server
from tests.support.s3 import S3Server, running_s3
from tests.support.stack import memory, open_directory

# Machines are noisy: an example that takes long once says nothing about the code.
hypothesis.settings.register_profile("all", deadline=None)
hypothesis.settings.register_profile("short", deadline=None, max_examples=40)

certificates.load_once()

Guard.lenient = False  # a rule that raises fails its test


@pytest.fixture(scope="session", autouse=True)
def own_state_directory(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Commands look there for a `fakturo up` of this user: they must find only those of these tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """A command that runs inside a test sends log lines to that test's stderr; the next one has another."""
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def pytest_configure(config: pytest.Config) -> None:
    """Without the long proofs, fewer examples of each property."""
    hypothesis.settings.load_profile("short" if "not long" in config.option.markexpr else "all")
    if config.getoption("--record-durations") and not _is_one_of_several():
        config.pluginmanager.register(order.Recorder())


def _is_one_of_several() -> bool:
    """Among which the tests are divided; they report to the process that does that."""
    return "PYTEST_XDIST_WORKER" in os.environ


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is loaded for the tests stays till the end: nobody need look through it for garbage, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", help="directory to put pictures of the pages into")
    parser.addoption("--record-durations", action="store_true", help="write anew how long each file of tests takes")
    parser.addoption("--storage", choices=["disk", "s3"], default="disk", help="store that services run on in tests")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Those that stand for all run on both stores even when the others run on disk."""
    both = metafunc.definition.get_closest_marker("both_stores") and metafunc.config.getoption("--storage") == "disk"
    if both and "storage_kind" in metafunc.fixturenames:
        metafunc.parametrize("storage_kind", ["disk", "s3"])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if config.getoption("--storage") != "disk" and (marker := item.get_closest_marker("disk_only")):
            item.add_marker(pytest.mark.skip(reason=f"disk only: {marker.args[0]}"))
    if _is_one_of_several():
        order.longest_first(items, order.recorded())


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with running_s3(tmp_path_factory.mktemp("s3") / "data") as server:
        yield server


@pytest.fixture
def storage_kind(pytestconfig: pytest.Config) -> str:
    return str(pytestconfig.getoption("--storage"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[TestServer]:
    with open_directory(within=memory()) as directory:  # a database for each test: hundreds of files come and go
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
