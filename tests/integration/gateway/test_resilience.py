"""What one document, one client or one death may do to the others: nothing."""

import asyncio
import os
import random
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox import bubblewrap
from fakturo.gateway.sandbox.link import SandboxLink
from fakturo.gateway.sandbox.messages import Ready
from tests.integration.gateway.conftest import Gateway, children_of, start_gateway, wait_until
from tests.support.hostile import crafted
from tests.support.pdfs import image_pdf, make_pdf, slow_pdf
from tests.support.stack import PATIENCE_SECONDS

GatewayWith = Callable[..., Gateway]
SMALL = make_pdf(["small"])
SLOW = slow_pdf()
DEADLINE_SECONDS = 2
"""Enough for SMALL on a busy machine, and far too little for SLOW."""
MOMENT = 20
"""In seconds: long for a machine with much else to do, and a fraction of what those in line or SLOW would take."""


def in_background(work: Callable[[], httpx.Response]) -> Future[httpx.Response]:
    pool = ThreadPoolExecutor(1)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    return future


def busy_parser(gateway: Gateway) -> int:
    """The pid of a child that is using the processor."""
    before = {pid: _cpu_ticks(pid) for pid in gateway.parsers()}
    found: list[int] = []

    def look() -> bool:
        found[:] = [pid for pid in gateway.parsers() if _cpu_ticks(pid) > before.get(pid, 0) + 5]
        return bool(found)

    wait_until(look, "a child works")
    return found[0]


def _cpu_ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0
    return int(fields[11]) + int(fields[12])


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_a_killed_parser_is_one_declared_death(gateway_like: GatewayWith) -> None:
    gateway = gateway_like()
    answer = in_background(lambda: gateway.post(SLOW))
    os.kill(busy_parser(gateway), signal.SIGKILL)
    died = answer.result(PATIENCE_SECONDS)
    assert died.status_code == 500
    body = died.json()
    assert (body["code"], body["reason"], body["signal"]) == ("UNKNOWN", "parser_died", signal.SIGKILL)
    assert body["page"] >= 1
    assert body["peak_memory_bytes"] > 1024 * 1024
    assert gateway.post(SMALL).status_code == 200


def test_a_document_that_did_not_get_its_processor_time_in_time_may_come_again(gateway_like: GatewayWith) -> None:
    gateway = gateway_like(deadline_seconds=DEADLINE_SECONDS)
    start = time.monotonic()
    answer = gateway.post(SLOW)
    assert time.monotonic() - start < MOMENT
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    body = answer.json()
    assert (body["code"], body["reason"], body["retryable"]) == ("PAUSED", "too_busy", True)
    assert gateway.post(SMALL).status_code == 200


def test_a_parser_that_was_kept_from_the_processors_is_not_blamed(gateway_like: GatewayWith) -> None:
    gateway = gateway_like(deadline_seconds=DEADLINE_SECONDS, limits={"cpu_seconds": 1})
    [parser] = gateway.parsers()
    os.kill(parser, signal.SIGSTOP)
    answer = gateway.post(SLOW)
    assert (answer.status_code, answer.json().get("reason")) == (503, "too_busy")


def test_a_document_over_its_processor_time_is_given_up(gateway_like: GatewayWith) -> None:
    gateway = gateway_like(limits={"cpu_seconds": 1})
    answer = gateway.post(SLOW)
    assert answer.status_code == 422
    assert "too long" in answer.json()["detail"]


def test_a_document_that_eats_memory_ends_its_own_child_only(gateway_with: GatewayWith) -> None:
    limit = 200 * 1024 * 1024
    gateway = gateway_with(children=1, limits={"memory_bytes": limit})
    answer = gateway.post(dict(crafted())["bomb-saved-states"])
    assert answer.status_code == 422
    assert "more memory" in answer.json()["detail"]
    assert gateway.post(SMALL).status_code == 200


def test_a_result_over_the_size_limit_is_refused(gateway_like: GatewayWith) -> None:
    gateway = gateway_like(limits={"file_bytes": 100_000})
    answer = gateway.post(slow_pdf(pages=20))
    assert answer.status_code == 422
    assert "too large" in answer.json()["detail"]
    assert gateway.post(SMALL).status_code == 200


