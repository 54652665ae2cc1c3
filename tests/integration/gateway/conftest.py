"""A real gateway in a process of its own, as it runs in production."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support import warm
from tests.support.stack import NO_TLS, PATIENCE_SECONDS, free_port


@dataclass
class Gateway:
    url: str
    process: warm.WarmProcess

    def post(
        self,
        file: bytes,
        *,
        mapping: str | None = "layout_v1",
        accept: str = "application/xml",
        file_type: str = "application/pdf",
        timeout: float = 60,
        **fields: str,
    ) -> httpx.Response:
        data = {**fields, **({"mapping": mapping} if mapping else {})}
        files = {"file": ("a.pdf", file, file_type)}
        headers = {"Accept": accept}
        return httpx.post(
            f"{self.url}/process", data=data, files=files, headers=headers, timeout=timeout, verify=NO_TLS
        )

    def parsers(self) -> list[int]:
        """The sandbox parent's children, by pid."""
        return [child for parent in children_of(self.process.pid) for child in children_of(parent)]


STOP_SECONDS = 60
"""More than a gateway gives a conversion under way to end."""


def children_of(pid: int) -> list[int]:
    listings = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for listing in listings for child in listing.read_text().split()]


def start_gateway(**options: Any) -> Gateway:
    port = free_port()
    with os.fdopen(os.dup(2), "wb") as output:
        command = ["tests.support.gateway_server", port, json.dumps(options)]
        process = warm.start(command, environment=os.environ, output=output)
    gateway = Gateway(f"http://127.0.0.1:{port}", process)
    try:
        wait_until(lambda: _answers(gateway) or process.poll() is not None, "the gateway answers")
        assert process.poll() is None, f"the gateway answers: it ended with {process.returncode}"
    except AssertionError:
        process.kill()
        process.wait()
        raise
    return gateway


def stop_gateway(gateway: Gateway) -> None:
    """By the book; one that doesn't heed is killed, so that only its own test fails."""
    gateway.process.send_signal(signal.SIGTERM)
    try:
        gateway.process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        gateway.process.kill()
        gateway.process.wait()
        raise


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.02)


def _answers(gateway: Gateway) -> bool:
    try:
        return httpx.get(f"{gateway.url}/health", verify=NO_TLS).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="session")
def gateway() -> Iterator[Gateway]:
    """Shared by tests that leave it as it was."""
    running = start_gateway(children=2)
    yield running
    stop_gateway(running)


@pytest.fixture
def gateway_with() -> Iterator[Callable[..., Gateway]]:
    """A gateway of the test's own, with options, for tests that break it."""
    started: list[Gateway] = []

    def start(**options: Any) -> Gateway:
        started.append(start_gateway(**{"children": 2, **options}))
        return started[-1]

    yield start
    for running in started:
        stop_gateway(running)


@pytest.fixture(scope="module")
def gateway_like() -> Iterator[Callable[..., Gateway]]:
    """A gateway with such options, shared by all tests of a module that want the same and leave it well."""
    started: dict[str, Gateway] = {}

    def start(**options: Any) -> Gateway:
        options = {"children": 1, **options}
        key = json.dumps(options, sort_keys=True)
        if key not in started:
            started[key] = start_gateway(**options)
        return started[key]

    yield start
    for running in started.values():
        stop_gateway(running)
