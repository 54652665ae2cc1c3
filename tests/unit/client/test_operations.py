"""What the client says to a server, and when it says it again: without any server."""

from pathlib import Path

import httpx
import pytest

from fakturo.client import NotFakturo, Refused, TookTooLong, Unreachable, Uploaded, WrongKey
from fakturo.client import operations as of
from fakturo.client.models import Job
from fakturo.client.operations import Call, Pause, Steps
from fakturo.domain.job import Status

REQUEST = httpx.Request("GET", "http://fakturo.example/api/jobs")
TOLD = {"id": "1", "filename": "a.pdf", "status": "queued", "draft": False, "created_at": "2026-03-09T12:00:00Z"}


def says(status: int, body: object = None, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body, headers=named, request=REQUEST)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    return says(status, {"code": code, "detail": f"{code} it is.", "request_id": "r1"}, **headers)


def played(steps: Steps[object], *answers: httpx.Response | Exception) -> tuple[object, list[Call | Pause]]:
    """What comes of it if the server answers so, and all that was done meanwhile."""
    done: list[Call | Pause] = []
    left = list(answers)
    try:
        step = next(steps)
        while True:
            done.append(step)
            if isinstance(step, Pause):
                step = steps.send(None)
                continue
            answer = left.pop(0)
            step = steps.throw(answer) if isinstance(answer, Exception) else steps.send(answer)
    except StopIteration as end:
        assert not left
        return end.value, done


def test_an_upload_that_is_sent_again_is_the_same_upload() -> None:
    broken = httpx.ReadError("gone", request=REQUEST)
    busy = problem(429, "RATE_LIMITED", retry_after="7")
    taken = says(200, {"job": TOLD, "deduped": False})
    uploaded, done = played(of.upload(Path("a.pdf"), 60), broken, busy, taken)
    calls = [step for step in done if isinstance(step, Call)]
    assert len(calls) == 3
    assert len({call.headers["Idempotency-Key"] for call in calls}) == 1
    assert [step.seconds for step in done if isinstance(step, Pause)][1] == 7
    assert isinstance(uploaded, Uploaded)
    assert uploaded.job.status is Status.QUEUED
    other, _ = played(of.upload(Path("a.pdf"), 60), taken), None
    assert other[1][0] != calls[0]


def test_patience_ends() -> None:
    later = problem(503, "PAUSED", retry_after="30")
    with pytest.raises(Refused) as refused:
        played(of.get("1", 65), later, later, later)
    assert (refused.value.code, refused.value.status, refused.value.request_id) == ("PAUSED", 503, "r1")


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(Unreachable, match=r"Nobody answers at http://fakturo\.example"):
        played(of.get("1", 60), httpx.ConnectError("refused", request=REQUEST))


def test_a_server_that_is_started_anew_meanwhile_is_asked_again() -> None:
    broken, away = httpx.ReadError("gone", request=REQUEST), httpx.ConnectError("refused", request=REQUEST)
    job, _ = played(of.get("1", 60), broken, away, away, says(200, {"job": TOLD}))
    assert isinstance(job, Job)
    ended = says(200, {"job": TOLD | {"status": "complete"}})
    waiting = of.wait_for("1", 60, seconds=100, clock=lambda: 0.0)
    done, _ = played(waiting, says(200, {"job": TOLD}), away, ended)  # between two questions
    assert isinstance(done, Job)
    assert done.has_ended


def test_a_connection_that_always_breaks_is_given_up() -> None:
    broken = httpx.ReadError("gone", request=REQUEST)
    with pytest.raises(Unreachable, match="broke off 5 times"):
        played(of.get("1", 60), *[broken] * 5)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (problem(401, "UNAUTHORIZED"), WrongKey),
        (problem(403, "FORBIDDEN"), Refused),
        (problem(400, "NOT_PDF"), Refused),
        (httpx.Response(200, text="<html>", request=REQUEST), NotFakturo),
        (httpx.Response(502, text="<html>", request=REQUEST), NotFakturo),
        (says(404, {"message": "no route"}), NotFakturo),
        (says(404, []), NotFakturo),
    ],
    ids=lambda each: str(getattr(each, "status_code", "")),
)
def test_what_a_server_refuses_is_one_error_of_ours(answer: httpx.Response, error: type[Exception]) -> None:
    with pytest.raises(error):
        played(of.get("1", 60), answer)


def test_a_job_is_waited_for_until_it_ends_or_time_is_up() -> None:
    now = iter([0.0, 0.0, 5.0, 5.0, 10.0, 10.0, 10.0, 10.0, 10.0])
    waiting = says(200, {"job": TOLD})
    with pytest.raises(TookTooLong, match=r"a\.pdf is still queued after 10 s"):
        played(of.wait_for("1", 60, seconds=10, clock=lambda: next(now)), waiting, waiting, waiting)
    done, steps = played(
        of.wait_for("1", 60, seconds=100, clock=lambda: 0.0), waiting, says(200, {"job": TOLD | {"status": "complete"}})
    )
    assert isinstance(done, Job)
    assert done.has_ended
    assert steps[0] == Call("GET", "/api/jobs/1", params={"wait": 30})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("attachment; filename=\"M_rz.xml\"; filename*=UTF-8''M%C3%A4rz.xml", "März.xml"),
        ('attachment; filename="a.xml"', "a.xml"),
        ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("attachment; filename*=UTF-8''..%5C..%5Cwin.ini", "win.ini"),
        ("attachment; filename*=UTF-8''..", "result.xml"),
        ("attachment; filename*=UTF-8''a%00b.xml", "ab.xml"),
        ("", "result.xml"),
    ],
)
def test_a_downloads_name_is_never_a_path(said: str, name: str) -> None:
    assert of.name_of(httpx.Headers({"content-disposition": said})) == name


def test_a_result_is_called_as_the_file_here_even_if_the_server_knows_that_by_another_name() -> None:
    told = {"content-disposition": 'attachment; filename="march-draft.xml"'}
    assert of.name_of(httpx.Headers(told | {"x-draft": "true"}), "april") == "april-draft.xml"
    assert of.name_of(httpx.Headers(told), "april.2") == "april.2.xml"


def test_two_results_of_one_name_lie_side_by_side() -> None:
    taken = [Path("out/a.xml"), Path("out/a (2).xml")]
    assert of.free_path(Path("out/a.xml"), taken) == Path("out/a (3).xml")


def test_a_server_that_says_at_once_for_ever_is_not_asked_without_end() -> None:
    at_once = problem(429, "RATE_LIMITED", retry_after="0")
    with pytest.raises(Refused):
        played(of.get("1", 10), *[at_once] * 100)