@contextmanager
def sent_request(gateway: Gateway, document: bytes) -> Iterator[None]:
    """A whole request is sent; at the end the client hangs up without waiting for the answer."""
    boundary = "cut"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="mapping"\r\n\r\nlayout_v1\r\n',
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n',
        "Content-Type: application/pdf\r\n\r\n",
    ]
    body = "".join(parts).encode() + document + f"\r\n--{boundary}--\r\n".encode()
    head = (
        f"POST /process HTTP/1.1\r\nHost: gateway\r\nAccept: application/xml\r\nContent-Length: {len(body)}\r\n"
        f"Content-Type: multipart/form-data; boundary={boundary}\r\n\r\n"
    )
    host, port = gateway.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(head.encode() + body)
        yield


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.long)])
def test_clients_that_hang_up_leave_no_work_behind(gateway_with: GatewayWith, times: int) -> None:
    gateway = gateway_with(children=2)
    for _ in range(times):
        with sent_request(gateway, SLOW):
            time.sleep(0.05)
    wait_until(lambda: len(gateway.parsers()) <= 2, "no child left over")

    def all_idle() -> bool:
        before = sum(map(_cpu_ticks, gateway.parsers()))
        time.sleep(0.3)
        return sum(map(_cpu_ticks, gateway.parsers())) - before <= 2

    wait_until(all_idle, "no child works on")
    assert gateway.post(SMALL).status_code == 200
    wait_until(lambda: len(gateway.parsers()) <= 2, "the child of the last document has ended")


def test_a_full_house_sends_the_next_away_at_once(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, waiting_line=0)
    in_background(lambda: gateway.post(SLOW))
    parser = busy_parser(gateway)
    answer = gateway.post(SMALL, timeout=MOMENT)
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["code"] == "PAUSED"
    os.kill(parser, signal.SIGKILL)


def test_nobody_waits_in_line_for_ever(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, waiting_line=4, waiting_seconds=0.3)
    in_background(lambda: gateway.post(SLOW))
    parser = busy_parser(gateway)
    answer = gateway.post(SMALL)
    assert answer.status_code == 503
    assert "retry-after" in answer.headers
    os.kill(parser, signal.SIGKILL)


def test_a_client_that_never_ends_its_upload_is_sent_away(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, waiting_line=0, upload_seconds=0.5)
    host, port = gateway.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(
            b"POST /process HTTP/1.1\r\nHost: gateway\r\nAccept: application/xml\r\nContent-Length: 999\r\n"
            b"Content-Type: multipart/form-data; boundary=slow\r\n\r\n--slow\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
    assert gateway.post(SMALL).status_code == 200


def half_an_upload(gateway: Gateway) -> socket.socket:
    host, port = gateway.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=MOMENT)
    connection.sendall(
        b"POST /process HTTP/1.1\r\nHost: gateway\r\nAccept: application/xml\r\nContent-Length: 9999\r\n"
        b"Content-Type: multipart/form-data; boundary=half\r\n\r\n--half\r\n"
        b'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-'
    )
    return connection


def test_half_sent_uploads_take_nobodys_place(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, waiting_line=0)
    with ExitStack() as held:
        for _ in range(40):
            held.enter_context(half_an_upload(gateway))
        assert [gateway.post(SMALL).status_code for _ in range(5)] == [200] * 5


def test_no_child_outlives_a_killed_gateway(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=2)
    in_background(lambda: gateway.post(SLOW))
    busy_parser(gateway)
    family = [*children_of(gateway.process.pid), *gateway.parsers()]
    assert len(family) == 3
    gateway.process.kill()
    wait_until(lambda: not any(map(is_alive, family)), "all children are gone")


def test_a_killed_sandbox_parent_takes_its_children_along_and_is_replaced(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=2)
    assert gateway.post(SMALL).status_code == 200
    [parent], parsers = children_of(gateway.process.pid), gateway.parsers()
    os.kill(parent, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, parsers)), "its children are gone")
    assert gateway.post(SMALL).status_code == 200


def test_children_know_no_secret_of_the_gateway(monkeypatch: pytest.MonkeyPatch, gateway_with: GatewayWith) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    gateway = gateway_with(children=1)
    family = [*children_of(gateway.process.pid), *gateway.parsers()]
    environments = [Path(f"/proc/{pid}/environ").read_bytes() for pid in family]
    assert len(environments) == 2
    assert not any(b"secret" in environment for environment in environments)


