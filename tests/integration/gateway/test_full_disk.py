"""A disk without room for temporary files: the gateway says so, and nothing else happens."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest

from fakturo.gateway import app as gateway_app
from fakturo.gateway.app import create_app
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.scratch import scratch_file
from tests.support.pdfs import make_pdf

UPLOAD, RESULT = 0, 1


@pytest.mark.parametrize("full", [UPLOAD, RESULT])
async def test_a_full_disk_is_a_reason_to_come_back(full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever file finds no room: the gateway's own, or the one that a child writes."""
    number = itertools.count()

    @contextmanager
    def one_without_room(folder: Path | None, *, in_memory: bool = False) -> Iterator[IO[bytes]]:
        if next(number) == full:
            with Path("/dev/full").open("w+b", buffering=0) as file:
                yield file
        else:
            with scratch_file(folder, in_memory=in_memory) as file:
                yield file

    monkeypatch.setattr(gateway_app, "scratch_file", one_without_room)
    app = create_app(GatewayOptions(children=1))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://gateway") as client,
    ):
        answers = [
            await client.post(
                "/process",
                data={"mapping": "layout_v1"},
                files={"file": ("a.pdf", make_pdf(["a"]), "application/pdf")},
                headers={"Accept": "application/xml"},
                timeout=60,
            )
            for _ in range(2)
        ]
    assert [answer.status_code for answer in answers] == [503, 200]
    body = answers[0].json()
    assert (body["code"], body["reason"], body["retryable"]) == ("PAUSED", "disk_full", True)
    assert int(answers[0].headers["retry-after"]) > 0
