"""Children that convert several documents of one owner, behind real walls."""

from collections.abc import Callable
from pathlib import Path

import httpx

from tests.generator.registry import draw, families
from tests.integration.gateway.conftest import Gateway, wait_until
from tests.support.pdfs import make_pdf

GatewayWith = Callable[..., Gateway]
TOKEN = "shown-by-workers"  # noqa: S105  made up
MIXED = "multipart/mixed"


def post(gateway: Gateway, pdf: bytes, owner: str | None, mapping: str = "layout_v1") -> httpx.Response:
    data = {"mapping": mapping, **({"owner": owner} if owner else {})}
    headers = {"Accept": MIXED, "Authorization": f"Bearer {TOKEN}"}
    files = {"file": ("a.pdf", pdf, "application/pdf")}
    answer = httpx.post(f"{gateway.url}/process", data=data, files=files, headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer


def without_boundary(answer: httpx.Response) -> bytes:
    boundary = answer.headers["content-type"].partition("boundary=")[2]
    return answer.content.replace(boundary.encode(), b"")


def soft_limits(pid: int) -> tuple[int, int]:
    """Of processor time, in seconds, and of memory, in bytes."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    found = {line[:26].strip(): line[26:].split()[0] for line in lines}
    return int(found["Max cpu time"]), int(found["Max address space"])


def test_an_owner_keeps_a_child_and_another_never_gets_it(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, token=TOKEN)
    [first] = gateway.parsers()
    for _ in range(3):
        post(gateway, make_pdf(["a"]), "owner a")
    wait_until(lambda: len(gateway.parsers()) == 2, "a new one waits beside the used one")
    [second] = set(gateway.parsers()) - {first}
    post(gateway, make_pdf(["b"]), "owner b")
    wait_until(lambda: len(gateway.parsers()) == 3, "another new one, since the other owner took the last")
    known = set(gateway.parsers())
    assert {first, second} < known
    post(gateway, make_pdf(["a"]), "owner a")
    post(gateway, make_pdf(["b"]), "owner b")
    assert set(gateway.parsers()) == known


def test_an_owner_that_nobody_vouches_for_keeps_no_child(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1)
    [parser] = gateway.parsers()
    assert gateway.post(make_pdf(["a"]), owner="owner a").status_code == 200
    wait_until(lambda: parser not in gateway.parsers(), "it ended with its document")


def test_documents_in_a_row_become_what_each_becomes_alone(gateway_with: GatewayWith) -> None:
    gateway = gateway_with(children=1, token=TOKEN)
    names = [name for name in families() if name != "scan"][::6]
    pdfs = [draw(name, seed).pdf for seed in (1, 2) for name in names]
    alone = [without_boundary(post(gateway, pdf, None, "invoice_v1")) for pdf in pdfs]
    in_a_row = [without_boundary(post(gateway, pdf, "owner a", "invoice_v1")) for pdf in pdfs]
    assert in_a_row == alone


def test_each_document_gets_all_the_time_and_memory_that_one_may_have(gateway_with: GatewayWith) -> None:
    memory = 1 << 30
    gateway = gateway_with(children=1, token=TOKEN, limits={"cpu_seconds": 2, "memory_bytes": memory})
    [parser] = gateway.parsers()
    assert soft_limits(parser) == (2, memory)
    for _ in range(2):
        post(gateway, make_pdf(["a"]), "owner a")
    # Nobody waits until the sandbox parent has renewed them: a short document may be done before.
    wait_until(lambda: soft_limits(parser)[0] == 3, "it has those seconds that it had begun, and two more")
    assert soft_limits(parser)[1] >= memory
