"""How much of the engine's speed is left behind HTTP and walls."""

import io
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakturo.convert.engine import convert_to_layout
from tests.integration.gateway.conftest import Gateway
from tests.support.pdfs import Page, Text, pdf_of_pages

CLIENTS, CORES = 8, 2
DOCUMENTS = 100
MOST_TIMES = 2.5
"""As long as the engine alone in a loop: these documents are small, and each has a process of its own, which takes 15
to 30 ms of a core."""

_CLIENTS = """
import json, sys, time
from concurrent.futures import ThreadPoolExecutor
import httpx
url, file, clients, count = sys.argv[1], open(sys.argv[2], "rb").read(), int(sys.argv[3]), int(sys.argv[4])
client = httpx.Client(headers={"Accept": "application/xml"}, timeout=60)
def one(_):
    start = time.monotonic()
    answer = client.post(url, data={"mapping": "layout_v1"}, files={"file": ("a", file, "application/pdf")})
    assert answer.status_code == 200, answer.text
    return time.monotonic() - start
with ThreadPoolExecutor(clients) as pool:
    start = time.monotonic()
    waits = sorted(pool.map(one, range(count)))
print(json.dumps({"seconds": time.monotonic() - start, "longest": waits[-1], "median": waits[len(waits) // 2]}))
"""


def an_invoice() -> bytes:
    """Three pages with about as much on them as real ones have."""
    rows = b"\n".join(b"40 %d m 550 %d l S" % (y, y) for y in range(100, 700, 20))
    texts = [Text(f"item{n}", 45 + 100 * (n % 5), 120 + 20 * (n // 5), 9) for n in range(150)]
    return pdf_of_pages([Page(texts, extra_content=rows)] * 3, compress=True)


def bare_loop(pdf: bytes, count: int) -> None:
    for _ in range(count):
        convert_to_layout(pdf, io.BytesIO())


def bare_seconds(pdf: bytes) -> float:
    """The engine alone in a loop, in as many processes as there are cores."""
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=bare_loop, args=(pdf, DOCUMENTS // CORES)) for _ in range(CORES)]
    start = time.monotonic()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.monotonic() - start


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < CORES, reason="needs two cores")
def test_eight_clients_get_most_of_the_engines_speed(gateway_with: Callable[..., Gateway], tmp_path: Path) -> None:
    gateway, pdf = gateway_with(children=CORES), an_invoice()
    (tmp_path / "a.pdf").write_bytes(pdf)
    command = [sys.executable, "-c", _CLIENTS, f"{gateway.url}/process", str(tmp_path / "a.pdf"), str(CLIENTS)]
    subprocess.run([*command, "20"], check=True, stdout=subprocess.DEVNULL)
    ratios = []
    for _ in range(3):
        bare = bare_seconds(pdf)
        served = json.loads(subprocess.run([*command, str(DOCUMENTS)], check=True, capture_output=True).stdout)
        ratios.append(served["seconds"] / bare)
        print(f"\nbare {DOCUMENTS / bare:.0f}/s, served {DOCUMENTS / served['seconds']:.0f}/s, {served}")  # noqa: T201
        assert served["longest"] < 20 * served["median"]
    assert sorted(ratios)[1] < MOST_TIMES, ratios
