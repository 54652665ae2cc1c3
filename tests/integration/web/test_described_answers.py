"""Made-up requests for every operation that the API describes: never a 5xx, and every answer as it is described.

The real application on a real database, in a thread of its own; jobs of every kind are there, so that not all ids are
unknown. Streams and waits end at once, as when the server stops. Making a request up and checking its answer takes
about 20 ms of processor time, so that a commit has ten of each operation (some 15 s in all); `--all` has 500.
"""

import asyncio
import hashlib
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import hypothesis
import pytest
import requests
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from fakturo.domain.job import Review
from fakturo.domain.transitions import Complete, Converted
from fakturo.domain.webhooks import EventType, secret_of
from fakturo.web.guards.sessions import COOKIE, owner_of_session
from tests.support.databases import TestServer
from tests.support.in_process import Served, served
from tests.support.jobs import new_job, queue_of, sha256_of
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, open_directory
from tests.unit.web.test_description import described

SESSION = "s" * 43
OWNER = owner_of_session(SESSION)
Case = schemathesis.Case[Any]
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
QUICK: dict[str, Any] = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "phases": [hypothesis.Phase.explicit, hypothesis.Phase.generate],
    "suppress_health_check": list(hypothesis.HealthCheck),
}


@dataclass
class Known:
    """What a made-up id is exchanged for, every other time."""

    url: str = ""
    session: requests.Session = field(default_factory=requests.Session)
    ids: dict[str, list[str]] = field(default_factory=dict)


KNOWN = Known()
schema = schemathesis.openapi.from_dict(described())
schema.config.phases.coverage.enabled = False


@schema.hook
def map_path_parameters(_: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    for name, value in (path_parameters or {}).items():
        chosen, known = zlib.crc32(repr(value).encode()), KNOWN.ids.get(name, [])
        if known and chosen % 2:
            path_parameters[name] = known[chosen // 2 % len(known)]  # type: ignore[index]
    return path_parameters


@pytest.fixture(scope="module")
def web(server: TestServer) -> Iterator[Known]:
    with open_directory() as directory:
        running, stop = threading.Event(), threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(_serve(server, directory, running, stop)))
        thread.start()
        KNOWN.session.cookies.set(COOKIE, SESSION)
        KNOWN.session.trust_env = False
        try:
            assert running.wait(60)
            yield KNOWN
        finally:
            KNOWN.session.close()
            stop.set()
            thread.join()


async def _serve(server: TestServer, directory: Path, running: threading.Event, stop: threading.Event) -> None:
    async with server.database() as url, Stack(url, directory) as stack:
        await stack.start_gateway()
        async with served(url, directory, gateway_url=f"http://127.0.0.1:{stack.gateway_port}") as web:
            await _fill(web)
            running.set()
            await asyncio.to_thread(stop.wait)


async def _fill(web: Served) -> None:
    KNOWN.url = web.url
    KNOWN.ids["job_id"] = [str(each) for each in await _jobs(web)]
    hook = await web.deps.webhooks.create(
        OWNER, url="https://example.com/", description="", events=[EventType.FAILED], secret=secret_of(b"secret")
    )
    assert hook
    delivery = await web.deps.webhooks.ping(OWNER, hook.id)
    assert delivery
    KNOWN.ids |= {"webhook_id": [str(hook.id)], "delivery_id": [str(delivery.id)]}
    web.deps.changes.stop()


async def _jobs(web: Served) -> list[UUID]:
    """Complete ones, clean and in doubt, and one that waits."""
    made, pool = [], web.deps.jobs._pool
    for number, review in enumerate((Review.CLEAN, Review.NEEDED, None) * 5):
        content = make_pdf([f"No. {number}"])
        new = new_job(OWNER, size=len(content))
        upload = web.deps.blobs.place(f"uploads/00/00/{new.id}.pdf")
        await _write(web, upload, content)
        await web.deps.jobs.submit(new, sha256=hashlib.sha256(content).hexdigest(), upload_path=upload)
        made.append(new.id)
        if review is None:
            continue
        result = web.deps.blobs.place(f"results/00/00/{new.id}.xml")
        await _write(web, result, b"<a/>")
        (claimed,) = [each for each in await queue_of(pool).claim("gateway", 9) if each.id == new.id]
        converted = Converted(result, 4, sha256_of("<a/>"), 200, review=review)
        assert await queue_of(pool).settle(claimed, Complete(converted), 1)
    return made


async def _write(web: Served, path: str, content: bytes) -> None:
    async with web.deps.blobs.draft(path) as draft:
        await draft.write(content)
        await draft.seal()
        await draft.commit()


def answer_as_described(case: Case) -> None:
    response = case.call(base_url=KNOWN.url, session=KNOWN.session)
    case.validate_response(response, checks=CHECKS)


@schema.parametrize()
@hypothesis.settings(max_examples=10, **QUICK)
def test_ten_made_up_requests_are_answered_as_described(web: Known, case: Case) -> None:
    answer_as_described(case)


@pytest.mark.long
@pytest.mark.timeout(3000)
@schema.parametrize()
@hypothesis.settings(max_examples=500, **QUICK)
def test_five_hundred_made_up_requests_are_answered_as_described(web: Known, case: Case) -> None:
    answer_as_described(case)
