"""Somebody who asks again and again, in a process of their own: the load that a test makes does not slow them."""

import asyncio
import time
from concurrent.futures import ProcessPoolExecutor
from http import HTTPStatus
from http.client import HTTPConnection
from multiprocessing import get_context
from urllib.parse import urlsplit


async def p99(url: str, headers: dict[str, str], *, seconds: float, every: float) -> float:
    """Of the seconds that an answer takes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        asked = asyncio.get_running_loop().run_in_executor(process, _answer_times, url, headers, seconds, every)
        took = sorted(await asked)
    return took[int(len(took) * 0.99)]


def _answer_times(url: str, headers: dict[str, str], seconds: float, every: float) -> list[float]:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=60)
    took, end = list[float](), time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        connection.request("GET", parts.path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        took.append(time.perf_counter() - began)
        assert answer.status == HTTPStatus.OK, answer.status
        time.sleep(every)
    return took