def test_a_child_sees_one_document_and_no_other(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1)
    seen: set[int] = set()
    for _ in range(3):
        [parser] = gateway.parsers()
        assert parser not in seen
        seen.add(parser)
        assert gateway.post(SMALL).status_code == 200
        wait_until(
            lambda: not seen & set(found := gateway.parsers()) and len(found) == 1, "another child, and no other"
        )


def test_a_gateway_that_cannot_wall_parsers_in_does_not_start() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives up its user")
    with pytest.raises(AssertionError, match="the gateway answers"):
        start_gateway(children=1, unprivileged_user="no-such-user")


@pytest.mark.skipif(not bubblewrap.works(), reason="bubblewrap is not installed, or may not make namespaces")
def test_parsers_behind_bubblewrap_convert_as_well(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, bubblewrap=True)
    assert gateway.post(SMALL).status_code == 200
    [wrapper] = children_of(gateway.process.pid)
    [parent] = children_of(wrapper)
    mounts = Path(f"/proc/{parent}/mounts").read_text().splitlines()
    assert [line.split()[3].split(",")[0] for line in mounts if line.split()[1] == "/"] == ["ro"]
    family = [wrapper, parent, *children_of(parent)]
    gateway.process.kill()
    wait_until(lambda: not any(map(is_alive, family)), "all of them are gone")


def test_a_client_that_hangs_up_ends_the_recognition_too(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1)
    noise = random.Random(3).randbytes(1000 * 1400)
    with sent_request(gateway, image_pdf([(1000, 1400, noise)] * 5)):
        wait_until(lambda: len(gateway.parsers()) == 2, "parser and recognition work")
        busy = gateway.parsers()
    wait_until(lambda: not any(map(is_alive, busy)), "both are gone")
    assert gateway.post(SMALL).status_code == 200


def test_a_parser_that_is_killed_while_it_waits_for_an_answer_is_a_declared_death(gateway_with: GatewayWith) -> None:
    """It counts against its document: as a fault of the gateway's, it would stop everybody's."""
    gateway = gateway_with(children=1)
    [parser] = gateway.parsers()
    noise = random.Random(3).randbytes(1000 * 1400)
    answer = in_background(lambda: gateway.post(image_pdf([(1000, 1400, noise)] * 5)))
    wait_until(lambda: len(gateway.parsers()) == 2, "parser and recognition work")
    os.kill(parser, signal.SIGKILL)
    died = answer.result(PATIENCE_SECONDS)
    assert (died.status_code, died.json().get("reason")) == (500, "parser_died")
    assert gateway.post(SMALL).status_code == 200


def test_a_death_that_nobody_reports_is_not_held_against_the_document(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1)
    answer = in_background(lambda: gateway.post(SLOW))
    [parent], parser = children_of(gateway.process.pid), busy_parser(gateway)
    os.kill(parent, signal.SIGSTOP)
    os.kill(parser, signal.SIGKILL)
    died = answer.result(PATIENCE_SECONDS)
    os.kill(parent, signal.SIGCONT)
    assert (died.status_code, died.json().get("reason")) == (500, "parser_died")


async def test_a_sandbox_parent_that_hears_nothing_any_more_is_ended() -> None:
    sandbox = SandboxLink.start(GatewayOptions(children=1))
    children = [sandbox.start_child()]
    assert await children[0].receive() == Ready()
    os.kill(sandbox._process.pid, signal.SIGSTOP)
    try:
        while not sandbox.gone:
            children.append(sandbox.start_child())
        async with asyncio.timeout(PATIENCE_SECONDS):
            await sandbox._reading
        assert sandbox._process.returncode == -signal.SIGKILL
    finally:
        sandbox._process.kill()
        for child in children:
            child.sock.close()


def test_a_child_stuck_in_one_page_is_ended_at_the_deadline(gateway_with: GatewayWith) -> None:
    """It says nothing on its way that could tell it that nobody listens any more."""
    gateway = gateway_with(children=1, deadline_seconds=1)
    [stuck] = gateway.parsers()
    pattern = dict(crafted())["loop-pattern"]
    files = {"file": ("a.pdf", pattern, "application/pdf")}
    answer = httpx.post(f"{gateway.url}/render", files=files, data={"width": "4000"}, headers={"Accept": "image/png"})
    assert answer.status_code == 503
    wait_until(lambda: not is_alive(stuck), "the stuck child is gone", seconds=MOMENT)
