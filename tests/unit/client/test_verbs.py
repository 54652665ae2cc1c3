"""What the client's verbs say and how they end, at a server that answers as it is told."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import httpx

from fakturo.client import Client
from fakturo.client.verbs import Verbs

Answering = Callable[[httpx.Request], httpx.Response]
ADDRESS = "http://fakturo.example"


def told(number: int, status: str = "queued", **more: Any) -> dict[str, Any]:
    made = {"id": str(UUID(int=number)), "filename": f"{number}.pdf", "created_at": "2026-03-09T12:00:00Z"}
    return made | {"status": status, "draft": False} | more


def failed(number: int, code: str, message: str) -> dict[str, Any]:
    return told(number, "failed", error_code=code, message=message)


class Desk:
    """The verbs, and what they said."""

    def __init__(self, answer: Answering) -> None:
        self.said, self.complaints = list[str](), list[str]()
        client = Client(ADDRESS, transport=httpx.MockTransport(answer))
        self.verbs = Verbs(client, self.said.append, self.complaints.append, _quiet)


@contextlib.contextmanager
def _quiet(_: str, __: int) -> Iterator[Callable[[], None]]:
    yield lambda: None


def server_with(*jobs: dict[str, Any], gone: int | None = None) -> Answering:
    """Takes each back into the line, but for one whose PDF is gone."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={"jobs": jobs, "next_cursor": None})
        job_id = request.url.path.split("/")[3]
        if gone is not None and job_id == str(UUID(int=gone)):
            return httpx.Response(404, json={"code": "EXPIRED", "detail": "The PDF is no longer here."})
        return httpx.Response(200, json={"job": told(UUID(job_id).int), "deduped": False})

    return answer


REFUSED, LOCKED = "Only PDF files are supported.", "The PDF is protected by a password."


def test_only_what_may_succeed_is_asked_for_again_and_the_rest_is_counted() -> None:
    jobs = [
        failed(1, "NOT_PDF", REFUSED),
        failed(2, "GW_4XX", LOCKED),
        failed(3, "GW_4XX", LOCKED),
        failed(4, "GW_5XX", "Converter service is having an issue."),
        failed(5, "GW_TIMEOUT", "Conversion is taking too long."),
    ]
    desk = Desk(server_with(*jobs, gone=5))
    assert desk.verbs.retry([], all_failed=True) == 0
    assert desk.said == [f"{UUID(int=4)}  queued"]
    assert desk.complaints[0].startswith("4 left out")
    assert desk.complaints[1:] == [
        f"  2 of them: {LOCKED}",
        f"  1 of them: {REFUSED}",
        "  1 of them: The PDF is no longer here.",
    ]


def test_a_job_that_is_named_is_asked_for_whatever_it_failed_by() -> None:
    desk = Desk(server_with(failed(2, "GW_4XX", LOCKED), gone=5))
    assert desk.verbs.retry([str(UUID(int=2))], all_failed=False) == 0
    assert desk.said == [f"{UUID(int=2)}  queued"]
    assert desk.verbs.retry([str(UUID(int=5))], all_failed=False) == 1
    assert "no longer here" in desk.complaints[-1]


def test_that_no_job_failed_is_said() -> None:
    desk = Desk(server_with())
    assert desk.verbs.retry([], all_failed=True) == 0
    assert desk.complaints == ["No job has failed."]
