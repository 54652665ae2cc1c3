"""Files made to hurt: every one ends in valid XML, in a refusal that a person understands, or in a declared death."""

import re
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from lxml import etree

from fakturo.convert.targets.layout import layout_schema
from fakturo.gateway.options import Ocr
from tests.integration.gateway.conftest import Gateway
from tests.support.hostile import corpus, encrypted, one_page
from tests.support.pdfs import make_pdf

SCHEMA = etree.XMLSchema(etree.fromstring(layout_schema()))
DEADLINE_SECONDS = 20
SENTENCE = re.compile(r"[A-Z].{10,200}\.$")


def verdict_on(answer: httpx.Response) -> str:
    """What became of the file; fails the test for what must not become of any."""
    if answer.status_code == 200:
        root = etree.fromstring(answer.content, etree.XMLParser(huge_tree=True))
        SCHEMA.assertValid(root)
        return "xml"
    body = answer.json()
    assert SENTENCE.match(body["detail"]), body
    if answer.status_code == 500:
        assert body["reason"] == "parser_died", body
        return "death"
    assert answer.status_code in {400, 422}, body
    return f"{answer.status_code} {body['detail']}"


def resident_kb(pid: int) -> int:
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def run_corpus(gateway: Gateway, count: int, seed: int) -> Counter[str]:
    verdicts: Counter[str] = Counter()

    def one(item: tuple[str, bytes]) -> str:
        name, data = item
        start = time.monotonic()
        answer = gateway.post(data, timeout=3 * DEADLINE_SECONDS)
        took = time.monotonic() - start
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:  # for want of processor time: that may come again
            answer = gateway.post(data, timeout=3 * DEADLINE_SECONDS)
        try:
            verdict = verdict_on(answer)
        except AssertionError as failure:
            raise AssertionError(f"{name}: {failure}") from failure
        assert took < 3 * DEADLINE_SECONDS, f"{name} took {took:.1f} s"  # a busy machine is late with its answer, too
        return verdict

    with ThreadPoolExecutor(2) as clients:
        verdicts.update(clients.map(one, corpus(count, seed)))
    return verdicts


@pytest.fixture
def small_gateway(gateway_like: Callable[..., Gateway]) -> Gateway:
    limits = {"cpu_seconds": 15, "memory_bytes": 512 * 1024 * 1024, "file_bytes": 256 * 1024 * 1024}
    return gateway_like(children=2, deadline_seconds=DEADLINE_SECONDS, limits=limits, ocr=Ocr.OFF)


def test_a_sample_of_hostile_files(small_gateway: Gateway) -> None:
    assert small_gateway.post(make_pdf(["warm"])).status_code == 200
    files_before = open_files(small_gateway.process.pid)
    verdicts = run_corpus(small_gateway, 15, seed=1)
    assert open_files(small_gateway.process.pid) <= files_before + 4, "files stay open"
    assert verdicts["xml"] > 3
    assert sum(verdicts.values()) == 15
    assert small_gateway.process.poll() is None


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_three_thousand_hostile_files(small_gateway: Gateway) -> None:
    run_corpus(small_gateway, 300, seed=1)
    before, files_before = resident_kb(small_gateway.process.pid), open_files(small_gateway.process.pid)
    start = time.monotonic()
    verdicts = run_corpus(small_gateway, 3000, seed=2)
    after = resident_kb(small_gateway.process.pid)
    print(f"\n{time.monotonic() - start:.0f} s, gateway {before} kB before, {after} kB after")  # noqa: T201
    for verdict, times in verdicts.most_common():
        print(f"{times:6} {verdict}")  # noqa: T201
    assert sum(verdicts.values()) == 3000
    assert after < before * 1.1 + 4096
    assert open_files(small_gateway.process.pid) <= files_before + 4
    assert small_gateway.process.poll() is None
    assert small_gateway.post(make_pdf(["still here"])).status_code == 200


def test_a_password_is_asked_for_by_name(small_gateway: Gateway) -> None:
    answer = small_gateway.post(encrypted(b"secret"))
    assert answer.status_code == 400
    assert "password" in answer.json()["detail"]


def test_a_lock_without_a_password_opens(small_gateway: Gateway) -> None:
    answer = small_gateway.post(encrypted(b""))
    assert answer.status_code == 200
    assert b">Invoice</word>" in answer.content


def test_scripts_and_launches_are_only_looked_past(small_gateway: Gateway) -> None:
    script = b"/OpenAction << /S /Launch /F (/bin/sh) >> /AA << /WC << /S /JavaScript /JS (while\\(1\\){}) >> >>"
    answer = small_gateway.post(one_page(catalog_entries=script))
    assert answer.status_code == 200
    assert b">Invoice</word>" in answer.content
