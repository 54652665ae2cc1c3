"""One house for all lines; each is an owner of its own, and says what the gateway answers."""

from collections.abc import AsyncIterator

import httpx
import pytest_asyncio

from tests.support.databases import TestServer
from tests.support.house import House, converts, open_house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one_house(server: TestServer) -> AsyncIterator[House]:
    async with open_house(server, uploads_per_minute=10, uploads_burst=50, requests_per_minute=0) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(one_house: House) -> AsyncIterator[House]:
    one_house.gateway.answer = converts
    one_house.gateway.health = lambda: True
    await one_house.web.rows.all("TRUNCATE jobs, breaker_calls, pauses, rate_limits CASCADE")
    await one_house.web.rows.all("DELETE FROM breakers")
    await one_house.web.rows.all("INSERT INTO breakers (pipeline, state) VALUES ('gateway', 'closed')")
    yield one_house


@pytest_asyncio.fixture(loop_scope="module")
async def client(house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with house.web.client() as client:
        await client.get("/api/jobs")
        yield client
