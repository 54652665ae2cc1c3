"""What the client's verbs say and how they end, at a server that answers as it is told."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx

from fakturo.client import Client
from fakturo.client.verbs import Verbs, told_once

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


def test_a_failure_is_told_by_its_own_reason_and_a_general_sentence_only_without_one() -> None:
    general = "Couldn't convert this file with the selected mapping."
    jobs = [failed(1, "GW_4XX", f"{general} {LOCKED}"), failed(2, "GW_4XX", general), failed(3, "NEWER", "Strange.")]
    desk = Desk(server_with(*jobs))
    desk.verbs.jobs(status=[], text=None, most=9, as_json=False)
    assert [line.partition("(")[2] for line in desk.said] == [f"{LOCKED})", f"{general})", "Strange.)"]


def test_an_empty_file_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").touch()
    refusal = {"code": "NOT_PDF", "detail": "Only PDF files are supported. The file is empty."}
    desk = Desk(lambda _: httpx.Response(400, json=refusal))
    assert desk.verbs.submit([tmp_path / "a.pdf"], mapping=None, wait_seconds=None, out=None, replace=False) == 1
    assert desk.complaints == [f"{tmp_path / 'a.pdf'}: The file is empty."]


def test_ids_are_printed_as_they_come_and_that_the_server_makes_us_wait_is_said_once(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.pdf" for number in range(3)]
    for file in files:
        file.write_bytes(b"%PDF-")
    lines, calls = list[str](), list[int]()

    def answer(_: httpx.Request) -> httpx.Response:
        calls.append(len(calls))
        lines.append(f"call {len(calls)}")
        if len(calls) in {2, 4}:
            detail = "Too many uploads in a short time."
            return httpx.Response(429, json={"code": "RATE_LIMITED", "detail": detail}, headers={"Retry-After": "0"})
        return httpx.Response(200, json={"job": told(len(calls)), "deduped": False})

    client = Client(ADDRESS, transport=httpx.MockTransport(answer), on_pause=told_once(lines.append))
    verbs = Verbs(client, lines.append, lines.append, _quiet)
    assert verbs.submit(files, mapping=None, wait_seconds=None, out=None, replace=False) == 0
    ids = [f"{UUID(int=number)}  {file}" for number, file in zip((1, 3, 5), files, strict=True)]
    waits = "The server makes us wait: Too many uploads in a short time. It goes on by itself."
    assert lines == ["call 1", ids[0], "call 2", waits, "call 3", ids[1], "call 4", "call 5", ids[2]]


def test_where_a_result_is_reviewed_is_said() -> None:
    doubtful = told(7, "complete", draft=True, review="needed", message="The seller is unsure.")
    desk = Desk(lambda _: httpx.Response(200, json={"job": doubtful, "deduped": False}))
    assert desk.verbs.submit([Path(__file__)], mapping=None, wait_seconds=1, out=None, replace=False) == 0
    address = f"{ADDRESS}/review/{UUID(int=7)}"
    assert desk.complaints == [f"{__file__}: needs a review. The seller is unsure. Look at it: {address}"]


def test_what_seems_to_be_a_duplicate_is_told() -> None:
    desk = Desk(server_with(told(1, "complete", duplicate_of=str(UUID(int=2))), told(2, "complete")))
    desk.verbs.jobs(status=[], text=None, most=9, as_json=False)
    duplicate, first = desk.said
    assert duplicate.endswith(f"1.pdf  (Duplicate? Same seller, number and total as {UUID(int=2)}.)")
    assert first.endswith("2.pdf")


def test_that_no_job_failed_is_said() -> None:
    desk = Desk(server_with())
    assert desk.verbs.retry([], all_failed=True) == 0
    assert desk.complaints == ["No job has failed."]
